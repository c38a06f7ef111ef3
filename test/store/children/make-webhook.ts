import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import { GENESIS, SILENT, storeConfig } from '../temp-store.ts'

/** Stores one webhook with a sealed secret. */
const store = await openStore({
  config: storeConfig(process.argv[2]!),
  clock: systemClock(),
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
})
const id = 'whk_test'
await store.webhooks.create(
  {
    record: {
      id,
      keyId: 1,
      url: 'https://hooks.example/',
      events: ['trade'],
      chain: 'solana',
      filter: { tokens: [], wallets: [], pools: [], minUsd: null, side: null, dex: [], screens: [] },
      description: '',
      batchMax: 1,
      enabled: true,
      disabledReason: null,
      createdAtMs: 1,
      updatedAtMs: 1,
      startCursor: '',
      fromTimeSec: 0,
      sealedSecret: store.webhooks.seal(id, 'whsec_very_secret'),
      oldSecret: null,
      deletedAtMs: null,
    },
    state: {
      cursor: '',
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
  10,
)
await store.close()
