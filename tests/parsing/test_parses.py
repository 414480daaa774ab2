"""Many segments: each distinct one once, whatever is interrupted, long or empty; the cache."""

import multiprocessing

import pytest
from parsing.fake_parser import ChainParser, OtherChainParser, add_numbers, chain

from hyperbaton.cache import CacheNotice
from hyperbaton.errors import InputError, OptionError
from hyperbaton.parsing import ParseCache, parse_segments
from hyperbaton.parsing.parses import BATCH_WORDS, LONGEST
from hyperbaton.trees import DependencyTree

SEGMENTS = [["a", "b"], [], ["c"], ["a", "b"], ["a"]]


def test_results_stand_in_the_order_of_segments():
    parses = parse_segments(SEGMENTS, ChainParser())
    assert parses == [(chain(words),) if words else () for words in SEGMENTS]


def test_each_distinct_segment_is_parsed_once():
    parser = ChainParser()
    parse_segments(SEGMENTS, parser)
    assert sorted(parser.parsed) == [("a",), ("a", "b"), ("c",)]


def test_the_cache_knows_earlier_segments(tmp_path):
    with ParseCache(tmp_path) as cache:
        parse_segments(SEGMENTS, ChainParser(), cache=cache)
    again, other = ChainParser(), ChainParser(version="2")
    with ParseCache(tmp_path) as cache:
        parses = parse_segments([*SEGMENTS, ["d"]], again, cache=cache)
        parse_segments(SEGMENTS, other, cache=cache)
    assert again.parsed == [("d",)]
    assert len(other.parsed) == 3
    assert parses == parse_segments([*SEGMENTS, ["d"]], ChainParser())


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    segments = [[f"w{k}"] * 900 for k in range(20)]
    stopped, resumed = ChainParser(interrupt_before=3), ChainParser()
    with ParseCache(tmp_path) as cache, pytest.raises(KeyboardInterrupt):
        parse_segments(segments, stopped, cache=cache)
    with ParseCache(tmp_path) as cache:
        assert len(cache) == len(stopped.parsed) > 0
        parses = parse_segments(segments, resumed, cache=cache)
    assert not set(stopped.parsed) & set(resumed.parsed)
    assert len(stopped.parsed) + len(resumed.parsed) == len(segments)
    assert parses == [(chain(words),) for words in segments]


def test_batches_are_bounded():
    parser = ChainParser()
    parse_segments([[f"w{k}"] * (k % 40 + 1) for k in range(2000)], parser)
    sizes = [sum(map(len, batch)) for batch in parser.batches]
    assert len(sizes) > 1
    assert max(sizes) <= BATCH_WORDS


def test_a_long_segment_is_parsed_in_pieces():
    words = [f"w{k}" for k in range(2 * LONGEST + 5)]
    (trees,) = parse_segments([words], ChainParser())
    assert [len(tree) for tree in trees] == [LONGEST, LONGEST, 5]
    assert [word for tree in trees for word in tree.words] == words


@pytest.mark.parametrize("segment", ["a b", ["a", ""], ["a", " "], ["a", 1]])
def test_what_is_no_list_of_words_is_named(segment):
    with pytest.raises(InputError, match="segment 2: expected a list of words"):
        parse_segments([["a"], segment], ChainParser())


def test_processes_are_counted_from_one():
    with pytest.raises(OptionError, match="whole number from 1 to 1024, got 0"):
        parse_segments([["a"]], ChainParser(), processes=0)


def test_no_segments():
    assert parse_segments([], ChainParser()) == []


# The cache: what is stored, and by whom

TREE = DependencyTree(("Él", "“cantó”"), (2, 0), ("nsubj", "root"), ("PRON", "VERB"))


def test_trees_come_back_as_they_were(tmp_path):
    trees = (TREE, chain(["a"]))
    with ParseCache(tmp_path) as cache:
        cache.keep(ChainParser(), [(["Él", "“cantó”", "a"], trees), ([], ())])
    with ParseCache(tmp_path) as cache:
        assert cache.get(ChainParser(), ["Él", "“cantó”", "a"]) == trees
        assert cache.get(ChainParser(), []) == ()
        assert len(cache) == 2


def test_parser_version_and_words_are_the_key(tmp_path):
    with ParseCache(tmp_path) as cache:
        cache.keep(ChainParser(), [(["a b"], (chain(["a b"]),))])
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
            cache.keep(ChainParser(), interrupted())
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
        cache.keep(ChainParser(), [(["a"], (chain(["b"]),))])
        with pytest.warns(CacheNotice, match="damaged entries"):
            assert cache.get(ChainParser(), ["a"]) is None
