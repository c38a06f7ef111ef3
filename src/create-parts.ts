import assert from 'node:assert/strict'
import type { BaseContext, Context } from './context.ts'
import type { Parts } from './parts.ts'
import { createEventHub } from './push/sse/hub.ts'
import { createOpenReplays } from './push/sse/open-replays.ts'
import { createSharedTurns } from './runtime/shared-turns.ts'
import { createWorkSet } from './runtime/work-set.ts'
import { createCalibrationBook } from './services/calibration/score-sums.ts'
import { createOnDemandMeasures } from './services/chain-tiers/on-demand.ts'
import { createCohortJobs } from './services/cohort/cohort-jobs.ts'
import { createKeySigner } from './services/custody/key-signer.ts'
import { createSigningKeys } from './services/custody/signing-keys.ts'
import { createEvmClients } from './services/evm-security/evm-clients.ts'
import { createProgramHashes } from './services/execution/clone-accounts.ts'
import { createIdempotentRuns } from './services/idempotency/once.ts'
import { createChainWatch } from './services/landing/chain-watch.ts'
import { createDataLimitTurn } from './services/landing/distinct-data-limit.ts'
import { createLandings } from './services/landing/land.ts'
import { createHolderTrails } from './services/market/past/holder-trails.ts'
import { createPastReads } from './services/market/past/past-reads.ts'
import { createPoolCandidates } from './services/pools/find-candidates.ts'
import { createNamedPools } from './services/pools/named-pools.ts'
import { createPoolScans } from './services/pools/scan-programs.ts'
import { createTokenReads } from './services/pools/token-reads.ts'
import { createTapeActivity } from './services/pulse/tape-activity.ts'
import { createFeePayerNotice } from './services/recovery/fee-payer.ts'
import { createKnownRentFloor } from './services/recovery/rent-floor.ts'
import { createLongAnswers } from './services/rpc/passthrough.ts'
import { createRelayBudget } from './services/rpc/relay-budget.ts'
import { createSandboxFunding } from './services/sandbox/fund-users.ts'
import { createSandboxGifts } from './services/sandbox/give-reclaimable.ts'
import { createScansUnderWay } from './services/scan-turns.ts'
import { createScreenerIndex } from './services/screener/screener-index.ts'
import { createHotAccounts } from './services/trade-pools/hot-accounts.ts'
import { createHotChain } from './services/trade-pools/hot-chain.ts'
import { createHotPools } from './services/trade-pools/hot-pools.ts'
import { createWarmPools } from './services/trade-pools/warm-pools.ts'
import { createTradeTemplates } from './services/trading/compile-trade.ts'
import { createNotedFees } from './services/trading/note-fee-override.ts'
import { createTipAccounts } from './services/trading/tip-terms.ts'
import { createLabelPacks } from './services/whales/label-packs.ts'

type Maker<T> = {
  /** `process`: every process of a store has one of its own. `store`: only the process with the role `all` does this
   *  work; in the others the part stays empty. */
  readonly per: 'process' | 'store'
  make(ctx: Context): T
}
export type PartMakers = { readonly [Name in keyof Parts]: Maker<Parts[Name]> }

/** Every part, from the bottom up: while it is built, a part may use those in rows above its own, and it is closed
 *  before them. A part that has timers, subscriptions or work of its own has a `close`. */
export const PARTS: PartMakers = {
  scansUnderWay: { per: 'process', make: createScansUnderWay },
  relayBudget: { per: 'process', make: createRelayBudget },
  longAnswers: { per: 'process', make: createLongAnswers },
  idempotentRuns: { per: 'process', make: createIdempotentRuns },
  programHashes: { per: 'process', make: createProgramHashes },
  signingKeys: { per: 'process', make: createSigningKeys },
  signer: { per: 'process', make: createKeySigner },
  tapeActivity: { per: 'process', make: createTapeActivity },
  pastReads: { per: 'process', make: createPastReads },
  holderTrails: { per: 'process', make: createHolderTrails },
  tokenReads: { per: 'process', make: createTokenReads },
  poolScans: { per: 'process', make: createPoolScans },
  namedPools: { per: 'process', make: createNamedPools },
  poolSearchTurns: { per: 'process', make: createSharedTurns },
  tapeReadTurns: { per: 'process', make: createSharedTurns },
  poolCandidates: { per: 'process', make: createPoolCandidates },
  evmClients: { per: 'process', make: createEvmClients },
  onDemandMeasures: { per: 'process', make: createOnDemandMeasures },
  calibrationBook: { per: 'process', make: createCalibrationBook },
  screener: { per: 'process', make: createScreenerIndex },
  hotAccounts: { per: 'process', make: createHotAccounts },
  hotChain: { per: 'process', make: createHotChain },
  warmPools: { per: 'process', make: createWarmPools },
  hotPools: { per: 'process', make: createHotPools },
  chainWatch: { per: 'process', make: createChainWatch },
  landings: { per: 'process', make: createLandings },
  dataLimitTurn: { per: 'process', make: createDataLimitTurn },
  tradeTemplates: { per: 'process', make: createTradeTemplates },
  tipAccounts: { per: 'process', make: createTipAccounts },
  notedFees: { per: 'process', make: createNotedFees },
  settlingTrades: { per: 'store', make: createWorkSet },
  settlingRefunds: { per: 'store', make: createWorkSet },
  settlingWithdrawals: { per: 'store', make: createWorkSet },
  rentFloor: { per: 'process', make: createKnownRentFloor },
  chainChecks: { per: 'process', make: createWorkSet },
  feePayerNotice: { per: 'process', make: createFeePayerNotice },
  labelPacks: { per: 'process', make: createLabelPacks },
  cohortJobs: { per: 'process', make: (ctx) => createCohortJobs(ctx) },
  sandboxFunding: { per: 'store', make: createSandboxFunding },
  sandboxGifts: { per: 'store', make: createSandboxGifts },
  eventHub: { per: 'process', make: createEventHub },
  openReplays: { per: 'process', make: createOpenReplays },
}

/** Adds the parts to a context. Each is built when it is first used, because some subscribe to the node at that moment.
 *  `close` signals all built parts at once, from the last to the first, and waits for their work to end. A part first
 *  used after that is closed as soon as it is built. */
export function addParts(
  base: BaseContext,
  makers: PartMakers = PARTS,
): { readonly ctx: Context; close(): Promise<void> } {
  const names = Object.keys(makers) as readonly (keyof Parts)[]
  const built = new Map<keyof Parts, unknown>()
  const underWay: (keyof Parts)[] = []
  let isClosed = false
  const ctx: Context = { ...base, parts: Object.defineProperties({} as Parts, Object.fromEntries(names.map(lazily))) }

  function lazily<Name extends keyof Parts>(name: Name): [string, PropertyDescriptor] {
    let part: Parts[Name] | undefined
    const get = (): Parts[Name] => {
      part ??= build(name)
      return part
    }
    return [name, { enumerable: true, get }]
  }

  function build<Name extends keyof Parts>(name: Name): Parts[Name] {
    const user = underWay.at(-1)
    assert(
      user === undefined || names.indexOf(name) < names.indexOf(user),
      `${user} uses ${name}, which comes after it`,
    )
    underWay.push(name)
    try {
      const part = makers[name].make(ctx)
      built.set(name, part)
      if (isClosed) closeOf(part)?.()
      return part
    } finally {
      underWay.pop()
    }
  }

  return {
    ctx,
    async close() {
      isClosed = true
      const last = [...names].reverse()
      await Promise.all(last.map((name) => closeOf(built.get(name))?.()))
    },
  }
}

/** How to close a part; null for one that only holds memory. */
function closeOf(part: unknown): (() => unknown) | null {
  const { close } = (part ?? {}) as { close?: () => unknown }
  return close === undefined ? null : () => close.call(part)
}
