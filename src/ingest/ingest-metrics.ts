import type { Context } from '../context.ts'
import type { TapeChain } from '../contract/tape-event.ts'
import type { NewSlot } from '../store/tape/types.ts'

/** What an operator watches of a follower. */
export type IngestMetrics = {
  behind(slots: number): void
  appended(slots: readonly NewSlot[], events: number): void
  retracted(events: number): void
  lost(slots: number): void
  finalTakenBack(slots: number): void
  unreadable(): void
}

const LAG_BOUNDS_SECONDS = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 300]

export function createIngestMetrics(
  { metrics, clock }: Pick<Context, 'metrics' | 'clock'>,
  chain: TapeChain,
): IngestMetrics {
  const labels = { chain }
  const names = ['chain']
  const events = metrics.counter('mintglass_ingest_events_total', 'Events appended to the tape.', names)
  const slots = metrics.counter('mintglass_ingest_slots_total', 'Blocks appended to the tape.', names)
  const retracted = metrics.counter('mintglass_ingest_retracted_total', 'Events that a fork took back.', names)
  const lost = metrics.counter('mintglass_ingest_lost_slots_total', 'Slots that could not be read.', names)
  const finalTakenBack = metrics.counter(
    'mintglass_ingest_final_taken_back_total',
    'Final blocks of the tape that proved false and were taken back.',
    names,
  )
  const unreadable = metrics.counter(
    'mintglass_ingest_unreadable_total',
    'Transactions of followed programs that could not be read.',
    names,
  )
  const behind = metrics.gauge('mintglass_ingest_slots_behind', 'Slots between the tape and the head.', names)
  const newest = metrics.gauge('mintglass_ingest_slot', 'Newest slot on the tape.', names)
  const lag = metrics.histogram(
    'mintglass_ingest_lag_seconds',
    'From the time of a block to its commit; block times are whole seconds.',
    LAG_BOUNDS_SECONDS,
    names,
  )
  return {
    behind: (count) => behind.set(count, labels),
    appended(added, count) {
      events.inc(labels, count)
      slots.inc(labels, added.length)
      const last = added.at(-1)
      if (last === undefined) return
      newest.set(last.slot, labels)
      if (last.blockTimeSec !== null) lag.observe(Math.max(0, clock.nowMs() / 1000 - last.blockTimeSec), labels)
    },
    retracted: (count) => retracted.inc(labels, count),
    lost: (count) => lost.inc(labels, count),
    finalTakenBack: (count) => finalTakenBack.inc(labels, count),
    unreadable: () => unreadable.inc(labels),
  }
}
