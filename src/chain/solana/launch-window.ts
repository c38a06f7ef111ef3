import { DAY_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { Dex, DexTrade } from './dexes/dex.ts'
import { decodePossibleTrades } from './dexes/possible-trades.ts'
import { findLaunch, type LaunchSite } from './find-launch.ts'
import { traceFunding } from './first-funding.ts'
import { ancestryOf, walletsFundedBefore } from './launch-ancestry.ts'
import { groupLaunch, type LaunchEntry, type LaunchLink } from './launch-links.ts'
import { publicFeePayers, withoutPublicPayers } from './launch-payers.ts'
import type { SolanaRpc } from './rpc.ts'
import { readTransactions } from './signature-pages.ts'
import type { ChainTransaction } from './transaction.ts'

/** What the chain says about a token's beginning. Everything is plain data: it is kept for an hour.
 *  `found`: the launch was read. `out_of_reach`: its history is longer than we walk back. `not_found`: the history was
 *  read to its beginning, or there is none, and no program we know says that it launched the token. */
export type LaunchFacts = {
  readonly status: 'found' | 'not_found' | 'out_of_reach'
  /** Creator as the launch names it, else who paid for the mint's creation; null when neither was found. */
  readonly dev: string | null
  /** Who paid for the creating transaction, when it is not the creator. */
  readonly otherPayer: string | null
  /** Of the mint, which may be made long before it is launched. */
  readonly createdAtSec: number | null
  readonly creationSignature: string | null
  readonly launchSlot: number | null
  /** Time of that slot, and the transaction in it; absent in facts that were recorded before these were asked for. */
  readonly launchedAtSec?: number | null
  readonly launchSignature?: string | null
  readonly launchedOn: string | null
  /** Buyers from the launch slot to `windowSlots` later, in order, without the creator. */
  readonly buyers: readonly { readonly wallet: string; readonly slot: number; readonly signature: string }[]
  readonly windowSlots: number
  /** Disjoint: a buyer of the window is a bundler when linked in the launch slot, else a sniper. Sorted. */
  readonly bundlers: readonly string[]
  readonly snipers: readonly string[]
  /** Bundlers, buyers of the launch slot tied to the creator, wallets the creator funded before the launch, and the
   *  other payer. Sorted. */
  readonly insiders: readonly string[]
  /** Wallets whose first transaction was less than a day before the launch. Sorted. */
  readonly fresh: readonly string[]
  readonly links: readonly LaunchLink[]
  /** False while more purchases may still fall into the window, or when part of it could not be read just now. */
  readonly complete: boolean
  /** The window holds more transactions than are read. */
  readonly capped: boolean
}

type Parts = {
  readonly rpc: SolanaRpc
  readonly dexes: readonly Dex[]
  /** `LIMITS.launchWindowSlots` without. */
  readonly windowSlots?: number
}
type Purchase = { readonly trade: DexTrade; readonly transaction: ChainTransaction }

const FRESH_SECS = DAY_SECS

const NOTHING = {
  dev: null,
  otherPayer: null,
  createdAtSec: null,
  creationSignature: null,
  launchSlot: null,
  launchedOn: null,
  buyers: [],
  windowSlots: LIMITS.launchWindowSlots,
  bundlers: [],
  snipers: [],
  insiders: [],
  fresh: [],
  links: [],
  complete: true,
  capped: false,
} satisfies Omit<LaunchFacts, 'status'>

/** What is said of a launch that could not be reached in the time there was. */
export function launchOutOfReach(windowSlots: number): LaunchFacts {
  return { ...NOTHING, windowSlots, status: 'out_of_reach' }
}

/** Reads a token's launch: its first transactions, who bought in its first slots, and where their money came from.
 *  `poolAddresses`: pools of the mint beyond those that can be derived. Bounded by `LIMITS.launch*`; fails as the
 *  node fails. */
export async function readLaunch(
  { rpc, dexes, windowSlots = LIMITS.launchWindowSlots }: Parts,
  mint: string,
  poolAddresses: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<LaunchFacts>> {
  const found = await findLaunch({ rpc, dexes }, mint, poolAddresses, signal)
  if (!found.ok) return found
  const { site, reach, mintCreation, partial } = found.value
  const creation = site?.launch.kind === 'launch' ? site.transaction : mintCreation
  // What a failing node did not show may be there the next time.
  const nothing = { ...NOTHING, windowSlots, status: reach, complete: !partial }
  if (creation === null || creation === undefined) return ok(nothing)
  const dev = (site?.launch.kind === 'launch' ? site.launch.creator : null) ?? creation.feePayer
  const origin = {
    dev,
    otherPayer: creation.feePayer === dev ? null : creation.feePayer,
    createdAtSec: creation.blockTimeSec,
    creationSignature: creation.signature,
  }
  if (site === null) return ok({ ...nothing, ...origin })

  const window = await readWindow({ rpc, dexes, windowSlots }, mint, site, signal)
  if (!window.ok) return window
  return ok(await judgeWindow(rpc, { ...origin, site, creation, windowSlots, ...window.value }, signal))
}

/** Successful purchases of the window in order of the chain. */
async function readWindow(
  { rpc, dexes, windowSlots }: Required<Parts>,
  mint: string,
  { launch, history }: LaunchSite,
  signal: AbortSignal | undefined,
): Promise<Outcome<{ purchases: readonly Purchase[]; complete: boolean; capped: boolean }>> {
  const lastSlot = launch.slot + windowSlots
  const rows = history.rows.filter(({ slot, failed }) => !failed && slot >= launch.slot && slot <= lastSlot).reverse()
  const read = rows.slice(0, LIMITS.launchTransactions)
  const transactions = await readTransactions(
    rpc,
    read.map(({ signature }) => signature),
    signal,
  )
  const isOver = (history.rows[0]?.slot ?? 0) > lastSlot || (await isPast(rpc, lastSlot, signal))
  const order = await blockOrder(rpc, launch.slot, signal)
  const purchases = transactions.flatMap((transaction, i) => {
    if (transaction === null) return []
    const place = transaction.indexInBlock ?? order.get(transaction.signature) ?? i
    return decodePossibleTrades(transaction, dexes)
      .filter(({ side, baseMint }) => side === 'buy' && baseMint === mint)
      .map((trade) => ({ trade, transaction: { ...transaction, indexInBlock: place } }))
  })
  purchases.sort((a, b) => a.trade.slot - b.trade.slot || a.transaction.indexInBlock - b.transaction.indexInBlock)
  return ok({ purchases, complete: isOver && !transactions.includes(null), capped: rows.length > read.length })
}

type Window = {
  readonly dev: string
  readonly otherPayer: string | null
  readonly createdAtSec: number | null
  readonly creationSignature: string
  readonly site: LaunchSite
  readonly creation: ChainTransaction
  readonly windowSlots: number
  readonly purchases: readonly Purchase[]
  readonly complete: boolean
  readonly capped: boolean
}

async function judgeWindow(rpc: SolanaRpc, window: Window, signal: AbortSignal | undefined): Promise<LaunchFacts> {
  const { dev, otherPayer, site, purchases } = window
  const launchSlot = site.launch.slot
  const buyers = purchases
    .filter(({ trade }) => trade.trader !== dev)
    .map(({ trade }) => ({ wallet: trade.trader, slot: trade.slot, signature: trade.signature }))
  const wallets = [...new Set(buyers.map(({ wallet }) => wallet))]
  const entries = await entriesOfSlot(rpc, window, signal)
  const ofSlot = new Set(entries.map(({ wallet }) => wallet))
  const traced = [dev, ...tellingFirst(window, ofSlot).slice(0, LIMITS.launchBuyersTraced)]
  const telling = apartIn(entries, traced, dev).slice(0, LIMITS.launchMoneyTraced + 1)
  const moneyOf = new Set(telling)
  const [near, fundedByDev] = await Promise.all([
    traceFunding(rpc, traced, signal, (wallet) => moneyOf.has(wallet)),
    walletsFundedBefore(rpc, dev, window.creationSignature, signal),
  ])
  const ancestry = await ancestryOf(rpc, near, signal)
  const { bundlers, linkedToDev, links } = groupLaunch(entries, ancestry, dev)

  const insiders = new Set([...bundlers, ...linkedToDev, ...fundedByDev.wallets, ...(otherPayer ? [otherPayer] : [])])
  insiders.delete(dev)
  const bundled = new Set(bundlers)
  const startSec = window.creation.blockTimeSec
  const fresh = traced.filter((wallet) => {
    const seenSec = near.get(wallet)?.firstSeenSec ?? null
    return seenSec !== null && startSec !== null && startSec - seenSec < FRESH_SECS
  })
  return {
    status: 'found',
    dev,
    otherPayer,
    createdAtSec: window.createdAtSec,
    creationSignature: window.creationSignature,
    launchSlot,
    launchedAtSec: site.transaction.blockTimeSec,
    launchSignature: site.transaction.signature,
    launchedOn: site.launch.dex,
    buyers,
    windowSlots: window.windowSlots,
    bundlers,
    snipers: wallets.filter((wallet) => !bundled.has(wallet)).sort(),
    insiders: [...insiders].sort(),
    fresh: fresh.sort(),
    links,
    complete: window.complete && fundedByDev.complete && near.size === traced.length,
    capped: window.capped,
  }
}

/** Customers of one paymaster bought each on their own. */
async function entriesOfSlot(
  rpc: SolanaRpc,
  window: Window,
  signal: AbortSignal | undefined,
): Promise<readonly LaunchEntry[]> {
  const entries = launchEntries(window)
  const ofToken = new Set(window.site.history.rows.map(({ signature }) => signature))
  return withoutPublicPayers(entries, await publicFeePayers(rpc, entries, ofToken, signal))
}

/** Of the wallets those of the launch slot whose money could join someone: of several that one transaction or one fee
 *  payer joins already, the first. No one where all are joined. */
function apartIn(entries: readonly LaunchEntry[], wallets: readonly string[], dev: string): readonly string[] {
  const groupOf = new Map(entries.map(({ wallet }) => [wallet, wallet]))
  for (const { a, b } of groupLaunch(entries, new Map(), dev).links) {
    const [kept, gone] = [groupOf.get(a)!, groupOf.get(b)!]
    for (const [wallet, group] of groupOf) if (group === gone) groupOf.set(wallet, kept)
  }
  const seen = new Set<string>()
  const apart = wallets.filter((wallet) => {
    const group = groupOf.get(wallet)
    return group !== undefined && seen.size < seen.add(group).size
  })
  return apart.length < 2 ? [] : apart
}

/** Buyers beside the creator: those of the launch slot first, the larger purchases first, equal ones by address. */
function tellingFirst({ dev, purchases }: Window, ofSlot: ReadonlySet<string>): readonly string[] {
  const bought = new Map<string, bigint>()
  for (const { trade } of purchases)
    if (trade.trader !== dev) bought.set(trade.trader, (bought.get(trade.trader) ?? 0n) + trade.baseAmountRaw)
  return [...bought]
    .sort(([a, left], [b, right]) => {
      const first = Number(ofSlot.has(b)) - Number(ofSlot.has(a))
      return first || (left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1)
    })
    .map(([wallet]) => wallet)
}

/** The launch as the creator's entry, then every purchase of its slot; positions count the token's transactions. */
function launchEntries({ dev, site, purchases }: Window): readonly LaunchEntry[] {
  const launchSlot = site.launch.slot
  const { signature, feePayer } = site.transaction
  const entries: LaunchEntry[] = [{ wallet: dev, signature, feePayer, position: 0 }]
  const positions = new Map([[signature, 0]])
  for (const { trade, transaction } of purchases) {
    if (trade.slot !== launchSlot) continue
    const position = positions.get(trade.signature) ?? positions.size
    positions.set(trade.signature, position)
    entries.push({ wallet: trade.trader, signature: trade.signature, feePayer: transaction.feePayer, position })
  }
  return entries
}

async function isPast(rpc: SolanaRpc, slot: number, signal: AbortSignal | undefined): Promise<boolean> {
  const now = await rpc.call<unknown>('getSlot', [{ commitment: 'confirmed' }], signal ? { signal } : {})
  return now.ok && typeof now.value === 'number' && now.value > slot
}

/** Place of each signature in its block; empty when the node does not have the block, and the order of the signature
 *  list stands in. */
export async function blockOrder(
  rpc: SolanaRpc,
  slot: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const config = {
    transactionDetails: 'signatures',
    rewards: false,
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 1,
  }
  const block = await rpc.call<unknown>('getBlock', [slot, config], signal ? { signal } : {})
  const signatures = block.ok ? ((block.value ?? {}) as { signatures?: unknown }).signatures : null
  if (!Array.isArray(signatures)) return new Map()
  return new Map(signatures.map((signature, place) => [String(signature), place]))
}
