import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOCK_SYSVAR, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { TRADING } from '../../../src/config/trading.ts'
import {
  hasAccount,
  lamportsOf,
  latestBlockhash,
  measuredSlotMs,
  mintFacts,
  tokenBalance,
  tokenBalances,
  tradeClock,
} from '../../../src/services/trade-pools/hot-chain.ts'
import { accountOf, hashAt, scriptedChain } from './scripted-chain.ts'

const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'
const OWNER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

function clockAccount(slot: number, unixSec: number, epoch = 900) {
  const data = Buffer.alloc(40)
  data.writeBigUInt64LE(BigInt(slot), 0)
  data.writeBigUInt64LE(BigInt(epoch), 16)
  data.writeBigInt64LE(BigInt(unixSec), 32)
  return accountOf(CLOCK_SYSVAR, data, 1n, SYSVAR_OWNER)
}

function tokenAccount(address: string, amountRaw: bigint, owner = 1) {
  const data = Buffer.alloc(165)
  data.fill(owner, 32, 64)
  data.writeBigUInt64LE(amountRaw, 64)
  data[108] = 1
  return accountOf(address, data)
}

test('a blockhash is read once, renewed beside the trades at slots, and its age is reported', async () => {
  const chain = scriptedChain()
  const first = await latestBlockhash(chain.ctx)
  assert.deepEqual(first, { ok: true, value: { blockhash: hashAt(1), lastValidBlockHeight: 250, ageMs: 0 } })
  await chain.clock.advance(TRADING.blockhashRenewMs)
  assert.equal(
    ((await latestBlockhash(chain.ctx)) as typeof first & { ok: true }).value.ageMs,
    TRADING.blockhashRenewMs,
  )
  await chain.tellSlot()
  const renewed = await latestBlockhash(chain.ctx)
  assert(renewed.ok && renewed.value.blockhash === hashAt(2) && renewed.value.ageMs === 0)
  assert.equal(chain.blockhashes, 2)
})

test('one that is too old is not handed out, and no one renews it for no one', async () => {
  const chain = scriptedChain()
  await latestBlockhash(chain.ctx)
  await chain.clock.advance(TRADING.blockhashIdleMs + 1)
  await chain.tellSlot()
  assert.equal(chain.blockhashes, 1)
  const [a, b] = await Promise.all([latestBlockhash(chain.ctx), latestBlockhash(chain.ctx)])
  assert(a.ok && b.ok && a.value.blockhash === hashAt(2) && b.value.blockhash === hashAt(2))
  assert.equal(chain.blockhashes, 2, 'both wait for one read')
})

test('a node that is away fails it unless a fresh one is at hand', async () => {
  const chain = scriptedChain()
  await latestBlockhash(chain.ctx)
  chain.isDown = true
  assert((await latestBlockhash(chain.ctx)).ok)
  await chain.clock.advance(TRADING.blockhashMaxAgeMs)
  const failed = await latestBlockhash(chain.ctx)
  assert(!failed.ok && failed.code === 'upstream_failed')
})

test('the chain clock is read and advances with ours, and its slot with those that arrive', async () => {
  const chain = scriptedChain()
  chain.change(clockAccount(99, 1_795_000_000))
  assert.deepEqual(await tradeClock(chain.ctx), { ok: true, value: { slot: 99, unixSec: 1_795_000_000, epoch: 900 } })
  await chain.clock.advance(2_500)
  assert.deepEqual(await tradeClock(chain.ctx), { ok: true, value: { slot: 99, unixSec: 1_795_000_002, epoch: 900 } })
  chain.change(clockAccount(101, 1_795_000_003))
  await chain.tellSlot()
  assert.deepEqual(await tradeClock(chain.ctx), { ok: true, value: { slot: 101, unixSec: 1_795_000_003, epoch: 900 } })
})

test('the time of a slot is what was measured, and unknown before', async () => {
  const chain = scriptedChain()
  assert.equal(measuredSlotMs(chain.ctx), null)
  await latestBlockhash(chain.ctx)
  for (let i = 0; i < 20; i++) {
    await chain.tellSlot()
    await chain.clock.advance(210)
  }
  assert.equal(measuredSlotMs(chain.ctx), 210)
})

test('token balances, lamports and whether there is an account at all', async () => {
  const chain = scriptedChain()
  chain.change(tokenAccount('full', 2n ** 64n - 1n))
  chain.change(accountOf('wallet', new Uint8Array(), 77n, '11111111111111111111111111111111'))
  assert.deepEqual(await tokenBalance(chain.ctx, 'full'), { ok: true, value: 2n ** 64n - 1n })
  assert.deepEqual(await tokenBalance(chain.ctx, 'none'), { ok: true, value: null })
  assert.deepEqual(await tokenBalance(chain.ctx, 'wallet'), { ok: true, value: null }, 'no token account')
  assert.deepEqual(await lamportsOf(chain.ctx, 'wallet'), { ok: true, value: 77n })
  assert.deepEqual(await lamportsOf(chain.ctx, 'none'), { ok: true, value: 0n })
  assert.deepEqual(await hasAccount(chain.ctx, 'wallet'), { ok: true, value: true })
  assert.deepEqual(await hasAccount(chain.ctx, 'none'), { ok: true, value: false })
})

test('what has passed to another owner does not count', async () => {
  const chain = scriptedChain()
  chain.change(tokenAccount('a', 5n))
  assert.deepEqual(await tokenBalances(chain.ctx, ['a'], OWNER), { ok: true, value: [null] })
})

test('an address that is no mint has no facts', async () => {
  const chain = scriptedChain()
  chain.change(tokenAccount('a', 5n))
  assert.deepEqual(await mintFacts(chain.ctx, 'a'), { ok: true, value: null })
  assert.deepEqual(await mintFacts(chain.ctx, 'none'), { ok: true, value: null })
  const mint = Buffer.alloc(82)
  mint.writeBigUInt64LE(1_000n, 36)
  mint[44] = 6
  mint[45] = 1
  chain.change(accountOf('mint', mint))
  const facts = await mintFacts(chain.ctx, 'mint')
  assert(facts.ok && facts.value?.decimals === 6 && facts.value.tokenProgram === TOKEN_PROGRAM)
})
