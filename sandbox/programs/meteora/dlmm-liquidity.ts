import { accountList } from '../../../src/chain/solana/account-list.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, emitCpi, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import {
  intAt,
  intBytes,
  keyAt,
  MAX_U64,
  MAX_U128,
  putInt,
  putKey,
  readArgs,
  uintAt,
  writeChanges,
} from '../byte-fields.ts'
import { loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, keyBytes, makeAccount, moveTokens } from '../token-moves.ts'
import {
  BIN_ARRAY_BYTES,
  BIN_ARRAY_TAG,
  BIN_AT,
  BINS_PER_ARRAY,
  type BinArray,
  binArrayIndexOf,
  binOffset,
  DLMM_ERRORS,
  DLMM_EVENT_AUTHORITY,
  DLMM_POSITION_AT,
  DLMM_POSITION_BYTES,
  DLMM_POSITION_TAG,
  DLMM_PROGRAM,
  lbPairFacts,
  MAX_BIN_ID,
  markArray,
  priceOfBin,
  readLbPair,
  readTagged,
} from './dlmm-layout.ts'
import { refreshReferences } from './dlmm-swap-math.ts'

const POSITION_ACCOUNTS = accountList([
  'payer:ws',
  'position:ws',
  'lbPair',
  'owner:s',
  'systemProgram',
  'eventAuthority',
  'program',
])
const ADD_ACCOUNTS = accountList([
  'position:w',
  'lbPair:w',
  'binArrayBitmapExtension',
  'userTokenX:w',
  'userTokenY:w',
  'reserveX:w',
  'reserveY:w',
  'tokenXMint',
  'tokenYMint',
  'sender:s',
  'tokenXProgram',
  'tokenYProgram',
  'eventAuthority',
  'program',
])
const POSITION_CREATE_EVENT = Buffer.from('908efc549d352579', 'hex')
const ADD_LIQUIDITY_EVENT = Buffer.from('1f5e7d5ae3343dba', 'hex')
/** Strategies that spread each token evenly over its bins. */
const SPOT_STRATEGIES: ReadonlySet<number> = new Set([0, 3, 6])
const STRATEGY_PARAMETER_BYTES = 64
const FEE_INFO_BYTES = 48
const POSITION_VERSION_AT = 8_033

const readPosition = readTagged(DLMM_POSITION_TAG, DLMM_POSITION_BYTES)
const readBinArray = readTagged(BIN_ARRAY_TAG, BIN_ARRAY_BYTES)

/** `initialize_position2`: an empty position over at most seventy bins. */
export function runInitializePosition2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, POSITION_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [lower, width] = [Number(args.int(4)), Number(args.int(4))]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const pair = loadOwned(call, at.lbPair, { name: 'lbPair', owner: DLMM_PROGRAM, decode: readLbPair })
  if (isRefusal(pair)) return pair
  const fault = checkAddresses([
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DLMM_EVENT_AUTHORITY.address],
    ['program', at.program, DLMM_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  if (width < 1 || width > BINS_PER_ARRAY) return refuse(DLMM_ERRORS.positionWidth)
  if (lower < -MAX_BIN_ID || lower + width - 1 > MAX_BIN_ID) return refuse(DLMM_ERRORS.invalidBinId)
  const position = new Uint8Array(DLMM_POSITION_BYTES)
  position.set(DLMM_POSITION_TAG)
  putKey(position, DLMM_POSITION_AT.pair, at.lbPair)
  putKey(position, DLMM_POSITION_AT.owner, at.owner)
  putInt(position, DLMM_POSITION_AT.lowerBin, 4, lower)
  putInt(position, DLMM_POSITION_AT.upperBin, 4, lower + width - 1)
  putInt(position, DLMM_POSITION_AT.lastUpdated, 8, call.unixTimeSec)
  position[POSITION_VERSION_AT] = 1
  const event = [POSITION_CREATE_EVENT, ...[at.lbPair, at.position, at.owner].map((key) => keyBytes(key))]
  const made = { payer: at.payer, account: at.position, dataBytes: DLMM_POSITION_BYTES, owner: DLMM_PROGRAM }
  return [
    makeAccount(call, made),
    { op: 'write', address: at.position, offset: 0, bytes: position },
    emitCpi(DLMM_PROGRAM, DLMM_EVENT_AUTHORITY, Buffer.concat(event)),
  ]
}

type Accounts = Readonly<Record<(typeof ADD_ACCOUNTS)['names'][number], string>>
type Deposit = {
  readonly amountX: bigint
  readonly amountY: bigint
  readonly lower: number
  readonly upper: number
}

/** `add_liquidity_by_strategy2` with the spot strategies: X evenly above the active bin, Y evenly from it down. What
 *  does not divide evenly stays with the sender. A deposit that changes the active bin's composition pays no fee
 *  here. */
export function runAddLiquidityByStrategy2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ADD_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const args = readArgs(call.data)
  const [amountX, amountY] = [args.uint(8), args.uint(8)]
  const [activeId, slippage] = [Number(args.int(4)), Number(args.int(4))]
  const [lower, upper] = [Number(args.int(4)), Number(args.int(4))]
  const strategy = args.small(1)
  args.bytes(STRATEGY_PARAMETER_BYTES)
  const slices = args.small(4)
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  // Slices are for transfer hooks, which are not emulated here.
  if (slices > 0) return refuse(DLMM_ERRORS.remainingSlice)
  if (!SPOT_STRATEGIES.has(strategy) || lower > upper) return refuse(DLMM_ERRORS.strategy)
  const pair = loadOwned(call, at.lbPair, { name: 'lbPair', owner: DLMM_PROGRAM, decode: readLbPair })
  if (isRefusal(pair)) return pair
  const position = loadOwned(call, at.position, { name: 'position', owner: DLMM_PROGRAM, decode: readPosition })
  if (isRefusal(position)) return position
  if (Math.abs(lbPairFacts(pair).activeId - activeId) > slippage) return refuse(DLMM_ERRORS.binSlippage)
  const positionLower = Number(intAt(position, DLMM_POSITION_AT.lowerBin, 4))
  const positionUpper = Number(intAt(position, DLMM_POSITION_AT.upperBin, 4))
  if (lower < positionLower || upper > positionUpper) return refuse(DLMM_ERRORS.invalidPosition)
  const addresses = remaining.map(({ address }) => address)
  return deposit(call, { at, pair, position, addresses }, { amountX, amountY, lower, upper })
}

function deposit(
  call: EmulatorCall,
  {
    at,
    pair: before,
    position: wasPosition,
    addresses,
  }: {
    readonly at: Accounts
    readonly pair: Uint8Array
    readonly position: Uint8Array
    readonly addresses: readonly string[]
  },
  asked: Deposit,
): readonly ScriptOp[] | Refusal {
  const faces = loadFaces(call, at, before, wasPosition)
  if (isRefusal(faces)) return faces
  const arrays = loadArrays(call, at.lbPair, addresses, asked)
  if (isRefusal(arrays)) return arrays
  const [pair, position] = [Uint8Array.from(before), Uint8Array.from(wasPosition)]
  const net = {
    ...asked,
    amountX: afterTransferFee(call, at.tokenXMint, asked.amountX),
    amountY: afterTransferFee(call, at.tokenYMint, asked.amountY),
  }
  refreshReferences(pair, BigInt(call.unixTimeSec))
  const spent = spread({ pair, position, arrays }, net)
  if (spent === null) return refuse(DLMM_ERRORS.overflow)
  if (spent.x === 0n && spent.y === 0n) return refuse(DLMM_ERRORS.zeroLiquidity)
  for (const { index } of arrays.values())
    if (!markArray(pair, index, true)) return refuse(DLMM_ERRORS.noBitmapExtension)
  putInt(position, DLMM_POSITION_AT.lastUpdated, 8, call.unixTimeSec)
  const authority = at.sender
  const pay = (face: (typeof faces)[number], from: string, to: string, amount: bigint): readonly ScriptOp[] =>
    amount === 0n
      ? []
      : [moveTokens(face, { from, to, authority, amountRaw: beforeTransferFee(call, face.address, amount) })]
  const event = Buffer.concat([
    ADD_LIQUIDITY_EVENT,
    ...[at.lbPair, at.sender, at.position].map((key) => keyBytes(key)),
    intBytes(8, spent.x),
    intBytes(8, spent.y),
    intBytes(4, lbPairFacts(pair).activeId),
  ])
  return [
    ...[...arrays.values()].flatMap(({ address, before: was, data }) => writeChanges(address, was, data)),
    ...writeChanges(at.position, wasPosition, position),
    ...writeChanges(at.lbPair, before, pair),
    ...pay(faces[0], at.userTokenX, at.reserveX, spent.x),
    ...pay(faces[1], at.userTokenY, at.reserveY, spent.y),
    emitCpi(DLMM_PROGRAM, DLMM_EVENT_AUTHORITY, event),
  ]
}

function loadFaces(call: EmulatorCall, at: Accounts, pair: Uint8Array, position: Uint8Array) {
  const { mintX, mintY, reserveX, reserveY } = lbPairFacts(pair)
  const x = loadMint(call, at.tokenXMint, 'tokenXMint')
  if (isRefusal(x)) return x
  const y = loadMint(call, at.tokenYMint, 'tokenYMint')
  if (isRefusal(y)) return y
  const fault = checkAddresses([
    ['position', keyAt(position, DLMM_POSITION_AT.pair), at.lbPair, ANCHOR.hasOne],
    ['position', keyAt(position, DLMM_POSITION_AT.owner), at.sender, ANCHOR.raw],
    ['reserveX', at.reserveX, reserveX, ANCHOR.hasOne],
    ['reserveY', at.reserveY, reserveY, ANCHOR.hasOne],
    ['tokenXMint', at.tokenXMint, mintX, ANCHOR.hasOne],
    ['tokenYMint', at.tokenYMint, mintY, ANCHOR.hasOne],
    ['tokenXProgram', at.tokenXProgram, x.tokenProgram, ANCHOR.programId],
    ['tokenYProgram', at.tokenYProgram, y.tokenProgram, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DLMM_EVENT_AUTHORITY.address],
    ['program', at.program, DLMM_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  for (const [name, mint] of [
    ['userTokenX', mintX],
    ['userTokenY', mintY],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  return [
    { ...x, address: mintX },
    { ...y, address: mintY },
  ] as const
}

/** The arrays of a range, all of which must be among the given accounts. */
function loadArrays(
  call: EmulatorCall,
  pair: string,
  addresses: readonly string[],
  { lower, upper }: Deposit,
): Map<number, BinArray> | Refusal {
  const arrays = new Map<number, BinArray>()
  for (const address of addresses) {
    const data = loadOwned(call, address, { name: 'binArray', owner: DLMM_PROGRAM, decode: readBinArray })
    if (isRefusal(data)) return data
    if (keyAt(data, 24) !== pair) return refuse(DLMM_ERRORS.invalidBinArray)
    const index = Number(intAt(data, 8, 8))
    if (index >= binArrayIndexOf(lower) && index <= binArrayIndexOf(upper))
      arrays.set(index, { address, index, before: Uint8Array.from(data), data })
  }
  const needed = binArrayIndexOf(upper) - binArrayIndexOf(lower) + 1
  return arrays.size === needed ? arrays : refuse(ANCHOR.notEnoughKeys)
}

/** Puts the amounts into the bins and the shares into the position; returns what was used, null when it does not
 *  fit. */
function spread(
  into: {
    readonly pair: Uint8Array
    readonly position: Uint8Array
    readonly arrays: ReadonlyMap<number, BinArray>
  },
  { amountX, amountY, lower, upper }: Deposit,
): { readonly x: bigint; readonly y: bigint } | null {
  const { pair, position, arrays } = into
  const { activeId, binStep } = lbPairFacts(pair)
  const binsOfX = Math.max(0, upper - Math.max(lower, activeId + 1) + 1)
  const binsOfY = Math.max(0, Math.min(upper, activeId) - lower + 1)
  const [eachX, eachY] = [
    binsOfX === 0 ? 0n : amountX / BigInt(binsOfX),
    binsOfY === 0 ? 0n : amountY / BigInt(binsOfY),
  ]
  const firstBin = Number(intAt(position, DLMM_POSITION_AT.lowerBin, 4))
  let [spentX, spentY] = [0n, 0n]
  for (let id = lower; id <= upper; id++) {
    const [x, y] = [id > activeId ? eachX : 0n, id <= activeId ? eachY : 0n]
    const { data } = arrays.get(binArrayIndexOf(id))!
    const shares = addToBin(data, { id, binStep, x, y })
    if (shares === null) return null
    const at = DLMM_POSITION_AT.shares + (id - firstBin) * 16
    creditFees(position, data, { id, slot: id - firstBin, held: uintAt(position, at, 16) })
    const sum = uintAt(position, at, 16) + shares
    if (sum > MAX_U128) return null
    putInt(position, at, 16, sum)
    spentX += x
    spentY += y
  }
  return { x: spentX, y: spentY }
}

/** Liquidity of a bin is price x X + Y in Q64.64; shares are in proportion to what is there. */
function addToBin(
  array: Uint8Array,
  { id, binStep, x, y }: { id: number; binStep: number; x: bigint; y: bigint },
): bigint | null {
  const at = binOffset(id)
  const stored = uintAt(array, at + BIN_AT.price, 16)
  const price = stored === 0n ? priceOfBin(id, binStep) : stored
  const [heldX, heldY] = [uintAt(array, at + BIN_AT.amountX, 8), uintAt(array, at + BIN_AT.amountY, 8)]
  const supply = uintAt(array, at + BIN_AT.liquidity, 16)
  const worth = (amountX: bigint, amountY: bigint): bigint => price * amountX + (amountY << 64n)
  const held = worth(heldX, heldY)
  const shares = supply === 0n || held === 0n ? worth(x, y) : (worth(x, y) * supply) / held
  if (heldX + x > MAX_U64 || heldY + y > MAX_U64 || supply + shares > MAX_U128) return null
  putInt(array, at + BIN_AT.amountX, 8, heldX + x)
  putInt(array, at + BIN_AT.amountY, 8, heldY + y)
  putInt(array, at + BIN_AT.price, 16, price)
  putInt(array, at + BIN_AT.liquidity, 16, supply + shares)
  return shares
}

/** What the shares so far have earned becomes the position's to claim. */
function creditFees(
  position: Uint8Array,
  array: Uint8Array,
  { id, slot, held }: { readonly id: number; readonly slot: number; readonly held: bigint },
): void {
  const info = DLMM_POSITION_AT.feeInfos + slot * FEE_INFO_BYTES
  for (const [stored, complete, pending] of [
    [BIN_AT.feeX, info, info + 32],
    [BIN_AT.feeY, info + 16, info + 40],
  ] as const) {
    const now = uintAt(array, binOffset(id) + stored, 16)
    const grown = BigInt.asUintN(128, now - uintAt(position, complete, 16))
    const earned = ((held >> 64n) * grown) >> 64n
    putInt(position, pending, 8, BigInt.asUintN(64, uintAt(position, pending, 8) + earned))
    putInt(position, complete, 16, now)
  }
}
