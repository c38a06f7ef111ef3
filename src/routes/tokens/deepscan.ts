import { TIMEOUTS } from '../../config/timeouts.ts'
import { DeepScanReport } from '../../contract/deep-scan.ts'
import { flag, MintParams } from '../../contract/params.ts'
import { getDeepScan } from '../../services/deep-scan/get-deep-scan.ts'
import { defineRoute } from '../define-route.ts'

export const tokenDeepScan = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/deepscan',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'deepScan',
  summary: 'Sixteen layers of checks with evidence, and the score they come to.',
  description:
    'Every input is recorded: `bundle` is the SHA-256 of them, and `mintglass replay` judges them again offline to the same bytes. A layer that fails is a stub; the others stay whole. Outside providers are shown and compared, and never change the score. A token that could not be sold in the scan is never `safe`.',
  params: MintParams,
  query: { explain: flag('Adds the source, age and slot of each input.') },
  reply: DeepScanReport,
  deadlineMs: TIMEOUTS.deepScanMs,
  failures: ['too_busy'],
  handle(ctx, { params: { mint }, query: { explain }, request }) {
    return getDeepScan(ctx, mint, { explain }, request.signal)
  },
})
