import { MINUTE_MS } from '../../config/durations.ts'
import { LIMITS } from '../../config/limits.ts'
import { PULSE } from '../../config/pulse.ts'
import type { Context } from '../../context.ts'
import type { TapeEvent, TradeEvent, TradeVenue } from '../../contract/tape-event.ts'
import { createSharedTurns } from '../../runtime/shared-turns.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'

/** What the tape says of one token within the window. */
export type TokenActivity = {
  readonly mint: string
  /** Of the newest trade. */
  readonly pool: string
  readonly dex: TradeVenue
  readonly lastAtMs: number
  readonly priceUsd: number | null
  readonly trades: number
  /** Trades without a known price in dollars count 0. */
  readonly volumeUsd: number
}

/** Trades by token over the last hour, kept up with the tape whenever somebody asks. */
export type TapeActivity = {
  /** Catches up, a bounded number of events. */
  look(): Promise<void>
  of(mint: string): TokenActivity | null
  /** Those traded most recently first. */
  recent(): readonly TokenActivity[]
  /** Seconds that the counts cover: an hour, or less while the server has looked for less long. */
  windowSecs(): number
}

export function createTapeActivity({ store: { tape }, clock }: Context): TapeActivity {
  const turns = createSharedTurns()
  const flights = createSingleFlight<void>()
  const counts = createCounts(() => clock.nowMs())
  let epoch = ''
  let seenSeq = 0
  let sinceMs = 0

  function restart(oldest: number, headEpoch: string): void {
    const windowFromMs = clock.nowMs() - PULSE.windowMs
    counts.clear()
    epoch = headEpoch
    seenSeq = Math.max(oldest, tape.seqAt(Math.floor(windowFromMs / 1_000)) - 1)
    // The window is whole where nothing of it had to be left out.
    sinceMs = seenSeq > oldest ? windowFromMs : (timeOf(tape.eventAt(seenSeq + 1)) ?? clock.nowMs())
  }

  async function catchUp(): Promise<void> {
    tape.refresh()
    const { head, tail } = tape.window()
    const oldest = Math.max(tail.seq, head.seq - PULSE.eventsPerLook)
    if (head.epoch !== epoch || seenSeq < oldest) restart(oldest, head.epoch)
    while (seenSeq < head.seq) {
      const events = tape.read(seenSeq, Math.min(LIMITS.tapeSumEvents, head.seq - seenSeq))
      for (const event of events) counts.take(event)
      seenSeq = events.at(-1)?.seq ?? head.seq
      if (seenSeq < head.seq) await turns.next()
    }
  }

  return {
    look: () => flights.join('', catchUp).result,
    of: counts.of,
    recent: counts.recent,
    windowSecs: () => Math.max(0, Math.floor(Math.min(PULSE.windowMs, clock.nowMs() - sinceMs) / 1_000)),
  }
}

type Minute = { trades: number; volumeUsd: number }
type Entry = { pool: string; dex: TradeVenue; lastAtMs: number; priceUsd: number | null; minutes: Map<number, Minute> }

/** Sums by token and minute; the token traded least recently is forgotten first. */
function createCounts(nowMs: () => number) {
  /** The one traded last is at the end. */
  const entries = new Map<string, Entry>()

  function count(trade: TradeEvent, sign: 1 | -1): void {
    const known = entries.get(trade.mint)
    if (sign === -1 && known === undefined) return
    const atMs = timeOf(trade) ?? nowMs()
    const entry = known ?? { pool: '', dex: trade.dex, lastAtMs: 0, priceUsd: null, minutes: new Map<number, Minute>() }
    if (sign === 1 && atMs >= entry.lastAtMs) {
      const { pool, dex, priceUsd } = trade
      Object.assign(entry, { pool, dex, lastAtMs: atMs, priceUsd: priceUsd ?? entry.priceUsd })
    }
    const minute = Math.floor(atMs / MINUTE_MS)
    const sums = entry.minutes.get(minute) ?? { trades: 0, volumeUsd: 0 }
    sums.trades += sign
    sums.volumeUsd += sign * (trade.amountUsd ?? 0)
    entry.minutes.set(minute, sums)
    entries.delete(trade.mint)
    entries.set(trade.mint, entry)
    if (entries.size > PULSE.tokens) entries.delete(entries.keys().next().value!)
  }

  function show(mint: string, { pool, dex, lastAtMs, priceUsd, minutes }: Entry): TokenActivity | null {
    const oldest = Math.floor((nowMs() - PULSE.windowMs) / MINUTE_MS)
    let trades = 0
    let volumeUsd = 0
    for (const [minute, sums] of minutes) {
      if (minute < oldest) minutes.delete(minute)
      else {
        trades += sums.trades
        volumeUsd += sums.volumeUsd
      }
    }
    return trades <= 0 ? null : { mint, pool, dex, lastAtMs, priceUsd, trades, volumeUsd: Math.max(0, volumeUsd) }
  }

  return {
    clear: () => entries.clear(),
    take(event: TapeEvent): void {
      // The pulse is that of Solana.
      if (event.chain !== 'solana') return
      if (event.type === 'trade') count(event, 1)
      else if (event.type === 'retracted' && event.retracts.type === 'trade') count(event.retracts, -1)
    },
    of(mint: string): TokenActivity | null {
      const entry = entries.get(mint)
      return entry === undefined ? null : show(mint, entry)
    },
    recent(): readonly TokenActivity[] {
      const shown: TokenActivity[] = []
      for (const [mint, entry] of [...entries].reverse()) {
        const activity = show(mint, entry)
        if (activity === null) entries.delete(mint)
        else shown.push(activity)
      }
      return shown
    },
  }
}

function timeOf(event: { readonly blockTimeSec: number | null } | undefined): number | null {
  return event?.blockTimeSec === null || event?.blockTimeSec === undefined ? null : event.blockTimeSec * 1_000
}
