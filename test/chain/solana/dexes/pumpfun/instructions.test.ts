import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeTransaction } from '../../../../../src/chain/solana/decode-transaction.ts'
import { PUMP_TAGS } from '../../../../../src/chain/solana/dexes/pumpfun/account-lists.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  bondingCurveV2Pda,
  creatorVaultPda,
  FEE_RECIPIENTS,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_MINT_AUTHORITY,
  PUMP_PROGRAM,
  PUMP_VOLUME_ACCUMULATOR,
  RESERVED_FEE_RECIPIENTS,
  userVolumePda,
} from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  buildPumpBuy,
  buildPumpBuyExactQuoteInV2,
  buildPumpBuyExactSolIn,
  buildPumpBuyV2,
  buildPumpCreate,
  buildPumpCreateV2,
  buildPumpSell,
  buildPumpSellV2,
} from '../../../../../src/chain/solana/dexes/pumpfun/instructions.ts'
import { buildPumpMigrate } from '../../../../../src/chain/solana/dexes/pumpfun/migrate-instruction.ts'
import { canonicalPoolPda } from '../../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import type { Instruction } from '../../../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress, findProgramAddress } from '../../../../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../../../src/chain/solana/program-ids.ts'
import { decodeBase58Fixed } from '../../../../../src/hot-paths/base58.ts'
import { recordedSkip, recordedTransaction } from '../../../../support/recorded-transactions.ts'

const MINT = '5dNYcCZXEGfGgbdUdq7MMR7KLsNJLLLgL83wLH8Fpump'
const USER = '6xo262KbDXepWbF3vPTrFXysr5vJwk3mozBXmXk3hmMx'
const curve = { creator: USER, isMayhemMode: false, isCashbackCoin: false, quoteMint: SYSTEM_PROGRAM }
const target = { mint: MINT, tokenProgram: TOKEN_PROGRAM, curve, user: USER }
const shape = ({ accounts }: Instruction) =>
  accounts.map((use) => `${use.isWritable ? 'w' : ''}${use.isSigner ? 's' : ''}` || '-').join(' ')

test('every fixed address is the derived one', () => {
  const pda = (seed: string, ...more: Uint8Array[]) =>
    findProgramAddress([Buffer.from(seed), ...more], PUMP_PROGRAM).address
  assert.equal(pda('global'), PUMP_GLOBAL)
  assert.equal(pda('__event_authority'), PUMP_EVENT_AUTHORITY)
  assert.equal(pda('global_volume_accumulator'), PUMP_VOLUME_ACCUMULATOR)
  assert.equal(pda('mint-authority'), PUMP_MINT_AUTHORITY)
  const feeConfig = findProgramAddress([Buffer.from('fee_config'), addressBytes(PUMP_PROGRAM)], PUMP_FEES_PROGRAM)
  assert.equal(feeConfig.address, PUMP_FEE_CONFIG)
  for (const list of [FEE_RECIPIENTS, RESERVED_FEE_RECIPIENTS, BUYBACK_FEE_RECIPIENTS]) {
    assert.equal(new Set(list).size, 8)
    for (const address of list) assert(decodeBase58Fixed(address, 32))
  }
})

test('every discriminator is the hash of its instruction name', () => {
  for (const [name, tag] of Object.entries(PUMP_TAGS)) {
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    assert.equal(createHash('sha256').update(`global:${wire}`).digest('hex').slice(0, 16), tag.toString('hex'), wire)
  }
})

test('a buy has its 18 accounts in order, creator vault after the token program', () => {
  const buy = buildPumpBuy({ ...target, tokensRaw: 5n, maxQuoteRaw: 6n })
  const bondingCurve = bondingCurvePda(MINT).address
  assert.deepEqual(
    buy.accounts.map((use) => use.address),
    [
      PUMP_GLOBAL,
      FEE_RECIPIENTS[0],
      MINT,
      bondingCurve,
      associatedTokenAddress(bondingCurve, MINT),
      associatedTokenAddress(USER, MINT),
      USER,
      SYSTEM_PROGRAM,
      TOKEN_PROGRAM,
      creatorVaultPda(USER).address,
      PUMP_EVENT_AUTHORITY,
      PUMP_PROGRAM,
      PUMP_VOLUME_ACCUMULATOR,
      userVolumePda(USER).address,
      PUMP_FEE_CONFIG,
      PUMP_FEES_PROGRAM,
      bondingCurveV2Pda(MINT).address,
      BUYBACK_FEE_RECIPIENTS[0],
    ],
  )
  assert.equal(shape(buy), '- w - w w w ws - - w - - - w - - - w')
  assert.equal(
    Buffer.from(buy.data).toString('hex'),
    `66063d1201daebea${'05'.padEnd(16, '0')}${'06'.padEnd(16, '0')}01`,
  )
  const exact = buildPumpBuyExactSolIn({ ...target, spendableQuoteRaw: 5n, minTokensRaw: 6n, trackVolume: false })
  assert.deepEqual(exact.accounts, buy.accounts)
  assert.equal(
    Buffer.from(exact.data).toString('hex'),
    `38fc74089edfcd5f${'05'.padEnd(16, '0')}${'06'.padEnd(16, '0')}00`,
  )
})

test('a sell has the creator vault before the token program, and 17 accounts for cashback tokens', () => {
  const sell = buildPumpSell({ ...target, tokensRaw: 5n, minQuoteRaw: 6n })
  assert.equal(sell.accounts.length, 16)
  assert.equal(sell.accounts[8]!.address, creatorVaultPda(USER).address)
  assert.equal(sell.accounts[9]!.address, TOKEN_PROGRAM)
  assert.equal(shape(sell), '- w - w w w ws - w - - - - - - w')
  assert.equal(sell.data.length, 24)
  const cashback = buildPumpSell({
    ...target,
    curve: { ...curve, isCashbackCoin: true },
    tokensRaw: 5n,
    minQuoteRaw: 6n,
  })
  assert.equal(cashback.accounts.length, 17)
  assert.deepEqual(cashback.accounts[14], { address: userVolumePda(USER).address, isSigner: false, isWritable: true })
})

test('the v2 forms spell SOL as wrapped SOL and have 27 and 26 accounts', () => {
  const v2 = { ...target, tokenProgram: TOKEN_2022_PROGRAM }
  const buy = buildPumpBuyV2({ ...v2, tokensRaw: 5n, maxQuoteRaw: 6n })
  const exact = buildPumpBuyExactQuoteInV2({ ...v2, spendableQuoteRaw: 5n, minTokensRaw: 6n })
  const sell = buildPumpSellV2({ ...v2, tokensRaw: 5n, minQuoteRaw: 6n })
  assert.deepEqual(
    [buy, exact, sell].map((one) => one.accounts.length),
    [27, 27, 26],
  )
  assert.deepEqual(
    [buy, exact, sell].map((one) => one.data.length),
    [24, 24, 24],
  )
  assert.equal(buy.accounts[2]!.address, NATIVE_MINT)
  assert.equal(shape(buy), '- - - - - - w w w w w w w ws w w w w - - w w - - - - -')
  assert.equal(shape(sell), '- - - - - - w w w w w w w ws w w w w - w w - - - - -')
  assert.equal(buy.accounts[14]!.address, associatedTokenAddress(USER, MINT, TOKEN_2022_PROGRAM))
  assert.equal(buy.accounts[15]!.address, associatedTokenAddress(USER, NATIVE_MINT))
})

test('mayhem tokens pay the reserved recipients', () => {
  const mayhem = { ...target, curve: { ...curve, isMayhemMode: true } }
  assert.equal(
    buildPumpBuy({ ...mayhem, tokensRaw: 5n, maxQuoteRaw: 6n }).accounts[1]!.address,
    RESERVED_FEE_RECIPIENTS[0],
  )
})

test('a launch is byte for byte the recorded one up to the creator it now names', { skip: recordedSkip }, () => {
  const outcome = decodeTransaction(recordedTransaction('pumpfun_create_0.json'))
  assert(outcome.ok)
  const recorded = outcome.value.instructions[3]!
  const [name, symbol] = ['MOO DOG', 'MOODOG']
  const uri = Buffer.from(recorded.data.subarray(8 + 4 + name.length + 4 + symbol.length + 4)).toString()
  const built = buildPumpCreate({ mint: MINT, user: USER, creator: USER, name, symbol, uri })
  assert.deepEqual(
    built.accounts.map((use) => use.address),
    recorded.accounts,
  )
  assert.deepEqual(built.data.subarray(0, -32), Buffer.from(recorded.data))
  assert.deepEqual(built.data.subarray(-32), Buffer.from(addressBytes(USER)))
  for (const { address, isSigner, isWritable } of built.accounts) {
    const index = outcome.value.accountKeys.indexOf(address)
    if (isSigner) assert(outcome.value.signers.includes(address))
    if (isWritable) assert.equal(outcome.value.writable[index], true)
  }
})

test('create_v2 and migrate have 16 and 27 accounts with their flags', () => {
  const input = { mint: MINT, user: USER, creator: USER, name: 'n', symbol: 's', uri: 'u' }
  const created = buildPumpCreateV2({ ...input, creatorFeeBps: 300n, isHolderReward: true })
  assert.equal(shape(created), 'ws - w w - ws - - - w - w w w - -')
  assert.equal(Buffer.from(created.data.subarray(-11)).toString('hex'), '00002c0100000000000001')
  const migrate = buildPumpMigrate({
    mint: MINT,
    tokenProgram: TOKEN_2022_PROGRAM,
    user: USER,
    withdrawAuthority: USER,
  })
  assert.equal(shape(migrate), '- w - w w ws - - - w w w w - - w w w w - - - - - - - w')
  assert.equal(migrate.accounts[9]!.address, canonicalPoolPda(MINT).address)
  assert.equal(migrate.data.length, 8)
})
