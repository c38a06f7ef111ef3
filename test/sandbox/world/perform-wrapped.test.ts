import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../../eval/plan-lab.ts'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import { addWallet, createDraft, LAMPORTS } from '../../../sandbox/world/plan-draft.ts'
import type { DrawnWorld } from '../../../sandbox/world/plan-world.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { buildTestWorld } from '../../support/build-test-world.ts'

const PAID = 700_000_000n

/** A world without launches and two wallets in it, of which only one has money. */
function openPair(): { chain: SandboxChain; world: World; payer: string; payee: string } {
  const seed = 'wrapped'
  const draft = createDraft(seed)
  const payer = addWallet(draft, 'relay', 'payer', 5n * LAMPORTS)
  const payee = addWallet(draft, 'insider', 'payee', LAMPORTS / 100n)
  const bare = planLab({ seed, recipes: [], launches: 0 })
  const plan: DrawnWorld = { ...bare, wallets: [...bare.wallets, ...draft.wallets] }
  return { ...buildTestWorld(seed, plan), payer, payee }
}

const lamportsOf = (chain: SandboxChain, address: string): bigint => chain.account(address)?.lamports ?? 0n
const done = (performed: ReturnType<typeof performAction>): ExecutedTransaction => {
  assert(performed?.ok)
  assert.equal(performed.transaction.err, null)
  return performed.transaction
}

test('wrapped SOL sent as a token waits in the account of its receiver until that unwraps it', () => {
  const { chain, world, payer, payee } = openPair()
  const before = lamportsOf(chain, payee)
  done(performAction(world, { do: 'payWrapped', from: payer, to: payee, lamports: PAID, how: 'token' }))
  const account = associatedTokenAddress(payee, NATIVE_MINT)
  assert.equal(lamportsOf(chain, payee), before)
  assert.equal(readTokenAccount(chain.account(account)!.data)!.amountRaw, PAID)
  assert.equal(chain.account(associatedTokenAddress(payer, NATIVE_MINT)), null)
  const deposit = lamportsOf(chain, account) - PAID
  chain.warpTo(chain.slot() + 1, chain.unixTimeSec() + 1)
  const { feeLamports } = done(performAction(world, { do: 'unwrap', wallet: payee }))
  assert.equal(chain.account(account), null)
  assert.equal(lamportsOf(chain, payee), before + PAID + deposit - feeLamports)
})

test('an account closed in favour of someone pays its balance and its deposit, without a transfer to them', () => {
  const { chain, world, payer, payee } = openPair()
  const before = { payer: lamportsOf(chain, payer), payee: lamportsOf(chain, payee) }
  const { feeLamports } = done(
    performAction(world, { do: 'payWrapped', from: payer, to: payee, lamports: PAID, how: 'close' }),
  )
  assert.equal(chain.account(associatedTokenAddress(payer, NATIVE_MINT)), null)
  assert.equal(chain.account(associatedTokenAddress(payee, NATIVE_MINT)), null)
  const arrived = lamportsOf(chain, payee) - before.payee
  assert(arrived > PAID && arrived < PAID + 3_000_000n)
  assert.equal(before.payer - lamportsOf(chain, payer), arrived + feeLamports)
})

test('there is nothing to unwrap without wrapped SOL', () => {
  const { world, payee } = openPair()
  assert.equal(performAction(world, { do: 'unwrap', wallet: payee }), null)
})

test('more than the payer has is refused by the chain and nothing moves', () => {
  const { chain, world, payer, payee } = openPair()
  const performed = performAction(world, {
    do: 'payWrapped',
    from: payer,
    to: payee,
    lamports: 9n * LAMPORTS,
    how: 'close',
  })
  assert(performed?.ok !== true || performed.transaction.err !== null)
  assert.equal(lamportsOf(chain, payee), LAMPORTS / 100n)
})
