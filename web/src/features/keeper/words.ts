// The sheet in words.
import { t } from '../../words'
import type { Source } from '../../protocol/messages'
import { sourceWords } from '../../game/sources'
import type { Names } from '../../game/words'
import type { Line, Opened, ScoredRound, Start } from '../../protocol/keeper'
import type { Saved, Sheet } from './sheet'

export const namesOf = ({ players }: Sheet): Names => ({ me: null, name: (seat) => players[seat] ?? '' })

export function startWords({ players }: Sheet, { dealer, lead, without_shepherd }: Start): string {
  const deals = { dealer: players[dealer]!, lead: players[lead ?? without_shepherd ?? 0]! }
  return t(lead === null ? 'keeper.deals.auction' : 'keeper.deals.leads', deals)
}

/** Which round is entered: of a match, or a printed deal with its seed. */
export function roundWords({ deals }: Sheet, at: number): string {
  return typeof deals === 'number'
    ? t('keeper.round', { is: 'deal', round: at + 1, seed: String(deals + at) })
    : t('keeper.round', { is: 'plain', round: at + 1, seed: 0 })
}

export function winnerWords({ account, side_names, sides }: Opened): string {
  const winners = account.winners ?? []
  const said = { names: winners.map((side) => side_names[side]!), total: Math.max(...account.totals) }
  if (winners.length > 1) return t('keeper.shared', said)
  return sides.length > side_names.length
    ? t('keeper.wonSide', { ...said, names: said.names[0]! })
    : t('keeper.won', { ...said, n: 1 })
}

/** What a line of a round is for. */
export function lineWords(sheet: Sheet, { slam }: ScoredRound, line: Line): string {
  if (line.rule === 'pile') return line.count ? t('keeper.pileLine', { n: line.count }) : t('keeper.pileSum')
  const source = { ...line, part: 'out', rule: line.rule as Source['rule'], cards: '' } satisfies Source
  return sourceWords(sheet, { slam }, source, namesOf(sheet))
}

export const totalsWords = ({ opened }: Saved) =>
  opened.side_names.map((name, side) => `${name} ${opened.account.totals[side]!}`).join(' · ')
