import { subjectOf, type TapeEvent } from '../../contract/tape-event.ts'
import type { WebhookType } from '../../contract/webhook.ts'
import type { WebhookRecord } from '../../store/webhook-rows.ts'

/** The type under which an event is sent to one webhook; null when it did not subscribe to it. */
export type MatchEvent = (event: TapeEvent) => WebhookType | null

/** Every condition of the filter that is given must hold; of a list, one member. `side` and `minUsd` speak of trades
 *  only, `screens` of changes of screens, of which no other condition speaks. Retractions go where the event went before, and slots that could not be read go to everyone. */
export function createMatch({
  events,
  filter,
  chain,
  fromTimeSec,
}: Pick<WebhookRecord, 'events' | 'filter' | 'chain' | 'fromTimeSec'>): MatchEvent {
  const tokens = new Set(filter.tokens)
  const wallets = new Set(filter.wallets)
  const pools = new Set(filter.pools)
  const dexes = new Set<string>(filter.dex)
  const screens = new Set(filter.screens)
  const wantsScreens = events.includes('screen')
  const wantsTrades = events.includes('trade')
  const wantsLaunches = events.includes('launch')
  const { side, minUsd } = filter

  return (event) => {
    if (event.chain !== chain) return null
    if (event.blockTimeSec !== null && event.blockTimeSec < fromTimeSec) return null
    if (event.type === 'screen') return wantsScreens && screens.has(event.screenId) ? 'screen' : null
    const subject = subjectOf(event)
    if (subject === null) return 'gap'
    if (subject.blockTimeSec !== null && subject.blockTimeSec < fromTimeSec) return null
    if (!(subject.type === 'trade' ? wantsTrades : wantsLaunches)) return null
    if (tokens.size > 0 && !tokens.has(subject.mint)) return null
    if (pools.size > 0 && !pools.has(subject.pool)) return null
    if (dexes.size > 0 && !dexes.has(subject.dex)) return null
    const isRetraction = event.type === 'retracted'
    if (subject.type === 'launch') {
      if (wallets.size > 0 && (subject.creator === null || !wallets.has(subject.creator))) return null
      return isRetraction ? 'launch_retracted' : 'launch'
    }
    if (wallets.size > 0 && !wallets.has(subject.maker)) return null
    if (side !== null && subject.side !== side) return null
    if (minUsd !== null && minUsd > 0 && (subject.amountUsd === null || subject.amountUsd < minUsd)) return null
    return isRetraction ? 'trade_retracted' : 'trade'
  }
}
