import type { DexTrade } from '../../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { decodePossibleTrades, hasPossibleAmounts } from '../../../chain/solana/dexes/possible-trades.ts'
import { differenceOfCalls } from '../../../chain/solana/logged-calls.ts'
import { NATIVE_MINT } from '../../../chain/solana/program-ids.ts'
import type { SignatureRow, SolanaRpc } from '../../../chain/solana/rpc.ts'
import { readTransactions } from '../../../chain/solana/signature-pages.ts'
import type { ChainTransaction } from '../../../chain/solana/transaction.ts'
import { decodeGenericSwaps } from '../../../chain/solana/venues/generic-swaps.ts'
import { PAST } from '../../../config/past.ts'
import { UPSTREAM_BATCHES } from '../../../config/upstream-limits.ts'
import type { Context } from '../../../context.ts'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import type { TradeVenue } from '../../../contract/tape-event.ts'
import { createByteBoundedMap } from '../../../runtime/byte-bounded-map.ts'
import { chunksOf, inParallel } from '../../../runtime/in-parallel.ts'
import { createSingleFlight } from '../../../runtime/single-flight.ts'

/** Of a DEX that has a decoder, or of a venue that the generic rule reads. */
export type PastDexTrade = DexTrade<TradeVenue>

/** What one transaction says of trading. */
export type PastTransaction = {
  /** In the order in which they happened. */
  readonly trades: readonly PastDexTrade[]
  /** Decimals of the mints that it moved. */
  readonly decimals: Readonly<Record<string, number>>
  /** Token accounts that it touched, by mint. */
  readonly tokenAccounts: Readonly<Record<string, readonly string[]>>
  /** Accounts that came to be in it. */
  readonly created: readonly string[]
  /** Pools of tokens that were launched in it. */
  readonly launched: readonly string[]
}

/** Transactions of the past as the node serves them, decoded, and kept beside the tape within bounds. */
export type PastReads = {
  /** A page of signatures, newest first. Fails as the node fails. */
  signatures(
    address: string,
    options: { readonly limit: number; readonly before?: string },
  ): Promise<Outcome<readonly SignatureRow[]>>
  /** The time from which on the node has every block, so that what it does not list did not happen; null where it does
   *  not say. */
  keptSinceSec(): Promise<number | null>
  /** Aligned with the rows; null for those the node does not have. */
  transactions(rows: readonly SignatureRow[]): Promise<readonly (PastTransaction | null)[]>
}

type Page = { readonly rows: readonly SignatureRow[]; readonly untilMs: number }

async function askKeptSince(rpc: SolanaRpc): Promise<number | null> {
  const first = await rpc.call<unknown>('getFirstAvailableBlock', [])
  if (!first.ok || typeof first.value !== 'number') return null
  if (first.value === 0) return 0
  const time = await rpc.call<unknown>('getBlockTime', [first.value])
  return time.ok && typeof time.value === 'number' ? time.value : null
}

export function createPastReads({ chain, clock }: Pick<Context, 'chain' | 'clock'>): PastReads {
  let kept: { readonly since: Promise<number | null>; readonly untilMs: number } | null = null
  const pages = createByteBoundedMap<Page>({ maxEntries: PAST.keptPages, maxBytes: PAST.keptPageBytes })
  // The slot belongs to the key: after a fork a transaction may stand in another.
  const decoded = createByteBoundedMap<PastTransaction>({
    maxEntries: PAST.keptTransactions,
    maxBytes: PAST.keptTransactionBytes,
  })
  const flights = createSingleFlight<Outcome<readonly SignatureRow[]>>()
  const keyOf = ({ signature, slot }: SignatureRow): string => `${signature} ${slot}`

  /** In pieces, so that decoding never holds the loop for long; while one is decoded, others are on their way. */
  async function readMissing(rpc: SolanaRpc, missing: readonly SignatureRow[]): Promise<void> {
    const chunks = chunksOf(missing, UPSTREAM_BATCHES.rpcCalls)
    await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, async (chunk) => {
      const read = await readTransactions(
        rpc,
        chunk.map(({ signature }) => signature),
      )
      for (const [at, transaction] of read.entries())
        if (transaction !== null) decoded.set(keyOf(chunk[at]!), decode(transaction))
    })
  }

  return {
    async signatures(address, { limit, before }) {
      const { rpc } = chain
      if (rpc === null) return fail('unconfigured', 'no node configured')
      const key = `${address} ${before ?? ''} ${limit}`
      const known = pages.get(key)
      if (known !== undefined && clock.nowMs() < known.untilMs) return ok(known.rows)
      return await flights.join(key, async () => {
        const read = await rpc.signaturesOf(address, { limit, ...(before === undefined ? {} : { before }) })
        const lifeMs = before === undefined ? PAST.newestPageMs : PAST.olderPageMs
        if (read.ok) pages.set(key, { rows: read.value, untilMs: clock.nowMs() + lifeMs })
        return read
      }).result
    },
    keptSinceSec() {
      const { rpc } = chain
      if (rpc === null) return Promise.resolve(null)
      if (kept === null || clock.nowMs() >= kept.untilMs)
        kept = { since: askKeptSince(rpc), untilMs: clock.nowMs() + PAST.keptSinceMs }
      return kept.since
    },
    async transactions(rows) {
      const { rpc } = chain
      const missing = rows.filter((row) => decoded.peek(keyOf(row)) === undefined)
      if (rpc !== null) await readMissing(rpc, missing)
      return rows.map((row) => decoded.get(keyOf(row)) ?? null)
    },
  }
}

const NOTHING: PastTransaction = { trades: [], decimals: {}, tokenAccounts: {}, created: [], launched: [] }

/** As the follower reads it: what failed, was not logged whole, or cannot be read has no trades. */
function decode(transaction: ChainTransaction): PastTransaction {
  if (transaction.err !== null) return NOTHING
  const tokenAccounts = tokenAccountsIn(transaction)
  try {
    if (differenceOfCalls(transaction) === null) return { ...decodeSound(transaction), tokenAccounts }
  } catch {
    // A decoder stumbles only over what its program never writes.
  }
  return { ...NOTHING, tokenAccounts }
}

function tokenAccountsIn({ accountKeys, preTokenBalances, postTokenBalances }: ChainTransaction) {
  const byMint: Record<string, string[]> = {}
  for (const { mint, accountIndex } of [...preTokenBalances, ...postTokenBalances]) {
    const account = accountKeys[accountIndex]
    if (account === undefined || mint === NATIVE_MINT) continue
    const known = byMint[mint]
    if (known === undefined) byMint[mint] = [account]
    else if (!known.includes(account)) known.push(account)
  }
  return byMint
}

function decodeSound(transaction: ChainTransaction): Omit<PastTransaction, 'tokenAccounts'> {
  const trades: readonly PastDexTrade[] = [
    ...decodePossibleTrades(transaction),
    ...decodeGenericSwaps(transaction).filter(hasPossibleAmounts),
  ].sort((a, b) => a.instructionPath[0] - b.instructionPath[0] || a.instructionPath[1] - b.instructionPath[1])
  const decimals: Record<string, number> = {}
  for (const row of [...transaction.preTokenBalances, ...transaction.postTokenBalances])
    decimals[row.mint] = row.decimals
  const { accountKeys, preBalances, postBalances } = transaction
  return {
    trades,
    decimals,
    created: accountKeys.filter((_, at) => preBalances[at] === 0n && (postBalances[at] ?? 0n) > 0n),
    launched: DEXES.flatMap((dex) => dex.decodeLaunches(transaction)).flatMap(({ kind, pool }) =>
      kind === 'launch' ? pool : [],
    ),
  }
}
