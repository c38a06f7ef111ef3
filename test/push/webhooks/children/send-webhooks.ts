import type { Context } from '../../../../src/context.ts'
import type { ApiKeyRecord } from '../../../../src/contract/api-key.ts'
import { startWebhooks } from '../../../../src/push/webhooks/start.ts'
import { systemClock } from '../../../../src/runtime/clock.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { openStore } from '../../../../src/store/open.ts'
import { SILENT, storeConfig } from '../../../store/temp-store.ts'
import { addressOf, FIRST_SECOND, slotOf, tradeFact } from '../../../support/tape-facts.ts'

/** A sender and a follower on one store, to be killed at any moment: the tape grows by one block every few milliseconds
 *  until it has as many as it shall have. */
const { dir, port, caFile, id, slots, tradesPerSlot } = JSON.parse(process.argv[2]!) as {
  dir: string
  port: number
  caFile: string
  id: string
  slots: number
  tradesPerSlot: number
}
const clock = systemClock()
const webhooks = { secretFile: null, concurrency: 4, testTargets: [`127.0.0.1:${port}`], testCaFile: caFile }
const config = { ...storeConfig(dir), webhooks }
const opened = await openStore({
  config,
  clock,
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: 'World',
  writesTape: true,
})
const store = { ...Object.defineProperties({}, Object.getOwnPropertyDescriptors(opened)) } as typeof opened
const key = { id: 1, tier: 'data', revokedAtMs: null } as ApiKeyRecord
const apiKeys = { ...opened.apiKeys, findById: () => key, version: () => 0 }
if (store.webhooks.find(id) === undefined) {
  const cursor = store.tape.formatCursor(0)
  await store.webhooks.create(
    {
      record: {
        id,
        keyId: 1,
        url: `https://127.0.0.1:${port}/hook`,
        events: ['trade'],
        chain: 'solana',
        filter: { tokens: [addressOf('mint')], wallets: [], pools: [], minUsd: null, side: null, dex: [], screens: [] },
        description: '',
        batchMax: 1,
        enabled: true,
        disabledReason: null,
        createdAtMs: 0,
        updatedAtMs: 0,
        startCursor: cursor,
        fromTimeSec: 0,
        sealedSecret: store.webhooks.seal(id, 'whsec_test'),
        oldSecret: null,
        deletedAtMs: null,
      },
      state: {
        cursor,
        consecutiveFailures: 0,
        delivered: 0,
        failed: 0,
        dead: 0,
        kept: 0,
        lastSuccessAtMs: null,
        lastFailure: null,
        truncated: null,
      },
    },
    1,
  )
}
const ctx = { config, store: { ...store, apiKeys }, clock, log: SILENT, metrics: createMetrics() }
startWebhooks({ ...ctx, resolveHost: async () => [] } as unknown as Context)
process.stdout.write('ready\n')
const first = 1_000
let slot = (opened.tape.position('solana')?.slot ?? first - 1) + 1
for (; slot < first + slots; slot++) {
  const facts = Array.from({ length: tradesPerSlot }, (_, i) => tradeFact(slot, i, { blockTimeSec: FIRST_SECOND }))
  await opened.tape.writer!.appendSlot(slotOf(slot, facts), clock.nowMs())
  await clock.sleep(3)
}
process.stdout.write('written\n')
