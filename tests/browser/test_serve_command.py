"""The live page as `hyperbaton serve` serves it, round trip."""

import json
import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from browser.conftest import Opener
from browser.documents import HOSTILE

pytest.importorskip("starlette", reason="needs Starlette: pip install 'hyperbaton[serve]'")
pytest.importorskip("uvicorn", reason="needs uvicorn: pip install 'hyperbaton[serve]'")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="module")
def address():
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "hyperbaton",
        "serve",
        "--port",
        str(port),
        "--max-words",
        "12",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        found = f"http://127.0.0.1:{port}/"
        try:
            for _ in range(200):
                try:
                    urlopen(f"{found}api/health", timeout=5).close()
                    break
                except URLError:
                    assert server.poll() is None, server.stderr.read()
                    time.sleep(0.1)
            yield found
        finally:
            server.terminate()
            server.wait(10)


@pytest.fixture
def open_live(browser, address):
    opener = Opener(browser)
    yield opener
    opener.close()
    assert all(url.startswith(address) for url in opener.asked())


def test_an_example_is_explained_and_put_back_in_order(open_live, address):
    page = open_live(address)
    page.wait_for_selector(".move")  # of the first example
    page.fill("#reference", "at noon in the lobby")
    page.fill("#hypothesis", "in the lobby at noon")
    page.wait_for_selector(".move >> text=3 words too late")
    page.click("text=Undo next move")
    page.wait_for_selector(".move.undone")


def test_the_servers_limit_is_shown(open_live, address):
    page = open_live(address)
    page.wait_for_selector(".move")  # of the first example
    page.fill("#reference", "at noon in the lobby")
    page.fill("#hypothesis", "word " * 13)
    page.wait_for_selector(".status.problem")
    page.wait_for_selector("text=at most 12 words are accepted, got 13")


def test_hostile_text_is_text(open_live, address):
    page = open_live(address)
    page.wait_for_selector(".move")  # of the first example
    page.fill("#reference", HOSTILE)
    page.fill("#hypothesis", HOSTILE)
    page.wait_for_selector("text=Every matched word is in its place.")
    assert "onerror" in page.inner_text(".slope")
    assert page.query_selector("img") is None


def test_programs_get_json(address):
    body = json.dumps({"hypothesis": "b a", "references": ["a b"]}).encode()
    with urlopen(Request(f"{address}api/explain", body), timeout=20) as answer:
        assert json.load(answer)["permutation"] == [2, 1]
