// A few short sounds, made here; nothing is loaded. Only ever called when the player has switched them on.

let audio: AudioContext | undefined

function context(): AudioContext {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  return audio
}

function tone(frequency: number, at: number, length: number, volume: number, kind: OscillatorType = 'sine'): void {
  const out = context()
  const start = out.currentTime + at
  const source = new OscillatorNode(out, { type: kind, frequency })
  const gain = new GainNode(out, { gain: 0 })
  gain.gain.linearRampToValueAtTime(volume, start + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  source.connect(gain).connect(out.destination)
  source.start(start)
  source.stop(start + length)
}

function noise(length: number, volume: number, low: number): void {
  const out = context()
  const buffer = new AudioBuffer({ length: Math.ceil(out.sampleRate * length), sampleRate: out.sampleRate })
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2
  const source = new AudioBufferSourceNode(out, { buffer })
  const filter = new BiquadFilterNode(out, { type: 'lowpass', frequency: low })
  source.connect(filter).connect(new GainNode(out, { gain: volume })).connect(out.destination)
  source.start()
}

export const SOUNDS = {
  card: () => noise(0.07, 0.35, 2600),
  pass: () => tone(220, 0, 0.09, 0.06),
  turn: () => (tone(660, 0, 0.14, 0.08), tone(880, 0.09, 0.18, 0.08)),
  bomb: () => (noise(0.5, 0.9, 420), tone(70, 0, 0.45, 0.4, 'triangle')),
  out: () => [523, 659, 784].forEach((note, i) => tone(note, i * 0.09, 0.3, 0.09, 'triangle')),
}
export type Sound = keyof typeof SOUNDS
