/** Bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** Recursive length prefix, as the yellow paper's appendix B defines it. */
export function rlp(item: RlpItem): Buffer {
  if (item instanceof Uint8Array) {
    if (item.length === 1 && item[0]! < 0x80) return Buffer.from(item)
    return Buffer.concat([prefix(item.length, 0x80), item])
  }
  const body = Buffer.concat(item.map(rlp))
  return Buffer.concat([prefix(body.length, 0xc0), body])
}

function prefix(length: number, base: number): Buffer {
  if (length < 56) return Buffer.of(base + length)
  const bytes = numberBytes(BigInt(length))
  return Buffer.concat([Buffer.of(base + 55 + bytes.length), bytes])
}

/** Without zeros in front; nothing for 0. */
export function numberBytes(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0)
  const digits = value.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
}

export const hexBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
