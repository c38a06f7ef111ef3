import { createHash } from 'node:crypto'
import { readU32, readU64 } from '../../../../hot-paths/account-layouts.ts'
import type { ChainInstruction } from '../../transaction.ts'
import type { ActionType } from '../action-types.ts'
import type { BalanceLedger } from '../balance-ledger.ts'

/** A picture or other single thing that was sold. Null members are what the instruction does not say. */
export type NftSale = {
  readonly buyer: string | null
  readonly seller: string | null
  /** Mint, or account of a Core asset; null for compressed assets, which have neither. */
  readonly asset: string | null
  /** Agreed on, before fees and royalties. */
  readonly priceLamports: bigint | null
}

/** What is known of the programs of one family. A new family is a file and a line in `index.ts`. */
export type ActionFamily = {
  /** Its programs by address, and what the field calls them as a source. */
  readonly sources: Readonly<Record<string, string>>
  /** What an instruction moves by itself. Absent where programs call others to move, or move the lamports of their own
   *  accounts, which only balances show. */
  readonly follow?: (instruction: ChainInstruction, ledger: BalanceLedger) => void
  /** What an instruction is for; null for those that say nothing. */
  readonly typeOf?: (instruction: ChainInstruction) => ActionType | null
  readonly saleOf?: (instruction: ChainInstruction) => NftSale | null
  /** A narrower source than the program's: one program runs for many. */
  readonly sourceOf?: (instruction: ChainInstruction) => string | null
}

type Types<Key> = Partial<Record<ActionType, readonly Key[]>>
type TypeOf = (instruction: ChainInstruction) => ActionType | null

const TAG_BYTES = 8
const U32_BYTES = 4

/** By Anchor's tag: the first eight bytes of the hash of an instruction's name. */
export function byName(types: Types<string>): TypeOf {
  const known = inverse(types, anchorTag)
  return ({ data }) => (data.length < TAG_BYTES ? null : (known.get(readU64(data, 0)) ?? null))
}

/** By the first byte. */
export function byByte(types: Types<number>): TypeOf {
  const known = inverse(types, (tag) => tag)
  return ({ data }) => known.get(data[0] ?? -1) ?? null
}

/** By the first four bytes, as bincode numbers instructions. */
export function byU32(types: Types<number>): TypeOf {
  const known = inverse(types, (tag) => tag)
  return ({ data }) => (data.length < U32_BYTES ? null : (known.get(readU32(data, 0)) ?? null))
}

export function anchorTag(name: string): bigint {
  return createHash('sha256').update(`global:${name}`).digest().readBigUInt64LE(0)
}

function inverse<Key, Tag>(types: Types<Key>, tagOf: (key: Key) => Tag): ReadonlyMap<Tag, ActionType> {
  const known = new Map<Tag, ActionType>()
  for (const [type, keys] of Object.entries(types) as [ActionType, readonly Key[]][])
    for (const key of keys) known.set(tagOf(key), type)
  return known
}

/** Where an instruction of a sale names its parts: indexes of its accounts, and of a u64 in its data; null for what it
 *  does not name. */
export type SaleShape = {
  readonly buyer: number
  readonly seller: number
  readonly asset: number | null
  readonly priceByte?: number
}

/** Reads sales by the names of their instructions. */
export function salesByName(shapes: Readonly<Record<string, SaleShape>>): NonNullable<ActionFamily['saleOf']> {
  const known = new Map(Object.entries(shapes).map(([name, shape]) => [anchorTag(name), shape]))
  return ({ accounts, data }) => {
    const shape = data.length < TAG_BYTES ? undefined : known.get(readU64(data, 0))
    if (shape === undefined) return null
    const { buyer, seller, asset, priceByte } = shape
    const hasPrice = priceByte !== undefined && data.length >= priceByte + 8
    return {
      buyer: accounts[buyer] ?? null,
      seller: accounts[seller] ?? null,
      asset: asset === null ? null : (accounts[asset] ?? null),
      priceLamports: hasPrice ? readU64(data, priceByte) : null,
    }
  }
}
