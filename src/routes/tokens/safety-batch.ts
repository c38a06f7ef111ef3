import Type from 'typebox'
import { LIMITS } from '../../config/limits.ts'
import { addressList } from '../../contract/params.ts'
import { SafetyChip } from '../../contract/safety-chip.ts'
import { closed } from '../../contract/shapes.ts'
import { getSafetyChips } from '../../services/safety/safety-chip.ts'
import { defineRoute } from '../define-route.ts'
import { CHIP_FLAGS } from './safety.ts'

export const tokensSafety = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/safety',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Safety chips of several tokens.',
  description: 'One that cannot be made is a pending chip with `source: error`.',
  query: {
    mints: addressList({
      max: LIMITS.safetyMints,
      message: `mints required (max ${LIMITS.safetyMints} valid mints)`,
    }),
    flags: CHIP_FLAGS,
  },
  reply: closed({ results: Type.Record(Type.String(), SafetyChip, { description: 'By mint.' }) }),
  handle(ctx, { query: { mints, flags }, request }) {
    return getSafetyChips(ctx, mints, flags, request.signal)
  },
})
