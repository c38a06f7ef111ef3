import {
  type Instruction,
  setComputeUnitLimit,
  setComputeUnitPrice,
  setLoadedAccountsDataSizeLimit,
} from '../../chain/solana/instructions.ts'
import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import { CUSTODY } from '../../config/custody.ts'
import type { Context } from '../../context.ts'
import { distinctDataLimit } from '../landing/distinct-data-limit.ts'
import type { Intent, Payment } from '../manifest/manifest.ts'
import type { WithdrawParams } from './withdraw-params.ts'

export type WithdrawalRequest = { readonly wallet: string; readonly params: WithdrawParams }

/** What a withdrawal does, before its transaction is compiled. */
export type WithdrawalPlan = {
  readonly instructions: readonly Instruction[]
  /** What it may do, derived from the request. */
  readonly intent: Intent
  /** Base units that leave the wallet. */
  readonly amountRaw: bigint
  /** Whose balance they arrive in: the owner of `to`, where that is a token account. */
  readonly recipient: string
  /** Token accounts that it empties and closes. */
  readonly closes: readonly string[]
  /** Accounts of the wallet that it writes. */
  readonly touches: readonly string[]
}

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Budget instructions for so many units, which make the transaction unique, and what the chain takes in all. */
export function budgetFor(
  ctx: Context,
  units: number,
): { readonly instructions: Instruction[]; readonly feeLamports: bigint; readonly priorityLamports: bigint } {
  const price = CUSTODY.withdrawUnitPrice
  const priorityLamports = (price * BigInt(units) + MICRO - 1n) / MICRO
  return {
    instructions: [
      setComputeUnitLimit(units),
      setComputeUnitPrice(price),
      setLoadedAccountsDataSizeLimit(distinctDataLimit(ctx)),
    ],
    feeLamports: LAMPORTS_PER_SIGNATURE + priorityLamports,
    priorityLamports,
  }
}

/** Only the wallet signs and pays, only these payments are made, and nothing of the wallet's changes hands. */
export function withdrawalIntent(parts: {
  readonly wallet: string
  readonly leastLamports: bigint
  readonly priorityLamports: bigint
  readonly leastTokens?: ReadonlyMap<string, bigint>
  readonly payments: readonly Payment[]
  readonly programs?: readonly string[]
  readonly closes?: readonly string[]
}): Intent {
  const {
    wallet,
    leastLamports,
    priorityLamports,
    leastTokens = new Map(),
    payments,
    programs = [],
    closes = [],
  } = parts
  return {
    payer: wallet,
    signers: [wallet],
    leastLamports,
    leastTokens,
    priorityLamports,
    payments,
    programs: new Set([SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, ...programs]),
    ownAccounts: new Set(),
    creates: new Set(),
    closes: new Set(closes),
    nonce: null,
    calls: [],
    mayUseLookupTables: false,
  }
}
