import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBlockCollector, isBlockFault } from '../../src/chain/solana/block-collector.ts'
import { createRowCheck } from '../../src/chain/solana/block-rows.ts'
import { DEXES } from '../../src/chain/solana/dexes/index.ts'
import type { RawBlock } from '../../src/chain/solana/rpc.ts'

import { createFactReader, type FactReader } from '../../src/ingest/solana/read-facts.ts'
import { jsonRowsReader } from '../../src/runtime/json-rows-reader.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'
import { type Case, interleave, medianOf, pairedRatio, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { costOf } from '../tape/cost.ts'
import { openBenchTape } from '../tape/open-bench-tape.ts'

/** CPU of following one real block of Solana mainnet (slot 254,170,887, base64, as a node answers `getBlock`), step by
 *  step, beside one JSON.parse of the same bytes: what anyone pays who reads the answer at all. The steps add up: each
 *  case does what the one before does and more. The bytes come in pieces of 64 KB, as from a socket. */
const SLOT = 254_170_887
const RECORDED = fileURLToPath(
  new URL(`../../../shared/upstreams/recorded/solana-rpc/blocks/${SLOT}.json`, import.meta.url),
)
const PIECE_BYTES = 64 * 1024
/** Mainnet of November 2026: a slot each 214 ms. Blocks are taken to be as long as this one. */
const BLOCKS_PER_SEC = 1_000 / 214
const US_PER_SEC = 1_000_000
const BLOCKS_PER_ROUND = 4

if (!existsSync(RECORDED)) {
  console.log('the recorded block is not there: skipped')
  process.exit(0)
}
const { rounds } = readBenchOptions(9)
const answer = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","result":'),
  readFileSync(RECORDED),
  Buffer.from(',"id":1}'),
])

const programs = readerOf(null)
const all = readWhole(() => true)
assert(all !== null)
const slot = await programs.read(all)
const wanted = readWhole(programs.wants)
assert(wanted !== null)
assert.deepEqual((await programs.read(wanted)).events, slot.events, 'the look at the text leaves nothing out')
const whole = JSON.parse(answer.toString()) as { result: { transactions: unknown[] } }
assert.equal(all.transactions.length, whole.result.transactions.length)
const busiest = mostOf(slot.events.map(({ mint }) => mint))
const watch = readerOf(new Set([busiest]))
const named = readerOf(null, false)
const onlyNamed = await named.read(readWhole(named.wants)!)
console.log(
  `${slot.events.length} events, ${onlyNamed.events.length} of them of DEXs with a decoder; swaps: ${JSON.stringify(slot.swaps)}`,
)
console.log(
  `${answer.length} bytes, ${all.transactions.length} transactions, ${wanted.transactions.length} of them looked into, ${slot.events.length} events; watched: ${(await watch.read(wanted)).events.length}`,
)

const folder = mkdtempSync(join(tmpdir(), 'mintglass-bench-ingest-'))
const tape = openBenchTape(folder, true)
let nextSlot = SLOT

function readerOf(watched: ReadonlySet<string> | null, readsVenues = true): FactReader {
  return createFactReader({
    dexes: DEXES,
    readsVenues,
    watched,
    prices: { prepare: async () => undefined, learn: () => {}, of: () => 150 },
    decimalsOf: async (mints) => new Map(mints.map((mint) => [mint, 6])),
    askDecimals: async () => new Map(),
    onUnreadable(place, reason) {
      throw new Error(`${place}: ${reason}`)
    },
  })
}

function readWhole(wants: (text: string) => boolean): RawBlock | null {
  const collector = createBlockCollector(wants)
  let block: ReturnType<typeof collector.end> = null
  scan(
    (row) => collector.row(row),
    (rest) => {
      block = collector.end((rest as { result: unknown }).result, SLOT)
    },
  )
  assert(!isBlockFault(block))
  return block
}

function scan(onRow: (row: string) => void, finish: (rest: unknown) => void): void {
  const reader = jsonRowsReader({ path: ['result', 'transactions'], onRow, finish })
  for (let at = 0; at < answer.length; at += PIECE_BYTES) reader.push(answer.subarray(at, at + PIECE_BYTES))
  reader.end()
}

/** The same events in a slot of its own, on the one before. */
async function append(read: NewSlot): Promise<void> {
  const parentSlot = nextSlot++
  await tape.writer!.appendSlot({ ...read, slot: nextSlot, parentSlot, blockHash: `${nextSlot}` }, 0)
}

const step = (name: string, work: () => unknown): Case => ({
  name,
  async measure() {
    const { cpuUs } = await costOf(async () => {
      for (let block = 0; block < BLOCKS_PER_ROUND; block++) await work()
    })
    return cpuUs / BLOCKS_PER_ROUND
  },
})
const follow = async (facts: FactReader): Promise<void> => append(await facts.read(readWhole(facts.wants)!))
const PARSE = 'JSON.parse of the bytes'
const PROGRAMS = '+ append: scopes programs and all'
const WATCH = 'the same of scope watch'
const NAMED = 'the same without the generic rule'
const measured = await interleave(
  [
    step(PARSE, () => JSON.parse(answer.toString('utf8'))),
    step('rows found', () =>
      scan(
        () => {},
        () => {},
      ),
    ),
    step('+ checked', () => scan(createRowCheck(), () => {})),
    step('+ looked at', () => {
      const check = createRowCheck()
      scan(
        (text) => check(text) === null && programs.wants(text),
        () => {},
      )
    }),
    step('+ parsed and checked', () => readWhole(programs.wants)),
    step('+ decoded to facts', () => programs.read(readWhole(programs.wants)!)),
    step(PROGRAMS, () => follow(programs)),
    // Beside each other, so that they meet the same load.
    step(NAMED, () => follow(named)),
    step(WATCH, () => follow(watch)),
  ],
  rounds,
)
await tape.close()
rmSync(folder, { recursive: true, force: true })

printMeasured('Following a block', measured, 'us CPU per block')
const share = (name: string): number => US_PER_SEC / medianOf(measured, name) / BLOCKS_PER_SEC
for (const name of [PARSE, PROGRAMS, WATCH])
  console.log(
    `${name}: one core keeps up with ${share(name).toFixed(1)} times mainnet (${BLOCKS_PER_SEC.toFixed(2)} blocks a second)`,
  )
reportGoals('ingest', [
  {
    what: 'following a block: times JSON.parse of its bytes',
    got: medianOf(measured, PARSE) / medianOf(measured, PROGRAMS),
    reach: 0.5,
    aim: 1,
  },
  {
    what: 'a block without the generic rule: times one with it',
    got: pairedRatio(measured, NAMED, PROGRAMS),
    reach: 1 / 1.15,
    aim: 1,
  },
  { what: 'one core: times mainnet, every followed DEX', got: share(PROGRAMS), reach: 2, aim: 5 },
])

function mostOf(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]![0]
}
