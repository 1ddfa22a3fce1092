// The lessons: what is said before each decision (`say`), after it (`done`), and to a legal answer that misses the point
// (`else`); and the coach's lines at the table. The positions are in scripts/lessons.py.
import type { Lesson, StepName } from '../../protocol/steps'

export default {
  'learn.title': 'Learn Haggis',
  'learn.other': { first: 'Part one', second: 'Part two' },
  'learn.lessons': 'Lessons',
  'learn.played': { you: 'You: {play}', they: '{name}: {play}' },
  'learn.passed': 'You pass',
  'learn.lead': 'You lead',
  'learn.nextLesson': 'Next: {title}',
  'learn.continue': 'Continue',
  'learn.match': 'Play your first match',
  'learn.matchAbout': 'Against a bot that is still learning too, with a coach beside you.',
  'learn.partTwo': 'Part two: auction and exchange',

  'lesson.title': {
    climb: 'Climb',
    courts: 'Wild courts',
    pass: 'Pass',
    bombs: 'Bombs',
    worth: 'What cards are worth',
    bet: 'Bets',
    out: 'Going out',
    auction: 'The auction',
    sheep: 'Sheep',
    exchange: 'The exchange',
    lead: 'Partners',
  } satisfies Record<Lesson, string>,
  'lesson.say': {
    'climb.single':
      'You want an empty hand before Ann. She has put a yellow 6 on the table: put one higher card on it. Suits do not matter.',
    'climb.run':
      'Ann leads a Sequence: neighbouring ranks in one suit, three or more. Answer with a higher Sequence of three.',
    'climb.stair': 'A Stair is the same run in two suits or more: here 4 and 5, in red and blue. Find a higher one.',
    'courts.alone':
      'Everybody has a Jack, a Queen and a King, face up. Alone they are higher than 10. Beat the 10, and keep what you can.',
    'courts.gap': 'In a Sequence or a Stair, a court is wild. Beat Ann’s Sequence with the help of your Jack.',
    'pass.must': 'Try your cards: none is higher than a 10. Then you pass, and Ann takes the trick.',
    'bombs.boom':
      'Nothing is higher than a Sequence up to 10, except a bomb. Bombs are 3-5-7-9 in four suits or all in one suit, and two or three courts with nothing else.',
    'bombs.higher':
      'Ann has bombed with J Q. A higher bomb beats it. From low to high: 3-5-7-9 in four suits, J Q, J K, Q K, J Q K, 3-5-7-9 in one suit.',
    'bombs.keep':
      'You may pass although you could play. Your 3, 5, 7 and 9 are a bomb in four suits. Is a 6 worth breaking it?',
    'worth.take':
      'Whoever wins a trick keeps its cards. Each 3, 5, 7 and 9 counts 1, a Jack 2, a Queen 3, a King 5. Take this trick.',
    'worth.bombed':
      'Ann’s King counts 5. You could bomb, but then all cards of the trick go to Ann, your courts too; you only win the lead. Bomb, or pass?',
    'bet.first':
      'Until you play your first card you may bet 15, 30 or 45 that you will be first out. This hand is strong: a run of four, an 8, and three courts. Bet.',
    'out.lead': 'You lead, so you may play anything. Four cards to go: get rid of as many as you can at once.',
    'out.last': 'Your last card. Ann still holds {held} cards. Play it, and you are out.',
    'auction.bid':
      'In Tatties, an auction comes first. The last bidder is the Shepherd, plays alone against two Sheep, and must be first out. You hold a run of five and three courts: bid.',
    'auction.bury':
      'You are the Shepherd and have drawn 2 cards for your bid of 30. Now put 2 number cards back, face down: those that fit nowhere.',
    'sheep.partner':
      'Now Ann is the Shepherd, and Bob is a Sheep like you: you two are partners. Bob’s 8 is winning. Beat your partner, or pass?',
    'exchange.give':
      'In Neeps you play with the partner opposite, Bob. Before the first trick, you both give a card, twice. Give him one that fits nothing in your hand.',
    'lead.partner':
      'You have won with a bomb. In Neeps its cards go to the other side, but you choose who leads: you, or Bob, who has one card left.',
  } satisfies Record<StepName, string>,
  'lesson.done': {
    'climb.single': 'Only the 9 is higher. Ann passes, so the trick is yours, and you lead the next one.',
    'climb.run': 'Same kind, same number of cards, only higher: every trick works like this.',
    'climb.stair': 'Right: 6 and 7, both in yellow and green. Only a Stair of the same shape can follow.',
    'courts.alone': 'J, then Q, then K: the lowest that is enough. The others stay with you.',
    'courts.gap': 'The Jack stood for the green 8. A court stands for any card from 2 to 10.',
    'pass.must':
      'In the duel, a pass ends the trick. In most games with more players, you may come back later in the same trick.',
    'bombs.boom': 'Boom! Ann passes, and you lead.',
    'bombs.higher': 'Q K is higher than J Q. A bomb that is kept for last is the best one.',
    'bombs.keep': 'A Single is a cheap trick; a bomb brings back the lead when you need it.',
    'worth.take': 'These six cards count {trick}: two 7s, the 5 and the 9. Even cards count nothing.',
    'worth.bombed':
      'Well kept. Bomb when the lead is worth more than the cards. In some games of the family you keep a bombed trick, or choose who gets it.',
    'bet.first': 'If you are first out, your bet counts for you, otherwise for Ann. So bet what your hand is good for.',
    'out.lead': 'Ann has no Sequence of three. One card to go.',
    'out.last':
      'Out! You score {bonus} for each of Ann’s {held} cards: {out}. You also get those cards, and the haggis, the cards that nobody was dealt.',
    'auction.bid':
      'The lower the bid, the more cards you draw: 3 for 15, 2 for 30, 1 for 45. If a Sheep is faster than the Shepherd, the Sheep share the bid.',
    'auction.bury':
      'Whoever is first out scores one point for each of them; what matters is your hand. Your red cards are now a run of five.',
    'sheep.partner': 'Let it go: if Ann does too, the trick stays with the Sheep. Keep your cards for the Shepherd’s.',
    'exchange.give':
      'The cards change hands when all four have chosen. What you give is never a court, and you cannot see first what comes back.',
    'lead.partner':
      'Bob plays his last card and is out. If you are next, that is a slam: all cards left go to your side.',
  } satisfies Record<StepName, string>,
  'lesson.else': {
    'courts.alone': 'That is higher, but it costs you more than you need. Which court is just enough?',
    'bombs.keep': 'That breaks your bomb, or spends it, for a trick with no points.',
    'worth.take': 'You can win these cards. Look for a higher Sequence of three.',
    'worth.bombed':
      'That wins the lead, but Ann gets at least 10 points: her King and your courts. There is a cheaper way.',
    'bet.first': 'First the bet: once you have played a card, it is too late. Press “Bet”.',
    'out.lead': 'That is allowed, but three cards can go at once.',
    'auction.bid': 'You may pass, but this hand is made for a Shepherd.',
    'auction.bury': 'That is allowed, but it tears your red run apart. Look for cards that fit nowhere.',
    'sheep.partner': 'That takes the trick from your own partner.',
    'lead.partner': 'You may, but Bob goes out at once if he leads.',
    other: 'You may pass here, but one of your cards can be played. Try again.',
  },
} as const
