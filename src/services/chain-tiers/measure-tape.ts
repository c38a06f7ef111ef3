import { CHAIN_TIERS } from '../../config/chains.ts'
import { DAY_MS, HOUR_MS } from '../../config/durations.ts'
import type { MarketEvidence } from '../../contract/chain-evidence.ts'
import type { TapeChain, TradeEvent } from '../../contract/tape-event.ts'
import type { Measurer } from './round.ts'

const EVENTS_PER_LOOK = 100

/** What this server's own follower has seen of a chain's market: the newest trade on the tape. */
export function measureTape(
  { store: { tape }, clock }: Pick<Measurer, 'store' | 'clock'>,
  chain: TapeChain,
): MarketEvidence {
  const askedAtMs = clock.nowMs()
  const trade = chain === 'solana' ? newestTrade(tape, chain) : newestOfBlocks(tape, chain)
  const ageMs = trade?.blockTimeSec == null ? null : Math.max(0, askedAtMs - trade.blockTimeSec * 1_000)
  return {
    askedAtMs,
    source: 'tape',
    newestTradeAgeMs: ageMs,
    newestTradeUnderMs: ageMs === null ? null : ageMs + 1,
    active24h: ageMs !== null && ageMs < DAY_MS,
    poolTradedWithinHour: ageMs !== null && ageMs < HOUR_MS,
    pool: trade === null ? null : { address: trade.pool, base: trade.mint, quote: trade.quoteMint },
  }
}

/** In the newest blocks, which have each number in turn: events of Solana would push those of a slower chain out of sight. */
function newestOfBlocks(tape: Measurer['store']['tape'], chain: TapeChain): TradeEvent | null {
  const headSlot = tape.position(chain)?.slot ?? -1
  for (let slot = headSlot; slot >= 0 && slot > headSlot - CHAIN_TIERS.tapeBlocks; slot--) {
    const record = tape.slot(chain, slot)
    if (record === undefined || record.status === 'retracted' || record.count === 0) continue
    const trade = tape.read(record.firstSeq - 1, record.count).findLast(({ type }) => type === 'trade')
    if (trade?.type === 'trade') return trade
  }
  return null
}

/** That no fork took back, among the newest events. */
function newestTrade(tape: Measurer['store']['tape'], chain: TapeChain): TradeEvent | null {
  const headSeq = tape.window().head.seq
  for (let back = EVENTS_PER_LOOK; back <= CHAIN_TIERS.tapeEvents; back += EVENTS_PER_LOOK) {
    const events = tape.read(Math.max(0, headSeq - back), EVENTS_PER_LOOK)
    for (const event of events.toReversed())
      if (event.type === 'trade' && event.chain === chain && tape.survives(event)) return event
    if (back >= headSeq) return null
  }
  return null
}
