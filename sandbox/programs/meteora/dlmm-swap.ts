import { type AccountList, accountList } from '../../../src/chain/solana/account-list.ts'
import { MEMO_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import {
  ANCHOR,
  type AnchorError,
  checkAddresses,
  emitCpi,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { intAt, intBytes, keyAt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, keyBytes, moveTokens } from '../token-moves.ts'
import {
  BIN_ARRAY_BYTES,
  BIN_ARRAY_TAG,
  type BinArray,
  DLMM_ERRORS,
  DLMM_EVENT_AUTHORITY,
  DLMM_PROGRAM,
  LB_PAIR_AT,
  lbPairFacts,
  lbPairSeeds,
  readLbPair,
  readTagged,
} from './dlmm-layout.ts'
import { type DlmmOutcome, takesDlmmFeeFromInput, walkBins } from './dlmm-swap-math.ts'

const SHARED = [
  'lbPair:w',
  'binArrayBitmapExtension',
  'reserveX:w',
  'reserveY:w',
  'userTokenIn:w',
  'userTokenOut:w',
  'tokenXMint',
  'tokenYMint',
  'oracle:w',
  'hostFeeIn',
  'user:s',
  'tokenXProgram',
  'tokenYProgram',
] as const
const SWAP_ACCOUNTS = accountList([...SHARED, 'eventAuthority', 'program'])
const SWAP2_ACCOUNTS = accountList([...SHARED, 'memoProgram', 'eventAuthority', 'program'])
const SWAP_EVENT = Buffer.from('516ce3becdd00ac4', 'hex')
const SWAP2_EVENT = Buffer.from('2e7452d7941b544d', 'hex')
/** Share of the protocol's fee for who brought the trade. */
const HOST_BPS = 2_000n
const MAX_SLICES = 8
const MULTI_REWARD_SLICE = 3
const readBinArray = readTagged(BIN_ARRAY_TAG, BIN_ARRAY_BYTES)

type NameIn<L> = L extends AccountList<infer Name> ? Name : never
type Accounts = Readonly<Record<NameIn<typeof SWAP_ACCOUNTS>, string>>
export type DlmmSwapName = 'swap' | 'swap2' | 'swapExactOut2'
type Face = LoadedMint & { readonly address: string; readonly reserve: string }
type Swap = {
  readonly call: EmulatorCall
  readonly at: Accounts
  readonly before: Uint8Array
  readonly arrays: ReadonlyMap<number, BinArray>
  readonly input: Face
  readonly output: Face
  readonly isForY: boolean
  readonly amount: bigint
  readonly limit: bigint
}

/** `swap` and `swap2` give an exact input, `swap_exact_out2` takes an exact output. */
export function runDlmmSwap(call: EmulatorCall, name: DlmmSwapName): readonly ScriptOp[] | Refusal {
  const swap = loadSwap(call, name)
  if (isRefusal(swap)) return swap
  const { at, before, arrays, input, output, isForY, amount, limit } = swap
  const isExactOut = name === 'swapExactOut2'
  const pair = Uint8Array.from(before)
  const wanted = isExactOut
    ? beforeTransferFee(call, output.address, limit)
    : afterTransferFee(call, input.address, amount)
  const hostBps = at.hostFeeIn === DLMM_PROGRAM ? 0n : HOST_BPS
  const nowSec = BigInt(call.unixTimeSec)
  const done = walkBins(pair, arrays, { amount: wanted, isExactOut, isForY, nowSec, hostBps })
  if ('code' in done) return refuse(done)
  if (done.output === 0n) return refuse(DLMM_ERRORS.nothingOut)
  const paid = isExactOut ? beforeTransferFee(call, input.address, done.input) : amount
  const received = afterTransferFee(call, output.address, done.output)
  if (isExactOut ? paid > amount : received < limit) return refuse(DLMM_ERRORS.slippage)
  return swapOps(swap, pair, done, paid)
}

function loadSwap(call: EmulatorCall, name: DlmmSwapName): Swap | Refusal {
  const read = readAccounts(call, name === 'swap' ? SWAP_ACCOUNTS : SWAP2_ACCOUNTS)
  if (isRefusal(read)) return read
  const at: Accounts = read.at
  const args = readArgs(call.data)
  // Exact output names the most that may go in first, then the output.
  const [amount, limit] = [args.uint(8), args.uint(8)]
  const rest = name === 'swap' ? read.remaining : skipSlices(args, read.remaining)
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  if (rest === null) return refuse(DLMM_ERRORS.remainingSlice)
  const before = loadOwned(call, at.lbPair, { name: 'lbPair', owner: DLMM_PROGRAM, decode: readLbPair })
  if (isRefusal(before)) return before
  const x = loadMint(call, at.tokenXMint, 'tokenXMint')
  if (isRefusal(x)) return x
  const y = loadMint(call, at.tokenYMint, 'tokenYMint')
  if (isRefusal(y)) return y
  const fault = checkSwap(call, at, before, { x, y, name }, 'memoProgram' in read.at ? read.at.memoProgram : null)
  if (fault !== null) return fault
  const { mintX, mintY, reserveX, reserveY } = lbPairFacts(before)
  const isForY = !isRefusal(loadBalance(call, at.userTokenIn, { name: 'userTokenIn', mint: mintX }))
  const faces = [
    { ...x, address: mintX, reserve: reserveX },
    { ...y, address: mintY, reserve: reserveY },
  ] as const
  const [input, output] = isForY ? faces : [faces[1], faces[0]]
  for (const [account, mint] of [
    ['userTokenIn', input.address],
    ['userTokenOut', output.address],
  ] as const) {
    const held = loadBalance(call, at[account], { name: account, mint })
    if (isRefusal(held)) return held
  }
  if ((name === 'swapExactOut2' ? limit : amount) === 0n) return refuse(DLMM_ERRORS.invalidInput)
  const arrays = loadArrays(call, at.lbPair, rest)
  if (!(arrays instanceof Map)) return refuse(arrays)
  return { call, at, before, arrays, input, output, isForY, amount, limit }
}

/** Accounts of transfer hooks come first, as many as the slices say; hooks are not emulated here. */
function skipSlices(
  args: ReturnType<typeof readArgs>,
  remaining: EmulatorCall['accounts'],
): EmulatorCall['accounts'] | null {
  const count = args.small(4)
  if (count > MAX_SLICES) return null
  let taken = 0
  for (let i = 0; i < count; i++) {
    const kind = args.small(1)
    if (kind > MULTI_REWARD_SLICE + 1) return null
    if (kind === MULTI_REWARD_SLICE) args.small(1)
    taken += args.small(1)
  }
  return taken > remaining.length ? null : remaining.slice(taken)
}

function checkSwap(
  call: EmulatorCall,
  at: Accounts,
  pair: Uint8Array,
  asked: { readonly x: LoadedMint; readonly y: LoadedMint; readonly name: DlmmSwapName },
  memoProgram: string | null,
): Refusal | null {
  const { mintX, mintY, reserveX, reserveY, oracle } = lbPairFacts(pair)
  const [programX, programY] =
    asked.name === 'swap' ? [TOKEN_PROGRAM, TOKEN_PROGRAM] : [asked.x.tokenProgram, asked.y.tokenProgram]
  const fault = checkAddresses([
    ['reserveX', at.reserveX, reserveX, ANCHOR.hasOne],
    ['reserveY', at.reserveY, reserveY, ANCHOR.hasOne],
    ['tokenXMint', at.tokenXMint, mintX, ANCHOR.hasOne],
    ['tokenYMint', at.tokenYMint, mintY, ANCHOR.hasOne],
    ['oracle', at.oracle, oracle, ANCHOR.hasOne],
    ['tokenXProgram', at.tokenXProgram, programX, ANCHOR.programId],
    ['tokenYProgram', at.tokenYProgram, programY, ANCHOR.programId],
    ['memoProgram', memoProgram ?? MEMO_PROGRAM, MEMO_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DLMM_EVENT_AUTHORITY.address],
    ['program', at.program, DLMM_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  const point = BigInt(pair[LB_PAIR_AT.activationType] === 0 ? call.slot : call.unixTimeSec)
  const isEarly = point < uintAt(pair, LB_PAIR_AT.activationPoint, 8)
  const mayBeEarly = keyAt(pair, LB_PAIR_AT.preActivationSwapper) === at.user
  return pair[LB_PAIR_AT.status] !== 0 || (isEarly && !mayBeEarly) ? refuse(DLMM_ERRORS.disabled) : null
}

function loadArrays(
  call: EmulatorCall,
  pair: string,
  accounts: EmulatorCall['accounts'],
): Map<number, BinArray> | AnchorError {
  const arrays = new Map<number, BinArray>()
  for (const { address, isWritable } of accounts) {
    const account = call.read(address)
    // What is no bin array may be there for someone else.
    if (account === null || account.owner !== DLMM_PROGRAM) continue
    const data = readBinArray(account.data)
    if (data === null) continue
    if (!isWritable) return ANCHOR.mut
    if (keyAt(data, 24) !== pair) return DLMM_ERRORS.invalidBinArray
    const index = Number(intAt(data, 8, 8))
    arrays.set(index, { address, index, before: Uint8Array.from(data), data })
  }
  return arrays
}

function swapOps(swap: Swap, after: Uint8Array, done: DlmmOutcome, paid: bigint): readonly ScriptOp[] {
  const { at, before, arrays, input, output, isForY } = swap
  const seeds = lbPairSeeds(before)
  const give = (face: Face, to: string, amountRaw: bigint): ScriptOp =>
    moveTokens(face, { from: face.reserve, to, authority: at.lbPair, amountRaw }, seeds)
  const feeFace = takesDlmmFeeFromInput(before, isForY) ? input : output
  const emit = (event: Uint8Array): ScriptOp => emitCpi(DLMM_PROGRAM, DLMM_EVENT_AUTHORITY, event)
  // The older event is announced before the tokens move, the newer one after.
  return [
    emit(swapEvent(swap, done)),
    moveTokens(input, { from: at.userTokenIn, to: input.reserve, authority: at.user, amountRaw: paid }),
    give(output, at.userTokenOut, done.output),
    ...(done.hostFee > 0n ? [give(feeFace, at.hostFeeIn, done.hostFee)] : []),
    ...[...arrays.values()].flatMap(({ address, before: was, data }) => writeChanges(address, was, data)),
    ...writeChanges(at.lbPair, before, after),
    emit(swap2Event(swap, done)),
  ]
}

function eventHead(tag: Uint8Array, { at }: Swap, done: DlmmOutcome): readonly Uint8Array[] {
  return [tag, keyBytes(at.lbPair), keyBytes(at.user), intBytes(4, done.startId), intBytes(4, done.endId)]
}

function swapEvent(swap: Swap, done: DlmmOutcome): Uint8Array {
  const u64 = (value: bigint): Uint8Array => intBytes(8, value)
  return Buffer.concat([
    ...eventHead(SWAP_EVENT, swap, done),
    u64(done.input),
    u64(done.output),
    Uint8Array.of(swap.isForY ? 1 : 0),
    u64(done.fee),
    u64(done.protocolFee),
    intBytes(16, done.rate),
    u64(done.hostFee),
  ])
}

/** The newer form of the same; there are no limit orders here. */
function swap2Event(swap: Swap, done: DlmmOutcome): Uint8Array {
  const { before, isForY } = swap
  const u64 = (value: bigint): Uint8Array => intBytes(8, value)
  const onInput = takesDlmmFeeFromInput(before, isForY)
  return Buffer.concat([
    ...eventHead(SWAP2_EVENT, swap, done),
    Uint8Array.of(isForY ? 1 : 0),
    intBytes(16, done.rate),
    u64(done.input),
    u64(0n),
    u64(done.output),
    u64(done.fee - done.protocolFee - done.hostFee),
    u64(done.protocolFee),
    u64(0n),
    u64(done.hostFee),
    Uint8Array.of(onInput ? 1 : 0, onInput === isForY ? 1 : 0),
  ])
}
