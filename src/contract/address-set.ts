import type { Member } from './member.ts'
import { described, unexpected, worded } from './member.ts'
import { isAddress } from './params.ts'

export type AddressSet = {
  /** Each once, in the order in which they came. */
  readonly addresses: readonly string[]
  readonly given: number
  readonly duplicates: number
  readonly invalidCount: number
  /** The first of them, cut. */
  readonly invalid: readonly { readonly index: number; readonly entry: string }[]
}

type Bounds = {
  /** Entries that are looked at. */
  readonly entries: number
  readonly entryChars: number
  readonly namedEntries: number
  /** Whether text of the right form decodes to an address. */
  readonly isReal: (text: string) => boolean
}

const SEPARATORS = /[\s,;]+/

/** A list of addresses, or one text of them separated by line breaks, commas, semicolons or blanks (spec 4.2 cohort).
 *  Repeated ones count once, bad entries are reported and not refused. */
export function addressSet({ entries, entryChars, namedEntries, isReal }: Bounds): Member<AddressSet> {
  const parts = {}
  return {
    ...worded(parts),
    schema: described(
      {
        anyOf: [{ type: 'array', maxItems: entries, items: {} }, { type: 'string' }],
        description: 'A list, or one text separated by line breaks, commas, semicolons or blanks.',
      },
      parts,
    ),
    read(value, name) {
      const given = typeof value === 'string' ? value.split(SEPARATORS, entries + 2).filter((one) => one !== '') : value
      if (!Array.isArray(given) || given.length > entries)
        return unexpected(name, `a list or a text of at most ${entries} addresses`, parts)
      const addresses = new Set<string>()
      const invalid: { index: number; entry: string }[] = []
      let invalidCount = 0
      let duplicates = 0
      for (const [index, one] of given.entries()) {
        const text = typeof one === 'string' ? one.trim() : ''
        if (addresses.has(text)) duplicates++
        else if (isAddress(text) && isReal(text)) addresses.add(text)
        else {
          invalidCount++
          const entry = typeof one === 'string' ? text.slice(0, entryChars) : typeof one
          if (invalid.length < namedEntries) invalid.push({ index, entry })
        }
      }
      return { addresses: [...addresses], given: given.length, duplicates, invalidCount, invalid }
    },
  }
}
