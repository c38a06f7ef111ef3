import Type from 'typebox'
import type { FailureCode } from '../../contract/failures.ts'
import { type Failure, fail, ok } from '../../contract/outcome.ts'
import { AddressSchema, isAddress, type Rule } from '../../contract/params.ts'
import { isTapeDex, TAPE_DEXES, type TapeDex } from '../../contract/tape-event.ts'

/* Parameters of the v1 routes that read (spec 4.9). */

/** No lamports were spent and nothing was begun: a question can always be asked again. */
const NOTHING_DONE = { stage: 'validate', fee_lamports: 0, retry_safe: true }

export function refuse(message: string, code: FailureCode = 'invalid_request'): Failure {
  return { ...fail(code, message), details: NOTHING_DONE }
}

export const mintParam: Rule<string> = {
  schema: { ...AddressSchema, description: 'The token.' },
  required: true,
  aliases: [],
  parse: (raw) => {
    const text = raw?.trim()
    return isAddress(text) ? ok(text) : refuse('invalid mint', 'invalid_mint')
  },
  canonical: (value) => value,
}

export const dexParam: Rule<TapeDex | null> = {
  schema: Type.Enum([...TAPE_DEXES], { description: 'Look there only. Alias: dex.' }),
  required: false,
  aliases: ['dex'],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    return text === '' ? ok(null) : readDexName(text)
  },
  canonical: (value) => value ?? '',
}

export const poolParam: Rule<string | null> = {
  schema: { ...AddressSchema, description: 'This pool only. Alias: pool_address.' },
  required: false,
  aliases: ['pool_address'],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    if (text === '') return ok(null)
    return isAddress(text) ? ok(text) : refuse('pair_address: expected an address')
  },
  canonical: (value) => value ?? '',
}

/** Base units in a query: digits and nothing else, from 1 to what a token amount can be. */
export const rawAmountParam: Rule<bigint> = {
  schema: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Base units of what is given, from 1.' }),
  required: true,
  aliases: [],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : 0n
    return isTokenAmount(amount) ? ok(amount) : refuse('amount: expected base units from 1', 'invalid_amount')
  },
  canonical: String,
}

export const sideParam: Rule<'buy' | 'sell'> = {
  schema: Type.Enum(['buy', 'sell'], { default: 'buy', description: 'Another word is refused.' }),
  required: false,
  aliases: [],
  parse: (raw) => {
    const text = (raw ?? '').trim().toLowerCase()
    if (text === '' || text === 'buy') return ok('buy')
    return text === 'sell' ? ok('sell') : refuse('side: expected buy or sell')
  },
  canonical: (value) => value,
}

const MAX_TOKEN_AMOUNT = 2n ** 64n - 1n

/** An amount that a token account can hold, and more than nothing. */
export function isTokenAmount(raw: bigint): boolean {
  return raw > 0n && raw <= MAX_TOKEN_AMOUNT
}

/** A DEX by its name, in any case, with hyphens or underscores. */
export function readDexName(text: string) {
  const name = text.toLowerCase().replaceAll('-', '_')
  return isTapeDex(name) ? ok(name) : refuse(`unknown dex: expected one of ${TAPE_DEXES.join(', ')}`)
}
