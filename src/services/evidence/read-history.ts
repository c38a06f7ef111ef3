import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { blockOrder, type LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readSignatures, type SignatureHistory } from '../../chain/solana/signature-pages.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { deepestPools } from '../tokens/intel/load-launch.ts'
import type { TransactionLog } from './transaction-log.ts'

export type TokenHistory = {
  readonly history: TokenEvidence['history']
  /** Why part of it is missing; null when it was read as far as it was meant to be. */
  readonly gap: string | null
}
type Row = { readonly signature: string; readonly slot: number }
type Input = { readonly mint: string; readonly pools: readonly Pool[]; readonly launch: LaunchFacts | null }

/** Observing one takes about 0.1 ms, counting a row about 0.3 µs. */
const KEPT_PER_TURN = 4
const ROWS_PER_TURN = 2_000

/** Reads the token's own transactions into the log: those that name its curve, its deepest pools or its mint, from the
 *  launch on and the newest. Where the launch lies further back than is walked, only the newest. */
export async function readHistory(
  rpc: SolanaRpc,
  log: TransactionLog,
  { mint, pools, launch }: Input,
  signal: AbortSignal,
): Promise<TokenHistory> {
  const derived = DEXES.map((dex) => dex.launchAddress(mint)).filter((address) => address !== null)
  const addresses = [...new Set([...derived, ...deepestPools(pools, mint), mint])]
  const isWalked = launch !== null && launch.status !== 'out_of_reach'
  const maxPages = isWalked ? LIMITS.launchSignaturePages : 1
  const histories = await Promise.all(addresses.map((address) => readSignatures(rpc, address, { maxPages, signal })))
  const { ends, knownCount, reached, failure } = await joinHistories(histories, launch)
  const early = reached ? ends.slice(0, LIMITS.evidenceEarlyTransactions) : []
  const later = ends.slice(early.length)
  const recent = later.slice(Math.max(0, later.length - LIMITS.evidenceRecentTransactions))
  const unread = await log.read(
    [...early, ...recent].map(({ signature }) => signature),
    signal,
  )
  for (const [i, { signature }] of [...early, ...recent].entries()) {
    if (i % KEPT_PER_TURN === KEPT_PER_TURN - 1) await nextTurn()
    log.keep(signature)
  }
  await placeInBlocks(rpc, log, early, launch, signal)
  const gap =
    failure ??
    (unread > 0
      ? `${unread} of ${counted(early.length + recent.length, 'transaction')} ${oneOrMany(unread, 'was', 'were')} not read`
      : null)
  return {
    history: {
      complete: reached && recent.length === later.length && unread === 0,
      earlyCount: early.length,
      recentCount: recent.length,
      knownCount,
      earlyToSlot: early.at(-1)?.slot ?? null,
      recentFromSlot: recent[0]?.slot ?? null,
    },
    gap,
  }
}

type Joined = {
  /** Successful transactions of the token, oldest first: of each address as many from either end as are ever read. */
  readonly ends: readonly Row[]
  readonly knownCount: number
  /** All histories go back to their beginning. */
  readonly reached: boolean
  readonly failure: string | null
}

async function joinHistories(
  histories: readonly Outcome<SignatureHistory>[],
  launch: LaunchFacts | null,
): Promise<Joined> {
  const read = histories.flatMap((history) => (history.ok ? [history.value] : []))
  const failed = histories.find((history) => !history.ok)
  const startSlot = startOf(read, launch)
  const ends = new Map<string, Row>()
  const known = new Set<string>()
  for (const { rows } of read) {
    for (const [i, { signature }] of rows.entries()) {
      if (i % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
      known.add(signature)
    }
    await nextTurn()
    const usable = rows.filter((row) => !row.failed && row.slot >= startSlot)
    const newest = usable.slice(0, LIMITS.evidenceRecentTransactions + 1)
    const oldest = usable.slice(-LIMITS.evidenceEarlyTransactions)
    for (const { signature, slot } of [...newest, ...oldest]) ends.set(signature, { signature, slot })
  }
  return {
    ends: [...ends.values()].sort(bySlotAndSignature),
    knownCount: known.size,
    reached: failed === undefined && read.every(({ complete }) => complete),
    failure: failed === undefined || failed.ok ? null : `${failed.code}: ${failed.message}`,
  }
}

/** Anyone may write to an address before the token is launched there: that is not its history. */
function startOf(histories: readonly SignatureHistory[], launch: LaunchFacts | null): number {
  if (launch?.launchSlot == null) return 0
  let startSlot = launch.launchSlot
  for (const { rows } of histories) {
    const creation = rows.findLast(({ signature }) => signature === launch.creationSignature)
    if (creation !== undefined) startSlot = Math.min(startSlot, creation.slot)
  }
  return startSlot
}

function bySlotAndSignature(a: Row, b: Row): number {
  return a.slot - b.slot || (a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0)
}

/** Adds the places of transactions within the launch's slots, which show neighbours. */
async function placeInBlocks(
  rpc: SolanaRpc,
  log: TransactionLog,
  early: readonly Row[],
  launch: LaunchFacts | null,
  signal: AbortSignal,
): Promise<void> {
  if (launch?.launchSlot == null) return
  const { launchSlot, windowSlots } = launch
  const isOfLaunch = (slot: number) => slot >= launchSlot && slot <= launchSlot + windowSlots
  const slots = [...new Set(early.map(({ slot }) => slot))].filter(isOfLaunch)
  const orders = await Promise.all(slots.map((slot) => blockOrder(rpc, slot, signal)))
  const placeOf = new Map(slots.map((slot, i) => [slot, orders[i]!]))
  for (const { signature, slot } of early) {
    const place = placeOf.get(slot)?.get(signature)
    if (place !== undefined) log.place(signature, place)
  }
}
