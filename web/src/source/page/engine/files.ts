// Many files as one: the length of a list, the list of paths and sizes as JSON, then what they hold.

export function joined(files: Record<string, Uint8Array>): Uint8Array {
  const sizes = Object.entries(files).map(([path, body]): [string, number] => [path, body.length])
  const list = new TextEncoder().encode(JSON.stringify(sizes))
  const whole = new Uint8Array(4 + list.length + sizes.reduce((sum, [, size]) => sum + size, 0))
  new DataView(whole.buffer).setUint32(0, list.length, true)
  whole.set(list, 4)
  let at = 4 + list.length
  for (const body of Object.values(files)) {
    whole.set(body, at)
    at += body.length
  }
  return whole
}

export function split(whole: Uint8Array): Record<string, Uint8Array> {
  const length = new DataView(whole.buffer, whole.byteOffset).getUint32(0, true)
  const sizes = JSON.parse(new TextDecoder().decode(whole.subarray(4, 4 + length))) as [string, number][]
  let at = 4 + length
  return Object.fromEntries(sizes.map(([path, size]) => [path, whole.subarray(at, (at += size))]))
}
