"""What axe finds in every view, light and dark."""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = [
    ("demo", ""),
    ("demo", "#/segments"),
    ("demo", "#/segment/1?system=calque"),
    ("demo", "#/segment/2?system=calque&against=loom&compare=1"),
    ("many", ""),
    ("many", "#/segment/1"),
    ("linked", "#/segment/1"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "fragment"), VIEWS)
def test_axe_finds_nothing_serious(open_page, request, name, fragment, scheme):
    if not AXE.exists():
        pytest.skip("needs axe-core: npm ci in frontend/")
    report = request.getfixturevalue(name)
    page = open_page(report, fragment, color_scheme=scheme, bypass_csp=True)
    page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then(result => result.violations)")
    serious = [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]
    assert serious == []
