import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import { GENESIS, SILENT, storeConfig } from '../temp-store.ts'

/** Opens the live store of a data folder as a server does whose node has told its chain. */
const store = await openStore({
  config: storeConfig(process.argv[2]!, 'live'),
  clock: systemClock(),
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
})
await store.close()
