// A few short sounds, made here; nothing is loaded. Only ever called when the player has switched them on.

let audio: AudioContext | undefined

/** Where sounds are heard. */
export function speakers(): BaseAudioContext {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  return audio
}

function tone(
  out: BaseAudioContext,
  frequency: number,
  at: number,
  length: number,
  volume: number,
  type: OscillatorType = 'sine',
): void {
  const start = out.currentTime + at
  const source = new OscillatorNode(out, { type, frequency })
  const gain = new GainNode(out, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  source.connect(gain).connect(out.destination)
  source.start(start)
  source.stop(start + length)
}

function noise(out: BaseAudioContext, length: number, volume: number, low: number): void {
  const buffer = new AudioBuffer({ length: Math.ceil(out.sampleRate * length), sampleRate: out.sampleRate })
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2
  const source = new AudioBufferSourceNode(out, { buffer })
  const filter = new BiquadFilterNode(out, { type: 'lowpass', frequency: low })
  source
    .connect(filter)
    .connect(new GainNode(out, { gain: volume }))
    .connect(out.destination)
  source.start()
}

type Make = (out: BaseAudioContext) => void

export const SOUNDS = {
  card: (out) => noise(out, 0.07, 0.35, 2600),
  pass: (out) => tone(out, 220, 0, 0.09, 0.06),
  turn: (out) => (tone(out, 660, 0, 0.14, 0.08), tone(out, 880, 0.09, 0.18, 0.08)),
  bomb: (out) => (noise(out, 0.5, 0.9, 420), tone(out, 70, 0, 0.45, 0.4, 'triangle')),
  out: (out) => [523, 659, 784].forEach((note, i) => tone(out, note, i * 0.09, 0.3, 0.09, 'triangle')),
} satisfies Record<string, Make>
export type Sound = keyof typeof SOUNDS
