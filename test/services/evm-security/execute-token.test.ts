import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVM_CONTRACTS, NATIVE_TOKEN } from '../../../src/chain/evm/contracts.ts'
import { poolIdOf } from '../../../src/chain/evm/pool-key.ts'
import { toWord } from '../../../src/chain/evm/words.ts'
import type { Context } from '../../../src/context.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import type { RpcRequest } from '../../../src/runtime/json-rpc.ts'
import { type Execution, executeToken } from '../../../src/services/evm-security/execute-token.ts'
import { BUYER, type FakeNode, fakeNode, HEAD, HEAD_SEC, holdV4, OWNER, PAIR, rowsOf, TOKEN } from './fake-node.ts'

const COIN = 10n ** 18n
const CTX = { store: { tape: { position: () => undefined } } } as unknown as Pick<Context, 'store'>
const execute = ({ client }: FakeNode): Promise<Execution> =>
  executeToken(CTX, client, { chain: 'ethereum', token: TOKEN })

/** As a node answers that runs calls at the block that it is told. */
function executing(canSellLater = true): (request: RpcRequest) => Outcome<unknown> {
  return ({ params }) => {
    const as = (params as readonly unknown[])[3] as { number: string; time: string } | undefined
    if (as === undefined) return ok(rowsOf(true))
    return ok(rowsOf(canSellLater, { block: Number(as.number), timeSec: Number(as.time) }))
  }
}

test('the report names block, pool, accounts and every trade; the tax is what did not arrive', async () => {
  const node = fakeNode()
  node.executed = executing()
  const { report } = await execute(node)
  assert(report !== null)
  assert.deepEqual([report.block, report.pool, report.dex, report.owner], [HEAD, PAIR, 'uniswap_v2', OWNER])
  assert.deepEqual(report.earlierBuyers, [BUYER])
  assert.deepEqual(report.taxesBps, { buy: 0, sell: 300, transfer: null })
  assert.deepEqual(report.later, { block: HEAD + 7_200, blockTimeSec: HEAD_SEC + 86_400 })
  assert.equal(report.verdict, 'sellable')
  assert.equal(report.trades.length, 12)
  const calls = node.asked.filter(({ params }) => (params as readonly unknown[]).length > 2)
  for (const { params } of calls) {
    const [call, block] = params as [{ from: string; to: string; gas: string }, string]
    assert.deepEqual([call.from, call.to, block], [report.sender, report.probe, `0x${HEAD.toString(16)}`])
    assert(Number(call.gas) <= 30_000_000)
  }
})

test('a sale that is refused a day later is told', async () => {
  const node = fakeNode()
  node.executed = executing(false)
  const { report } = await execute(node)
  assert(report?.findings.some(({ id, severity }) => id === 'refused_later' && severity === 'danger'))
})

test('a node that takes no override of the block says nothing of later', async () => {
  for (const answer of [fail('upstream_refused', 'too many arguments'), ok(rowsOf(false))]) {
    const node = fakeNode()
    node.executed = ({ params }) => ((params as readonly unknown[]).length > 3 ? answer : ok(rowsOf(true)))
    const { report } = await execute(node)
    assert(report !== null && report.later === null && report.verdict === 'sellable')
    assert.deepEqual(report.findings, [])
  }
})

test('two calls use two addresses: no token can know the probe', async () => {
  const node = fakeNode()
  node.executed = executing()
  const [one, other] = [await execute(node), await execute(node)]
  assert.notEqual(one.report!.probe, other.report!.probe)
  assert.notEqual(one.report!.sender, other.report!.sender)
})

test('without overrides, without a pool, without a node: nothing is executed, and the answer says why', async () => {
  const refusing = fakeNode()
  assert.match((await execute(refusing)).why!, /state overrides/)
  const ignoring = fakeNode()
  ignoring.executed = () => ok('0x')
  assert.match((await execute(ignoring)).why!, /does not apply state overrides/)
  const poolless = fakeNode()
  poolless.hasPair = false
  assert.match((await execute(poolless)).why!, /no pool/)
  const silent = fakeNode()
  silent.before = () => fail('upstream_timeout', 'late')
  assert.match((await execute(silent)).why!, /newest block/)
})

test('a pool of v4 is tried where the pair holds less than a coin, paid with the native coin and named by its id', async () => {
  const key = `0x${[NATIVE_TOKEN, TOKEN, 3_000, 60, NATIVE_TOKEN].map(toWord).join('')}`
  const node = fakeNode()
  node.executed = executing()
  holdV4(node, key, 50n * COIN)
  assert.equal((await execute(node)).report!.dex, 'uniswap_v2')
  node.pairWei = COIN - 1n
  const { report } = await execute(node)
  assert(report !== null)
  assert.deepEqual(
    [report.dex, report.pool, report.quote, report.hopPool],
    ['uniswap_v4', poolIdOf(key), NATIVE_TOKEN, null],
  )
  const { params } = node.asked.findLast((one) => (one.params as readonly unknown[]).length > 2)!
  const words = (params as [{ readonly data: string }])[0].data.slice(10).match(/.{64}/g)!
  assert.deepEqual([words[1], words[4], words[16]], [toWord(0), toWord(3), toWord(50n * COIN)])
  node.hasPair = false
  assert.equal((await execute(node)).report!.pool, poolIdOf(key))
  node.hasPair = true
  node.stored.clear()
  assert.equal((await execute(node)).report!.pool, PAIR)
})

test('a token that is paid with VIRTUAL is tried with what the wrapped coin buys of it', async () => {
  const virtual = '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b'
  const hop = `0x${'66'.repeat(20)}`
  const node = fakeNode('base')
  node.executed = executing()
  node.hasPair = false
  const { wrappedNative, venues } = EVM_CONTRACTS.base
  const factory = venues.find(({ dex }) => dex === 'uniswap_v2')!.address
  node.before = ({ method, params }) => {
    const [call] = params as [{ readonly to?: string; readonly data?: string }]
    if (method !== 'eth_call' || call.to !== factory || !call.data!.includes(virtual.slice(2))) return undefined
    if (call.data!.includes(TOKEN.slice(2))) return ok(`0x${toWord(PAIR)}`)
    return call.data!.includes(wrappedNative.slice(2)) ? ok(`0x${toWord(hop)}`) : undefined
  }
  const { report } = await executeToken(CTX, node.client, { chain: 'base', token: TOKEN })
  assert(report !== null)
  assert.deepEqual([report.pool, report.quote, report.hopPool], [PAIR, virtual, hop])
})

test('whatever a node answers, nothing is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('eth_blockNumber', 'eth_getCode', 'eth_getLogs', 'eth_call', 'overrides'),
      fc.oneof(
        fc.jsonValue(),
        fc.uint8Array({ maxLength: 200 }).map((raw) => `0x${Buffer.from(raw).toString('hex')}`),
      ),
      async (method, value) => {
        const node = fakeNode()
        node.executed = executing()
        node.before = (request) => {
          const isOverride = (request.params as readonly unknown[]).length > 2
          return request.method === method || (method === 'overrides' && isOverride) ? ok(value) : undefined
        }
        const { report, why } = await execute(node)
        assert.equal(report === null, why !== null)
      },
    ),
    { numRuns: 60 },
  )
})
