import { HORIZONS, SCORE_KINDS } from '../../config/calibration.ts'
import { CalibrationReply } from '../../contract/calibration.ts'
import { oneOf } from '../../contract/params.ts'
import { getCalibration } from '../../services/calibration/get-calibration.ts'
import { defineRoute } from '../define-route.ts'

export const calibrationShow = defineRoute({
  method: 'GET',
  path: '/api/v2/calibration',
  auth: 'apiKey',
  needs: [],
  cache: 'calibration',
  summary: 'How right the scores of this server were.',
  description:
    'Every score is kept when it is handed out, and held against what the tape says of its token an hour, a day and a week later. Scores count one by one: a token that was scored often counts often. Small samples say little: each figure has its count. `mintglass calibration verify` checks that no row was changed.',
  query: {
    kind: oneOf(SCORE_KINDS, {
      default: 'deepscan',
      description: 'Whole scans, safety chips without a scan, or intel records. Other values count as the default.',
    }),
    horizon: oneOf(HORIZONS, { default: '24h' }),
  },
  reply: CalibrationReply,
  async handle(ctx, { query }) {
    return getCalibration(ctx, query)
  },
})
