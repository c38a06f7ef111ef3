import type { Keypair } from '../../src/chain/solana/keypair.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import type { Json } from './json.ts'
import type { Commitment } from './read-params.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'

/** What every JSON-RPC method may use. */
export type RpcWorld = {
  readonly chain: SandboxChain
  /** Pays airdrops; funded by `createRpcWorld`. */
  readonly faucet: Keypair
  /** Identity of the node that answers. */
  readonly identity: string
  /** `host:port` of both ends, null before the sandbox listens. */
  listening: { readonly rpc: string; readonly pubsub: string } | null
  /** Airdrops so far: makes two equal airdrops in one slot two transactions. */
  airdrops: number
}

/** Answers one call. Throws RpcRefusal for what a node answers with an error; anything else it throws is a bug. */
export type RpcMethod = (world: RpcWorld, params: readonly Json[]) => unknown

/** The node version whose shapes are spoken. */
export const API_VERSION = '3.1.11'
export const FEATURE_SET = 1_620_780_344

/** The newest slot that a caller of this commitment may see. */
export function slotAt(chain: SandboxChain, commitment: Commitment): number {
  if (commitment === 'processed') return chain.slot()
  return commitment === 'confirmed' ? chain.confirmedSlot() : chain.finalizedSlot()
}

/** The slot to answer from; refuses a caller who wants a later one than there is. */
export function readSlot(chain: SandboxChain, commitment: Commitment, minContextSlot: number | undefined): number {
  const slot = slotAt(chain, commitment)
  if (minContextSlot !== undefined && slot < minContextSlot)
    throw new RpcRefusal(RPC_CODES.minContextSlot, 'Minimum context slot has not been reached', { contextSlot: slot })
  return slot
}

export function withContext<T>(slot: number, value: T) {
  return { context: { apiVersion: API_VERSION, slot }, value }
}

/** How far a transaction has come. */
export function commitmentOf(chain: SandboxChain, transaction: ExecutedTransaction): Commitment {
  if (transaction.slot <= chain.finalizedSlot()) return 'finalized'
  return chain.isSealed(transaction) ? 'confirmed' : 'processed'
}
