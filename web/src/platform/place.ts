// Where this page comes from.

/** From a server, or from a folder of files: then everything happens in the browser. */
export const hasServer = import.meta.env.DEV || !!document.querySelector('meta[name=haggis-server]')

/** The address of a file beside the page; this script lies in assets/. */
export const fileAt = (name: string) =>
  import.meta.env.DEV ? `/${name}` : import.meta.url.replace(/assets\/[^/]*$/, name)
