import { CHART_PERIODS } from '../../contract/chart.ts'
import { oneOf, optionalEpochMs } from '../../contract/params.ts'

/** What both chart routes take. */
export const CHART_QUERY = {
  period: oneOf(CHART_PERIODS, {
    default: '1d',
    aliases: ['interval'],
    description:
      'Range, and with it the size of the candles (1m, 15m, 1h, 4h, 12h, 1d). Other values count as `1d`; `interval` is another name of it.',
  }),
  from: optionalEpochMs(
    'Start of the range; without it, or when it is not before `to`, the range is as long as the period. A range that would need more than 1,000 candles uses larger ones.',
  ),
  to: optionalEpochMs('End of the range; now when absent or in the future.'),
}
