import { writeSync } from 'node:fs'
import { ok } from '../../src/contract/outcome.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createUsageRecorder } from '../../src/services/usage/record.ts'
import { openStore } from '../../src/store/open.ts'
import { GENESIS, SILENT, storeConfig } from '../store/temp-store.ts'
import { cachedBody, cachedValue } from './cached-content.ts'

/** Works on a store as hard as it can until it is killed, and says on standard output what was acknowledged:
 *
 *      key <id> <key>       a key's creation has resolved
 *      revoked <id>         its revocation has resolved
 *      record <n> <atMs>    the n-th usage event is about to be counted
 *      stored <n>           so many counted events are acknowledged by the store
 *
 *  A line is in the pipe before the next step happens, so it survives the kill. */
const [dataDir, route, flushEveryMs] = process.argv.slice(2) as [string, string, string]
const say = (line: string) => writeSync(1, `${line}\n`)
const clock = systemClock()
const store = await openStore({
  config: storeConfig(dataDir),
  clock,
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
})
let stored = 0
const recorder = createUsageRecorder({
  store: {
    usage: {
      ...store.usage,
      async add(deltas) {
        await store.usage.add(deltas)
        for (const { calls } of deltas) stored += calls
        say(`stored ${stored}`)
      },
    },
  },
  clock,
  log: SILENT,
  flushEveryMs: Number(flushEveryMs),
})
say('ready')

async function makeKeys(): Promise<never> {
  for (;;) {
    const { key, record } = await store.apiKeys.create({ label: route, tier: 'data' })
    say(`key ${record.id} ${key}`)
    if (record.id % 3 === 0) {
      await store.apiKeys.update(record.id, { revokedAtMs: 1 })
      say(`revoked ${record.id}`)
    }
  }
}

async function recordUsage(): Promise<never> {
  for (let n = 1; ; n++) {
    if (n % 20 === 1) say(`record ${n + 19} ${Date.now()}`)
    recorder.record({
      keyId: 1,
      route,
      status: n % 5 === 0 ? 500 : 200,
      durationMs: 1,
      upstreamCalls: 1,
      upstreamCostUsd: 0,
    })
    if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function fillCache(): Promise<never> {
  for (let n = 0; ; n++) {
    const key = `${n % 500}`
    const nowMs = Date.now()
    store.responses.put(key, {
      body: cachedBody(key),
      etag: `"${key}"`,
      builtAtMs: nowMs,
      freshUntilMs: nowMs + 60_000,
    })
    await store.memo('tokenIntel', key, async () => ok(cachedValue(key)), { bypass: true })
    store.rateCounts.publish(new Map([[key, { startMs: nowMs, count: n }]]))
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

await Promise.all([makeKeys(), recordUsage(), fillCache()])
