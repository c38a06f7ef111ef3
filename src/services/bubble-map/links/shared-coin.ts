import { componentsOf } from '../components.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { type OtherCoin, type Visit, visitedCoins } from '../other-coins.ts'
import { COHORT, WEIGHTS } from '../weights.ts'

/** Two who were in one other coin together. */
type Meeting = {
  readonly source: string
  readonly target: string
  readonly coin: OtherCoin
  readonly one: Visit
  readonly other: Visit
}

/** A past in the same small coins: nobody else was there, and they came and went together, or earned their money there. */
export const sharedCoin: LinkRule = {
  kind: 'shared_coin',
  strength: 'either',
  rule: 'Both bought and sold again the same other coins that at most 150 transactions ever named. Strong when there are at least two such coins, each entered and left within 45 minutes of one another, entered more than five seconds apart at least once (a machine that copies is quicker), at least four people are joined so, whose trades are a fifth or more of all in each coin, and none of whom was the first in and out everywhere (the others would follow it); 0.5 for two or three people. Strong too when at least four people sold one such coin within two days before their purchases here (or the launch) for at least one and a half times what they had paid and half of what they then bought for, and their trades are 45 % or more of all: somebody bought what nobody else wanted.',
  find(view) {
    const coins = visitedCoins(view)
    return [...coins.flatMap((coin) => wageLinks(view, coin)), ...cohortLinks(coins)]
  },
}

function wageLinks(view: MapView, coin: OtherCoin): readonly RawLink[] {
  const earners = coin.visits.filter((visit) => isWage(view, visit))
  if (earners.length < COHORT.earners || shareOf(coin, earners) < COHORT.wageShare) return []
  return starOf(earners, (first, other) =>
    toLink(
      'shared_coin',
      { source: first.wallet, target: other.wallet, weight: WEIGHTS.strong },
      {
        slot: other.outSlot,
        signature: other.outSignature,
        otherSignature: first.outSignature,
        amount: other.gotLamports.toString(),
        unit: 'lamports',
        via: coin.mint,
        detail: `both earned what they bought with by selling ${coin.mint}, as ${earners.length} people of this coin and hardly anybody else did`,
      },
    ),
  )
}

function isWage({ dev, firstBuys, launch }: MapView, { wallet, spentLamports, gotLamports, outSec }: Visit): boolean {
  const buy = firstBuys.get(wallet)
  const usedSec = buy?.timeSec ?? (wallet === dev ? (launch?.createdAtSec ?? null) : null)
  if (usedSec === null || outSec > usedSec || usedSec - outSec > COHORT.wageSecs) return false
  const cost = buy?.transaction.trades.find((trade) => trade.wallet === wallet)?.quoteRaw ?? '0'
  return gotLamports * 100n >= spentLamports * COHORT.gainPct && gotLamports * 100n >= BigInt(cost) * COHORT.wagePct
}

function shareOf({ signatureCount }: OtherCoin, visits: readonly Visit[]): number {
  return visits.reduce((sum, { trades }) => sum + trades, 0) / signatureCount
}

function cohortLinks(coins: readonly OtherCoin[]): readonly RawLink[] {
  const pairs = groupBy(coins.flatMap(meetingsIn), ({ source, target }) => `${source} ${target}`)
  const often = pairs.flatMap(([, meetings]) =>
    meetings.length >= COHORT.coins && !isCopied(meetings)
      ? [{ source: meetings[0]!.source, target: meetings[0]!.target, meetings }]
      : [],
  )
  return componentsOf(often).flatMap((ties) => {
    const members = new Set(ties.flatMap(({ source, target }) => [source, target]))
    const shared = coins.filter((coin) => ties.some(({ meetings }) => meetings.some((one) => one.coin === coin)))
    if (shared.some((coin) => shareOf(coin, visitsOf(coin, members)) < COHORT.groupShare)) return []
    if (hasLeader(shared, members)) return []
    const weight = members.size >= COHORT.members ? WEIGHTS.strong : WEIGHTS.sharedCoinsOfFew
    return ties.map(({ source, target, meetings }) => toCohortLink({ source, target, weight }, meetings, members.size))
  })
}

function meetingsIn(coin: OtherCoin): readonly Meeting[] {
  return coin.visits.flatMap((one, i) =>
    coin.visits.slice(i + 1).flatMap((other) => {
      const isTogether =
        Math.abs(one.inSec - other.inSec) <= COHORT.togetherSecs &&
        Math.abs(one.outSec - other.outSec) <= COHORT.togetherSecs
      return isTogether ? [{ source: one.wallet, target: other.wallet, coin, one, other }] : []
    }),
  )
}

function isCopied(meetings: readonly Meeting[]): boolean {
  return meetings.every(({ one, other }) => Math.abs(one.inSec - other.inSec) <= COHORT.copiedSecs)
}

function visitsOf({ visits }: OtherCoin, members: ReadonlySet<string>): readonly Visit[] {
  return visits.filter(({ wallet }) => members.has(wallet))
}

/** Whether one of them was before all others, in and out, in every coin it shared with them, and in two at least. */
function hasLeader(coins: readonly OtherCoin[], members: ReadonlySet<string>): boolean {
  return [...members].some((member) => {
    const shared = coins.flatMap((coin) => {
      const own = coin.visits.find(({ wallet }) => wallet === member)
      return own === undefined ? [] : [{ own, others: visitsOf(coin, members).filter((visit) => visit !== own) }]
    })
    const isAhead = shared.every(({ own, others }) =>
      others.every(({ inSec, outSec }) => own.inSec < inSec && own.outSec < outSec),
    )
    return shared.length === coins.length && isAhead
  })
}

function toCohortLink(
  ends: { readonly source: string; readonly target: string; readonly weight: number },
  meetings: readonly Meeting[],
  members: number,
): RawLink {
  const { one, other, coin } = meetings[0]!
  return toLink('shared_coin', ends, {
    slot: other.outSlot,
    signature: other.outSignature,
    otherSignature: one.outSignature,
    via: coin.mint,
    detail: `both came to ${meetings.length} small coins and left them together, ${coin.mint} first; ${members} people of this coin did so`,
  })
}
