import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, SandboxChain, ScriptOp } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import {
  ANCHOR,
  checkAddresses,
  emitCpi,
  error,
  invoke,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { openAccount } from '../open-account.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { moveTokens } from '../token-moves.ts'
import { swapForOrder } from './order-swap.ts'
import {
  CLOSE_DCA_ACCOUNTS,
  DCA_BYTES,
  DCA_FEE_BPS,
  DCA_PROGRAM,
  DCA_TAGS,
  type DcaState,
  dcaEventAuthority,
  dcaFeeOwner,
  dcaPda,
  decodeDca,
  decodeOpenDca,
  encodeDca,
  FULFILL_ACCOUNTS,
  leftRaw,
  nextAmount,
  OPEN_DCA_ACCOUNTS,
  ORDER_KEEPER,
} from './recurring-layout.ts'
import { encodeTradeEvent } from './trigger-layout.ts'

const BPS = 10_000n
const ERRORS = {
  amount: error(6000, 'InvalidAmount', 'Invalid deposit amount'),
  cycleAmount: error(6001, 'InvalidCycleAmount', 'Invalid in amount per cycle'),
  pair: error(6002, 'InvalidPair', 'Invalid pair'),
  tooFrequent: error(6003, 'TooFrequent', 'Too frequent DCA'),
  notTime: error(6007, 'NotReady', 'Cycle is not due yet'),
  price: error(6014, 'PriceOutOfRange', 'Output is outside of the bounds of the order'),
  keeper: error(6017, 'UnauthorizedKeeper', 'Unauthorized keeper'),
} as const

/** Jupiter's DCA: the deposit goes to an account of the position; each cycle a part of it is sold at the market's
 *  price, and what it brought goes to the owner less the fee; the owner may end it at any time. */
export const recurringEmulator = anchorEmulator(DCA_PROGRAM, [
  { tag: DCA_TAGS.openDcaV2.toString('hex'), name: 'OpenDcaV2', run: runOpen },
  { tag: DCA_TAGS.closeDca.toString('hex'), name: 'CloseDca', run: runClose },
  { tag: DCA_TAGS.fulfill.toString('hex'), name: 'FulfillFlashFill', run: runFulfill },
])

export function installRecurring(chain: SandboxChain): void {
  chain.registerEmulator(recurringEmulator)
}

function runOpen(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, OPEN_DCA_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const terms = decodeOpenDca(call.data)
  if (terms === null) return refuse(ANCHOR.didNotDeserialize)
  if (terms.inRaw === 0n) return refuse(ERRORS.amount)
  if (terms.perCycleRaw === 0n || terms.perCycleRaw > terms.inRaw) return refuse(ERRORS.cycleAmount)
  if (terms.cycleSecs === 0n || terms.cycleSecs > MAX_CYCLE_SECS) return refuse(ERRORS.tooFrequent)
  if (at.inputMint === at.outputMint) return refuse(ERRORS.pair)
  const input = classicMint(call, at.inputMint, 'inputMint')
  if (isRefusal(input)) return input
  const output = classicMint(call, at.outputMint, 'outputMint')
  if (isRefusal(output)) return output
  const position = { ...at, applicationIdx: terms.applicationIdx }
  const { address: dca, seeds } = dcaPda(position)
  const [inAccount, outAccount] = [at.inputMint, at.outputMint].map((mint) => associatedTokenAddress(dca, mint))
  const fault = checkAddresses([
    ['dca', at.dca, dca],
    ['inAta', at.inAta, inAccount!, ANCHOR.associated],
    ['outAta', at.outAta, outAccount!, ANCHOR.associated],
  ])
  if (fault !== null) return fault
  const now = BigInt(call.unixTimeSec)
  const startAt = terms.startAtSec ?? now
  const state: DcaState = {
    user: at.user,
    inputMint: at.inputMint,
    outputMint: at.outputMint,
    applicationIdx: terms.applicationIdx,
    nextCycleSec: startAt > now ? startAt : now,
    inDeposited: terms.inRaw,
    inWithdrawn: 0n,
    outWithdrawn: 0n,
    inUsed: 0n,
    outReceived: 0n,
    perCycle: terms.perCycleRaw,
    cycleSecs: terms.cycleSecs,
    inAccount: inAccount!,
    outAccount: outAccount!,
    minOut: terms.minOutRaw ?? 0n,
    maxOut: terms.maxOutRaw ?? 0n,
    createdSec: now,
  }
  const ensure = (mint: string): ScriptOp => invoke(createAssociatedTokenAccount({ payer: at.payer, owner: dca, mint }))
  const deposit = { from: at.userAta, to: inAccount!, authority: at.user, amountRaw: terms.inRaw }
  return [
    ...openAccount(call, { payer: at.payer, account: dca, dataBytes: DCA_BYTES, owner: DCA_PROGRAM, seeds }),
    ensure(at.inputMint),
    ensure(at.outputMint),
    moveTokens({ ...input, address: at.inputMint }, deposit),
    { op: 'write', address: dca, offset: 0, bytes: encodeDca(state) },
  ]
}

const MAX_CYCLE_SECS = 365n * 86_400n

/** Token-2022 is refused by the program. */
function classicMint(call: EmulatorCall, address: string, name: string): LoadedMint | Refusal {
  const mint = loadMint(call, address, name)
  return isRefusal(mint) || mint.tokenProgram === TOKEN_PROGRAM ? mint : refuse(ANCHOR.wrongOwner, name)
}

type Loaded = { readonly state: DcaState; readonly seeds: readonly Uint8Array[] }
type OwnAccounts = Readonly<Record<'dca' | 'user' | 'inputMint' | 'outputMint' | 'inAta' | 'outAta', string>>

function loadPosition(call: EmulatorCall, at: OwnAccounts): Loaded | Refusal {
  const state = loadOwned(call, at.dca, { name: 'dca', owner: DCA_PROGRAM, decode: decodeDca })
  if (isRefusal(state)) return state
  const fault = checkAddresses([
    ['user', at.user, state.user, ANCHOR.hasOne],
    ['inputMint', at.inputMint, state.inputMint, ANCHOR.hasOne],
    ['outputMint', at.outputMint, state.outputMint, ANCHOR.hasOne],
    ['inAta', at.inAta, state.inAccount, ANCHOR.address],
    ['outAta', at.outAta, state.outAccount, ANCHOR.address],
  ])
  return fault ?? { state, seeds: dcaPda(state).seeds }
}

function runClose(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, CLOSE_DCA_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const loaded = loadPosition(call, at)
  if (isRefusal(loaded)) return loaded
  const { state, seeds } = loaded
  const own = associatedTokenAddress(state.user, state.inputMint)
  const fault = checkAddresses([['userInAta', at.userInAta, own, ANCHOR.associated]])
  if (fault !== null) return fault
  const input = loadMint(call, state.inputMint, 'inputMint')
  if (isRefusal(input)) return input
  const back = { from: state.inAccount, to: own, authority: at.dca, amountRaw: heldIn(call, state.inAccount) }
  return [
    moveTokens({ ...input, address: state.inputMint }, back, seeds),
    ...closePosition(call, at.dca, loaded, back.amountRaw),
  ]
}

/** All that lies in an account of the position: anyone may have sent something there. */
function heldIn(call: EmulatorCall, account: string): bigint {
  return readTokenAccount(call.read(account)?.data ?? new Uint8Array(0))?.amountRaw ?? 0n
}

/** Rent of all three accounts goes back to the owner; an account that someone left tokens in stays. */
function closePosition(call: EmulatorCall, dca: string, { state, seeds }: Loaded, spentRaw: bigint): ScriptOp[] {
  const { user, inAccount, outAccount } = state
  const close = (account: string): ScriptOp =>
    invoke(closeTokenAccount({ account, destination: user, authority: dca }), seeds)
  return [
    ...(heldIn(call, inAccount) === spentRaw ? [close(inAccount)] : []),
    ...(heldIn(call, outAccount) === 0n ? [close(outAccount)] : []),
    { op: 'write', address: dca, offset: 0, bytes: new Uint8Array(8) },
    { op: 'moveLamports', from: dca, to: user, lamports: call.read(dca)!.lamports },
  ]
}

function runFulfill(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, FULFILL_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  if (at.keeper !== ORDER_KEEPER) return refuse(ERRORS.keeper)
  const loaded = loadPosition(call, at)
  if (isRefusal(loaded)) return loaded
  const { state, seeds } = loaded
  if (BigInt(call.unixTimeSec) < state.nextCycleSec) return refuse(ERRORS.notTime)
  const isNative = state.outputMint === NATIVE_MINT
  const fault = checkAddresses([
    [
      'userOutAccount',
      at.userOutAccount,
      isNative ? state.user : associatedTokenAddress(state.user, state.outputMint),
      ANCHOR.associated,
    ],
    ['feeAccount', at.feeAccount, associatedTokenAddress(dcaFeeOwner().address, state.outputMint), ANCHOR.associated],
    ['eventAuthority', at.eventAuthority, dcaEventAuthority().address],
  ])
  if (fault !== null) return fault
  const [input, output] = [loadMint(call, state.inputMint, 'inputMint'), loadMint(call, state.outputMint, 'outputMint')]
  if (isRefusal(input)) return input
  if (isRefusal(output)) return output
  const inputRaw = nextAmount(state)
  const lent = { from: state.inAccount, to: at.keeperInAta, authority: at.dca, amountRaw: inputRaw }
  const swapped = swapForOrder(call, [moveTokens({ ...input, address: state.inputMint }, lent, seeds)], {
    keeper: at.keeper,
    accounts: remaining,
    data: call.data.slice(FULFILL_ROUTE_AT),
    keeperOutput: at.keeperOutAta,
  })
  if (swapped.outRaw === null) return swapped.ops
  const { outRaw } = swapped
  if (outRaw < state.minOut || (state.maxOut > 0n && outRaw > state.maxOut))
    return { refused: [...swapped.ops, ...refuse(ERRORS.price).refused] }
  const feeRaw = (outRaw * DCA_FEE_BPS) / BPS
  const netRaw = outRaw - feeRaw
  const pay = (to: string, amountRaw: bigint): ScriptOp =>
    moveTokens({ ...output, address: state.outputMint }, { from: at.keeperOutAta, to, authority: at.keeper, amountRaw })
  return [
    ...swapped.ops,
    isNative
      ? invoke(transferLamports({ from: at.keeper, to: state.user, lamports: netRaw }))
      : pay(at.userOutAccount, netRaw),
    ...(feeRaw > 0n ? [pay(at.feeAccount, feeRaw)] : []),
    ...settle(call, at.dca, loaded, { inputRaw, netRaw }),
    emitCpi(
      DCA_PROGRAM,
      dcaEventAuthority(),
      encodeTradeEvent({ order: at.dca, keeper: at.keeper, inputRaw, outputRaw: netRaw, feeRaw }),
    ),
  ]
}

/** The data of the router's instruction follows the tag. */
const FULFILL_ROUTE_AT = 8

function settle(
  call: EmulatorCall,
  dca: string,
  loaded: Loaded,
  { inputRaw, netRaw }: { readonly inputRaw: bigint; readonly netRaw: bigint },
): ScriptOp[] {
  const { state } = loaded
  const after: DcaState = {
    ...state,
    inUsed: state.inUsed + inputRaw,
    outReceived: state.outReceived + netRaw,
    outWithdrawn: state.outWithdrawn + netRaw,
    nextCycleSec: state.nextCycleSec + state.cycleSecs,
  }
  if (leftRaw(after) === 0n) return closePosition(call, dca, loaded, inputRaw)
  return [{ op: 'write', address: dca, offset: 0, bytes: encodeDca(after) }]
}
