"""The live page and its API, within limits."""

import json
import threading
import time

import pytest

pytest.importorskip("starlette", reason="needs Starlette: pip install 'hyperbaton[serve]'")
pytest.importorskip("httpx2", reason="needs httpx2, which Starlette's test client uses")
from starlette.testclient import TestClient

import hyperbaton
from hyperbaton import Explanation, explain
from hyperbaton.serve.api import EXAMPLES, ExplainRequest, Limits
from hyperbaton.serve.app import make_app

ASKED = {"hypothesis": "in the lobby at noon", "references": ["at noon in the lobby"]}


@pytest.fixture(scope="module")
def client():
    return TestClient(make_app())


def test_explains_as_python_does(client):
    answer = client.post("/api/explain", json=ASKED)
    assert answer.status_code == 200
    found = Explanation.from_dict(answer.json())
    assert found.to_dict() == explain(ASKED["hypothesis"], ASKED["references"]).to_dict()


def test_choices_are_heeded(client):
    asked = {**ASKED, "metrics": ["kendall", "ter"], "tokenize": "char", "language": "en"}
    found = client.post("/api/explain", json=asked).json()
    assert list(found["scores"]) == ["kendall", "ter"]
    assert found["hypothesis"]["tokens"][:3] == ["i", "n", "t"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_example_has_a_move(client, example):
    asked = {"hypothesis": example.hypothesis, "references": [example.reference]}
    asked["language"] = example.language
    found = client.post("/api/explain", json=asked).json()
    assert found["moves"], found


def test_the_page(client):
    answer = client.get("/")
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    assert policy.replace("&", "&amp;") in answer.text.replace("&#x27;", "'")
    assert '<script type="application/json" id="serve">' in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_description_and_health(client):
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    answer = client.post("/api/explain", json=ASKED).json()
    schema = described["paths"]["/api/explain"]["post"]["responses"]["200"]["content"]
    assert set(schema["application/json"]["schema"]["required"]) <= set(answer)
    assert client.get("/api/health").json() == {"hyperbaton": hyperbaton.__version__}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "bytes are accepted"),
        (b"[" * 5_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "hypothesis: a text is needed"),
        (b'{"hypothesis": "a"}', "references: a list of texts is needed"),
        (b'{"hypothesis": "a", "references": []}', "references: 1 to 8 are accepted, got 0"),
        (b'{"hypothesis": "a", "references": [1]}', "references: a list of texts is needed"),
        (b'{"hypothesis": "a", "references": ["b"], "x": 1}', "'x' is not a field"),
        (b'{"hypothesis": "a", "references": ["b"], "metrics": ["x"]}', "x"),
        (b'{"hypothesis": "a", "references": ["b"], "metrics": ["nist"]}', "nist: weighs words"),
        (b'{"hypothesis": "a", "references": ["b"], "tokenize": "x"}', "x"),
        (
            b'{"hypothesis": "a", "references": ["b"], "aligner": "best(paraphrases=/etc/passwd)"}',
            "without parameters",
        ),
    ],
)
def test_bad_requests(client, body, message):
    answer = client.post("/api/explain", content=body)
    assert answer.status_code in (400, 413)
    assert message in answer.json()["error"]


def test_metrics_cannot_name_files(client):
    """No parameter of a metric reads a file of the server."""
    asked = {**ASKED, "metrics": ["full(order=pef,lexical=bleu)"]}
    assert client.post("/api/explain", json=asked).status_code == 200


def test_long_sentences_are_refused(client):
    asked = {**ASKED, "hypothesis": "a " * 201}
    answer = client.post("/api/explain", json=asked)
    assert answer.status_code == 400
    assert "at most 200 words are accepted, got 201" in answer.json()["error"]
    asked = {**ASKED, "references": ["漢" * 1700]}
    assert client.post("/api/explain", json=asked).status_code == 400


def test_other_pages_and_methods(client):
    assert client.get("/nowhere").json() == {"error": "there is no such page"}
    assert client.get("/api/explain").json() == {"error": "POST is accepted here"}


def test_slow_answers_are_given_up(monkeypatch):
    monkeypatch.setattr(ExplainRequest, "answer", lambda self: time.sleep(1))
    answer = TestClient(make_app(Limits(seconds=0.05))).post("/api/explain", json=ASKED)
    assert answer.status_code == 504
    assert "longer than 0.05 seconds" in answer.json()["error"]


def test_more_requests_than_are_answered_are_turned_away(monkeypatch):
    started, finish = threading.Event(), threading.Event()

    def wait(self):
        started.set()
        finish.wait(10)
        return {}

    monkeypatch.setattr(ExplainRequest, "answer", wait)
    with TestClient(make_app(Limits(requests=1))) as client:
        first = threading.Thread(target=client.post, args=("/api/explain",), kwargs={"json": ASKED})
        first.start()
        assert started.wait(10)
        try:
            answer = client.post("/api/explain", json=ASKED)
        finally:
            finish.set()
            first.join(10)
    assert answer.status_code == 503
    assert "try again" in answer.json()["error"]


def test_hostile_text_comes_back_as_text(client):
    hostile = "</script><img src=x onerror=alert(1)>"
    answer = client.post("/api/explain", json={"hypothesis": hostile, "references": [hostile]})
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.text)["hypothesis"]["text"] == hostile
