import { accountList } from '../../../src/chain/solana/account-list.ts'
import { INSTRUCTIONS_SYSVAR } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, emitCpi, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, putInt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, moveTokens } from '../token-moves.ts'
import { askSwap, type SwapMode, type SwapOutcome, takesFeeFromInput } from './curve.ts'
import { isLimited, recordMovement, refreshReferences } from './fees.ts'
import {
  configU64,
  DBC_AT,
  DBC_AUTHORITY,
  DBC_CONFIG_AT,
  DBC_ERRORS,
  DBC_EVENT_AUTHORITY,
  DBC_PROGRAM,
  PROGRESS,
  poolKey,
  poolU64,
  readDbcConfig,
  readDbcPool,
} from './layout.ts'

const ACCOUNTS = accountList([
  'poolAuthority',
  'config',
  'pool:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'baseVault:w',
  'quoteVault:w',
  'baseMint',
  'quoteMint',
  'payer:s',
  'tokenBaseProgram',
  'tokenQuoteProgram',
  'referralTokenAccount',
  'eventAuthority',
  'program',
])
const MODES: readonly SwapMode[] = ['exactIn', 'partialFill', 'exactOut']
const SWAP_EVENT = Buffer.from('1b3c15d58aaabb93', 'hex')
const SWAP_2_EVENT = Buffer.from('bd4233a826507599', 'hex')
const COMPLETE_EVENT = Buffer.from('e5e756549c864b18', 'hex')

type At = Readonly<Record<(typeof ACCOUNTS)['names'][number], string>>
type Face = LoadedMint & { readonly address: string; readonly vault: string }
type Swap = {
  readonly call: EmulatorCall
  readonly at: At
  readonly config: Uint8Array
  readonly before: Uint8Array
  readonly base: Face
  readonly quote: Face
  readonly isBuy: boolean
  readonly mode: SwapMode
  readonly amount: bigint
  readonly limit: bigint
  readonly point: bigint
  readonly remaining: EmulatorCall['accounts']
}

/** `swap` (exact input) and `swap2` (any of the three modes). The lower fee that a launch's own purchase may have is not
 *  emulated. */
export function runDbcSwap(call: EmulatorCall, name: 'swap' | 'swap2'): readonly ScriptOp[] | Refusal {
  const swap = loadSwap(call, name)
  if (isRefusal(swap)) return swap
  const { at, config, before, isBuy, mode, amount, limit, point } = swap
  if (amount === 0n) return refuse(DBC_ERRORS.zero)
  const asked = { config, pool: before, point, isBuy }
  if (isLimited(asked) && swap.remaining[0]?.address !== INSTRUCTIONS_SYSVAR) return refuse(DBC_ERRORS.severalSwaps)
  if (poolU64(before, 'quoteReserve') >= configU64(config, 'quoteThreshold')) return refuse(DBC_ERRORS.completed)
  const pool = Uint8Array.from(before)
  const nowSec = BigInt(call.unixTimeSec)
  refreshReferences(config, pool, nowSec)
  const hasReferral = at.referralTokenAccount !== DBC_PROGRAM
  const done = askSwap({ ...asked, pool, mode, amount, hasReferral })
  if ('code' in done) return refuse(done)
  if (mode === 'exactOut' ? done.inputWithFee > limit : done.output < limit) return refuse(DBC_ERRORS.slippage)
  applySwap(swap, pool, done, nowSec)
  const isComplete = poolU64(pool, 'quoteReserve') >= configU64(config, 'quoteThreshold')
  if (isComplete) {
    if (poolU64(pool, 'baseReserve') < configU64(config, 'baseThreshold')) return refuse(DBC_ERRORS.migrationLiquidity)
    putInt(pool, DBC_AT.finishTime, 8, nowSec)
    pool[DBC_AT.progress] = PROGRESS.readyToMigrate
  }
  return swapOps(swap, pool, done, isComplete)
}

function loadSwap(call: EmulatorCall, name: 'swap' | 'swap2'): Swap | Refusal {
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const args = readArgs(call.data)
  const [amount, limit] = [args.uint(8), args.uint(8)]
  const mode = name === 'swap' ? 'exactIn' : MODES[args.small(1)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  if (mode === undefined) return refuse(DBC_ERRORS.typeCast)
  const before = loadOwned(call, at.pool, { name: 'pool', owner: DBC_PROGRAM, decode: readDbcPool })
  if (isRefusal(before)) return before
  const config = loadOwned(call, at.config, { name: 'config', owner: DBC_PROGRAM, decode: readDbcConfig })
  if (isRefusal(config)) return config
  const base = loadMint(call, at.baseMint, 'baseMint')
  if (isRefusal(base)) return base
  const quote = loadMint(call, at.quoteMint, 'quoteMint')
  if (isRefusal(quote)) return quote
  const fault = checkAddresses([
    ['poolAuthority', at.poolAuthority, DBC_AUTHORITY.address, ANCHOR.address],
    ['config', at.config, poolKey(before, 'config'), ANCHOR.hasOne],
    ['baseVault', at.baseVault, poolKey(before, 'baseVault'), ANCHOR.hasOne],
    ['quoteVault', at.quoteVault, poolKey(before, 'quoteVault'), ANCHOR.hasOne],
    ['baseMint', at.baseMint, poolKey(before, 'baseMint'), ANCHOR.tokenMint],
    ['quoteMint', at.quoteMint, keyAt(config, DBC_CONFIG_AT.quoteMint), ANCHOR.tokenMint],
    ['tokenBaseProgram', at.tokenBaseProgram, base.tokenProgram, ANCHOR.programId],
    ['tokenQuoteProgram', at.tokenQuoteProgram, quote.tokenProgram, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DBC_EVENT_AUTHORITY.address],
    ['program', at.program, DBC_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  // The direction is that of the account the input comes from.
  const isBuy = isRefusal(loadBalance(call, at.inputTokenAccount, { name: 'inputTokenAccount', mint: at.baseMint }))
  for (const [account, mint] of [
    ['inputTokenAccount', isBuy ? at.quoteMint : at.baseMint],
    ['outputTokenAccount', isBuy ? at.baseMint : at.quoteMint],
  ] as const) {
    const held = loadBalance(call, at[account], { name: account, mint })
    if (isRefusal(held)) return held
  }
  const point = BigInt(config[DBC_CONFIG_AT.activationType] === 0 ? call.slot : call.unixTimeSec)
  const faces = {
    base: { ...base, address: at.baseMint, vault: at.baseVault },
    quote: { ...quote, address: at.quoteMint, vault: at.quoteVault },
  }
  return { call, at, config, before, ...faces, isBuy, mode, amount, limit, point, remaining }
}

function applySwap({ config, isBuy }: Swap, pool: Uint8Array, done: SwapOutcome, nowSec: bigint): void {
  const onInput = takesFeeFromInput(config, isBuy)
  const isFeeInBase = isBuy && !onInput
  const { trading, protocol, referral } = done.fee
  const creator = (trading * BigInt(config[DBC_CONFIG_AT.creatorFeePercent]!)) / 100n
  const add = (field: keyof typeof DBC_AT, amount: bigint): void =>
    putInt(pool, DBC_AT[field], 8, poolU64(pool, field) + amount)
  const priceBefore = uintAt(pool, DBC_AT.sqrtPrice, 16)
  putInt(pool, DBC_AT.sqrtPrice, 16, done.nextSqrtPrice)
  add(isFeeInBase ? 'partnerBaseFee' : 'partnerQuoteFee', trading - creator)
  add(isFeeInBase ? 'creatorBaseFee' : 'creatorQuoteFee', creator)
  add(isFeeInBase ? 'protocolBaseFee' : 'protocolQuoteFee', protocol)
  add(isFeeInBase ? 'totalProtocolBaseFee' : 'totalProtocolQuoteFee', protocol)
  add(isFeeInBase ? 'totalTradingBaseFee' : 'totalTradingQuoteFee', trading)
  const gone = onInput ? done.output : done.output + trading + protocol + referral
  add(isBuy ? 'quoteReserve' : 'baseReserve', done.inputAfterFee)
  add(isBuy ? 'baseReserve' : 'quoteReserve', -gone)
  recordMovement(config, pool, priceBefore, nowSec)
  pool[DBC_AT.hasSwap] = 1
}

function swapOps(swap: Swap, after: Uint8Array, done: SwapOutcome, isComplete: boolean): readonly ScriptOp[] {
  const { at, before, base, quote, isBuy, config } = swap
  const [input, output] = isBuy ? [quote, base] : [base, quote]
  const isFeeInBase = isBuy && !takesFeeFromInput(config, isBuy)
  const give = (face: Face, to: string, amountRaw: bigint): ScriptOp =>
    moveTokens(face, { from: face.vault, to, authority: DBC_AUTHORITY.address, amountRaw }, DBC_AUTHORITY.seeds)
  const paid = { from: at.inputTokenAccount, to: input.vault, authority: at.payer, amountRaw: done.inputWithFee }
  const emit = (event: Uint8Array): ScriptOp => emitCpi(DBC_PROGRAM, DBC_EVENT_AUTHORITY, event)
  return [
    moveTokens(input, paid),
    give(output, at.outputTokenAccount, done.output),
    ...(at.referralTokenAccount === DBC_PROGRAM
      ? []
      : [give(isFeeInBase ? base : quote, at.referralTokenAccount, done.fee.referral)]),
    emit(swapEvent(swap, done)),
    emit(swap2Event(swap, after, done)),
    ...(isComplete ? [emit(completeEvent(at, after))] : []),
    ...writeChanges(at.pool, before, after),
  ]
}

const u64 = (value: bigint): Uint8Array => intBytes(8, value)

function headOf({ at, isBuy }: Swap): readonly Uint8Array[] {
  const flags = Uint8Array.of(isBuy ? 1 : 0, at.referralTokenAccount === DBC_PROGRAM ? 0 : 1)
  return [keyBytes(at.pool), keyBytes(at.config), flags]
}

function resultOf({ output, nextSqrtPrice, fee }: SwapOutcome): readonly Uint8Array[] {
  return [u64(output), intBytes(16, nextSqrtPrice), ...[fee.trading, fee.protocol, fee.referral].map(u64)]
}

function swapEvent(swap: Swap, done: SwapOutcome): Uint8Array {
  const isAsAsked = swap.mode === 'exactIn'
  const asked = isAsAsked ? [swap.amount, swap.limit] : [done.inputWithFee, done.output]
  return Buffer.concat([
    SWAP_EVENT,
    ...headOf(swap),
    ...asked.map(u64),
    u64(done.inputAfterFee),
    ...resultOf(done),
    u64(done.inputWithFee),
    u64(BigInt(swap.call.unixTimeSec)),
  ])
}

function swap2Event(swap: Swap, after: Uint8Array, done: SwapOutcome): Uint8Array {
  return Buffer.concat([
    SWAP_2_EVENT,
    ...headOf(swap),
    ...[swap.amount, swap.limit].map(u64),
    Uint8Array.of(MODES.indexOf(swap.mode)),
    ...[done.inputWithFee, done.inputAfterFee, done.amountLeft].map(u64),
    ...resultOf(done),
    u64(poolU64(after, 'quoteReserve')),
    u64(configU64(swap.config, 'quoteThreshold')),
    u64(BigInt(swap.call.unixTimeSec)),
  ])
}

function completeEvent(at: At, after: Uint8Array): Uint8Array {
  const reserves = [poolU64(after, 'baseReserve'), poolU64(after, 'quoteReserve')]
  return Buffer.concat([COMPLETE_EVENT, keyBytes(at.pool), keyBytes(at.config), ...reserves.map(u64)])
}
