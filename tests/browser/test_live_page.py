"""The live page against a small server that explains what it is sent."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pytest

from browser.conftest import Opener
from browser.documents import live
from hyperbaton.explanation.explainer import explain

EXAMPLES = [
    {
        "name": "lobby",
        "reference": "we met at noon in the lobby",
        "hypothesis": "in the lobby we met at noon",
        "language": "en",
    },
    {"name": "in order", "reference": "so it goes", "hypothesis": "so it goes", "language": "en"},
]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, live({"examples": EXAMPLES, "limits": {"words": 20}}), "text/html")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        if len(body["hypothesis"].split()) > 20:
            return self.answer(400, json.dumps({"error": "the output has more than 20 words"}))
        return self.answer(200, explain(body["hypothesis"], body["references"]).to_json())

    def answer(self, status, text, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        """Keeps quiet."""


@pytest.fixture
def server():
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.bodies = []
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def address(server):
    return f"http://127.0.0.1:{server.server_port}/"


@pytest.fixture
def open_live(browser, address):
    opener = Opener(browser)
    yield opener
    opener.close()
    assert all(url.startswith(address) for url in opener.asked())


def test_first_example_is_explained_at_once(open_live, address, server):
    page = open_live(address)
    page.wait_for_selector(".slope .word")
    assert "in the lobby" in page.inner_text(".move >> nth=0")
    assert server.bodies[0] == {
        "hypothesis": EXAMPLES[0]["hypothesis"],
        "references": [EXAMPLES[0]["reference"]],
        "language": "en",
    }


def test_explanation_follows_the_typing(open_live, address):
    page = open_live(address)
    page.wait_for_selector(".move")
    page.fill("#hypothesis", "we met at noon in the lobby")
    page.wait_for_selector("text=Every matched word is in its place.")
    page.click("text=lobby >> nth=0")
    page.wait_for_selector(".move")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".move.undone")


def test_address_holds_the_texts(open_live, address):
    page = open_live(address, f"#/?reference={quote('a b c')}&output={quote('c a b')}&step=1")
    page.wait_for_selector(".move.undone")
    assert page.input_value("#reference") == "a b c"
    assert page.input_value("#hypothesis") == "c a b"
    page.fill("#reference", "a b d")
    page.wait_for_function("() => location.hash.includes('a+b+d')")


def test_errors_are_shown_beside_the_last_explanation(open_live, address):
    page = open_live(address)
    page.wait_for_selector(".move")
    page.fill("#hypothesis", "word " * 21)
    page.wait_for_selector(".status.problem")
    assert page.inner_text(".status") == "the output has more than 20 words"
    page.fill("#reference", "")
    page.wait_for_selector("text=Write a reference")


def test_a_server_that_is_gone_is_named(open_live, address, server):
    page = open_live(address)
    page.wait_for_selector(".move")
    page.route("**/api/explain", lambda route: route.abort())
    page.fill("#hypothesis", "another text")
    page.wait_for_selector("text=Is hyperbaton serve still running?")
