// second run: waits for a follower to read what a node in another process mined

import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type EvmSandboxChain, openEvmChain } from '../../../sandbox/evm-node/evm-chain.ts'
import { findNodeProgram } from '../../../sandbox/evm-node/installed.ts'
import { createNodeCalls, type NodeCall } from '../../../sandbox/evm-node/node-calls.ts'
import type { OpenPool } from '../../../sandbox/evm-node/open-market.ts'
import { EVM_CONTRACTS } from '../../../src/chain/evm/contracts.ts'
import { EVM_NODE_INSTALL } from '../../../src/config/sandbox-evm.ts'
import type { TradeEvent } from '../../../src/contract/tape-event.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createLogger } from '../../../src/runtime/log.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { until } from '../../support/until.ts'

/* A server that follows a Base of real contracts on a real EVM. What is true is read from the node alone: receipts,
 * reserves and balances. */

const program = findNodeProgram()
const skip = program === null ? `the EVM node is not installed: ${EVM_NODE_INSTALL}` : false
const SWAP_V2 = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
const SWAP_V3 = '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'

let chain: EvmSandboxChain
let server: OpenServer

before(async () => {
  if (program === null) return
  const log = createLogger({ level: 'warn', process: 'test' })
  const own = { chain: 'base', program, seed: 'real evm', port: 0, blockMs: null, agents: true } as const
  chain = await openEvmChain({ ...own, clock: systemClock(), log })
  server = await openServer(
    {
      MINTGLASS_MODE: 'live',
      BASE_RPC_URLS: chain.url,
      BASE_WS_URL: chain.wsUrl,
      BASE_BACKFILL_BLOCKS: '1000',
    },
    { follows: true },
  )
})
after(async () => {
  await server?.stop()
  chain?.close()
})

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
}
type Receipt = { readonly transactionHash: string; readonly logs: readonly Log[] }
type Block = { readonly hash: string; readonly transactions: readonly string[] }

const ask = (calls: readonly NodeCall[]): Promise<readonly unknown[]> => createNodeCalls(chain.url).all(calls)
const numbers = (): string[] => Array.from({ length: chain.head() + 1 }, (_, at) => `0x${at.toString(16)}`)
const blocks = async (): Promise<readonly Block[]> =>
  (await ask(numbers().map((one) => ['eth_getBlockByNumber', one, false]))) as Block[]

/** Resolves when the tape ends with the newest block of the node. */
async function caughtUp(): Promise<void> {
  const { hash } = (await blocks()).at(-1)!
  const { tape } = server.ctx.store
  await until(
    () => {
      tape.refresh()
      return tape.position('base')?.blockHash === hash
    },
    () => `the tape stands at ${tape.position('base')?.slot}, the node at ${chain.head()}`,
  )
}

function tapeOf({ pool }: OpenPool): readonly TradeEvent[] {
  const found: TradeEvent[] = []
  let beforeSeq: number | null = null
  do {
    const scope = { by: 'pool', address: pool, chain: 'base' } as const
    const part = server.ctx.store.tape.trades(scope, { limit: 500, ...(beforeSeq !== null && { beforeSeq }) })
    found.push(...part.trades)
    beforeSeq = part.nextBeforeSeq
  } while (beforeSeq !== null)
  return found
}

const movedBy = ({ side, amountRaw, quoteAmountRaw }: TradeEvent) => ({
  base: side === 'sell' ? amountRaw : -amountRaw,
  quote: side === 'sell' ? -quoteAmountRaw : quoteAmountRaw,
})

/** A swap as one text: where it is, and what came into the pool of its first and its second token. */
const textOf = (tx: string, index: number, pool: string, moved: readonly [bigint, bigint]): string =>
  `${tx} ${index} ${pool} ${moved.join(' ')}`

const wordOf = (data: string, at: number): bigint => BigInt(`0x${data.slice(2 + 64 * at, 66 + 64 * at)}`)

/** What the receipts of the node say, decoded by hand. */
async function swapsOfNode(): Promise<readonly string[]> {
  const receipts = (await ask(numbers().map((one) => ['eth_getBlockReceipts', one]))) as Receipt[][]
  const pools = new Set(chain.pools.map(({ pool }) => pool))
  return receipts.flat().flatMap(({ transactionHash, logs }) =>
    logs.flatMap(({ address, topics, data, logIndex }) => {
      if (!pools.has(address)) return []
      const word = (at: number): bigint => wordOf(data, at)
      if (topics[0] === SWAP_V2)
        return [textOf(transactionHash, Number(logIndex), address, [word(0) - word(2), word(1) - word(3)])]
      if (topics[0] !== SWAP_V3) return []
      const signed = [BigInt.asIntN(256, word(0)), BigInt.asIntN(256, word(1))] as const
      return [textOf(transactionHash, Number(logIndex), address, signed)]
    }),
  )
}

function swapsOfTape(): readonly string[] {
  return chain.pools.flatMap((pool) =>
    tapeOf(pool).map((trade) => {
      const { base, quote } = movedBy(trade)
      const isBaseFirst = BigInt(trade.mint) < BigInt(trade.quoteMint)
      return textOf(trade.signature, trade.path[0], pool.pool, isBaseFirst ? [base, quote] : [quote, base])
    }),
  )
}

/** What a pool held after a block: reserves of pairs, balances of pools of v3. */
async function heldAt(pool: OpenPool, block: number): Promise<{ readonly base: bigint; readonly quote: bigint }> {
  const tag = `0x${block.toString(16)}`
  if (pool.kind.dex === 'v2') {
    const [said] = await ask([['eth_call', { to: pool.pool, data: '0x0902f1ac' }, tag]])
    const [first, second] = [wordOf(said as string, 0), wordOf(said as string, 1)]
    const isFirst = BigInt(pool.token) < BigInt(pool.quote)
    return isFirst ? { base: first, quote: second } : { base: second, quote: first }
  }
  const data = `0x70a08231${pool.pool.slice(2).padStart(64, '0')}`
  const said = await ask([pool.token, pool.quote].map((to) => ['eth_call', { to, data }, tag]))
  return { base: BigInt(said[0] as string), quote: BigInt(said[1] as string) }
}

/** The trades of the tape are all that happened to each pool. */
async function assertBalances(t: TestContext): Promise<void> {
  const trades = new Map(chain.pools.map((pool) => [pool, tapeOf(pool)]))
  const first = Math.min(...[...trades.values()].flat().map(({ slot }) => slot))
  let count = 0
  for (const [pool, own] of trades) {
    const name = `${pool.kind.dex} ${pool.planned?.symbol ?? 'native'}`
    assert(own.length > 0, `${name} was never traded`)
    count += own.length
    const [then, now] = [await heldAt(pool, first - 1), await heldAt(pool, chain.head())]
    const base = own.reduce((sum, trade) => sum + movedBy(trade).base, 0n)
    const quote = own.reduce((sum, trade) => sum + movedBy(trade).quote, 0n)
    assert.equal(base, now.base - then.base, `${name}: the token`)
    assert.equal(quote, now.quote - then.quote, `${name}: the quote`)
  }
  t.diagnostic(`${count} trades in ${trades.size} pools, blocks ${first} to ${chain.head()}`)
}

test('the pools of the coin are those of the chain: the real contracts at the real addresses', { skip }, () => {
  const { nativePools } = EVM_CONTRACTS.base
  const own = chain.pools.filter(({ planned }) => planned === null)
  assert.equal(own.length, 3)
  for (const { pool } of own) assert(nativePools.includes(pool), pool)
})

test('trades of the follower equal reserves and balances of the real contracts to the unit', { skip }, async (t) => {
  await caughtUp()
  assert.equal(server.ctx.store.tape.coverage('base')?.fromSlot, 1)
  assert.deepEqual(server.ctx.store.tape.lost('base'), [])
  await assertBalances(t)
  assert.deepEqual([...swapsOfTape()].sort(), [...(await swapsOfNode())].sort())
  const priced = chain.pools.flatMap(tapeOf).filter(({ amountUsd }) => amountUsd !== null)
  assert(priced.length > 50, `${priced.length} trades have dollars`)
})

test('a reorganisation of depth 3 leaves the tape equal to the final chain', { skip }, async (t) => {
  await chain.mine(4)
  await caughtUp()
  const before = await blocks()
  const wereOnTape = new Set(chain.pools.flatMap(tapeOf).map(({ signature }) => signature))
  await chain.fork(3)
  const now = await blocks()
  assert.equal(now.length, before.length)
  now.forEach(({ hash }, at) => {
    assert.equal(hash === before[at]!.hash, at < now.length - 3, `block ${at}`)
  })
  await caughtUp()
  assert.deepEqual([...swapsOfTape()].sort(), [...(await swapsOfNode())].sort())
  await assertBalances(t)
  const final = new Set(now.flatMap(({ transactions }) => transactions))
  const gone = before.slice(-3).flatMap(({ transactions }) => transactions.filter((one) => !final.has(one)))
  assert(gone.filter((one) => wereOnTape.has(one)).length > 0, 'no trade was replaced')
})

test('security finds every planted trap and accuses no healthy token', { skip }, async (t) => {
  const wrong: string[] = []
  for (const { token, planned, pool } of chain.pools) {
    if (planned === null) continue
    const reply = await server.get(`/api/v2/chain/base/tokens/${token}/security`)
    assert.equal(reply.status, 200, reply.text)
    const { honeypot, execution } = reply.json
    assert.equal(honeypot.method, 'execution')
    assert.equal(execution.pool, pool)
    assert(execution.later !== null, 'the node takes no override of the block')
    assert(execution.earlierBuyers.length > 0, `${planned.symbol}: no earlier buyer was found`)
    const dangers = execution.findings.filter(({ severity }: { severity: string }) => severity === 'danger')
    if (dangers.length > 0 !== planned.isTrap)
      wrong.push(
        `${planned.symbol} (${planned.kind}, ${planned.p}, ${planned.q}): ${JSON.stringify(execution.findings)}`,
      )
    if (!planned.isTrap) assert.notEqual(honeypot.verdict, 'honeypot', planned.symbol)
  }
  assert.deepEqual(wrong, [])
  const traps = chain.pools.filter(({ planned }) => planned?.isTrap)
  t.diagnostic(`${traps.length} traps, ${chain.pools.length - 3 - traps.length} healthy tokens`)
  assert(traps.length >= 8)
})
