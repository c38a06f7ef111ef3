import assert from 'node:assert/strict'
import { EncodedRows } from '../../src/contract/envelope.ts'
import { encodeSuccess } from '../../src/http/encode.ts'
import { interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { benchReply } from './bodies.ts'

/** Row 7: the body of a list from rows that lie in the store as JSON text, against writing the objects to bytes. */
const ROUNDS = 9
const BODIES = 4_000

const { rows } = benchReply(20)
const stored = rows.map((row) => Buffer.from(JSON.stringify(row)))
const fromRows = (): Buffer => encodeSuccess({ count: stored.length, rows: new EncodedRows(stored) })
const fromObjects = (): Buffer => Buffer.from(JSON.stringify({ success: true, count: rows.length, rows }))
assert.equal(fromRows().toString(), fromObjects().toString())

const costOf = (make: () => Buffer) => (): number => {
  const before = process.cpuUsage()
  let bytes = 0
  for (let i = 0; i < BODIES; i++) bytes += make().byteLength
  const { user, system } = process.cpuUsage(before)
  assert(bytes > 0)
  return (user + system) / BODIES
}

const measured = await interleave(
  [
    { name: 'rows spliced', measure: costOf(fromRows) },
    { name: 'JSON.stringify to bytes', measure: costOf(fromObjects) },
  ],
  ROUNDS,
)
printMeasured(`list of ${rows.length} rows, ${fromObjects().byteLength} bytes`, measured, 'us CPU per body')
reportGoals('http', [
  {
    what: 'list from stored rows: times JSON.stringify',
    got: medianOf(measured, 'JSON.stringify to bytes') / medianOf(measured, 'rows spliced'),
    reach: 10,
    aim: 20,
  },
])
