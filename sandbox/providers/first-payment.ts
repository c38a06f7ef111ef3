import { fundingOf } from '../../src/chain/solana/first-funding.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { chainTransactionOf } from './chain-view.ts'

export type FirstPayment = {
  readonly from: string
  readonly lamports: bigint
  readonly atSec: number
  readonly signature: string
  readonly slot: number
}

/** The whole history of a wallet is looked through; it is kept in order, so only the oldest is taken apart. */
const MAX_MENTIONS = 50_000

/** The payment that made a wallet's account; null when it was there before the ledger, or when no System transfer says
 *  who paid. */
export function firstPaymentTo(chain: SandboxChain, wallet: string): FirstPayment | null {
  const mentions = chain.signaturesOf(wallet, { limit: MAX_MENTIONS })
  if (mentions === 'unknown') return null
  const oldest = mentions.findLast(({ err }) => err === null)
  if (oldest === undefined) return null
  const funding = fundingOf(chainTransactionOf(oldest, timeOf(chain, oldest)), wallet)
  if (funding === null) return null
  const { from, lamports, signature } = funding
  return { from, lamports, atSec: timeOf(chain, oldest), signature, slot: oldest.slot }
}

function timeOf(chain: SandboxChain, { slot }: ExecutedTransaction): number {
  return chain.block(slot)?.blockTimeSec ?? chain.unixTimeSec()
}
