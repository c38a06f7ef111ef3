import Type from 'typebox'
import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import { readBaseUnits, readDecimal, readMembers, WrittenNumber } from '../../contract/exact-amount.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress } from '../../contract/params.ts'
import { TAPE_DEXES } from '../../contract/tape-event.ts'
import { quoteMintOf } from '../../services/trade-pools/quote-currencies.ts'
import type { QuoteQuestion } from '../../services/trading/quote.ts'
import { isTokenAmount, readDexName, refuse } from './read-params.ts'

const side = (what: string) =>
  Type.String({ description: `Mint of what is ${what}; SOL, WSOL, USDC and USDT also by name.` })

/** The body of a quote (spec 4.9). A member that is null counts as absent; numbers are read from their digits. */
export const quoteBody: BodyRule<QuoteQuestion> = {
  schema: Type.Object({
    input_mint: side('given'),
    output_mint: side('received'),
    amount: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]{1,20}$' })], {
      description: 'Base units of input_mint, from 1; as a text where they pass 2^53 - 1.',
    }),
    slippage_bps: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: TRADE_LIMITS.slippageBps.max,
        default: TRADE_LIMITS.slippageBps.default,
        description: 'Over 10000 there is no minimum.',
      }),
    ),
    dex_type: Type.Optional(Type.Enum([...TAPE_DEXES], { description: 'Look there only. Alias: dex.' })),
    pair_address: Type.Optional({ ...AddressSchema, description: 'This pool only. Alias: pool_address.' }),
  }),
  parse(_json, text) {
    const members = readMembers(text)
    return members.ok ? readQuestion(members.value) : refuse(members.message, members.code)
  },
}

type Members = Readonly<Record<string, unknown>>

function readQuestion(members: Members): Outcome<QuoteQuestion> {
  const input = readMint(members, 'input_mint')
  if (!input.ok) return input
  const output = readMint(members, 'output_mint')
  if (!output.ok) return output
  const given = first(members, 'amount')
  if (given === undefined) return refuse('amount is required', 'invalid_amount')
  const amountRaw = readBaseUnits(given)
  if (amountRaw === null || !isTokenAmount(amountRaw))
    return refuse('amount: expected base units from 1, as a text of digits where they pass 2^53 - 1', 'invalid_amount')
  const slippageBps = readSlippage(first(members, 'slippage_bps'))
  if (!slippageBps.ok) return slippageBps
  const dexText = first(members, 'dex_type', 'dex')
  const dex = dexText === undefined ? ok(null) : readDexName(typeof dexText === 'string' ? dexText : '')
  if (!dex.ok) return dex
  const pool = first(members, 'pair_address', 'pool_address')
  if (pool !== undefined && !isAddress(pool)) return refuse('pair_address: expected an address')
  return ok({
    input: input.value,
    output: output.value,
    amountRaw,
    slippageBps: slippageBps.value,
    dex: dex.value,
    poolAddress: pool ?? null,
  })
}

function readMint(members: Members, name: string): Outcome<string> {
  const given = first(members, name)
  const text = typeof given === 'string' ? given.trim() : ''
  return isAddress(text) || quoteMintOf(text) !== null ? ok(text) : refuse(`${name}: invalid mint`, 'invalid_mint')
}

function readSlippage(given: unknown): Outcome<number> {
  if (given === undefined) return ok(TRADE_LIMITS.slippageBps.default)
  const value = given instanceof WrittenNumber ? readDecimal(given, 0) : null
  return value === null || value > BigInt(TRADE_LIMITS.slippageBps.max)
    ? refuse(`slippage_bps: expected an integer from 0 to ${TRADE_LIMITS.slippageBps.max}`)
    : ok(Number(value))
}

function first(members: Members, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
