export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
/** A value in a document, with the place it stands at. */
export type Place = { readonly holder: { [key: string]: Json }; readonly key: string; readonly value: Json }

export type JsonDocument = {
  readonly root: Json
  /** What stands for a text that JSON.stringify would not write: `1e400`, `NaN`, a key twice. */
  raw(text: string): string
  /** The values within, outermost first, the envelope of JSON-RPC left out. */
  places(isWanted?: (place: Place) => boolean): Place[]
  text(): string
}

/** Integers that a double does not hold go through unchanged, unless a lie changes them. */
const LONG_INTEGER = /([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g
const MARK = /"@@(\d+)@@"/g
const ENVELOPE: ReadonlySet<string> = new Set(['jsonrpc', 'id'])
const MAX_PLACES = 60_000

/** Null for what is no JSON. */
export function openDocument(text: string): JsonDocument | null {
  const raws: string[] = []
  const raw = (one: string): string => `@@${raws.push(one) - 1}@@`
  const kept = text.replace(LONG_INTEGER, (_, before: string, digits: string) => `${before}"${raw(digits)}"`)
  const root = parse(kept)
  if (root === undefined) return null
  return {
    root,
    raw,
    places: (isWanted = () => true) => placesIn(root, isWanted),
    text: () => JSON.stringify(root).replace(MARK, (_, at: string) => raws[Number(at)]!),
  }
}

function placesIn(root: Json, isWanted: (place: Place) => boolean): Place[] {
  const found: Place[] = []
  const holders: Json[] = [root]
  let seen = 0
  for (let at = 0; at < holders.length && seen < MAX_PLACES; at++) {
    const holder = holders[at] as { [key: string]: Json }
    const isEnvelope = 'jsonrpc' in holder
    for (const key of Object.keys(holder)) {
      if (isEnvelope && ENVELOPE.has(key)) continue
      seen++
      const place = { holder, key, value: holder[key]! }
      if (isWanted(place)) found.push(place)
      if (typeof place.value === 'object' && place.value !== null) holders.push(place.value)
    }
  }
  return found
}

function parse(text: string): Json | undefined {
  try {
    const json = JSON.parse(text) as Json
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}
