import type { Loss, Measured } from '../../sandwich-port.ts'
import type { SwapRecord, SwapReplay, SwapResult } from '../dexes/swap-replay.ts'
import type { ReadAccounts } from '../dexes/trading.ts'
import type { PlacedTrade } from './placed-trade.ts'

type Recorded = { readonly record: SwapRecord<unknown, unknown>; readonly placed: PlacedTrade }
const PCT_DIGITS = 1_000_000n

/** The victim's swap on the pool as it would have been without the front run. First every trade from the front run to the
 *  victim is computed on the state before the front run and must give what the chain says it gave, to the base unit: that
 *  proves the maths on this very pool, and that nothing else happened to it. Then the front run is left out, and the others ask for the same. Pure. */
export function measureLoss(
  replay: SwapReplay,
  trades: readonly PlacedTrade[],
  { fronts, victimAt }: { readonly fronts: readonly number[]; readonly victimAt: number },
  read: ReadAccounts,
): Measured {
  const stretch: Recorded[] = []
  for (const placed of trades.slice(fronts[0]!, victimAt + 1)) {
    const record = replay.record(placed.transaction, placed.trade, read)
    if (record === null) return unproved('a trade’s record does not show the pool that it ran against')
    stretch.push({ record, placed })
  }
  const { terms } = stretch[0]!.record
  const before = stretch[0]!.record.before ?? leftBy(replay, trades[fronts[0]! - 1], read)
  if (before === null) return unproved('the trade before the front run, which shows the pool, was not read')
  const asItWas = run(replay, before, stretch, ({ record }) => record.terms)
  if (asItWas === null || !asItWas.every(({ inRaw, outRaw }, at) => isSame(stretch[at]!.placed, inRaw, outRaw)))
    return unproved('the pool did something else in between, or its maths are not those known here')
  const attack = new Set(fronts.map((place) => trades[place]!))
  const others = stretch.filter(({ placed }) => !attack.has(placed))
  // Fees can depend on the price: those of the state before the front run hold on it.
  const without = run(replay, before, others, () => terms)
  const [was, fair] = [asItWas.at(-1)!, without?.at(-1)]
  if (fair === undefined) return unproved('without the front run a trade in between would not have been possible')
  return { isProved: true, loss: lossOf(stretch.at(-1)!, was, fair) }
}

/** What a trade left of the pool. */
function leftBy({ after }: SwapReplay, last: PlacedTrade | undefined, read: ReadAccounts): unknown {
  return last === undefined || after === undefined ? null : after(last.transaction, last.trade, read)
}

function unproved(reason: string): Measured {
  return { isProved: false, reason }
}

function run(
  { swap }: SwapReplay,
  before: unknown,
  list: readonly Recorded[],
  termsOf: (one: Recorded) => unknown,
): readonly SwapResult<unknown>[] | null {
  const results: SwapResult<unknown>[] = []
  let state = before
  for (const one of list) {
    const result = swap(state, termsOf(one), one.record.ask)
    if (result === null) return null
    results.push(result)
    state = result.after
  }
  return results
}

function isSame({ trade }: PlacedTrade, inRaw: bigint, outRaw: bigint): boolean {
  const { side, baseAmountRaw, quoteAmountRaw } = trade
  return side === 'buy'
    ? inRaw === quoteAmountRaw && outRaw === baseAmountRaw
    : inRaw === baseAmountRaw && outRaw === quoteAmountRaw
}

/** In quote: a sale brought so much less; a purchase of an exact amount cost so much more; of a purchase for an exact
 *  amount of quote, the share of the payment that the missing tokens are of the tokens it should have bought, rounded
 *  down. */
function lossOf({ record, placed }: Recorded, was: SwapResult<unknown>, fair: SwapResult<unknown>): Loss {
  const isBuy = placed.trade.side === 'buy'
  const [fairInRaw, fairOutRaw] = [fair.inRaw, fair.outRaw]
  const [missing, whole] = record.ask.isExactOut
    ? [was.inRaw - fairInRaw, fairInRaw]
    : [fairOutRaw - was.outRaw, fairOutRaw]
  const inQuote = isBuy === record.ask.isExactOut
  const traded = isBuy ? was.inRaw : was.outRaw
  return {
    fairInRaw,
    fairOutRaw,
    quoteRaw: inQuote ? missing : whole === 0n ? 0n : (traded * missing) / whole,
    baseRaw: inQuote ? 0n : missing,
    extraSlippagePct: whole === 0n ? 0 : Number((missing * 100n * PCT_DIGITS) / whole) / Number(PCT_DIGITS),
  }
}
