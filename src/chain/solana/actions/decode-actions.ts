import type { Dex, DexLaunch } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { knownAddress } from '../labels.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { JITO_TIP_ACCOUNTS } from '../wire-facts.ts'
import type { ActionType } from './action-types.ts'
import { classify } from './classify.ts'
import type { ActionFamily, NftSale } from './families/family.ts'
import { ACTION_FAMILIES } from './families/index.ts'
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
const SALES_OF_PROGRAM: ReadonlyMap<string, NonNullable<ActionFamily['saleOf']>> = new Map(
  ACTION_FAMILIES.flatMap(({ sources, saleOf }) =>
    saleOf === undefined ? [] : Object.keys(sources).map((programId) => [programId, saleOf] as const),
  ),
)
const TIP_ACCOUNTS: ReadonlySet<string> = new Set(JITO_TIP_ACCOUNTS)

/** Whether an address takes tips for getting transactions into blocks. */
export const isTip = (address: string): boolean => TIP_ACCOUNTS.has(address) || knownAddress(address)?.kind === 'mev'

/** Pure: the wire bytes and the node's record of a transaction are all it looks at. */
export function decodeActions(transaction: ChainTransaction): DecodedTransaction {
  const movements = movementsOf(transaction)
  const dexes = dexesIn(transaction)
  const swaps = swapsOf(transaction, movements, { dexes, isTip })
  const launches = dexes.length === 0 ? [] : dexes.flatMap((dex) => dex.decodeLaunches(transaction))
  let tipLamports = 0n
  let isPartial = false
  for (const { mint, kind, from, to, amountRaw } of movements) {
    if (mint === null && kind === 'transfer' && to !== null && isTip(to.account)) tipLamports += amountRaw
    isPartial ||= kind === 'program' && (from === null || to === null)
  }
  return {
    transaction,
    ...classify({ transaction, movements, swaps, launches }),
    movements,
    swaps,
    launches,
    sales: transaction.err === null ? salesOf(transaction) : [],
    tipLamports,
    isPartial,
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
  addSales(sales, instructions)
  for (let top = 0; top < innerInstructions.length; top++) addSales(sales, innerInstructions[top]!)
  return sales
}

function addSales(sales: DecodedSale[], calls: readonly ChainInstruction[]): void {
  for (let at = 0; at < calls.length; at++) {
    const call = calls[at]!
    const sale = SALES_OF_PROGRAM.get(call.programId)?.(call) ?? null
    if (sale !== null) sales.push({ ...sale, programId: call.programId })
  }
}
