import Type, { type Static } from 'typebox'
import { Missing } from './missing.ts'
import { closed, EpochMs } from './shapes.ts'

/** Spec 2.3. `source` names the tier: a stored row, a live source (whichever answered), or the fixed fallback of
 *  120. */
export const SolPrice = closed({
  price: Type.Number(),
  source: Type.Enum(['db', 'jupiter', 'fallback']),
  recordedAt: EpochMs,
  generatedAt: EpochMs,
})
export type SolPrice = Static<typeof SolPrice>

/** Spec 2.3: every figure is 0 where it is not known. */
export const Lighthouse = closed({
  volumeUSD24h: Type.Number(),
  volumeUSD24hChange: Type.Number({ description: 'Percent against the 24 hours before.' }),
  trades24h: Type.Integer(),
  buys24h: Type.Integer(),
  sells24h: Type.Integer(),
  feesPaidUSD24h: Type.Number({
    description: 'As the provider reports it. 0 when the figures come from the tape, which does not hold fees.',
  }),
  generatedAt: EpochMs,
  windowSecs: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Seconds up to now that the figures are of, where no provider is configured and the tape is younger than 48 hours; 24 hours when absent.',
    }),
  ),
  missing: Missing,
})
export type Lighthouse = Static<typeof Lighthouse>

export const SOL_RANGES = ['1h', '24h', '7d', '30d'] as const
export type SolRange = (typeof SOL_RANGES)[number]

export const SolPriceHistory = closed({
  points: Type.Array(
    Type.Tuple([EpochMs, Type.Number()], { description: 'Time in epoch milliseconds, price in USD.' }),
    { maxItems: 300, description: 'Ascending; one per native period (5m, 1h, 1h, 1d), the newest price last.' },
  ),
  range: Type.Enum([...SOL_RANGES]),
  generatedAt: EpochMs,
})
export type SolPriceHistory = Static<typeof SolPriceHistory>
