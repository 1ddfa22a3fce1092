// Tables of days, and the switch for notifications.
export default {
  'home.complete': 'complete: the match can start',
  'home.yourTurns': { one: 'Your turn at one table', other: 'Your turn at {n} tables' },
  'home.noTurn': 'It is not your turn anywhere',
  'home.until': 'until {time}',
  'form.daysAbout': 'You need not be there at the same time: each player comes when it is their turn.',
  'pause.by': 'The next round begins in {time} at the latest',
  'seat.days': { one: '{n} day {hours} h', other: '{n} days {hours} h' },
  'seat.hours': '{hours} h {minutes} min',
  'notify.switch': 'Notify me when it is my turn',
  'notify.about': {
    on: 'This browser shows a notification when a table of days waits for you.',
    off: 'For tables with a day or more for a decision. A notification never shows cards.',
    denied:
      'This browser does not let the page show notifications. Allow them for this site in the browser’s settings (often behind the sign beside the address), then load the page again.',
    failed: 'The browser’s push service did not answer. Try again later.',
  },
} as const
