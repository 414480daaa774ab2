"""Fingerprints of files and texts."""


from hyperbaton.runtime.fingerprint import fingerprint


def test_fingerprints_tell_models_apart(tmp_path):
    for folder, content in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "weights").write_text(content)
    prints = {folder: fingerprint(tmp_path / folder) for folder in "abc"}
    assert prints["a"] == prints["b"] != prints["c"]
    (tmp_path / "b" / "more").write_text("")
    assert fingerprint(tmp_path / "b") != prints["b"]
