import {
  compileLegacyMessage,
  compileV0Message,
  joinWithoutSignatures,
  type LookupTable,
} from '../../../src/chain/solana/compile-message.ts'
import {
  type AccountUse,
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  readonlyAccount,
  readonlySigner,
  setComputeUnitLimit,
  setComputeUnitPrice,
  syncNative,
  transferLamports,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { MAX_WIRE_BYTES } from '../../../src/hot-paths/wire-transaction.ts'
import type { SandboxChain } from '../../chain/types.ts'
import {
  AGGREGATOR_PROGRAM,
  aggregatorEventAuthority,
  encodeRoute,
  MAX_V1_FEE_BPS,
  unwrapAddress,
} from '../../programs/jupiter/aggregator-layout.ts'
import { tokenProgramOf } from '../../world/holdings.ts'
import { poolTable } from './pool-tables.ts'
import type { SwapLeg } from './swap-legs.ts'

const SIGNATURE_BYTES = 65

/** A swap as it is to be signed. */
export type SwapOrder = {
  readonly user: string
  readonly payer: string
  /** As built for `user`; amounts of the swaps on the way do not matter. */
  readonly legs: readonly SwapLeg[]
  readonly inRaw: bigint
  readonly quotedOutRaw: bigint
  readonly slippageBps: number
  readonly feeBps: number
  readonly feeAccount: string | null
  readonly wrapAndUnwrapSol: boolean
  readonly destinationTokenAccount: string | null
  readonly nativeDestinationAccount: string | null
  readonly tip: { readonly from: string; readonly to: string; readonly lamports: bigint } | null
  readonly instructionVersion: 1 | 2
}

/** Everything but the compute budget, in the groups that `/swap-instructions` answers. */
export type SwapGroups = {
  readonly setup: readonly Instruction[]
  readonly swap: Instruction
  readonly cleanup: Instruction | null
  readonly tip: Instruction | null
  readonly lookupTables: readonly LookupTable[]
}

/** The router's instruction alone: `user` signs for tokens in the associated accounts of the mints. */
export function routeInstruction(chain: SandboxChain, order: SwapOrder): Instruction {
  const { user, legs, feeBps, feeAccount, destinationTokenAccount, instructionVersion } = order
  const form = instructionVersion === 2 || feeBps > MAX_V1_FEE_BPS ? 2 : 1
  const [inputMint, outputMint] = [legs[0]!.inputMint, legs.at(-1)!.outputMint]
  const programOf = (mint: string): string => tokenProgramOf(chain, mint)
  const own = (mint: string): AccountUse => writableAccount(associatedTokenAddress(user, mint, programOf(mint)))
  const absent = readonlyAccount(AGGREGATOR_PROGRAM)
  const orAbsent = (account: string | null): AccountUse => (account === null ? absent : writableAccount(account))
  const tail = [readonlyAccount(aggregatorEventAuthority().address), absent]
  const fee = feeBps === 0 ? null : feeAccount
  const head =
    form === 1
      ? [
          readonlyAccount(TOKEN_PROGRAM),
          readonlySigner(user),
          own(inputMint),
          own(outputMint),
          orAbsent(destinationTokenAccount),
          readonlyAccount(outputMint),
          orAbsent(fee),
          ...tail,
        ]
      : [
          readonlySigner(user),
          own(inputMint),
          own(outputMint),
          readonlyAccount(inputMint),
          readonlyAccount(outputMint),
          readonlyAccount(programOf(inputMint)),
          readonlyAccount(programOf(outputMint)),
          orAbsent(destinationTokenAccount),
          ...tail,
          ...(fee === null ? [] : [writableAccount(fee)]),
        ]
  const data = encodeRoute(
    {
      steps: legs.map(({ step }) => step),
      inAmount: order.inRaw,
      quotedOut: order.quotedOutRaw,
      slippageBps: order.slippageBps,
      feeBps: fee === null ? 0 : feeBps,
    },
    form,
  )
  return { programId: AGGREGATOR_PROGRAM, accounts: [...head, ...legs.flatMap((leg) => legAccounts(leg, user))], data }
}

/** Accounts of one swap: its program, what the DEX wants, what wrapping takes, and the router's id as the end. Only the
 *  router's own authority signs. */
function legAccounts({ step, instruction }: SwapLeg, user: string): AccountUse[] {
  const lamports =
    step.kind.lamports === null
      ? []
      : [
          writableAccount(unwrapAddress(user).address),
          readonlyAccount(NATIVE_MINT),
          readonlyAccount(TOKEN_PROGRAM),
          readonlyAccount(SYSTEM_PROGRAM),
        ]
  return [
    readonlyAccount(instruction.programId),
    ...instruction.accounts.map((use) => (use.address === user ? { ...use, isSigner: true } : use)),
    ...lamports,
    readonlyAccount(AGGREGATOR_PROGRAM),
  ]
}

export function swapGroups(chain: SandboxChain, order: SwapOrder): SwapGroups {
  const { user, payer, legs, inRaw, wrapAndUnwrapSol, nativeDestinationAccount, tip } = order
  const mints = [legs[0]!.inputMint, ...legs.map(({ outputMint }) => outputMint)]
  const wrapped = associatedTokenAddress(user, NATIVE_MINT)
  const wraps = wrapAndUnwrapSol && mints[0] === NATIVE_MINT
  // The input's account is there already, or there is nothing to sell.
  const opened = [...new Set(mints.slice(1)), ...(wraps ? [NATIVE_MINT] : [])]
  const setup = [
    ...opened.map((mint) =>
      createAssociatedTokenAccount({ payer, owner: user, mint, tokenProgram: tokenProgramOf(chain, mint) }),
    ),
    ...(wraps ? [transferLamports({ from: user, to: wrapped, lamports: inRaw }), syncNative(wrapped)] : []),
  ]
  const closes = wrapAndUnwrapSol && mints.includes(NATIVE_MINT)
  const isPaidOut = mints.at(-1) === NATIVE_MINT && nativeDestinationAccount !== null
  const destination = isPaidOut ? nativeDestinationAccount : user
  return {
    setup,
    swap: routeInstruction(chain, order),
    cleanup: closes ? closeTokenAccount({ account: wrapped, destination, authority: user }) : null,
    tip: tip === null ? null : transferLamports(tip),
    lookupTables: legs.map((leg) => poolTable(chain, leg)),
  }
}

export type Budget = { readonly unitLimit: number; readonly unitPriceMicroLamports: bigint }

/** The unsigned transaction; null when it is larger than the network takes. */
export function assembleSwap(
  { payer }: SwapOrder,
  { setup, swap, cleanup, tip, lookupTables }: SwapGroups,
  { blockhash, budget, legacy }: { readonly blockhash: string; readonly budget: Budget; readonly legacy: boolean },
): Uint8Array | null {
  const instructions = [
    setComputeUnitLimit(budget.unitLimit),
    setComputeUnitPrice(budget.unitPriceMicroLamports),
    ...setup,
    swap,
    ...(cleanup === null ? [] : [cleanup]),
    ...(tip === null ? [] : [tip]),
  ]
  const input = { payer, blockhash, instructions }
  const message = legacy ? compileLegacyMessage(input) : compileV0Message({ ...input, lookupTables })
  const wireBytes = message.bytes.length + message.signers.length * SIGNATURE_BYTES
  return wireBytes > MAX_WIRE_BYTES ? null : joinWithoutSignatures(message)
}
