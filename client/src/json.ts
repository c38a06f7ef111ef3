/* JSON with every digit of whole numbers: beyond 2^53 they are read as bigint, and bigint is written as a number. */

/** Unknown to those who write names of tokens: a text that began with it would be read as a number. */
const MARK = `int:${crypto.getRandomValues(new BigUint64Array(2)).join(':')}:`
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')
/** Texts first, so that digits inside them are none. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  let hasBig = false
  const marked = text.replace(TOKENS, (token) => {
    if (!/^-?\d{16,}$/.test(token) || Number.isSafeInteger(Number(token))) return token
    hasBig = true
    return JSON.stringify(MARK + token)
  })
  if (!hasBig) return JSON.parse(text)
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  )
}

export function writeJson(value: unknown): string {
  let hasBig = false
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== 'bigint') return one
    hasBig = true
    return MARK + one
  })
  return hasBig ? text.replace(MARKED, '$1') : text
}
