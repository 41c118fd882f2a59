"""Replays a plan of Drystone in MuJoCo, open loop, and prints where the object ends.

    drystone plan SCENE.toml --out plan.json --mjcf scene.xml
    python3 replay_plan.py plan.json scene.xml OBJECT

One line of JSON: distance (mm) and angle (degrees) of the object from the end of the plan.
"""

import json
import sys

try:
    import mujoco
    import numpy as np
except ImportError as error:
    print(json.dumps({"error": f"{error} (pip install mujoco numpy)"}))
    raise SystemExit(1)


def main(plan_path, model_path, name):
    with open(plan_path, encoding="utf-8") as file:
        plan = json.load(file)
    if plan.get("motors"):
        raise SystemExit("plans that command motors are not replayed here: use one of driven bodies")
    model = mujoco.MjModel.from_xml_path(model_path)
    data = mujoco.MjData(model)
    start = dict(zip(plan["bodies"], plan["start"]))
    # A slide counts from where its body starts.
    origin = np.array([start[body][axis] for body, axis in plan["commanded"]])
    substeps = round(plan["time_step"] / model.opt.timestep)
    before = np.zeros(len(origin))
    for step in plan["steps"]:
        command = np.array(step["command"]) - origin
        for k in range(1, substeps + 1):
            data.ctrl[:] = before + (command - before) * k / substeps
            mujoco.mj_step(model, data)
        before = command
    mujoco.mj_forward(model, data)
    body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name)
    if body < 0:
        raise SystemExit(f"no body {name}")
    end = plan["steps"][-1]["bodies"][plan["bodies"].index(name)]
    off = np.linalg.norm(data.xipos[body] - end[:3])
    cosine = min(1.0, abs(float(np.dot(data.xquat[body], end[3:7]))))
    angle = 2.0 * np.degrees(np.arccos(cosine))
    figures = {"position_error_mm": 1e3 * float(off), "angle_error_degrees": float(angle)}
    print(json.dumps({"object": name, "steps": len(plan["steps"]), **figures}))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
