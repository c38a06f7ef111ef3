import { setImmediate as nextTurn } from 'node:timers/promises'
import { readU64 } from '../../hot-paths/account-layouts.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../hot-paths/base58.ts'
import { topK } from '../../hot-paths/top-k.ts'

/** Owners of a mint with what they hold, in columns: hundreds of thousands of owners stay raw bytes, and only those
 *  that are shown are ever spelled in base58. Owners without a balance are not in it. */
export type HolderTable = {
  /** The 32 bytes of each owner as latin-1 text. */
  readonly keys: readonly string[]
  readonly amountsRaw: BigUint64Array
  /** Token accounts with a balance, per owner. */
  readonly accountCounts: Uint32Array
  readonly places: ReadonlyMap<string, number>
}
export type Holding = { readonly owner: string; readonly amountRaw: bigint; readonly accounts: number }

/** Rows added before the loop gets a turn: about a millisecond of work. */
const ROWS_PER_TURN = 4_096
const OWNER_BYTES = 32
/** Owner and amount, as `dataSlice` cuts them out of a token account. */
export const OWNER_AND_AMOUNT = { offset: 32, length: 40 } as const

type Column = { keys: string[]; amountsRaw: BigUint64Array; accountCounts: Uint32Array; places: Map<string, number> }

/** Folds slices of token accounts (`OWNER_AND_AMOUNT`) by owner. Gives the loop a turn every few thousand rows. */
export async function foldAccountSlices(slices: readonly Uint8Array[]): Promise<HolderTable> {
  const column = emptyColumn(slices.length)
  for (let i = 0; i < slices.length; i++) {
    if (i % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    const slice = slices[i]!
    if (slice.length < OWNER_AND_AMOUNT.length) continue
    add(column, keyOfBytes(slice), readU64(slice, OWNER_BYTES))
  }
  return finish(column)
}

/** The same from rows that name their owner in base58; rows whose owner is no address are passed over. */
export async function foldHolderRows(
  rows: readonly { readonly owner: string; readonly amountRaw: bigint }[],
): Promise<HolderTable> {
  const column = emptyColumn(rows.length)
  for (let i = 0; i < rows.length; i++) {
    if (i % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    const key = holderKey(rows[i]!.owner)
    if (key !== null) add(column, key, rows[i]!.amountRaw)
  }
  return finish(column)
}

/** What an owner holds, 0 when it is not in the table. */
export function heldBy(table: HolderTable, owner: string): bigint {
  const key = holderKey(owner)
  const place = key === null ? undefined : table.places.get(key)
  return place === undefined ? 0n : table.amountsRaw[place]!
}

/** The `count` largest holders by amount, equal amounts by address text. */
export function largestHolders(table: HolderTable, count: number): readonly Holding[] {
  if (count <= 0 || table.keys.length === 0) return []
  // Floats keep the order of whole amounts but may join neighbours: everything level with the last place is compared
  // again exactly.
  const approximate = Float64Array.from(table.amountsRaw, Number)
  const top = new Uint32Array(Math.min(count, table.keys.length))
  topK(approximate, top)
  const threshold = approximate[top.at(-1)!]!
  const candidates: Holding[] = []
  for (let i = 0; i < approximate.length; i++) if (approximate[i]! >= threshold) candidates.push(holdingAt(table, i))
  return candidates.sort(byAmountThenAddress).slice(0, count)
}

export function byAmountThenAddress(a: Holding, b: Holding): number {
  if (a.amountRaw !== b.amountRaw) return a.amountRaw > b.amountRaw ? -1 : 1
  return a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0
}

/** Balances as floats, without the owners in `except`: input of the concentration figures. */
export function balancesExcept(table: HolderTable, except: Iterable<string>): Float64Array {
  const balances = Float64Array.from(table.amountsRaw, Number)
  for (const owner of except) {
    const key = holderKey(owner)
    const place = key === null ? undefined : table.places.get(key)
    if (place !== undefined) balances[place] = 0
  }
  return balances
}

function holdingAt(table: HolderTable, place: number): Holding {
  return {
    owner: encodeBase58(Buffer.from(table.keys[place]!, 'latin1')),
    amountRaw: table.amountsRaw[place]!,
    accounts: table.accountCounts[place]!,
  }
}

function holderKey(owner: string): string | null {
  const bytes = decodeBase58Fixed(owner, OWNER_BYTES)
  return bytes === null ? null : keyOfBytes(bytes)
}

function keyOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, OWNER_BYTES).toString('latin1')
}

function emptyColumn(rows: number): Column {
  return { keys: [], amountsRaw: new BigUint64Array(rows), accountCounts: new Uint32Array(rows), places: new Map() }
}

function add(column: Column, key: string, amountRaw: bigint): void {
  if (amountRaw <= 0n) return
  let place = column.places.get(key)
  if (place === undefined) {
    place = column.keys.length
    column.keys.push(key)
    column.places.set(key, place)
  }
  column.amountsRaw[place] = column.amountsRaw[place]! + amountRaw
  column.accountCounts[place] = column.accountCounts[place]! + 1
}

function finish({ keys, amountsRaw, accountCounts, places }: Column): HolderTable {
  return {
    keys,
    places,
    amountsRaw: amountsRaw.slice(0, keys.length),
    accountCounts: accountCounts.slice(0, keys.length),
  }
}
