import { has, t } from '../words'

export const REACTION_SIGNS: Record<string, string> = {
  clap: '👏',
  laugh: '😄',
  wow: '😮',
  sad: '😢',
  think: '🤔',
  party: '🎉',
}

export function reactionName(reaction: string): string {
  return has('chat.reaction', reaction) ? t('chat.reaction', { is: reaction }) : reaction
}
