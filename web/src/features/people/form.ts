// The picture of one's form: a dot for each match, and the mean of the ten that lie behind it.
import type { FormPoint } from '../../protocol/messages'

export interface Dot {
  point: FormPoint
  x: number // 0 to 1
  y: number // 0 at the top to 1
}
export interface FormData {
  dots: Dot[]
  line: { x: number; y: number }[]
  nought: number
  ticks: { value: number; y: number }[]
}

const BEHIND = 10 // matches in a mean
const LEAST = 20 // points up and down that are always shown, so that small things look small
const STEPS = [10, 20, 50, 100, 200]

export function formData(points: readonly FormPoint[]): FormData {
  const most = Math.max(LEAST, ...points.map((one) => Math.abs(one.ahead)))
  const by = STEPS.find((step) => most / step <= 3) ?? STEPS.at(-1)!
  const edge = Math.ceil(most / by) * by
  const y = (value: number) => (edge - value) / (2 * edge)
  const x = (place: number) => (points.length > 1 ? place / (points.length - 1) : 0.5)
  const ticks = []
  for (let value = -edge; value <= edge; value += by) ticks.push({ value, y: y(value) })
  return {
    dots: points.map((point, i) => ({ point, x: x(i), y: y(point.ahead) })),
    line: points.map((_, i) => ({ x: x(i), y: y(mean(points.slice(Math.max(0, i - BEHIND + 1), i + 1))) })),
    nought: y(0),
    ticks,
  }
}

export function mean(points: readonly FormPoint[]): number {
  return points.reduce((sum, one) => sum + one.ahead, 0) / Math.max(1, points.length)
}
