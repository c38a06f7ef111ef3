import { readRentFloors } from '../../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

const KEPT_MS = 3_600_000

type Kept = { floor: { readonly worldVersion: number; readonly lamports: bigint; readonly atMs: number } | null }

/** Lamports that a wallet, an account without data, needs now, asked of the node once an hour: the rate moves (SIMD-0437).
 *  Fails as the node fails. */
export async function rentFloor(ctx: Context, rpc: SolanaRpc): Promise<Outcome<bigint>> {
  const kept = ctx.only(createKept)
  const worldVersion = ctx.store.worldVersion()
  const nowMs = ctx.clock.monotonicMs()
  const { floor } = kept
  if (floor?.worldVersion === worldVersion && nowMs - floor.atMs < KEPT_MS) return ok(floor.lamports)
  const read = await readRentFloors(rpc, [0])
  if (!read.ok) return read
  const lamports = read.value[0]!
  kept.floor = { worldVersion, lamports, atMs: nowMs }
  return ok(lamports)
}

function createKept(): Kept {
  return { floor: null }
}
