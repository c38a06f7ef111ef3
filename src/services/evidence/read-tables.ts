import { setImmediate as nextTurn } from 'node:timers/promises'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import { LOOKUP_TABLE_HEADER_BYTES, readLookupTable } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { ObservedTransaction, TableEvidence, TokenEvidence } from '../evidence-bundle/evidence.ts'

const HEADER = { offset: 0, length: LOOKUP_TABLE_HEADER_BYTES } as const

/** The lookup tables that the transactions load from: who may change each, when it was last extended, and which of the
 *  token's own addresses it lists. Few are read whole in one call; of more than that the headers, and then those that
 *  were last extended. Without an answer of the node no table is listed. */
export async function readTables(
  rpc: SolanaRpc,
  transactions: readonly ObservedTransaction[],
  isOfToken: (address: string) => boolean,
  signal: AbortSignal,
): Promise<{ readonly rows: TokenEvidence['tables']; readonly gap: string | null }> {
  const named = [...new Set(transactions.flatMap(({ lookupTables }) => lookupTables))].sort()
  const addresses = named.slice(0, LIMITS.evidenceTables)
  if (addresses.length === 0) return { rows: [], gap: null }
  const areFew = addresses.length <= LIMITS.evidenceWholeTables
  const read = await rpc.accounts(addresses, areFew ? { signal } : { dataSlice: HEADER, signal })
  if (!read.ok) return { rows: [], gap: `${read.code}: ${read.message}` }
  const rows = await describeAll(addresses, read.value.accounts, areFew, isOfToken)
  const whole = areFew ? null : await readNewest(rpc, rows, isOfToken, signal)
  const gap =
    named.length > addresses.length
      ? `${counted(named.length - addresses.length, 'table was', 'tables were')} left out`
      : null
  return { rows: rows.map((row) => whole?.get(row.address) ?? row), gap }
}

/** The tables that were extended last, whole; what the node does not answer stays as its header says. */
async function readNewest(
  rpc: SolanaRpc,
  rows: readonly TableEvidence[],
  isOfToken: (address: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TableEvidence>> {
  const newest = rows
    .filter(({ lastExtendedSlot }) => lastExtendedSlot !== undefined)
    .sort((a, b) => b.lastExtendedSlot! - a.lastExtendedSlot! || (a.address < b.address ? -1 : 1))
    .slice(0, LIMITS.evidenceWholeTables)
    .map(({ address }) => address)
  const read = newest.length === 0 ? null : await rpc.accounts(newest, { signal })
  if (!read?.ok) return new Map()
  const rowsOfNewest = await describeAll(newest, read.value.accounts, true, isOfToken)
  return new Map(rowsOfNewest.map((row) => [row.address, row]))
}

/** Spelling the entries of a full table takes about half a millisecond. */
async function describeAll(
  addresses: readonly string[],
  accounts: readonly (AccountView | null)[],
  areWhole: boolean,
  isOfToken: (address: string) => boolean,
): Promise<readonly TableEvidence[]> {
  const rows: TableEvidence[] = []
  for (const [i, address] of addresses.entries()) {
    if (areWhole) await nextTurn()
    rows.push(describe(address, accounts[i] ?? null, areWhole, isOfToken))
  }
  return rows
}

function describe(
  address: string,
  account: AccountView | null,
  isWhole: boolean,
  isOfToken: (address: string) => boolean,
): TableEvidence {
  const table = account?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM ? readLookupTable(account.data) : null
  if (table === null) return { address, authority: null }
  const header = {
    address,
    authority: table.authority ? encodeBase58(table.authority) : null,
    lastExtendedSlot: Number(table.lastExtendedSlot),
  }
  if (!isWhole) return header
  const lists = [...new Set(table.addresses.map((entry) => encodeBase58(entry)).filter(isOfToken))].sort()
  return { ...header, entries: table.addresses.length, lists }
}
