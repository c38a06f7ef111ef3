import { randomBytes } from 'node:crypto'
import { LIMITS } from '../config/limits.ts'

/** JSON whose integers may be larger than a double holds exactly (lamports, token amounts). */

/** Matches a member of one of these names whose value is an integer of 16 digits and more. In valid JSON a quote that
 *  is not escaped begins or ends a string, so a name between two of them and before a colon is a member's name. */
export function bigMembersPattern(names: readonly string[]): RegExp {
  return new RegExp(`(?<!\\\\)"(${names.join('|')})"(\\s*:\\s*)(-?\\d{16,})(?=\\s*[,}\\]])`, 'g')
}

/** JSON.parse, with the members of the pattern as text when they have 16 digits and more; shorter ones stay numbers. */
export function parseWithBigMembers(text: string, pattern: RegExp): unknown {
  return JSON.parse(mayHoldBigInteger(text) ? text.replace(pattern, '"$1"$2"$3"') : text)
}

/** Digits from which on an integer may be beyond 2^53. */
const MANY_DIGITS = 16
const QUOTE = 0x22
const MINUS = 0x2d
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const COLON = 0x3a
const COMMA = 0x2c
const ZERO = 0x30
const NINE = 0x39
/** Strings up to here are walked; a search for the end of a longer one costs a call and then nothing. */
const SHORT_STRING = 24

/** What a large integer's text begins with while it is a string. No one outside this process can know it. */
const MARK = `${randomBytes(16).toString('hex')}:`

/** JSON.parse, with every integer beyond 2^53 as a bigint. Costs as much as JSON.parse unless there is such a one, and
 *  then about half as much again: the large ones are put into quotes, and taken out of them in what was parsed. (A
 *  reviver is called for every value: 30 times as much.) Throws a RangeError for what is nested deeper than a reply
 *  ever is. */
export function parseExact(text: string): unknown {
  if (!mayHoldBigInteger(text)) return JSON.parse(text)
  const quoted = quoteBigIntegers(text)
  return quoted === null ? JSON.parse(text) : unquote(JSON.parse(quoted))
}

/** Throws a RangeError for a text that nests deeper than `upstreamReplyDepth`: what reads it later may do so by
 *  recursion. Looks at every character outside of strings once. */
export function checkDepth(text: string): void {
  // Each level takes two characters.
  if (text.length < 2 * LIMITS.upstreamReplyDepth) return
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at + 1)
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > LIMITS.upstreamReplyDepth) throw tooDeep()
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
  }
}

function tooDeep(): RangeError {
  return new RangeError(`JSON nests deeper than ${LIMITS.upstreamReplyDepth} levels`)
}

/** The text with its large integers in quotes and marked; null when there is none. What is no valid JSON stays so. */
function quoteBigIntegers(text: string): string | null {
  const pieces: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at + 1)
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > LIMITS.upstreamReplyDepth) throw tooDeep()
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
    else if (isDigit(code)) {
      const start = at
      while (isDigit(text.charCodeAt(at + 1))) at++
      if (at + 1 - start < MANY_DIGITS || !isInteger(text, start, at + 1)) continue
      const first = text.charCodeAt(start - 1) === MINUS ? start - 1 : start
      pieces.push(text.slice(from, first), '"', MARK, text.slice(first, at + 1), '"')
      from = at + 1
    }
  }
  if (from === 0) return null
  pieces.push(text.slice(from))
  return pieces.join('')
}

/** Whether a run of digits outside of strings is a whole value: not a part of a fraction or an exponent, and nothing
 *  that JSON forbids (a leading zero, a member's name), which in quotes it would not. */
function isInteger(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === ZERO) return false
  const before = text.charCodeAt(start - 1) === MINUS ? start - 2 : start - 1
  const last = text.charCodeAt(before)
  if (before >= 0 && last !== COLON && last !== COMMA && last !== OPEN_BRACKET && !isBlank(last)) return false
  let after = end
  while (isBlank(text.charCodeAt(after))) after++
  const next = text.charCodeAt(after)
  return after >= text.length || next === COMMA || next === CLOSE_BRACKET || next === CLOSE_BRACE
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Index of the quote that ends a string; `from` is inside it. The text's end for one that has none. */
function stringEnd(text: string, from: number): number {
  const near = Math.min(text.length, from + SHORT_STRING)
  let at = from
  for (; at < near; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length
    let slashes = quote
    while (slashes > at && text.charCodeAt(slashes - 1) === BACKSLASH) slashes--
    if ((quote - slashes) % 2 === 0) return quote
    at = quote + 1
  }
}

/** Marked strings back to integers, in place. */
function unquote(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? toInteger(value.slice(MARK.length)) : value
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const part: unknown = value[at]
      if (typeof part === 'string' || typeof part === 'object') value[at] = unquote(part)
    }
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>
    for (const name of Object.keys(record)) {
      const part = record[name]
      if (typeof part === 'object') unquote(part)
      else if (typeof part === 'string' && part.startsWith(MARK)) record[name] = toInteger(part.slice(MARK.length))
    }
  }
  return value
}

function toInteger(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}

/** Whether 16 digits and more stand in a row where a number may stand. Such a run covers one of any 16 places in a row,
 *  so only every sixteenth is looked at. */
function mayHoldBigInteger(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (isDigit(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (isDigit(text.charCodeAt(end))) end++
    if (end - start >= MANY_DIGITS && isNumberPlace(text, start)) return true
    // The next run begins after the letter at `end`.
    at = end
  }
  return false
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

const BEFORE_A_NUMBER = /(?:^|[:,[])\s*-?$/
/** How far back is looked; more whitespace than this is taken for a number's. */
const LOOK_BACK = 8

function isNumberPlace(text: string, start: number): boolean {
  return BEFORE_A_NUMBER.test(text.slice(Math.max(0, start - LOOK_BACK), start))
}
