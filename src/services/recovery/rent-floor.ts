import { readRentFloors } from '../../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { SAID_ONCE_TTL_MS } from '../../config/cache-ttls.ts'
import { HOUR_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

const KEPT_MS = HOUR_MS

/** As the node last reported it. */
export type KnownRentFloor = {
  floor: {
    readonly worldVersion: number
    readonly lamports: bigint
    readonly atMs: number
    readonly keptMs: number
  } | null
}

/** Lamports that a wallet, an account without data, needs now, asked of the node once an hour where it says the same
 *  again: the rate moves (SIMD-0437), and one reply may be false. Fails as the node fails. */
export async function rentFloor(ctx: Context, rpc: SolanaRpc): Promise<Outcome<bigint>> {
  const kept = ctx.parts.rentFloor
  const worldVersion = ctx.store.worldVersion()
  const nowMs = ctx.clock.monotonicMs()
  const { floor } = kept
  if (floor?.worldVersion === worldVersion && nowMs - floor.atMs < floor.keptMs) return ok(floor.lamports)
  const read = await readRentFloors(rpc, [0])
  if (!read.ok) return read
  const lamports = read.value[0]!
  const isSaidAgain = floor?.worldVersion === worldVersion && floor.lamports === lamports
  kept.floor = { worldVersion, lamports, atMs: nowMs, keptMs: isSaidAgain ? KEPT_MS : SAID_ONCE_TTL_MS }
  return ok(lamports)
}

export function createKnownRentFloor(): KnownRentFloor {
  return { floor: null }
}
