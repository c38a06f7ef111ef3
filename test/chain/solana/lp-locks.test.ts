import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TrueToken } from '../../../sandbox/world/plan-types.ts'
import { graduatedOrganic } from '../../../sandbox/world/recipes/graduated-organic.ts'
import { LIQUIDITY_RECIPES } from '../../../sandbox/world/traps/index.ts'
import { bondingCurvePda, PUMP_PROGRAM } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { canonicalPoolPda } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { findSwapPools } from '../../../src/chain/solana/dexes/pumpswap/pools.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import {
  decodeVestingEscrow,
  encodeVestingEscrow,
  JUPITER_LOCK_PROGRAM,
} from '../../../src/chain/solana/lock-accounts.ts'
import { readLpLocks } from '../../../src/chain/solana/lp-locks.ts'
import { createSolanaRpc, type SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createJsonRpc } from '../../../src/runtime/json-rpc.ts'
import { buildLab } from '../../support/build-lab.ts'
import { TEST_BOOT_SEC } from '../../support/build-test-world.ts'
import { startScriptedNode } from '../../support/node-of.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { testClient } from '../../support/test-client.ts'

const { chain, world } = buildLab('lp-locks', [...LIQUIDITY_RECIPES, graduatedOrganic])
const served = await serveChain(chain)
after(() => served.close())
const { client } = testClient(served.url)
after(() => client.close())
const rpc: SolanaRpc = createSolanaRpc(createJsonRpc({ http: client, clock: systemClock(), random: () => 0 }))
const truthOf = (recipe: string): TrueToken => world.plan.truth.tokens.find((token) => token.recipe?.name === recipe)!

async function locksOf(recipe: string, nowSec = TEST_BOOT_SEC) {
  const truth = truthOf(recipe)
  const pools = await findSwapPools(rpc, truth.mint)
  assert(pools.ok && pools.value.length === 1, recipe)
  const read = await readLpLocks(rpc, pools.value[0]!, { nowSec })
  assert(read.ok && read.value !== null)
  const { lockedRaw, burnedRaw, creatorRaw, otherRaw, lpSupplyRaw } = read.value
  assert.equal(lockedRaw + creatorRaw + otherRaw, lpSupplyRaw, `${recipe}: parts make the whole`)
  const all = Number(lpSupplyRaw + burnedRaw)
  const pct = (raw: bigint): number => Math.round((1e4 * Number(raw)) / all) / 100
  return {
    ...read.value,
    truth,
    pct: { locked: pct(lockedRaw), burned: pct(burnedRaw), creator: pct(creatorRaw), other: pct(otherRaw) },
  }
}

test('locked LP tokens are found with their locker and the time they come free', async () => {
  const { pct, locks, truth, largest } = await locksOf('lp-locked')
  assert.deepEqual(pct, { locked: 100, burned: 0, creator: 0, other: 0 })
  assert.equal(locks.length, 1)
  assert.equal(locks[0]!.entity, 'Jupiter Lock')
  assert.equal(locks[0]!.untilSec, TEST_BOOT_SEC - truth.liquidity!.untilSecsAgo!)
  assert.equal(locks[0]!.isCancellable, false)
  assert.deepEqual(
    largest.map(({ kind, entity }) => [kind, entity]),
    [['locked', 'Jupiter']],
  )
})

test('half a lock leaves half with the creator', async () => {
  const { pct } = await locksOf('lp-half-locked')
  assert.deepEqual(pct, { locked: 50, burned: 0, creator: 50, other: 0 })
})

test('a lock that is over locks nothing, nor does one whose time comes later', async () => {
  const over = await locksOf('lp-lock-over')
  assert.deepEqual([over.pct.locked, over.pct.creator, over.locks.length], [0, 100, 0])
  const before = await locksOf('lp-lock-over', TEST_BOOT_SEC - over.truth.liquidity!.untilSecsAgo! - 1)
  assert.deepEqual([before.pct.locked, before.pct.creator], [100, 0])
  const locked = await locksOf('lp-locked', TEST_BOOT_SEC + 701 * 86_400)
  assert.deepEqual([locked.pct.locked, locked.pct.creator], [0, 100])
})

test('burned by instruction and sent to the incinerator are both burned', async () => {
  assert.deepEqual((await locksOf('lp-burned')).pct, { locked: 0, burned: 100, creator: 0, other: 0 })
  assert.equal((await locksOf('lp-burned')).lpSupplyRaw, 0n)
  const sent = await locksOf('lp-incinerated')
  assert.deepEqual(sent.pct, { locked: 0, burned: 100, creator: 0, other: 0 })
  assert.deepEqual(
    sent.largest.map(({ kind }) => kind),
    ['burned'],
  )
})

test('what the creator still holds is the creators, and nothing is left of pulled liquidity', async () => {
  assert.deepEqual((await locksOf('lp-held')).pct, { locked: 0, burned: 0, creator: 100, other: 0 })
  const pulled = await locksOf('lp-pulled')
  assert.equal(pulled.lpSupplyRaw, 0n)
  assert.equal(pulled.creatorRaw, 0n)
})

test('a graduated token has its LP tokens burned by the protocol', async () => {
  const { mint } = truthOf('graduated-organic')
  const read = await readLpLocks(
    rpc,
    {
      address: canonicalPoolPda(mint).address,
      programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
      creator: null,
    },
    { nowSec: TEST_BOOT_SEC },
  )
  assert(read.ok && read.value !== null)
  assert.equal(read.value.lpSupplyRaw, 0n)
  assert(read.value.burnedRaw > 0n)
})

test('a curve has no LP tokens, and a pool address that holds no pool has none either', async () => {
  const { mint } = truthOf('graduated-organic')
  const curve = { address: bondingCurvePda(mint).address, programId: PUMP_PROGRAM, creator: null }
  const pool = { ...curve, programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' }
  for (const one of [curve, pool])
    assert.deepEqual(await readLpLocks(rpc, one, { nowSec: 0 }), { ok: true, value: null })
})

test('a node that fails fails the reading', async () => {
  const node = await startScriptedNode(() => -32_601)
  const pool = { address: canonicalPoolPda(truthOf('lp-held').mint).address, creator: null }
  const broken = createSolanaRpc(node.rpc)
  const read = await readLpLocks(
    broken,
    { ...pool, programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' },
    { nowSec: 0 },
  )
  assert.equal(read.ok, false)
  await node.close()
})

test('the account of a lock says what was written, and other bytes are none', () => {
  const [recipient, mint, creator, base] = ['a', 'b', 'c', 'd'].map((text) => keypairFromText(text).address)
  const face = { recipient: recipient!, mint: mint!, creator: creator!, base: base! }
  const bytes = encodeVestingEscrow({ ...face, bump: 254, untilSec: 1_800_000_000, amountRaw: 77n })
  const { base: _, ...said } = face
  assert.deepEqual(decodeVestingEscrow(bytes), {
    ...said,
    cliffSec: 1_800_000_000,
    cliffUnlockRaw: 77n,
    frequencySec: 1,
    perPeriodRaw: 0n,
    periods: 0,
    claimedRaw: 0n,
    isCancelled: false,
    isCancellable: false,
  })
  assert.equal(decodeVestingEscrow(new Uint8Array(296)), null)
  assert.equal(decodeVestingEscrow(bytes.subarray(0, 200)), null)
  assert.equal(JUPITER_LOCK_PROGRAM.length, 43)
})
