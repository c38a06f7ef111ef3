import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import type { TransactionLog } from '../evidence/transaction-log.ts'
import type { DevEvidence, DevTokenEvidence } from '../evidence-bundle/input-bundle.ts'
import type { PriorLaunch } from './measure-prior.ts'
import { type PriorLimits, readPriors } from './read-priors.ts'
import type { ReadActs } from './transaction-acts.ts'

type Parts = {
  readonly rpc: SolanaRpc
  readonly log: TransactionLog
  readonly readActs: ReadActs
  readonly slotMs: number
}
/** A token of another creator behind whom the same funder stands. */
export type SiblingLaunch = Pick<DevEvidence['siblings'][number], 'wallet' | 'funder' | 'via'> & {
  readonly launch: PriorLaunch
  /** Of its creator, and the wallets its creator paid. */
  readonly signatures: readonly string[]
  readonly paid: readonly string[]
}

/** Money of the launches' buyers is not followed: who shares the creator's transaction, payer or payments is known. */
const SIBLINGS: PriorLimits = {
  transactions: LIMITS.devSiblingTokenTransactions,
  allTransactions: LIMITS.devSiblingTokenTransactions * LIMITS.devSiblingTokens,
  insidersTraced: 0,
}

/** What became of the tokens of creators behind whom one funder stands, by mint: of each creator the oldest, whose end
 *  has come if any has. `paidBy`: whom each funder paid, who act for it in every token of the ring. */
export async function readSiblingLives(
  parts: Parts,
  launches: readonly SiblingLaunch[],
  paidBy: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DevTokenEvidence>> {
  const oldest = new Map<string, SiblingLaunch>()
  for (const one of launches) {
    const known = oldest.get(one.wallet)
    if (known === undefined || one.launch.slot < known.launch.slot) oldest.set(one.wallet, one)
  }
  const chosen = [...oldest.values()].slice(0, LIMITS.devSiblingTokens)
  const priors = chosen.map(({ wallet, funder, launch, paid }) => ({
    launch,
    dev: wallet,
    paidByDev: new Set([...paid, ...(paidBy.get(funder) ?? [])]),
  }))
  const ownSignatures = new Set(chosen.flatMap(({ signatures }) => signatures))
  const lives = await readPriors({ ...parts, ownSignatures, limits: SIBLINGS }, priors, signal)
  return new Map(lives.map((life) => [life.mint, life]))
}
