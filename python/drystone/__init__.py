"""Rigid-body contact for robots and stones: arrays in and out, exact gradients.

```python
import drystone as ds

model = ds.Model.load("scenarios/push.toml")
sim = ds.Simulator(model)
x = model.initial()
step = sim.step(x)
lin = sim.linearize(step, rho=1e-3)  # lin.A, lin.B
```

| name | what it is |
| --- | --- |
| `Model`, `ModelBuilder` | what exists and how it starts; immutable, shared, picklable |
| `Simulator` | one simulation: `step`, `linearize`, `vjp` |
| `Batch` | many at once: `step`, `rollout`, `linearize`, `vjp`, `set_params` |
| `Recording` | a run: states, contacts, pictures |
| `drystone.gym`, `.torch`, `.jax`, `.crocoddyl`, `.casadi` | bridges, imported when they are wanted |

States, controls and tangents are rows of float64 numbers; `model.names` says what each of them is. SI units, radians, z up;
quaternions are w, x, y, z. Unsolved steps are data (`Step.solved`, masks called `ok`), mistakes are `drystone.Error`.
"""

from ._drystone import (
    CONTACT_DTYPE,
    CONTACT_ROWS,
    Batch,
    Input,
    Inverse,
    Linearization,
    Model,
    Recording,
    Simulator,
    Step,
    Steps,
    __version__,
    pictures,
)
from .builder import ModelBuilder, Shape
from .errors import Error, FileError, ModelMismatch, SceneError, UnsolvedStep
from .plans import Plan, plan
from .show import animation, to_html

__all__ = [
    "CONTACT_DTYPE",
    "CONTACT_ROWS",
    "Batch",
    "Error",
    "FileError",
    "Input",
    "Inverse",
    "Linearization",
    "Model",
    "ModelBuilder",
    "ModelMismatch",
    "Plan",
    "Recording",
    "SceneError",
    "Shape",
    "Simulator",
    "Step",
    "Steps",
    "UnsolvedStep",
    "__version__",
    "animation",
    "load_recording",
    "pictures",
    "plan",
    "to_html",
]

load_recording = Recording.load
