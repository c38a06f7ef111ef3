import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { shareReads } from '../../../src/services/evidence/share-reads.ts'

const HISTORY = Array.from({ length: 40 }, (_, i) => ({
  signature: `s${i}`,
  slot: 100 - i,
  err: null,
  memo: null,
  blockTime: 1,
}))

/** A node that notes what it is asked, and fails on what `isDown` says. */
function noting(isDown: (what: string) => boolean = () => false) {
  const asked: string[] = []
  const ask = (what: string): boolean => {
    asked.push(what)
    return isDown(what)
  }
  const page = (address: string, limit: number, before?: string) => {
    const start = before === undefined ? 0 : HISTORY.findIndex(({ signature }) => signature === before) + 1
    return ask(`${address} ${limit} ${before ?? ''}`.trim())
      ? fail('upstream_failed', 'down')
      : ok(HISTORY.slice(start, start + limit))
  }
  const node = {
    async signaturesOf(address: string, { limit = 1_000, before }: { limit?: number; before?: string } = {}) {
      return page(address, limit, before)
    },
    async signaturesOfMany(addresses: readonly string[], { limit }: { limit: number }) {
      return addresses.map((address) => page(address, limit))
    },
    async transactions(signatures: readonly string[]) {
      return signatures.map((one) => (ask(one) ? fail('upstream_failed', 'down') : ok(one === 'gone' ? null : { one })))
    },
    async call(method: string, [first]: readonly unknown[]) {
      return ask(`${method} ${first}`) ? fail('upstream_failed', 'down') : ok({ first })
    },
  } as unknown as SolanaRpc
  return { ...shareReads(node), asked }
}

test('a transaction is asked for once, however often and beside whichever others', async () => {
  const { rpc, asked, calls } = noting()
  await rpc.transactions(['a', 'b', 'a'])
  const again = await rpc.transactions(['b', 'c', 'a'])
  assert.deepEqual(asked, ['a', 'b', 'c'])
  assert.deepEqual(again, [ok({ one: 'b' }), ok({ one: 'c' }), ok({ one: 'a' })])
  assert.deepEqual(calls(), { getTransaction: 3 })
})

test('what failed or was not there yet is asked for again', async () => {
  let isDown = true
  const { rpc, asked } = noting((what) => isDown && what === 'a')
  assert.equal((await rpc.transactions(['a', 'gone']))[0]!.ok, false)
  isDown = false
  assert.deepEqual(await rpc.transactions(['a', 'gone']), [ok({ one: 'a' }), ok(null)])
  assert.deepEqual(asked, ['a', 'gone', 'a', 'gone'])
})

test('a whole history serves every shorter question, a short page no longer one', async () => {
  const { rpc, asked } = noting()
  const whole = await rpc.signaturesOf('w', { limit: 1_000 })
  const probe = await rpc.signaturesOfMany(['w', 'v'], { limit: 25 })
  const longer = await rpc.signaturesOf('v', { limit: 30 })
  assert(whole.ok && whole.value.length === 40)
  assert(probe[0]!.ok && probe[0]!.value.length === 25)
  assert(longer.ok && longer.value.length === 30)
  assert.deepEqual(asked, ['w 1000', 'v 25', 'v 30'])
})

test('pages further back are kept by where they begin', async () => {
  const { rpc, asked } = noting()
  await rpc.signaturesOf('w', { limit: 10, before: 's5' })
  await rpc.signaturesOf('w', { limit: 10, before: 's5' })
  await rpc.signaturesOf('w', { limit: 10, before: 's6' })
  assert.deepEqual(asked, ['w 10 s5', 'w 10 s6'])
})

test('blocks are kept, the slot never', async () => {
  const { rpc, asked } = noting()
  for (let i = 0; i < 2; i++) {
    await rpc.call('getBlock', [7])
    await rpc.call('getSlot', [{}])
  }
  assert.equal(asked.filter((what) => what.startsWith('getBlock')).length, 1)
  assert.equal(asked.filter((what) => what.startsWith('getSlot')).length, 2)
})
