import { decodeBase58 } from '../../src/hot-paths/base58.ts'
import { isObject, type Json } from './json.ts'
import { invalidParams, invalidType } from './rpc-refusal.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'
export type DataSlice = { readonly offset: number; readonly length: number }
export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number]
export const TRANSACTION_ENCODINGS = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number]
export type Config = { readonly [name: string]: Json }

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const

/** Between `least` and `most` positional parameters. */
export function expectCount(params: readonly Json[], least: number, most: number): void {
  if (params.length < least) throw invalidParams(`\`params\` should have at least ${least} argument(s)`)
  if (params.length > most)
    throw invalidParams(
      least === most
        ? `Expected ${most} parameters. Got ${params.length}.`
        : `Expected from ${least} to ${most} parameters.`,
    )
}

export function readString(value: Json | undefined): string {
  if (typeof value !== 'string') throw invalidType(value, 'a string')
  return value
}

export function readU64(value: Json | undefined): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw invalidType(value, 'u64')
  return value
}

export function readOptionalU64(value: Json | undefined): number | undefined {
  return value === undefined || value === null ? undefined : readU64(value)
}

export function readFlag(config: Config, name: string, fallback: boolean): boolean {
  const value = config[name]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'boolean') throw invalidType(value, 'a boolean')
  return value
}

/** The optional configuration object; absent and null are empty. */
export function readConfig(value: Json | undefined): Config {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidType(value, 'struct')
  return value
}

/** An address in its canonical text form. */
export function readAddress(value: Json | undefined): string {
  return readBase58(readString(value), 32)
}

export function readSignature(value: Json | undefined): string {
  return readBase58(readString(value), 64)
}

export function readHash(value: Json | undefined): string {
  return readBase58(readString(value), 32)
}

/** The node names two ways to be wrong: `Invalid` (not base58) and `WrongSize`. */
function readBase58(text: string, bytes: number): string {
  // 64 bytes have at most 88 digits; anything longer need not be decoded to be known wrong.
  if (text.length > 88) throw invalidParams('Invalid param: WrongSize')
  const decoded = decodeBase58(text)
  if (decoded === null) throw invalidParams('Invalid param: Invalid')
  if (decoded.length !== bytes) throw invalidParams('Invalid param: WrongSize')
  return text
}

export function readAddresses(value: Json | undefined, max: number): string[] {
  if (!Array.isArray(value)) throw invalidType(value, 'a sequence')
  if (value.length > max) throw invalidParams(`Too many inputs provided; max ${max}`)
  return value.map(readAddress)
}

export function readCommitment(config: Config, fallback: Commitment = 'finalized'): Commitment {
  return readVariant(config['commitment'], COMMITMENTS, fallback)
}

/** For methods that read the ledger, which knows no open blocks. */
export function readLedgerCommitment(config: Config): Commitment {
  const commitment = readCommitment(config)
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

export function readVariant<T extends string>(value: Json | undefined, variants: readonly T[], fallback: T): T {
  if (value === undefined || value === null) return fallback
  const text = readString(value)
  const known = variants.find((variant) => variant === text)
  if (known === undefined)
    throw invalidParams(
      `Invalid params: unknown variant \`${text.slice(0, 64)}\`, expected one of ${variants.map((v) => `\`${v}\``).join(', ')}.`,
    )
  return known
}

export function readDataSlice(config: Config): DataSlice | undefined {
  const value = config['dataSlice']
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw invalidType(value, 'struct UiDataSliceConfig')
  return { offset: readU64(value['offset']), length: readU64(value['length']) }
}

export type AccountConfig = {
  readonly encoding: AccountEncoding
  readonly dataSlice: DataSlice | undefined
  readonly commitment: Commitment
  readonly minContextSlot: number | undefined
}

/** `{encoding, dataSlice, commitment, minContextSlot}` of the account methods. */
export function readAccountConfig(value: Json | undefined, fallback: AccountEncoding): AccountConfig {
  const config = readConfig(value)
  return {
    encoding: readVariant(config['encoding'], ACCOUNT_ENCODINGS, fallback),
    dataSlice: readDataSlice(config),
    commitment: readCommitment(config),
    minContextSlot: readOptionalU64(config['minContextSlot']),
  }
}

export function readLimit(value: Json | undefined, max: number): number {
  const limit = readOptionalU64(value) ?? max
  if (limit === 0 || limit > max) throw invalidParams(`Invalid limit; max ${max}`)
  return limit
}

/** `maxSupportedTransactionVersion`; undefined when the caller left it out and so takes legacy transactions only. */
export function readMaxVersion(config: Config): number | undefined {
  const value = readOptionalU64(config['maxSupportedTransactionVersion'])
  if (value !== undefined && value > 255) throw invalidType(value, 'u8')
  return value
}
