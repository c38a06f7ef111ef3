import { described, type JsonSchema, type Member, type Parts, Refusal, unexpected, worded } from './member.ts'
import { ADDRESS_PATTERN, isAddress, isSignature, SIGNATURE_PATTERN } from './params.ts'

type ListParts = Parts & {
  readonly min?: number
  readonly max?: number
  /** What it is a list of, for the sentence. */
  readonly of: string
  readonly isDistinct?: true
}

/** Of any chain; longer text is none. */
const ANY_ADDRESS = /^\S{1,200}$/u

/** A list; repeated entries count once where it says so. */
export function listOf<T>(entry: Member<T>, { min = 0, max, of, isDistinct, ...parts }: ListParts): Member<T[]> {
  const expected = `a list of ${countOf(min, max)}${of}`
  const schema: JsonSchema = {
    type: 'array',
    items: entry.schema,
    ...(min > 0 && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
  }
  return {
    ...worded(parts),
    schema: described(schema, parts),
    read(value, name) {
      if (!Array.isArray(value) || value.length < min || value.length > (max ?? Number.POSITIVE_INFINITY))
        return unexpected(name, expected, parts)
      const list: T[] = []
      for (let i = 0; i < value.length; i++) {
        const one = entry.read(value[i], `${name}[${i}]`)
        if (one instanceof Refusal) return one
        list.push(one)
      }
      return isDistinct ? [...new Set(list)] : list
    },
  }
}

function countOf(min: number, max: number | undefined): string {
  if (max !== undefined) return min === 0 ? `up to ${max} ` : `${min} to ${max} `
  return min === 0 ? '' : min === 1 ? 'one or more ' : `at least ${min} `
}

/** A list of which the first `max` good entries count, each once; there must be one. Spec 4.1 and 4.2: the others are
 *  dropped. */
function batchOf(
  entry: {
    readonly plural: string
    readonly one: string
    readonly pattern: string
    readonly isGood: (text: string) => boolean
  },
  { max, ...parts }: Parts & { readonly max: number },
): Member<string[]> {
  return {
    ...worded(parts),
    schema: {
      type: 'array',
      items: {},
      contains: { type: 'string', pattern: `^\\s*${entry.pattern.slice(1, -1)}\\s*$` },
      description: `${entry.plural}; invalid ones are dropped, the first ${max} valid ones count.`,
    },
    read(value, name) {
      const valid = new Set<string>()
      for (const one of Array.isArray(value) ? value : []) {
        const given = typeof one === 'string' ? one.trim() : ''
        if (entry.isGood(given)) valid.add(given)
        if (valid.size === max) break
      }
      return valid.size === 0 ? unexpected(name, `a list with ${entry.one}`, parts) : [...valid]
    },
  }
}

export function addressBatch(parts: Parts & { readonly max: number }): Member<string[]> {
  return batchOf({ plural: 'Addresses', one: 'an address', pattern: ADDRESS_PATTERN, isGood: isAddress }, parts)
}

export function signatureBatch(parts: Parts & { readonly max: number }): Member<string[]> {
  return batchOf({ plural: 'Signatures', one: 'a signature', pattern: SIGNATURE_PATTERN, isGood: isSignature }, parts)
}

/** Addresses of any chain: which of them are some, the chain says. */
export function anyAddressBatch(parts: Parts & { readonly max: number }): Member<string[]> {
  const isGood = (given: string): boolean => ANY_ADDRESS.test(given)
  return batchOf({ plural: 'Addresses of the chain', one: 'an address', pattern: ANY_ADDRESS.source, isGood }, parts)
}
