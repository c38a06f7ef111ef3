import { hash } from 'node:crypto'
import { MAX_CHAIN_ADDRESS_CHARS } from '../../contract/chain-question.ts'
import { decodeBase58, isBase58Of32 } from '../../hot-paths/base58.ts'
import { readEvmAddress } from '../evm/address.ts'
import type { CatalogChain } from './chains.ts'

const TRON_BYTES = 25
const TRON_PREFIX = 0x41
const TRON_CHECKSUM_BYTES = 4
const TON_CHARS = 48
const TON_BYTES = 36

type Named = Pick<CatalogChain, 'family' | 'eip155'>
/** The one form in which an address is asked for and answered; null for text that is none. */
type Reader = (text: string) => string | null

/** A token or wallet of a chain in its canonical form: EVM addresses in lower case (a wrong EIP-55 checksum is refused),
 *  base58 of 32 bytes on Solana and its kin, base58check on Tron, and so on. Null for text that is no address there. */
export function readChainAddress({ family, eip155 }: Named, text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_CHAIN_ADDRESS_CHARS) return null
  const own = (READERS[family] ?? anyText)(trimmed)
  // Chains of another family that also run an EVM.
  return own ?? (eip155 === null ? null : readEvmAddress(trimmed))
}

/** The same of a pool, which on EVM chains may also be an id of 32 bytes. */
export function readChainPool(chain: Named, text: string): string | null {
  const trimmed = text.trim()
  const isId = (chain.family === 'evm' || chain.eip155 !== null) && /^0x[0-9a-fA-F]{64}$/.test(trimmed)
  return isId ? trimmed.toLowerCase() : readChainAddress(chain, trimmed)
}

/** Whether two canonical addresses of a chain are one. Move and Starknet write leading zeros or leave them out, and
 *  providers differ in it, so neither form can be the canonical one. */
export function isSameAddress({ family }: Named, one: string, other: string): boolean {
  if (one === other) return true
  return (family === 'move' || family === 'starknet') && withoutZeros(one) === withoutZeros(other)
}

function withoutZeros(address: string): string {
  return address.replace(/^0x0+(?=[0-9a-f])/, '0x')
}

/** `0x2::sui::SUI`: the hex digits of the account in lower case, names as they are. */
function readMoveAddress(text: string): string | null {
  if (!/^0x[0-9a-fA-F]{1,64}(::[A-Za-z_]\w{0,63}){0,2}$/.test(text)) return null
  const [account, ...names] = text.split('::')
  return [account!.toLowerCase(), ...names].join('::')
}

const READERS: Readonly<Record<string, Reader>> = {
  evm: readEvmAddress,
  svm: (text) => (isBase58Of32(text) ? text : null),
  tron: (text) => (isTronAddress(text) ? text : null),
  ton: readTonAddress,
  // An address, or the type of a coin: `0x2::sui::SUI`.
  move: readMoveAddress,
  starknet: (text) => (/^0x[0-9a-fA-F]{1,64}$/.test(text) ? text.toLowerCase() : null),
  // Bech32 accounts and the names of denominations.
  cosmos: (text) => (/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(text) ? text : null),
  near: (text) => (/^(?=.{2,64}$)[a-z\d]+([-_.][a-z\d]+)*$/.test(text) ? text : null),
}

/** Families without a rule of their own: printable letters that no address of theirs goes beyond. */
function anyText(text: string): string | null {
  return /^[A-Za-z0-9][\w.:/+=-]*$/.test(text) ? text : null
}

/** 21 bytes that begin with 0x41, and the first 4 of their double SHA-256. */
function isTronAddress(text: string): boolean {
  if (text.length > 40) return false
  const bytes = decodeBase58(text)
  if (bytes === null || bytes.length !== TRON_BYTES || bytes[0] !== TRON_PREFIX) return false
  const body = bytes.subarray(0, TRON_BYTES - TRON_CHECKSUM_BYTES)
  const digest = hash('sha256', hash('sha256', body, 'buffer'), 'buffer')
  return digest.subarray(0, TRON_CHECKSUM_BYTES).equals(bytes.subarray(TRON_BYTES - TRON_CHECKSUM_BYTES))
}

/** `workchain:hex`, or 36 bytes of base64 whose last two are the CRC of the others. */
function readTonAddress(text: string): string | null {
  if (/^-?\d{1,3}:[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase()
  if (text.length !== TON_CHARS || !/^[A-Za-z0-9+/_-]+$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === TON_BYTES && crc16(bytes.subarray(0, TON_BYTES - 2)) === bytes.readUInt16BE(TON_BYTES - 2)
    ? text
    : null
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff
  }
  return crc
}
