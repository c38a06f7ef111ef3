import type { Pool } from '../../../chain/solana/dexes/dex.ts'
import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { type LaunchFacts, launchOutOfReach, readLaunch } from '../../../chain/solana/launch-window.ts'
import type { SolanaRpc } from '../../../chain/solana/rpc.ts'
import { sampledSlotMs } from '../../../chain/solana/slot-time.ts'
import { LIMITS } from '../../../config/limits.ts'
import { TIMEOUTS } from '../../../config/timeouts.ts'
import type { Context } from '../../../context.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import { degradedNow } from '../../degraded-now.ts'
import { deepestFirst } from '../../pools/deepest-first.ts'

/** A launch that could not be reached in time is not tried again for so long: its history is long, and walking it
 *  costs dozens of calls. */
const OUT_OF_REACH_MS = 10 * 60_000

/** The pools of a token, and whether a search that failed this time may have left some out. */
export type KnownPools = { readonly pools: readonly Pool[]; readonly arePartial: boolean }

/** Launch facts, an hour: they do not change once the window is over. Until then they live as long as any answer that
 *  is not complete. */
export async function loadLaunch(
  ctx: Context,
  rpc: SolanaRpc,
  mint: string,
  { pools, arePartial }: KnownPools,
  signal: AbortSignal,
  timeMs: number = TIMEOUTS.launchFactsMs,
): Promise<Outcome<LaunchFacts>> {
  const windowSlots = await launchWindow(ctx, rpc, signal)
  return ctx.store.memo<LaunchFacts>('launchFacts', `${mint}/${windowSlots}`, async () => {
    const deadline = AbortSignal.timeout(timeMs)
    const bounded = AbortSignal.any([signal, deadline])
    const read = await readLaunch({ rpc, dexes: DEXES, windowSlots }, mint, deepestPools(pools, mint), bounded)
    const facts = read.ok && arePartial ? ok(withDoubt(read.value)) : read
    if (facts.ok) return facts.value.complete ? facts : ok(facts.value, degradedNow(ctx))
    if (!deadline.aborted || signal.aborted) return facts
    const nowMs = ctx.clock.nowMs()
    const cache = { builtAtMs: nowMs, freshUntilMs: nowMs + OUT_OF_REACH_MS, degraded: false, stale: false }
    return ok(launchOutOfReach(windowSlots), cache)
  })
}

/** Of a token that no launchpad made, a pool that was not found may be the launch, or an earlier one. */
function withDoubt(facts: LaunchFacts): LaunchFacts {
  const isOfLaunchpad = facts.status === 'found' && facts.launchSignature === facts.creationSignature
  return isOfLaunchpad ? facts : { ...facts, complete: false }
}

/** Slots after the launch slot that the first second is, at the chain's measured pace; `MINTGLASS_LAUNCH_WINDOW_SLOTS`
 *  at least. One pace for all answers, so that all of them rest on the same window. */
async function launchWindow(ctx: Context, rpc: SolanaRpc, signal: AbortSignal): Promise<number> {
  const least = ctx.config.launchWindowSlots
  const slotMs = await ctx.store.memo<number | null>('slotTime', 'now', async () => {
    const measured = await sampledSlotMs(rpc, signal)
    return measured === null ? ok(null, degradedNow(ctx)) : ok(measured)
  })
  return windowAt(least, slotMs.ok ? slotMs.value : null)
}

function windowAt(least: number, slotMs: number | null): number {
  if (slotMs === null) return least
  const slots = Math.floor(LIMITS.launchWindowMs / slotMs)
  return Math.max(least, Math.min(slots, LIMITS.launchWindowMostSlots))
}

/** Launch facts that someone's question left behind; undefined where none did. Asks no one. */
export function heldLaunch(
  { store, config }: Pick<Context, 'store' | 'config'>,
  mint: string,
): LaunchFacts | undefined {
  const slotMs = store.peek<number | null>('slotTime', 'now') ?? null
  return store.peek<LaunchFacts>('launchFacts', `${mint}/${windowAt(config.launchWindowSlots, slotMs)}`)
}

/** Pools of the token with the most real money, at most `LIMITS.launchPools`. */
export function deepestPools(pools: readonly Pool[], mint: string): readonly string[] {
  return pools
    .filter(({ baseMint }) => baseMint === mint)
    .sort(deepestFirst)
    .slice(0, LIMITS.launchPools)
    .map(({ address }) => address)
}
