// The small signs that players send each other. Which there are, the server says (/api/games).
import type { React } from '../net/messages'
import { has, t } from '../words'

const SIGNS: Record<React['reaction'], string> = {
  clap: '👏',
  laugh: '😄',
  wow: '😮',
  sad: '😢',
  think: '🤔',
  party: '🎉',
}

export function reactionSign(reaction: string): string {
  return (SIGNS as Record<string, string>)[reaction] ?? '…'
}

export function reactionName(reaction: string): string {
  return has('chat.reaction', reaction) ? t('chat.reaction', { is: reaction }) : reaction
}
