import { isTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { isObject, type Json } from './json.ts'
import { readString, readU64 } from './read-params.ts'
import { invalidParams, invalidType } from './rpc-refusal.ts'

export type AccountFilter =
  | { readonly dataSize: number }
  | { readonly memcmp: { readonly offset: number; readonly bytes: Uint8Array } }
  | { readonly tokenAccountState: true }

/** The `filters` of getProgramAccounts and programSubscribe. */
export function readFilters(value: Json | undefined): AccountFilter[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidType(value, 'a sequence')
  if (value.length > SANDBOX_LIMITS.accountFilters)
    throw invalidParams(`Too many filters provided; max ${SANDBOX_LIMITS.accountFilters}`)
  return value.map(readFilter)
}

function readFilter(value: Json): AccountFilter {
  if (value === 'tokenAccountState') return { tokenAccountState: true }
  if (!isObject(value)) throw invalidType(value, 'enum RpcFilterType')
  if ('dataSize' in value) return { dataSize: readU64(value['dataSize']) }
  if ('tokenAccountState' in value) return { tokenAccountState: true }
  const memcmp = value['memcmp']
  if (!isObject(memcmp))
    throw invalidParams('Invalid params: unknown variant, expected one of `dataSize`, `memcmp`, `tokenAccountState`.')
  const bytes = readMemcmpBytes(memcmp['bytes'], memcmp['encoding'])
  if (bytes.length > SANDBOX_LIMITS.memcmpBytes) throw invalidParams('Invalid param: DataTooLarge')
  return { memcmp: { offset: readU64(memcmp['offset']), bytes } }
}

function readMemcmpBytes(value: Json | undefined, encoding: Json | undefined): Uint8Array {
  if (Array.isArray(value)) {
    if (value.length > SANDBOX_LIMITS.memcmpBytes) throw invalidParams('Invalid param: DataTooLarge')
    return Uint8Array.from(value, (byte) => {
      const number = readU64(byte)
      if (number > 255) throw invalidType(byte, 'u8')
      return number
    })
  }
  const text = readString(value)
  if (encoding === 'base64') {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
      throw invalidParams('Invalid param: Base64DecodeError(InvalidByte)')
    return bytes
  }
  if (encoding !== undefined && encoding !== null && encoding !== 'base58' && encoding !== 'binary')
    throw invalidParams('Invalid params: unknown variant, expected `base58` or `base64`.')
  // 128 bytes have at most 175 base58 digits.
  if (text.length > 175) throw invalidParams('Invalid param: DataTooLarge')
  const bytes = decodeBase58(text)
  if (bytes === null) throw invalidParams('Invalid param: Base58DecodeError(InvalidCharacter)')
  return bytes
}

export function passesFilters(state: AccountState, filters: readonly AccountFilter[]): boolean {
  for (const filter of filters) {
    if ('dataSize' in filter) {
      if (state.data.length !== filter.dataSize) return false
    } else if ('memcmp' in filter) {
      const { offset, bytes } = filter.memcmp
      if (offset + bytes.length > state.data.length) return false
      for (let i = 0; i < bytes.length; i++) if (state.data[offset + i] !== bytes[i]) return false
    } else if (!isTokenAccount(state.data)) return false
  }
  return true
}

/** The address that a 32-byte comparison at `offset` asks for, so that an index can answer instead of a scan. */
export function addressFilterAt(filters: readonly AccountFilter[], offset: number): string | null {
  for (const filter of filters)
    if ('memcmp' in filter && filter.memcmp.offset === offset && filter.memcmp.bytes.length === 32)
      return encodeBase58(filter.memcmp.bytes)
  return null
}
