// Where this page comes from.

const mark = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=haggis-server]')

/** From a server, or from a folder of files: then everything happens in the browser. */
export const hasServer = import.meta.env.DEV || !!mark

/** What the owner of the server says of it. */
export const club: { name: string; imprint: string; chat: boolean } = {
  name: '',
  imprint: '',
  chat: true,
  ...(JSON.parse(mark?.content || '{}') as object),
}

/** The address of a file beside the page; this script lies in assets/. */
export const fileAt = (name: string) =>
  import.meta.env.DEV ? `/${name}` : import.meta.url.replace(/assets\/[^/]*$/, name)
