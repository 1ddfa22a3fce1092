// No page at all, but the code of pages: what runs without one is tested without one, which is quicker.
import type { Environment } from 'vitest/environments'

export default {
  name: 'plain',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment
