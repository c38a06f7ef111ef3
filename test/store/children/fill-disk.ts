import { systemClock } from '../../../src/runtime/clock.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import { StoreError } from '../../../src/store/store-error.ts'
import { GENESIS, SILENT, storeConfig } from '../temp-store.ts'

/** Runs under a limit on file sizes and tells what happens when the durable file reaches it. */
const config = storeConfig(process.argv[2]!)
const store = await openStore({
  config,
  clock: systemClock(),
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
})
const { key } = await store.apiKeys.create({ label: 'early', tier: 'data' })
const refusalOf = async (write: () => Promise<unknown>): Promise<string | null> => {
  try {
    await write()
    return null
  } catch (error) {
    return error instanceof StoreError ? `StoreError ${error.code}` : String(error)
  }
}

let refusedWith: string | null = null
for (let i = 0; i < 500 && refusedWith === null; i++) {
  refusedWith = await refusalOf(() => store.apiKeys.create({ label: 'x'.repeat(10_000), tier: 'data' }))
}
const routes = Array.from({ length: 2_000 }, (_, i) => `GET /${i}`.padEnd(300, 'x'))
const empty = { calls: 1, errors: 0, failures: 0, totalMs: 1, maxMs: 1, providerCalls: 0, providerCostUsd: 0 }
const usageRefused =
  (await refusalOf(() => store.usage.add(routes.map((route) => ({ ...empty, keyId: 1, route, bucketMs: 0 }))))) !== null

let cachePutThrew = false
try {
  const nowMs = Date.now()
  for (let i = 0; i < 20; i++) {
    const response = { body: Buffer.alloc(100_000), etag: '"e"', builtAtMs: nowMs, freshUntilMs: nowMs + 60_000 }
    store.responses.put(`k${i}`, response)
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
} catch {
  cachePutThrew = true
}
const readsGoOn = store.apiKeys.findByDigest(digestKey(key))?.label === 'early'
// A change in place needs no more room than the pages it frees.
const writesAgain = (await refusalOf(() => store.apiKeys.update(1, { revokedAtMs: 1 }))) === null
await store.close()
process.stdout.write(JSON.stringify({ refusedWith, readsGoOn, usageRefused, cachePutThrew, writesAgain }))
