import { SANDBOX_LIMITS } from '../limits.ts'

/** Every JSON value a request may hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A number whose digits go into the JSON text as they are (`JSON.rawJSON`, Node 21 and later). */
type RawNumber = { readonly rawJSON: string }
const rawJson = (JSON as unknown as { rawJSON(text: string): RawNumber }).rawJSON

/** A 64-bit integer as a bare JSON number, as nodes write it: exact digits beyond 2^53 too. */
export function bareNumber(value: bigint): number | RawNumber {
  return value <= 9_007_199_254_740_991n && value >= -9_007_199_254_740_991n ? Number(value) : rawJson(value.toString())
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a request body. Undefined when it is no JSON text or nests deeper than the limit. */
export function readJson(body: Uint8Array): Json | undefined {
  if (nestsTooDeep(body, SANDBOX_LIMITS.jsonDepth)) return undefined
  try {
    return JSON.parse(strictUtf8.decode(body)) as Json
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Counts brackets outside of strings. One pass, before anything is allocated. */
function nestsTooDeep(body: Uint8Array, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

export function isObject(value: unknown): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
