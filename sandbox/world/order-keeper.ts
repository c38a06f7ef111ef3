import { accountUses } from '../../src/chain/solana/account-list.ts'
import { compileV0Message, joinWithoutSignatures } from '../../src/chain/solana/compile-message.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
} from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { MAX_WIRE_BYTES } from '../../src/hot-paths/wire-transaction.ts'
import type { SandboxChain } from '../chain/types.ts'
import { intBytes } from '../programs/byte-fields.ts'
import {
  DCA_PROGRAM,
  DCA_TAGS,
  type DcaState,
  dcaEventAuthority,
  dcaFeeOwner,
  decodeDca,
  FULFILL_ACCOUNTS,
  nextAmount,
  ORDER_KEEPER,
} from '../programs/jupiter/recurring-layout.ts'
import { dueFor } from '../programs/jupiter/trigger-emulator.ts'
import {
  decodeTriggerOrder,
  FILL_ORDER_ACCOUNTS,
  TRIGGER_PROGRAM,
  TRIGGER_TAGS,
  type TriggerOrder,
  triggerEventAuthority,
  triggerFeeOwner,
} from '../programs/jupiter/trigger-layout.ts'
import { type SwapOrder, swapGroups } from '../providers/jupiter-trading/build-swap.ts'
import { type FoundRoute, findRoute } from '../providers/jupiter-trading/find-route.ts'
import { cancelOrderInstructions } from '../providers/jupiter-trading/order-transactions.ts'
import { legOf } from '../providers/jupiter-trading/swap-legs.ts'
import type { Market } from '../providers/market.ts'

/** Looks after open orders: fills limit orders whose price the market gives, buys for DCA positions whose time has
 *  come, and ends orders that are past their time. It signs as one wallet of this world and moves nothing but by the
 *  rules of the order programs. */
export type OrderKeeper = {
  /** Acts on the chain as it is now; returns how many transactions landed. */
  tick(): number
}

/** Orders looked at in one slot; the others have their turn in the next ones. */
const MAX_ORDERS_PER_TICK = 16
/** Parts of an order that are tried where the whole is too much for the pools, largest first. */
const PARTS = [2n, 4n, 8n, 16n] as const
const FUNDED_LAMPORTS = 1_000_000_000_000n
const LEAST_LAMPORTS = 10_000_000_000n
const UNITS = 1_400_000
/** Of the one signature, with its count. */
const SIGNATURE_BYTES = 65
const UNIT_PRICE_MICRO_LAMPORTS = 40_000n

type Keeping = { readonly chain: SandboxChain; readonly market: Market }

export function createOrderKeeper(keeping: Keeping): OrderKeeper {
  const { chain } = keeping
  let turn = 0
  const tick = (): number => {
    const orders = chain.accountsOfProgram(TRIGGER_PROGRAM)
    const positions = chain.accountsOfProgram(DCA_PROGRAM)
    const count = orders.length + positions.length
    if (count === 0) return 0
    fund(chain)
    let landed = 0
    for (let i = 0; i < Math.min(count, MAX_ORDERS_PER_TICK); i++, turn++) {
      const at = turn % count
      const address = at < orders.length ? orders[at]! : positions[at - orders.length]!
      if (at < orders.length ? keepOrder(keeping, address) : keepPosition(keeping, address)) landed++
    }
    return landed
  }
  return { tick }
}

function fund(chain: SandboxChain): void {
  if ((chain.account(ORDER_KEEPER)?.lamports ?? 0n) >= LEAST_LAMPORTS) return
  const data = new Uint8Array(0)
  chain.setAccount(ORDER_KEEPER, { lamports: FUNDED_LAMPORTS, owner: SYSTEM_PROGRAM, data, executable: false })
}

function keepOrder(keeping: Keeping, address: string): boolean {
  const { chain } = keeping
  const account = chain.account(address)
  const state = account === null ? null : decodeTriggerOrder(account.data)
  if (state === null) return false
  if (state.expiredAtSec !== null && BigInt(chain.unixTimeSec()) >= state.expiredAtSec)
    return send(chain, cancelOrderInstructions([{ address, state }], ORDER_KEEPER), [])
  const found = findFill(keeping, state)
  if (found === null) return false
  const { inputRaw, leastRaw, route } = found
  const swap = keeperSwap(chain, route, leastRaw)
  return send(chain, fillInstructions(address, state, { inputRaw, ...swap }), swap.lookupTables)
}

type Fill = { readonly inputRaw: bigint; readonly leastRaw: bigint; readonly route: FoundRoute }

/** The largest part of an order for which the market pays its price; null when it does for none. */
function findFill(keeping: Keeping, state: TriggerOrder): Fill | null {
  const sizes = [state.makingRaw, ...PARTS.map((part) => state.oriMakingRaw / part)].filter(
    (size) => size > 0n && size <= state.makingRaw,
  )
  const whole = fillOf(keeping, state, sizes[0]!)
  // The smallest part has the best price: what it does not get, no other does.
  if (whole !== null || sizes.length === 1 || fillOf(keeping, state, sizes.at(-1)!) === null) return whole
  for (const size of sizes.slice(1)) {
    const part = fillOf(keeping, state, size)
    if (part !== null) return part
  }
  return null
}

function fillOf(keeping: Keeping, state: TriggerOrder, inputRaw: bigint): Fill | null {
  const due = dueFor(state, inputRaw)
  const leastRaw = due - (due * BigInt(state.slippageBps)) / 10_000n
  const route = bestRoute(keeping, state, inputRaw)
  return route === null || route.outRaw < leastRaw ? null : { inputRaw, leastRaw, route }
}

function bestRoute(
  keeping: Keeping,
  { inputMint, outputMint }: { readonly inputMint: string; readonly outputMint: string },
  inRaw: bigint,
): FoundRoute | null {
  return findRoute(keeping, { inputMint, outputMint, inRaw, onlyDirectRoutes: false, allows: () => true })
}

function keepPosition(keeping: Keeping, address: string): boolean {
  const { chain } = keeping
  const account = chain.account(address)
  const state = account === null ? null : decodeDca(account.data)
  if (state === null || BigInt(chain.unixTimeSec()) < state.nextCycleSec) return false
  const route = bestRoute(keeping, state, nextAmount(state))
  if (route === null || route.outRaw < state.minOut || (state.maxOut > 0n && route.outRaw > state.maxOut)) return false
  const swap = keeperSwap(chain, route, route.outRaw)
  return send(chain, fulfillInstructions(address, state, swap), swap.lookupTables)
}

/** The router's instruction as the keeper's own, with the accounts it wants. */
function keeperSwap(chain: SandboxChain, route: FoundRoute, leastRaw: bigint) {
  const legs = route.legs.map(
    ({ leg, inRaw }) => legOf(chain, leg.pool, { inputMint: leg.inputMint, amountRaw: inRaw, wallet: ORDER_KEEPER })!,
  )
  const order: SwapOrder = {
    user: ORDER_KEEPER,
    payer: ORDER_KEEPER,
    legs,
    inRaw: route.legs[0]!.inRaw,
    quotedOutRaw: leastRaw,
    slippageBps: 0,
    feeBps: 0,
    feeAccount: null,
    wrapAndUnwrapSol: false,
    destinationTokenAccount: null,
    nativeDestinationAccount: null,
    tip: null,
    instructionVersion: 1,
  }
  const { setup, swap, lookupTables } = swapGroups(chain, order)
  return { setup, swap, lookupTables }
}

type KeeperSwap = { readonly setup: readonly Instruction[]; readonly swap: Instruction }

function fillInstructions(
  order: string,
  state: TriggerOrder,
  { inputRaw, setup, swap }: KeeperSwap & { readonly inputRaw: bigint },
): Instruction[] {
  const { maker, inputMint, outputMint, inputTokenProgram, outputTokenProgram, inputMintReserve } = state
  const feeOwner = triggerFeeOwner().address
  const isNative = outputMint === NATIVE_MINT
  const accounts = accountUses(
    FILL_ORDER_ACCOUNTS,
    {
      keeper: ORDER_KEEPER,
      maker,
      order,
      inputMintReserve,
      keeperInputAccount: associatedTokenAddress(ORDER_KEEPER, inputMint, inputTokenProgram),
      keeperOutputAccount: associatedTokenAddress(ORDER_KEEPER, outputMint, outputTokenProgram),
      makerOutputAccount: isNative ? maker : associatedTokenAddress(maker, outputMint, outputTokenProgram),
      feeAccount: associatedTokenAddress(feeOwner, outputMint, outputTokenProgram),
      inputMint,
      outputMint,
      inputTokenProgram,
      outputTokenProgram,
      systemProgram: SYSTEM_PROGRAM,
      eventAuthority: triggerEventAuthority().address,
      program: TRIGGER_PROGRAM,
    },
    callback(swap),
  )
  const data = Buffer.concat([TRIGGER_TAGS.fillOrder, intBytes(8, inputRaw), swap.data])
  return [
    ...setup,
    ensure(ORDER_KEEPER, inputMint, inputTokenProgram),
    ensure(feeOwner, outputMint, outputTokenProgram),
    ...(isNative ? [] : [ensure(maker, outputMint, outputTokenProgram)]),
    { programId: TRIGGER_PROGRAM, accounts, data },
  ]
}

function fulfillInstructions(dca: string, state: DcaState, { setup, swap }: KeeperSwap): Instruction[] {
  const { user, inputMint, outputMint, inAccount, outAccount } = state
  const feeOwner = dcaFeeOwner().address
  const isNative = outputMint === NATIVE_MINT
  const accounts = accountUses(
    FULFILL_ACCOUNTS,
    {
      keeper: ORDER_KEEPER,
      user,
      dca,
      inputMint,
      outputMint,
      keeperInAta: associatedTokenAddress(ORDER_KEEPER, inputMint),
      keeperOutAta: associatedTokenAddress(ORDER_KEEPER, outputMint),
      inAta: inAccount,
      outAta: outAccount,
      userOutAccount: isNative ? user : associatedTokenAddress(user, outputMint),
      feeAccount: associatedTokenAddress(feeOwner, outputMint),
      tokenProgram: TOKEN_PROGRAM,
      systemProgram: SYSTEM_PROGRAM,
      eventAuthority: dcaEventAuthority().address,
      program: DCA_PROGRAM,
    },
    callback(swap),
  )
  return [
    ...setup,
    ensure(ORDER_KEEPER, inputMint, TOKEN_PROGRAM),
    ensure(feeOwner, outputMint, TOKEN_PROGRAM),
    ...(isNative ? [] : [ensure(user, outputMint, TOKEN_PROGRAM)]),
    { programId: DCA_PROGRAM, accounts, data: Buffer.concat([DCA_TAGS.fulfill, swap.data]) },
  ]
}

function ensure(owner: string, mint: string, tokenProgram: string): Instruction {
  return createAssociatedTokenAccount({ payer: ORDER_KEEPER, owner, mint, tokenProgram })
}

/** The router and the accounts of its call, behind the order program's own. */
function callback({ programId, accounts }: Instruction): Instruction['accounts'] {
  return [{ address: programId, isSigner: false, isWritable: false }, ...accounts]
}

function send(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  lookupTables: Parameters<typeof compileV0Message>[0]['lookupTables'],
): boolean {
  const message = compileV0Message({
    payer: ORDER_KEEPER,
    blockhash: chain.latestBlockhash('processed').blockhash,
    instructions: [setComputeUnitLimit(UNITS), setComputeUnitPrice(UNIT_PRICE_MICRO_LAMPORTS), ...instructions],
    lookupTables: lookupTables ?? [],
  })
  if (message.bytes.length + SIGNATURE_BYTES > MAX_WIRE_BYTES) return false
  // What the chain would refuse is not sent: another try costs nothing.
  const sent = chain.send(joinWithoutSignatures(message), { trustUnsigned: true })
  return sent.ok && sent.transaction.err === null
}
