import { setImmediate } from 'node:timers/promises'
import { HOUR_SECS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { SWAP_KINDS, type SwapKind, type SwapSums, type TapeChain } from '../../contract/tape-event.ts'

/** How the swaps of the last hour were read, over the blocks of it that the tape holds. */
export type SwapCoverage = {
  /** Block time of the first and last of them, epoch ms. */
  readonly fromMs: number
  readonly toMs: number
  readonly blocks: number
  readonly sums: SwapSums
  /** 0 to 1, by volume; null without one. */
  readonly decodedShare: number | null
}

type Parts = Pick<Context, 'store' | 'clock'>

/** Null where the tape holds no block of that hour, or follows a part of the swaps only. Shared for 30 s. */
export async function getSwapCoverage(ctx: Parts, chain: TapeChain): Promise<SwapCoverage | null> {
  const { tape } = ctx.store
  const newest = tape.position(chain)
  const fromSec = Math.floor(ctx.clock.nowMs() / 1_000) - HOUR_SECS
  const record = newest === undefined ? undefined : tape.slot(chain, newest.slot)
  if (record?.swaps === undefined || (record.blockTimeSec ?? 0) < fromSec) return null
  const found = await ctx.store.memo<SwapCoverage>('swapCoverage', chain, () =>
    sumSwaps(tape, { chain, headSlot: record.slot, fromSec }),
  )
  return found.ok ? found.value : null
}

async function sumSwaps(
  tape: Context['store']['tape'],
  { chain, headSlot, fromSec }: { readonly chain: TapeChain; readonly headSlot: number; readonly fromSec: number },
): Promise<Outcome<SwapCoverage>> {
  const sums = emptySums()
  let blocks = 0
  let first: number | null = null
  let last: number | null = null
  for (let next = firstSlotSince(tape, chain, headSlot, fromSec); ; await setImmediate()) {
    const page = tape.slots(chain, next, LIMITS.tapeSumSlots)
    for (const { status, blockTimeSec, swaps } of page) {
      if (status === 'retracted' || blockTimeSec === null || blockTimeSec < fromSec || swaps === undefined) continue
      addSums(sums, swaps)
      blocks++
      first ??= blockTimeSec
      last = blockTimeSec
    }
    if (page.length < LIMITS.tapeSumSlots) break
    next = page.at(-1)!.slot + 1
  }
  if (first === null || last === null) return fail('not_found', 'no block of the last hour')
  return ok({ fromMs: first * 1_000, toMs: last * 1_000, blocks, sums, decodedShare: shareOf(sums) })
}

/** The first slot on the tape with a block of that time or later, to within forks: block times ascend. */
function firstSlotSince(tape: Context['store']['tape'], chain: TapeChain, headSlot: number, fromSec: number): number {
  let low = tape.coverage(chain)?.fromSlot ?? headSlot
  let high = headSlot
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const timeSec = tape.slots(chain, middle, 1)[0]?.blockTimeSec ?? null
    if (timeSec !== null && timeSec < fromSec) low = middle + 1
    else high = middle
  }
  return low
}

type Sums = { [Kind in SwapKind]: { count: number; usd: number } } & { unpriced: number }

function emptySums(): Sums {
  const none = () => ({ count: 0, usd: 0 })
  return { named: none(), generic: none(), unknown: none(), unread: none(), unpriced: 0 }
}

function addSums(sums: Sums, more: SwapSums): void {
  for (const kind of SWAP_KINDS) {
    sums[kind].count += more[kind].count
    sums[kind].usd += more[kind].usd
  }
  sums.unpriced += more.unpriced
}

function shareOf(sums: SwapSums): number | null {
  const totalUsd = SWAP_KINDS.reduce((total, kind) => total + sums[kind].usd, 0)
  return totalUsd > 0 ? 1 - sums.unread.usd / totalUsd : null
}
