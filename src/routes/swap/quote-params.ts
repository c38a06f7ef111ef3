import Type from 'typebox'
import { SWAP_LIMITS } from '../../config/swap-limits.ts'
import { readDecimal, U64_MAX } from '../../contract/exact-amount.ts'
import { fail, ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'

/** A whole number of base units, above 0 and within the chain's 64 bits. */
export const amountParam: Rule<bigint> = {
  schema: Type.String({ pattern: '^[0-9]+$', description: 'Base units of the input, a whole number above 0.' }),
  required: true,
  aliases: [],
  parse: (raw) => {
    const amount = raw === undefined ? null : readDecimal(raw, 0)
    return amount === null || amount === 0n || amount > U64_MAX
      ? fail('invalid_request', 'amount (in base units) required')
      : ok(amount)
  },
  canonical: String,
}

/** 0 where none is asked for. */
export const platformFeeParam: Rule<number> = {
  schema: Type.Integer({
    minimum: 0,
    maximum: SWAP_LIMITS.platformFeeBps.max,
    description: `Hundredths of a percent for the feeAccount of build. Clamped to 0..${SWAP_LIMITS.platformFeeBps.max}; unreadable text counts as absent.`,
  }),
  required: false,
  aliases: [],
  parse: (raw) => {
    const value = raw === undefined || raw.trim() === '' ? Number.NaN : Math.trunc(Number(raw))
    return ok(Number.isNaN(value) ? 0 : Math.min(SWAP_LIMITS.platformFeeBps.max, Math.max(0, value)))
  },
  canonical: String,
}
