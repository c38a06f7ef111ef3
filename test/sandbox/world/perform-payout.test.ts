import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../../eval/plan-lab.ts'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import { PAYOUT_PROGRAMS } from '../../../sandbox/programs/payout-layout.ts'
import { performAction } from '../../../sandbox/world/perform.ts'
import { addWallet, createDraft, LAMPORTS } from '../../../sandbox/world/plan-draft.ts'
import type { DrawnWorld } from '../../../sandbox/world/plan-world.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { buildTestWorld } from '../../support/build-test-world.ts'

/** A world without launches, with a few wallets that have money and a vault's address without any. */
const draft = createDraft('payout')
const payer = addWallet(draft, 'relay', 'payer', 40n * LAMPORTS)
const wallets = ['a', 'b'].map((name) => addWallet(draft, 'insider', name, LAMPORTS))
const vault = addWallet(draft, 'relay', 'vault')
const bare = planLab({ seed: 'payout', recipes: [], launches: 0 })
const plan: DrawnWorld = { ...bare, wallets: [...bare.wallets, ...draft.wallets] }
const { chain, world } = buildTestWorld('payout', plan)
const mint = plan.tokens.find(({ archetype }) => archetype === 'bluechip')!.mint

const lamportsOf = (address: string): bigint => chain.account(address)?.lamports ?? 0n
const done = (performed: ReturnType<typeof performAction>) => {
  assert(performed?.ok)
  assert.equal(performed.transaction.err, null)
  return performed.transaction
}
const nextSlot = (on: SandboxChain): void => on.warpTo(on.slot() + 1, on.unixTimeSec() + 1)

test('a program pays out of its vault, and no transfer instruction shows it', () => {
  const program = 'unnamed'
  done(performAction(world, { do: 'openVault', program, vault, payer, lamports: 9n * LAMPORTS }))
  assert.equal(chain.account(vault)!.owner, PAYOUT_PROGRAMS.unnamed)
  nextSlot(chain)
  const before = wallets.map(lamportsOf)
  const payouts = wallets.map((to, i) => ({ to, lamports: BigInt(i + 1) * LAMPORTS }))
  const paid = done(performAction(world, { do: 'payOut', program, vault, authority: payer, payouts }))
  assert.deepEqual(
    wallets.map((wallet, i) => lamportsOf(wallet) - before[i]!),
    [LAMPORTS, 2n * LAMPORTS],
  )
  assert.equal(lamportsOf(vault), 6n * LAMPORTS)
  assert.deepEqual(
    paid.innerInstructions.flatMap(({ instructions }) => instructions),
    [],
  )
})

test('a program pays nothing out of an account that is not its own', () => {
  nextSlot(chain)
  const payouts = [{ to: wallets[0]!, lamports: 1n }]
  const refused = performAction(world, { do: 'payOut', program: 'bridge', vault, authority: payer, payouts })
  assert(refused?.ok)
  // Anchor's own number for an account of another program.
  assert.match(JSON.stringify(refused.transaction.err), /"Custom":3007/)
  assert.equal(lamportsOf(vault), 6n * LAMPORTS)
})

test('a delegate moves what the owner lets it move, and no one else does', () => {
  nextSlot(chain)
  const [owner, delegate] = wallets as [string, string]
  done(performAction(world, { do: 'buy', mint, wallet: owner, quoteRaw: LAMPORTS / 2n }))
  nextSlot(chain)
  const move = { do: 'sendToken', mint, from: owner, to: payer, sharePct: 100, delegate } as const
  const early = performAction(world, move)
  assert(early?.ok)
  assert.notEqual(early.transaction.err, null)
  nextSlot(chain)
  done(performAction(world, { do: 'approve', mint, owner, delegate }))
  const account = associatedTokenAddress(owner, mint, TOKEN_PROGRAM)
  const held = readTokenAccount(chain.account(account)!.data)!
  nextSlot(chain)
  const moved = done(performAction(world, move))
  assert.equal(moved.accountKeys[0], delegate)
  assert.equal(readTokenAccount(chain.account(account)!.data)!.amountRaw, 0n)
  const arrived = readTokenAccount(chain.account(associatedTokenAddress(payer, mint, TOKEN_PROGRAM))!.data)!
  assert.equal(arrived.amountRaw, held.amountRaw)
})

test('an owner hands the right to close its account on', () => {
  nextSlot(chain)
  const closer = wallets[1]!
  done(performAction(world, { do: 'letClose', mint, owner: payer, delegate: closer }))
  const { data } = chain.account(associatedTokenAddress(payer, mint, TOKEN_PROGRAM))!
  // Option and key of the close authority, at the end of a token account.
  assert.equal(data[129], 1)
  assert.equal(encodeBase58(data.subarray(133, 165)), closer)
})

test('a note is in the transaction, and each wallet that it names signs', () => {
  nextSlot(chain)
  const signer = wallets[1]!
  const dress = { memo: { text: 'passkey', signers: [signer] } }
  const sent = done(performAction(world, { do: 'sendSol', from: payer, to: wallets[0]!, lamports: 5n, dress }))
  assert(sent.accountKeys.slice(0, sent.wire[0]!).includes(signer))
  assert(sent.logs.some((line) => line.includes('passkey')))
})
