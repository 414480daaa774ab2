"""The live page as `hyperbaton serve` serves it."""

import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from browser.conftest import Opener


@pytest.fixture(scope="module")
def address():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = str(found.getsockname()[1])
    command = [sys.executable, "-m", "hyperbaton", "serve", "--port", port, "--max-words", "20"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        found = f"http://127.0.0.1:{port}/"
        try:
            for _ in range(200):
                try:
                    urlopen(found, timeout=5).close()
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
    """Opens the page and waits until its first example is explained."""
    opener = Opener(browser)

    def opened(fragment=""):
        page = opener(address, fragment)
        page.wait_for_selector(".move")
        return page

    yield opened
    assert all(url.startswith(address) for url in opener.close())


def test_explanation_follows_the_typing(open_live):
    page = open_live()
    page.fill("#reference", "at noon in the lobby")
    page.fill("#output", "at noon in the lobby")
    page.wait_for_selector("text=Every matched word is in its place.")
    page.fill("#output", "in the lobby at noon")
    page.wait_for_selector(".move >> text=3 words too late")
    page.wait_for_selector("option:text-is('taken as English')", state="attached")
    page.keyboard.press("Escape")
    page.click("text=Undo next move")
    page.wait_for_selector(".move.undone")
    page.click("text=A phrase too early")
    page.wait_for_selector(".move >> text=old hotel")


def test_address_holds_the_texts(open_live):
    page = open_live(f"#/?reference={quote('a b c')}&output={quote('c a b')}&step=1")
    page.wait_for_selector(".move.undone")
    assert page.input_value("#reference") == "a b c"
    assert page.input_value("#output") == "c a b"
    page.fill("#reference", "a b d")
    page.wait_for_function("() => location.hash.includes('a+b+d')")


DROP = """([selector, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.querySelector(selector).dispatchEvent(drop);
}"""


def test_files_are_dropped_and_walked_through(open_live):
    page = open_live()
    page.evaluate(DROP, ["form", [["ref.txt", "a b c\nd e f\n"], ["out.txt", "a b c\r\nf d e"]]])
    page.wait_for_selector("text=/Line 1 of 2$/")
    page.wait_for_selector("text=Every matched word is in its place.")
    page.click("text=Next →")
    page.wait_for_selector(".move >> text=2 words too early")
    assert page.input_value("#output") == "f d e"
    page.evaluate(DROP, ["#output", [["other.txt", "b c a\nd e f\nd e f"]]])
    page.wait_for_selector("text=Line 1 of 3; the files have 2 and 3 lines")
    assert page.input_value("#reference") == "a b c"
    page.wait_for_selector(".move >> text=2 words too late")
    page.click("text=A phrase too early")
    page.wait_for_selector("text=drop files here")


def test_every_example_has_a_move(open_live):
    page = open_live()
    for example in page.locator(".chips .chip").all():
        with page.expect_response("**/api/explain") as answered:
            example.click()
        assert answered.value.json()["moves"]


def test_errors_are_shown_beside_the_last_explanation(open_live):
    page = open_live()
    page.fill("#output", "word " * 21)
    page.wait_for_selector(".status.problem")
    page.wait_for_selector("text=at most 20 words are accepted, got 21")
    assert page.locator(".move").count() > 0
    page.fill("#reference", "")
    page.wait_for_selector("text=Write a reference")


def test_a_server_that_is_gone_is_named(open_live):
    page = open_live()
    page.route("**/api/explain", lambda route: route.abort())
    page.fill("#output", "another text")
    page.wait_for_selector("text=Is hyperbaton serve still running?")
