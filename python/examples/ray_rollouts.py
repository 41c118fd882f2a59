"""Distribute rollouts over Ray workers; the hashes equal those of one process."""

from __future__ import annotations

import ray
import rollouts

import drystone as ds


@ray.remote
class Worker:
    """An actor of one thread. The model comes from the object store, once per worker."""

    def __init__(self, model: ds.Model) -> None:
        self.model = model

    def hashes(self, indices: range) -> list[int]:
        return rollouts.hashes(self.model, indices)


def main() -> None:
    members = rollouts.arguments("Distribute rollouts over Ray workers.")
    model = ds.Model.load(rollouts.SCENE)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    reference = ray.put(model)
    pool = ray.util.ActorPool([Worker.remote(reference) for _ in range(2)])
    parts = pool.map(lambda worker, block: worker.hashes.remote(block), rollouts.blocks(members))
    found = [h for part in parts for h in part]
    ray.shutdown()
    rollouts.report("Ray", model, found)


if __name__ == "__main__":
    main()
