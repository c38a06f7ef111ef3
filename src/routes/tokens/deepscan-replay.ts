import { TIMEOUTS } from '../../config/timeouts.ts'
import { DeepScanReplay } from '../../contract/deep-scan-replay.ts'
import { digest, flag, MintParams } from '../../contract/params.ts'
import { replayDeepScan } from '../../services/deep-scan/replay-deep-scan.ts'
import { defineRoute } from '../define-route.ts'

export const tokenDeepScanReplay = defineRoute({
  method: 'GET',
  path: '/api/v2/tokens/{mint}/deepscan/replay',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  summary: 'A stored Deep Scan report, judged again from its recorded inputs, and whether every byte is the same.',
  description:
    'The server reads the recorded inputs of a report from its disk, checks their SHA-256, judges them again on a compute thread without node or clock, and compares the bytes with those it stored. `mintglass replay` does the same offline. 404 `not_found`: no such report of this token is stored; the newest some thousand reports are kept (docs/engines.md).',
  params: MintParams,
  query: {
    bundle: digest({
      message: 'invalid bundle',
      description: '`bundle` of a report. Absent: the report that `/deepscan` answers now, made if there is none.',
    }),
    report: flag('Adds `report`, the recomputed one with `explain`, so that you can compare it with yours.'),
  },
  reply: DeepScanReplay,
  deadlineMs: TIMEOUTS.deepScanMs,
  failures: ['too_busy'],
  handle(ctx, { params: { mint }, query, request }) {
    return replayDeepScan(ctx, mint, query, request.signal)
  },
})
