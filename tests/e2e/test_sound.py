"""Sounds are real: every one of them, rendered by the browser, can be heard and is not cut off."""

from tests.e2e.conftest import Opened
from tests.e2e.playing import READY, make_table, step

# The page's own module, played into a context that renders instead of sounding.
RENDER = """async () => {
  const loaded = performance.getEntriesByType('resource').map(one => one.name)
  const url = loaded.find(name => name.includes('/assets/sound-'))
  const { SOUNDS } = await import(url)
  const heard = {}
  for (const [name, make] of Object.entries(SOUNDS)) {
    const out = new OfflineAudioContext(1, 3 * 44100, 44100)
    make({ out, into: out.destination, at: 0 })
    const samples = (await out.startRendering()).getChannelData(0)
    let peak = 0, power = 0
    for (const sample of samples) { peak = Math.max(peak, Math.abs(sample)); power += sample * sample }
    heard[name] = { peak, rms: Math.sqrt(power / samples.length), end: Math.abs(samples[samples.length - 1]) }
  }
  return heard
}"""

COUNT = """() => {
  window.nodes = 0
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start
    kind.prototype.start = function (...at) { nodes++; return start.apply(this, at) }
  }
}"""


def test_sounds_can_be_heard(visit: Opened) -> None:
    page = visit()
    page.evaluate(COUNT)
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    step(page)
    page.wait_for_function("nodes > 0")
    heard = page.evaluate(RENDER)
    assert set(heard) == {"deal", "card", "pass", "turn", "trick", "bomb", "out", "round", "match"}
    for name, sound in heard.items():
        assert sound["rms"] > 0.001, name
        assert 0.01 < sound["peak"] < 1, name
        assert sound["end"] < 0.001, f"{name} is over within three seconds"
