import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
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
import { readArgs } from '../byte-fields.ts'
import { openAccount } from '../open-account.ts'
import { loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { moveTokens } from '../token-moves.ts'
import { ceilDiv } from '../wide-math.ts'
import { swapForOrder } from './order-swap.ts'
import {
  CANCEL_ORDER_ACCOUNTS,
  decodeInitializeOrder,
  decodeTriggerOrder,
  encodeTradeEvent,
  encodeTriggerOrder,
  FILL_ORDER_ACCOUNTS,
  INITIALIZE_ORDER_ACCOUNTS,
  ORDER_BYTES,
  ORDER_FEE_BPS,
  TRIGGER_PROGRAM,
  TRIGGER_TAGS,
  type TriggerOrder,
  triggerEventAuthority,
  triggerFeeOwner,
  triggerOrderPda,
} from './trigger-layout.ts'

const BPS = 10_000n
const ERRORS = {
  makingAmount: error(6000, 'InvalidMakingAmount', 'Invalid making amount'),
  takingAmount: error(6001, 'InvalidTakingAmount', 'Invalid taking amount'),
  expired: error(6009, 'OrderExpired', 'Order expired'),
  notExpired: error(6010, 'OrderNotExpired', 'Order not expired'),
  pair: error(6006, 'InvalidPair', 'Invalid pair'),
} as const

/** Jupiter's limit orders: tokens go to an account of the order when it is made; from there to a keeper who pays the
 *  maker at least the order's price in the same instruction, or back to the maker. */
export const triggerEmulator = anchorEmulator(TRIGGER_PROGRAM, [
  { tag: TRIGGER_TAGS.initializeOrder.toString('hex'), name: 'InitializeOrder', run: runInitializeOrder },
  { tag: TRIGGER_TAGS.cancelOrder.toString('hex'), name: 'CancelOrder', run: runCancelOrder },
  { tag: TRIGGER_TAGS.fillOrder.toString('hex'), name: 'FillOrder', run: runFillOrder },
])

export function installTrigger(chain: SandboxChain): void {
  chain.registerEmulator(triggerEmulator)
}

function runInitializeOrder(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, INITIALIZE_ORDER_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const terms = decodeInitializeOrder(call.data)
  if (terms === null) return refuse(ANCHOR.didNotDeserialize)
  if (terms.makingRaw === 0n) return refuse(ERRORS.makingAmount)
  if (terms.takingRaw === 0n) return refuse(ERRORS.takingAmount)
  if (terms.expiredAtSec !== null && terms.expiredAtSec <= BigInt(call.unixTimeSec)) return refuse(ERRORS.expired)
  if (at.inputMint === at.outputMint || terms.slippageBps > Number(BPS)) return refuse(ERRORS.pair)
  const input = loadMint(call, at.inputMint, 'inputMint')
  if (isRefusal(input)) return input
  const output = loadMint(call, at.outputMint, 'outputMint')
  if (isRefusal(output)) return output
  const { address: order, seeds } = triggerOrderPda(at.maker, terms.uniqueId)
  const fault = checkAddresses([
    ['order', at.order, order],
    ['inputTokenProgram', at.inputTokenProgram, input.tokenProgram, ANCHOR.programId],
    ['outputTokenProgram', at.outputTokenProgram, output.tokenProgram, ANCHOR.programId],
    [
      'inputMintReserve',
      at.inputMintReserve,
      associatedTokenAddress(order, at.inputMint, input.tokenProgram),
      ANCHOR.associated,
    ],
  ])
  if (fault !== null) return fault
  const state: TriggerOrder = {
    maker: at.maker,
    inputMint: at.inputMint,
    outputMint: at.outputMint,
    inputTokenProgram: input.tokenProgram,
    outputTokenProgram: output.tokenProgram,
    inputMintReserve: at.inputMintReserve,
    uniqueId: terms.uniqueId,
    oriMakingRaw: terms.makingRaw,
    oriTakingRaw: terms.takingRaw,
    makingRaw: terms.makingRaw,
    takingRaw: terms.takingRaw,
    expiredAtSec: terms.expiredAtSec,
    slippageBps: terms.slippageBps,
    createdSec: call.unixTimeSec,
    updatedSec: call.unixTimeSec,
  }
  const deposit = {
    from: at.makerInputMintAccount,
    to: at.inputMintReserve,
    authority: at.maker,
    amountRaw: terms.makingRaw,
  }
  return [
    ...openAccount(call, { payer: at.payer, account: order, dataBytes: ORDER_BYTES, owner: TRIGGER_PROGRAM, seeds }),
    invoke(
      createAssociatedTokenAccount({
        payer: at.payer,
        owner: order,
        mint: at.inputMint,
        tokenProgram: input.tokenProgram,
      }),
    ),
    moveTokens({ ...input, address: at.inputMint }, deposit),
    { op: 'write', address: order, offset: 0, bytes: encodeTriggerOrder(state) },
  ]
}

type Loaded = { readonly state: TriggerOrder; readonly seeds: readonly Uint8Array[] }

/** An order with the accounts that must be its own. */
function loadOrder(
  call: EmulatorCall,
  at: { readonly order: string; readonly maker: string; readonly inputMintReserve: string; readonly inputMint: string },
): Loaded | Refusal {
  const state = loadOwned(call, at.order, { name: 'order', owner: TRIGGER_PROGRAM, decode: decodeTriggerOrder })
  if (isRefusal(state)) return state
  const fault = checkAddresses([
    ['maker', at.maker, state.maker, ANCHOR.hasOne],
    ['inputMint', at.inputMint, state.inputMint, ANCHOR.hasOne],
    ['inputMintReserve', at.inputMintReserve, state.inputMintReserve, ANCHOR.hasOne],
  ])
  return fault ?? { state, seeds: triggerOrderPda(state.maker, state.uniqueId).seeds }
}

function runCancelOrder(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, CANCEL_ORDER_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const loaded = loadOrder(call, at)
  if (isRefusal(loaded)) return loaded
  const { state, seeds } = loaded
  // Whoever signs: what is left goes to the maker, but before the order's end only the maker may ask for it.
  if (at.signer !== state.maker && !isExpired(call, state)) return refuse(ERRORS.notExpired)
  const input = loadMint(call, state.inputMint, 'inputMint')
  if (isRefusal(input)) return input
  const own = associatedTokenAddress(state.maker, state.inputMint, state.inputTokenProgram)
  const fault = checkAddresses([['makerInputMintAccount', at.makerInputMintAccount, own, ANCHOR.associated]])
  if (fault !== null) return fault
  const back = { from: at.inputMintReserve, to: own, authority: at.order, amountRaw: reserveRaw(call, state) }
  return [moveTokens({ ...input, address: state.inputMint }, back, seeds), ...closeOrder(call, at.order, loaded)]
}

/** All that lies in the reserve: anyone may have sent something there, and only an empty account can be closed. */
function reserveRaw(call: EmulatorCall, { inputMintReserve }: TriggerOrder): bigint {
  return readTokenAccount(call.read(inputMintReserve)?.data ?? new Uint8Array(0))?.amountRaw ?? 0n
}

function isExpired(call: EmulatorCall, { expiredAtSec }: TriggerOrder): boolean {
  return expiredAtSec !== null && BigInt(call.unixTimeSec) >= expiredAtSec
}

/** Rent of both accounts goes back to the maker. */
function closeOrder(call: EmulatorCall, order: string, { state, seeds }: Loaded): ScriptOp[] {
  const { inputMintReserve, maker, inputTokenProgram } = state
  return [
    invoke(
      closeTokenAccount({
        account: inputMintReserve,
        destination: maker,
        authority: order,
        tokenProgram: inputTokenProgram,
      }),
      seeds,
    ),
    { op: 'write', address: order, offset: 0, bytes: new Uint8Array(8) },
    { op: 'moveLamports', from: order, to: maker, lamports: call.read(order)!.lamports },
  ]
}

function runFillOrder(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, FILL_ORDER_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const loaded = loadOrder(call, at)
  if (isRefusal(loaded)) return loaded
  const { state, seeds } = loaded
  if (isExpired(call, state)) return refuse(ERRORS.expired)
  const args = readArgs(call.data)
  const inputRaw = args.uint(8)
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  if (inputRaw === 0n || inputRaw > state.makingRaw) return refuse(ERRORS.makingAmount)
  const fault = checkFill(at, state)
  if (fault !== null) return fault
  const [input, output] = [loadMint(call, state.inputMint, 'inputMint'), loadMint(call, state.outputMint, 'outputMint')]
  if (isRefusal(input)) return input
  if (isRefusal(output)) return output
  const lend = (amountRaw: bigint): ScriptOp =>
    moveTokens(
      { ...input, address: state.inputMint },
      { from: at.inputMintReserve, to: at.keeperInputAccount, authority: at.order, amountRaw },
      seeds,
    )
  const extraRaw = inputRaw === state.makingRaw ? reserveRaw(call, state) - inputRaw : 0n
  const swapped = swapForOrder(call, [lend(inputRaw)], {
    keeper: at.keeper,
    accounts: remaining,
    data: call.data.slice(FILL_ROUTE_AT),
    keeperOutput: at.keeperOutputAccount,
  })
  if (swapped.outRaw === null) return swapped.ops
  const dueRaw = dueFor(state, inputRaw)
  const leastRaw = dueRaw - (dueRaw * BigInt(state.slippageBps)) / BPS
  if (swapped.outRaw < leastRaw) return { refused: [...swapped.ops, ...refuse(ERRORS.takingAmount).refused] }
  const paidRaw = swapped.outRaw < dueRaw ? swapped.outRaw : dueRaw
  const feeRaw = (paidRaw * ORDER_FEE_BPS) / BPS
  const token = { ...output, address: state.outputMint }
  const pay = (to: string, amountRaw: bigint): ScriptOp =>
    moveTokens(token, { from: at.keeperOutputAccount, to, authority: at.keeper, amountRaw })
  // SOL is paid as SOL: the keeper keeps the wrapped one.
  const isNative = state.outputMint === NATIVE_MINT
  const net = paidRaw - feeRaw
  return [
    ...swapped.ops,
    isNative
      ? invoke(transferLamports({ from: at.keeper, to: at.maker, lamports: net }))
      : pay(at.makerOutputAccount, net),
    ...(feeRaw > 0n ? [pay(at.feeAccount, feeRaw)] : []),
    ...(extraRaw > 0n ? [lend(extraRaw)] : []),
    ...settle(call, at.order, loaded, { inputRaw, dueRaw }),
    emitCpi(
      TRIGGER_PROGRAM,
      triggerEventAuthority(),
      encodeTradeEvent({ order: at.order, keeper: at.keeper, inputRaw, outputRaw: paidRaw, feeRaw }),
    ),
  ]
}

/** The data of the router's instruction follows the amount. */
const FILL_ROUTE_AT = 16

/** What the maker is to get for a part of the order, rounded in the maker's favour. */
export function dueFor(state: TriggerOrder, inputRaw: bigint): bigint {
  if (inputRaw === state.makingRaw) return state.takingRaw
  const due = ceilDiv(state.oriTakingRaw * inputRaw, state.oriMakingRaw)
  return due < state.takingRaw ? due : state.takingRaw
}

function checkFill(
  at: Readonly<Record<'outputMint' | 'makerOutputAccount' | 'feeAccount' | 'eventAuthority', string>>,
  { maker, outputMint, outputTokenProgram }: TriggerOrder,
): Refusal | null {
  const own = associatedTokenAddress(maker, outputMint, outputTokenProgram)
  const fees = associatedTokenAddress(triggerFeeOwner().address, outputMint, outputTokenProgram)
  return checkAddresses([
    ['outputMint', at.outputMint, outputMint, ANCHOR.hasOne],
    ['makerOutputAccount', at.makerOutputAccount, outputMint === NATIVE_MINT ? maker : own, ANCHOR.associated],
    ['feeAccount', at.feeAccount, fees, ANCHOR.associated],
    ['eventAuthority', at.eventAuthority, triggerEventAuthority().address],
  ])
}

function settle(
  call: EmulatorCall,
  order: string,
  loaded: Loaded,
  { inputRaw, dueRaw }: { readonly inputRaw: bigint; readonly dueRaw: bigint },
): ScriptOp[] {
  const { state } = loaded
  if (inputRaw === state.makingRaw) return closeOrder(call, order, loaded)
  const left = {
    ...state,
    makingRaw: state.makingRaw - inputRaw,
    takingRaw: state.takingRaw - dueRaw,
    updatedSec: call.unixTimeSec,
  }
  return [{ op: 'write', address: order, offset: 0, bytes: encodeTriggerOrder(left) }]
}
