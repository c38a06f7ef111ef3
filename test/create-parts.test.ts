import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SolanaRpc } from '../src/chain/solana/rpc.ts'
import type { BaseContext } from '../src/context.ts'
import { addParts, PARTS, type PartMakers } from '../src/create-parts.ts'
import { fakeContext } from './support/fake-context.ts'

/** Parts of a test under real names: `hotAccounts`, then `hotChain`, then `hotPools`. */
function partsOf(makers: Record<string, (ctx: { parts: Record<string, unknown> }) => unknown>) {
  const rows = Object.entries(makers).map(([name, make]) => [name, { per: 'process', make }])
  const { ctx, close } = addParts({} as BaseContext, Object.fromEntries(rows) as unknown as PartMakers)
  return { parts: ctx.parts as unknown as Record<string, unknown>, close }
}

test('a part is built when it is first used, once, and of all parts that one alone', () => {
  const built: string[] = []
  const { parts } = partsOf({ hotAccounts: () => built.push('accounts'), hotChain: () => built.push('chain') })
  assert.deepEqual(built, [])
  assert.equal(parts['hotChain'], parts['hotChain'])
  assert.deepEqual(built, ['chain'])
})

test('parts close from the last to the first, however they were first used, and what is not built is not', async () => {
  const closed: string[] = []
  const part = (name: string) => () => ({ close: () => void closed.push(name) })
  const { parts, close } = partsOf({
    hotAccounts: part('accounts'),
    hotChain: part('chain'),
    warmPools: part('unused'),
    hotPools: part('pools'),
  })
  assert(parts['hotPools'] && parts['hotAccounts'] && parts['hotChain'])
  await close()
  assert.deepEqual(closed, ['pools', 'chain', 'accounts'])
})

test('closing notifies all parts before it waits for any', async () => {
  const told: string[] = []
  let end = (): void => {}
  const { parts, close } = partsOf({
    hotAccounts: () => ({
      close() {
        told.push('accounts')
        end()
      },
    }),
    hotPools: () => ({
      close: () => {
        told.push('pools')
        return new Promise<void>((resolve) => {
          end = resolve
        })
      },
    }),
  })
  assert(parts['hotAccounts'] && parts['hotPools'])
  await close()
  assert.deepEqual(told, ['pools', 'accounts'])
})

test('a part that is first used after the end is closed at once', async () => {
  let closed = 0
  const { parts, close } = partsOf({ hotAccounts: () => ({ close: () => void closed++ }) })
  await close()
  assert(parts['hotAccounts'])
  assert.equal(closed, 1)
})

test('a part may use those above it while it is built, and no other', () => {
  const { parts } = partsOf({
    hotAccounts: () => 'accounts',
    hotPools: (ctx) => [ctx.parts['hotAccounts']],
    landings: (ctx) => [ctx.parts['openReplays']],
    openReplays: () => 'replays',
  })
  assert.deepEqual(parts['hotPools'], ['accounts'])
  assert.throws(() => parts['landings'], /landings uses openReplays, which comes after it/)
})

test('every part can be built in the order of the list, and closed', async () => {
  const { ctx } = fakeContext({ parts: { chain: { rpc: null } } })
  const { ctx: own, close } = addParts(ctx)
  for (const name of Object.keys(PARTS) as (keyof typeof PARTS)[]) assert(own.parts[name], name)
  await close()
})

test('parts of two contexts are two', () => {
  const { ctx } = fakeContext()
  assert.notEqual(addParts(ctx).ctx.parts.openReplays, addParts(ctx).ctx.parts.openReplays)
})

test('after the end no transaction is followed and nothing is settled', async () => {
  const { ctx } = fakeContext({ parts: { chain: { rpc: {} as SolanaRpc } } })
  const { ctx: own, close } = addParts(ctx)
  const { landings, settlingTrades } = own.parts
  await close()
  assert.equal(
    landings.join({ wire: null, signature: 's', lastValidBlockHeight: 1, bundle: false, deadlineMs: 1 }),
    null,
  )
  settlingTrades.begin(
    's',
    () => assert.fail('nothing is settled any more'),
    (error) => assert.fail(String(error)),
  )
  await nextTurn()
})
