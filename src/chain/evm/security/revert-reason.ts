import { uintAt } from '../words.ts'

const ERROR_TEXT = '0x08c379a0'
const PANIC = '0x4e487b71'
const MAX_CHARS = 120

/** What a call that reverted said: the text of `Error(string)`, `panic 0x11`, `error 0x…` for an error of the contract's
 *  own, else its bytes. Without control characters, at most 120 characters; null where nothing is left. The bytes may be
 *  cut off anywhere. */
export function readReason(data: string): string | null {
  const selector = data.slice(0, 10)
  if (selector === ERROR_TEXT) return cleaned(textOf(`0x${data.slice(10)}`))
  if (selector === PANIC && data.length >= 74) return `panic 0x${uintAt(`0x${data.slice(10)}`, 0).toString(16)}`
  if (data.length >= 10) return `error ${selector}`
  return data.length <= 2 ? null : `bytes ${data}`
}

/** Of `string` whose end may be missing. */
function textOf(data: string): string {
  const start = 2 + 2 * 64
  if (data.length < start) return ''
  const length = uintAt(data, 1)
  const there = (data.length - start) / 2
  const kept = length > BigInt(Math.floor(there)) ? Math.floor(there) : Number(length)
  return Buffer.from(data.slice(start, start + 2 * kept), 'hex').toString('utf8')
}

function cleaned(text: string): string | null {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD]/gu, '').trim()
  const cut = [...plain].slice(0, MAX_CHARS).join('')
  return cut === '' ? null : cut
}
