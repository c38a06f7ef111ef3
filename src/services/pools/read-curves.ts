import { DEXES } from '../../chain/solana/dexes/index.ts'
import type { DexTrading } from '../../chain/solana/dexes/trading.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { PULSE } from '../../config/pulse.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeVenue } from '../../contract/tape-event.ts'

export type CurveRef = { readonly mint: string; readonly pool: string; readonly dex: TradeVenue }

const LAUNCHPADS: ReadonlyMap<string, DexTrading> = new Map(
  DEXES.flatMap(({ name, isLaunchpad, trading }) => (isLaunchpad && trading ? [[name, trading]] : [])),
)

export function isLaunchpad(dex: TradeVenue): boolean {
  return LAUNCHPADS.has(dex)
}

/** How full curves are, 0 to 100, by mint: a few reads for all of them together. A curve that is sold out, gone or
 *  unreadable is left out. Fails as the node does. */
export async function readCurves(
  { chain: { rpc } }: Context,
  curves: readonly CurveRef[],
): Promise<Outcome<ReadonlyMap<string, number>>> {
  const found = new Map<string, number>()
  if (rpc === null || curves.length === 0) return ok(found)
  const read = new Map<string, AccountView | null>()
  for (let round = 0; round < PULSE.readRounds; round += 1) {
    const wanted = new Set(curves.flatMap(({ dex, pool, mint }) => LAUNCHPADS.get(dex)?.wants(pool, read, mint) ?? []))
    const missing = [...wanted].filter((address) => !read.has(address))
    if (missing.length === 0) break
    const accounts = await rpc.accounts(missing)
    if (!accounts.ok) return accounts
    for (const [index, address] of missing.entries()) read.set(address, accounts.value.accounts[index] ?? null)
  }
  for (const { mint, pool, dex } of curves) {
    const curve = LAUNCHPADS.get(dex)?.readPool(pool, read, mint)
    if (curve?.ok && curve.value.curveProgressPct !== null) found.set(mint, curve.value.curveProgressPct)
  }
  return ok(found)
}
