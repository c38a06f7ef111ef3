import { fail, type Outcome, ok } from './outcome.ts'

/** Why a body is no value: `too many values` may still be one to those who have more time. */
export type JsonBounds = { readonly maxDepth: number; readonly maxValues: number }
export type ParsedJson = { readonly json: unknown; readonly text: string }

export const NO_JSON = fail('invalid_request', 'invalid JSON body')
export const TOO_MANY_VALUES = fail('payload_too_large', 'the JSON body holds too many values')

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Body bytes to JSON. No bytes at all are no value (`undefined`), about which the route's own rule has the word. Fails
 *  `NO_JSON` for bytes that are not UTF-8 or not JSON and for values that nest deeper than any honest one (code that
 *  walks such a value afterwards runs out of stack), `TOO_MANY_VALUES` before anything is made of them. */
export function parseJsonBody(bytes: Uint8Array, bounds: JsonBounds): Outcome<ParsedJson> {
  if (bytes.byteLength === 0) return ok({ json: undefined, text: '' })
  try {
    const text = UTF8.decode(bytes)
    const fault = findFault(text, bounds)
    return fault ?? ok({ json: JSON.parse(text) as unknown, text })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return NO_JSON
    throw error
  }
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** Counts brackets, commas and colons outside strings. Right for JSON; for other text it may be either. */
function findFault(text: string, { maxDepth, maxValues }: JsonBounds): Outcome<never> | null {
  let depth = 0
  let values = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      if (++depth > maxDepth) return NO_JSON
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    else if (code === COMMA || code === COLON) values++
  }
  return values > maxValues ? TOO_MANY_VALUES : null
}
