import { LIMITS } from '../config/limits.ts'
import { checkDepth } from './exact-json.ts'
import type { ReplyReader } from './http-attempt.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** What `stringEnd` says of a string that goes on in the next chunk. */
const GOES_ON = -1
const ENDS_ESCAPED = -2
/** Most strings end within this many bytes; a search for the end of longer ones costs a call and then nothing. */
const SHORT_STRING_BYTES = 24
/** Bytes that mean something between the strings of a row. */
const STRUCTURAL = new Uint8Array(256)
for (const byte of [QUOTE, COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]) STRUCTURAL[byte] = 1

/** Reads a JSON object that holds one long array, element by element while the bytes arrive: neither the whole text
 *  nor one long JSON.parse ever exists, so a reply of 100,000 rows (30 MB) occupies the loop for about a
 *  millisecond per 64 KB instead of a few hundred at its end. `path` names the array by the members that lead to it (`['result']`). `onRow` gets each element's
 *  JSON text; `finish` gets the rest, parsed, with the array empty. Invalid JSON throws in `onRow`'s own parse or at
 *  the end; a row above `LIMITS.upstreamRowBytes` throws RangeError, as one text of it would hold the loop.
 *
 *      {"jsonrpc":"2.0","result":[ {row} , {row} , {row} ],"id":1}
 *      '--------- rest ---------'  '---- onRow ----'      '-rest-'
 */
export function jsonRowsReader<T>(options: {
  readonly path: readonly string[]
  readonly onRow: (text: string) => void
  readonly finish: (rest: unknown) => T
}): ReplyReader<T> {
  const { path, onRow, finish } = options
  const rest = boundedText(LIMITS.upstreamRestBytes, 'reply has too much beside its rows')
  const row = boundedText(LIMITS.upstreamRowBytes, 'a row is too long')
  /** Name of the member being read, by depth; '' inside arrays. */
  const names: string[] = []
  let depth = 0
  let rowDepth = 0
  let inRows = false
  let inRow = false
  let inString = false
  let escaped = false
  let nameParts: Buffer[] = []
  let lastString = ''

  function endRow(piece: Buffer): void {
    row.keep(piece)
    inRow = false
    onRow(row.take())
  }

  const leadsToRows = (): boolean => depth === path.length && path.every((name, at) => names[at + 1] === name)

  return {
    push(chunk) {
      // Where the piece in work (a row, or the rest) begins in this chunk; and a member name inside the rest.
      let from = 0
      let stringFrom = 0
      for (let at = 0; at < chunk.length; at++) {
        if (inString) {
          if (escaped) {
            escaped = false
            continue
          }
          at = stringEnd(chunk, at)
          if (at < 0) {
            escaped = at === ENDS_ESCAPED
            break
          }
          inString = false
          if (!inRows) {
            nameParts.push(chunk.subarray(stringFrom, at))
            lastString = Buffer.concat(nameParts).toString('utf8')
            nameParts = []
          }
          continue
        }
        if (inRow) at = skipPlain(chunk, at)
        if (at === chunk.length) break
        const byte = chunk[at]!
        if (inRows) {
          if (!inRow) {
            if (byte === CLOSE_BRACKET) {
              inRows = false
              from = at
              depth -= 1
            } else if (byte !== COMMA && byte > 0x20) {
              inRow = true
              rowDepth = 0
              from = at
            }
            if (!inRow) continue
          }
          if (byte === QUOTE) inString = true
          else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
            if (++rowDepth > LIMITS.upstreamReplyDepth) throw new RangeError('a row is nested too deep')
          } else if (rowDepth === 0 && (byte === COMMA || byte === CLOSE_BRACKET)) {
            endRow(chunk.subarray(from, at))
            if (byte === CLOSE_BRACKET) {
              inRows = false
              from = at
              depth -= 1
            }
          } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) rowDepth -= 1
          continue
        }
        switch (byte) {
          case QUOTE:
            inString = true
            stringFrom = at + 1
            break
          case COLON:
            names[depth] = lastString
            break
          case OPEN_BRACE:
            depth += 1
            names[depth] = ''
            break
          case OPEN_BRACKET:
            inRows = leadsToRows()
            depth += 1
            names[depth] = ''
            if (inRows) rest.keep(chunk.subarray(from, at + 1))
            break
          case CLOSE_BRACE:
          case CLOSE_BRACKET:
            depth -= 1
            break
        }
      }
      if (inRow) row.keep(chunk.subarray(from))
      else if (!inRows) rest.keep(chunk.subarray(from))
      if (inString && !inRows) nameParts.push(chunk.subarray(stringFrom))
    },
    end() {
      const text = rest.take()
      checkDepth(text)
      return finish(JSON.parse(text))
    },
  }
}

/** Text that arrives in pieces. RangeError with the refusal above so many bytes. */
function boundedText(mostBytes: number, refusal: string) {
  const pieces: Buffer[] = []
  let bytes = 0
  return {
    keep(piece: Buffer): void {
      bytes += piece.length
      if (bytes > mostBytes) throw new RangeError(refusal)
      pieces.push(piece)
    },
    /** All of it; what comes next starts over. */
    take(): string {
      const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
      pieces.length = 0
      bytes = 0
      return whole.toString('utf8')
    },
  }
}

/** Index of the quote that ends a string; `from` is inside it and not escaped. */
function stringEnd(chunk: Buffer, from: number): number {
  const near = Math.min(chunk.length, from + SHORT_STRING_BYTES)
  let at = from
  for (; at < near; at++) {
    const byte = chunk[at]!
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) at++
  }
  while (at < chunk.length) {
    const quote = chunk.indexOf(QUOTE, at)
    const end = quote === -1 ? chunk.length : quote
    const isEscaped = backslashesBefore(chunk, end, at) % 2 === 1
    if (quote === -1) return isEscaped ? ENDS_ESCAPED : GOES_ON
    if (!isEscaped) return quote
    at = quote + 1
  }
  return at > chunk.length ? ENDS_ESCAPED : GOES_ON
}

/** How many stand in a row right before `end`, from `from` on. */
function backslashesBefore(chunk: Buffer, end: number, from: number): number {
  let at = end
  while (at > from && chunk[at - 1] === BACKSLASH) at--
  return end - at
}

function skipPlain(chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length && STRUCTURAL[chunk[at]!] === 0) at++
  return at
}
