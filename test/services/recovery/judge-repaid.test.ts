import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileV0Message, joinWithoutSignatures } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { findUnpaid } from '../../../src/services/recovery/judge-repaid.ts'

const [PAYER, WALLET, OTHER, ACCOUNT] = ['payer', 'wallet', 'other', 'account'].map(
  (name) => keypairFromText(name).address,
) as [string, string, string, string]
const HASH = keypairFromText('hash').address
const FEE = 10_500n
const asked = { feePayer: PAYER, wallet: WALLET, feeLamports: FEE }
const close = make.closeTokenAccount({ account: ACCOUNT, destination: WALLET, authority: WALLET })
const repay = (lamports: bigint, from = WALLET, to = PAYER) => make.transferLamports({ from, to, lamports })
const wireOf = (instructions: readonly make.Instruction[], payer = PAYER) =>
  joinWithoutSignatures(compileV0Message({ payer, blockhash: HASH, instructions }))

test('a closing that repays its fee is signed, one lamport less is not', () => {
  assert.equal(findUnpaid(wireOf([make.setComputeUnitLimit(9_000), close, repay(FEE)]), asked), null)
  assert.equal(findUnpaid(wireOf([close, repay(FEE - 1n)]), asked), 'brings back 10499 of 10500 lamports')
  assert.equal(findUnpaid(wireOf([close, repay(FEE, WALLET, OTHER)]), asked), 'brings back 0 of 10500 lamports')
})

test('whatever else would use the payer is refused', () => {
  const uses = 'an instruction that uses the fee payer'
  assert.equal(findUnpaid(wireOf([close, repay(FEE), repay(1n, PAYER, WALLET)]), asked), uses)
  assert.equal(
    findUnpaid(wireOf([make.closeTokenAccount({ account: ACCOUNT, destination: PAYER, authority: WALLET })]), asked),
    uses,
  )
  assert.equal(
    findUnpaid(
      wireOf([close, repay(FEE), make.burnTokens({ account: ACCOUNT, mint: OTHER, authority: PAYER, amountRaw: 1n })]),
      asked,
    ),
    uses,
  )
})

test('another payer, another signer, another program and broken bytes are refused', () => {
  assert.equal(findUnpaid(wireOf([close, repay(FEE)], WALLET), asked), 'another account pays')
  assert.equal(findUnpaid(wireOf([close, repay(FEE), repay(1n, OTHER, WALLET)]), asked), 'signers beside the wallet')
  assert.match(findUnpaid(wireOf([close, repay(FEE), make.memo('hello')]), asked)!, /^a program that has no part/)
  assert.match(findUnpaid(wireOf([close, repay(FEE)]).subarray(0, 100), asked)!, /^missing bytes: /)
})
