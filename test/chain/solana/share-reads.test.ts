import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { createReadStore } from '../../../src/chain/solana/share-reads.ts'
import { LIMITS } from '../../../src/config/limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

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
  const store = createReadStore(() => 0)
  return { ...store.open(node, 0), store, node, asked }
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

test('who asks while another reads waits for that, and asks itself where it failed', async () => {
  let isDown = true
  const { store, node, asked } = noting((what) => isDown && what === 'b')
  const [first, second] = [store.open(node, 0), store.open(node, 0)]
  const both = [first.rpc.transactions(['a', 'b']), second.rpc.transactions(['a', 'b', 'c'])]
  isDown = false
  const [, answer] = await Promise.all(both)
  assert.deepEqual(answer, [ok({ one: 'a' }), ok({ one: 'b' }), ok({ one: 'c' })])
  assert.equal(asked.filter((one) => one === 'a').length, 1)
  await Promise.all([first.rpc.signaturesOf('w'), second.rpc.signaturesOf('w', { limit: 5 })])
  await Promise.all([first.rpc.signaturesOfMany(['v'], { limit: 5 }), second.rpc.signaturesOfMany(['v'], { limit: 5 })])
  await Promise.all([first.rpc.call('getBlock', [9]), second.rpc.call('getBlock', [9])])
  assert.deepEqual(asked.slice(-3), ['w 1000', 'v 5', 'getBlock 9'])
})

test('another question reads the newest pages again once they are too old for it, and nothing else', async () => {
  let nowMs = 0
  const { node, asked } = noting()
  const store = createReadStore(() => nowMs)
  const ask = async (sinceMs: number): Promise<void> => {
    const { rpc } = store.open(node, sinceMs)
    await rpc.signaturesOf('w', { limit: 10 })
    await rpc.signaturesOf('w', { limit: 10, before: 's9' })
    await rpc.transactions(['a'])
  }
  await ask(0)
  nowMs = 20
  await ask(0)
  assert.deepEqual(asked, ['w 10', 'w 10 s9', 'a'])
  await ask(10)
  assert.deepEqual(asked.slice(3), ['w 10'])
})

/** A node whose slot 50 holds eleven transactions of the token among others, in base64 as a block lists them. */
function crowdedNode({ blockFails = false } = {}) {
  const own = Array.from({ length: 11 }, (_, i) => wireOf(i + 1))
  const others = Array.from({ length: 5 }, (_, i) => wireOf(100 + i))
  const raw = (wire: Wire) => ({ slot: 50, blockTime: 7, transaction: [wire.base64, 'base64'], meta: null })
  const asked: string[] = []
  const node = {
    async signaturesOf() {
      asked.push('page')
      return ok(own.map(({ signature }) => ({ signature, slot: 50, err: null, memo: null, blockTime: 7 })))
    },
    async transactions(signatures: readonly string[]) {
      asked.push(...signatures.map(() => 'getTransaction'))
      return signatures.map((one) => ok(raw(own.find(({ signature }) => signature === one)!)))
    },
    async block(slot: number, { wants }: { wants: (text: string) => boolean }) {
      asked.push(`block ${slot}`)
      if (blockFails) return fail('upstream_failed', 'down')
      const rows = [...others, ...own].map((wire, transactionIndex) => ({ transactionIndex, ...raw(wire) }))
      return ok({ transactions: rows.filter((row) => wants(JSON.stringify(row))) })
    },
  } as unknown as SolanaRpc
  return { rpc: createReadStore(() => 0).open(node, 0).rpc, own, raw, asked }
}

type Wire = { readonly signature: string; readonly base64: string }
function wireOf(seed: number): Wire {
  const signature = Buffer.alloc(64, seed)
  const base64 = Buffer.concat([Buffer.of(1), signature, Buffer.alloc(120, seed)]).toString('base64')
  return { signature: encodeBase58(signature), base64 }
}

test('many transactions of one slot are read with its block, and say what they say alone', async () => {
  const { rpc, own, raw, asked } = crowdedNode()
  await rpc.signaturesOf('pool')
  const signatures = own.map(({ signature }) => signature)
  const [many, more] = await Promise.all([
    rpc.transactions(signatures.slice(0, LIMITS.blockForTransactions)),
    rpc.transactions(signatures.slice(LIMITS.blockForTransactions)),
  ])
  assert.deepEqual(
    [...many, ...more],
    own.map((wire) => ok(raw(wire))),
  )
  assert.deepEqual(asked, ['page', 'block 50'])
})

test('a few of one slot are read alone, and all where its block cannot be read', async () => {
  const few = crowdedNode()
  await few.rpc.signaturesOf('pool')
  await few.rpc.transactions(few.own.slice(1, LIMITS.blockForTransactions).map(({ signature }) => signature))
  assert(!few.asked.includes('block 50'))
  const failing = crowdedNode({ blockFails: true })
  await failing.rpc.signaturesOf('pool')
  const signatures = failing.own.map(({ signature }) => signature)
  assert.deepEqual(
    await failing.rpc.transactions(signatures),
    failing.own.map((wire) => ok(failing.raw(wire))),
  )
  await failing.rpc.transactions(signatures)
  assert.deepEqual(
    failing.asked.filter((one) => one !== 'getTransaction'),
    ['page', 'block 50'],
  )
  assert.equal(failing.asked.length, 2 + signatures.length)
})
