"""The tasks as environments of Gymnasium and of Stable-Baselines3."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

try:  # Mesa's software driver and triton both bring LLVM: a process that loads triton after the driver crashes.
    import torch._dynamo  # noqa: F401  # pyright: ignore[reportUnusedImport]
except ImportError:
    pass

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import drystone as ds  # noqa: E402
from drystone.gym import TASKS, Env, Task, VectorEnv  # noqa: E402

PRESS = """
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.cube.box]
half_extents = [0.05, 0.05, 0.05]
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "cube"
shape = "cube"
position = [0, 0, 0.05]
[[body]]
name = "plate"
shape = "cube"
prescribed = { keyframes = [{ time = 0, position = [0, 0, 0.151] }] }
"""


class Press(Task):
    """A plate above a cube on the ground; a negative action commands a pose for which there is no room."""

    def __init__(self) -> None:
        model = ds.Model.parse(PRESS).with_controls(["plate.command.position.z"])
        super().__init__(model, actions=1, observations=1, skip=2, horizon=6, camera=((1.0, 1.0, 1.0), (0.0, 0.0, 0.0)))
        self.place = model.index("plate.position.z")

    def start(self, rng: np.random.Generator) -> np.ndarray:
        x = self.model.initial()
        x[self.place] += rng.uniform(0.0, 0.001)
        return x

    def control(self, X: np.ndarray, A: np.ndarray) -> np.ndarray:
        return X[:, self.place] + 0.1 * np.minimum(A, 0.0)

    def observe(self, X: np.ndarray) -> np.ndarray:
        return X[:, self.place]

    def reward(self, X: np.ndarray, A: np.ndarray) -> np.ndarray:
        return X[:, self.place.start]

    def success(self, X: np.ndarray) -> np.ndarray:
        return np.ones(len(X), bool)


def assert_equal(a: Any, b: Any) -> None:
    """Assert that two nested results are equal, types of arrays included."""
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            assert_equal(a[key], b[key])
    elif isinstance(a, tuple):
        for x, y in zip(a, b, strict=True):
            assert_equal(x, y)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype and a.shape == b.shape
        if a.dtype == object:
            assert_equal(tuple(a), tuple(b))
        else:
            np.testing.assert_array_equal(a, b)
    else:
        assert a == b


@pytest.mark.parametrize("name", TASKS)
def test_environment_passes_the_checks_of_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(f"drystone/{name.capitalize()}-v0").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=not ds.pictures())
    env.close()
    env.close()


@pytest.mark.parametrize("name", TASKS)
def test_environment_passes_the_checks_of_stable_baselines3(name: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="stable_baselines3 is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(Env(name))


@pytest.mark.parametrize("name", TASKS)
def test_equal_seeds_give_equal_episodes(name: str) -> None:
    runs = []
    for _ in range(2):
        env = Env(name)
        rng = np.random.default_rng(1)
        run: list[Any] = [env.reset(seed=3)]
        run += [env.step(rng.uniform(-1, 1, env.task.actions).astype(np.float32)) for _ in range(10)]
        run.append(env.reset())
        runs.append(tuple(run))
    assert_equal(runs[0], runs[1])
    assert not np.array_equal(Env(name).reset(seed=4)[0], runs[0][0][0])


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("name", [*TASKS, "press"])
def test_vector_environment_equals_single_ones(name: str, mode: AutoresetMode) -> None:
    task = shortened(name)
    n = 5
    many = VectorEnv(task, n, autoreset_mode=mode, threads=2)
    singles = SyncVectorEnv([lambda: Env(task)] * n, autoreset_mode=mode)
    assert many.metadata == singles.metadata
    assert many.observation_space == singles.observation_space and many.action_space == singles.action_space
    assert_equal(many.reset(seed=11), singles.reset(seed=11))
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(18):
        actions = rng.uniform(-1, 1, (n, task.actions)).astype(np.float32)
        step = many.step(actions)
        assert_equal(step, singles.step(actions))
        over = step[2] | step[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            assert_equal(many.reset(options={"reset_mask": over}), singles.reset(options={"reset_mask": over}))
    assert ends >= n
    many.close()
    many.close()


def shortened(name: str) -> Task:
    """Return a task whose episodes last 7 actions."""
    task = Press() if name == "press" else TASKS[name]()
    task.horizon = 7
    return task


def test_unsolved_step_is_data() -> None:
    env = Env(Press())
    env.reset(seed=0)
    before = env.x
    observation, reward, terminated, truncated, info = env.step(np.array([-1.0], np.float32))
    assert truncated is True and terminated is False
    assert isinstance(info["unsolved"], str) and info["unsolved"]
    assert np.isfinite(observation).all() and np.isfinite(reward)
    np.testing.assert_array_equal(env.x, before)


def test_action_that_is_no_number_does_no_harm() -> None:
    env = Env("push")
    env.reset(seed=0)
    observation, reward, *_ = env.step(np.array([np.nan, np.inf], np.float32))
    assert np.isfinite(observation).all() and np.isfinite(reward)


def test_finished_world_has_to_be_reset_without_autoreset() -> None:
    envs = VectorEnv(shortened("pendulum"), 2, autoreset_mode="Disabled")
    envs.reset(seed=0)
    for _ in range(7):
        envs.step(np.zeros((2, 1), np.float32))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros((2, 1), np.float32))
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True, True, True]})


def test_registered_names() -> None:
    for name in TASKS:
        id = f"drystone/{name.capitalize()}-v0"
        single = gymnasium.make(id)
        assert isinstance(single.unwrapped, Env)
        assert single.metadata["render_fps"] == round(1 / (single.unwrapped.task.model.time_step * single.unwrapped.task.skip))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            many = gymnasium.make_vec(id, num_envs=3, autoreset_mode=AutoresetMode.SAME_STEP)
        assert isinstance(many, VectorEnv) and many.num_envs == 3
        assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_episode_starts_where_it_is_told() -> None:
    env = Env("reacher")
    env.reset(seed=0)
    x = env.x
    env.step(env.action_space.sample())
    env.reset(options={"x": x})
    np.testing.assert_array_equal(env.x, x)
    many = VectorEnv("reacher", 2)
    many.reset(options={"x": x})
    np.testing.assert_array_equal(many.X, [x, x])


def test_wrong_name_is_an_error() -> None:
    with pytest.raises(ValueError, match="the tasks are push"):
        Env("shove")


def test_environment_can_be_pickled() -> None:
    env = Env("push")
    env.reset(seed=0)
    copy = pickle.loads(pickle.dumps(env))
    action = np.array([0.5, -0.5], np.float32)
    assert_equal(env.step(action), copy.step(action))


def test_picture() -> None:
    if not ds.pictures():
        pytest.skip("no graphics driver")
    env = Env("push", render_mode="rgb_array", size=(160, 120))
    env.reset(seed=0)
    picture = env.render()
    assert picture is not None and picture.dtype == np.uint8 and picture.shape == (120, 160, 3) and picture.std() > 1
    assert Env("push").render() is None


def test_adapter_to_stable_baselines3() -> None:
    pytest.importorskip("stable_baselines3", reason="stable_baselines3 is not installed")
    from stable_baselines3.common.vec_env import DummyVecEnv

    from drystone.gym.sb3 import VecEnv

    task = shortened("press")
    adapter, dummy = VecEnv(task, 3), DummyVecEnv([lambda: Env(task)] * 3)
    for envs in (adapter, dummy):
        envs.seed(5)
    assert_equal(adapter.reset(), dummy.reset())
    rng = np.random.default_rng(0)
    for _ in range(20):
        actions = rng.uniform(-0.2, 1, (3, 1)).astype(np.float32)
        (a, b) = adapter.step(actions), dummy.step(actions)
        assert_equal(a[:3], b[:3])
        for x, y in zip(a[3], b[3], strict=True):
            assert_equal(x, y)
    assert adapter.get_attr("render_mode") == [None] * 3
    assert adapter.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    adapter.close()


def test_learner_of_stable_baselines3_runs() -> None:
    sb3 = pytest.importorskip("stable_baselines3", reason="stable_baselines3 is not installed")
    from drystone.gym.sb3 import VecEnv

    sb3.PPO("MlpPolicy", VecEnv("reacher", 4), n_steps=32, batch_size=64, device="cpu").learn(256)
