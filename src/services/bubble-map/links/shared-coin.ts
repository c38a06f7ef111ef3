import { componentsOf } from '../components.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { type OtherToken, type RoundTrip, tokensWithRoundTrips } from '../other-tokens.ts'
import { COHORT, WEIGHTS } from '../weights.ts'

/** Two who were in one other token together. */
type Meeting = {
  readonly source: string
  readonly target: string
  readonly token: OtherToken
  readonly one: RoundTrip
  readonly other: RoundTrip
}

/** A past in the same small tokens: no one else was there, and they came and went together, or earned their money
 *  there. */
export const sharedCoin: LinkRule = {
  kind: 'shared_coin',
  strength: 'either',
  rules: [
    'Both bought and sold the same other tokens, each of which at most 150 transactions ever named.',
    'Strong when there are at least two such tokens, each entered and left within 45 minutes of one another, and entered more than five seconds apart at least once (a copying bot is faster); at least four people are joined so; their trades are a fifth or more of all trades of each token; and none of them was the first in and out everywhere (the others would follow it). Weight 0.5 for two or three people.',
    'Also strong when at least four people sold one such token within two days before their purchases here (or the launch), for at least one and a half times what they had paid for it and at least half of what they then spent, and their trades are 45 % or more of all: someone bought what no one else wanted.',
  ],
  find(view) {
    const tokens = tokensWithRoundTrips(view)
    return [...tokens.flatMap((token) => wageLinks(view, token)), ...cohortLinks(tokens)]
  },
}

function wageLinks(view: MapView, token: OtherToken): readonly RawLink[] {
  const earners = token.roundTrips.filter((roundTrip) => isWage(view, roundTrip))
  if (earners.length < COHORT.earners || shareOf(token, earners) < COHORT.wageShare) return []
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
        via: token.mint,
        detail: `both earned what they bought with by selling ${token.mint}, as ${earners.length} people of this token and hardly anybody else did`,
      },
    ),
  )
}

function isWage(
  { dev, firstBuys, launch }: MapView,
  { wallet, spentLamports, gotLamports, outSec }: RoundTrip,
): boolean {
  const buy = firstBuys.get(wallet)
  const usedSec = buy?.timeSec ?? (wallet === dev ? (launch?.createdAtSec ?? null) : null)
  if (usedSec === null || outSec > usedSec || usedSec - outSec > COHORT.wageSecs) return false
  const cost = buy?.transaction.trades.find((trade) => trade.wallet === wallet)?.quoteRaw ?? '0'
  return gotLamports * 100n >= spentLamports * COHORT.gainPct && gotLamports * 100n >= BigInt(cost) * COHORT.wagePct
}

function shareOf({ signatureCount }: OtherToken, roundTrips: readonly RoundTrip[]): number {
  return roundTrips.reduce((sum, { trades }) => sum + trades, 0) / signatureCount
}

function cohortLinks(tokens: readonly OtherToken[]): readonly RawLink[] {
  const pairs = groupBy(tokens.flatMap(meetingsIn), ({ source, target }) => `${source} ${target}`)
  const often = pairs.flatMap(([, meetings]) =>
    meetings.length >= COHORT.tokens && !isCopied(meetings)
      ? [{ source: meetings[0]!.source, target: meetings[0]!.target, meetings }]
      : [],
  )
  return componentsOf(often).flatMap((ties) => {
    const members = new Set(ties.flatMap(({ source, target }) => [source, target]))
    const shared = tokens.filter((token) => ties.some(({ meetings }) => meetings.some((one) => one.token === token)))
    if (shared.some((token) => shareOf(token, roundTripsOf(token, members)) < COHORT.groupShare)) return []
    if (hasLeader(shared, members)) return []
    const weight = members.size >= COHORT.members ? WEIGHTS.strong : WEIGHTS.sharedTokensOfFew
    return ties.map(({ source, target, meetings }) => toCohortLink({ source, target, weight }, meetings, members.size))
  })
}

function meetingsIn(token: OtherToken): readonly Meeting[] {
  return token.roundTrips.flatMap((one, i) =>
    token.roundTrips.slice(i + 1).flatMap((other) => {
      const isTogether =
        Math.abs(one.inSec - other.inSec) <= COHORT.togetherSecs &&
        Math.abs(one.outSec - other.outSec) <= COHORT.togetherSecs
      return isTogether ? [{ source: one.wallet, target: other.wallet, token, one, other }] : []
    }),
  )
}

function isCopied(meetings: readonly Meeting[]): boolean {
  return meetings.every(({ one, other }) => Math.abs(one.inSec - other.inSec) <= COHORT.copiedSecs)
}

function roundTripsOf({ roundTrips }: OtherToken, members: ReadonlySet<string>): readonly RoundTrip[] {
  return roundTrips.filter(({ wallet }) => members.has(wallet))
}

/** Whether one of them was before all others, in and out, in every token it shared with them, and in two at least. */
function hasLeader(tokens: readonly OtherToken[], members: ReadonlySet<string>): boolean {
  return [...members].some((member) => {
    const shared = tokens.flatMap((token) => {
      const own = token.roundTrips.find(({ wallet }) => wallet === member)
      return own === undefined
        ? []
        : [{ own, others: roundTripsOf(token, members).filter((roundTrip) => roundTrip !== own) }]
    })
    const isAhead = shared.every(({ own, others }) =>
      others.every(({ inSec, outSec }) => own.inSec < inSec && own.outSec < outSec),
    )
    return shared.length === tokens.length && isAhead
  })
}

function toCohortLink(
  ends: { readonly source: string; readonly target: string; readonly weight: number },
  meetings: readonly Meeting[],
  members: number,
): RawLink {
  const { one, other, token } = meetings[0]!
  return toLink('shared_coin', ends, {
    slot: other.outSlot,
    signature: other.outSignature,
    otherSignature: one.outSignature,
    via: token.mint,
    detail: `both came to ${meetings.length} small tokens and left them together, ${token.mint} first; ${members} people of this token did so`,
  })
}
