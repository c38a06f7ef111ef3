import { accountList } from '../../../src/chain/solana/account-list.ts'
import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, putInt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, moveTokens } from '../token-moves.ts'
import { type CpmmRates, type CpmmSwap, swapBaseInput, swapBaseOutput } from './curve.ts'
import { CPMM_ERRORS } from './errors.ts'
import {
  CPMM_AT,
  CPMM_CONFIG_AT,
  CPMM_CONFIG_TAG,
  CPMM_POOL_BYTES,
  CPMM_POOL_TAG,
  cpmmAuthority,
  cpmmFeesOwed,
  cpmmKey,
  cpmmU64,
  OBSERVATION_TAG,
} from './layout.ts'
import { observePrices } from './observation.ts'

const SWAP_ACCOUNTS = accountList([
  'payer:s',
  'authority',
  'ammConfig',
  'poolState:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'inputVault:w',
  'outputVault:w',
  'inputTokenProgram',
  'outputTokenProgram',
  'inputTokenMint',
  'outputTokenMint',
  'observationState:w',
])
type At = Readonly<Record<(typeof SWAP_ACCOUNTS)['names'][number], string>>
type Side = 0 | 1
type Loaded = {
  readonly call: EmulatorCall
  readonly at: At
  readonly pool: Uint8Array
  readonly inputSide: Side
  readonly rates: CpmmRates
  readonly isCreatorFeeOnInput: boolean
  readonly input: LoadedMint & { readonly address: string }
  readonly output: LoadedMint & { readonly address: string }
  readonly reserveIn: bigint
  readonly reserveOut: bigint
}
type Exchange = CpmmSwap & {
  /** What is sent, transfer fees of the mints included. */
  readonly sentIn: bigint
  readonly sentOut: bigint
  readonly inputTransferFee: bigint
  readonly outputTransferFee: bigint
  readonly isBaseInput: boolean
}

const SWAP_DISABLED_BIT = 4
const SWAP_EVENT_TAG = Buffer.from('40c6cde8260871e2', 'hex')

export function runSwapBaseInput(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const args = readArgs(call.data)
  const [sentIn, minimumOut] = [args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const swap = loadSwap(call)
  if (isRefusal(swap)) return swap
  const amountIn = afterTransferFee(call, swap.input.address, sentIn)
  if (amountIn <= 0n) return refuse(CPMM_ERRORS.requireGt)
  const done = swapBaseInput(amountIn, swap, swap.rates, swap.isCreatorFeeOnInput)
  if (done === null) return refuse(CPMM_ERRORS.zeroTradingTokens)
  const received = afterTransferFee(call, swap.output.address, done.amountOut)
  if (received <= 0n) return refuse(CPMM_ERRORS.requireGt)
  if (received < minimumOut) return refuse(CPMM_ERRORS.exceededSlippage)
  const fees = { inputTransferFee: sentIn - amountIn, outputTransferFee: done.amountOut - received }
  return exchange(swap, { ...done, ...fees, sentIn, sentOut: done.amountOut, isBaseInput: true })
}

export function runSwapBaseOutput(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const args = readArgs(call.data)
  const [maximumIn, received] = [args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const swap = loadSwap(call)
  if (isRefusal(swap)) return swap
  if (received <= 0n) return refuse(CPMM_ERRORS.requireGt)
  const sentOut = beforeTransferFee(call, swap.output.address, received)
  const done = swapBaseOutput(sentOut, swap, swap.rates, swap.isCreatorFeeOnInput)
  if (done === null) return refuse(CPMM_ERRORS.zeroTradingTokens)
  const sentIn = beforeTransferFee(call, swap.input.address, done.amountIn)
  if (maximumIn < sentIn) return refuse(CPMM_ERRORS.exceededSlippage)
  const fees = { inputTransferFee: sentIn - done.amountIn, outputTransferFee: sentOut - received }
  return exchange(swap, { ...done, ...fees, sentIn, sentOut, isBaseInput: false })
}

function loadSwap(call: EmulatorCall): Loaded | Refusal {
  const read = readAccounts(call, SWAP_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const pool = loadOwned(call, at.poolState, { name: 'poolState', owner: CPMM_PROGRAM, decode: asPool })
  if (isRefusal(pool)) return pool
  const config = loadOwned(call, at.ammConfig, { name: 'ammConfig', owner: CPMM_PROGRAM, decode: asConfig })
  if (isRefusal(config)) return config
  const fault = checkAddresses([
    ['authority', at.authority, CPMM_AUTHORITY],
    ['ammConfig', at.ammConfig, cpmmKey(pool, 'ammConfig'), ANCHOR.address],
    ['observationState', at.observationState, cpmmKey(pool, 'observation'), ANCHOR.address],
  ])
  if (fault !== null) return fault
  const inputSide = sideOf(pool, at)
  if (inputSide === null) return refuse(CPMM_ERRORS.invalidVault)
  if ((pool[CPMM_AT.status]! & SWAP_DISABLED_BIT) !== 0 || BigInt(call.unixTimeSec) < cpmmU64(pool, 'openTime'))
    return refuse(CPMM_ERRORS.notApproved)
  const sides = loadSides(call, at, pool, inputSide)
  if (isRefusal(sides)) return sides
  const rate = (field: keyof typeof CPMM_CONFIG_AT): bigint => uintAt(config, CPMM_CONFIG_AT[field], 8)
  return {
    call,
    at,
    pool,
    inputSide,
    ...sides,
    rates: {
      trade: rate('tradeFeeRate'),
      creator: pool[CPMM_AT.enableCreatorFee] === 1 ? rate('creatorFeeRate') : 0n,
      protocol: rate('protocolFeeRate'),
      fund: rate('fundFeeRate'),
    },
    // 0 takes it from whatever goes in, 1 from the first mint, 2 from the second.
    isCreatorFeeOnInput: pool[CPMM_AT.creatorFeeOn] === 0 || pool[CPMM_AT.creatorFeeOn] === inputSide + 1,
  }
}

function asPool(data: Uint8Array): Uint8Array | null {
  return data.length === CPMM_POOL_BYTES && startsWith(data, CPMM_POOL_TAG) ? data : null
}

function asConfig(data: Uint8Array): Uint8Array | null {
  return startsWith(data, CPMM_CONFIG_TAG) ? data : null
}

function sideOf(pool: Uint8Array, { inputVault, outputVault }: At): Side | null {
  const [vault0, vault1] = [cpmmKey(pool, 'vault0'), cpmmKey(pool, 'vault1')]
  if (inputVault === vault0 && outputVault === vault1) return 0
  return inputVault === vault1 && outputVault === vault0 ? 1 : null
}

function loadSides(
  call: EmulatorCall,
  at: At,
  pool: Uint8Array,
  inputSide: Side,
): Pick<Loaded, 'input' | 'output' | 'reserveIn' | 'reserveOut'> | Refusal {
  const outputSide: Side = inputSide === 0 ? 1 : 0
  const [inputMint, outputMint] = [cpmmKey(pool, `mint${inputSide}`), cpmmKey(pool, `mint${outputSide}`)]
  const fault = checkAddresses([
    ['inputTokenMint', at.inputTokenMint, inputMint, ANCHOR.address],
    ['outputTokenMint', at.outputTokenMint, outputMint, ANCHOR.address],
    ['inputTokenProgram', at.inputTokenProgram, cpmmKey(pool, `program${inputSide}`), ANCHOR.address],
    ['outputTokenProgram', at.outputTokenProgram, cpmmKey(pool, `program${outputSide}`), ANCHOR.address],
  ])
  if (fault !== null) return fault
  const input = loadMint(call, inputMint, 'inputTokenMint')
  if (isRefusal(input)) return input
  const output = loadMint(call, outputMint, 'outputTokenMint')
  if (isRefusal(output)) return output
  const [vaultIn, vaultOut, ownIn, ownOut] = [
    loadBalance(call, at.inputVault, { name: 'inputVault', mint: inputMint }),
    loadBalance(call, at.outputVault, { name: 'outputVault', mint: outputMint }),
    loadBalance(call, at.inputTokenAccount, { name: 'inputTokenAccount', mint: inputMint }),
    loadBalance(call, at.outputTokenAccount, { name: 'outputTokenAccount', mint: outputMint }),
  ]
  if (isRefusal(ownIn)) return ownIn
  if (isRefusal(ownOut)) return ownOut
  if (isRefusal(vaultIn)) return vaultIn
  if (isRefusal(vaultOut)) return vaultOut
  const reserveIn = vaultIn - cpmmFeesOwed(pool, inputSide)
  const reserveOut = vaultOut - cpmmFeesOwed(pool, outputSide)
  if (reserveIn <= 0n || reserveOut <= 0n) return refuse(CPMM_ERRORS.insufficientVault)
  return {
    input: { ...input, address: inputMint },
    output: { ...output, address: outputMint },
    reserveIn,
    reserveOut,
  }
}

function exchange(swap: Loaded, done: Exchange): readonly ScriptOp[] {
  const { at, input, output } = swap
  return [
    { op: 'logData', bytes: swapEvent(swap, done) },
    moveTokens(input, {
      from: at.inputTokenAccount,
      to: at.inputVault,
      authority: at.payer,
      amountRaw: done.sentIn,
    }),
    moveTokens(
      output,
      { from: at.outputVault, to: at.outputTokenAccount, authority: CPMM_AUTHORITY, amountRaw: done.sentOut },
      cpmmAuthority().seeds,
    ),
    ...keepBooks(swap, done),
  ]
}

/** Fees that are owed from now on, and the price that held until now. */
function keepBooks({ call, at, pool, inputSide, isCreatorFeeOnInput, reserveIn, reserveOut }: Loaded, done: Exchange) {
  const after = pool.slice()
  const creatorSide = isCreatorFeeOnInput === (inputSide === 0) ? 0 : 1
  const add = (field: keyof typeof CPMM_AT, fee: bigint): void =>
    putInt(after, CPMM_AT[field], 8, cpmmU64(after, field) + fee)
  add(`protocolFees${inputSide}`, done.protocolFee)
  add(`fundFees${inputSide}`, done.fundFee)
  add(`creatorFees${creatorSide}`, done.creatorFee)
  putInt(after, CPMM_AT.recentEpoch, 8, Math.floor(call.slot / SLOTS_PER_EPOCH))
  const before = call.read(at.observationState)?.data ?? new Uint8Array()
  const observed = before.slice()
  const [reserve0, reserve1] = inputSide === 0 ? [reserveIn, reserveOut] : [reserveOut, reserveIn]
  if (startsWith(before, OBSERVATION_TAG)) observePrices(observed, BigInt(call.unixTimeSec), reserve0, reserve1)
  return [...writeChanges(at.poolState, pool, after), ...writeChanges(at.observationState, before, observed)]
}

/** Reserves are those before the trade, without fees owed. */
function swapEvent({ at, input, output, reserveIn, reserveOut, isCreatorFeeOnInput }: Loaded, done: Exchange): Buffer {
  const words = [reserveIn, reserveOut, done.amountIn, done.sentOut, done.inputTransferFee, done.outputTransferFee]
  return Buffer.concat([
    SWAP_EVENT_TAG,
    addressBytes(at.poolState),
    ...words.map((word) => intBytes(8, word)),
    intBytes(1, done.isBaseInput),
    addressBytes(input.address),
    addressBytes(output.address),
    intBytes(8, done.tradeFee),
    intBytes(8, done.creatorFee),
    intBytes(1, isCreatorFeeOnInput),
  ])
}
