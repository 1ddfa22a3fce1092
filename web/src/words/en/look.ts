// Looks and sounds: what a player can choose for this browser.
export default {
  'look.preview': 'How it looks',
  'look.theme': 'Light or dark',
  'look.themes': { auto: 'As the system', light: 'Light', dark: 'Dark' },
  'look.table': 'Table',
  'look.tables': {
    game: 'The game’s own',
    green: 'Green',
    heather: 'Heather',
    peat: 'Peat',
    loch: 'Loch',
    slate: 'Slate',
  },
  'look.cards': 'Cards',
  'look.cardStyles': { linen: 'Illustrated', plain: 'Plain, large letters' },
  'look.suits': 'Suits',
  'look.suitColours': { five: 'Five colours', strong: 'High contrast' },
  'look.sound': 'Sound',
  'look.sounds': 'Sounds',
  'look.volume': 'Volume',
  'look.vibration': 'Vibrate on your turn and on bombs',
  'look.calm': 'Your system asks for little motion: nothing vibrates, and no tunes are played.',
} as const
