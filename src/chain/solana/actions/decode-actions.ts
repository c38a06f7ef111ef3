import type { Dex, DexLaunch } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { knownAddress } from '../labels.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { JITO_TIP_ACCOUNTS } from '../wire-facts.ts'
import type { ActionType } from './action-types.ts'
import { classify } from './classify.ts'
import type { NftSale } from './families/family.ts'
import { familyOf } from './families/index.ts'
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
  /** Single things that were sold on marketplaces, with the program that sold each. */
  readonly sales: readonly DecodedSale[]
  /** Paid to block engines for its place in a block. */
  readonly tipLamports: bigint
  /** Something moved of which one end is not known. */
  readonly isPartial: boolean
}

export type DecodedSale = NftSale & { readonly programId: string }

const DEX_OF_PROGRAM: ReadonlyMap<string, Dex> = new Map(
  DEXES.flatMap((dex) => dex.programIds.map((programId) => [programId, dex] as const)),
)
const TIP_ACCOUNTS: ReadonlySet<string> = new Set(JITO_TIP_ACCOUNTS)

/** Whether an address takes tips for getting transactions into blocks. */
export const isTip = (address: string): boolean => TIP_ACCOUNTS.has(address) || knownAddress(address)?.kind === 'mev'

/** Pure: the wire bytes and the node's record of a transaction are all it looks at. */
export function decodeActions(transaction: ChainTransaction): DecodedTransaction {
  const movements = movementsOf(transaction)
  const dexes = dexesIn(transaction)
  const swaps = swapsOf(transaction, movements, { dexes, isTip })
  const launches = dexes.flatMap((dex) => dex.decodeLaunches(transaction))
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
    sales: transaction.err === null ? salesOf(transaction) : [],
    tipLamports,
    isPartial: movements.some(({ kind, from, to }) => kind === 'program' && (from === null || to === null)),
  }
}

/** The DEXs whose programs a transaction names; a failed one did nothing with them. */
function dexesIn({ accountKeys, err }: ChainTransaction): readonly Dex[] {
  if (err !== null) return []
  const named = new Set<Dex>()
  for (const key of accountKeys) {
    const dex = DEX_OF_PROGRAM.get(key)
    if (dex !== undefined) named.add(dex)
  }
  return named.size === 0 ? [] : DEXES.filter((dex) => named.has(dex))
}

function salesOf({ instructions, innerInstructions }: ChainTransaction): readonly DecodedSale[] {
  const sales: DecodedSale[] = []
  const note = (call: ChainInstruction): void => {
    const sale = familyOf(call)?.saleOf?.(call) ?? null
    if (sale !== null) sales.push({ ...sale, programId: call.programId })
  }
  instructions.forEach(note)
  for (const group of innerInstructions) group.forEach(note)
  return sales
}
