"""A cluster on one machine, for the tests that need one, out of reach from elsewhere."""

import contextlib
import os
import shutil
import signal
import sys
import warnings
from functools import partial
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
    ray.init(
        address="local",
        include_dashboard=False,
        num_cpus=3,
        object_store_memory=200_000_000,
        log_to_driver=False,
        _node_ip_address="127.0.0.1",
    )
    yield ray
    ray.shutdown()


ENOUGH_TICKS = 3  # in a tenth of a second: a process that is at work


def commands():
    """The command lines of all processes, by their numbers."""
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(place.name), (place / "cmdline").read_bytes()


def ray_workers(name):
    """The processes of Ray that run a class."""
    return {
        number
        for number, command in commands()
        if command.startswith(b"ray::") and name.encode() in command
    }


def spark_workers():
    """The processes in which Spark runs Python: children of its daemon."""
    parents = {}
    for number, command in commands():
        if b"pyspark.daemon" in command:
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                parents[number] = int(fields[1])
    return {number for number, parent in parents.items() if parent in parents}


def ticks(number):
    """How long a process has computed; 0 where there is none."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return 0


class Killer(Thread):
    """Kills a worker that is at work, and looks for another in its place.

    Attributes:
        killed: the worker.
        others: workers that were seen afterwards and not before.
    """

    def __init__(self, workers):
        super().__init__(daemon=True)
        self.workers = workers
        self.killed, self.others = None, set()
        self.done = Event()

    def run(self):
        before = {}
        while not self.done.wait(0.1):
            seen = {number: ticks(number) for number in self.workers()}
            if self.killed is not None:
                self.others |= seen.keys() - before.keys()
                continue
            at_work = [each for each in before if seen.get(each, 0) >= before[each] + ENOUGH_TICKS]
            before = {**seen, **{each: seen.get(each, 0) for each in before}}
            if at_work:
                self.killed = min(at_work)
                os.kill(self.killed, signal.SIGKILL)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.join(10)


@pytest.fixture
def ray_killer():
    return _killer(ray_workers)


@pytest.fixture
def spark_killer():
    return _killer(spark_workers)


def _killer(workers):
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("needs /proc")
    return lambda *names: Killer(partial(workers, *names))


@pytest.fixture(scope="session")
def spark():
    """Spark with two cores, which tries a task three times."""
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark")
    if shutil.which("java") is None:
        pytest.skip("needs Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = (
            sql.SparkSession.builder.master("local[2,3]")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "300")
            .config("spark.log.level", "FATAL")
            .getOrCreate()
        )
    yield session
    session.stop()
