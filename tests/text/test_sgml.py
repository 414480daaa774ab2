"""Segments from SGML and XML files of WMT and NIST."""

import gzip

import pytest
from reading_errors import error_of

from hyperbaton.text.reading import read_references, read_segments


@pytest.fixture
def write_set(write):
    return lambda content, name="set.sgm": write(name, content)


WMT_SGML = """<!DOCTYPE refset SYSTEM "mteval.dtd">
<refset setid="newstest2019" srclang="any" trglang="en">
<doc sysid="ref" docid="a.1" genre="news" origlang="de">
<hl>
<seg id="1">A &lt;b&gt; &amp;amp; &quot;c&quot; &apos;d&apos; &#233; &#xE9; AT&T x < y</seg>
</hl>
<p>
<seg id="2">  two
  lines\t here </seg>
</p>
</doc>
<DOC sysid='ref' docid='a.2'>
<SEG ID=1></SEG >
<seg id="2"><b>bold</b> &unknown;</seg>
</DOC>
</refset>
"""


def test_wmt_sgml(write_set):
    expected = [
        "A <b> &amp; \"c\" 'd' é é AT&T x < y",
        "two lines here",
        "",
        "<b>bold</b> &unknown;",
    ]
    path = write_set(WMT_SGML)
    assert read_segments(path) == read_segments(f"{path}:ref") == expected
    assert read_references(path) == [[text] for text in expected]
    packed = path + "l.gz"
    with gzip.open(packed, "wb") as file:
        file.write(WMT_SGML.encode())
    assert read_segments(packed) == expected


NIST_BY_SET = """<mteval>
<refset setid="s" refid="r1"><doc docid="d"><seg id="1">a1</seg><seg id="2">a2</seg></doc></refset>
<refset setid="s" refid="r2"><doc docid="d"><seg id="1">b1</seg><seg id="2">b2</seg></doc></refset>
</mteval>"""
NIST_BY_DOCUMENT = """<refset setid="s">
<doc docid="d" sysid="r1"><seg id=1>a1</seg></doc><doc docid="d" sysid="r2"><seg id=1>b1</seg></doc>
<doc docid="e" sysid="r1"><seg id=1>a2</seg></doc><doc docid="e" sysid="r2"><seg id=1>b2</seg></doc>
</refset>"""
NIST_WITHOUT_IDS = """<refset>
<doc sysid="r1"><seg>a1</seg><seg>a2</seg></doc><doc sysid="r2"><seg>b1</seg><seg>b2</seg></doc>
</refset>"""


@pytest.mark.parametrize("content", [NIST_BY_SET, NIST_BY_DOCUMENT, NIST_WITHOUT_IDS])
@pytest.mark.parametrize("name", ["set.sgm", "set.sgml", "set.xml"])
def test_several_reference_sets(write_set, content, name):
    path = write_set(content, name)
    assert read_references(path) == [["a1", "b1"], ["a2", "b2"]]
    assert read_references(f"{path}:r2") == [["b1"], ["b2"]]
    assert read_segments(f"{path}:r1") == ["a1", "a2"]
    assert read_segments(f"{path}:ref:r2") == ["b1", "b2"]
    assert error_of(path) == (
        f"{path}: has several sets; choose with {path}:NAME from ref:r1, ref:r2"
    )
    assert error_of(f"{path}:r3") == (
        f"{path}: has no set 'r3'; choose with {path}:NAME from ref:r1, ref:r2"
    )


def test_source_is_called_src_and_taken_only_where_alone(write_set):
    source = '<srcset><doc docid="d" sysid="ref"><seg id="1">a</seg></doc></srcset>'
    path = write_set(source)
    assert read_segments(path) == read_segments(f"{path}:src") == ["a"]
    path = write_set(source + '<tstset><doc docid="d" sysid="x"><seg id="1">b</seg></doc></tstset>')
    assert read_segments(path) == ["b"]
    assert read_references(path) == [["b"]]
    assert read_segments(f"{path}:src") == ["a"]


def test_references_are_matched_by_id_not_by_place(write_set):
    path = write_set(
        '<refset refid="x"><doc docid="d"><seg id="1">x1</seg><seg id="2">x2</seg></doc></refset>'
        '<refset refid="y"><doc docid="d"><seg id="2">y2</seg></doc></refset>'
    )
    assert read_references(path) == [["x1"], ["x2", "y2"]]
    assert error_of(f"{path}:y") == (f"{path}: ref:y: segment '1' of document 'd' is missing")


WMT_XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmttest2022.en-de"><collection id="general">
  <doc origlang="en" id="d1">
    <src lang="en"><p><seg id="1">s1</seg></p><p><seg id="2">s2</seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1"> a1 &amp;
      &lt; </seg></p><p><seg id="2">a2</seg></p></ref>
    <ref lang="de" translator="B"><p><seg id="2">b2</seg><seg id="1">b1</seg></p></ref>
    <hyp system="M2M" language="de"><p><seg id="1">h1</seg><seg id="2"/></p></hyp>
  </doc>
  <doc origlang="en" id="suite" testsuite="x"><src lang="en"><p><seg id="1">t</seg></p></src></doc>
  <doc origlang="en" id="d2">
    <src lang="en"><p><seg id="1">s3</seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1">a3</seg></p></ref>
    <hyp system="M2M" language="de"><p><seg id="1">h3</seg></p></hyp>
  </doc>
</collection></dataset>
"""


def test_wmt_xml(write_set):
    path = write_set(WMT_XML, "wmt.xml")
    assert read_references(path) == [["a1 & <", "b1"], ["a2", "b2"], ["a3"]]
    assert read_references(f"{path}:A") == [["a1 & <"], ["a2"], ["a3"]]
    assert read_segments(f"{path}:M2M") == read_segments(f"{path}:hyp:M2M") == ["h1", "", "h3"]
    assert read_segments(f"{path}:src") == ["s1", "s2", "s3"]
    assert error_of(path) == (
        f"{path}: has several sets; choose with {path}:NAME from src, ref:A, ref:B, hyp:M2M"
    )
    assert error_of(f"{path}:B") == (f"{path}: ref:B: segment '1' of document 'd2' is missing")
