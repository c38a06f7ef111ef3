import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readLookupTable } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import {
  findSanitizeFault,
  isStaticKeyWritable,
  parseWireTransaction,
  type WireTransaction,
} from '../../hot-paths/wire-transaction.ts'

/** A transaction with every address it names, its lookup tables among them. */
export type ReadWire = {
  readonly bytes: Uint8Array
  readonly addresses: readonly string[]
  readonly writable: readonly string[]
}

/** Fails `invalid_request` for bytes that are no transaction; asks the node only for lookup tables. */
export async function readWires(
  rpc: SolanaRpc,
  wires: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<Outcome<readonly ReadWire[]>> {
  const parsed: { bytes: Uint8Array; transaction: WireTransaction }[] = []
  for (const bytes of wires) {
    const parse = parseWireTransaction(bytes)
    const fault = parse.ok ? findSanitizeFault(parse.transaction) : parse.reason
    if (!parse.ok || fault !== null) return fail('invalid_request', `not a transaction: ${fault}`)
    parsed.push({ bytes, transaction: parse.transaction })
  }
  const tables = new Map<string, readonly Uint8Array[]>()
  const names = [
    ...new Set(parsed.flatMap(({ transaction }) => transaction.lookups.map(({ table }) => encodeBase58(table)))),
  ]
  if (names.length > 0) {
    const read = await rpc.accounts(names, signal ? { signal } : {})
    if (!read.ok) return read
    for (const [at, name] of names.entries()) {
      const account = read.value.accounts[at]
      const table = account?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM ? readLookupTable(account.data) : null
      tables.set(name, table?.addresses ?? [])
    }
  }
  return ok(parsed.map(({ bytes, transaction }) => resolve(bytes, transaction, tables)))
}

function resolve(
  bytes: Uint8Array,
  transaction: WireTransaction,
  tables: ReadonlyMap<string, readonly Uint8Array[]>,
): ReadWire {
  const addresses = transaction.keys.map((key) => encodeBase58(key))
  const writable = addresses.filter((_, at) => isStaticKeyWritable(transaction, at))
  for (const lookup of transaction.lookups) {
    const name = encodeBase58(lookup.table)
    addresses.push(name)
    for (const part of ['writable', 'readonly'] as const)
      for (const index of lookup[part]) {
        const key = tables.get(name)?.[index]
        if (key === undefined) continue
        addresses.push(encodeBase58(key))
        if (part === 'writable') writable.push(encodeBase58(key))
      }
  }
  return { bytes, addresses, writable }
}
