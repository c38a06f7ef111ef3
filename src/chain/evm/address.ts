import { keccak256 } from './keccak.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The address in lower case; null for text that is none. Letters of both cases must be those of the checksum of
 *  EIP-55: a typing error in such an address is found. */
export function readEvmAddress(text: string): string | null {
  if (!ADDRESS.test(text)) return null
  const letters = text.slice(2)
  const lower = letters.toLowerCase()
  const isPlain = letters === lower || letters === letters.toUpperCase()
  return isPlain || checksummed(lower) === letters ? `0x${lower}` : null
}

/** The 40 letters of an address with the case of EIP-55. */
function checksummed(lower: string): string {
  const digest = keccak256(Buffer.from(lower, 'latin1'))
  let out = ''
  for (let at = 0; at < lower.length; at++) {
    const nibble = at % 2 === 0 ? digest[at >> 1]! >> 4 : digest[at >> 1]! & 15
    out += nibble >= 8 ? lower[at]!.toUpperCase() : lower[at]!
  }
  return out
}
