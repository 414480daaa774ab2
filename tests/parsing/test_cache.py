"""The cache of parses: what is stored, and by whom; tests/reliability has what goes wrong."""

import multiprocessing
import sys
from pathlib import Path

import pytest
from hyperbaton.runtime.cache.notices import CacheNotice
from parsing.fake_parser import ChainParser, OtherChainParser, add_numbers, chain

from hyperbaton.cache import cache_folder
from hyperbaton.parsing import ParseCache
from hyperbaton.trees import DependencyTree

TREE = DependencyTree(("Él", "“cantó”"), (2, 0), ("nsubj", "root"), ("PRON", "VERB"))


def test_trees_come_back_as_they_were(tmp_path):
    trees = (TREE, chain(["a"]))
    with ParseCache(tmp_path) as cache:
        cache.add(ChainParser(), [(["Él", "“cantó”", "a"], trees), ([], ())])
    with ParseCache(tmp_path) as cache:
        assert cache.get(ChainParser(), ["Él", "“cantó”", "a"]) == trees
        assert cache.get(ChainParser(), []) == ()
        assert len(cache) == 2


def test_parser_version_and_words_are_the_key(tmp_path):
    with ParseCache(tmp_path) as cache:
        cache.add(ChainParser(), [(["a b"], (chain(["a b"]),))])
        assert cache.get(ChainParser(), ["a", "b"]) is None
        assert cache.get(ChainParser(version="2"), ["a b"]) is None
        assert cache.get(OtherChainParser(), ["a b"]) is None
        assert cache.get(ChainParser(), ["a b"]) is not None


def test_an_interrupted_batch_leaves_nothing(tmp_path):
    def interrupted():
        yield ["a"], (chain(["a"]),)
        raise KeyboardInterrupt

    with ParseCache(tmp_path) as cache:
        with pytest.raises(KeyboardInterrupt):
            cache.add(ChainParser(), interrupted())
        assert len(cache) == 0


def test_processes_share_one_file(tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=add_numbers, args=(tmp_path, 50 * k)) for k in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    with ParseCache(tmp_path) as cache:
        assert len(cache) == 200
        assert all(cache.get(ChainParser(), [str(k)]) == (chain([str(k)]),) for k in range(200))


def test_trees_of_other_words_are_not_used(tmp_path):
    with ParseCache(tmp_path) as cache:
        cache.add(ChainParser(), [(["a"], (chain(["b"]),))])
        with pytest.warns(CacheNotice, match="damaged entries"):
            assert cache.get(ChainParser(), ["a"]) is None


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the XDG convention of Linux")
def test_the_default_folder_is_that_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "hyperbaton"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "hyperbaton"
