import { addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { TruePractice } from '../../sandbox/world/plan-types.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { EARLIER_LAMPORTS, planEarlierLaunch } from './earlier-launch.ts'
import type { Stage } from './stage.ts'

const OLDEST_SECS = 29 * DAY_SECS
const ROOT_SECS = OLDEST_SECS + 12 * HOUR_SECS
const FEE_LAMPORTS = 20_000_000n

export type Ring = NonNullable<TruePractice['ring']> & { readonly relays: readonly string[] }

/** Two to four tokens of the same hand that ended badly, the last of them days before `secsAgo`; the creator of the
 *  present one is paid `lamports` in the same way as the earlier creators were. */
export function planRing(
  stage: Stage,
  way: string,
  { dev, lamports, secsAgo }: { readonly dev: string; readonly lamports: bigint; readonly secsAgo: number },
): Ring {
  const { draft, cast, random, label } = stage
  const count = random.integer(2, 4)
  const oldest = Math.min(25 * DAY_SECS, secsAgo + random.integer(8, 18) * DAY_SECS)
  const gap = (oldest - secsAgo) / (count + 0.3)
  const times = Array.from({ length: count }, (_, i) => Math.round(oldest - i * gap))
  const earlier = (creator: string, i: number): string => {
    const own = { ...stage, label: `${label}/earlier/${i}` }
    return planEarlierLaunch(own, { creator, secsAgo: times[i]!, end: 'rugged' }).mint
  }
  if (way === 'same creator') {
    const sum = EARLIER_LAMPORTS * BigInt(count)
    pay(draft, 'scattered', random.pick(cast.exchanges), dev, sum, oldest + 9 * HOUR_SECS)
    pay(draft, 'scattered', random.pick(cast.exchanges), dev, lamports, secsAgo + 50 * MINUTE_SECS)
    return { root: dev, hops: 0, creators: [dev], mints: times.map((_, i) => earlier(dev, i)), relays: [] }
  }
  const hops = way === 'ring, one hop' ? 1 : 2
  const root = addWallet(draft, 'relay', `ring root/${label}`)
  const relays: string[] = [root]
  const total = EARLIER_LAMPORTS * BigInt(count) + lamports + 20n * FEE_LAMPORTS
  pay(draft, 'direct', random.pick(cast.exchanges), root, total + LAMPORTS, ROOT_SECS)
  const payCreator = (creator: string, sum: bigint, before: number, i: number): void => {
    if (hops === 1) {
      pay(draft, 'direct', root, creator, sum, before)
      return
    }
    const relay = addWallet(draft, 'relay', `ring relay/${label}/${i}`)
    relays.push(relay)
    pay(draft, 'multi_hop', root, relay, sum + FEE_LAMPORTS, before + random.integer(10, 90) * MINUTE_SECS)
    pay(draft, 'multi_hop', relay, creator, sum, before)
  }
  const creators = times.map((_, i) => addWallet(draft, 'dev', `ring creator/${label}/${i}`))
  creators.forEach((creator, i) => {
    payCreator(creator, EARLIER_LAMPORTS, times[i]! + random.integer(1, 6) * HOUR_SECS, i)
  })
  payCreator(dev, lamports, secsAgo + random.integer(30, 200) * MINUTE_SECS, count)
  return { root, hops, creators, mints: creators.map(earlier), relays }
}
