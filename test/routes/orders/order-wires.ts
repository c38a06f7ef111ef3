import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import { type DcaState, dcaPda } from '../../../sandbox/programs/jupiter/recurring-layout.ts'
import { type TriggerOrder, triggerOrderPda } from '../../../sandbox/programs/jupiter/trigger-layout.ts'
import {
  cancelOrderInstructions,
  closePositionInstructions,
  makeOrderInstructions,
  openPositionInstructions,
} from '../../../sandbox/providers/jupiter-trading/order-transactions.ts'
import {
  type CompiledMessage,
  compileLegacyMessage,
  compileV0Message,
  joinWithoutSignatures,
} from '../../../src/chain/solana/compile-message.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { parseWritten, WrittenNumber } from '../../../src/contract/exact-amount.ts'
import { isBase58Of32 } from '../../../src/hot-paths/base58.ts'

/* Transactions as the aggregator builds them for a request to it, always the same for the same one. Mints are of the
 * classic token program. */

// biome-ignore lint/suspicious/noExplicitAny: bodies are read by hand
type Body = any

const ID = 7n
// Of the chain only the mints' programs are asked for, and what is not there counts as the classic one.
const CHAIN = { account: () => null } as unknown as SandboxChain
const wireOf = (message: CompiledMessage) => Buffer.from(joinWithoutSignatures(message)).toString('base64')
/** What is no address must not keep an answer from being built. */
const addressOr = (value: unknown, other: string): string =>
  typeof value === 'string' && isBase58Of32(value) ? value : other

/** The account of the limit order that such a transaction opens. */
export const orderOf = (maker: string): string => triggerOrderPda(maker, ID).address

/** The account of the position. */
export const positionOf = (user: string, pair: { inputMint: string; outputMint: string }): string =>
  dcaPda({ user, ...pair, applicationIdx: ID }).address

/** Answers every request for an order with what it asks for; `blockhash` is any address. */
export function orderWire(path: string, text: string, { wallet, blockhash }: { wallet: string; blockhash: string }) {
  const body = parseWritten(text) as Body
  const [maker, user] = [addressOr(body.maker, wallet), addressOr(body.user, wallet)]
  const { inputMint, outputMint, params } = body
  if (path === '/trigger/v1/createOrder') {
    const payer = addressOr(body.payer, maker)
    const amounts = { makingRaw: BigInt(params.makingAmount), takingRaw: BigInt(params.takingAmount) }
    const terms = { uniqueId: ID, ...amounts, expiredAtSec: null, slippageBps: 0 }
    const order = { maker, payer, inputMint, outputMint, terms, wrapsSol: true }
    return wireOf(compileV0Message({ payer, blockhash, instructions: makeOrderInstructions(CHAIN, order) }))
  }
  if (path === '/trigger/v1/cancelOrder') {
    const mint = blockhash
    const reserve = associatedTokenAddress(body.order, mint)
    const state = {
      maker,
      inputMint: mint,
      inputTokenProgram: TOKEN_PROGRAM,
      inputMintReserve: reserve,
    } as TriggerOrder
    const instructions = cancelOrderInstructions([{ address: body.order, state }], maker)
    return wireOf(compileV0Message({ payer: maker, blockhash, instructions }))
  }
  if (path === '/recurring/v1/createOrder') {
    const [inRaw, cycles, cycleSecs] = [params.time.inAmount, params.time.numberOfOrders, params.time.interval].map(
      (value) => BigInt(value instanceof WrittenNumber ? value.text : value),
    ) as [bigint, bigint, bigint]
    const bounds = { minOutRaw: null, maxOutRaw: null, startAtSec: null }
    const terms = { applicationIdx: ID, inRaw, perCycleRaw: inRaw / cycles, cycleSecs, ...bounds }
    const instructions = openPositionInstructions({ user, inputMint, outputMint, terms })
    return wireOf(compileLegacyMessage({ payer: user, blockhash, instructions }))
  }
  const mints = { inputMint: blockhash, outputMint: wallet }
  const accounts = {
    inAccount: associatedTokenAddress(body.order, mints.inputMint),
    outAccount: associatedTokenAddress(body.order, mints.outputMint),
  }
  const instructions = closePositionInstructions(body.order, { user, ...mints, ...accounts } as DcaState)
  return wireOf(compileLegacyMessage({ payer: user, blockhash, instructions }))
}
