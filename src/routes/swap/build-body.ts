import Type from 'typebox'
import { readBaseUnits, readMembers, U64_MAX, WrittenNumber } from '../../contract/exact-amount.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress } from '../../contract/params.ts'
import { SwapQuote } from '../../contract/swap-order.ts'
import type { SwapParams } from '../../services/swap/build.ts'

const refuse = (message: string) => fail('invalid_request', message)

/** Members that are null count as absent; unknown ones are ignored. */
export const buildBody: BodyRule<SwapParams> = {
  schema: Type.Object({
    quoteResponse: SwapQuote,
    userPublicKey: { ...AddressSchema, description: 'Who swaps, signs and pays.' },
    feeAccount: Type.Optional({ ...AddressSchema, description: 'Token account for the platform fee of the quote.' }),
    computeUnitPriceMicroLamports: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Price of a compute unit; 0 leaves it to the aggregator.' }),
    ),
    manifest: Type.Optional(
      Type.Boolean({ default: true, description: 'Execute it first and refuse what goes beyond the quote.' }),
    ),
  }),
  parse(_json, text) {
    const read = readMembers(text)
    if (!read.ok && read.code === 'payload_too_large') return read
    const members = read.ok ? read.value : {}
    const { quoteResponse: quote, userPublicKey: wallet, feeAccount, manifest } = members
    if (!isObject(quote)) return refuse('quoteResponse object required')
    if (!isAddress(wallet)) return refuse('userPublicKey required')
    const hasFeeAccount = feeAccount != null && feeAccount !== ''
    if (hasFeeAccount && !isAddress(feeAccount)) return refuse('feeAccount must be a valid address')
    const computeUnitPrice = readPrice(members['computeUnitPriceMicroLamports'])
    if (!computeUnitPrice.ok) return computeUnitPrice
    if (manifest != null && typeof manifest !== 'boolean') return refuse('manifest must be true or false')
    return ok({
      quote,
      wallet,
      feeAccount: hasFeeAccount ? feeAccount : null,
      computeUnitPrice: computeUnitPrice.value,
      wantsManifest: manifest ?? true,
    })
  },
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)
}

/** Null for what is not truthy. */
function readPrice(value: unknown): Outcome<bigint | null> {
  if (value == null || value === '' || value === false) return ok(null)
  const price = value instanceof WrittenNumber && Number(value.text) === 0 ? 0n : readBaseUnits(value)
  if (price === null || price > U64_MAX) return refuse('computeUnitPriceMicroLamports must be a whole number')
  return ok(price === 0n ? null : price)
}
