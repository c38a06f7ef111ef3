import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { openStore } from '../../../src/store/open.ts'
import { GENESIS, SILENT, storeConfig } from '../temp-store.ts'

/** A sibling: publishes what it is told on standard input, tells what it reads of the others, until it is killed. */
const NOW_MS = 6_000
const config = storeConfig(process.argv[2]!)
const store = await openStore({
  config,
  clock: systemClock(),
  log: SILENT,
  metrics: createMetrics(),
  genesisHash: GENESIS,
})
process.stdout.write('ready\n')
let text = ''
for await (const chunk of process.stdin) {
  text += chunk
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
    const [word, ...rest] = text.slice(0, end).split(' ')
    text = text.slice(end + 1)
    if (word === 'publish') {
      const counts = new Map(
        rest.map((part) => [part.split('=')[0]!, { startMs: 1_000, count: Number(part.split('=')[1]) }]),
      )
      store.rateCounts.publish(counts)
    } else if (word === 'read') process.stdout.write(`${JSON.stringify([...store.rateCounts.readOthers(NOW_MS)])}\n`)
    else if (word === 'close') await store.close()
  }
}
