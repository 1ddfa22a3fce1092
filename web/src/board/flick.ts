// A flick: the pointer goes down, far enough and fast enough upwards, and up again. Anything slower, shorter or more
// sideways is not one, so that no card is played by accident.

const KNOWN = 10 // px after which the direction is known
const DISTANCE = 56 // px upwards, at least
const SPEED = 0.4 // px a millisecond at the end, at least
const RECENT = 90 // ms; over this time, at least, the speed is measured
const STEEP = 1.2 // so much more upwards than sideways

interface Mark {
  x: number
  y: number
  at: number
}
type Point = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp'>

export class Flick {
  private readonly start: Mark
  private marks: Mark[]
  /** Where it goes; decided once. */
  way: 'up' | 'other' | null = null

  constructor(event: Point) {
    this.start = mark(event)
    this.marks = [this.start]
  }

  /** How far the pointer has come upwards. */
  get rise(): number {
    return this.start.y - this.marks.at(-1)!.y
  }

  move(event: Point): void {
    // The last mark before that time stays: on a slow device there may be few.
    const since = Math.max(
      0,
      this.marks.findLastIndex((one) => event.timeStamp - one.at > RECENT),
    )
    this.marks = [...this.marks.slice(since), mark(event)]
    const aside = Math.abs(event.clientX - this.start.x)
    if (this.way === null && Math.max(Math.abs(this.rise), aside) > KNOWN)
      this.way = this.rise > aside * STEEP ? 'up' : 'other'
  }

  /** Whether it was one, now that the pointer goes up. */
  ends(event: Point): boolean {
    this.move(event)
    const first = this.marks[0]!
    const time = Math.max(1, event.timeStamp - first.at)
    const aside = Math.abs(event.clientX - this.start.x)
    return (
      this.way === 'up' &&
      this.rise >= DISTANCE &&
      this.rise >= aside * STEEP &&
      (first.y - event.clientY) / time >= SPEED
    )
  }
}

function mark({ clientX, clientY, timeStamp }: Point): Mark {
  return { x: clientX, y: clientY, at: timeStamp }
}
