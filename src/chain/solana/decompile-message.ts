import { encodeBase58 } from '../../hot-paths/base58.ts'
import { isStaticKeyWritable, type WireTransaction } from '../../hot-paths/wire-transaction.ts'
import type { LookupTable, V1Config } from './compile-message.ts'
import type { AccountUse, Instruction } from './instructions.ts'

export type Decompiled = {
  readonly instructions: readonly Instruction[]
  /** Null before version 1, whose budget stands in the instructions. */
  readonly config: V1Config | null
}

/** The instructions of a message, as `compileMessage` takes them, and the budget that version 1 says beside them; null when it names a place of a lookup table that
 *  is not among `tables`. What an account is used for is said once in a message and holds for all of it. The
 *  transaction must be sane (`findSanitizeFault`). */
export function decompileMessage(transaction: WireTransaction, tables: readonly LookupTable[]): Decompiled | null {
  const loaded = loadedUses(transaction, tables)
  if (loaded === null) return null
  const uses = [...staticUses(transaction), ...loaded]
  const instructions = transaction.instructions.map(({ programIndex, accountIndexes, data }) => ({
    programId: uses[programIndex]!.address,
    accounts: Array.from(accountIndexes, (at) => uses[at]!),
    data: Uint8Array.from(data),
  }))
  return { instructions, config: configOf(transaction) }
}

/** An absent limit is zero to the runtime. */
function configOf({ config }: WireTransaction): V1Config | null {
  if (config === null) return null
  const { computeUnitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports, heapSizeBytes } = config
  return {
    computeUnitLimit: computeUnitLimit ?? 0,
    loadedAccountsDataSizeLimit: loadedAccountsDataSizeLimit ?? 0,
    ...(priorityFeeLamports === null ? {} : { priorityFeeLamports }),
    ...(heapSizeBytes === null ? {} : { heapSizeBytes }),
  }
}

function staticUses(transaction: WireTransaction): AccountUse[] {
  return transaction.keys.map((key, at) => ({
    address: encodeBase58(key),
    isSigner: at < transaction.requiredSignatures,
    isWritable: isStaticKeyWritable(transaction, at),
  }))
}

/** All writable ones of all tables come first. */
function loadedUses({ lookups }: WireTransaction, tables: readonly LookupTable[]): AccountUse[] | null {
  const uses: AccountUse[] = []
  for (const part of ['writable', 'readonly'] as const)
    for (const lookup of lookups) {
      const name = encodeBase58(lookup.table)
      const table = tables.find(({ address }) => address === name)
      for (const position of lookup[part]) {
        const address = table?.addresses[position]
        if (address === undefined) return null
        uses.push({ address, isSigner: false, isWritable: part === 'writable' })
      }
    }
  return uses
}
