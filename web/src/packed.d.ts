declare module 'packed:*' {
  const url: string
  export default url
}
declare module 'packaged:*' {
  const path: string
  export default path
  export const size: number
}
declare module 'pyodide/pyodide.asm.mjs?url' {
  const url: string
  export default url
}
