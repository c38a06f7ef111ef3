import { MAX_CHAIN_ADDRESS_CHARS, SURFACE_PERIODS, TREND_WINDOWS } from '../../contract/chain-question.ts'
import { clampedInt, lowerBoundNumber, oneOf, optionalEpochMs, text } from '../../contract/params.ts'

/** Which texts are addresses, the chain says: `invalid address for <chain>`. */
export const AddressParam = {
  address: text({
    maxChars: MAX_CHAIN_ADDRESS_CHARS,
    description: 'Address on the chain; EVM addresses are answered in lower case.',
    required: 'address required',
  }),
}
export const PoolParam = {
  pool: text({ maxChars: MAX_CHAIN_ADDRESS_CHARS, description: 'Pool on the chain.', required: 'pool required' }),
}

export const cursor = text({ maxChars: 128, description: '`cursor` of an earlier answer.' })
export const rows = (max: number, otherwise: number) =>
  clampedInt({ min: 1, max, default: otherwise, description: 'Rows.' })
export const NEW_QUERY = {
  limit: rows(100, 50),
  minLiquidityUsd: lowerBoundNumber({ min: 0, default: 0, description: 'Smallest liquidity in USD.' }),
  dex: text({ maxChars: 64, description: 'Only this DEX, by its id; empty means all.' }),
}
export const TRENDING_QUERY = {
  limit: rows(100, 50),
  minLiquidityUsd: NEW_QUERY.minLiquidityUsd,
  period: oneOf(TREND_WINDOWS, {
    default: '24h',
    description: 'The window of the ranking, where the source has several.',
  }),
}
export const CANDLES_QUERY = {
  period: oneOf(SURFACE_PERIODS, { default: '1h' }),
  amount: clampedInt({ min: 1, max: 1_000, default: 200, description: 'Candles, the newest.' }),
  from: optionalEpochMs('Candles that begin before it are left out.'),
  to: optionalEpochMs('Newest candle that counts; now when absent.'),
}
export const TRADERS_SORT = oneOf(['volume', 'pnl'], { default: 'volume' })
export const TraderLimit = rows(200, 50)
