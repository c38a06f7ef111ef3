import type { DexLaunch } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { knownAddress } from '../labels.ts'
import type { ChainTransaction } from '../transaction.ts'
import { JITO_TIP_ACCOUNTS } from '../wire-facts.ts'
import type { ActionType } from './action-types.ts'
import { classify } from './classify.ts'
import type { Movement } from './movement.ts'
import { movementsOf } from './movements.ts'
import { type Swap, swapsOf } from './swaps.ts'

/** A landed transaction, explained. */
export type DecodedTransaction = {
  readonly transaction: ChainTransaction
  readonly type: ActionType
  /** Where it was made (`sources.ts`). */
  readonly source: string
  /** All that moved, each unit once. */
  readonly movements: readonly Movement[]
  readonly swaps: readonly Swap[]
  readonly launches: readonly DexLaunch[]
  /** Paid to block engines for its place in a block. */
  readonly tipLamports: bigint
  /** Something moved of which one end is not known. */
  readonly isPartial: boolean
}

const TIP_ACCOUNTS: ReadonlySet<string> = new Set(JITO_TIP_ACCOUNTS)
const isTip = (address: string): boolean => TIP_ACCOUNTS.has(address) || knownAddress(address)?.kind === 'mev'

/** Pure: the wire bytes and the node's record of a transaction are all it looks at. */
export function decodeActions(transaction: ChainTransaction): DecodedTransaction {
  const movements = movementsOf(transaction)
  const swaps = swapsOf(transaction, movements, isTip)
  const launches = transaction.err === null ? DEXES.flatMap((dex) => dex.decodeLaunches(transaction)) : []
  const tipLamports = movements.reduce(
    (sum, { mint, kind, to, amountRaw }) =>
      mint === null && kind === 'transfer' && to !== null && isTip(to.account) ? sum + amountRaw : sum,
    0n,
  )
  return {
    transaction,
    ...classify({ transaction, movements, swaps, launches }),
    movements,
    swaps,
    launches,
    tipLamports,
    isPartial: movements.some(({ kind, from, to }) => kind === 'program' && (from === null || to === null)),
  }
}
