import { keccak256 } from '../../src/chain/evm/keccak.ts'

/* How the emulated node writes values: hex with `0x`, words of 32 bytes without. */

export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`

export function word(value: bigint | number | string | boolean): string {
  if (typeof value === 'string') return value.slice(2).padStart(64, '0')
  const number = BigInt(value)
  return (number < 0n ? 2n ** 256n + number : number).toString(16).padStart(64, '0')
}

export function words(...values: readonly (bigint | number | string | boolean)[]): string {
  return `0x${values.map(word).join('')}`
}

/** Keccak-256 of bytes in hex, in hex. */
export function hashOf(hex: string): string {
  return `0x${Buffer.from(keccak256(Buffer.from(hex.slice(2), 'hex'))).toString('hex')}`
}

/** The same of a text: 32 bytes that are named by it. */
export function named(text: string): string {
  return `0x${Buffer.from(keccak256(Buffer.from(text, 'utf8'))).toString('hex')}`
}

export function addressNamed(text: string): string {
  return `0x${named(text).slice(-40)}`
}

/** `string` as a contract returns it. */
export function abiString(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('hex')
  return `${words(32, bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}

/** Text as old contracts return it: 32 bytes. */
export function abiBytes32(text: string): string {
  return `0x${Buffer.from(text, 'utf8').toString('hex').slice(0, 64).padEnd(64, '0')}`
}
