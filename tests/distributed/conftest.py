"""A cluster on one machine, for the tests that need one, out of reach from elsewhere."""

import os
import signal
import time
from pathlib import Path
from threading import Event, Thread

import pytest

# Before anything of them is imported.
os.environ.update(
    {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "disabled",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
)


@pytest.fixture(scope="session")
def ray_cluster():
    """Ray with room for two workers."""
    ray = pytest.importorskip("ray", reason="needs ray")
    pytest.importorskip("ray.data", reason="needs ray")
    ray.init(
        address="local",
        include_dashboard=False,
        num_cpus=3,
        object_store_memory=200_000_000,
        log_to_driver=False,
        _node_ip_address="127.0.0.1",
    )
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    yield ray
    ray.shutdown()


def processes(name):
    """The processes of Ray that run a class."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::") and name.encode() in command:
            found.add(int(place.name))
    return found


class Killer(Thread):
    """Kills a worker as soon as there is one, and waits for another in its place.

    Attributes:
        killed: the worker.
        others: workers that were seen afterwards and not before.
    """

    def __init__(self, name):
        super().__init__(daemon=True)
        self.name = name
        self.killed, self.others = None, set()
        self.done = Event()

    def run(self):
        while not self.done.wait(0.02):
            seen = processes(self.name)
            if seen and self.killed is None:
                time.sleep(0.5)  # until it has begun to work
                self.killed, before = min(seen), processes(self.name)
                os.kill(self.killed, signal.SIGKILL)
            elif self.killed is not None:
                self.others |= seen - before

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.join(10)


@pytest.fixture
def killer():
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("needs /proc")
    return Killer
