import type { EventHub } from './push/sse/hub.ts'
import type { OpenReplays } from './push/sse/open-replays.ts'
import type { SharedTurns } from './runtime/shared-turns.ts'
import type { WorkSet } from './runtime/work-set.ts'
import type { CalibrationBook } from './services/calibration/score-sums.ts'
import type { OnDemandMeasures } from './services/chain-tiers/on-demand.ts'
import type { CohortJobs } from './services/cohort/cohort-jobs.ts'
import type { Signer } from './services/custody/signer-port.ts'
import type { SigningKeys } from './services/custody/signing-keys.ts'
import type { EvmClients } from './services/evm-security/evm-clients.ts'
import type { ProgramHashes } from './services/execution/clone-accounts.ts'
import type { IdempotentRuns } from './services/idempotency/once.ts'
import type { ChainWatch } from './services/landing/chain-watch.ts'
import type { DataLimitTurn } from './services/landing/distinct-data-limit.ts'
import type { Landings } from './services/landing/land.ts'
import type { HolderTrails } from './services/market/past/holder-trails.ts'
import type { PastReads } from './services/market/past/past-reads.ts'
import type { PoolCandidates } from './services/pools/find-candidates.ts'
import type { NamedPools } from './services/pools/named-pools.ts'
import type { PoolScans } from './services/pools/scan-programs.ts'
import type { TokenReads } from './services/pools/token-reads.ts'
import type { TapeActivity } from './services/pulse/tape-activity.ts'
import type { FeePayerNotice } from './services/recovery/fee-payer.ts'
import type { KnownRentFloor } from './services/recovery/rent-floor.ts'
import type { LongAnswers } from './services/rpc/passthrough.ts'
import type { RelayBudget } from './services/rpc/relay-budget.ts'
import type { SandboxFunding } from './services/sandbox/fund-users.ts'
import type { SandboxGifts } from './services/sandbox/give-reclaimable.ts'
import type { ScansUnderWay } from './services/scan-turns.ts'
import type { ScreenerIndex } from './services/screener/screener-index.ts'
import type { HotAccounts } from './services/trade-pools/hot-accounts.ts'
import type { HotChain } from './services/trade-pools/hot-chain.ts'
import type { HotPools } from './services/trade-pools/hot-pools.ts'
import type { WarmPools } from './services/trade-pools/warm-pools.ts'
import type { TradeTemplates } from './services/trading/compile-trade.ts'
import type { NotedFees } from './services/trading/note-fee-override.ts'
import type { TipAccounts } from './services/trading/tip-terms.ts'
import type { LabelPacks } from './services/whales/label-packs.ts'

/** What services keep in memory between requests: all of it. `create-parts.ts` builds them and states for each whether
 *  every process of a store has its own (per process) or one process does this work for all (per store). Types only, so
 *  that a service reaches its part through the Context without loading the others. */
export type Parts = {
  /** Running scans per key, against its bound. */
  readonly scansUnderWay: ScansUnderWay
  /** Calls and bytes recently relayed to the node, per key or address. */
  readonly relayBudget: RelayBudget
  /** Long answers of the node being relayed to a key. */
  readonly longAnswers: LongAnswers
  /** Requests running under an `Idempotency-Key`; other processes of the store see its row. */
  readonly idempotentRuns: IdempotentRuns
  /** Hashes of program code, as the node last reported them. */
  readonly programHashes: ProgramHashes
  /** Keys of custodial wallets in use or used a moment ago. */
  readonly signingKeys: SigningKeys
  /** What signs for the server's wallets. */
  readonly signer: Signer

  /** Trades of the last hour by token. */
  readonly tapeActivity: TapeActivity
  /** Pages of signatures and decoded transactions from before the tape. */
  readonly pastReads: PastReads
  /** Token accounts that tokens' transactions named, for nodes that list no holders. */
  readonly holderTrails: HolderTrails
  /** What was read from the chain for a token, for the engines that are asked about it next. */
  readonly tokenReads: TokenReads
  /** Scans for pools: shared while they run, remembered for some minutes. */
  readonly poolScans: PoolScans
  /** Pools that the provider and the tape name. */
  readonly namedPools: NamedPools
  /** Turns of the loop at deriving pool addresses for reads. */
  readonly poolSearchTurns: SharedTurns
  /** Turns of the loop at reading whole histories from the tape. */
  readonly tapeReadTurns: SharedTurns
  /** Pools of a mint, found some minutes ago. */
  readonly poolCandidates: PoolCandidates
  /** Connections to the nodes of Ethereum and Base for what callers ask. */
  readonly evmClients: EvmClients
  /** Measurements of chains that requests may still cause. */
  readonly onDemandMeasures: OnDemandMeasures
  /** Sums over the ledger of scores. */
  readonly calibrationBook: CalibrationBook
  /** Every pair of the tape, column by column. */
  readonly screener: ScreenerIndex

  /** Accounts that trades use, kept warm by subscriptions. */
  readonly hotAccounts: HotAccounts
  /** Blockhash and clock of the chain. */
  readonly hotChain: HotChain
  /** Decoded pools, updated as their accounts change. */
  readonly warmPools: WarmPools
  /** The pools chosen for a mint. */
  readonly hotPools: HotPools

  /** Watches the signatures of sent transactions. */
  readonly chainWatch: ChainWatch
  /** Sent transactions, each followed until its outcome is known. */
  readonly landings: Landings
  /** Makes equal transactions differ. */
  readonly dataLimitTurn: DataLimitTurn
  /** Compiled transactions of earlier trades. */
  readonly tradeTemplates: TradeTemplates
  /** The block engine's tip accounts. */
  readonly tipAccounts: TipAccounts
  /** Fee overrides already in the audit log. */
  readonly notedFees: NotedFees
  /** Trades whose outcome is being looked up. */
  readonly settlingTrades: WorkSet<string>
  /** Refunds whose outcome is being looked up. */
  readonly settlingRefunds: WorkSet<string>
  /** Withdrawals whose outcome is being looked up, by audit row. */
  readonly settlingWithdrawals: WorkSet<number>

  /** Lamports that an empty account needs. */
  readonly rentFloor: KnownRentFloor
  /** Reported recoveries being looked up on the chain. */
  readonly chainChecks: WorkSet<string>
  /** Whether the fee payer's address was logged. */
  readonly feePayerNotice: FeePayerNotice

  /** Label packs of the operator. */
  readonly labelPacks: LabelPacks
  /** Cohort analyses under way in this process. */
  readonly cohortJobs: CohortJobs

  /** Funding of the published users in this world. */
  readonly sandboxFunding: SandboxFunding
  /** Whether those users received accounts to reclaim. */
  readonly sandboxGifts: SandboxGifts

  /** The open event streams and what feeds them. */
  readonly eventHub: EventHub
  /** Replays that a key has open. */
  readonly openReplays: OpenReplays
}
