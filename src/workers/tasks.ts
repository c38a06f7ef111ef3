import type { CohortAnalysis } from '../contract/cohort.ts'
import type { LargeBody } from '../contract/json-body.ts'
import type { PackRows, PackTable, RowsInput } from '../contract/label-pack.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { ProfileEvidence } from '../contract/profile-evidence.ts'
import type { WalletProfile } from '../contract/wallet-profile.ts'
import type { ClusterOptions, HolderEntities, HolderGraph } from '../hot-paths/cluster-holders.ts'
import type { Candles, Trades } from '../hot-paths/ohlcv.ts'
import type { ExecutionInput, ExecutionOutput } from '../svm/execution.ts'

export type {
  AccountDelta,
  ExecutionAccount,
  ExecutionClock,
  ExecutionInput,
  ExecutionProgram,
  StepResult,
} from '../svm/execution.ts'

/** Task name to input and output. */
export type Tasks = {
  buildOhlcv: {
    input: { trades: Trades; periodsMs: readonly number[]; isCarried: boolean }
    output: { candles: Candles[]; counts: number[] }
  }
  clusterGraph: {
    input: { graph: HolderGraph; options: ClusterOptions; skipped: Uint8Array; supply: number }
    output: { entities: HolderEntities; concentration: Float64Array }
  }
  concentration: { input: { balances: Float64Array; supply: number }; output: Float64Array }
  resampleCandles: {
    input: { candles: Candles; count: number; fromMs: number; toMs: number }
    output: { candles: Candles; count: number }
  }
  /** A long request body to what its rule reads from it. */
  parseBody: { input: { rule: LargeBody; bytes: Uint8Array }; output: Outcome<unknown> }
  /** Bytes of recorded inputs to the bytes of a report. */
  judgeBubbleMap: { input: { bundle: Uint8Array }; output: Uint8Array }
  judgeScan: { input: { bundle: Uint8Array }; output: Uint8Array }
  judgeCohort: { input: { bundle: Uint8Array }; output: CohortAnalysis }
  judgeProfile: { input: { evidence: ProfileEvidence }; output: WalletProfile }
  /** Lines of a label pack to rows in columns, and the rows of all its lines to one table. */
  readLabelRows: { input: RowsInput; output: PackRows }
  joinLabelRows: { input: { pieces: readonly PackRows[] }; output: PackTable }
  executeTransactions: { input: ExecutionInput; output: ExecutionOutput }
  /** The values at shares, 0 to 1, of many. */
  percentiles: { input: { values: Float64Array; shares: readonly number[] }; output: number[] }
}
export type TaskName = keyof Tasks
export type TaskInput<N extends TaskName> = Tasks[N]['input']
export type TaskOutput<N extends TaskName> = Tasks[N]['output']

/** Task name to the file a worker loads; its default export is the task. */
export const TASK_FILES: Readonly<Record<TaskName, string>> = {
  buildOhlcv: new URL('./tasks/build-ohlcv.ts', import.meta.url).href,
  clusterGraph: new URL('./tasks/cluster-graph.ts', import.meta.url).href,
  concentration: new URL('./tasks/concentration.ts', import.meta.url).href,
  judgeBubbleMap: new URL('../services/bubble-map/judge-task.ts', import.meta.url).href,
  judgeScan: new URL('../services/deep-scan/judge-task.ts', import.meta.url).href,
  judgeCohort: new URL('../services/cohort/judge-task.ts', import.meta.url).href,
  judgeProfile: new URL('../services/wallet-profile/judge-task.ts', import.meta.url).href,
  readLabelRows: new URL('../services/whales/read-rows-task.ts', import.meta.url).href,
  joinLabelRows: new URL('../services/whales/join-rows-task.ts', import.meta.url).href,
  executeTransactions: new URL('./tasks/execute-transactions.ts', import.meta.url).href,
  parseBody: new URL('./tasks/parse-body.ts', import.meta.url).href,
  percentiles: new URL('./tasks/percentiles.ts', import.meta.url).href,
  resampleCandles: new URL('./tasks/resample-candles.ts', import.meta.url).href,
}
