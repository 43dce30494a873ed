"""Check a page's accessibility with axe-core."""

from importlib.resources import files

import pytest

from .window import Window

pytest.importorskip("axe_playwright_python", reason="axe-core checks the page's accessibility")

# The package targets another browser driver; only its copy of axe-core is used.
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
RUN = """
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations)
"""


def grave_findings(window: Window) -> list[str]:
    """Return the serious violations on the page, each with its rule and elements."""
    if not window.ask("'axe' in window"):
        window.wire.call("Runtime.evaluate", expression=AXE)
    found = window.wire.evaluate(RUN)
    return [
        f"{one['id']} ({one['impact']}): {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] in GRAVE
    ]
