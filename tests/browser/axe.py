"""What axe-core, the accessibility checker, finds wrong on a page."""

from importlib.resources import files

import pytest

from .window import Window

pytest.importorskip("axe_playwright_python", reason="axe-core checks the page's accessibility")

# The package is made for another driver of browsers; of it, only the checker itself is used.
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
RUN = """
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations)
"""


def grave_findings(window: Window) -> list[str]:
    """What keeps people from using the page as it stands now: the rule, and where it is broken."""
    if not window.ask("'axe' in window"):
        window.wire.call("Runtime.evaluate", expression=AXE)
    found = window.wire.evaluate(RUN)
    return [
        f"{one['id']} ({one['impact']}): {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] in GRAVE
    ]
