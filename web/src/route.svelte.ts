// Addresses within the page: plain paths, so that links can be shared and reloaded.

class Route {
  path = $state(location.pathname)
  query = $state(location.search)

  constructor() {
    window.addEventListener('popstate', () => this.read())
  }

  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to)
    this.read()
    window.scrollTo(0, 0)
  }

  private read(): void {
    this.path = location.pathname
    this.query = location.search
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
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  route.go(link.pathname + link.search + link.hash)
}
