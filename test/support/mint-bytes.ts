import { addressBytes } from '../../src/chain/solana/pda.ts'
import { MINT_BYTES } from '../../src/hot-paths/account-layouts.ts'

/* Mints of either token program, made byte by byte after the programs' layouts. */

export type MintShape = {
  readonly supplyRaw?: bigint
  readonly decimals?: number
  readonly mintAuthority?: string | null
  readonly freezeAuthority?: string | null
}
export type Extension = { readonly type: number; readonly value: Uint8Array }

const ACCOUNT_TYPE_OFFSET = 165
const TYPE_MINT = 1
const FROZEN = 2

export function mintAccountBytes(shape: MintShape = {}, extensions: readonly Extension[] = []): Uint8Array {
  const base = Buffer.alloc(MINT_BYTES)
  optionalKey(base, 0, shape.mintAuthority ?? null)
  base.writeBigUInt64LE(shape.supplyRaw ?? 1_000_000_000_000_000n, 36)
  base[44] = shape.decimals ?? 6
  base[45] = 1
  optionalKey(base, 46, shape.freezeAuthority ?? null)
  if (extensions.length === 0) return base
  const head = Buffer.alloc(ACCOUNT_TYPE_OFFSET + 1)
  head.set(base)
  head[ACCOUNT_TYPE_OFFSET] = TYPE_MINT
  return Buffer.concat([head, ...extensions.map(entry)])
}

type Fee = { readonly epoch: number; readonly bps: number; readonly maxRaw?: bigint }

/** Two authorities, the withheld amount, then both schedules. */
export function transferFee(older: Fee, newer: Fee = older): Extension {
  const value = Buffer.alloc(108)
  for (const [at, { epoch, bps, maxRaw }] of [older, newer].entries()) {
    const offset = 72 + at * 18
    value.writeBigUInt64LE(BigInt(epoch), offset)
    value.writeBigUInt64LE(maxRaw ?? 2n ** 64n - 1n, offset + 8)
    value.writeUInt16LE(bps, offset + 16)
  }
  return { type: 1, value }
}

export function defaultFrozen(): Extension {
  return { type: 6, value: Uint8Array.of(FROZEN) }
}
export function nonTransferable(): Extension {
  return { type: 9, value: new Uint8Array(0) }
}
export function permanentDelegate(delegate: string): Extension {
  return { type: 12, value: addressBytes(delegate) }
}
export function transferHook(program: string, authority?: string): Extension {
  return { type: 14, value: Buffer.concat([keyOrZero(authority), addressBytes(program)]) }
}
export function pausable(authority: string, paused: boolean): Extension {
  return { type: 26, value: Buffer.concat([addressBytes(authority), Uint8Array.of(paused ? 1 : 0)]) }
}

function entry({ type, value }: Extension): Uint8Array {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

function optionalKey(bytes: Buffer, offset: number, key: string | null): void {
  if (key === null) return
  bytes.writeUInt32LE(1, offset)
  bytes.set(addressBytes(key), offset + 4)
}

function keyOrZero(key: string | undefined): Uint8Array {
  return key === undefined ? new Uint8Array(32) : addressBytes(key)
}
