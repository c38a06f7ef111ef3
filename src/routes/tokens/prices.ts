import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { mintsBatch } from '../../contract/mints-batch.ts'
import { Missing, missingOf } from '../../contract/missing.ts'
import { ok } from '../../contract/outcome.ts'
import { closed } from '../../contract/shapes.ts'
import { TokenPriceEntry } from '../../contract/token.ts'
import { getPricesWithWindows } from '../../services/tokens/prices-with-windows.ts'
import { sayOfPrices } from '../../services/tokens/say-unknown.ts'
import { defineRoute } from '../define-route.ts'

export const tokenPrices = defineRoute({
  method: 'POST',
  path: '/api/v2/tokens/prices',
  auth: 'apiKey',
  needs: ['pairs|prices|rpc'],
  cache: 'none',
  summary: 'USD prices of up to 50 mints. Mints without a price are absent.',
  body: mintsBatch(LIMITS.priceMints, 'mints[] required (max 50 valid mints)'),
  reply: closed({ count: Type.Integer(), prices: Type.Record(Type.String(), TokenPriceEntry), missing: Missing }),
  failures: ['unconfigured'],
  async handle(ctx, { body }) {
    const prices = await getPricesWithWindows(ctx, body.mints)
    if (!prices.ok) return prices
    const missing = missingOf(sayOfPrices(ctx, body.mints, prices.value))
    return ok({ count: Object.keys(prices.value).length, prices: prices.value, ...missing }, prices.cache)
  },
})
