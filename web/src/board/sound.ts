// Short sounds, made here; nothing is loaded. Loaded, and called, only when the player wants to hear them.

let audio: AudioContext | undefined
let master: GainNode | undefined

/** Where sounds are heard, as loud as the player likes (0 to 1). */
export function speakers(volume: number): Stage {
  audio ??= new AudioContext()
  master ??= new GainNode(audio)
  if (audio.state === 'suspended') void audio.resume()
  master.connect(audio.destination)
  master.gain.value = volume ** 1.5 * 2 // loudness is heard in steps, not in sums
  return { out: audio, into: master, at: audio.currentTime + 0.01 }
}

/** Where and when a sound is made. */
export interface Stage {
  out: BaseAudioContext
  into: AudioNode
  at: number
}

interface Tone {
  after?: number // seconds
  length?: number
  volume?: number
  type?: OscillatorType
  to?: number // the frequency it glides to
}

/** A plucked tone: quick to rise, slow to fade. */
function tone({ out, into, at }: Stage, frequency: number, wish: Tone = {}): void {
  const { after = 0, length = 0.3, volume = 0.1, type = 'triangle', to = frequency } = wish
  const start = at + after
  const source = new OscillatorNode(out, { type, frequency })
  const gain = new GainNode(out, { gain: 0 })
  source.frequency.setValueAtTime(frequency, start)
  source.frequency.exponentialRampToValueAtTime(to, start + length)
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  source.connect(gain).connect(into)
  source.start(start)
  source.stop(start + length)
}

interface Noise {
  after?: number
  length?: number
  volume?: number
  pitch?: number // the middle of the band, Hz
  to?: number
  sharp?: number // how narrow the band is
}

/** A rustle: noise in a band that may glide. */
function noise({ out, into, at }: Stage, wish: Noise): void {
  const { after = 0, length = 0.1, volume = 0.3, pitch = 2000, to = pitch, sharp = 0.8 } = wish
  const start = at + after
  const buffer = new AudioBuffer({ length: Math.ceil(out.sampleRate * length), sampleRate: out.sampleRate })
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2
  const source = new AudioBufferSourceNode(out, { buffer })
  const filter = new BiquadFilterNode(out, { type: 'bandpass', frequency: pitch, Q: sharp })
  filter.frequency.setValueAtTime(pitch, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + length)
  source
    .connect(filter)
    .connect(new GainNode(out, { gain: volume }))
    .connect(into)
  source.start(start)
}

/** A card that meets the table; no two sound quite alike. */
function card(stage: Stage, after = 0, volume = 0.8): void {
  const pitch = 2300 + Math.random() * 900
  noise(stage, { after, length: 0.06, volume, pitch, to: pitch * 0.6 })
  tone(stage, 190, { after: after + 0.012, length: 0.05, volume: volume * 0.18, type: 'sine', to: 120 })
}

/** A line of notes (Hz), one after the other. */
function melody(stage: Stage, notes: readonly number[], step: number, wish: Tone = {}): void {
  notes.forEach((note, i) => tone(stage, note, { ...wish, after: (wish.after ?? 0) + i * step }))
}

/** Pipes: a low drone under the tune. */
function drone(stage: Stage, length: number): void {
  const filter = new BiquadFilterNode(stage.out, { type: 'lowpass', frequency: 520 })
  filter.connect(stage.into)
  for (const note of [117, 234.4]) {
    tone({ ...stage, into: filter }, note, { length, volume: 0.09, type: 'sawtooth' })
  }
}

// The scale of the tunes is that of the pipes, around B flat: it has no leading note, and sounds of hills.
const [LOW, B, C, D, F, G, HIGH] = [466.2, 524.5, 587.3, 622.3, 699.2, 786.7, 932.3] as const

export const SOUNDS = {
  deal: (stage) => [0, 1, 2, 3, 4, 5, 6].forEach((i) => card(stage, i * 0.055, 0.35 + 0.03 * i)),
  card: (stage) => card(stage),
  pass: (stage) => [0, 0.09].forEach((after) => tone(stage, 150, { after, length: 0.07, volume: 0.3, to: 90 })), // a knuckle on wood
  turn: (stage) => melody(stage, [F, HIGH], 0.1, { length: 0.28, volume: 0.1 }),
  trick: (stage) => noise(stage, { length: 0.26, volume: 0.5, pitch: 700, to: 2600, sharp: 0.6 }),
  bomb: (stage) => {
    // Together they stay below 1, where a loudspeaker cuts off; noise has peaks of its own each time.
    tone(stage, 110, { length: 0.7, volume: 0.35, to: 34 })
    noise(stage, { length: 0.6, volume: 0.65, pitch: 900, to: 90, sharp: 0.5 })
    noise(stage, { after: 0.05, length: 0.12, volume: 0.25, pitch: 3000 })
  },
  out: (stage) => melody(stage, [LOW, D, F, HIGH], 0.08, { length: 0.45, volume: 0.12 }),
  round: (stage) => {
    melody(stage, [F, D, C, LOW], 0.13, { length: 0.5, volume: 0.1 })
    tone(stage, LOW / 2, { after: 0.39, length: 0.8, volume: 0.12 })
  },
  match: (stage) => {
    drone(stage, 2.3)
    melody(stage, [LOW, D, F, HIGH, G, F, G, HIGH], 0.16, { length: 0.5, volume: 0.12 })
    melody(stage, [LOW, B, D, F], 0.01, { after: 1.34, length: 0.9, volume: 0.08 })
  },
} satisfies Record<string, (stage: Stage) => void>
export type Sound = keyof typeof SOUNDS
