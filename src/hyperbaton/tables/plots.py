"""Figures for papers, drawn by matplotlib, which is imported when a figure is.

Sizes and fonts are those of a page of two columns: 6.3 inches across, letters of 8 points, fonts
that are embedded in PDF and stay text in SVG. The same data give the same bytes.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hyperbaton.errors import MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INSTALL = "pip install 'hyperbaton[plots]'"
WIDTH = 6.3  # inches, of the text of a page
# Distinct for colour-blind readers too (Okabe & Ito 2008).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
STYLE: dict[str, Any] = {
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "errorbar.capsize": 2,
    "figure.dpi": 72,  # so that a pixel is a point
    "font.size": 8,
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "lines.markersize": 4,
    "pdf.fonttype": 42,
    "savefig.dpi": 300,
    "svg.fonttype": "none",
    "svg.hashsalt": "hyperbaton",
    "text.parse_math": False,  # names may hold dollars
}
# Fonts for scripts that the default has no letters for, as far as they are installed.
FALLBACKS = ("Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Hebrew", "Arial Unicode MS")
NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def check_installed() -> None:
    """Refuses to draw without matplotlib.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise MissingDependencyError("drawing figures", INSTALL) from None


@contextmanager
def styled() -> Iterator[None]:
    """Draws in the style of papers, whatever the user's own is; also a decorator.

    Raises:
        MissingDependencyError: matplotlib is not installed.
    """
    check_installed()
    from matplotlib import font_manager, style

    installed = set(font_manager.fontManager.get_font_names())
    fonts = ["DejaVu Sans", *(font for font in FALLBACKS if font in installed)]
    with style.context(["default", {**STYLE, "font.family": fonts}]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # of scripts that no installed font has
        yield


@styled()
def picture(figure: Figure, kind: str = "svg") -> bytes:
    """A figure as the bytes of a file: `svg`, `pdf` or `png`."""
    file = io.BytesIO()
    title = figure.axes[0].get_title("left")
    figure.savefig(file, format=kind, metadata={"Title": title, **NO_DATE[kind]})
    return file.getvalue()
