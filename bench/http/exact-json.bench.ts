import assert from 'node:assert/strict'
import { parseExact } from '../../src/runtime/exact-json.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'

/** A long reply of an upstream read with its large integers exact, against JSON.parse of the text without them. */
const ROUNDS = 7
const ROWS = 110_000
const LARGE = '9007199254740993'

const row = (n: number) => ({
  pubkey: `TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA${n}`,
  slot: 460_000_000 + n,
  err: null,
  price: n / 7,
  list: [1, 2, 3, n],
  text: 'some words \\" here',
  deep: { a: { b: n } },
})
const without = JSON.stringify(Array.from({ length: ROWS }, (_, n) => row(n)))
const withOne = `${without.slice(0, -1)},${LARGE}]`
const inEachRow = without.replaceAll('"slot":460', `"slot":${LARGE}`)
assert(without.length > 20_000_000)
assert.equal((parseExact(withOne) as unknown[]).at(-1), BigInt(LARGE))
assert.equal((parseExact(inEachRow) as { slot: bigint }[])[7]!.slot, BigInt(`${LARGE}000007`))

const costOf = (parse: (text: string) => unknown, text: string) => (): number => {
  const before = process.cpuUsage()
  assert(Array.isArray(parse(text)))
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const measured = await interleave(
  [
    { name: 'JSON.parse', measure: costOf(JSON.parse, without) },
    { name: 'exact, no large integer', measure: costOf(parseExact, without) },
    { name: 'exact, one', measure: costOf(parseExact, withOne) },
    { name: 'exact, one in each row', measure: costOf(parseExact, inEachRow) },
  ],
  ROUNDS,
)
printMeasured(`${(without.length / 1e6).toFixed(1)} MB of JSON`, measured, 'us CPU per text')
const share = (name: string) => medianOf(measured, 'JSON.parse') / medianOf(measured, name)
reportGoals('http', [
  {
    what: 'exact JSON, 20 MB without a large integer: share of JSON.parse',
    got: share('exact, no large integer'),
    reach: 0.6,
    aim: 0.8,
  },
  { what: 'exact JSON, 20 MB with one', got: share('exact, one'), reach: 0.4, aim: 0.6 },
  { what: 'exact JSON, one in each of 110,000 rows', got: share('exact, one in each row'), reach: null, aim: null },
])
