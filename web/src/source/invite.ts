// The address that an invitation carries: the one that friends can open, not always the one that this page has.
import type { Games } from '../protocol/messages'

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]'
}

/** What the server was told, else the page's own address; in place of "this computer", its address in the network. */
export function inviteOrigin(
  server: Pick<Games, 'public_url' | 'network_url'>,
  page: { origin: string; hostname: string },
): string {
  return server.public_url ?? (isLoopback(page.hostname) ? server.network_url : null) ?? page.origin
}
