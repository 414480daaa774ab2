"""The live page and its API, within limits."""

import json
import os
import socket
import threading
from pathlib import Path

import pytest
from anyio import to_process, to_thread

pytest.importorskip("starlette", reason="needs Starlette: pip install 'hyperbaton[serve]'")
pytest.importorskip("httpx2", reason="needs httpx2, which Starlette's test client uses")
from starlette.testclient import TestClient

from hyperbaton import explain
from hyperbaton.serve import app
from hyperbaton.serve.api import EXAMPLES, Limits
from hyperbaton.serve.app import listening, make_app, server_of

ASKED = {"hypothesis": "in the lobby at noon", "references": ["at noon in the lobby"]}
POST_BEGUN = b"POST /api/explain HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"


def live(limits=None):
    return TestClient(make_app(limits), base_url="http://localhost")


@pytest.fixture(scope="module")
def client():
    with live() as found:
        yield found


def test_explains_as_python_does(client):
    answer = client.post("/api/explain", json=ASKED)
    assert answer.status_code == 200
    assert answer.json() == explain(ASKED["hypothesis"], ASKED["references"]).to_dict()


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
    assert policy.partition("; frame-")[0] in answer.text
    assert '<script type="application/json" id="serve">' in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy and answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "bytes are accepted"),
        (b"[" * 5_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "hypothesis: expected a text"),
        (b'{"hypothesis": "a"}', "references: expected a list of texts"),
        (b'{"hypothesis": "a", "references": []}', "references: 1 to 8 are accepted, got 0"),
        (b'{"hypothesis": "a", "references": [1]}', "references: expected a list of texts"),
        (b'{"hypothesis": "a", "references": ["b"], "x": 1}', "unknown field 'x'"),
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
    assert answer.status_code == 400
    assert message in answer.json()["error"]


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


def test_work_ends_with_the_time_limit():
    """Of sentences that take minutes; the next request has the only place at once."""
    words = [f"w{k}" for k in range(3000)]
    slow = {"hypothesis": " ".join(reversed(words)), "references": [" ".join(words)]}
    with live(Limits(words=4000, seconds=4.0, requests=1)) as client:
        answer = client.post("/api/explain", json=slow)
        assert (answer.status_code, answer.json()) == (504, {"error": "took longer than 4 seconds"})
        states = [path.read_text().split()[2:4] for path in Path("/proc").glob("[0-9]*/stat")]
        assert ["R", str(os.getpid())] not in states
        assert client.post("/api/explain", json=ASKED).status_code == 200


def test_more_requests_than_are_answered_are_turned_away(monkeypatch):
    started, finish = threading.Event(), threading.Event()

    async def wait(*_, limiter, **__):
        async with limiter:
            started.set()
            await to_thread.run_sync(finish.wait, 10)
        return {}

    monkeypatch.setattr(to_process, "run_sync", wait)
    with live(Limits(requests=1)) as client:
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


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {"host": "localhost:8765"}, 200),
        ("127.0.0.1", {"host": "[::1]:8765"}, 200),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:8765"}, 200),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:99"}, 403),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "null"}, 403),
        ("127.0.0.1", {"host": "evil.example"}, 403),
        ("127.0.0.1", {"host": "192.0.2.7"}, 403),
        ("192.0.2.7", {"host": "192.0.2.7:8765"}, 200),
        ("0.0.0.0", {"host": "192.0.2.7:8765"}, 200),
        ("0.0.0.0", {"host": "evil.example"}, 403),
    ],
)
def test_only_its_own_address_is_answered(host, headers, status):
    client = TestClient(make_app(host=host))
    assert client.get("/", headers=headers).status_code == status


@pytest.mark.parametrize("sent", [b"", b"GET / HT", POST_BEGUN])
def test_connections_that_send_no_request_end(monkeypatch, sent):
    monkeypatch.setattr(app, "SILENCE", 0.1)
    server = server_of(make_app())
    place = listening("127.0.0.1", 0)
    running = threading.Thread(target=server.run, args=([place],))
    running.start()
    try:
        with socket.create_connection(place.getsockname(), timeout=10) as connection:
            connection.sendall(sent)
            assert connection.recv(100) == b""
    finally:
        server.should_exit = True
        running.join(10)


def test_hostile_text_comes_back_as_text(client):
    hostile = "</script><img src=x onerror=alert(1)>"
    answer = client.post("/api/explain", json={"hypothesis": hostile, "references": [hostile]})
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.text)["hypothesis"]["text"] == hostile
