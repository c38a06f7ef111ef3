import { readRentFloors } from '../../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

const KEPT_MS = 3_600_000

/** Lamports that an account of so many bytes needs now, asked of the node once an hour: the rate moves (SIMD-0437). Fails
 *  as the node fails. */
export async function rentFloor(ctx: Context, rpc: SolanaRpc, dataBytes: number): Promise<Outcome<bigint>> {
  const kept = ctx.only(createFloors)
  const key = `${ctx.store.worldVersion()} ${dataBytes}`
  const known = kept.get(key)
  const nowMs = ctx.clock.monotonicMs()
  if (known !== undefined && nowMs - known.atMs < KEPT_MS) return ok(known.lamports)
  const read = await readRentFloors(rpc, [dataBytes])
  if (!read.ok) return read
  const lamports = read.value[0]!
  if (kept.size >= MAX_SIZES) kept.clear()
  kept.set(key, { lamports, atMs: nowMs })
  return ok(lamports)
}

const MAX_SIZES = 256

function createFloors(): Map<string, { readonly lamports: bigint; readonly atMs: number }> {
  return new Map()
}
