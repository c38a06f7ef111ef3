import { FIRST_PARTY } from '../../config/first-party.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { TradeEvent } from '../../contract/tape-event.ts'
import type { TapeSubject } from './check-subject.ts'

export type ScanRange = {
  /** Block times in epoch seconds, both included. */
  readonly fromTimeSec: number
  readonly toTimeSec: number
  /** Only trades before this number of the tape. */
  readonly beforeSeq?: number
}

export type Scan = {
  /** Everything before this number was left unread; null when the range was read to its end. */
  readonly nextBeforeSeq: number | null
}

/** Hands over the surviving trades of a subject, newest first, until `take` answers false. Reads a bounded piece of the
 *  tape in each turn of the loop that the readers of all requests share, and `FIRST_PARTY.mostTrades` and `mostBlocks`
 *  at most. Fails `cancelled`. */
export async function scanTrades(
  ctx: Pick<Context, 'store' | 'parts'>,
  { chain, by, address }: TapeSubject,
  { fromTimeSec, toTimeSec, beforeSeq }: ScanRange,
  take: (trade: TradeEvent) => boolean,
  signal?: AbortSignal,
): Promise<Outcome<Scan>> {
  const { tape } = ctx.store
  const { blocksPerTurn, tradesPerTurn, mostTrades, mostBlocks } = FIRST_PARTY
  let next = beforeSeq ?? Number.MAX_SAFE_INTEGER
  let taken = 0
  for (let blocks = 0; blocks < mostBlocks && taken < mostTrades; blocks += blocksPerTurn) {
    await ctx.parts.tapeReadTurns.next()
    if (signal?.aborted) return fail('cancelled', 'request cancelled by client')
    const page = tape.trades(
      { by, address, chain },
      { limit: tradesPerTurn, beforeSeq: next, fromTimeSec, toTimeSec, blocks: blocksPerTurn },
    )
    for (const trade of page.trades) {
      // Addresses of two chains may be the same.
      if (trade.chain !== chain) continue
      taken++
      if (!take(trade)) return ok({ nextBeforeSeq: trade.seq + 1 })
    }
    if (page.nextBeforeSeq === null) return ok({ nextBeforeSeq: null })
    next = page.nextBeforeSeq
  }
  return ok({ nextBeforeSeq: next })
}

/** The trades of a range in the order of the chain. Fails `cancelled`. */
export async function readTrades(
  ctx: Pick<Context, 'store' | 'parts'>,
  subject: TapeSubject,
  range: ScanRange,
  signal?: AbortSignal,
): Promise<Outcome<Scan & { readonly trades: readonly TradeEvent[] }>> {
  const trades: TradeEvent[] = []
  const take = (trade: TradeEvent): boolean => trades.push(trade) > 0
  const scan = await scanTrades(ctx, subject, range, take, signal)
  return scan.ok ? ok({ ...scan.value, trades: withoutRetracted(ctx, subject, trades).reverse() }) : scan
}

/** Without what a fork took back while they were being read. */
export function withoutRetracted(
  { store: { tape } }: Pick<Context, 'store'>,
  { chain }: Pick<TapeSubject, 'chain'>,
  trades: readonly TradeEvent[],
): TradeEvent[] {
  const finalizedSlot = tape.position(chain)?.finalizedSlot ?? -1
  return trades.filter((trade) => trade.slot <= finalizedSlot || tape.survives(trade))
}

/** Calls with every item in its order, in turns of the loop. Fails `cancelled`. */
export async function inTurns<T>(
  ctx: Pick<Context, 'parts'>,
  items: readonly T[],
  add: (item: T, at: number) => void,
  { signal, perTurn = FIRST_PARTY.summedPerTurn }: { readonly signal?: AbortSignal; readonly perTurn?: number },
): Promise<Outcome<null>> {
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % perTurn === 0) await ctx.parts.tapeReadTurns.next()
    if (signal?.aborted) return fail('cancelled', 'request cancelled by client')
    add(item, at)
  }
  return ok(null)
}
