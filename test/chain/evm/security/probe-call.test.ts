import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeProbe, factsOf, hasHook, readProbe } from '../../../../src/chain/evm/security/probe-call.ts'
import { PROBE_CODE, PROBE_PLACEHOLDER, PUPPET_CODE } from '../../../../src/chain/evm/security/probe-code.ts'
import { toWord } from '../../../../src/chain/evm/words.ts'

const at = (byte: string): string => `0x${byte.repeat(20)}`
const PLAN = {
  ...{ token: at('01'), quote: at('02'), wrapped: at('03'), hop: null, budgetWei: 10n ** 18n },
  venue: { pool: at('04'), kind: 'v2', feePpm: 3_000 },
  router: null,
  owner: at('05'),
  holders: [at('06')],
} as const
const ADDRESSES = { probe: at('aa'), sender: at('bb') }
const ROW = [0, 0, 10n ** 27n, at('05'), 1, 123, 1_700_000_000, 0, 0, 0, 0, 0]
const bytes = (...rows: readonly (readonly (number | bigint | string)[])[]): string =>
  `0x${[32, 12 * rows.length, ...rows.flat()].map(toWord).join('')}`

test('accounts that act have the code of a puppet of this probe, the sender a balance as well', () => {
  const { to, from, overrides, data } = encodeProbe(PLAN, ADDRESSES)
  assert.deepEqual([to, from], [ADDRESSES.probe, ADDRESSES.sender])
  assert.deepEqual(Object.keys(overrides).sort(), [at('05'), at('06'), at('aa'), at('bb')])
  assert.equal(overrides[at('aa')]!.code, PROBE_CODE)
  assert.equal(PUPPET_CODE.split(PROBE_PLACEHOLDER).length, 2, 'the placeholder stands once')
  for (const puppet of [at('05'), at('06'), at('bb')]) {
    assert(overrides[puppet]!.code!.includes('aa'.repeat(20)))
    assert(!overrides[puppet]!.code!.includes(PROBE_PLACEHOLDER))
  }
  assert.equal(overrides[at('05')]!.balance, undefined)
  assert.equal(data.length, 10 + 24 * 64)
})

test('of a pool of a manager the plan ends with its depth, the manager and the words of its key', () => {
  const key = `0x${[at('01'), at('02'), 3_000, 60, at('00')].map(toWord).join('')}`
  const venue = { kind: 'v4', pool: at('07'), manager: at('08'), key, depthRaw: 5n } as const
  const { data } = encodeProbe({ ...PLAN, venue }, ADDRESSES)
  const words = data.slice(10).match(/.{64}/g)!
  assert.deepEqual([words[3], words[4], words[5]], [at('07'), 3, 0].map(toWord))
  assert.deepEqual(words.slice(16, 18), [5, at('08')].map(toWord))
  assert.equal(words.slice(18).join(''), `${key.slice(2)}${toWord(0)}`)
  const hooked = `0x${[at('01'), at('02'), 3_000, 60, at('09')].map(toWord).join('')}`
  assert.deepEqual([hasHook(venue), hasHook({ ...venue, key: hooked }), hasHook(PLAN.venue)], [false, true, false])
})

test('rows are read back, with the owner that the token names', () => {
  const rows = readProbe(bytes(ROW, [3, 3, 100, 1, 2, 3, 4, 0, 0, 0, 0, 0]))!
  assert.deepEqual(factsOf(rows), { totalSupply: 10n ** 27n, owner: at('05'), block: 123n, timeSec: 1_700_000_000n })
  assert.equal(rows[1]!.case, 'sellAll')
  assert.equal(rows[1]!.stage, 'pull')
  assert.deepEqual([rows[1]!.sent, rows[1]!.arrived, rows[1]!.left], [100n, 1n, 2n])
})

test('bytes that are no rows are nothing: of a node without overrides, cut off, of unknown cases', () => {
  assert.equal(readProbe('0x'), null)
  assert.equal(readProbe(bytes(ROW).slice(0, -64)), null)
  assert.equal(readProbe(bytes([99, ...ROW.slice(1)])), null)
  assert.equal(readProbe(bytes([0, 42, ...ROW.slice(2)])), null)
  assert.equal(readProbe(bytes([2n ** 255n, ...ROW.slice(1)])), null)
  assert.equal(readProbe(bytes([3, ...ROW.slice(1)])), null, 'the facts come first')
  assert.equal(readProbe(bytes(...Array.from({ length: 40 }, () => ROW))), null)
})

test('whatever bytes come, nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 900 }), fc.nat(3), (raw, rows) => {
      const hex = Buffer.from(raw).toString('hex')
      readProbe(`0x${hex}`)
      const padded = hex.padEnd(64 * 12 * rows, '0').slice(0, 64 * 12 * rows)
      for (const row of readProbe(`0x${toWord(32)}${toWord(12 * rows)}${padded}`) ?? [])
        assert((row.reason?.length ?? 0) <= 300)
    }),
  )
})
