"""What a browser keeps for later, and a page without a network."""

from typing import Any

ACTIVE = "navigator.serviceWorker.controller?.state === 'activated'"
# All that the service worker lists but for what is kept once it is used, networks and puzzles.
KEPT = """(async () => {
  const { scope } = await navigator.serviceWorker.ready
  const worker = await (await fetch(scope + 'sw.js')).text()
  const lists = ['CORE', 'REST', 'ENGINE'].map((name) => JSON.parse(worker.match(`const ${name} = (.*)`)[1]))
  const kept = await Promise.all(lists.flat().map((path) => caches.match(new URL(path, scope))))
  return kept.every(Boolean)
})()"""


def eventually(page: Any, promised: str) -> None:
    """Waits until a promise gives true; `wait_for_function` takes the promise itself for an answer."""
    for _ in range(300):
        if page.evaluate(promised):
            return
        page.wait_for_timeout(100)
    raise AssertionError(promised)


def go_offline(page: Any) -> None:
    """Everything is kept; then the browser's own switch."""
    eventually(page, ACTIVE)
    eventually(page, KEPT)
    page.context.set_offline(True)
