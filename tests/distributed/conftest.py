"""A cluster on one machine, for the tests that need one, out of reach from elsewhere."""

import contextlib
import os
import shutil
import signal
import sys
import warnings
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


def workers(mark):
    """The processes with a mark in their command line and the ticks that they have computed."""
    ticks = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (place / "cmdline").read_bytes():
                fields = (place / "stat").read_text().rpartition(")")[2].split()
                ticks[int(place.name)] = int(fields[11]) + int(fields[12])
    return ticks


class Killer(Thread):
    """Kills a worker that is at work, `times` times."""

    def __init__(self, times, mark):
        super().__init__(daemon=True)
        self.times, self.mark = times, mark
        self.killed, self.done = [], Event()

    def run(self):
        before = {}
        while not self.done.wait(0.1) and len(self.killed) < self.times:
            seen = workers(self.mark)
            at_work = [pid for pid in seen if pid in before and seen[pid] > before[pid] + 2]
            before = seen
            if at_work:
                self.killed.append(min(at_work))
                os.kill(self.killed[-1], signal.SIGKILL)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.join(10)


@pytest.fixture
def killer():
    """Something that kills workers."""
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("needs /proc")
    return Killer


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
