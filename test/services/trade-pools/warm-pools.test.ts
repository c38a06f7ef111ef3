import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dex } from '../../../src/chain/solana/dexes/dex.ts'
import type { DexTrading, ReadAccounts, TradablePool } from '../../../src/chain/solana/dexes/trading.ts'
import { TRADING } from '../../../src/config/trading.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { warmPool } from '../../../src/services/trade-pools/warm-pools.ts'
import { accountOf, type ScriptedChain, scriptedChain } from './scripted-chain.ts'

const POOL = 'pool'
const MINT = 'mint'
const bytes = (...values: number[]) => Uint8Array.of(...values)

/** A pool whose account names a vault by its first byte; what the vault holds is its depth. 0 closes it. */
function fakeDex(made: { count: number } = { count: 0 }): Dex {
  const vaultOf = (read: ReadAccounts) => `vault${read.get(POOL)?.data[0] ?? 0}`
  const trading: DexTrading = {
    wants: (pool, read) => (read.has(pool) ? [vaultOf(read), 'config'].filter((one) => !read.has(one)) : [pool]),
    readPool(pool, read) {
      const depth = read.get(vaultOf(read))?.data[0] ?? 0
      if (depth === 0) return fail('no_route', 'closed')
      made.count++
      const fields: Partial<TradablePool> = {
        dex: 'orca',
        address: pool,
        quoteDepthRaw: BigInt(depth),
        watch: [pool, vaultOf(read)],
      }
      return ok(fields as TradablePool)
    },
  }
  return { name: 'orca', trading } as Partial<Dex> as Dex
}

function stock(chain: ScriptedChain): void {
  chain.change(accountOf(POOL, bytes(1)))
  chain.change(accountOf('vault1', bytes(10)))
  chain.change(accountOf('config', bytes(0)))
}

async function warm() {
  const chain = scriptedChain()
  stock(chain)
  const made = { count: 0 }
  const dex = fakeDex(made)
  const first = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(first.ok)
  chain.ctx.parts.hotAccounts.watch(first.value.pool.watch)
  chain.goLive()
  await chain.tellSlot()
  chain.reads.length = 0
  return { chain, dex, made, pool: first.value.pool }
}

test('accounts are read in rounds until the pool wants no more', async () => {
  const chain = scriptedChain()
  stock(chain)
  const read = await warmPool(chain.ctx, fakeDex(), POOL, MINT)
  assert(read.ok && !read.value.isHit && read.value.slot === 100)
  assert.equal(read.value.pool.quoteDepthRaw, 10n)
  assert.deepEqual(chain.reads, [[POOL], ['vault1', 'config']])
})

test('what moves is of one moment: read over several slots it is read once more in one call', async () => {
  const chain = scriptedChain()
  stock(chain)
  const dex = fakeDex()
  const { wants } = dex.trading!
  const trading = {
    ...dex.trading!,
    wants(...args: Parameters<typeof wants>) {
      chain.slot++
      return wants(...args)
    },
  }
  const read = await warmPool(chain.ctx, { ...dex, trading }, POOL, MINT)
  assert(read.ok)
  assert.deepEqual(chain.reads.at(-1), [POOL, 'vault1'])
  assert.equal(read.value.slot, chain.slot)
})

test('warm it costs nothing: no read, and the very same pool', async () => {
  const { chain, dex, made, pool } = await warm()
  await chain.clock.advance(TRADING.subscriptionSilenceMs - 1)
  const again = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(again.ok && again.value.isHit && again.value.pool === pool)
  assert.deepEqual(chain.reads, [])
  assert.equal(made.count, 1)
})

test('a change that arrives makes it another pool, without a read', async () => {
  const { chain, dex } = await warm()
  chain.change(accountOf('vault1', bytes(20)))
  await chain.clock.advance(TRADING.settleMs)
  const again = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(again.ok && again.value.isHit)
  assert.equal(again.value.pool.quoteDepthRaw, 20n)
  assert.deepEqual(chain.reads, [])
})

test('while the accounts of a block come in, the pool waits for all of them', async () => {
  const { chain, dex } = await warm()
  chain.change(accountOf('vault1', bytes(20)))
  const asked = warmPool(chain.ctx, dex, POOL, MINT)
  chain.change(accountOf('vault1', bytes(30)))
  await chain.clock.advance(TRADING.settleMs)
  const pool = await asked
  assert(pool.ok && pool.value.pool.quoteDepthRaw === 30n)
})

test('a change that makes other accounts matter has them read', async () => {
  const { chain, dex } = await warm()
  chain.accounts.set('vault2', accountOf('vault2', bytes(5)))
  chain.change(accountOf(POOL, bytes(2)))
  await chain.clock.advance(TRADING.settleMs)
  const moved = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(moved.ok && !moved.value.isHit)
  assert.equal(moved.value.pool.quoteDepthRaw, 5n)
  assert.deepEqual(moved.value.pool.watch, [POOL, 'vault2'])
})

test('a pool without notifications is read again in one call, with all it needed before', async () => {
  const chain = scriptedChain({ subscriptions: false })
  stock(chain)
  const dex = fakeDex()
  await warmPool(chain.ctx, dex, POOL, MINT)
  chain.reads.length = 0
  await chain.clock.advance(TRADING.unwatchedMs)
  chain.accounts.set('vault1', accountOf('vault1', bytes(11)))
  const again = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(again.ok && !again.value.isHit && again.value.pool.quoteDepthRaw === 11n)
  assert.equal(chain.reads.length, 1)
  assert.deepEqual([...chain.reads[0]!].sort(), ['config', POOL, 'vault1'])
})

test('callers at the same time share one read', async () => {
  const chain = scriptedChain()
  stock(chain)
  const dex = fakeDex()
  const all = await Promise.all(Array.from({ length: 20 }, () => warmPool(chain.ctx, dex, POOL, MINT)))
  assert(all.every((one) => one.ok))
  assert.equal(chain.reads.length, 2)
})

test('a pool that closes is refused with its reason, and found again when it opens', async () => {
  const { chain, dex } = await warm()
  chain.change(accountOf('vault1', bytes(0)))
  await chain.clock.advance(TRADING.settleMs)
  const closed = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(!closed.ok && closed.code === 'no_route' && closed.message === 'closed')
  chain.change(accountOf('vault1', bytes(4)))
  await chain.clock.advance(TRADING.settleMs)
  const open = await warmPool(chain.ctx, dex, POOL, MINT)
  assert(open.ok && open.value.pool.quoteDepthRaw === 4n)
})

test('a pool that asks for ever more accounts is given up', async () => {
  const chain = scriptedChain()
  let asked = 0
  const trading: DexTrading = { ...fakeDex().trading!, wants: () => [`more${asked++}`] }
  const read = await warmPool(chain.ctx, { ...fakeDex(), trading }, POOL, MINT)
  assert(!read.ok && read.code === 'no_route')
  assert.equal(chain.reads.length, TRADING.wantRounds)
})

test('a DEX that is only read cannot be traded, and a node that is away is said', async () => {
  const chain = scriptedChain()
  const { trading: _, ...unread } = fakeDex()
  const none = await warmPool(chain.ctx, unread as Dex, POOL, MINT)
  assert(!none.ok && none.code === 'no_route')
  chain.isDown = true
  const away = await warmPool(chain.ctx, fakeDex(), POOL, MINT)
  assert(!away.ok && away.code === 'upstream_failed')
})
