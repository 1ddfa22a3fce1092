// Who one is, as the profile shows it: one thing is done at a time, and what came of it is said.
import { Work } from '../../platform/resource.svelte'
import { Trouble } from '../../platform/trouble.svelte'
import { Refusal } from '../../source/api'
import type { Passkey, Profile } from '../../protocol/messages'
import { remember } from '../../platform/settings.svelte'
import { t } from '../../words'
import { dateWords } from '../../words/format'
import * as api from '../../source/profile'

/** When a passkey was made, and last used. */
export const passkeyDates = ({ made, used }: Passkey) =>
  t('passkey.dates', { is: used ? 'used' : 'never', made: dateWords(made), used: dateWords(used ?? made) })
/** Whether somebody can come back. */
export const isKept = (profile: Profile) => profile.passkeys.length > 0 || profile.code !== null
/** What nobody could come back to, if this browser forgot who one is; in words, or nothing. */
export function atStake(profile: Profile): string[] {
  if (isKept(profile)) return []
  const [matches, { puzzles }] = [profile.matches + profile.running, profile]
  return [
    ...(matches ? [t('sign.matches', { n: matches })] : []),
    ...(puzzles ? [t('sign.puzzles', { n: puzzles })] : []),
  ]
}

export class Session extends Work {
  profile = $state.raw<Profile | null>(null)
  said = $state('')

  /** Does something; then the profile is read again, and this is said. */
  override async do(work: () => unknown, said: string | (() => string) = ''): Promise<boolean> {
    if (!this.busy) this.said = ''
    const done = await super.do(async () => {
      try {
        await work()
        this.profile = await api.profile()
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'no-session')) throw error
        // Another tab or device has signed this one out, or has deleted everything.
        this.profile = await api.profile().catch(() => this.profile)
        throw new Trouble(t('sign.outMeanwhile'))
      }
      if (this.profile.name) remember('name', this.profile.name) // for tables of this browser
    })
    if (done) this.said = typeof said === 'string' ? said : said()
    return done
  }

  readonly isNow = () => t('sign.isNow', { name: this.profile?.name ?? '' })
}
