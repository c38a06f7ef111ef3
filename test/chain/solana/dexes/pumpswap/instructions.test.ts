import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { anchorEventsOf } from '../../../../../src/chain/solana/anchor-event.ts'
import { zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { FEE_RECIPIENTS, PUMP_FEES_PROGRAM } from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { SWAP_TAGS } from '../../../../../src/chain/solana/dexes/pumpswap/account-lists.ts'
import {
  canonicalPoolPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  PUMPSWAP_VOLUME_ACCUMULATOR,
} from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { decodeBuyEvent } from '../../../../../src/chain/solana/dexes/pumpswap/events.ts'
import {
  buildPumpSwapBuy,
  buildPumpSwapBuyExactQuoteIn,
  buildPumpSwapCreatePool,
  buildPumpSwapSell,
  buildPumpSwapWithdraw,
} from '../../../../../src/chain/solana/dexes/pumpswap/instructions.ts'
import { POOL } from '../../../../../src/chain/solana/dexes/pumpswap/state.ts'
import { instructionAt } from '../../../../../src/chain/solana/instruction-at.ts'
import type { Instruction } from '../../../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress, findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../../../../src/contract/mints.ts'
import { recordedSkip, recordedTransaction } from '../../../../support/recorded-transactions.ts'

const shape = ({ accounts }: Instruction) =>
  accounts.map((use) => `${use.isWritable ? 'w' : ''}${use.isSigner ? 's' : ''}` || '-').join(' ')
const pool = {
  ...zeroOf(POOL),
  baseMint: USDC_MINT,
  quoteMint: NATIVE_MINT,
  coinCreator: USDC_MINT,
  poolBaseTokenAccount: FEE_RECIPIENTS[1]!,
  poolQuoteTokenAccount: FEE_RECIPIENTS[2]!,
}
const target = { address: FEE_RECIPIENTS[3]!, pool, user: FEE_RECIPIENTS[4]! }

test('every fixed address is the derived one, every discriminator the hash of its name', () => {
  const pda = (seed: string) => findProgramAddress([Buffer.from(seed)], PUMPSWAP_PROGRAM).address
  assert.equal(pda('global_config'), PUMPSWAP_GLOBAL_CONFIG)
  assert.equal(pda('__event_authority'), PUMPSWAP_EVENT_AUTHORITY)
  assert.equal(pda('global_volume_accumulator'), PUMPSWAP_VOLUME_ACCUMULATOR)
  const feeConfig = findProgramAddress([Buffer.from('fee_config'), addressBytes(PUMPSWAP_PROGRAM)], PUMP_FEES_PROGRAM)
  assert.equal(feeConfig.address, PUMPSWAP_FEE_CONFIG)
  for (const [name, tag] of Object.entries(SWAP_TAGS)) {
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    assert.equal(createHash('sha256').update(`global:${wire}`).digest('hex').slice(0, 16), tag.toString('hex'), wire)
  }
})

test('the fixed accounts of a buy are those of recorded buys, in their order', { skip: recordedSkip }, () => {
  for (const file of ['oct2025_2_pumpswap.json', 'jup6_route_v2_pumpswap_whirlpool_dlmm.json']) {
    const outcome = decodeTransaction(recordedTransaction(file))
    assert(outcome.ok)
    const [announced] = anchorEventsOf(outcome.value, PUMPSWAP_PROGRAM)
    const event = decodeBuyEvent(announced!.bytes)!
    const recorded = instructionAt(outcome.value, announced!.path)!
    const baseMint = recorded.accounts[3]!
    const address = canonicalPoolPda(baseMint).address
    assert.equal(recorded.accounts[0], address, 'the canonical pool')
    const facts = {
      ...pool,
      baseMint,
      coinCreator: event.coinCreator,
      poolBaseTokenAccount: associatedTokenAddress(address, baseMint),
      poolQuoteTokenAccount: associatedTokenAddress(address, NATIVE_MINT),
    }
    const built = buildPumpSwapBuy({
      address,
      pool: facts,
      user: event.user,
      userBaseTokenAccount: event.userBaseTokenAccount,
      userQuoteTokenAccount: event.userQuoteTokenAccount,
      feeRecipient: event.protocolFeeRecipient,
      baseRaw: event.baseAmountOut,
      maxQuoteRaw: event.maxQuoteAmountIn,
    })
    assert.deepEqual(
      built.accounts.slice(0, 23).map((use) => use.address),
      recorded.accounts,
      file,
    )
    assert.deepEqual(built.data.subarray(0, 24), Buffer.from(recorded.data.subarray(0, 24)))
  }
})

test('trades have 26 and 24 accounts, two or one more for cashback tokens, one less without a creator', () => {
  const count = (change: Partial<typeof pool>) => {
    const changed = { ...target, pool: { ...pool, ...change } }
    return [
      buildPumpSwapBuy({ ...changed, baseRaw: 1n, maxQuoteRaw: 2n }).accounts.length,
      buildPumpSwapBuyExactQuoteIn({ ...changed, spendableQuoteRaw: 1n, minBaseRaw: 2n }).accounts.length,
      buildPumpSwapSell({ ...changed, baseRaw: 1n, minQuoteRaw: 2n }).accounts.length,
    ]
  }
  assert.deepEqual(count({}), [26, 26, 24])
  assert.deepEqual(count({ isCashbackCoin: true }), [27, 27, 26])
  assert.deepEqual(count({ coinCreator: SYSTEM_PROGRAM }), [25, 25, 23])
  const buy = buildPumpSwapBuy({ ...target, baseRaw: 1n, maxQuoteRaw: 2n })
  assert.equal(shape(buy), 'w ws - - - w w w w - w - - - - - - w - - w - - - - w')
  const sell = buildPumpSwapSell({ ...target, pool: { ...pool, isCashbackCoin: true }, baseRaw: 1n, minQuoteRaw: 2n })
  assert.equal(shape(sell), 'w ws - - - w w w w - w - - - - - - w - - - w w - - w')
})

test('pool creation and liquidity have their accounts and flags', () => {
  const create = buildPumpSwapCreatePool({
    index: 258,
    creator: target.user,
    baseMint: USDC_MINT,
    quoteMint: NATIVE_MINT,
    baseRaw: 1n,
    quoteRaw: 2n,
  })
  assert.equal(shape(create), 'w - ws - - w w w w w w - - - - - - -')
  assert.equal(Buffer.from(create.data).readUInt16LE(8), 258)
  const withdraw = buildPumpSwapWithdraw({ ...target, lpTokensRaw: 1n, minBaseRaw: 2n, minQuoteRaw: 3n })
  assert.equal(shape(withdraw), 'w - s - - w w w w w w - - - -')
  assert.equal(withdraw.data.length, 32)
})
