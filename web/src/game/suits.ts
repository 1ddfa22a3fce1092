// The shapes of the suits on a square of 24: red heart, yellow star, green club, blue diamond, orange triangle.
import type { Suit } from './cards'

export const SUIT_PATHS: Record<Suit, string> = {
  r: 'M12 21C7 16.6 2.5 12.8 2.5 8.4 2.5 5.3 4.8 3.2 7.5 3.2c1.8 0 3.5 1 4.5 2.7 1-1.7 2.7-2.7 4.5-2.7 2.7 0 5 2.1 5 5.2 0 4.4-4.5 8.2-9.5 12.6z',
  y: 'M12 2l2.95 6.5 7.05.75-5.25 4.75 1.45 7L12 17.45 5.8 21l1.45-7L2 9.25l7.05-.75z',
  g: 'M12 2.5a4.7 4.7 0 0 1 4.1 7 4.7 4.7 0 1 1-2.7 7.3c.2 1.9.9 3.4 2.1 4.7h-7c1.2-1.3 1.9-2.8 2.1-4.7a4.7 4.7 0 1 1-2.7-7.3 4.7 4.7 0 0 1 4.1-7z',
  b: 'M12 1.5L20.5 12 12 22.5 3.5 12z',
  o: 'M12 2.8L22.3 20.8H1.7z',
}
