import { writeSync } from 'node:fs'
import { RETENTION } from '../../src/config/retention.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openStore } from '../../src/store/open.ts'
import { GENESIS, SILENT, storeConfig } from '../store/temp-store.ts'
import { FIRST_SECOND, slotOf, tradeFact } from '../support/tape-facts.ts'
import { EVENTS_PER_SLOT } from './backup-checks.ts'

/** Writes to a store, its tape among it, until it is killed, and says on standard output what was acknowledged:
 *
 *      key <id> <key>   a key's creation has resolved
 *      slot <n>         the tape has the slot, and then durable has a row at time n
 *
 *  Every so many slots a new day begins and the oldest one goes, as midnight does it. A line is in the pipe before the
 *  next step happens, so it survives the kill. */
const [dataDir, slotsPerDay] = process.argv.slice(2) as [string, string]
const KEPT_DAYS = 3
const DAY_SECS = 86_400
const say = (line: string) => writeSync(1, `${line}\n`)
const store = await openStore({
  config: storeConfig(dataDir),
  clock: systemClock(),
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
  writesTape: true,
})
say('ready')

async function makeKeys(): Promise<never> {
  for (;;) {
    const { key, record } = await store.apiKeys.create({ label: 'load', tier: 'data' })
    say(`key ${record.id} ${key}`)
  }
}

async function follow(): Promise<never> {
  const perDay = Number(slotsPerDay)
  for (let slot = (store.tape.position('solana')?.slot ?? 0) + 1; ; slot++) {
    const blockTimeSec = FIRST_SECOND + Math.floor(slot / perDay) * DAY_SECS + (slot % perDay)
    const facts = Array.from({ length: EVENTS_PER_SLOT }, (_, index) => tradeFact(slot, index, { blockTimeSec }))
    await store.tape.writer!.appendSlot(slotOf(slot, facts, { blockTimeSec }), blockTimeSec * 1_000)
    // A cursor of the tape, as webhooks keep theirs: never ahead of it.
    await store.solPrices.put({ tMs: slot, priceUsd: slot, tier: 'dex' })
    say(`slot ${slot}`)
    if (slot % perDay === 0)
      await store.tape.writer!.prune((blockTimeSec + (RETENTION.tapeDays - KEPT_DAYS) * DAY_SECS) * 1_000)
  }
}

await Promise.all([makeKeys(), follow()])
