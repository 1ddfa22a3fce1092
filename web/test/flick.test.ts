import { describe, expect, it } from 'vitest'
import { Flick } from '../src/board/flick'

/** The pointer goes along these points: x, y, milliseconds. */
function flicked(...points: [number, number, number][]): boolean {
  const [first, ...rest] = points.map(([clientX, clientY, timeStamp]) => ({ clientX, clientY, timeStamp }))
  const flick = new Flick(first!)
  for (const point of rest.slice(0, -1)) flick.move(point)
  return flick.ends(rest.at(-1)!)
}

describe('a flick', () => {
  it('goes up, far and fast', () => {
    expect(flicked([100, 700, 0], [100, 660, 30], [104, 600, 60], [105, 570, 75])).toBe(true)
  })
  it('may be seen in a few steps only, on a slow device', () => {
    expect(flicked([100, 700, 0], [100, 640, 110], [100, 560, 220], [100, 560, 224])).toBe(true)
  })
  it('is not a tap', () => {
    expect(flicked([100, 700, 0], [100, 699, 40])).toBe(false)
  })
  it('is not slow, however far it goes', () => {
    expect(flicked([100, 700, 0], [100, 650, 200], [100, 600, 400], [100, 550, 600])).toBe(false)
  })
  it('is not short, however fast it is', () => {
    expect(flicked([100, 700, 0], [100, 670, 15], [100, 655, 25])).toBe(false)
  })
  it('does not go sideways or down', () => {
    expect(flicked([100, 700, 0], [160, 640, 40], [220, 580, 80])).toBe(false)
    expect(flicked([100, 500, 0], [100, 560, 30], [100, 620, 60])).toBe(false)
  })
  it('is over when the pointer rests before it goes up', () => {
    expect(flicked([100, 700, 0], [100, 600, 50], [100, 590, 80], [100, 590, 400])).toBe(false)
  })
  it('does not begin by going over other cards', () => {
    expect(flicked([100, 700, 0], [140, 700, 40], [150, 640, 70], [150, 560, 100])).toBe(false)
  })
})
