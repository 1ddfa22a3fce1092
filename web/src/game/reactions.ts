// The small signs that players send each other: their names. Which there are, the server says (/api/games);
// ReactionSign.svelte draws them.
import { has, t } from '../words'

export function reactionName(reaction: string): string {
  return has('chat.reaction', reaction) ? t('chat.reaction', { is: reaction }) : reaction
}
