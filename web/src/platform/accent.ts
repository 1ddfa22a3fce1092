// The colour of a game on the page: heather for Haggis, barley for Tatties, loch for Neeps (theme.css has them).
export type Accent = 'heather' | 'barley' | 'loch'

export function accentOf(preset: string): Accent {
  if (preset.startsWith('tatties')) return 'barley'
  return preset.startsWith('neeps') ? 'loch' : 'heather'
}

/** The whole page takes on the colour of a game. */
export function wear(preset: string): void {
  document.documentElement.dataset['accent'] = accentOf(preset)
}
