import { clampedInt, flag, MintParams } from '../../contract/params.ts'
import { SafetyChip } from '../../contract/safety-chip.ts'
import { getSafetyChip } from '../../services/safety/safety-chip.ts'
import { defineRoute } from '../define-route.ts'

export const CHIP_FLAGS = clampedInt({ min: 1, max: 5, default: 3, description: 'Size of topGreen and of topRed.' })

export const tokenSafety = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/safety',
  auth: 'apiKey',
  needs: [],
  // A chip may turn complete at any moment: its own memo keeps it, not the finished body.
  cache: 'none',
  summary: 'A verdict small enough for a badge.',
  description:
    '`complete` from a deep scan at hand, `partial` from intel (never `safe`), `pending` when neither can be had. It never runs a scan and never fails with a 5xx.',
  params: MintParams,
  query: { flags: CHIP_FLAGS, refresh: flag('Bypasses the 60 s cache of the chip, and no other cache.') },
  reply: SafetyChip,
  handle(ctx, { params: { mint }, query, request }) {
    return getSafetyChip(ctx, mint, query, request.signal)
  },
})
