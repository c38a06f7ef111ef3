import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Block, SandboxChain } from '../../../sandbox/chain/types.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { ALICE, BOB, createToken, fund, land, openChain, SOL, sign } from './chain-fixture.ts'

const STRANGERS = Array.from({ length: 4 }, (_, i) => keypairFromText(`stranger ${i}`).address)

const MIRROR = keypairFromText('mirror program').address

/** The accounts as the runtime holds them, not as the chain remembers them: a simulation that does nothing shows
 *  them. */
function runtimeStates(chain: SandboxChain, addresses: readonly string[]): unknown {
  const { wire } = sign(
    chain,
    [{ programId: MIRROR, accounts: addresses.map(make.writableAccount), data: new Uint8Array(0) }],
    {
      payer: BOB,
    },
  )
  const result = chain.simulate(wire)
  assert(!('ok' in result) && result.err === null)
  return addresses.map((address) => {
    const account = result.postAccounts!.get(address)
    const lamports = (account?.lamports ?? 0n) + (address === BOB.address ? result.feeLamports : 0n)
    return account ? { ...account, lamports, data: Buffer.from(account.data).toString('hex') } : null
  })
}

/** Everything a reader could tell apart, as text. */
function picture(chain: SandboxChain, addresses: readonly string[], mint: string): unknown {
  const state = (address: string) => {
    const account = chain.account(address)
    return account && { ...account, data: Buffer.from(account.data).toString('hex') }
  }
  const rows = (address: string) => {
    const found = chain.signaturesOf(address, { limit: 100 })
    return found === 'unknown' ? found : found.map((one) => one.signature)
  }
  const states = addresses.map(state)
  assert.deepEqual(runtimeStates(chain, addresses), states)
  return {
    states,
    mentions: addresses.map(rows),
    byProgram: chain.accountsOfProgram(TOKEN_PROGRAM),
    byMint: chain.tokenAccountsOfMint(mint),
    byOwner: [ALICE.address, ...STRANGERS].map((owner) => chain.tokenAccountsOfOwner(owner)),
    byDelegate: STRANGERS.map((delegate) => chain.tokenAccountsOfDelegate(delegate)),
    count: chain.transactionCount(),
    confirmed: chain.confirmedSlot(),
    blockHeight: chain.blockHeight(),
    blockhash: chain.latestBlockhash('processed').blockhash,
    slots: chain.blockSlots(0, Number.MAX_SAFE_INTEGER, 1_000),
  }
}

const stepOf = fc.record({
  kind: fc.constantFrom('pay', 'token', 'account', 'approve', 'close', 'gift'),
  who: fc.integer({ min: 0, max: 3 }),
  amount: fc.bigInt(1n, 1_000n),
})

function act(
  chain: SandboxChain,
  { mint, alice }: { mint: string; alice: string },
  step: { kind: string; who: number; amount: bigint },
) {
  const who = STRANGERS[step.who]!
  const create = make.createAssociatedTokenAccount({ payer: ALICE.address, owner: who, mint })
  const account = create.accounts[1]!.address
  const transfer = make.transferTokens({ from: alice, to: account, authority: ALICE.address, amountRaw: step.amount })
  const instructions: Record<string, make.Instruction[]> = {
    pay: [make.transferLamports({ from: ALICE.address, to: who, lamports: SOL + step.amount })],
    token: [create, transfer],
    account: [create],
    approve: [make.approveTokens({ account: alice, delegate: who, owner: ALICE.address, amountRaw: step.amount })],
    close: [make.transferTokens({ from: alice, to: alice, authority: ALICE.address, amountRaw: step.amount })],
  }
  if (step.kind === 'gift') fund(chain, who, SOL * step.amount)
  else chain.send(sign(chain, instructions[step.kind]!).wire, { skipPreflight: true })
}

test('dropping blocks restores every account, listing and ledger row as it was', () => {
  fc.assert(
    fc.property(fc.array(stepOf, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 6 }), (steps, blocks) => {
      const chain = openChain()
      chain.registerEmulator({ programId: MIRROR, run: () => [] })
      const token = createToken(chain, 'coin', 1_000_000n)
      chain.advanceSlot()
      const addresses = [ALICE.address, BOB.address, token.mint, token.alice, token.bob, ...STRANGERS]
      const before = picture(chain, addresses, token.mint)
      for (const [at, step] of steps.entries()) {
        act(chain, token, step)
        if (at % Math.ceil(steps.length / blocks) === 0) chain.advanceSlot()
      }
      const sealed = chain.blockSlots(0, Number.MAX_SAFE_INTEGER, 1_000).length
      chain.dropBlocks(sealed - 1)
      assert.deepEqual(picture(chain, addresses, token.mint), before)
    }),
    { numRuns: 25, seed: 11 },
  )
})

test('dropped transactions can be sent again and their blockhashes are gone with their blocks', () => {
  const chain = openChain()
  chain.advanceSlot()
  const kept = chain.latestBlockhash('processed').blockhash
  const { wire } = sign(chain, [make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: SOL })])
  assert(chain.send(wire).ok)
  chain.advanceSlot()
  const lost = chain.latestBlockhash('processed').blockhash
  const slot = chain.slot()
  const heard: Block[] = []
  chain.on('dropped', (blocks) => heard.push(...blocks))
  const dropped = chain.dropBlocks(1)
  assert.deepEqual(heard, dropped)
  assert.equal(dropped.length, 1)
  assert.equal(dropped[0]!.blockhash, lost)
  assert.equal(dropped[0]!.transactions.length, 1)
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL)
  assert.equal(chain.transaction(dropped[0]!.transactions[0]!.signature), undefined)
  assert(chain.isBlockhashValid(kept))
  assert(!chain.isBlockhashValid(lost))
  assert.equal(chain.slot(), slot, 'the slots of dropped blocks are skipped, not reused')
  const replayed = chain.send(wire)
  assert(replayed.ok)
  assert.equal(replayed.transaction.slot, slot)
  chain.advanceSlot()
  assert.equal(chain.block(slot)!.parentSlot, slot - 2)
  assert.notEqual(chain.block(slot)!.blockhash, lost)
})

test('what the open block holds goes first and is reported as a block of its own', () => {
  const chain = openChain()
  chain.advanceSlot()
  chain.advanceSlot()
  const open = land(chain, [make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: SOL })])
  const dropped = chain.dropBlocks(1)
  assert.deepEqual(
    dropped.map((block) => block.transactions.length),
    [1, 0],
  )
  assert.equal(dropped[0]!.transactions[0], open)
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL)
})

test('final blocks stay, however many are to be dropped', () => {
  const chain = openChain()
  const settled = land(chain, [make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: SOL })])
  for (let i = 0; i < 50; i++) chain.advanceSlot()
  const final = chain.finalizedSlot()
  const dropped = chain.dropBlocks(1_000)
  assert.equal(dropped.length, 32)
  assert.equal(chain.confirmedSlot(), final)
  assert.equal(chain.transaction(settled.signature), settled)
  assert.deepEqual(chain.dropBlocks(1), [])
  assert.equal(chain.account(BOB.address)?.lamports, 101n * SOL)
})

test('listeners learn the restored state of each account', () => {
  const chain = openChain()
  chain.advanceSlot()
  land(chain, [make.transferLamports({ from: ALICE.address, to: STRANGERS[0]!, lamports: SOL })])
  chain.advanceSlot()
  const heard = new Map<string, bigint | null>()
  chain.on('account', (address, state) => heard.set(address, state?.lamports ?? null))
  chain.dropBlocks(1)
  assert.deepEqual(
    heard,
    new Map([
      [ALICE.address, 100n * SOL],
      [STRANGERS[0]!, null],
    ]),
  )
})
