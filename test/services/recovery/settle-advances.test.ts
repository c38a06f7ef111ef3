import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { RECOVERY } from '../../../src/config/recovery.ts'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { settleAdvances } from '../../../src/services/recovery/settle-advances.ts'
import type { Store } from '../../../src/store/store.ts'
import { type MovingClock, movingClock, openTempStore, tempDir } from '../../store/temp-store.ts'

const DAY = '2026-11-20'
const CAPS = { day: DAY, dayCap: 1_000_000n, walletCap: 500_000n }

const HEIGHT = 1_000
const LATER_SEC = Date.parse('2100-01-01') / 1_000

type Seen = 'landed' | 'failed' | 'unexecuted' | 'unknown' | 'silent'

/** A node that was told what became of signatures; those it was not told of it does not answer for. */
function nodeOf(
  ends: Readonly<Record<string, Seen>>,
  { blockHeight = HEIGHT, firstBlock = 0 }: { readonly blockHeight?: number; readonly firstBlock?: number } = {},
): { readonly rpc: SolanaRpc; readonly asked: string[] } {
  const asked: string[] = []
  const call = async (method: string, params: readonly unknown[]) => {
    if (method === 'getEpochInfo') return ok({ absoluteSlot: blockHeight, blockHeight })
    if (method === 'getFirstAvailableBlock') return ok(firstBlock)
    // Long after every advance here.
    if (method === 'getBlockTime') return ok(LATER_SEC)
    const [signature] = params[0] as [string]
    if (!asked.includes(signature)) asked.push(signature)
    const end = ends[signature] ?? 'silent'
    if (end === 'silent') return fail('upstream_failed', 'the node does not answer')
    const errors = { failed: { InstructionError: [0, 'Custom'] }, unexecuted: 'InsufficientFundsForFee' }
    const err = end === 'failed' || end === 'unexecuted' ? errors[end] : null
    const value = end === 'unknown' ? null : { slot: 7, err, confirmationStatus: 'finalized', confirmations: null }
    return ok({ context: { slot: 9 }, value: [value] })
  }
  return { rpc: { call } as Partial<SolanaRpc> as SolanaRpc, asked }
}

async function settle(
  store: Store,
  clock: MovingClock,
  ends: Readonly<Record<string, Seen>>,
  node: Parameters<typeof nodeOf>[1] = {},
): Promise<string[]> {
  const { rpc, asked } = nodeOf(ends, node)
  const ctx = { store, clock, chain: { rpc } } as unknown as Context
  assert((await settleAdvances(ctx)).ok)
  return asked
}

/** An advance with its transactions, each of which may cost 1,000 lamports for every one before it and itself. */
async function advance(store: Store, clock: MovingClock, wallet: string, signatures: readonly string[]) {
  const signed = signatures.map((signature, at) => ({ signature, lamports: String(1_000 * (at + 1)) }))
  const lamports = signed.reduce((sum, one) => sum + BigInt(one.lamports), 0n) || 700n
  const id = await store.recoveries.advance({ ...CAPS, wallet, lamports, atMs: clock.nowMs() })
  assert(id !== null)
  if (signed.length > 0) await store.recoveries.keepSigned(id, signed, HEIGHT - 1)
}

/** The same store in a process that starts again. */
async function restarted(t: TestContext, dir: string, clock: MovingClock, before: Store): Promise<Store> {
  await before.close()
  return openTempStore(t, { dir, clock })
}

test('what was signed before a restart is asked about after it: only what landed and failed stays lost', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const before = await openTempStore(t, { dir, clock })
  await advance(before, clock, 'repaid', ['a1', 'a2'])
  await advance(before, clock, 'never landed', ['b1'])
  await advance(before, clock, 'made to fail', ['c1', 'c2'])
  await advance(before, clock, 'never signed', [])
  assert.equal(before.recoveries.atRisk(DAY), 3_000n + 1_000n + 3_000n + 700n)

  const store = await restarted(t, dir, clock, before)
  assert.equal(store.recoveries.atRisk(DAY), 7_700n)
  const ends = { a1: 'landed', a2: 'landed', b1: 'unknown', c1: 'landed', c2: 'failed' } as const
  clock.advance(RECOVERY.blockhashLifeMs - 1)
  assert.deepEqual(await settle(store, clock, ends), [], 'what can still land is not asked about')
  assert.equal(store.recoveries.atRisk(DAY), 7_700n)
  clock.advance(2)
  assert.deepEqual((await settle(store, clock, ends)).sort(), ['a1', 'a2', 'b1', 'c1', 'c2'])
  assert.equal(store.recoveries.atRisk(DAY), 2_000n)
  assert.deepEqual(await settle(store, clock, ends), [], 'each is settled once')
  assert.equal(store.recoveries.atRisk(DAY), 2_000n)
})

test('what a block holds and never executed has cost nothing', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  await advance(store, clock, 'never executed', ['a1', 'a2'])
  clock.advance(RECOVERY.blockhashLifeMs + 1)
  await settle(store, clock, { a1: 'unexecuted', a2: 'failed' })
  assert.equal(store.recoveries.atRisk(DAY), 2_000n)
})

test('an advance stays whole while the node does not report one of its transactions', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  await advance(store, clock, 'half known', ['a1', 'a2'])
  clock.advance(RECOVERY.blockhashLifeMs + 1)
  await settle(store, clock, { a1: 'landed' })
  assert.equal(store.recoveries.atRisk(DAY), 3_000n)
  await settle(store, clock, { a1: 'landed', a2: 'unknown' })
  assert.equal(store.recoveries.atRisk(DAY), 0n)
})

test('the bounds of a wallet and of the day hold over a restart, and another day begins at nothing', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const before = await openTempStore(t, { dir, clock })
  const ask = (store: Store, wallet: string, lamports: bigint, day = DAY) =>
    store.recoveries.advance({ ...CAPS, day, wallet, lamports, atMs: clock.nowMs() })
  assert(await ask(before, 'one', 400_000n))
  const store = await restarted(t, dir, clock, before)
  assert.equal(await ask(store, 'one', 100_001n), null)
  assert(await ask(store, 'two', 500_000n))
  assert.equal(await ask(store, 'three', 100_001n), null)
  assert(await ask(store, 'three', 100_000n))
  assert(await ask(store, 'one', 500_000n, '2026-11-21'))
  assert.equal(store.recoveries.atRisk('2026-11-21'), 500_000n)
  clock.advance(24 * 3_600_000)
  await settle(store, clock, {})
  assert.equal(store.recoveries.atRisk('2026-11-21'), 0n, 'what was never signed is given back')
})

test('what a node has no status of is given back only when it is dead and the node would know', async (t) => {
  const clock = movingClock()
  const store = await openTempStore(t, { clock })
  await advance(store, clock, 'unseen', ['a1'])
  clock.advance(RECOVERY.blockhashLifeMs + 1)
  await settle(store, clock, { a1: 'unknown' }, { blockHeight: HEIGHT - 1 })
  assert.equal(store.recoveries.atRisk(DAY), 1_000n, 'slow blocks: it may still land')
  await settle(store, clock, { a1: 'unknown' })
  assert.equal(store.recoveries.atRisk(DAY), 0n)

  await advance(store, clock, 'forgotten', ['b1', 'b2'])
  clock.advance(RECOVERY.blockhashLifeMs + 1)
  await settle(store, clock, { b1: 'landed', b2: 'unknown' }, { firstBlock: 900 })
  assert.equal(store.recoveries.atRisk(DAY), 2_000n, 'what it has forgotten may have cost its fee')
  assert.deepEqual(await settle(store, clock, { b1: 'landed', b2: 'unknown' }), [], 'and is settled as lost')
})

test('one advance of a name is open at a time, and each counts in its further bounds until it is settled', async (t) => {
  const dir = tempDir(t)
  const clock = movingClock()
  const before = await openTempStore(t, { dir, clock })
  const caps = [{ name: 'open key:1', cap: 2_000n }]
  const ask = (store: Store, wallet: string) =>
    store.recoveries.advance({ ...CAPS, wallet, lamports: 1_000n, caps, openAs: wallet, atMs: clock.nowMs() })
  const id = await ask(before, 'one')
  assert(id !== null)
  assert.equal(await ask(before, 'one'), null, 'it has one')
  const store = await restarted(t, dir, clock, before)
  assert.equal(store.recoveries.openAdvance(DAY, 'one')!.id, id)
  assert(await ask(store, 'two'))
  assert.equal(await ask(store, 'three'), null, 'the key has had its share')
  await store.recoveries.settleAdvance(id, 1_000n)
  assert.equal(store.recoveries.openAdvance(DAY, 'one'), undefined)
  assert(await ask(store, 'one'))
})
