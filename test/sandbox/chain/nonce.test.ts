import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readNonce } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { ALICE, BOB, expectRefused, land, openChain, SOL, sign, VERSIONS } from './chain-fixture.ts'

const NONCE = keypairFromText('nonce account')

function nonceValue(chain: SandboxChain): string {
  return encodeBase58(readNonce(chain.account(NONCE.address)!.data)!.value)
}

/** A chain on which Bob may advance a nonce whose first blockhash is long forgotten. */
function withNonce(): SandboxChain {
  const chain = openChain()
  const lamports = chain.minimumBalanceLamports(80)
  const create = { payer: ALICE.address, account: NONCE.address, lamports, dataBytes: 80, owner: SYSTEM_PROGRAM }
  land(chain, [make.createAccount(create), make.initializeNonce({ nonce: NONCE.address, authority: BOB.address })], {
    signers: [NONCE],
  })
  for (let i = 0; i < 200; i++) chain.advanceSlot()
  return chain
}

const advance = make.advanceNonce({ nonce: NONCE.address, authority: BOB.address })
const pay = (lamports: bigint) => make.transferLamports({ from: ALICE.address, to: BOB.address, lamports })

for (const version of VERSIONS)
  test(`a message of version ${version} over a nonce lands once, however old, and moves the nonce on`, () => {
    const chain = withNonce()
    const before = nonceValue(chain)
    const { wire } = sign(chain, [advance, pay(SOL)], { version, blockhash: before, signers: [BOB] })
    assert(chain.send(wire).ok)
    assert.notEqual(nonceValue(chain), before)
    expectRefused(chain.send(wire), -32_002, /already been processed/)
    for (let i = 0; i < 400; i++) chain.advanceSlot()
    expectRefused(chain.send(wire), -32_002, /Blockhash not found/)
  })

test('a failed message lands, pays and still moves the nonce on', () => {
  const chain = withNonce()
  const before = nonceValue(chain)
  const { wire } = sign(chain, [advance, pay(1_000n * SOL)], { blockhash: before, signers: [BOB] })
  const lamports = chain.account(ALICE.address)!.lamports
  const result = chain.send(wire, { skipPreflight: true })
  assert(result.ok && result.transaction.err !== null)
  assert.equal(chain.account(ALICE.address)!.lamports, lamports - 10_000n)
  assert.notEqual(nonceValue(chain), before)
  for (let i = 0; i < 400; i++) chain.advanceSlot()
  expectRefused(chain.send(wire, { skipPreflight: true }), -32_002, /Blockhash not found/)
})

test('a failing message that the preflight refuses leaves the nonce alone', () => {
  const chain = withNonce()
  const before = nonceValue(chain)
  const { wire } = sign(chain, [advance, pay(1_000n * SOL)], { blockhash: before, signers: [BOB] })
  expectRefused(chain.send(wire), -32_002, /custom program error: 0x1/)
  assert.equal(nonceValue(chain), before)
})

test('the next value follows from the newest blockhash: two advances in one slot are one too many', () => {
  const chain = withNonce()
  land(chain, [advance, pay(1n)], { blockhash: nonceValue(chain), signers: [BOB] })
  const { wire } = sign(chain, [advance, pay(2n)], { blockhash: nonceValue(chain), signers: [BOB] })
  expectRefused(chain.send(wire), -32_002, /Blockhash not found/)
  chain.advanceSlot()
  assert(chain.send(wire).ok)
})

test('a nonce counts only when its advance comes first and its authority signs it', () => {
  const chain = withNonce()
  const blockhash = nonceValue(chain)
  const late = sign(chain, [pay(1n), advance], { blockhash, signers: [BOB] })
  expectRefused(chain.send(late.wire), -32_002, /Blockhash not found/)
  const foreign = make.advanceNonce({ nonce: NONCE.address, authority: ALICE.address })
  const unauthorised = sign(chain, [foreign, pay(1n)], { blockhash })
  expectRefused(chain.send(unauthorised.wire), -32_002, /Blockhash not found/)
  assert.equal(nonceValue(chain), blockhash)
})

test('a simulated advance moves nothing', () => {
  const chain = withNonce()
  const blockhash = nonceValue(chain)
  const result = chain.simulate(sign(chain, [advance, pay(1n)], { blockhash, signers: [BOB] }).wire)
  assert(!('ok' in result))
  assert.equal(result.err, null)
  assert.equal(nonceValue(chain), blockhash)
})

test('a nonce that was advanced in the same message can not be emptied in it, as on chain', () => {
  const chain = withNonce()
  const lamports = chain.account(NONCE.address)!.lamports
  const withdraw = make.withdrawNonce({ nonce: NONCE.address, authority: BOB.address, to: BOB.address, lamports })
  const { wire } = sign(chain, [advance, withdraw], { blockhash: nonceValue(chain), signers: [BOB] })
  const refused = expectRefused(chain.send(wire), -32_002, /Error processing Instruction 1/)
  assert.deepEqual(refused.err, { InstructionError: [1, { Custom: 7 }] })
  land(chain, [withdraw], { signers: [BOB] })
  assert.equal(chain.account(NONCE.address), null)
})
