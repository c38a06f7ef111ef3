import Type, { type Static } from 'typebox'
import { closed, EpochMs } from './shapes.ts'

/** Spec 2.3. `source` names the tier: a stored row, a live source (whichever answered), or the fixed fallback of 120. */
export const SolPrice = closed({
  price: Type.Number(),
  source: Type.Enum(['db', 'jupiter', 'fallback']),
  recordedAt: EpochMs,
  generatedAt: EpochMs,
})
export type SolPrice = Static<typeof SolPrice>
