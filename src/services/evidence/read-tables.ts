import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { LOOKUP_TABLE_HEADER_BYTES, readLookupTable } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { ObservedTransaction, TokenEvidence } from '../evidence-bundle/evidence.ts'

const HEADER = { offset: 0, length: LOOKUP_TABLE_HEADER_BYTES } as const

/** Who may change each lookup table that the transactions load from, by address: null where the table is frozen or
 *  gone. Without an answer of the node no table is listed. */
export async function readTables(
  rpc: SolanaRpc,
  transactions: readonly ObservedTransaction[],
  signal: AbortSignal,
): Promise<{ readonly rows: TokenEvidence['tables']; readonly gap: string | null }> {
  const named = [...new Set(transactions.flatMap(({ lookupTables }) => lookupTables))].sort()
  const addresses = named.slice(0, LIMITS.evidenceTables)
  if (addresses.length === 0) return { rows: [], gap: null }
  const read = await rpc.accounts(addresses, { dataSlice: HEADER, signal })
  if (!read.ok) return { rows: [], gap: `${read.code}: ${read.message}` }
  const rows = addresses.map((address, i) => {
    const account = read.value.accounts[i]
    const table = account?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM ? readLookupTable(account.data) : null
    return { address, authority: table?.authority ? encodeBase58(table.authority) : null }
  })
  return {
    rows,
    gap: named.length > addresses.length ? `${named.length - addresses.length} tables were left out` : null,
  }
}
