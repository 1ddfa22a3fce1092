// The form for a new table, and pages that are not there.
export default {
  'app.name': 'Haggis',
  'app.title': 'Haggis: climbing card games',
  'missing.title': 'This page does not exist',
  'missing.why': 'The address may be mistyped.',
  'missing.back': 'Back to the tables',
  'page.licences': 'Licences',
  'lost.title': 'This page could not be fetched',
  'lost.why': 'Check your connection, then try again.',
  'lost.again': 'Try again',
  'wrong.title': 'Something went wrong',
  'wrong.words': 'Something went wrong here. Try again, or load the page anew.',
  'wrong.slow': 'This takes too long. Try again.',
  'net.offline': 'The server cannot be reached',
  'net.status': 'The server answered with {status}',

  'form.friend': 'a friend',
  'form.bot': 'bot: {level}',
  'form.days': { one: 'a day', other: '{n} days' },
  'form.hours': '{number} h',
  'form.minutes': '{number} min',
  'form.seconds': '{number} s',
} as const
