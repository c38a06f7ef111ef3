import { componentsOf } from '../components.ts'
import { isTrading } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { ROUTE, WEIGHTS } from '../weights.ts'

/** A trade of another token before the wallet first bought this token (the creator: launched it). */
type Stop = {
  readonly wallet: string
  readonly mint: string
  readonly side: 'buy' | 'sell'
  readonly timeSec: number
  readonly slot: number
  readonly signature: string
}
type Meeting = { readonly one: Stop; readonly other: Stop }
type Pair = { readonly source: string; readonly target: string; readonly meetings: readonly Meeting[] }
type StopsOf = ReadonlyMap<string, readonly Stop[]>

/** Wallets that were led through the same tokens, session by session, by one hand. */
export const sharedRoute: LinkRule = {
  kind: 'shared_route',
  strength: 'either',
  rules: [
    'Before they first bought (or launched) the token, both bought, or both sold, the same other token within an hour of one another and more than five seconds apart (a copying bot is faster), in at least three sessions six hours or more apart. Such trades are two thirds of all earlier trades seen of either.',
    'Strong where at least four people are joined so; none of them was in every session and first each time (the others would follow it); two thirds of their sessions took at most three hours; and at most half as many other people of this token traded the same in the twelve hours around (a token that a platform promotes is traded all day).',
    'Also strong for a wallet that traded only what such a group did then, in at least two sessions.',
    'Weight 0.5 for two or three people.',
  ],
  find(view) {
    const stopsOf = routesOf(view)
    const pairs = pairsOf([...stopsOf.values()].flat()).filter((pair) => isOneRoute(stopsOf, pair))
    return componentsOf(pairs).flatMap((own) => groupLinks(stopsOf, own))
  },
}

/** Chain order. */
function routesOf(view: MapView): StopsOf {
  const stops = view.transactions.flatMap(({ otherTrades = [], timeSec, slot, signature }) =>
    timeSec === null
      ? []
      : otherTrades.flatMap(({ wallet, mint, side }): Stop[] =>
          isBeforeUse(view, wallet, slot) ? [{ wallet, mint, side, timeSec, slot, signature }] : [],
        ),
  )
  return new Map(groupBy(stops, ({ wallet }) => wallet))
}

function isBeforeUse(view: MapView, wallet: string, slot: number): boolean {
  if (!view.isPerson.has(wallet) || isTrading(view, wallet)) return false
  const launchSlot = wallet === view.dev ? (view.launch?.launchSlot ?? null) : null
  const useSlot = launchSlot ?? view.firstBuys.get(wallet)?.slot ?? null
  return useSlot !== null && slot < useSlot
}

function pairsOf(stops: readonly Stop[]): readonly Pair[] {
  const meetings = groupBy(stops, ({ mint, side }) => `${side} ${mint}`).flatMap(([, own]) => meetingsAmong(own))
  return groupBy(meetings, ({ one, other }) => `${one.wallet} ${other.wallet}`).map(([, own]) => ({
    source: own[0]!.one.wallet,
    target: own[0]!.other.wallet,
    meetings: own,
  }))
}

function meetingsAmong(stops: readonly Stop[]): readonly Meeting[] {
  const inOrder = [...stops].sort((a, b) => a.timeSec - b.timeSec || (a.signature < b.signature ? -1 : 1))
  return inOrder.flatMap((stop, i) => {
    const met: Meeting[] = []
    for (let j = i + 1; j < inOrder.length && inOrder[j]!.timeSec - stop.timeSec <= ROUTE.togetherSecs; j++) {
      const next = inOrder[j]!
      if (next.wallet === stop.wallet || next.timeSec - stop.timeSec <= ROUTE.copiedSecs) continue
      met.push(stop.wallet < next.wallet ? { one: stop, other: next } : { one: next, other: stop })
    }
    return met
  })
}

function isOneRoute(stopsOf: StopsOf, { source, target, meetings }: Pair): boolean {
  const isMostOf = (wallet: string, met: readonly Stop[]): boolean =>
    new Set(met.map(({ signature }) => signature)).size >= stopsOf.get(wallet)!.length * ROUTE.share
  return (
    sessionsIn(meetings.map(({ one }) => one)) >= ROUTE.sessions &&
    isMostOf(
      source,
      meetings.map(({ one }) => one),
    ) &&
    isMostOf(
      target,
      meetings.map(({ other }) => other),
    )
  )
}

/** How many times, well apart, these happened. */
function sessionsIn(stops: readonly Stop[]): number {
  let sessions = 0
  let lastSec = Number.NEGATIVE_INFINITY
  for (const timeSec of stops.map((stop) => stop.timeSec).sort((a, b) => a - b)) {
    if (timeSec - lastSec < ROUTE.apartSecs) continue
    sessions++
    lastSec = timeSec
  }
  return sessions
}

function groupLinks(stopsOf: StopsOf, pairs: readonly Pair[]): readonly RawLink[] {
  const members = new Set(pairs.flatMap(({ source, target }) => [source, target]))
  const sessions = sessionsOf([...members].flatMap((member) => stopsOf.get(member)!))
  if (hasLeader(sessions, members) || !areTheirs(stopsOf, members, sessions)) return []
  const isGroup = members.size >= ROUTE.members
  const weight = isGroup ? WEIGHTS.strong : WEIGHTS.routeOfFew
  const links = pairs.map(({ source, target, meetings }) =>
    linkOf({ source, target, weight }, meetings[0]!, `${meetings.length} trades of both`, members.size),
  )
  return isGroup ? [...links, ...lateLinks(stopsOf, members, sessions)] : links
}

/** Trades of one token and side with no long gap between them, where two of the group took part. */
function sessionsOf(stops: readonly Stop[]): readonly (readonly Stop[])[] {
  return groupBy(stops, ({ mint, side }) => `${side} ${mint}`).flatMap(([, own]) => {
    const inOrder = [...own].sort((a, b) => a.timeSec - b.timeSec || (a.signature < b.signature ? -1 : 1))
    const sessions: Stop[][] = []
    for (const stop of inOrder) {
      const last = sessions.at(-1)?.at(-1)
      if (last !== undefined && stop.timeSec - last.timeSec <= ROUTE.togetherSecs) sessions.at(-1)!.push(stop)
      else sessions.push([stop])
    }
    return sessions.filter((session) => distinctWallets(session) > 1)
  })
}

function hasLeader(sessions: readonly (readonly Stop[])[], members: ReadonlySet<string>): boolean {
  return [...members].some((member) => sessions.every((session) => session[0]!.wallet === member))
}

/** Whether the sessions were short, and hardly anyone else of this token traded the same that day: what a platform or a
 *  caller names for the day is traded all day. */
function areTheirs(stopsOf: StopsOf, members: ReadonlySet<string>, sessions: readonly (readonly Stop[])[]): boolean {
  const all = [...stopsOf.values()].flat()
  const own = sessions.filter((session) => {
    const [first, last] = [session[0]!, session.at(-1)!]
    if (last.timeSec - first.timeSec > ROUTE.sessionSecs) return false
    const others = all.filter((stop) => {
      if (members.has(stop.wallet) || stop.mint !== first.mint || stop.side !== first.side) return false
      const awaySecs = Math.max(first.timeSec - stop.timeSec, stop.timeSec - last.timeSec)
      return awaySecs > ROUTE.togetherSecs && awaySecs <= ROUTE.aroundSecs
    })
    return distinctWallets(others) <= distinctWallets(session) * ROUTE.othersShare
  })
  return own.length >= ROUTE.sessions && own.length >= sessions.length * ROUTE.share
}

function distinctWallets(stops: readonly Stop[]): number {
  return new Set(stops.map(({ wallet }) => wallet)).size
}

/** Who came to few sessions, and did nothing else. */
function lateLinks(
  stopsOf: StopsOf,
  members: ReadonlySet<string>,
  sessions: readonly (readonly Stop[])[],
): readonly RawLink[] {
  return [...stopsOf].flatMap(([wallet, stops]) => {
    if (members.has(wallet)) return []
    const meetings = stops.flatMap((stop): Meeting[] => {
      const near = sessions.flat().find((one) => areTogether(one, stop))
      return near === undefined ? [] : [{ one: near, other: stop }]
    })
    if (meetings.length < stops.length || sessionsIn(stops) < ROUTE.lateSessions) return []
    const first = meetings[0]!
    const ends = { source: first.one.wallet, target: wallet, weight: WEIGHTS.strong }
    return [linkOf(ends, first, `all ${stops.length} trades of the other`, members.size)]
  })
}

function areTogether(one: Stop, other: Stop): boolean {
  const apartSecs = Math.abs(one.timeSec - other.timeSec)
  const isSame = one.mint === other.mint && one.side === other.side
  return isSame && apartSecs <= ROUTE.togetherSecs && apartSecs > ROUTE.copiedSecs
}

function linkOf(
  ends: { readonly source: string; readonly target: string; readonly weight: number },
  { one, other }: Meeting,
  what: string,
  members: number,
): RawLink {
  return toLink('shared_route', ends, {
    slot: other.slot,
    signature: other.signature,
    otherSignature: one.signature,
    via: other.mint,
    detail: `${what} before this token were of the same tokens in the same hours, ${other.mint} first; ${members} people went that way`,
  })
}
