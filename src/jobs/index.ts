import { CHAIN_TIERS } from '../config/chains.ts'
import { COHORT } from '../config/cohort.ts'
import { HOUR_MS } from '../config/durations.ts'
import { LABELS, WHALES } from '../config/labels.ts'
import { settleScores } from '../services/calibration/settle-scores.ts'
import { valueFeatured } from '../services/whales/value-featured.ts'
import { claimWorld } from './claim-world.ts'
import { fundUsers } from './fund-sandbox-users.ts'
import { giveReclaimable } from './give-reclaimable.ts'
import { measureChains } from './measure-chains.ts'
import { pruneIdempotency } from './prune-idempotency.ts'
import { recordSolPrice } from './record-sol-price.ts'
import { refreshLabelPacks } from './refresh-label-packs.ts'
import { refreshTrending } from './refresh-trending.ts'
import { resumeCohorts } from './resume-cohorts.ts'
import type { Job } from './runner.ts'
import { settleAdvances } from './settle-advances.ts'
import { settleRefunds } from './settle-refunds.ts'
import { settleTrades } from './settle-trades.ts'
import { settleWithdrawals } from './settle-withdrawals.ts'

/** The jobs of every process; timers of one part stand with that part (docs/architecture.md, State in memory). The
 *  world of a sandbox may be another at any moment; a real chain is looked at only for the case that its node did not
 *  answer at the start, and every look is a paid call. */
export const PROCESS_JOBS: readonly Job[] = [
  { name: 'claim-world', everyMs: 5_000, everyLiveMs: 60_000, run: claimWorld },
  { name: 'refresh-label-packs', everyMs: LABELS.lookEveryMs, run: refreshLabelPacks },
  { name: 'resume-cohorts', everyMs: COHORT.resumeEveryMs, run: resumeCohorts },
]

/** What only the process with the role `all` runs. */
export const SINGLE_JOBS: readonly Job[] = [
  { name: 'fund-sandbox-users', everyMs: 5_000, everyLiveMs: HOUR_MS, run: fundUsers },
  { name: 'give-leftovers', everyMs: 5_000, everyLiveMs: HOUR_MS, run: giveReclaimable },
  { name: 'record-sol-price', everyMs: 30_000, run: recordSolPrice },
  { name: 'refresh-trending', everyMs: 60_000, run: refreshTrending },
  { name: 'settle-trades', everyMs: 5_000, run: settleTrades },
  { name: 'settle-refunds', everyMs: 5_000, run: settleRefunds },
  { name: 'settle-withdrawals', everyMs: 5_000, run: settleWithdrawals },
  { name: 'settle-scores', everyMs: 60_000, run: settleScores },
  { name: 'settle-advances', everyMs: 30_000, run: settleAdvances },
  {
    name: 'value-featured',
    everyMs: WHALES.valueEveryMs,
    everyLiveMs: WHALES.valueEveryLiveMs,
    firstAfterMs: WHALES.valueFirstAfterMs,
    run: valueFeatured,
  },
  {
    name: 'measure-chains',
    everyMs: CHAIN_TIERS.lookEveryMs,
    firstAfterMs: CHAIN_TIERS.firstLookAfterMs,
    run: measureChains,
  },
  { name: 'prune-idempotency', everyMs: 600_000, run: pruneIdempotency },
]
