import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEnvironment } from '../../src/store/environment.ts'
import { addToIndex, createIndexDraft } from '../../src/store/tape/block-index.ts'
import { type Case, interleave, type Measured, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { costOf } from '../tape/cost.ts'
import { EVENTS_PER_SLOT, makeSlots } from '../tape/make-slots.ts'
import { openBenchTape } from '../tape/open-bench-tape.ts'

/** What the index by wallet costs the tape's append. The index of a block holds its mints, pools and wallets in one
 *  segment; so the same commits are written to an index alone, once with and once without the wallets, in an environment
 *  that flushes as the tape's does, and the difference is held against the whole append without it. Everything within
 *  one run, in turns. */
const { rounds, isQuick } = readBenchOptions(7)
const SLOTS = isQuick ? 64 : 256
const EVENTS = SLOTS * EVENTS_PER_SLOT
const slots = makeSlots(SLOTS)
const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-index-'))
let round = 0

const addresses = slots.map(({ events }) => {
  const markets = new Set<string>()
  const all = new Set<string>()
  for (const event of events) {
    if (event.type !== 'trade') continue
    for (const address of [event.mint, event.pool]) {
      markets.add(address)
      all.add(address)
    }
    all.add(event.maker)
  }
  return { markets, all }
})

/** A commit of so many blocks, as following and as backfilling. */
function appendCase(size: number): Case {
  return {
    name: `the tape, ${size} a commit`,
    async measure() {
      const path = join(folder, `tape-${round++}`)
      const tape = openBenchTape(path, true)
      const { cpuUs } = await costOf(async () => {
        for (let at = 0; at < SLOTS; at += size) await tape.writer!.appendSlots(slots.slice(at, at + size), 0)
      })
      await tape.close()
      rmSync(path, { recursive: true, force: true })
      return cpuUs / EVENTS
    },
  }
}

function indexCase(kind: 'markets' | 'all', size: number): Case {
  return {
    name: `index of ${kind}, ${size} a commit`,
    async measure() {
      const path = join(folder, `index-${round++}`)
      const env = openEnvironment({ name: 'bench', path, mapBytes: 2 ** 33, synced: true })
      const table = env.table<[number, number, number]>('segments')
      const { cpuUs } = await costOf(async () => {
        for (let at = 0; at < SLOTS; at += size) {
          const draft = createIndexDraft()
          for (let block = at; block < Math.min(SLOTS, at + size); block++)
            draft.addBlock(1 + block * EVENTS_PER_SLOT, addresses[block]![kind])
          const segment = draft.segment()!
          await env.write(() => addToIndex(table, segment, at / size))
        }
      })
      await env.close()
      rmSync(path, { recursive: true, force: true })
      return cpuUs / EVENTS
    },
  }
}

const sizes = [1, 16]
const measured: Measured[] = []
for (const size of sizes)
  measured.push(...(await interleave([appendCase(size), indexCase('markets', size), indexCase('all', size)], rounds)))
rmSync(folder, { recursive: true, force: true })
printMeasured('Index by wallet', measured, 'us CPU per event')
reportGoals(
  'wallets',
  sizes.map((size) => {
    const of = (name: string): number => medianOf(measured, `${name}, ${size} a commit`)
    const wallets = Math.max(0, of('index of all') - of('index of markets'))
    return {
      what: `tape append, ${size} a commit: without the index by wallet, times with it`,
      got: (of('the tape') - wallets) / of('the tape'),
      // A fifth on top of what it is without.
      reach: 1 / 1.2,
      aim: 1 / 1.1,
    }
  }),
)
