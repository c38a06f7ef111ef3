import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeParsedInstruction } from '../../../src/chain/solana/encode-parsed-instruction.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT as MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'

const A = '6xo262KbDXepWbF3vPTrFXysr5vJwk3mozBXmXk3hmMx'
const B = '4fF4yd9RVjxpMfuN58AgaZRDT3SuLahM1zGFGcNwSwu5'
const C = 'CQrqvWERJtEjw2rCCQV6EqfM6V6jzTuKjhJjKNFmGB7r'
const tokenAmount = { amount: '500', decimals: 6, uiAmount: 0.0005, uiAmountString: '0.0005' }

const pairs: readonly (readonly [string, string, Record<string, unknown>, make.Instruction])[] = [
  [
    'system',
    'transfer',
    { source: A, destination: B, lamports: 5 },
    make.transferLamports({ from: A, to: B, lamports: 5n }),
  ],
  [
    'system',
    'createAccount',
    { source: A, newAccount: B, lamports: 9, space: 165, owner: TOKEN_PROGRAM },
    make.createAccount({ payer: A, account: B, lamports: 9n, dataBytes: 165, owner: TOKEN_PROGRAM }),
  ],
  [
    'spl-token',
    'transfer',
    { source: A, destination: B, authority: C, amount: '18446744073709551615' },
    make.transferTokens({ from: A, to: B, authority: C, amountRaw: 2n ** 64n - 1n }),
  ],
  [
    'spl-token-2022',
    'transferChecked',
    { source: A, destination: B, mint: MINT, authority: C, tokenAmount },
    make.transferTokensChecked({ from: A, mint: MINT, to: B, authority: C, amountRaw: 500n, decimals: 6 }),
  ],
  [
    'spl-token',
    'mintTo',
    { mint: MINT, account: B, mintAuthority: C, amount: '7' },
    make.mintTokens({ mint: MINT, to: B, authority: C, amountRaw: 7n }),
  ],
  [
    'spl-token',
    'burn',
    { account: A, mint: MINT, authority: C, amount: '7' },
    make.burnTokens({ account: A, mint: MINT, authority: C, amountRaw: 7n }),
  ],
  [
    'spl-token',
    'closeAccount',
    { account: A, destination: B, owner: C },
    make.closeTokenAccount({ account: A, destination: B, authority: C }),
  ],
  ['spl-token', 'syncNative', { account: A }, make.syncNative(A)],
  [
    'spl-token',
    'initializeAccount3',
    { account: A, mint: MINT, owner: C },
    make.initializeTokenAccount({ account: A, mint: MINT, owner: C }),
  ],
  [
    'spl-associated-token-account',
    'createIdempotent',
    {
      source: A,
      account: associatedTokenAddress(B, MINT),
      wallet: B,
      mint: MINT,
      systemProgram: SYSTEM_PROGRAM,
      tokenProgram: TOKEN_PROGRAM,
    },
    make.createAssociatedTokenAccount({ payer: A, owner: B, mint: MINT }),
  ],
]
for (const [program, type, info, original] of pairs) {
  test(`${program} ${type} is put together as it was on the wire`, () => {
    const raw = encodeParsedInstruction(program, { type, info })
    assert(raw)
    assert.equal(Buffer.from(raw.data).toString('hex'), Buffer.from(original.data).toString('hex'))
    assert.deepEqual(
      raw.accounts,
      original.accounts.map((use) => use.address),
    )
  })
}

test('a memo is its text, a multisig transfer names the multisig', () => {
  assert.equal(Buffer.from(encodeParsedInstruction('spl-memo', 'hello')!.data).toString(), 'hello')
  const info = { source: A, destination: B, multisigAuthority: C, signers: [A], amount: '1' }
  assert.deepEqual(encodeParsedInstruction('spl-token', { type: 'transfer', info })?.accounts, [A, B, C])
})

test('what is unknown or not whole stays taken apart', () => {
  const transfer = { source: A, destination: B, lamports: 5 }
  assert.equal(encodeParsedInstruction('vote', { type: 'vote', info: {} }), null)
  assert.equal(encodeParsedInstruction('system', { type: 'transfer', info: { ...transfer, source: 'x' } }), null)
  assert.equal(encodeParsedInstruction('system', { type: 'transfer', info: { ...transfer, lamports: -1 } }), null)
  assert.equal(encodeParsedInstruction('system', { type: 'transfer', info: { ...transfer, lamports: '1e3' } }), null)
  assert.equal(encodeParsedInstruction('system', { type: 'constructor', info: {} }), null)
  assert.equal(encodeParsedInstruction('system', 'transfer'), null)
  assert.equal(encodeParsedInstruction('spl-memo', { type: 'x' }), null)
})
