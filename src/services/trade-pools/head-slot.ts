import { TRADING } from '../../config/trading.ts'

type Heard = { readonly slot: number; readonly atMs: number }

/** Slots may pass so many times as fast as they were measured to. */
const PACE_DOUBT = 2

/** The head of the chain by most of the slots that a node reported lately: one absurd slot among many changes
 *  nothing. */
export type HeadSlot = {
  heard(slot: number): void
  /** The newest credible slot; infinite before enough slots were heard. */
  newest(): number
}

/** Keeps the last slots that were heard and takes the middle one of what each says of now, gone on at the pace that
 *  their first and last thirds measure. */
export function createHeadSlot(nowMs: () => number): HeadSlot {
  const heard: Heard[] = []
  return {
    heard(slot) {
      if (!Number.isSafeInteger(slot) || slot < 0) return
      heard.push({ slot, atMs: nowMs() })
      if (heard.length > TRADING.heardSlots) heard.shift()
    },
    newest() {
      if (heard.length < TRADING.leastHeardSlots) return Number.POSITIVE_INFINITY
      const now = nowMs()
      const slotMs = paceOf(heard)
      // No slot was heard for long, so the speed of slots is unknown.
      if (slotMs === null && now - heard.at(-1)!.atMs > TRADING.subscriptionSilenceMs) return Number.POSITIVE_INFINITY
      const said = heard.map(({ slot, atMs }) => slot + (slotMs === null ? 0 : (PACE_DOUBT * (now - atMs)) / slotMs))
      return Math.ceil(middleOf(said)) + TRADING.slotSlack
    },
  }
}

/** Milliseconds of a slot; null where too little time passed. */
function paceOf(heard: readonly Heard[]): number | null {
  const third = Math.floor(heard.length / 3)
  const [first, last] = [heard.slice(0, third), heard.slice(-third)]
  const slots = middleOf(last.map(({ slot }) => slot)) - middleOf(first.map(({ slot }) => slot))
  const ms = middleOf(last.map(({ atMs }) => atMs)) - middleOf(first.map(({ atMs }) => atMs))
  return slots >= 1 && ms > 0 ? ms / slots : null
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
