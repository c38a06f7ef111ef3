import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { receiptsJson } from '../../../sandbox/evm/json.ts'
import { createEvmWorld } from '../../../sandbox/evm/world.ts'
import { mayHold, mayHoldAll } from '../../../src/chain/evm/bloom.ts'
import { isEvmReceipts, parseReceiptsReply } from '../../../src/chain/evm/scan-receipts.ts'
import { TOPICS } from '../../../src/chain/evm/topics.ts'
import { noRecordings } from '../../support/recorded.ts'
import { recordedReceipts } from './recorded-evm.ts'

type Receipt = Readonly<Record<string, unknown>>
const replyOf = (receipts: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 7, result: receipts })

/** With spaces the text has another form and is parsed as a whole. */
const spaced = (receipts: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 7, result: receipts }, null, 1)

function both(receipts: unknown) {
  const walked = parseReceiptsReply(replyOf(receipts)) as { id: unknown; result: unknown }
  const parsed = parseReceiptsReply(spaced(receipts)) as { id: unknown; result: unknown }
  assert.deepEqual(walked, parsed)
  assert.equal(walked.id, 7)
  return walked.result
}

function worldReceipts(): readonly Receipt[] {
  const world = createEvmWorld({ chain: 'base', seed: 'receipts' })
  world.mine(2)
  return receiptsJson(world.blocks()[1]!)
}

test('receipts are read the same by walking their text and by parsing it', () => {
  const receipts = worldReceipts()
  const read = both(receipts)
  assert(isEvmReceipts(read) && read.logs.length > 20 && read.count === receipts.length)
})

test('members may stand in any order, as clients write them', () => {
  const turned = worldReceipts().map((one) => Object.fromEntries(Object.entries(one).toReversed()))
  assert.deepEqual(both(turned), both(worldReceipts()))
})

test('no receipts at all are an empty block', () => {
  const read = both([])
  assert(isEvmReceipts(read) && read.count === 0)
})

test('a log that names another transaction, and a failed transaction with logs, are refused', () => {
  const [first, ...others] = worldReceipts().filter(({ logs }) => (logs as unknown[]).length > 3)
  const failed = { ...first, status: '0x0' }
  assert.equal(both([failed, ...others]), null)
  const foreign = { ...first, transactionHash: `0x${'00'.repeat(32)}` }
  assert.equal(both([foreign, ...others]), null)
  assert.equal(both([first, first]), null)
})

test('an error of the node passes as it came, and a node cannot pretend to have been read', () => {
  const error = { jsonrpc: '2.0', id: 7, error: { code: -32000, message: 'no' } }
  assert.deepEqual(parseReceiptsReply(JSON.stringify(error)), error)
  assert.equal(isEvmReceipts({ logs: [], senders: new Map(), count: 0 }), false)
})

test('whatever is broken in the text, nothing but a JSON error comes of it', () => {
  const text = replyOf(worldReceipts())
  const cut = fc.record({
    at: fc.nat({ max: text.length }),
    length: fc.nat({ max: 400 }),
    put: fc.string({ maxLength: 8 }),
  })
  fc.assert(
    fc.property(cut, ({ at, length, put }) => {
      const broken = `${text.slice(0, at)}${put}${text.slice(at + length)}`
      try {
        const reply = parseReceiptsReply(broken)
        const result = typeof reply === 'object' && reply !== null && 'result' in reply ? reply.result : null
        if (isEvmReceipts(result)) for (const log of result.logs) assert(log.address.length === 42)
      } catch (error) {
        assert(error instanceof SyntaxError, String(error))
      }
    }),
    { numRuns: 300 },
  )
})

test('recorded receipts fit their bloom, and are read the same both ways', { skip: noRecordings }, () => {
  for (const { result } of recordedReceipts()) {
    const read = both([result])
    assert(isEvmReceipts(read) && read.logs.length > 0)
    assert(mayHoldAll(result.logsBloom, read.logs))
  }
})

test('a bloom shows that an address is not in it', () => {
  const world = createEvmWorld({ chain: 'ethereum', seed: 'bloom', swapsPerBlock: 3 })
  world.mine(3)
  for (const { logsBloom, transactions } of world.blocks()) {
    const logs = transactions.flatMap((one) => one.logs)
    assert(logs.every(({ address, topics }) => [address, ...topics].every((item) => mayHold(logsBloom, item))))
    const strangers = Array.from({ length: 200 }, (_, at) => `0x${at.toString(16).padStart(40, '7')}`)
    assert(strangers.filter((item) => mayHold(logsBloom, item)).length < 100)
  }
  assert.equal(mayHold(`0x${'00'.repeat(256)}`, TOPICS.swapV2), false)
})
