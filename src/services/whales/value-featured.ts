import { CACHES } from '../../config/cache-ttls.ts'
import { WHALES } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { WalletWorth } from '../../contract/whales.ts'
import { featuredCandidates } from './candidates.ts'
import { valueWallet } from './value-wallet.ts'

/** Values a few featured wallets: those of whom nothing is known first, then those valued longest ago. A value is kept
 *  over restarts. A wallet that cannot be read keeps its value until that is forgotten. Fails as the last read failed,
 *  when all did. */
export async function valueFeatured(ctx: Context): Promise<Outcome<{ readonly valued: number }>> {
  if (ctx.chain.rpc === null) return ok({ valued: 0 })
  const nowMs = ctx.clock.nowMs()
  const { list } = await featuredCandidates(ctx)
  const dueBeforeMs = nowMs - CACHES.whaleWorth.ttlMs + WHALES.renewBeforeMs
  const due = list
    .map(({ wallet }) => ({ wallet, atMs: ctx.store.peek<WalletWorth>('whaleWorth', wallet)?.valuedAtMs ?? 0 }))
    .filter(({ atMs }) => atMs < dueBeforeMs)
    .sort((a, b) => a.atMs - b.atMs)
  // The same order every time would ask for one that always fails for ever.
  const turn = Math.floor(nowMs / WHALES.valueEveryMs) % Math.max(1, due.length)
  const chosen = [...due.slice(turn), ...due.slice(0, turn)].slice(0, WHALES.valuedPerRun)
  let valued = 0
  let failure: Outcome<never> | null = null
  for (const { wallet } of chosen) {
    const worth = await ctx.store.memo<WalletWorth>(
      'whaleWorth',
      wallet,
      () => valueWallet(ctx, wallet, AbortSignal.timeout(WHALES.valueTimeoutMs)),
      { bypass: true },
    )
    if (worth.ok) valued++
    else failure = worth
  }
  return valued === 0 && failure !== null ? failure : ok({ valued })
}
