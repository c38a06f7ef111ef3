/** 53 bits of a text, from two mixed 32-bit lanes (MurmurHash3's multipliers): short keys of an index whose hits are
 *  compared with the text itself. Not for anything that must resist an attacker. */
export function hashText(text: string): number {
  let low = 0x9747b28c
  let high = 0x3c6ef372
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0xcc9e2d51)
    low = (low << 15) | (low >>> 17)
    high = Math.imul(high ^ unit, 0x1b873593)
    high = (high << 13) | (high >>> 19)
  }
  low ^= high >>> 16
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b)
  high = Math.imul(high ^ low ^ (high >>> 13), 0xc2b2ae35)
  high ^= high >>> 16
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}
