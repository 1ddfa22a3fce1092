// The result of a match as a picture to share: who played, the points of every round, who won. Nothing that was hidden.
import { fileAt } from '../../platform/place'
import { SUIT_PATHS } from '../../game/suits'
import { SUITS } from '../../game/cards'
import { winnerSentence } from '../../game/ends'
import { gameName, sideName, type Names } from '../../game/words'
import type { View } from '../../protocol/messages'
import { t } from '../../words'

export const PICTURE = { width: 1200, height: 630 } // what messengers show whole
const EDGE = 70

/** Draws it in the colours that the table has now. Names stand as they are: "you" would be somebody else elsewhere. */
export async function picture(view: View, names: Names): Promise<Blob> {
  const strangers: Names = { me: null, name: names.name }
  const canvas = document.createElement('canvas')
  Object.assign(canvas, PICTURE)
  const draw = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const colour = colours(style)
  const display = style.getPropertyValue('--display') || 'serif'
  background(draw, colour)
  await crest(draw)
  draw.textBaseline = 'alphabetic'
  draw.fillStyle = colour('--felt-soft')
  draw.font = '500 30px system-ui, sans-serif'
  draw.fillText(gameName(view.rules), EDGE + 118, 104)
  draw.fillStyle = colour('--gold')
  draw.font = fitting(draw, winnerSentence(view, strangers), `600 58px ${display}`, PICTURE.width - 2 * EDGE - 118)
  draw.fillText(winnerSentence(view, strangers), EDGE + 118, 170)
  scores(draw, view, strangers, colour)
  suits(draw, colour)
  return new Promise((done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error('no picture'))), 'image/png'),
  )
}

/** Hands it to the system's sharing, or saves it where there is none. */
export async function share(made: Blob, title: string): Promise<void> {
  const file = new File([made], 'haggis.png', { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => undefined) // closed again: that is all right
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

type Colour = (name: string) => string

/** A custom property as a colour that a canvas takes: the page resolves light-dark() and variables. */
function colours(style: CSSStyleDeclaration): Colour {
  const probe = document.createElement('i')
  return (name) => {
    probe.style.color = `var(${name}, ${style.color})`
    document.body.append(probe)
    const found = getComputedStyle(probe).color
    probe.remove()
    return found
  }
}

function background(draw: CanvasRenderingContext2D, colour: Colour): void {
  const { width, height } = PICTURE
  const felt = draw.createRadialGradient(width / 2, height * 0.4, 80, width / 2, height * 0.4, width * 0.7)
  felt.addColorStop(0, colour('--felt'))
  felt.addColorStop(1, colour('--felt-deep'))
  draw.fillStyle = felt
  draw.fillRect(0, 0, width, height)
  draw.strokeStyle = colour('--gold')
  draw.lineWidth = 3
  draw.strokeRect(22, 22, width - 44, height - 44)
}

async function crest(draw: CanvasRenderingContext2D): Promise<void> {
  const image = new Image()
  image.src = fileAt('crest.svg')
  try {
    await image.decode()
    draw.drawImage(image, EDGE - 8, 70, 110, 110)
  } catch {
    // a picture without the crest is a picture
  }
}

/** One column for each side: rounds, and the total in large figures. */
function scores(draw: CanvasRenderingContext2D, view: View, names: Names, colour: Colour): void {
  const sides = view.totals.map((_, side) => side)
  const wide = (PICTURE.width - 2 * EDGE) / sides.length
  const rounds = view.results.slice(-6)
  for (const side of sides) {
    const x = EDGE + side * wide + wide / 2
    const won = view.winners?.includes(side)
    draw.textAlign = 'center'
    draw.fillStyle = colour(won ? '--gold' : '--felt-ink')
    draw.font = fitting(draw, sideName(view, names, side), '600 34px system-ui, sans-serif', wide - 24)
    draw.fillText(sideName(view, names, side), x, 270)
    draw.font = '700 104px system-ui, sans-serif'
    draw.fillText(String(view.totals[side]), x, 380)
    draw.fillStyle = colour('--felt-soft')
    const parts = rounds.map((result) => String(result.points[side])).join(' · ')
    const words = rounds.length < view.results.length ? `… ${parts}` : parts
    draw.font = fitting(draw, words, '500 28px system-ui, sans-serif', wide - 24)
    draw.fillText(words, x, 436)
  }
  draw.font = '500 24px system-ui, sans-serif'
  draw.fillText(t('picture.rounds', { n: view.results.length }), PICTURE.width / 2, 496)
  draw.textAlign = 'left'
}

function suits(draw: CanvasRenderingContext2D, colour: Colour): void {
  const names = { r: 'red', y: 'yellow', g: 'green', b: 'blue', o: 'orange' } as const
  const size = 40
  const left = PICTURE.width / 2 - ((SUITS.length - 1) * 66) / 2 - size / 2
  SUITS.forEach((suit, i) => {
    draw.save()
    draw.translate(left + i * 66, 530)
    draw.fillStyle = colour('--card-face')
    draw.beginPath()
    draw.roundRect(-8, -8, size + 16, size + 16, 10)
    draw.fill()
    draw.scale(size / 24, size / 24)
    draw.fillStyle = colour(`--${names[suit]}-fill`)
    draw.fill(new Path2D(SUIT_PATHS[suit]))
    draw.restore()
  })
}

/** The font, smaller where the words would not fit. */
function fitting(draw: CanvasRenderingContext2D, words: string, font: string, room: number): string {
  draw.font = font
  const factor = Math.min(1, room / draw.measureText(words).width)
  return font.replace(/(\d+)px/, (_, size: string) => `${Math.floor(Number(size) * factor)}px`)
}
