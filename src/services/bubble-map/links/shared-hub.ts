import { compareText } from '../compare-text.ts'
import { type Flow, flowLedger, isWorthwhile, type Stream, streamsOf } from '../flow-ledger.ts'
import { isMost, isService } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { FUNDING, HUB, WEIGHTS } from '../weights.ts'

/** `paid`: to people before they bought. `collected`: from people after they had bought. */
type Direction = 'paid' | 'collected'
/** Value that passed between a person and a hub. */
type Tie = { readonly person: string; readonly hub: string; readonly direction: Direction; readonly stream: Stream }
/** An address on the way, and when value passed. */
type Stop = { readonly address: string; readonly slot: number }
type Passing = (stop: Stop, asset: string | null, direction: Direction) => Stop | null

/** One place that value of any kind came from, or went to, whatever it was and however many hands it passed. */
export const sharedHub: LinkRule = {
  kind: 'shared_hub',
  strength: 'strong',
  rules: [
    'One address: both dealt with one unlabelled address in one direction, in SOL, stablecoins or units of any other token. *Paid*: it paid both before they first bought or launched the token (a wallet that never bought: before it received 0.1 % of the supply or more). *Collected*: both paid it after that.',
    'Or up to four addresses in between: the direct counterparty received three quarters or more of that asset from one address (*paid*), or passed that much on to one (*collected*), over at most four addresses.',
    'A material sum: for each wallet half or more of all it then had of that asset, and at least 0.05 SOL or ten dollars. For SOL paid to a wallet that never bought, 0.01 SOL is enough: it needs only gas.',
    "A specific address: at least three quarters of the value of the asset that each such address paid (or received), named addresses left out, went to (or came from) people of the token or the addresses in between. A sample of the address's transactions shows that value, so tiny payments to strangers change nothing; payees among the people of the token are known beyond the sample.",
    'Strong where at least four people are linked to it. If the address itself held or traded the token, it is joined with them.',
    'None from exchanges, programs, busy addresses, addresses that serve strangers, and a holder or trader of the token, other than its creator, who gave less than half of what it had.',
  ],
  find(view) {
    const flows = flowLedger(view)
    const ties = tiesAmong(view, streamsByDirection(view, flows))
    const passing = passingAmong(view, flows)
    return groupBy(ties, (tie) => rootOf(passing, tie)).flatMap(([root, own]) => linksOf(view, root, own))
  },
}

/** What came to people before they used it and went from them after, by person, hub and asset. */
function streamsByDirection(view: MapView, flows: readonly Flow[]): ReadonlyMap<Direction, readonly Stream[]> {
  const paid = flows.filter(({ to, from, slot }) => isHub(view, from) && slot < (useSlotOf(view, to) ?? 0))
  const collected = flows.filter(
    ({ from, to, slot }) => isHub(view, to) && slot > (useSlotOf(view, from) ?? Number.POSITIVE_INFINITY),
  )
  return new Map([
    ['paid', streamsOf(paid)],
    ['collected', streamsOf(collected)],
  ])
}

/** Slot of a person's first purchase, or of the launch, or of the first bag it was given. */
function useSlotOf(view: MapView, person: string): number | null {
  return view.isPerson.has(person) ? (view.uses.get(person)?.slot ?? null) : null
}

function isHub(view: MapView, address: string): boolean {
  const wallet = view.wallets.get(address)
  return wallet?.traced === true && !wallet.partial && !isService(view, address)
}

function tiesAmong(view: MapView, streams: ReadonlyMap<Direction, readonly Stream[]>): readonly Tie[] {
  return [...streams].flatMap(([direction, own]) =>
    own.flatMap((stream): Tie[] => {
      const { first, totalRaw, heldRaw, holdsRaw } = stream
      const [person, hub] = direction === 'paid' ? [first.to, first.from] : [first.from, first.to]
      const whole = direction === 'paid' ? holdsRaw : heldRaw
      if (direction === 'paid' && isHost(view, hub, first.asset, own)) return []
      const isGas = first.asset === null && direction === 'paid' && !view.firstBuys.has(person)
      const isWorth = isGas ? totalRaw >= FUNDING.minGasLamports : isWorthwhile(first.unit, totalRaw)
      const isMaterial = isWorth && totalRaw * 100n >= whole * HUB.materialPct
      return isMaterial && isSpecific(view, hub, first.asset, direction) ? [{ person, hub, direction, stream }] : []
    }),
  )
}

/** Someone who holds or trades the token, is not its creator, and gave the others less than half of what there was. */
function isHost(view: MapView, hub: string, asset: string | null, paid: readonly Stream[]): boolean {
  if (hub === view.dev || !view.isPerson.has(hub)) return false
  const own = paid.filter(({ first }) => first.from === hub && first.asset === asset)
  const given = own.reduce((sum, { totalRaw }) => sum + totalRaw, 0n)
  const most = own.reduce((held, { heldRaw }) => (heldRaw > held ? heldRaw : held), 0n)
  return given * 100n < most * HUB.materialPct
}

/** Whether what an address pays, or gets, of an asset is all but this token's. */
function isSpecific(view: MapView, hub: string, asset: string | null, direction: Direction): boolean {
  const wallet = view.wallets.get(hub)
  const turnover = wallet?.customers?.turnover
  // Who has hardly a transaction beside these was not asked, and has no room for strangers.
  if (turnover === undefined) return wallet !== undefined && wallet.signatureCount <= HUB.fewSignatures
  const own = turnover.find(({ mint }) => mint === asset)
  if (own === undefined) return false
  return direction === 'paid'
    ? isMost(BigInt(own.toPeopleRaw), BigInt(own.toOthersRaw))
    : isMost(BigInt(own.fromPeopleRaw), BigInt(own.fromOthersRaw))
}

/** The source of what a hub paid later, or the target of what it had collected, where that is one address. */
function passingAmong(view: MapView, flows: readonly Flow[]): Passing {
  const into = new Map(groupBy(flows, ({ to, asset }) => `${to} ${asset ?? ''}`))
  const outOf = new Map(groupBy(flows, ({ from, asset }) => `${from} ${asset ?? ''}`))
  return ({ address, slot }, asset, direction) => {
    const key = `${address} ${asset ?? ''}`
    const other =
      direction === 'paid'
        ? mainEnd(into.get(key)?.filter((flow) => flow.slot < slot) ?? [], 'from')
        : mainEnd(outOf.get(key)?.filter((flow) => flow.slot > slot) ?? [], 'to')
    if (other === null || !isHub(view, other.address)) return null
    return isSpecific(view, other.address, asset, direction) ? other : null
  }
}

function mainEnd(flows: readonly Flow[], end: 'from' | 'to'): Stop | null {
  const total = flows.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
  for (const [address, own] of groupBy(flows, (flow) => flow[end])) {
    const sum = own.reduce((part, { amountRaw }) => part + amountRaw, 0n)
    if (sum * 100n >= total * HUB.passedPct) return { address, slot: own[0]!.slot }
  }
  return null
}

function rootOf(passing: Passing, { hub, direction, stream }: Tie): string {
  const { asset, slot } = stream.first
  const seen = new Set([hub])
  let stop: Stop = { address: hub, slot }
  while (seen.size <= HUB.maxHops) {
    const next = passing(stop, asset, direction)
    if (next === null || seen.has(next.address)) break
    seen.add(next.address)
    stop = next
  }
  return stop.address
}

function linksOf(view: MapView, root: string, ties: readonly Tie[]): readonly RawLink[] {
  const firsts = groupBy(ties, ({ person }) => person).map(([, own]) => own[0]!)
  if (firsts.length < HUB.members) return []
  firsts.sort((a, b) => a.stream.first.slot - b.stream.first.slot || compareText(a.person, b.person))
  const link = (one: Tie, other: Tie): RawLink => linkOf(one.person, other, one, root, firsts.length)
  if (view.isPerson.has(root))
    return firsts.filter(({ person }) => person !== root).map((tie) => linkOf(root, tie, null, root, firsts.length))
  return starOf(firsts, link)
}

function linkOf(
  source: string,
  { person, hub, direction, stream }: Tie,
  first: Tie | null,
  root: string,
  members: number,
): RawLink {
  const { slot, signature, unit, asset } = stream.first
  const what = asset === null ? 'SOL' : unit === 'stablecoin' ? 'stablecoins' : `units of ${asset}`
  const passed =
    direction === 'paid'
      ? `got most of its ${what} before buying from ${hub}`
      : `gave most of its ${what} to ${hub} after buying`
  return toLink(
    'shared_hub',
    { source, target: person, weight: WEIGHTS.strong },
    {
      slot,
      signature,
      otherSignature: first?.stream.first.signature ?? null,
      amount: stream.totalRaw.toString(),
      unit,
      via: root,
      hops: hub === root ? 1 : 2,
      detail: `${passed}${hub === root ? '' : `, behind which ${root} stands`}; ${members} people are tied to that place, which nobody else shares`,
    },
  )
}
