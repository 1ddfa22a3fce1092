/** Whether this page comes from a server; else it is a folder of files, and everything happens in the browser. */
export const hasServer = import.meta.env.DEV || !!document.querySelector('meta[name=haggis-server]')
