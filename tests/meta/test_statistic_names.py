"""One list of names, without NumPy, for everything that measures agreement."""

import subprocess
import sys

import pytest

from hyperbaton import meta
from hyperbaton.meta import statistic_names
from hyperbaton.meta.agreement.correlation import CORRELATIONS
from hyperbaton.meta.agreement.pair_counts import COUNT_STATISTICS
from hyperbaton.meta.agreement.segment_statistics import SEGMENT_STATISTICS
from hyperbaton.meta.agreement.system_ranking import SYSTEM_RANKINGS


def test_names_are_those_of_the_statistics():
    names = statistic_names.STATISTICS
    assert names["segment"] == tuple(SEGMENT_STATISTICS)
    assert names["system"] == (*CORRELATIONS, statistic_names.SOFT_ACCURACY)
    assert tuple(COUNT_STATISTICS) == statistic_names.COUNTED
    assert tuple(SYSTEM_RANKINGS) == statistic_names.SYSTEM_RANKINGS
    assert all(statistic_names.DEFAULTS[level] in names[level] for level in names)


def test_exported_names():
    assert meta.__all__ == sorted(meta.__all__, key=lambda name: (not name.isupper(), name))
    assert set(meta._HOMES) == set(meta.__all__)
    for name in meta.__all__:
        assert getattr(meta, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        meta.nothing  # noqa: B018


def test_names_and_help_do_not_wait_for_numpy():
    command = (
        "import sys; import hyperbaton.meta.statistic_names, hyperbaton.cli.meta, "
        "hyperbaton.cli.tune, hyperbaton.cli.reproduce; sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0
