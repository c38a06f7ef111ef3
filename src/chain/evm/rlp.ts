/* Recursive length prefix: how Ethereum writes what it hashes. Items are texts of hex digits without `0x`, made bytes at
 * the end: a block's receipts are some ten thousand items, most of them longer than their prefix. */

const SHORT = 55
const TEXT = 0x80
const LIST = 0xc0
const ONE_BYTE = 0x80

/** Bytes in hex digits, written as one item. */
export function rlpBytes(digits: string): string {
  if (digits.length === 2 && Number.parseInt(digits, 16) < ONE_BYTE) return digits
  return `${prefixOf(TEXT, digits.length / 2)}${digits}`
}

/** A quantity in hex digits, in any width: written without zeros in front, 0 as nothing. */
export function rlpQuantity(digits: string): string {
  let at = 0
  while (at < digits.length && digits.charCodeAt(at) === 48) at++
  const rest = digits.slice(at)
  return rlpBytes(rest.length % 2 === 0 ? rest : `0${rest}`)
}

/** Items that are written already. */
export function rlpList(items: readonly string[]): string {
  const body = items.join('')
  return `${prefixOf(LIST, body.length / 2)}${body}`
}

function prefixOf(base: number, bytes: number): string {
  if (bytes <= SHORT) return (base + bytes).toString(16)
  const length = bytes.toString(16)
  const even = length.length % 2 === 0 ? length : `0${length}`
  return `${(base + SHORT + even.length / 2).toString(16)}${even}`
}
