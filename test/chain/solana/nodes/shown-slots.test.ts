import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShownSlots } from '../../../../src/chain/solana/nodes/shown-slots.ts'
import { SHOWN_SLOTS } from '../../../../src/config/node-set.ts'
import { type NodeAnswer, openNodes, startFakeNode } from '../../../support/several-nodes.ts'

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const OTHER = 'So11111111111111111111111111111111111111112'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const account = (lamports: number) => ({ lamports, owner: OTHER, executable: false, data: ['', 'base64'] })
const at = (slot: number, lamports: number): NodeAnswer => ({
  result: { context: { slot }, value: [account(lamports)] },
})
/** Replicas behind one address take turns. */
function inTurn(...answers: NodeAnswer[]) {
  let turn = 0
  return () => answers[turn++ % answers.length]!
}
const lamportsOf = (answer: { ok: boolean; value?: { accounts: readonly ({ lamports: bigint } | null)[] } }) =>
  answer.value?.accounts[0]?.lamports

test('replicas behind one address: a balance is never shown from an older slot than one already shown', async (t) => {
  const node = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(100, 7), at(97, 9), at(101, 6)) })
  const { rpc } = openNodes(t, [node.url])
  assert.equal(lamportsOf(await rpc.accounts([WALLET])), 7n)
  const second = await rpc.accounts([WALLET])
  assert(second.ok)
  assert.deepEqual([second.value.slot, lamportsOf(second)], [101, 6n])
  assert.equal(node.count('getMultipleAccounts'), 3)
})

test('the same of the next node where the first is behind, and of an account inside a larger question', async (t) => {
  const first = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(100, 7), at(90, 9), at(90, 9)) })
  const two: NodeAnswer = { result: { context: { slot: 100 }, value: [account(1), account(7)] } }
  const second = await startFakeNode(t, {}, { getMultipleAccounts: two })
  const { rpc } = openNodes(t, [first.url, second.url])
  await rpc.accounts([WALLET])
  const both = await rpc.accounts([OTHER, WALLET])
  assert(both.ok)
  assert.deepEqual([both.value.slot, both.value.accounts[1]?.lamports], [100, 7n])
  assert.equal(second.count('getMultipleAccounts'), 1)
  // Of an account that was not shown yet an older slot is as good as any.
  const node = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(100, 7), at(90, 9)) })
  const fresh = openNodes(t, [node.url])
  await fresh.rpc.accounts([WALLET])
  assert.equal(lamportsOf(await fresh.rpc.accounts([OTHER])), 9n)
})

test('other methods that show the account count, and each commitment by itself', async (t) => {
  const node = await startFakeNode(
    t,
    {},
    {
      getBalance: { result: { context: { slot: 100 }, value: 7 } },
      getTokenAccountsByOwner: inTurn(
        { result: { context: { slot: 90 }, value: [] } },
        { result: { context: { slot: 100 }, value: [] } },
      ),
    },
  )
  const { rpc } = openNodes(t, [node.url])
  assert((await rpc.call('getBalance', [WALLET, { commitment: 'confirmed' }])).ok)
  assert((await rpc.tokenAccounts(WALLET, TOKEN_PROGRAM)).ok)
  assert.equal(node.count('getTokenAccountsByOwner'), 2)
  const finalized = openNodes(t, [node.url])
  assert((await finalized.rpc.call('getBalance', [WALLET])).ok)
  assert((await finalized.rpc.tokenAccounts(WALLET, TOKEN_PROGRAM)).ok)
  assert.equal(node.count('getTokenAccountsByOwner'), 3)
})

test('in arrays the older answers alone are asked again', async (t) => {
  const balance = (slot: number) => ({ result: { context: { slot }, value: slot } })
  const slots: Record<string, number[]> = { [WALLET]: [100, 90, 100], [OTHER]: [100, 100] }
  const node = await startFakeNode(t, {}, { getBalance: ([address]) => balance(slots[String(address)]!.shift()!) })
  const { rpc } = openNodes(t, [node.url])
  const calls = [WALLET, OTHER].map((address) => ({ method: 'getBalance', params: [address] }))
  for (let i = 0; i < 2; i++)
    assert.deepEqual(
      (await rpc.callMany<{ value: number }>(calls)).map((answer) => answer.ok && answer.value.value),
      [100, 100],
    )
  assert.equal(node.count('getBalance'), 5)
})

test('a node that stays behind is a failure, and one that has gone back for good is believed again', async (t) => {
  const node = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(100, 7), ...Array(40).fill(at(90, 9))) })
  const { rpc, clock } = openNodes(t, [node.url])
  await rpc.accounts([WALLET])
  const behind = await rpc.accounts([WALLET])
  assert.deepEqual(!behind.ok && [behind.code, behind.rpcCode], ['upstream_failed', -32016])
  assert.equal(node.count('getMultipleAccounts'), 1 + SHOWN_SLOTS.attempts)
  clock.push(SHOWN_SLOTS.keptMs)
  assert.equal(lamportsOf(await rpc.accounts([WALLET])), 9n)
})

test('an absurd slot freezes nothing: what comes after it is believed at the third time', async (t) => {
  const node = await startFakeNode(
    t,
    {},
    { getMultipleAccounts: inTurn(at(1_000_000_000, 7), at(101, 6), at(102, 5), at(103, 4)) },
  )
  const { rpc } = openNodes(t, [node.url])
  assert.equal(lamportsOf(await rpc.accounts([WALLET])), 7n)
  const after = await rpc.accounts([WALLET])
  assert(after.ok)
  assert.deepEqual([after.value.slot, lamportsOf(after)], [103, 4n])
  // A single answer from long ago takes nothing away.
  const old = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(9_000, 7), at(1, 1), at(9_001, 8)) })
  const other = openNodes(t, [old.url])
  await other.rpc.accounts([WALLET])
  assert.equal(lamportsOf(await other.rpc.accounts([WALLET])), 8n)
})

test('the same over several nodes, which are asked one after the other', async (t) => {
  const honest = Array.from({ length: 20 }, () => at(101, 6))
  const first = await startFakeNode(t, {}, { getMultipleAccounts: inTurn(at(1_000_000_000, 7), ...honest) })
  const second = await startFakeNode(t, {}, { getMultipleAccounts: at(102, 5) })
  const { rpc } = openNodes(t, [first.url, second.url])
  await rpc.accounts([WALLET])
  let shown: bigint | undefined
  for (let ask = 0; ask < SHOWN_SLOTS.doubtsToDrop && shown === undefined; ask++)
    shown = lamportsOf(await rpc.accounts([WALLET]))
  assert(shown === 5n || shown === 6n, String(shown))
})

test('what has run out is forgotten as others are noted', () => {
  let nowMs = 0
  const shown = createShownSlots({ monotonicMs: () => nowMs })
  const ask = (name: string) => ({ method: 'getAccountInfo', params: [name, { commitment: 'confirmed' }] })
  for (let at = 0; at < 1_000; at++) shown.note(ask(`old ${at}`), 100)
  assert.deepEqual([shown.size, shown.floorOf(ask('old 7'))], [1_000, 100])
  nowMs += SHOWN_SLOTS.keptMs + 1
  for (let at = 0; at < 600; at++) shown.note(ask(`new ${at}`), 200)
  assert.deepEqual([shown.size, shown.floorOf(ask('old 7')), shown.floorOf(ask('new 7'))], [600, 0, 200])
})
