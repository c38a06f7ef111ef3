import { randomBytes, randomUUID } from 'node:crypto'
import { accountUses } from '../../../src/chain/solana/account-list.ts'
import {
  compileLegacyMessage,
  compileV0Message,
  joinWithoutSignatures,
} from '../../../src/chain/solana/compile-message.ts'
import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  syncNative,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { MAX_WIRE_BYTES } from '../../../src/hot-paths/wire-transaction.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { uintAt } from '../../programs/byte-fields.ts'
import {
  CLOSE_DCA_ACCOUNTS,
  DCA_PROGRAM,
  DCA_TAGS,
  type DcaState,
  type DcaTerms,
  dcaEventAuthority,
  dcaPda,
  encodeOpenDca,
  OPEN_DCA_ACCOUNTS,
} from '../../programs/jupiter/recurring-layout.ts'
import {
  CANCEL_ORDER_ACCOUNTS,
  encodeInitializeOrder,
  INITIALIZE_ORDER_ACCOUNTS,
  TRIGGER_PROGRAM,
  TRIGGER_TAGS,
  type TriggerOrder,
  type TriggerTerms,
  triggerEventAuthority,
  triggerFeeOwner,
  triggerOrderPda,
} from '../../programs/jupiter/trigger-layout.ts'
import { tokenProgramOf } from '../../world/holdings.ts'

/* What a wallet signs to make and to end orders, in the order of the provider's own transactions. */

export const ORDER_UNIT_PRICE_MICRO_LAMPORTS = 50_000n
const ORDER_UNITS = 200_000
const UNITS_PER_CANCEL = 100_000
const SIGNATURE_BYTES = 64

export function randomId(): bigint {
  return uintAt(randomBytes(8), 0, 8)
}

export function newRequestId(): string {
  return randomUUID()
}

export type MakeOrder = {
  readonly maker: string
  readonly payer: string
  readonly inputMint: string
  readonly outputMint: string
  readonly terms: TriggerTerms
  readonly wrapsSol: boolean
}

/** The instructions of a new limit order: the maker's SOL is wrapped for it. */
export function makeOrderInstructions(chain: SandboxChain, order: MakeOrder): Instruction[] {
  const { maker, payer, inputMint, outputMint, terms, wrapsSol } = order
  const [inputProgram, outputProgram] = [tokenProgramOf(chain, inputMint), tokenProgramOf(chain, outputMint)]
  const address = triggerOrderPda(maker, terms.uniqueId).address
  const accounts = accountUses(INITIALIZE_ORDER_ACCOUNTS, {
    payer,
    maker,
    order: address,
    inputMintReserve: associatedTokenAddress(address, inputMint, inputProgram),
    makerInputMintAccount: associatedTokenAddress(maker, inputMint, inputProgram),
    fee: triggerFeeOwner().address,
    referral: TRIGGER_PROGRAM,
    inputMint,
    outputMint,
    inputTokenProgram: inputProgram,
    outputTokenProgram: outputProgram,
    systemProgram: SYSTEM_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: triggerEventAuthority().address,
    program: TRIGGER_PROGRAM,
  })
  const make = { programId: TRIGGER_PROGRAM, accounts, data: encodeInitializeOrder(terms) }
  const receive =
    outputMint === NATIVE_MINT
      ? []
      : [createAssociatedTokenAccount({ payer, owner: maker, mint: outputMint, tokenProgram: outputProgram })]
  const wraps = wrapsSol && inputMint === NATIVE_MINT
  return [...receive, ...(wraps ? wrapped({ owner: maker, payer, lamports: terms.makingRaw }, [make]) : [make])]
}

/** One or more orders of a maker taken back. */
export function cancelOrderInstructions(
  orders: readonly { readonly address: string; readonly state: TriggerOrder }[],
  signer: string,
): Instruction[] {
  const ensured = new Map<string, Instruction>()
  const cancels = orders.map(({ address, state }) => {
    const { maker, inputMint, inputTokenProgram, inputMintReserve } = state
    const own = associatedTokenAddress(maker, inputMint, inputTokenProgram)
    const mint = { payer: signer, owner: maker, mint: inputMint, tokenProgram: inputTokenProgram }
    ensured.set(own, createAssociatedTokenAccount(mint))
    const accounts = accountUses(CANCEL_ORDER_ACCOUNTS, {
      signer,
      maker,
      order: address,
      inputMintReserve,
      makerInputMintAccount: own,
      inputMint,
      inputTokenProgram,
      eventAuthority: triggerEventAuthority().address,
      program: TRIGGER_PROGRAM,
    })
    return { programId: TRIGGER_PROGRAM, accounts, data: TRIGGER_TAGS.cancelOrder }
  })
  const maker = orders[0]!.state.maker
  const unwraps = signer === maker && orders.some(({ state }) => state.inputMint === NATIVE_MINT)
  return [...ensured.values(), ...cancels, ...(unwraps ? [unwrap(maker)] : [])]
}

export type OpenPosition = {
  readonly user: string
  readonly inputMint: string
  readonly outputMint: string
  readonly terms: DcaTerms
}

/** The instructions of a new DCA position. */
export function openPositionInstructions({ user, inputMint, outputMint, terms }: OpenPosition): Instruction[] {
  const { address: dca } = dcaPda({ user, inputMint, outputMint, applicationIdx: terms.applicationIdx })
  const accounts = accountUses(OPEN_DCA_ACCOUNTS, {
    dca,
    user,
    payer: user,
    inputMint,
    outputMint,
    userAta: associatedTokenAddress(user, inputMint),
    inAta: associatedTokenAddress(dca, inputMint),
    outAta: associatedTokenAddress(dca, outputMint),
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: dcaEventAuthority().address,
    program: DCA_PROGRAM,
  })
  const open = { programId: DCA_PROGRAM, accounts, data: encodeOpenDca(terms) }
  if (inputMint === NATIVE_MINT) return wrapped({ owner: user, payer: user, lamports: terms.inRaw }, [open])
  return [createAssociatedTokenAccount({ payer: user, owner: user, mint: inputMint }), open]
}

export function closePositionInstructions(dca: string, state: DcaState): Instruction[] {
  const { user, inputMint, outputMint, inAccount, outAccount } = state
  const accounts = accountUses(CLOSE_DCA_ACCOUNTS, {
    user,
    dca,
    inputMint,
    outputMint,
    inAta: inAccount,
    outAta: outAccount,
    userInAta: associatedTokenAddress(user, inputMint),
    userOutAta: associatedTokenAddress(user, outputMint),
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    eventAuthority: dcaEventAuthority().address,
    program: DCA_PROGRAM,
  })
  return [
    createAssociatedTokenAccount({ payer: user, owner: user, mint: inputMint }),
    { programId: DCA_PROGRAM, accounts, data: DCA_TAGS.closeDca },
    ...(inputMint === NATIVE_MINT ? [unwrap(user)] : []),
  ]
}

function wrapped(
  { owner, payer, lamports }: { readonly owner: string; readonly payer: string; readonly lamports: bigint },
  inside: readonly Instruction[],
): Instruction[] {
  const account = associatedTokenAddress(owner, NATIVE_MINT)
  return [
    createAssociatedTokenAccount({ payer, owner, mint: NATIVE_MINT }),
    transferLamports({ from: owner, to: account, lamports }),
    syncNative(account),
    ...inside,
    unwrap(owner),
  ]
}

function unwrap(owner: string): Instruction {
  return closeTokenAccount({
    account: associatedTokenAddress(owner, NATIVE_MINT),
    destination: owner,
    authority: owner,
  })
}

/** An unsigned transaction in base64: version 0 for limit orders, legacy for DCA, as the provider sends them. Null when
 *  it is larger than the network takes. */
export function encodeOrderTransaction(
  chain: SandboxChain,
  instructions: readonly Instruction[],
  options: {
    readonly payer: string
    readonly version: 0 | 'legacy'
    readonly unitPriceMicroLamports: bigint
    readonly cancels?: number
  },
): string | null {
  const { payer, version, unitPriceMicroLamports, cancels = 0 } = options
  const units = Math.max(ORDER_UNITS, cancels * UNITS_PER_CANCEL)
  const input = {
    payer,
    blockhash: chain.latestBlockhash('confirmed').blockhash,
    instructions: [setComputeUnitPrice(unitPriceMicroLamports), setComputeUnitLimit(units), ...instructions],
  }
  const message = version === 0 ? compileV0Message(input) : compileLegacyMessage(input)
  const wireBytes = 1 + message.signers.length * SIGNATURE_BYTES + message.bytes.length
  return wireBytes > MAX_WIRE_BYTES ? null : Buffer.from(joinWithoutSignatures(message)).toString('base64')
}
