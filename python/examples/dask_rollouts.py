"""Distribute rollouts over Dask worker processes; the hashes equal those of one process."""

from __future__ import annotations

import dask
import rollouts

import drystone as ds


def main() -> None:
    members = rollouts.arguments("Distribute rollouts over Dask worker processes.")
    model = ds.Model.load(rollouts.SCENE)
    shared = dask.delayed(model, pure=False)
    tasks = [dask.delayed(rollouts.hashes)(shared, block) for block in rollouts.blocks(members)]
    parts = dask.compute(*tasks, scheduler="processes", num_workers=2)
    rollouts.report("Dask", model, [h for part in parts for h in part])


if __name__ == "__main__":
    main()
