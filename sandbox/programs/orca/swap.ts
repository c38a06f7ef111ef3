import { type AccountList, accountList } from '../../../src/chain/solana/account-list.ts'
import { transferTokens } from '../../../src/chain/solana/instructions.ts'
import { MEMO_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import {
  ANCHOR,
  type AnchorError,
  checkAddresses,
  invoke,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { intBytes, MAX_U64, MAX_U128, putInt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, keyBytes, moveTokens } from '../token-moves.ts'
import {
  readWhirlpool,
  WHIRLPOOL_AT,
  WHIRLPOOL_ERRORS,
  WHIRLPOOL_PROGRAM,
  type Whirlpool,
  whirlpoolFacts,
  whirlpoolOraclePda,
  whirlpoolSeeds,
} from './layout.ts'
import { swapStep } from './swap-math.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, sqrtPriceOfTick, tickOfSqrtPrice } from './tick-math.ts'
import { isAtEdge, nextTick, putTick, readTick, type TickArray, tickSequence, writeTicks } from './ticks.ts'

const SWAP_ACCOUNTS = accountList([
  'tokenProgram',
  'tokenAuthority:s',
  'whirlpool:w',
  'tokenOwnerAccountA:w',
  'tokenVaultA:w',
  'tokenOwnerAccountB:w',
  'tokenVaultB:w',
  'tickArray0:w',
  'tickArray1:w',
  'tickArray2:w',
  'oracle',
])
const SWAP_V2_ACCOUNTS = accountList([
  'tokenProgramA',
  'tokenProgramB',
  'memoProgram',
  'tokenAuthority:s',
  'whirlpool:w',
  'tokenMintA',
  'tokenMintB',
  'tokenOwnerAccountA:w',
  'tokenVaultA:w',
  'tokenOwnerAccountB:w',
  'tokenVaultB:w',
  'tickArray0:w',
  'tickArray1:w',
  'tickArray2:w',
  'oracle:w',
])
const TRADED_EVENT = Buffer.from('e1ca49af932ba096', 'hex')
const SUPPLEMENTAL_ARRAYS = 6
const MAX_SLICES = 8
const MASK_U128 = MAX_U128

type NameIn<L> = L extends AccountList<infer Name> ? Name : never
/** The accounts both instructions name. */
type Accounts = Readonly<Record<NameIn<typeof SWAP_ACCOUNTS> & NameIn<typeof SWAP_V2_ACCOUNTS>, string>>
type Order = {
  readonly amount: bigint
  readonly threshold: bigint
  readonly sqrtPriceLimit: bigint
  readonly isExactInput: boolean
  readonly isAToB: boolean
}
type Walked = {
  /** Amounts without transfer fees. */
  readonly input: bigint
  readonly output: bigint
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly liquidity: bigint
  readonly tick: number
  readonly sqrtPrice: bigint
  readonly feeGrowth: bigint
}

/** `swap`: classic tokens only, moved without naming the mint. */
export function runWhirlpoolSwap(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const order = readOrder(args)
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const fault = checkAddresses([['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId]])
  if (fault !== null) return fault
  const swap = walkPool(call, at, order, { arrays: [], fees: null })
  if (isRefusal(swap)) return swap
  const { pool, done } = swap
  const move = (from: string, to: string, amountRaw: bigint): ScriptOp =>
    from === at.tokenVaultA || from === at.tokenVaultB
      ? invoke(transferTokens({ from, to, authority: at.whirlpool, amountRaw }), whirlpoolSeeds(pool))
      : invoke(transferTokens({ from, to, authority: at.tokenAuthority, amountRaw }))
  return finish(call, at, swap, { move, paid: done.input, sent: done.output })
}

/** `swap_v2`: any token program. */
export function runWhirlpoolSwapV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const args = readArgs(call.data)
  const order = readOrder(args)
  const extra = readSupplemental(args, remaining)
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  if (extra === null) return refuse(WHIRLPOOL_ERRORS.remainingAccounts)
  const a = loadMint(call, at.tokenMintA, 'tokenMintA')
  if (isRefusal(a)) return a
  const b = loadMint(call, at.tokenMintB, 'tokenMintB')
  if (isRefusal(b)) return b
  const fault = checkAddresses([
    ['tokenProgramA', at.tokenProgramA, a.tokenProgram, ANCHOR.address],
    ['tokenProgramB', at.tokenProgramB, b.tokenProgram, ANCHOR.address],
    ['memoProgram', at.memoProgram, MEMO_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const [input, output] = order.isAToB ? [at.tokenMintA, at.tokenMintB] : [at.tokenMintB, at.tokenMintA]
  const swap = walkPool(call, at, order, { arrays: extra, fees: { input, output } })
  if (isRefusal(swap)) return swap
  const { pool, facts } = swap
  const wrongMint = checkAddresses([
    ['tokenMintA', at.tokenMintA, facts.mintA, ANCHOR.address],
    ['tokenMintB', at.tokenMintB, facts.mintB, ANCHOR.address],
  ])
  if (wrongMint !== null) return wrongMint
  const faces = new Map<string, LoadedMint & { readonly address: string }>([
    [at.tokenVaultA, { ...a, address: at.tokenMintA }],
    [at.tokenVaultB, { ...b, address: at.tokenMintB }],
  ])
  const move = (from: string, to: string, amountRaw: bigint): ScriptOp => {
    const own = faces.get(from)
    return own === undefined
      ? moveTokens(faces.get(to)!, { from, to, authority: at.tokenAuthority, amountRaw })
      : moveTokens(own, { from, to, authority: at.whirlpool, amountRaw }, whirlpoolSeeds(pool))
  }
  return finish(call, at, swap, { move, paid: swap.paid, sent: swap.done.output })
}

function readOrder(args: ReturnType<typeof readArgs>): Order {
  return {
    amount: args.uint(8),
    threshold: args.uint(8),
    sqrtPriceLimit: args.uint(16),
    isExactInput: args.flag(),
    isAToB: args.flag(),
  }
}

/** Further tick arrays among the remaining accounts; null when the slices do not fit them. Transfer hooks are not
 *  emulated here. */
function readSupplemental(
  args: ReturnType<typeof readArgs>,
  remaining: EmulatorCall['accounts'],
): readonly string[] | null {
  if (!args.flag()) return []
  const count = args.small(4)
  if (count > MAX_SLICES) return null
  const arrays: string[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    const [kind, length] = [args.small(1), args.small(1)]
    const part = remaining.slice(at, at + length)
    if (part.length !== length || kind !== SUPPLEMENTAL_ARRAYS) return null
    arrays.push(...part.map(({ address }) => address))
    at += length
  }
  return arrays
}

type Swap = {
  readonly order: Order
  readonly pool: Uint8Array
  readonly facts: Whirlpool
  readonly arrays: readonly TickArray[]
  readonly done: Walked
  /** Input with the transfer fee. */
  readonly paid: bigint
}

function walkPool(
  call: EmulatorCall,
  at: Accounts,
  order: Order,
  extra: {
    readonly arrays: readonly string[]
    readonly fees: { readonly input: string; readonly output: string } | null
  },
): Swap | Refusal {
  const pool = loadOwned(call, at.whirlpool, { name: 'whirlpool', owner: WHIRLPOOL_PROGRAM, decode: readWhirlpool })
  if (isRefusal(pool)) return pool
  const facts = whirlpoolFacts(pool)
  const fault = checkAddresses([
    ['tokenVaultA', at.tokenVaultA, facts.vaultA, ANCHOR.address],
    ['tokenVaultB', at.tokenVaultB, facts.vaultB, ANCHOR.address],
    ['oracle', at.oracle, whirlpoolOraclePda(at.whirlpool).address],
  ])
  if (fault !== null) return fault
  for (const [name, mint] of [
    ['tokenOwnerAccountA', facts.mintA],
    ['tokenOwnerAccountB', facts.mintB],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  const given = [at.tickArray0, at.tickArray1, at.tickArray2, ...extra.arrays]
  const { tickCurrent: tick, tickSpacing } = facts
  const sequence = tickSequence(call, given, { pool: at.whirlpool, tick, tickSpacing, isAToB: order.isAToB })
  if ('code' in sequence) return refuse(sequence)
  const { fees } = extra
  const amount =
    fees === null
      ? order.amount
      : order.isExactInput
        ? afterTransferFee(call, fees.input, order.amount)
        : beforeTransferFee(call, fees.output, order.amount)
  const done = walk(facts, sequence, { ...order, amount })
  if ('code' in done) return refuse(done)
  const isWhole = order.isExactInput && done.input === amount
  const paid = fees === null ? done.input : isWhole ? order.amount : beforeTransferFee(call, fees.input, done.input)
  const received = fees === null ? done.output : afterTransferFee(call, fees.output, done.output)
  if (order.isExactInput && received < order.threshold) return refuse(WHIRLPOOL_ERRORS.outputBelowMinimum)
  if (!order.isExactInput && paid > order.threshold) return refuse(WHIRLPOOL_ERRORS.inputAboveMaximum)
  return { order, pool, facts, arrays: sequence, done, paid }
}

/** Goes from tick to tick until the amount is used up, the price limit is reached or the arrays end. Crossed ticks are
 *  changed in `sequence`. */
function walk(facts: Whirlpool, sequence: readonly TickArray[], order: Order): Walked | AnchorError {
  const { isAToB, isExactInput, amount } = order
  const { tickSpacing, feeRate, protocolFeeRate } = facts
  const limit = order.sqrtPriceLimit === 0n ? (isAToB ? MIN_SQRT_PRICE : MAX_SQRT_PRICE) : order.sqrtPriceLimit
  if (limit < MIN_SQRT_PRICE || limit > MAX_SQRT_PRICE) return WHIRLPOOL_ERRORS.priceOutOfBounds
  if (isAToB ? limit >= facts.sqrtPrice : limit <= facts.sqrtPrice) return WHIRLPOOL_ERRORS.limitDirection
  if (amount === 0n) return WHIRLPOOL_ERRORS.zeroAmount
  let { liquidity, sqrtPrice, tickCurrent: tick } = facts
  let feeGrowth = isAToB ? facts.feeGrowthA : facts.feeGrowthB
  let [remaining, calculated, fees, protocolFee, index] = [amount, 0n, 0n, 0n, 0]
  while (remaining > 0n && sqrtPrice !== limit) {
    const next = nextTick(sequence, { index, tick, tickSpacing, isAToB })
    if ('code' in next) return next
    const tickPrice = sqrtPriceOfTick(next.tick)
    const target = isAToB ? (limit > tickPrice ? limit : tickPrice) : limit < tickPrice ? limit : tickPrice
    const step = swapStep({ remaining, feeRate, liquidity, sqrtPrice, target, isExactInput, isAToB })
    if ('code' in step) return step
    remaining -= isExactInput ? step.input + step.fee : step.output
    calculated += isExactInput ? step.output : step.input + step.fee
    if (calculated > MAX_U64 || remaining < 0n) return WHIRLPOOL_ERRORS.calculation
    fees += step.fee
    const toProtocol = (step.fee * protocolFeeRate) / 10_000n
    protocolFee += toProtocol
    if (liquidity > 0n) feeGrowth = (feeGrowth + ((step.fee - toProtocol) << 64n) / liquidity) & MASK_U128
    if (step.nextSqrtPrice === tickPrice) {
      const array = sequence[next.index]!
      const crossed = readTick(array, next.tick, tickSpacing)
      if (crossed?.initialized) {
        const [growthA, growthB] = isAToB ? [feeGrowth, facts.feeGrowthB] : [facts.feeGrowthA, feeGrowth]
        putTick(array, next.tick, tickSpacing, {
          ...crossed,
          feeGrowthOutsideA: growthA - crossed.feeGrowthOutsideA,
          feeGrowthOutsideB: growthB - crossed.feeGrowthOutsideB,
        })
        liquidity += isAToB ? -crossed.liquidityNet : crossed.liquidityNet
        if (liquidity < 0n) return WHIRLPOOL_ERRORS.liquidityUnderflow
      }
      index = next.index + (isAtEdge(array, next.tick, tickSpacing, isAToB) ? 1 : 0)
      tick = isAToB ? next.tick - 1 : next.tick
    } else if (step.nextSqrtPrice !== sqrtPrice) tick = tickOfSqrtPrice(step.nextSqrtPrice)
    sqrtPrice = step.nextSqrtPrice
  }
  if (remaining > 0n && !isExactInput && order.sqrtPriceLimit === 0n) return WHIRLPOOL_ERRORS.partialFill
  const used = amount - remaining
  const [input, output] = isExactInput ? [used, calculated] : [calculated, used]
  return { input, output, lpFee: fees - protocolFee, protocolFee, liquidity, tick, sqrtPrice, feeGrowth }
}

function finish(
  call: EmulatorCall,
  at: Accounts,
  { order, pool, facts, arrays, done }: Swap,
  moved: {
    readonly move: (from: string, to: string, amountRaw: bigint) => ScriptOp
    readonly paid: bigint
    readonly sent: bigint
  },
): readonly ScriptOp[] {
  const { isAToB } = order
  const [userIn, vaultIn, userOut, vaultOut] = isAToB
    ? [at.tokenOwnerAccountA, at.tokenVaultA, at.tokenOwnerAccountB, at.tokenVaultB]
    : [at.tokenOwnerAccountB, at.tokenVaultB, at.tokenOwnerAccountA, at.tokenVaultA]
  const after = Uint8Array.from(pool)
  putInt(after, WHIRLPOOL_AT.liquidity, 16, done.liquidity)
  putInt(after, WHIRLPOOL_AT.sqrtPrice, 16, done.sqrtPrice)
  putInt(after, WHIRLPOOL_AT.tickCurrent, 4, done.tick)
  putInt(after, isAToB ? WHIRLPOOL_AT.feeGrowthA : WHIRLPOOL_AT.feeGrowthB, 16, done.feeGrowth)
  const owedAt = isAToB ? WHIRLPOOL_AT.protocolFeeA : WHIRLPOOL_AT.protocolFeeB
  putInt(after, owedAt, 8, BigInt.asUintN(64, uintAt(pool, owedAt, 8) + done.protocolFee))
  putInt(after, WHIRLPOOL_AT.rewardLastUpdated, 8, call.unixTimeSec)
  const feeOf = (mint: string, amount: bigint): bigint => amount - afterTransferFee(call, mint, amount)
  const [mintIn, mintOut] = isAToB ? [facts.mintA, facts.mintB] : [facts.mintB, facts.mintA]
  const event = Buffer.concat([
    TRADED_EVENT,
    keyBytes(at.whirlpool),
    Uint8Array.of(isAToB ? 1 : 0),
    intBytes(16, facts.sqrtPrice),
    intBytes(16, done.sqrtPrice),
    ...[moved.paid, moved.sent].map((amount) => intBytes(8, amount)),
    ...[feeOf(mintIn, moved.paid), feeOf(mintOut, moved.sent)].map((amount) => intBytes(8, amount)),
    ...[done.lpFee, done.protocolFee].map((amount) => intBytes(8, amount)),
  ])
  return [
    ...writeTicks(arrays),
    ...writeChanges(at.whirlpool, pool, after),
    moved.move(userIn, vaultIn, moved.paid),
    moved.move(vaultOut, userOut, moved.sent),
    { op: 'logData', bytes: event },
  ]
}
