"""The live page and its API, within limits."""

import json
import re
import socket
import threading
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

from hyperbaton import explain
from hyperbaton.errors import OptionError
from hyperbaton.serve import server as server_module
from hyperbaton.serve.server import LiveServer

ASKED = {"hypothesis": "in the lobby at noon", "references": ["at noon in the lobby"]}
POST_BEGUN = b"POST /api/explain HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"


@contextmanager
def serving(host="127.0.0.1"):
    with LiveServer(host, 0) as server:
        running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        running.start()
        try:
            yield server
        finally:
            server.shutdown()
            running.join(10)


@pytest.fixture(scope="module")
def server():
    with serving() as found:
        yield found


def ask(server, body=None, path="/api/explain", **headers):
    """Status, headers and content of an answer; a POST if there is something to send."""
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    sent = json.dumps(body).encode() if isinstance(body, dict) else body
    connection.request("GET" if sent is None else "POST", path, sent, headers)
    answer = connection.getresponse()
    content = answer.read().decode()
    connection.close()
    if answer.headers["content-type"] == "application/json":
        content = json.loads(content)
    return answer.status, answer.headers, content


@pytest.mark.parametrize("choices", [{}, {"metrics": ["kendall", "ter"], "tokenize": "char"}])
def test_explains_as_python_does(server, choices):
    status, _, found = ask(server, {**ASKED, **choices})
    assert status == 200
    assert found == explain(**ASKED, **choices).to_dict()


def test_the_page(server):
    _, headers, page = ask(server, path="/")
    assert headers["content-type"].startswith("text/html")
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    assert policy.partition("; frame-")[0] in page
    assert '<p id="live">' in page
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy and headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 5_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "hypothesis: expected a text"),
        ({"hypothesis": "a"}, "references: expected a list of texts"),
        ({**ASKED, "references": []}, "references: 1 to 8 are accepted, got 0"),
        ({**ASKED, "references": [1]}, "references: expected a list of texts"),
        ({**ASKED, "x": 1}, "unknown field 'x'"),
        ({**ASKED, "metrics": ["nist"]}, "nist: weighs words"),
        ({**ASKED, "tokenize": "x"}, "x"),
        ({**ASKED, "aligner": "best(paraphrases=/etc/passwd)"}, "without parameters"),
        ({**ASKED, "hypothesis": "a " * 201}, "at most 200 words are accepted, got 201"),
        ({**ASKED, "references": ["漢" * 1700]}, "at most 200 words are accepted"),
    ],
)
def test_bad_requests(server, body, message):
    status, _, answer = ask(server, body)
    assert status == 400
    assert message in answer["error"]


def test_large_requests_are_refused_unread(server):
    with socket.create_connection(server.server_address, timeout=10) as connection:
        connection.sendall(POST_BEGUN.replace(b"50", b"1000000"))
        assert b"bytes are accepted" in connection.makefile("rb").read()


def test_other_pages_and_methods(server):
    assert ask(server, path="/nowhere")[2] == {"error": "there is no such page"}
    assert ask(server)[2] == {"error": "POST is accepted here"}


def test_more_requests_than_are_answered_are_turned_away(server, monkeypatch):
    started, finish = threading.Semaphore(0), threading.Event()

    def wait(**_):
        started.release()
        finish.wait(10)
        return explain("a", "a")

    monkeypatch.setattr(server_module, "explain", wait)
    first = [threading.Thread(target=ask, args=(server, ASKED)) for _ in range(4)]
    for each in first:
        each.start()
    assert all(started.acquire(timeout=10) for _ in first)
    try:
        status, _, answer = ask(server, ASKED)
    finally:
        finish.set()
        for each in first:
            each.join(10)
    assert status == 503
    assert "try again" in answer["error"]
    monkeypatch.undo()
    assert ask(server, ASKED)[0] == 200


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {"host": "localhost:8765"}, 200),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:8765"}, 200),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "http://127.0.0.1:99"}, 403),
        ("127.0.0.1", {"host": "127.0.0.1:8765", "origin": "null"}, 403),
        ("127.0.0.1", {"host": "evil.example"}, 403),
        ("0.0.0.0", {"host": "192.0.2.7:8765"}, 200),
        ("0.0.0.0", {"host": "evil.example"}, 403),
    ],
)
def test_only_its_own_address_is_answered(host, headers, status):
    with serving(host) as server:
        assert ask(server, path="/", **headers)[0] == status
        assert ask(server, ASKED, **headers)[0] == status


@pytest.mark.parametrize("sent", [b"", b"GET / HT", POST_BEGUN])
def test_connections_that_send_no_request_end(server, monkeypatch, sent):
    monkeypatch.setattr(server_module._Handler, "timeout", 0.1)
    with socket.create_connection(server.server_address, timeout=10) as connection:
        connection.sendall(sent)
        assert connection.recv(100) == b""
    assert ask(server, ASKED)[0] == 200


def test_an_address_that_is_taken(server):
    port = server.server_address[1]
    with pytest.raises(OptionError, match=re.escape(f"port {port} (Address already in use)")):
        LiveServer("127.0.0.1", port)
    with pytest.raises(OptionError, match="choose another --host"):
        LiveServer("192.0.2.7", 0)


def test_hostile_text_comes_back_as_text(server):
    hostile = "</script><img src=x onerror=alert(1)>"
    _, headers, found = ask(server, {"hypothesis": hostile, "references": [hostile]})
    assert headers["content-type"] == "application/json"
    assert found["hypothesis"]["text"] == hostile
