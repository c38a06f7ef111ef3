import { described, type JsonSchema, type Member, type Parts, unexpected, worded } from './member.ts'

export type TextParts = Parts & {
  readonly minChars?: number
  readonly maxChars?: number
  /** The whole text; what it says in words is `expected`. */
  readonly pattern?: string
  readonly expected?: string
}

/** A text; its characters are counted as JSON Schema counts them, not as UTF-16 does. */
export function text(parts: TextParts = {}): Member<string> {
  const { minChars = 0, maxChars, pattern } = parts
  const fits = pattern === undefined ? null : new RegExp(pattern, 'u')
  const most = maxChars ?? Number.POSITIVE_INFINITY
  const expected = parts.expected ?? textExpected(minChars, maxChars)
  const schema: JsonSchema = {
    type: 'string',
    ...(minChars > 0 && { minLength: minChars }),
    ...(maxChars !== undefined && { maxLength: maxChars }),
    ...(pattern !== undefined && { pattern }),
  }
  return {
    ...worded(parts),
    schema: described(schema, parts),
    read(value, name) {
      const isFit =
        typeof value === 'string' &&
        value.length >= minChars &&
        (value.length <= most || (value.length <= 2 * most && [...value].length <= most)) &&
        (minChars < 2 || [...value].length >= minChars) &&
        (fits === null || fits.test(value))
      return isFit ? value : unexpected(name, expected, parts)
    },
  }
}

function textExpected(minChars: number, maxChars: number | undefined): string {
  if (maxChars === undefined) return minChars > 0 ? `a text of at least ${minChars} characters` : 'a text'
  return minChars > 0 ? `a text of ${minChars} to ${maxChars} characters` : `a text of at most ${maxChars} characters`
}

/** A printable text: no control characters and no bidirectional overrides, which an operator's terminal would obey. */
export function label(maxChars: number, parts: Parts = {}): Member<string> {
  return text({
    maxChars,
    pattern: '^\\P{C}*$',
    expected: `a text of at most ${maxChars} characters, none of them unseen`,
    ...parts,
  })
}

/** A text that is not only white space. */
export function ink(parts: Parts = {}): Member<string> {
  return text({ pattern: '\\S', expected: 'a text', ...parts })
}

/** Base64 of at most so many bytes, white space around it aside. */
export function base64({ maxBytes, ...parts }: Parts & { readonly maxBytes: number }): Member<Uint8Array> {
  const expected = `base64 of at most ${maxBytes} bytes`
  return {
    ...worded(parts),
    schema: described({ type: 'string', contentEncoding: 'base64', 'x-max-bytes': maxBytes }, parts),
    read(value, name) {
      const given = typeof value === 'string' ? value.trim().replace(/=+$/, '') : ''
      if (given === '' || given.length > Math.ceil((maxBytes * 4) / 3)) return unexpected(name, expected, parts)
      const bytes = Buffer.from(given, 'base64')
      // Node skips what is no base64; a transaction with holes in it must not be taken for another one.
      const isWhole = bytes.toString('base64').replace(/=+$/, '') === given
      return isWhole && bytes.length <= maxBytes ? new Uint8Array(bytes) : unexpected(name, expected, parts)
    },
  }
}
