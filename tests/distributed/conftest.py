"""A cluster on one machine, for the tests that need one, out of reach from elsewhere."""

import os

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
