import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { ALICE, BOB, fund, openChain, SOL, sign } from './chain-fixture.ts'

const CAROL = keypairFromText('carol')
const ALWAYS = () => true

function pay(chain: SandboxChain, from: typeof ALICE, to: string, lamports: bigint) {
  return sign(chain, [make.transferLamports({ from: from.address, to, lamports })], { payer: from })
}

function picture(chain: SandboxChain) {
  const mentions = (address: string) => {
    const rows = chain.signaturesOf(address, { limit: 100 })
    return rows === 'unknown' ? rows : rows.map(({ signature }) => signature)
  }
  const addresses = [ALICE.address, BOB.address, CAROL.address]
  return {
    states: addresses.map((address) => chain.account(address)),
    mentions: addresses.map(mentions),
    count: chain.transactionCount(),
  }
}

test('a bundle runs in order, in one slot, and each transaction sees what those before it did', () => {
  const chain = openChain()
  chain.advanceSlot()
  const heard: string[] = []
  chain.on('transaction', ({ signature }) => void heard.push(signature))
  const first = pay(chain, ALICE, CAROL.address, 3n * SOL)
  // Carol has nothing before the first.
  const second = pay(chain, CAROL, BOB.address, SOL)
  const result = chain.sendBundle([first.wire, second.wire], ALWAYS)
  assert(result.ok)
  assert.equal(new Set(result.executed.map(({ slot }) => slot)).size, 1)
  assert.deepEqual(
    result.executed.map(({ indexInBlock }) => indexInBlock),
    [0, 1],
  )
  assert.deepEqual(
    heard,
    result.executed.map(({ signature }) => signature),
  )
  assert.equal(chain.account(BOB.address)?.lamports, 101n * SOL)
})

test('when one fails nothing of the bundle is left, no one heard of it, and its parts may be sent again', () => {
  const chain = openChain()
  chain.advanceSlot()
  const heard: unknown[] = []
  chain.on('transaction', (one) => void heard.push(one))
  chain.on('account', (address) => void heard.push(address))
  const good = pay(chain, ALICE, CAROL.address, SOL)
  const bad = pay(chain, CAROL, BOB.address, 5n * SOL)
  const before = picture(chain)
  const result = chain.sendBundle([good.wire, bad.wire], ALWAYS)
  assert.deepEqual([result.ok, !result.ok && result.failedAt], [false, 1])
  assert.deepEqual(picture(chain), before)
  assert.deepEqual(heard, [])
  assert.equal(chain.send(good.wire).ok, true)
  chain.advanceSlot()
  assert.equal(chain.account(CAROL.address)?.lamports, SOL)
})

test('what was done before the bundle in the same block stays, and a fork still takes all of it away', () => {
  const chain = openChain()
  fund(chain, CAROL.address, 10n * SOL)
  chain.advanceSlot()
  const before = picture(chain)
  assert(chain.send(pay(chain, BOB, CAROL.address, SOL).wire).ok)
  const between = picture(chain)
  const bundle = [pay(chain, ALICE, CAROL.address, SOL).wire, pay(chain, CAROL, BOB.address, 2n * SOL).wire]
  const refused = chain.sendBundle(bundle, () => false)
  assert.deepEqual([refused.ok, !refused.ok && refused.failedAt], [false, null])
  assert.deepEqual(picture(chain), between)
  assert(chain.sendBundle(bundle, ALWAYS).ok)
  chain.advanceSlot()
  chain.dropBlocks(1)
  assert.deepEqual(picture(chain), before)
})
