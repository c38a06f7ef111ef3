import { HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import { addWallet, addWallets, type PlanDraft, solAmount } from '../plan-draft.ts'
import { pay } from '../plan-funding.ts'
import { type LaunchCast, ordinaryWithdrawal, type PrivacyService } from '../plan-people.ts'
import type { FundingKind } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** The wallets of one launch team before they have money. */
export type Team = { readonly label: string; readonly dev: string; readonly insiders: readonly string[] }

/** Someone who needs money, at least that much. */
export type Payee = { readonly wallet: string; readonly lamports: bigint }

/** How a team was paid: the truth about it. */
export type Trail = {
  readonly kind: FundingKind
  readonly rootFunder: string | null
  readonly relays: readonly string[]
  readonly privacyHops: readonly string[]
}

/** What a payment costs the payer beyond itself. */
const HOP_LAMPORTS = 1_500_000n

export function gatherTeam(draft: PlanDraft, label: string, insiders: number): Team {
  return {
    label,
    dev: addWallet(draft, 'dev', `team-dev/${label}`),
    insiders: addWallets(draft, 'insider', `team/${label}`, insiders),
  }
}

/** Six to forty, small teams being more common. */
export function drawTeamSize(random: SeededRandom, max: number): number {
  return 6 + Math.round((max - 6) * random.next() ** 2)
}

const totalOf = (payees: readonly Payee[]): bigint => payees.reduce((sum, { lamports }) => sum + lamports, 0n)

export type TrailRequest = {
  readonly label: string
  readonly payees: readonly Payee[]
  /** When the last of them has its money. */
  readonly doneSecsAgo: number
}

/** An exchange, one wallet or several in a row, and the last one pays everyone. */
export function payThroughHops(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { label, payees, doneSecsAgo }: TrailRequest,
  hops: number,
): Trail {
  const kind: FundingKind = hops === 1 ? 'direct' : 'multi_hop'
  const relays = addWallets(draft, 'relay', `relay/${label}`, hops)
  const stepSecs = random.integer(8, 45)
  const gaps = relays.map(() => random.integer(3 * MINUTE_SECS, 40 * MINUTE_SECS))
  let secsAgo = doneSecsAgo + payees.length * stepSecs + gaps.reduce((sum, gap) => sum + gap, 0)
  let lamports = totalOf(payees) + BigInt(payees.length + hops * 2) * HOP_LAMPORTS
  let from = random.pick(cast.exchanges)
  relays.forEach((relay, i) => {
    pay(draft, kind, from, relay, lamports, secsAgo)
    secsAgo -= gaps[i]!
    lamports -= HOP_LAMPORTS
    from = relay
  })
  payees.forEach((payee, i) => {
    pay(draft, kind, from, payee.wallet, payee.lamports, doneSecsAgo + (payees.length - i) * stepSecs)
  })
  return { kind, rootFunder: relays[0]!, relays, privacyHops: [] }
}

/** One root pays a relay of its own for each wallet: no two of them share their direct funder. */
export function payThroughOwnRelays(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { label, payees, doneSecsAgo }: TrailRequest,
  hops: number,
): Trail {
  const root = addWallet(draft, 'relay', `root/${label}`)
  const relays = [root]
  const startSecsAgo = doneSecsAgo + (hops + 1) * HOUR_SECS
  const needed = totalOf(payees) + BigInt(payees.length * (hops + 1) + 3) * HOP_LAMPORTS
  pay(draft, 'multi_hop', random.pick(cast.exchanges), root, needed, startSecsAgo + 20 * MINUTE_SECS)
  payees.forEach((payee, p) => {
    let from = root
    let secsAgo = startSecsAgo - random.integer(0, 25 * MINUTE_SECS)
    for (let hop = 0; hop < hops; hop++) {
      const relay = addWallet(draft, 'relay', `relay/${label}/${p}/${hop}`)
      pay(draft, 'multi_hop', from, relay, payee.lamports + BigInt(hops - hop) * HOP_LAMPORTS, secsAgo)
      relays.push(relay)
      from = relay
      secsAgo -= random.integer(5 * MINUTE_SECS, 35 * MINUTE_SECS)
    }
    pay(draft, 'multi_hop', from, payee.wallet, payee.lamports, Math.max(doneSecsAgo, secsAgo))
  })
  return { kind: 'multi_hop', rootFunder: root, relays, privacyHops: [] }
}

/** Each relay pays one wallet and passes the rest on. */
export function payByPeeling(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { label, payees, doneSecsAgo }: TrailRequest,
): Trail {
  const relays = addWallets(draft, 'relay', `peel/${label}`, payees.length)
  const stepSecs = random.integer(40, 200)
  let lamports = totalOf(payees) + BigInt(payees.length * 2 + 1) * HOP_LAMPORTS
  let secsAgo = doneSecsAgo + payees.length * stepSecs
  let from = random.pick(cast.exchanges)
  relays.forEach((relay, i) => {
    const payee = payees[i]!
    pay(draft, 'peel', from, relay, lamports, secsAgo)
    pay(draft, 'peel', relay, payee.wallet, payee.lamports, secsAgo - 15)
    lamports -= payee.lamports + 2n * HOP_LAMPORTS
    secsAgo -= stepSecs
    from = relay
  })
  return { kind: 'peel', rootFunder: relays[0]!, relays, privacyHops: [] }
}

/** One exchange, nearly one size, within minutes. */
export function withdrawAlike(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { payees, doneSecsAgo }: TrailRequest,
): Trail {
  const exchange = random.pick(cast.exchanges)
  const most = payees.reduce((max, { lamports }) => (lamports > max ? lamports : max), 0n)
  const stepSecs = random.integer(12, 50)
  payees.forEach(({ wallet }, i) => {
    const lamports = most + BigInt(random.integer(0, 30)) * 100_000n
    pay(draft, 'exchange', exchange, wallet, lamports, doneSecsAgo + (payees.length - i) * stepSecs)
  })
  return { kind: 'exchange', rootFunder: null, relays: [], privacyHops: [] }
}

/** Several exchanges, sizes as anyone withdraws them, over hours or days: the money itself shows nothing. */
export function withdrawScattered(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { payees, doneSecsAgo }: TrailRequest,
  spanSecs: number,
): Trail {
  for (const { wallet, lamports } of payees) {
    let drawn = ordinaryWithdrawal(random)
    // Who needs more withdraws a round sum or some sum above it.
    if (drawn < lamports)
      drawn = random.chance(0.4) ? roundUpHalfSol(lamports) : lamports + solAmount(random, 0.01, 0.6)
    const secsAgo = doneSecsAgo + random.integer(0, spanSecs)
    pay(draft, 'scattered', random.pick(cast.exchanges), wallet, drawn, secsAgo)
  }
  return { kind: 'scattered', rootFunder: null, relays: [], privacyHops: [] }
}

function roundUpHalfSol(lamports: bigint): bigint {
  const half = 500_000_000n
  return ((lamports + half - 1n) / half) * half
}

/** One wallet pays into a service; after a while the service pays wallets that no one has seen before. */
export function payThroughService(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  { label, payees, doneSecsAgo }: TrailRequest,
  service: PrivacyService,
): Trail {
  const root = addWallet(draft, 'relay', `root/${label}`)
  const total = (totalOf(payees) * 102n) / 100n
  const outSecs = payees.map(() => random.integer(0, 3 * HOUR_SECS))
  const deposits = random.integer(1, 3)
  const startSecsAgo = doneSecsAgo + 3 * HOUR_SECS + random.integer(20 * MINUTE_SECS, 5 * HOUR_SECS)
  pay(draft, 'privacy', random.pick(cast.exchanges), root, total + 20n * HOP_LAMPORTS, startSecsAgo + HOUR_SECS)
  for (let i = 0; i < deposits; i++)
    pay(draft, 'privacy', root, service.intake, total / BigInt(deposits), startSecsAgo + (deposits - i) * 240)
  payees.forEach(({ wallet, lamports }, i) => {
    pay(draft, 'privacy', service.hotWallet, wallet, lamports, doneSecsAgo + outSecs[i]!)
  })
  return { kind: 'privacy', rootFunder: root, relays: [root], privacyHops: [service.intake, service.hotWallet] }
}
