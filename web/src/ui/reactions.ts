export const REACTION_SIGNS: Record<string, string> = {
  clap: '👏',
  laugh: '😄',
  wow: '😮',
  sad: '😢',
  think: '🤔',
  party: '🎉',
}
