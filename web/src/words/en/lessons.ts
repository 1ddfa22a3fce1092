// The lessons: what is said before each decision (`say`) and after it (`done`). The positions are in scripts/web_data.py.
export default {
  'lesson.title': {
    shedding: 'Shedding',
    sequences: 'Sequences',
    stairs: 'Stairs',
    courts: 'Wild courts',
    bombs: 'Bombs',
  },
  'lesson.say': {
    'shedding.higher':
      'You want an empty hand before everybody else. Ann has put a yellow 6 on the table. Put one higher card on it; suits do not matter.',
    'shedding.lead': 'If you lead, you may play anything. Get rid of one of your two cards.',
    'shedding.last': 'This is your last card. Play it, and you are out.',
    'sequences.higher':
      'Ann leads a Sequence: neighbouring ranks in one suit, three or more. You need a Sequence of three as well, and a higher one. Pick three cards.',
    'sequences.long':
      'Now you lead. The longer the Sequence, the more cards you shed, and the harder it is to answer. Lead four at once.',
    'stairs.higher': 'A Stair is the same run in two suits or more: here 4 and 5, in red and blue. Find a higher one.',
    'stairs.long': 'Stairs can be long. You lead: shed six cards in one go.',
    'courts.gap':
      'Everybody has a Jack, a Queen and a King, face up. In a Sequence or a Stair they are wild. Beat Ann’s Sequence with the help of your Jack.',
    'courts.readings':
      'The same cards can often be read in several ways. Pick all four, and choose what they are: the best comes first.',
    'bombs.run':
      'Nothing is higher than a Sequence up to 10, except a bomb, which beats everything. Bombs are 3-5-7-9 in four suits or all in one suit, and two or three courts without any other card.',
    'bombs.bomb':
      'Ann has bombed with J Q. A bomb beats every lower bomb: 3-5-7-9 in four suits, J Q, J K, Q K, J Q K, 3-5-7-9 in one suit. Beat hers.',
  },
  'lesson.done': {
    'shedding.higher': 'Only the 9 is higher. Ann passes, so the trick is yours, and you lead the next one.',
    'shedding.lead': 'Ann has nothing that she wants to put on it. You lead again.',
    'shedding.last': 'Out! You score {bonus} points for each card that Ann still holds, and you get her cards too.',
    'sequences.higher':
      'Same kind, same number of cards, only higher: every trick works like this. Suits never count, and one rank higher is enough.',
    'sequences.long': 'Nobody has a higher Sequence of four. One card to go.',
    'stairs.higher': 'Right: 6 and 7, both in yellow and green.',
    'stairs.long':
      'A Stair of 2 × 3. Only another 2 × 3 can be put on it, not a 3 × 2, although that has six cards too.',
    'courts.gap': 'The Jack stood for the green 8. Alone, J, Q and K are Singles above 10.',
    'courts.readings': 'All four cards are gone. The higher you read them, the harder they are to beat.',
    'bombs.run':
      'Boom! But be careful: in most games of the family, the cards of a bombed trick go to somebody else. You still lead next.',
    'bombs.bomb': 'One card left, and the lead is yours. You know the game: go and play it.',
  },
} as const
