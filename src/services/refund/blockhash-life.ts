import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readHeight } from '../../chain/solana/signature-status.ts'
import { sampleSlotMs } from '../../chain/solana/slot-samples.ts'
import type { Context } from '../../context.ts'
import { measuredSlotMs } from '../trade-pools/hot-chain.ts'

/** Milliseconds until a blockhash is dead, by the time that slots take now: the time moves, and 400 ms is history. Null
 *  when that is unknown. */
export async function blockhashLifeMs(
  ctx: Context,
  rpc: SolanaRpc,
  lastValidBlockHeight: number,
): Promise<number | null> {
  const height = await readHeight(rpc)
  if (!height.ok) return null
  return slotsInMs(ctx, rpc, Math.max(0, lastValidBlockHeight - height.value.blockHeight))
}

/** How long so many slots take: as the node’s notifications show, or its own samples where none were heard yet. */
export async function slotsInMs(ctx: Context, rpc: SolanaRpc, slots: number): Promise<number | null> {
  const slotMs = measuredSlotMs(ctx) ?? (await sampledSlotMs(rpc))
  return slotMs === null ? null : Math.round(slots * slotMs)
}

async function sampledSlotMs(rpc: SolanaRpc): Promise<number | null> {
  const sampled = await sampleSlotMs(rpc)
  return sampled.ok ? sampled.value : null
}
