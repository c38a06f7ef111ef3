import { decodeBase58Fixed } from '../../hot-paths/base58.ts'

/** Accounts and data of an instruction, as they were on the wire. */
export type RawInstruction = { readonly accounts: readonly string[]; readonly data: Uint8Array }

type Info = Readonly<Record<string, unknown>>
type Encoder = (info: Info) => RawInstruction | null

const utf8 = new TextEncoder()

/** Turns a node's `jsonParsed` form of the instructions that move money back into accounts and data, so that decoders
 *  have one shape to read. Null for types not listed here: such an instruction keeps its program and nothing else. */
export function encodeParsedInstruction(program: string, parsed: unknown): RawInstruction | null {
  if (program === 'spl-memo') {
    return typeof parsed === 'string' ? { accounts: [], data: utf8.encode(parsed) } : null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { type, info } = parsed as { type?: unknown; info?: unknown }
  if (typeof type !== 'string' || typeof info !== 'object' || info === null) return null
  const family = program === 'spl-token-2022' ? 'spl-token' : program
  return ENCODERS[`${family} ${type}`]?.(info as Info) ?? null
}

const ENCODERS: Readonly<Record<string, Encoder>> = {
  'system transfer': (info) => raw(keys(info, 'source', 'destination'), u32(2), u64(info['lamports'])),
  'system createAccount': (info) =>
    raw(
      keys(info, 'source', 'newAccount'),
      u32(0),
      u64(info['lamports']),
      u64(info['space']),
      decodeBase58Fixed(String(info['owner']), 32),
    ),
  'system allocate': (info) => raw(keys(info, 'account'), u32(8), u64(info['space'])),
  'system assign': (info) => raw(keys(info, 'account'), u32(1), decodeBase58Fixed(String(info['owner']), 32)),
  'spl-token transfer': (info) =>
    raw(keys(info, 'source', 'destination', authority(info)), tag(3), u64(info['amount'])),
  'spl-token transferChecked': (info) =>
    raw(keys(info, 'source', 'mint', 'destination', authority(info)), tag(12), ...checked(info)),
  'spl-token mintTo': (info) =>
    raw(keys(info, 'mint', 'account', signer(info, 'mintAuthority')), tag(7), u64(info['amount'])),
  'spl-token mintToChecked': (info) =>
    raw(keys(info, 'mint', 'account', signer(info, 'mintAuthority')), tag(14), ...checked(info)),
  'spl-token burn': (info) => raw(keys(info, 'account', 'mint', authority(info)), tag(8), u64(info['amount'])),
  'spl-token burnChecked': (info) => raw(keys(info, 'account', 'mint', authority(info)), tag(15), ...checked(info)),
  'spl-token closeAccount': (info) => raw(keys(info, 'account', 'destination', signer(info, 'owner')), tag(9)),
  'spl-token syncNative': (info) => raw(keys(info, 'account'), tag(17)),
  'spl-token initializeAccount3': (info) =>
    raw(keys(info, 'account', 'mint'), tag(18), decodeBase58Fixed(String(info['owner']), 32)),
  'spl-token initializeImmutableOwner': (info) => raw(keys(info, 'account'), tag(22)),
  'spl-associated-token-account create': (info) => raw(associated(info), tag(0)),
  'spl-associated-token-account createIdempotent': (info) => raw(associated(info), tag(1)),
}

function raw(accounts: readonly string[] | null, ...parts: readonly (Uint8Array | null)[]): RawInstruction | null {
  if (accounts === null) return null
  const whole: Uint8Array[] = []
  for (const part of parts) {
    if (part === null) return null
    whole.push(part)
  }
  return { accounts, data: Buffer.concat(whole) }
}

function keys(info: Info, ...names: readonly string[]): readonly string[] | null {
  const found: string[] = []
  for (const name of names) {
    const key = info[name]
    if (typeof key !== 'string' || decodeBase58Fixed(key, 32) === null) return null
    found.push(key)
  }
  return found
}

/** A multisig is named apart, with its signers after it; the signers do not matter to decoders. */
function authority(info: Info): string {
  return signer(info, 'authority')
}
function signer(info: Info, name: string): string {
  return `multisig${name[0]!.toUpperCase()}${name.slice(1)}` in info
    ? `multisig${name[0]!.toUpperCase()}${name.slice(1)}`
    : name
}

function associated(info: Info): readonly string[] | null {
  return keys(info, 'source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram')
}

/** Amount and decimals of a `...Checked` instruction. */
function checked(info: Info): readonly (Uint8Array | null)[] {
  const { amount, decimals } = (info['tokenAmount'] ?? {}) as { amount?: unknown; decimals?: unknown }
  const isByte = Number.isInteger(decimals) && (decimals as number) >= 0 && (decimals as number) < 256
  return [u64(amount), isByte ? tag(decimals as number) : null]
}

function tag(value: number): Uint8Array {
  return Uint8Array.of(value)
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24)
}

/** From the node's JSON: a whole number, or its text. */
function u64(value: unknown): Uint8Array | null {
  const isWhole = typeof value === 'string' ? /^\d{1,20}$/.test(value) : Number.isSafeInteger(value)
  if (!isWhole) return null
  const amount = BigInt(value as string | number)
  if (amount < 0n || amount >= 1n << 64n) return null
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, amount, true)
  return bytes
}
