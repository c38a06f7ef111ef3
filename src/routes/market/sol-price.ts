import { SolPrice } from '../../contract/market.ts'
import { getSolPrice } from '../../services/pricing/sol-price.ts'
import { defineRoute } from '../define-route.ts'

export const solPrice = defineRoute({
  method: 'GET',
  path: '/api/v2/market/sol-price',
  auth: 'apiKey',
  needs: [],
  cache: 'solPrice',
  summary: 'The canonical SOL/USD price. Never fails: without any source it is exactly 120.',
  reply: SolPrice,
  handle: (ctx) => getSolPrice(ctx),
})
