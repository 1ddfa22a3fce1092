"""Draws web/public/og.png (shown where a link is shared) and apple-touch-icon.png: `python scripts/pictures.py`.

Both come from the crest and the cards of the built client, in a real Chromium; build the client first.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.e2e.site import Site
from tests.tools import FLAGS, find_chromium

PUBLIC: Final = Path(__file__).parent.parent / "web" / "public"
OG: Final = {"width": 1200, "height": 630}
ICON: Final = 180
COLOURS: Final = 96

# The cards of the sheet "Look and sound", laid out as a fan beside the name.
_OG = """async () => {
  const wanted = ['10', 'J', 'Q', 'K']
  const all = [...document.querySelectorAll('[data-preview] .cards .card')]
  const cards = wanted.map(rank => all.find(card => card.querySelector('.index b').textContent === rank))
  cards.forEach(card => card.querySelector('.badge')?.remove())
  const put = (tag, style, inside = '') => {
    const made = document.createElement(tag)
    made.setAttribute('style', style)
    if (typeof inside === 'string') made.textContent = inside
    else made.append(inside)
    return made
  }
  const stage = put('div', `position: fixed; inset: 0; background:
    #5a456f`)
  for (const edge of ['top', 'bottom'])
    stage.append(put('div', `position: absolute; ${edge}: 0; left: 0; right: 0; height: 26px; zoom: 1.6;
      background: var(--ribbon); background-size: auto 100%`))
  const crest = put('img', 'position: absolute; left: 84px; top: 84px; width: 250px')
  crest.src = '/crest.svg'
  await crest.decode()
  stage.append(crest)
  const face = 'position: absolute; left: 84px; font-family: var(--display); color: #fdf9f2; line-height: 1;'
  stage.append(put('div', face + 'top: 350px; font-size: 128px', 'Haggis'))
  stage.append(put('div', face + 'top: 506px; font-size: 38px; color: #ecdff3', 'Shed first. Score most.'))
  cards.forEach((card, i) => {
    const turn = (i - 1.5) * 12
    stage.append(put('div', `position: absolute; left: 752px; top: 150px; --w: 206px;
      transform-origin: 50% 230%; transform: rotate(${turn}deg);
      filter: drop-shadow(0 5px 9px rgb(0 0 0 / .35))`, card))
  })
  document.body.replaceChildren(document.querySelector('svg[width="0"]') ?? '', stage)
  document.documentElement.style.background = '#463459'
  await document.fonts.ready
}"""
_ICON = """async () => {
  const crest = document.createElement('img')
  crest.src = '/crest.svg'
  crest.style = 'position: fixed; left: 10px; top: 10px; width: 160px'
  await crest.decode()
  document.body.replaceChildren(crest)
}"""


def save(page: Any, name: str) -> None:
    """What the page shows, with a palette."""
    drawn = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture = drawn.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    picture.save(PUBLIC / name, optimize=True)
    sys.stdout.write(f"{name}: {(PUBLIC / name).stat().st_size} bytes\n")


def main() -> None:
    """Both pictures."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as found:
        site = Site(Path(data) / "data")
        site.start()
        browser = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        page = browser.new_page(
            viewport=OG, base_url=site.url, color_scheme="light", reduced_motion="reduce", bypass_csp=True
        )
        page.goto("/")
        page.get_by_role("button", name="Look and sound").click()
        page.wait_for_selector("[data-preview] .card")
        page.evaluate(_OG)
        page.wait_for_timeout(300)
        save(page, "og.png")
        page.set_viewport_size({"width": ICON, "height": ICON})
        page.evaluate(_ICON)
        save(page, "apple-touch-icon.png")
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
