import type { Context } from '../../context.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'
import { readChainPools, toMarketPair } from './chain-pools.ts'
import { knownSolPriceUsd } from './sol-price.ts'
import { readTapeWindows } from './tape-windows.ts'

/** Pools of mints on every DEX read from the chain's own accounts, priced from their reserves: what a node alone can
 *  answer. Volumes and trades are those of the tape, where it holds them; changes are unknown here. A pool is left out
 *  when its reserves or mints cannot be read; where a search for them failed, the answer is degraded. */
export async function readChainPairs(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, readonly MarketPair[]>>> {
  if (ctx.chain.rpc === null) return ok(new Map())
  const read = await readChainPools(ctx, mints)
  if (!read.ok) return read
  const { pools, isWhole } = read.value
  const needsSol = pools.some(({ pool }) => pool.quoteMint === WSOL_MINT)
  const solPriceUsd = needsSol ? await knownSolPriceUsd(ctx) : null
  const pairs = new Map<string, MarketPair[]>()
  for (const one of pools) {
    const { address, baseMint: mint, quoteMint } = one.pool
    const quoteUsd = quoteMint === WSOL_MINT ? solPriceUsd : DOLLAR_MINTS.has(quoteMint) ? 1 : null
    const windows = quoteUsd === null ? null : readTapeWindows(ctx, { pool: address, mint })
    const list = pairs.get(mint) ?? []
    list.push({ ...toMarketPair(one, quoteUsd), ...windows })
    pairs.set(mint, list)
  }
  return isWhole ? ok(pairs) : ok(pairs, degradedNow(ctx))
}
