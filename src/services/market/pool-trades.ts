import type { DexTrade } from '../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../chain/solana/dexes/index.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { readSignatures, readTransactions } from '../../chain/solana/signature-pages.ts'
import { LIMITS } from '../../config/limits.ts'
import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import type { Context } from '../../context.ts'
import { DOLLAR_MINTS } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rawToNumber } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { readChainTokens } from '../pricing/chain-tokens.ts'
import { knownSolPriceUsd } from '../pricing/sol-price.ts'

/** One trade read from the chain, priced in USD. */
export type PricedTrade = { readonly tMs: number; readonly priceUsd: number; readonly volumeUsd: number }
export type PoolTrades = {
  readonly baseMint: string | null
  /** Ascending. */
  readonly trades: readonly PricedTrade[]
  /** They reach back to the launch of the token, which happened in this very pool: its whole history. */
  readonly fromLaunch: boolean
}

/** A stored SOL price is taken for a trade when it is not older than this. */
const SOL_ROW_MAX_AGE_MS = 10 * 60_000

/** The newest trades of a pool from its own transactions (30 s), for where no market provider knows it: at most
 *  `LIMITS.chartTransactions` are read, so a busy pool's reach back minutes only. SOL is converted at the price that
 *  was stored at the time, else at the present one; a pool whose quote is neither SOL nor a dollar gives none. Fails as
 *  the node fails. */
export function readPoolTrades(ctx: Context, pool: string): Promise<Outcome<PoolTrades>> {
  return ctx.store.memo<PoolTrades>('poolTrades', pool, () => readFromNode(ctx, pool))
}

async function readFromNode(ctx: Context, pool: string): Promise<Outcome<PoolTrades>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'no node configured')
  const history = await readSignatures(rpc, pool, { maxPages: 1, perPage: LIMITS.chartTransactions })
  if (!history.ok) return history
  const signatures = history.value.rows.filter(({ failed }) => !failed).map(({ signature }) => signature)
  const trades: DexTrade[] = []
  let hasLaunch = false
  // In pieces, so that decoding never holds the loop for long.
  for (const chunk of chunksOf(signatures, UPSTREAM_BATCHES.rpcCalls)) {
    for (const transaction of await readTransactions(rpc, chunk)) {
      if (transaction === null || transaction.err !== null) continue
      for (const dex of DEXES) {
        for (const trade of dex.decodeTrades(transaction)) if (trade.pool === pool) trades.push(trade)
        // That a node has no older signatures proves nothing: most have forgotten them.
        hasLaunch ||= dex.decodeLaunches(transaction).some((own) => own.kind === 'launch' && own.pool === pool)
      }
    }
  }
  const [first] = trades
  if (first === undefined) return ok({ baseMint: null, trades: [], fromLaunch: hasLaunch })
  const tokens = await readChainTokens(ctx, [first.baseMint, first.quoteMint])
  if (!tokens.ok) return tokens
  const base = tokens.value.get(first.baseMint)
  const quote = tokens.value.get(first.quoteMint)
  if (!base || !quote) return ok({ baseMint: first.baseMint, trades: [], fromLaunch: false })
  const usdAt = await quoteUsdAt(ctx, first.quoteMint)
  const priced = trades
    .map((trade) => priceTrade(trade, { base: base.decimals, quote: quote.decimals }, usdAt))
    .filter((trade) => trade !== null)
    .sort((a, b) => a.tMs - b.tMs)
  return ok({ baseMint: first.baseMint, trades: priced, fromLaunch: hasLaunch })
}

/** From the reserves after the trade, where the program says them: what the next trade starts from. */
function priceTrade(
  trade: DexTrade,
  decimals: { readonly base: number; readonly quote: number },
  usdAt: (tMs: number) => number | null,
): PricedTrade | null {
  if (trade.blockTimeSec === null) return null
  const tMs = trade.blockTimeSec * 1_000
  const quoteUsd = usdAt(tMs)
  const [baseRaw, quoteRaw] =
    trade.baseReserveRaw === null || trade.quoteReserveRaw === null || trade.baseReserveRaw === 0n
      ? [trade.baseAmountRaw, trade.quoteAmountRaw]
      : [trade.baseReserveRaw, trade.quoteReserveRaw]
  if (quoteUsd === null || baseRaw === 0n || quoteRaw === 0n) return null
  return {
    tMs,
    priceUsd: (rawToNumber(quoteRaw, decimals.quote) / rawToNumber(baseRaw, decimals.base)) * quoteUsd,
    volumeUsd: rawToNumber(trade.quoteAmountRaw, decimals.quote) * quoteUsd,
  }
}

async function quoteUsdAt(ctx: Context, quoteMint: string): Promise<(tMs: number) => number | null> {
  if (DOLLAR_MINTS.has(quoteMint)) return () => 1
  if (quoteMint !== NATIVE_MINT) return () => null
  const nowUsd = await knownSolPriceUsd(ctx)
  return (tMs) => ctx.store.solPrices.range(tMs - SOL_ROW_MAX_AGE_MS, tMs).at(-1)?.priceUsd ?? nowUsd
}
