import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import { StoreError } from '../../../src/store/store-error.ts'
import { GENESIS, SILENT, storeConfig } from '../temp-store.ts'

const config = storeConfig(process.argv[2]!)
try {
  const store = await openStore({
    config,
    clock: systemClock(),
    log: SILENT,
    metrics: createMetrics(),
    genesisHash: GENESIS,
  })
  await store.close()
  console.log('opened')
} catch (error) {
  console.log(error instanceof StoreError ? `StoreError ${error.code}` : String(error))
}
