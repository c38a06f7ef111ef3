import { INFORMED } from '../../config/informed.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { InformedReply } from '../../contract/wallet-informed.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { readPoolTrades } from '../market/pool-trades.ts'
import { type Bought, judgeInformed, type Thresholds } from './judge-informed.ts'

/** Spec 4.2 `informed`. What is bought often counts once, by its first purchase among the transactions that are read. A pool
 *  whose trades cannot be read, or that is not known, leaves its purchase unpriced. Fails `unconfigured` without a node, and as the node fails. */
export async function getInformed(
  ctx: Context,
  wallet: string,
  thresholds: Thresholds,
  signal: AbortSignal,
): Promise<Outcome<InformedReply>> {
  const bought = await firstPurchases(ctx, wallet, signal)
  if (!bought.ok) return bought
  const after = await inParallel(bought.value, INFORMED.poolsAtOnce, async (one) => {
    if (signal.aborted || one.pool === null) return { ...one, samples: [], wholeSinceMs: null }
    const read = await readPoolTrades(ctx, one.pool, INFORMED.poolTransactions)
    // The pool's price is of its base: of another token than the one bought it says nothing.
    if (!read.ok || read.value.baseMint !== one.mint) return { ...one, samples: [], wholeSinceMs: null }
    const { trades, wholeSinceMs } = read.value
    return { ...one, samples: trades, wholeSinceMs }
  })
  if (signal.aborted) return fail('cancelled', 'the request was cancelled')
  return ok(judgeInformed(wallet, after, thresholds, ctx.clock.nowMs()))
}

async function firstPurchases(
  { chain: { wallets } }: Pick<Context, 'chain'>,
  wallet: string,
  signal: AbortSignal,
): Promise<Outcome<readonly Bought[]>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  const page = await wallets.transactionsOf(wallet, { limit: INFORMED.signatures, before: '', until: '', signal })
  if (!page.ok) return page
  const landed = page.value.filter(({ isFailed }) => !isFailed).map(({ signature }) => signature)
  const first = new Map<string, Bought>()
  // Newest first, so that what is seen later is the earlier purchase.
  for (let at = 0; at < landed.length; at += WALLETS.explainedAtOnce) {
    const explained = await wallets.explain(landed.slice(at, at + WALLETS.explainedAtOnce), signal)
    if (!explained.ok) return explained
    for (const { signature, timestamp, events } of explained.value)
      for (const { trader, input, output, legs } of events.swaps)
        if (trader === wallet && input.mint === WSOL_MINT && output.mint !== WSOL_MINT && timestamp !== null)
          first.set(output.mint, { mint: output.mint, pool: legs.at(-1)?.pool ?? null, signature, timeSec: timestamp })
  }
  return ok([...first.values()].slice(0, INFORMED.tokens))
}
