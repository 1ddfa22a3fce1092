"""axe-core, the checker of accessibility, in a page that a test has opened."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.fits import fits

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: npm ci in web/")
WORST = ("critical", "serious", "moderate")
_RUN = """async ([scheme, worst]) => {
    const rules = { 'label-content-name-mismatch': { enabled: true } }  // off by itself: it is called experimental
    // Only contrasts depend on the scheme.
    const what = scheme === 'light' ? { rules } : { runOnly: ['color-contrast'] }
    const { violations } = await axe.run(document, { ...what, resultTypes: ['violations'] })
    return violations.filter(one => worst.includes(one.impact)).flatMap(({ id, impact, nodes }) =>
      nodes.slice(0, 4).map(node => `${id} (${impact}) ${node.target}: ${node.html.slice(0, 140)}: ${
        (node.any[0] ?? node.all[0] ?? node.none[0])?.message}`)) }"""


def findings(page: Any) -> list[str]:
    """What axe finds on the page as it is, light and dark; it must have been opened with `bypass_csp`."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        if not page.evaluate("'axe' in window"):
            page.add_script_tag(path=AXE)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        # A colour that is just changing is none of the two.
        page.evaluate("Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
        found += [f"{scheme}: {one}" for one in page.evaluate(_RUN, [scheme, WORST])]
    # What is drawn next is looked at in light first: Chromium keeps some inherited colours when the scheme changes.
    page.emulate_media(color_scheme="light")
    return found


def clean(page: Any, where: str) -> None:
    """axe finds nothing, and everything fits."""
    found = findings(page)
    assert found == [], f"{where}:\n" + "\n".join(found)
    fits(page)
