import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { plausibleSlotMs, sampledSlotMs } from '../../chain/solana/slot-time.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

/** Time and slot of the chain. Null members could not be read. */
export type ChainClock = {
  readonly slot: number
  readonly timeSec: number | null
  readonly slotMs: number | null
  /** Time of the oldest block the node keeps. */
  readonly ledgerStartSec: number | null
}

/** Distance of two blocks whose times give the slot time where a node keeps no samples: block times are whole
 *  seconds. */
const SLOTS_APART = 1_000

/** The node's slot, its time and how long slots take now: by the node's performance samples, else by two block times.
 *  Fails when the slot cannot be read. */
export async function readClock(rpc: SolanaRpc, signal: AbortSignal): Promise<Outcome<ChainClock>> {
  const [current, sampledMs, ledgerStartSec] = await Promise.all([
    rpc.call<unknown>('getSlot', [{ commitment: 'confirmed' }], { signal }),
    sampledSlotMs(rpc, signal),
    ledgerStart(rpc, signal),
  ])
  if (!current.ok) return current
  const slot = current.value
  if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || slot < 0)
    return { ok: false, code: 'upstream_failed', message: 'the node answered getSlot in an unexpected shape' }
  const timeSec = await blockTime(rpc, slot, signal)
  const earlierSec = sampledMs === null && timeSec !== null ? await blockTime(rpc, slot - SLOTS_APART, signal) : null
  const measuredMs =
    earlierSec === null || timeSec === null ? null : plausibleSlotMs(((timeSec - earlierSec) * 1_000) / SLOTS_APART)
  return ok({ slot, timeSec, slotMs: sampledMs ?? measuredMs, ledgerStartSec })
}

/** Time per slot between two moments of the chain; null when they are too close or it is no slot time. */
export function slotMsBetween(
  a: { readonly slot: number; readonly timeSec: number },
  b: { readonly slot: number; readonly timeSec: number },
): number | null {
  const slots = b.slot - a.slot
  return slots < 1 ? null : plausibleSlotMs(((b.timeSec - a.timeSec) * 1_000) / slots)
}

async function ledgerStart(rpc: SolanaRpc, signal: AbortSignal): Promise<number | null> {
  const first = await rpc.call<unknown>('getFirstAvailableBlock', [], { signal })
  if (!first.ok || typeof first.value !== 'number' || !Number.isSafeInteger(first.value)) return null
  return blockTime(rpc, first.value, signal)
}

async function blockTime(rpc: SolanaRpc, slot: number, signal: AbortSignal): Promise<number | null> {
  if (slot < 0) return null
  const answer = await rpc.call<unknown>('getBlockTime', [slot], { signal })
  return answer.ok && typeof answer.value === 'number' && Number.isSafeInteger(answer.value) ? answer.value : null
}
