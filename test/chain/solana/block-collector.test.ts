import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBlockCollector, isBlockFault } from '../../../src/chain/solana/block-collector.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

/** A block of a node is believed as a whole or not at all, whether anyone wants its transactions or not. */

const SLOT = 1_000
const META = { err: null, fee: 5_000, preBalances: [1], postBalances: [1], logMessages: ['Program V invoke [1]'] }
const hashOf = (byte: number): string => encodeBase58(new Uint8Array(32).fill(byte))
const HEAD = {
  blockhash: hashOf(2),
  previousBlockhash: hashOf(1),
  parentSlot: SLOT - 1,
  blockHeight: 900,
  blockTime: 1_790_000_000,
}

function bodyOf(byte: number, signatures = 1): string {
  const filled = Array.from({ length: signatures }, (_, at) => Buffer.alloc(64, byte + at))
  return Buffer.concat([Buffer.from([signatures]), ...filled, Buffer.alloc(120, 9)]).toString('base64')
}
const rowOf = (byte: number, meta: unknown = META) => ({ transaction: [bodyOf(byte), 'base64'], meta, version: 0 })

function read(rows: readonly unknown[], head: object = HEAD, wanted = false, spaces = 0) {
  const collector = createBlockCollector(() => wanted)
  for (const row of rows) collector.row(typeof row === 'string' ? row : JSON.stringify(row, null, spaces))
  return collector.end({ ...head, transactions: [] }, SLOT)
}

function faultOf(...args: Parameters<typeof read>): string {
  const block = read(...args)
  assert(isBlockFault(block), 'the block is believed')
  return block.fault
}

for (const wanted of [false, true]) {
  const whose = wanted ? 'that is wanted' : 'that nobody wants'

  test(`a block holds together: its transactions, of every signature count, each once, ${whose}`, () => {
    const rows = [rowOf(1), { ...rowOf(2), transaction: [bodyOf(20, 3), 'base64'] }, rowOf(3, null)]
    for (const spaces of [0, 1]) {
      const block = read(rows, HEAD, wanted, spaces)
      assert(block !== null && !isBlockFault(block))
      assert.deepEqual(
        block.transactions.map(({ transactionIndex }) => transactionIndex),
        wanted ? [0, 1, 2] : [],
      )
    }
  })

  test(`a row ${whose} and is no transaction spoils its block`, () => {
    const { transaction, ...bare } = rowOf(1)
    const { meta, ...unsettled } = rowOf(1)
    for (const row of [
      null,
      {},
      [],
      7,
      'x',
      '{"transaction":',
      bare,
      unsettled,
      { ...bare, transaction: null },
      { ...bare, transaction: [] },
      { ...bare, transaction: [7, 'base64'] },
      { ...bare, transaction: ['', 'base64'] },
      { ...bare, transaction: ['AA==', 'base64'] },
      { ...bare, transaction: [Buffer.alloc(200).toString('base64'), 'base64'] },
      { ...bare, transaction: [bodyOf(1).slice(0, 60), 'base64'] },
      { ...bare, transaction: [bodyOf(1), 'base58'] },
      { transaction, meta: [] },
      { transaction, meta: 1 },
    ])
      for (const spaces of [0, 1])
        assert.match(faultOf([rowOf(5), row, rowOf(6)], HEAD, wanted, spaces), /^transaction 1: /, JSON.stringify(row))
    assert(meta)
  })

  test(`a transaction ${whose} and stands twice in a block spoils it`, () => {
    for (const spaces of [0, 1])
      assert.equal(
        faultOf([rowOf(1), rowOf(2), rowOf(1)], HEAD, wanted, spaces),
        'transaction 2: the block lists it twice',
      )
  })
}

test('a status that says neither that it went well nor how it failed spoils the block', () => {
  for (const err of [undefined, false, 0, true, []].filter((one) => !Array.isArray(one)))
    assert.match(faultOf([rowOf(1, { ...META, err })], HEAD, true), /^transaction 0: /)
})

test('a head that cannot be spoils the block', () => {
  for (const [member, values] of Object.entries({
    blockhash: ['', 'b', hashOf(2).slice(3), `${hashOf(2)}11`, 'O'.repeat(44), 7, null, HEAD.previousBlockhash],
    previousBlockhash: ['', 'a', null, undefined],
    parentSlot: [SLOT + 1, -1, 0.5, null, '999', 1e300],
    blockTime: [-1, 0.5, '1', 1e300, 32_472_144_000, Math.floor(Date.now() / 1_000) + 2 * 86_400],
    blockHeight: [-1, 0.5, '1'],
  }))
    for (const value of values)
      assert(isBlockFault(read([rowOf(1)], { ...HEAD, [member]: value })), `${member} ${JSON.stringify(value)}`)
})

test('a block may stand on another one of its own slot, but not on itself', () => {
  const second = read([], { ...HEAD, parentSlot: SLOT })
  assert(second !== null && !isBlockFault(second))
  assert.deepEqual([second.slot, second.parentSlot], [SLOT, SLOT])
  assert(isBlockFault(read([], { ...HEAD, parentSlot: SLOT, previousBlockhash: HEAD.blockhash })))
})

test('no block is no fault; the first block of a chain stands on itself; a block may be empty', () => {
  assert.equal(createBlockCollector().end(null, SLOT), null)
  const genesis = { ...HEAD, previousBlockhash: HEAD.blockhash, parentSlot: 0, transactions: [] }
  const first = createBlockCollector().end(genesis, 0)
  assert(first !== null && !isBlockFault(first))
  const empty = read([])
  assert(empty !== null && !isBlockFault(empty))
})
