import { keccak256 } from '../../src/chain/evm/keccak.ts'

/** The bloom of logs as a header has it: for each address and topic the low eleven bits of the first three 16-bit
 *  numbers of its hash name bits of 2,048, counted from the end. */
export function bloomOf(logs: readonly { readonly address: string; readonly topics: readonly string[] }[]): string {
  const bloom = new Uint8Array(256)
  const items = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))
  for (const item of items) {
    const digest = digestOf(item)
    for (const pair of [0, 2, 4]) {
      const bit = (256 * digest[pair]! + digest[pair + 1]!) % 2_048
      const byte = 255 - Math.floor(bit / 8)
      bloom[byte] = bloom[byte]! | (1 << (bit % 8))
    }
  }
  return `0x${Buffer.from(bloom).toString('hex')}`
}

const MAX_DIGESTS = 20_000
const digests = new Map<string, Uint8Array>()

/** Pools and topics come again in every block. */
function digestOf(item: string): Uint8Array {
  const digest = digests.get(item) ?? keccak256(Buffer.from(item.slice(2), 'hex'))
  if (digests.size >= MAX_DIGESTS) digests.clear()
  digests.set(item, digest)
  return digest
}
