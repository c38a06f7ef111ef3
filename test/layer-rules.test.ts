import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { chainConstantFaults } from './support/chain-constants.ts'
import {
  familyCircles,
  familyFaults,
  fileCircles,
  importerFaults,
  longFunctionFaults,
  untestedUpstreamFaults,
} from './support/layer-rules.ts'
import { readSources, type SourceFacts } from './support/source-facts.ts'

/** The rules of layer-rules.ts over planted trees: each must see its fault, and nothing in a tree that is in order. */

const TSCONFIG = {
  compilerOptions: { module: 'nodenext', target: 'esnext', allowImportingTsExtensions: true, noEmit: true, types: [] },
  include: ['src'],
}

/** Two families, the upper one of which imports the lower, and a file beside them. */
const IN_ORDER: Readonly<Record<string, string>> = {
  'services/is-degraded.ts': 'export const isDegraded = false\n',
  'services/prices/spot.ts': "import { isDegraded } from '../is-degraded.ts'\nexport const spot = () => isDegraded\n",
  'services/trades/buy.ts': "import { spot } from '../prices/spot.ts'\nexport function buy() {\n  return spot()\n}\n",
}
const FAMILIES = { prices: { imports: [] }, trades: { imports: ['prices'] } }

/** The facts of a tree in order with these files put into it. */
function planted(files: Readonly<Record<string, string>>): readonly SourceFacts[] {
  const root = mkdtempSync(join(tmpdir(), 'mintglass-layers-'))
  try {
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    for (const [path, text] of Object.entries({ ...IN_ORDER, ...files })) {
      const file = join(root, 'src', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    return readSources(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('a tree in order has no fault', () => {
  const facts = planted({})
  assert.deepEqual(familyFaults(facts, FAMILIES), [])
  assert.deepEqual(familyCircles(facts), [])
  assert.deepEqual(fileCircles(facts), [])
  assert.deepEqual(longFunctionFaults(facts, 3, {}), [])
})

test('an import that no row allows is a fault, a type as much as a value', () => {
  for (const word of ['import', 'import type', 'export', 'export type'])
    assert.deepEqual(
      familyFaults(planted({ 'services/prices/up.ts': `${word} { buy } from '../trades/buy.ts'\n` }), FAMILIES),
      ['services/prices/up.ts imports services/trades/buy.ts; prices may import: none'],
    )
})

test('an importer of a closed folder that the list does not name is a fault, and so is one that no longer imports it', () => {
  const facts = planted({
    'chain/solana/mints.ts': "import type { Port } from '../port.ts'\nexport const MINTS: Port[] = []\n",
    'chain/port.ts': "export type { MINTS } from './solana/mints.ts'\nexport type Port = string\n",
    'services/prices/mints.ts': "export type { MINTS } from '../../chain/solana/mints.ts'\n",
    'services/trades/port.ts': "export type { Port } from '../../chain/port.ts'\n",
  })
  assert.deepEqual(importerFaults(facts, 'chain/solana', ['services/prices']), [])
  assert.deepEqual(importerFaults(facts, 'chain/solana', ['services/price', 'services/trades']), [
    'services/prices/mints.ts imports chain/solana/mints.ts: take it through the chain port',
    'services/price no longer imports chain/solana: take it off the list',
    'services/trades no longer imports chain/solana: take it off the list',
  ])
})

test('a file beside the families that imports one is a fault', () => {
  const facts = planted({ 'services/all-prices.ts': "export { spot } from './prices/spot.ts'\n" })
  assert.deepEqual(familyFaults(facts, FAMILIES), [
    'services/all-prices.ts imports services/prices/spot.ts: a file beside the families imports none of them',
  ])
})

test('a family without a row, a row without a family and an arrow that is gone are faults', () => {
  const facts = planted({ 'services/whales/follow.ts': 'export const follow = 1\n' })
  const stale = { prices: { imports: [] }, fees: { imports: [] }, trades: { imports: ['prices', 'fees'] } }
  assert.deepEqual(familyFaults(facts, stale), [
    'services/whales/follow.ts: the family whales has no row in FAMILIES',
    'FAMILIES: there is no folder services/fees',
    'FAMILIES: trades no longer imports fees: take it out',
  ])
})

test('rows that name each other, or a row below, are faults: the table itself has no circle', () => {
  const facts = planted({
    'services/prices/up.ts': "import type { buy } from '../trades/buy.ts'\nexport type Buy = typeof buy\n",
  })
  assert.deepEqual(familyFaults(facts, { prices: { imports: ['trades'] }, trades: { imports: ['prices'] } }), [
    'FAMILIES: trades must stand above prices',
  ])
})

test('families that import each other are a circle, over types and over a third family too', () => {
  assert.deepEqual(
    familyCircles(
      planted({
        'services/prices/up.ts': "import type { buy } from '../trades/buy.ts'\nexport type Buy = typeof buy\n",
      }),
    ),
    [
      'prices -> trades -> prices: services/prices/up.ts imports services/trades/buy.ts; services/trades/buy.ts imports services/prices/spot.ts',
    ],
  )
  const [circle, ...others] = familyCircles(
    planted({
      'services/fees/rate.ts': "export { buy } from '../trades/buy.ts'\n",
      'services/prices/up.ts': "export { buy } from '../fees/rate.ts'\n",
    }),
  )
  assert.match(circle!, /^fees -> trades -> prices -> fees: /)
  assert.deepEqual(others, [])
})

test('files that load each other are a circle; over a type alone they are none', () => {
  const circle = (word: string) =>
    planted({
      'store/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
      'store/b.ts': "import { c } from './c.ts'\nexport const b = () => c\n",
      'store/c.ts': `${word} { a } from './a.ts'\nexport const c = 1\n`,
    })
  const [found, ...others] = fileCircles(circle('import'))
  assert.match(found!, /^store\/a\.ts -> store\/b\.ts -> store\/c\.ts -> store\/a\.ts: /)
  assert.deepEqual(others, [])
  assert.deepEqual(fileCircles(circle('import type')), [])
  // The module is loaded for it, whatever is taken from it.
  assert.equal(
    fileCircles(
      planted({ 'a.ts': "export { type b } from './b.ts'\n", 'b.ts': "import './a.ts'\nexport type b = 1\n" }),
    ).length,
    1,
  )
})

const lines = (count: number): string => '\n  void 0'.repeat(count - 2)

test('a function over the limit is a fault by its name, and so is one within another', () => {
  const facts = planted({
    'a.ts': `export function outer() {\n  return { inner() {${lines(4)}\n  } }\n}\nexport const arrow = () => {${lines(5)}\n}\n`,
  })
  assert.deepEqual(longFunctionFaults(facts, 3, {}), [
    'a.ts#outer has 6 lines; at most 3: take a part out of it',
    'a.ts#outer.inner has 4 lines; at most 3: take a part out of it',
    'a.ts#arrow has 5 lines; at most 3: take a part out of it',
  ])
})

test('an exception may only shrink: one that has grown, became shorter or is gone is a fault', () => {
  const facts = (count: number) => planted({ 'a.ts': `export function long() {${lines(count)}\n}\n` })
  const name = 'a.ts#long'
  assert.deepEqual(longFunctionFaults(facts(18), 5, { [name]: 20 }), [])
  assert.deepEqual(longFunctionFaults(facts(21), 5, { [name]: 20 }), [
    `${name} has grown to 21 lines from at most 20: take a part out of it`,
  ])
  assert.deepEqual(longFunctionFaults(facts(10), 5, { [name]: 20 }), [
    `${name} has 10 lines now: lower its exception from 20 to 10`,
  ])
  assert.deepEqual(longFunctionFaults(facts(5), 5, { [name]: 20 }), [
    `${name} has at most 5 lines now, or is gone: take its exception out`,
  ])
})

test('an upstream that the registry opens is a fault without a test that loads it', () => {
  const facts = planted({
    'upstreams/a-price.ts': 'export const createAPrice = () => 1\n',
    'upstreams/b-price.ts': 'export const createBPrice = () => 2\n',
    'upstreams/replies.ts': 'export type Reply = number\n',
    'upstreams/registry.ts': [
      "import { createAPrice } from './a-price.ts'",
      "import { createBPrice } from './b-price.ts'",
      "import type { Reply } from './replies.ts'",
      'export const all = (): readonly Reply[] => [createAPrice(), createBPrice()]',
      '',
    ].join('\n'),
  })
  const loads = (name: string) => `import { create } from '../../src/upstreams/${name}.ts'\n`
  const faultsWith = (tests: Readonly<Record<string, string>>) =>
    untestedUpstreamFaults(facts, (file) => tests[file] ?? null).map((fault) => fault.split(' ')[0])
  const [a, b] = ['test/upstreams/a-price.test.ts', 'test/upstreams/b-price.test.ts'] as const
  assert.deepEqual(faultsWith({ [a]: loads('a-price'), [b]: loads('b-price') }), [])
  assert.deepEqual(faultsWith({ [a]: loads('a-price') }), ['upstreams/b-price.ts'])
  assert.deepEqual(faultsWith({ [a]: loads('a-price'), [b]: loads('a-price') }), ['upstreams/b-price.ts'])
})

test('a figure of the chain outside its home is seen, and the same number for something else is not', () => {
  const faults = chainConstantFaults(
    planted({
      'services/trades/fixed.ts': `
export const LIMITS = { slotMs: 400, cpiDepth: 4, maxKeys: 64, rows: 400, depth: 4, blockhashLifeBlocks: 150 }
export const fits = (bytes: number) => bytes <= 1_232
export const epochOf = (slot: bigint) => slot / 432_000n
export const isDeep = (one: { stackHeight: number }) => one.stackHeight > 4
export const isTop = (one: { stackHeight: number }) => one.stackHeight === 1
`,
      'hot-paths/wire-transaction.ts': 'export const wireBytes = 1_232\n',
    }),
  )
  assert.deepEqual(
    faults.map((fault) => fault.replace(/:.*/, '')),
    [
      'services/trades/fixed.ts writes the bytes of a transaction as 1232 (fits)',
      'services/trades/fixed.ts writes the accounts or instructions of a transaction as 64 (LIMITS.maxKeys)',
      'services/trades/fixed.ts writes the slots of an epoch as 432000 (epochOf)',
      'services/trades/fixed.ts writes the time of a slot as 400 (LIMITS.slotMs)',
      'services/trades/fixed.ts writes how deep calls may go as 4 (LIMITS.cpiDepth)',
      'services/trades/fixed.ts writes the life of a blockhash as 150 (LIMITS.blockhashLifeBlocks)',
      'services/trades/fixed.ts compares stackHeight > 4',
    ],
  )
})
