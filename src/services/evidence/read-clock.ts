import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

/** Where the chain stands. Null members could not be read. */
export type ChainClock = {
  readonly slot: number
  readonly timeSec: number | null
  readonly slotMs: number | null
  /** Time of the oldest block the node keeps. */
  readonly ledgerStartSec: number | null
}

/** Samples of a minute each. */
const SAMPLES = 5
/** Distance of two blocks whose times give the slot time where a node keeps no samples: block times are whole seconds. */
const SLOTS_APART = 1_000
/** A slot takes 200 to 400 ms (SIMD-0525) and never so much more or less. */
const MIN_SLOT_MS = 20
const MAX_SLOT_MS = 5_000

/** The node's slot, its time and how long slots take now: by the node's performance samples, else by two block times.
 *  Fails when the slot cannot be read. */
export async function readClock(rpc: SolanaRpc, signal: AbortSignal): Promise<Outcome<ChainClock>> {
  const [current, samples, ledgerStartSec] = await Promise.all([
    rpc.call<unknown>('getSlot', [{ commitment: 'confirmed' }], { signal }),
    rpc.call<unknown>('getRecentPerformanceSamples', [SAMPLES], { signal }),
    ledgerStart(rpc, signal),
  ])
  if (!current.ok) return current
  const slot = current.value
  if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || slot < 0)
    return { ok: false, code: 'upstream_failed', message: 'the node answered getSlot in an unexpected shape' }
  const timeSec = await blockTime(rpc, slot, signal)
  const sampledMs = samples.ok ? slotMsOf(samples.value) : null
  const earlierSec = sampledMs === null && timeSec !== null ? await blockTime(rpc, slot - SLOTS_APART, signal) : null
  const measuredMs =
    earlierSec === null || timeSec === null ? null : plausible(((timeSec - earlierSec) * 1_000) / SLOTS_APART)
  return ok({ slot, timeSec, slotMs: sampledMs ?? measuredMs, ledgerStartSec })
}

/** Time per slot between two moments of the chain; null when they are too close or it is no slot time. */
export function slotMsBetween(
  a: { readonly slot: number; readonly timeSec: number },
  b: { readonly slot: number; readonly timeSec: number },
): number | null {
  const slots = b.slot - a.slot
  return slots < 1 ? null : plausible(((b.timeSec - a.timeSec) * 1_000) / slots)
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

function slotMsOf(value: unknown): number | null {
  let slots = 0
  let secs = 0
  for (const row of Array.isArray(value) ? value : []) {
    const { numSlots, samplePeriodSecs } = (row ?? {}) as { numSlots?: unknown; samplePeriodSecs?: unknown }
    if (typeof numSlots !== 'number' || typeof samplePeriodSecs !== 'number') return null
    slots += numSlots
    secs += samplePeriodSecs
  }
  return slots > 0 ? plausible((secs * 1_000) / slots) : null
}

/** Rounded to a tenth: more digits are noise of whole-second clocks. */
function plausible(slotMs: number): number | null {
  const rounded = Math.round(slotMs * 10) / 10
  return rounded >= MIN_SLOT_MS && rounded <= MAX_SLOT_MS ? rounded : null
}
