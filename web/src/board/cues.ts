// Which sounds are heard, and what is felt, when something happens at the table. The sounds themselves are loaded only
// when the first of them is due.
import { readEntry } from '../game/action'
import { logLine, type Names } from '../game/words'
import type { View } from '../protocol/messages'
import type { Change } from '../source/table.svelte'
import { settings } from '../platform/settings.svelte'
import { still } from '../platform/motion'
import type { Sound } from './sound'

const BUZZ: Partial<Record<Sound, number[]>> = { turn: [35], bomb: [60, 40, 120] } // ms on, off, on
const JINGLES: readonly Sound[] = ['out', 'round', 'match'] // nothing of these for those who want it calm

/** What a change at the table sounds and feels like. */
export function cue(change: Change, names: Names): void {
  const sounds = soundsOf(change, names)
  const buzz = sounds.find((sound) => BUZZ[sound])
  // Before the first touch a browser allows neither.
  if (!navigator.userActivation?.hasBeenActive) return
  if (buzz && settings.vibration && !still()) navigator.vibrate?.(BUZZ[buzz]!)
  sounds.forEach((sound, i) => hear(sound, i * 0.12))
}

/** One sound, if the player wants any; also to try the volume. */
export function hear(sound: Sound, after = 0): void {
  if (!settings.sounds || settings.volume === 0 || (still() && JINGLES.includes(sound))) return
  const play = ({ SOUNDS, speakers }: typeof import('./sound')) => {
    const stage = speakers(settings.volume / 100)
    SOUNDS[sound]({ ...stage, at: stage.at + after })
  }
  void import('./sound').then(play, () => {}) // without a connection it may not be there yet: then it is quiet
}

/** In the order in which they are heard. */
export function soundsOf({ event, before, after }: Change, names: Names): Sound[] {
  const sounds: Sound[] = []
  if (event) {
    const { kind } = logLine(event.action, names)
    sounds.push(kind === 'bomb' ? 'bomb' : readEntry(event.action).verb === 'play' ? 'card' : 'pass')
  }
  if (after.round === before.round && after.tricks.length > before.tricks.length) sounds.push('trick')
  if (after.results.length > before.results.length) sounds.push(won(after, names) ? 'match' : 'round')
  else if (after.out.length > before.out.length) sounds.push('out')
  if (after.round > before.round) sounds.push('deal')
  else if (names.me !== null && after.to_act.includes(names.me) && !before.to_act.includes(names.me))
    sounds.push('turn')
  return sounds
}

/** The match is over, and not against the listener. */
function won({ winners, seats }: View, { me }: Names): boolean {
  return !!winners && (me === null || winners.includes(seats[me]!.side))
}
