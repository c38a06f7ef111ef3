import assert from 'node:assert/strict'
import { test } from 'node:test'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import { swapIntent } from '../../../src/services/swap/swap-intent.ts'
import { strangerAddress } from '../../support/published-tokens.ts'

const WALLET = strangerAddress(1)
const WRAPPED = associatedTokenAddress(WALLET, NATIVE_MINT)

const intentOf = (inputMint: string, outputMint: string) =>
  swapIntent({ inputMint, outputMint, maxInRaw: 900n, minOutRaw: 70n, outRaw: 75n, mints: 2 }, WALLET, {
    priorityLamports: 1_000n,
    lamportsPerByte: 10n,
  })

test('a swap of SOL gives no more than the quote and the fees, and receives no less than the quote says', () => {
  const intent = intentOf(NATIVE_MINT, USDC_MINT)
  assert.equal(intent.leastLamports, -900n - 5_000n - 1_000n)
  assert.deepEqual([...intent.leastTokens], [[USDC_MINT, 70n]])
  assert.deepEqual([intent.payer, intent.signers, intent.payments], [WALLET, [WALLET], []])
})

test('a swap into SOL counts what arrives against the fees', () => {
  const intent = intentOf(USDC_MINT, NATIVE_MINT)
  assert.equal(intent.leastLamports, 70n - 5_000n - 1_000n)
  assert.deepEqual([...intent.leastTokens], [[USDC_MINT, -900n]])
})

test('of the accounts of the wallet only that of wrapped SOL may be closed', () => {
  const { closes, ownAccounts } = intentOf(USDC_MINT, NATIVE_MINT)
  assert.deepEqual([...(closes ?? [])], [WRAPPED])
  for (const account of [WRAPPED, associatedTokenAddress(WALLET, USDC_MINT, TOKEN_2022_PROGRAM)])
    assert(ownAccounts.has(account), account)
})
