import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileV0Message, compileV1Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { STAKE_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { readSteps, type Steps } from '../../../src/services/manifest/read-steps.ts'

const address = (name: string) => keypairFromText(`steps ${name}`).address
const [wallet, other, mint, account, nonce] = ['wallet', 'other', 'mint', 'account', 'nonce'].map(address) as [
  string,
  string,
  string,
  string,
  string,
]

function stepsOf(...instructions: readonly make.Instruction[]): Steps {
  const message = compileV0Message({ payer: wallet, blockhash: address('hash'), instructions })
  return read(joinWithoutSignatures(message))
}

function read(wire: Uint8Array): Steps {
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok)
  return readSteps(parsed.transaction)
}

const one = (instruction: make.Instruction) => {
  const { programId: _, ...step } = stepsOf(instruction).steps[0]!
  return step
}

test('payments of lamports and of tokens, in all their spellings', () => {
  const lamports = { from: wallet, to: other, lamports: 2n ** 64n - 1n }
  assert.deepEqual(one(make.transferLamports(lamports)), {
    kind: 'pay',
    from: wallet,
    to: other,
    raw: 2n ** 64n - 1n,
    isToken: false,
  })
  const tokens = { from: account, to: other, authority: wallet, amountRaw: 7n }
  const paid = { kind: 'pay', from: account, to: other, raw: 7n, isToken: true }
  assert.deepEqual(one(make.transferTokens(tokens)), paid)
  assert.deepEqual(one(make.transferTokensChecked({ ...tokens, mint, decimals: 6 })), paid)
})

test('accounts that are made, made someone’s, and ended', () => {
  assert.deepEqual(one(make.createAssociatedTokenAccount({ payer: wallet, owner: other, mint })), {
    kind: 'open',
    account: associatedTokenAddress(other, mint),
    owner: other,
  })
  const place = { payer: wallet, account, lamports: 1n, dataBytes: 165 }
  assert.deepEqual(one(make.createAccountWithSeed({ ...place, seed: 'seed', owner: TOKEN_PROGRAM })), {
    kind: 'fund',
    account,
    program: TOKEN_PROGRAM,
  })
  assert.deepEqual(one(make.createAccount({ ...place, owner: STAKE_PROGRAM })), {
    kind: 'fund',
    account,
    program: STAKE_PROGRAM,
  })
  const owned = { kind: 'initialize', account, owner: other }
  assert.deepEqual(one(make.initializeTokenAccount({ account, mint, owner: other })), owned)
  const first = {
    programId: TOKEN_PROGRAM,
    accounts: [account, mint, other].map(make.writableAccount),
    data: Uint8Array.of(1),
  }
  assert.deepEqual(one(first), owned)
  assert.deepEqual(one(make.closeTokenAccount({ account, destination: other, authority: wallet })), {
    kind: 'close',
    account,
    to: other,
  })
})

test('a nonce with its authority; what no trade is made of is odd by its name', () => {
  assert.deepEqual(one(make.advanceNonce({ nonce, authority: wallet })), {
    kind: 'advanceNonce',
    nonce,
    authority: wallet,
  })
  const odd = (instruction: make.Instruction) => {
    const step = one(instruction)
    return step.kind === 'odd' ? step.name : step.kind
  }
  assert.equal(odd(make.approveTokens({ account, delegate: other, owner: wallet, amountRaw: 1n })), 'approve')
  const handed = { account, authority: wallet, type: 'accountOwner', newAuthority: other } as const
  assert.equal(odd(make.setTokenAuthority(handed)), 'setAuthority')
  assert.equal(odd(make.withdrawNonce({ nonce, authority: wallet, to: other, lamports: 1n })), 'withdrawNonce')
  const program = { programId: TOKEN_PROGRAM, accounts: [make.writableAccount(account)] }
  assert.equal(odd({ ...program, data: Uint8Array.of(3, 1, 0) }), 'token instruction 3', 'a transfer cut short')
  assert.equal(odd({ ...program, data: new Uint8Array(0) }), 'token instruction -1')
  assert.equal(odd(make.memo('hi')), 'call')
})

test('the price of being taken sooner: limit times price, rounded up; the most there is where no limit is named', () => {
  const priority = (...instructions: readonly make.Instruction[]) => stepsOf(...instructions).priorityLamports
  assert.equal(priority(), 0n)
  assert.equal(priority(make.setComputeUnitLimit(200_000)), 0n)
  assert.equal(priority(make.setComputeUnitLimit(3), make.setComputeUnitPrice(500_000n)), 2n)
  assert.equal(priority(make.setComputeUnitPrice(1_000_000n)), 1_400_000n)
  assert.equal(priority(make.setComputeUnitLimit(9_000_000), make.setComputeUnitPrice(1_000_000n)), 1_400_000n)
})

test('version 1 names its price in the message', () => {
  const config = { computeUnitLimit: 9, loadedAccountsDataSizeLimit: 9, priorityFeeLamports: 77n }
  const instructions = [make.memo('hi')]
  const message = compileV1Message({ payer: wallet, blockhash: address('hash'), instructions, config })
  const { feePayer, signers, priorityLamports } = read(joinWithoutSignatures(message))
  assert.deepEqual([feePayer, signers, priorityLamports], [wallet, [wallet], 77n])
})
