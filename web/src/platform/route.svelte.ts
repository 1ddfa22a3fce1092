// The address within the page: plain paths, so that links can be shared and reloaded. A folder of files has one page only;
// there the same paths stand behind a #, and links are changed just before somebody uses them.
import { arrive } from './arrival'
import { partsOf } from './paths'
import { hasServer } from './place'
import { Spots } from './spots'

function read(): { path: string; query: string; hash: string } {
  if (hasServer) return { path: location.pathname, query: location.search, hash: location.hash }
  const [, path, query, hash] = /^#?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(location.hash)!
  return { path: path || '/', query: query ?? '', hash: hash ?? '' }
}

class Route {
  path = $state(read().path)
  query = $state(read().query)
  private spots = new Spots()

  constructor() {
    window.addEventListener('popstate', () => {
      const before = this.path
      this.read()
      this.spots.restore()
      if (this.path !== before) arrive()
    })
  }

  get parts(): string[] {
    return partsOf(this.path)
  }

  /** The place within the page, with its #. */
  get hash(): string {
    return read().hash
  }

  /** What the browser's line shows for a path. */
  address(path: string): string {
    return hasServer ? path : `#${path}`
  }

  /** To a page; where this one only changes its address, `replace`: the place and the focus stay. */
  go(to: string, replace = false): void {
    if (replace) history.replaceState(history.state, '', this.address(to))
    else this.spots.push(this.address(to))
    this.read()
    if (replace) return
    window.scrollTo(0, 0)
    arrive()
  }

  /** Names a place within the page, without going there. */
  mark(hash: string): void {
    history.replaceState(history.state, '', hasServer ? hash : this.address(this.path + this.query + hash))
  }

  private read(): void {
    ;({ path: this.path, query: this.query } = read())
  }
}

export const route = new Route()

/** Lets links within the page change the address without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.startsWith('/api/')
  )
    return
  if (link.pathname === location.pathname && link.hash) return // the browser knows the way
  event.preventDefault()
  route.go(link.pathname + link.search + link.hash)
}

function rewrite({ target }: Event): void {
  const link = (target as Element | null)?.closest?.('a')
  const path = link?.getAttribute('href')
  if (path?.startsWith('/') && !path.startsWith('/api/')) link!.setAttribute('href', route.address(path))
}
if (!hasServer) for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, rewrite)
