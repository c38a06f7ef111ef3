import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { answerRpc, NO_FAULTS, RpcRefusal } from '../../../sandbox/evm/answer-rpc.ts'
import { createEvmWorld } from '../../../sandbox/evm/world.ts'
import { EVM_CONTRACTS } from '../../../src/chain/evm/contracts.ts'
import { decodeResults } from '../../../src/chain/evm/multicall.ts'
import { listenToHeads } from '../../../src/chain/evm/new-heads.ts'
import { createEvmRpc } from '../../../src/chain/evm/rpc.ts'
import { parseAndHashReceipts } from '../../../src/chain/evm/scan-receipts.ts'
import { readTokenText } from '../../../src/chain/evm/token-text.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { createEvmPools } from '../../../src/ingest/evm/evm-pools.ts'
import { createEvmPrices } from '../../../src/ingest/evm/evm-prices.ts'
import { createEvmReader } from '../../../src/ingest/evm/evm-reader.ts'
import { createEvmTokens } from '../../../src/ingest/evm/evm-tokens.ts'
import { createPoolKeys } from '../../../src/ingest/evm/pool-keys.ts'
import { createEvmFactReader } from '../../../src/ingest/evm/read-evm-facts.ts'
import { NodeFailure } from '../../../src/ingest/node-failure.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { uws } from '../../../src/runtime/uws-library.ts'
import { keptInMemory } from './port-lab.ts'

const chain = 'base'
const world = createEvmWorld({ chain, seed: 'hostile', swapsPerBlock: 8 })
world.mine(4)
const first = world.blocks()[0]!.number
const view = { world, faults: { ...NO_FAULTS, maxRangeBlocks: Number.POSITIVE_INFINITY }, finalNumber: () => first }
const contracts = EVM_CONTRACTS[chain]

/** A node whose replies pass through `change` as text. */
function portsOver(
  change: (text: string, method: string) => unknown,
  onUnproven: (what: string) => void = () => undefined,
) {
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: answerRpc(view, method, params) })
    const changed = change(text, method)
    if (method !== 'eth_getBlockReceipts' || typeof changed !== 'string') return changed
    return (parseAndHashReceipts(changed) as { readonly result: unknown }).result
  }
  /** A call that reverts is refused by the node, and the client takes a text that is no JSON for a failure, as with any
   *  other node. */
  const outcomeOf = ({ method, params }: { readonly method: string; readonly params: unknown }): Outcome<unknown> => {
    try {
      return ok(answer(method, params as readonly unknown[]))
    } catch (error) {
      if (error instanceof SyntaxError) return fail('upstream_failed', 'no valid JSON')
      if (!(error instanceof RpcRefusal)) throw error
      return { ...fail('upstream_failed', error.message), rpcCode: error.code }
    }
  }
  const rpc = createEvmRpc(
    {
      call: async (request) => outcomeOf(request),
      callMany: async (requests) => requests.map(outcomeOf),
    },
    onUnproven,
  )
  const clock = systemClock()
  const reader = createEvmReader({ rpc, chainId: contracts.chainId, clock, signal: new AbortController().signal })
  const facts = createEvmFactReader({
    chain,
    pools: createEvmPools({
      ...{ contracts, rpc, clock },
      keys: createPoolKeys({ chain, rpc, clock, store: keptInMemory() }),
    }),
    tokens: createEvmTokens({ contracts, rpc, clock }),
    prices: createEvmPrices({ contracts }),
  })
  return { reader, facts }
}

const unwrap = (text: string): unknown => (JSON.parse(text) as { readonly result: unknown }).result

/** Replaces the member that is met at a step of a walk through the reply. */
function planted(value: unknown, step: { left: number }, put: unknown): unknown {
  if (step.left-- === 0) return put
  if (Array.isArray(value)) return value.map((one) => planted(one, step, put))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, planted(one, step, put)]))
}

const oddities = fc.oneof(
  fc.constantFrom(null, '', '0x', '0x0', '0xffffffffffffffffff', -1, 1e308, 'NaN', [], {}, true, '0x'.padEnd(66, 'f')),
  fc.constantFrom('0x'.padEnd(42, 'f'), '0x'.padEnd(514, 'f'), '0x'.padEnd(66 + 64 * 8, 'f'), '0x1fffffffffffff'),
  fc.anything(),
)

test('whatever member of whatever reply is a lie, following goes on: blocks are read, missing, or the node fails', async () => {
  const lie = fc.record({
    method: fc.constantFrom(
      'eth_getBlockByNumber',
      'eth_getLogs',
      'eth_getBlockReceipts',
      'eth_call',
      'eth_blockNumber',
    ),
    step: fc.nat({ max: 600 }),
    put: oddities,
    alsoHides: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(lie, async ({ method, step, put, alsoHides }) => {
      const { reader, facts } = portsOver((text, asked) => {
        if (asked === 'eth_getLogs' && alsoHides) return []
        return asked === method ? planted(unwrap(text), { left: step }, put) : unwrap(text)
      })
      try {
        await reader.head('confirmed')
        const { fetched } = await reader.fetchMany([first, first + 1, first + 2, first + 3])
        for (const { block } of fetched) {
          const decoded = await facts.read(block!)
          for (const event of decoded.events) {
            assert.match(event.pool, /^0x([0-9a-f]{40}|[0-9a-f]{64})$/)
            assert.match(event.signature, /^0x[0-9a-f]{64}$/)
            if (event.type === 'launch') continue
            assert.match(event.maker, /^0x[0-9a-f]{40}$/)
            assert(event.amountRaw > 0n && event.amountRaw < 2n ** 256n)
            assert(event.priceUsd === null || (Number.isFinite(event.priceUsd) && event.priceUsd >= 0))
          }
        }
      } catch (error) {
        assert(error instanceof NodeFailure, String(error))
      }
    }),
    { numRuns: 150 },
  )
})

test('logs of another block, transaction or order are not those of the block', async () => {
  type Logs = readonly { readonly transactionIndex: string; readonly blockHash: string }[]
  const changes: readonly ((logs: Logs) => unknown)[] = [
    (logs) => logs.map((one) => ({ ...one, blockHash: `0x${'00'.repeat(32)}` })),
    (logs) => logs.map((one) => ({ ...one, transactionIndex: '0x0' })),
    (logs) => [...logs, ...logs],
    (logs) => logs.toReversed(),
    (logs) => logs.map((one) => ({ ...one, address: `0x${'77'.repeat(20)}` })),
  ]
  for (const change of changes) {
    const { reader } = portsOver((text, method) => {
      // Receipts that do not fit either: nothing is left to believe.
      if (method === 'eth_getBlockReceipts') return '{"id":1,"result":[]}'
      return method === 'eth_getLogs' ? change(unwrap(text) as Logs) : unwrap(text)
    })
    const got = await reader.fetch(first)
    assert('fromSlot' in got, String(change))
  }
})

test('no bytes that a contract returns make a reader of them throw', () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((one) => `0x${Buffer.from(one).toString('hex')}`)
  const words = fc
    .array(fc.bigInt({ min: 0n, max: 700n }), { maxLength: 16 })
    .map((all) => `0x${all.map((one) => one.toString(16).padStart(64, '0')).join('')}`)
  fc.assert(
    fc.property(fc.oneof(bytes, words), fc.nat({ max: 4 }), (data, count) => {
      decodeResults(data, count)
      const text = readTokenText(data)
      assert(text === null || ([...text].length <= 64 && !/\p{Cc}/u.test(text)))
    }),
    { numRuns: 2_000 },
  )
})

const apps: { close(): void }[] = []
after(() => {
  for (const app of apps) app.close()
})

test('a socket that sends nonsense is listened to on, and one that refuses ends once', async () => {
  const port = await new Promise<number>((resolve) => {
    const app = uws.App()
    apps.push(app)
    app.ws('/*', {
      message(ws) {
        for (const text of [
          '',
          '[]',
          'null',
          '{"method":"eth_subscription"}',
          '{"method":"eth_subscription","params":4}',
        ])
          ws.send(text)
        ws.send('{"method":"eth_subscription","params":{"result":{"number":"0xffffffffffffffffffff"}}}')
        ws.send('{"method":"eth_subscription","params":{"result":{"number":"0x11"}}}')
        ws.send('{"id":1,"error":{"code":-32601,"message":"no"}}')
      },
    })
    app.listen(0, (socket) => resolve(uws.us_socket_local_port(socket as never)))
  })
  const slots: number[] = []
  const reasons: string[] = []
  await new Promise<void>((resolve) => {
    listenToHeads(`ws://127.0.0.1:${port}`, {
      onSlot: (slot) => slots.push(slot),
      onBlocksServed: () => assert.fail('it did not subscribe'),
      onClosed(reason) {
        reasons.push(reason)
        setTimeout(resolve, 50)
      },
    })
  })
  assert.deepEqual([slots, reasons], [[0x11], ['the node refuses to tell of heads']])
})

test('no member of a header and no byte of a receipt can be another under a true hash', async () => {
  const members = ['logsBloom', 'receiptsRoot', 'timestamp', 'parentHash', 'number', 'baseFeePerGas', 'requestsHash']
  const other = (value: string): string => `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`
  for (const name of members) {
    const { reader } = portsOver((text, method) => {
      const result = unwrap(text) as Record<string, string>
      return method === 'eth_getBlockByNumber' ? { ...result, [name]: other(result[name]!) } : result
    })
    assert('fromSlot' in (await reader.fetch(first)), name)
  }
  // Also of what the tape does not read: amounts of transfers, gas, blooms.
  type Receipts = readonly (Record<string, unknown> & { readonly logs: readonly Record<string, string>[] })[]
  const changes: Readonly<Record<string, (receipts: Receipts) => unknown>> = {
    none: (receipts) => receipts,
    gas: (receipts) => receipts.map((one) => ({ ...one, cumulativeGasUsed: '0x7' })),
    data: (receipts) =>
      receipts.map((one) => ({ ...one, logs: one.logs.map((log) => ({ ...log, data: other(log.data!) })) })),
    left: (receipts) => receipts.map((one) => ({ ...one, logs: one.logs.slice(1) })),
    type: (receipts) => receipts.map((one) => ({ ...one, type: '0x5' })),
    members: (receipts) => receipts.map((one) => ({ ...one, logsBloom: 7 })),
  }
  for (const [name, change] of Object.entries(changes)) {
    const { reader } = portsOver((text, method) => {
      if (method === 'eth_getLogs') return []
      if (method !== 'eth_getBlockReceipts') return unwrap(text)
      return JSON.stringify({ id: 1, result: change(unwrap(text) as Receipts) })
    })
    const got = await reader.fetch(first)
    assert.equal('fromSlot' in got, name !== 'none', name)
  }
})

test('a header with members of a later upgrade is believed, and said once', async () => {
  const said: string[] = []
  const { reader } = portsOver(
    (text, method) => {
      const result = unwrap(text) as Record<string, string>
      return method === 'eth_getBlockByNumber' ? { ...result, laterRoot: '0x01', mixHash: result.parentHash } : result
    },
    (what) => said.push(what),
  )
  const got = await reader.fetch(first)
  assert('block' in got && got.block!.blockHash === world.blocks()[0]!.hash)
  assert.deepEqual(said, ['headers have members that are not known: laterRoot'])
})
