import type { SolanaRpc } from './rpc.ts'

/** Samples of a minute each. */
const SAMPLES = 5
/** A slot takes 200 to 400 ms (SIMD-0525) and never so much more or less. */
const MIN_SLOT_MS = 20
const MAX_SLOT_MS = 5_000

/** How long slots take now, by the node's performance samples; null where it keeps none or fails. */
export async function sampledSlotMs(rpc: SolanaRpc, signal: AbortSignal): Promise<number | null> {
  const samples = await rpc.call<unknown>('getRecentPerformanceSamples', [SAMPLES], { signal })
  return samples.ok ? slotMsOf(samples.value) : null
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
  return slots > 0 ? plausibleSlotMs((secs * 1_000) / slots) : null
}

/** Rounded to a tenth: more digits are noise of whole-second clocks. Null for what is no slot time. */
export function plausibleSlotMs(slotMs: number): number | null {
  const rounded = Math.round(slotMs * 10) / 10
  return rounded >= MIN_SLOT_MS && rounded <= MAX_SLOT_MS ? rounded : null
}
