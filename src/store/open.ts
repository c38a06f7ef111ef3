import { join } from 'node:path'
import type { Config } from '../config/env.ts'
import { LIMITS } from '../config/limits.ts'
import { RETENTION } from '../config/retention.ts'
import { STORAGE } from '../config/storage.ts'
import { guarded } from '../runtime/background.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createSealer, readMasterKey, readOrMakeMasterKey, type Sealer } from '../runtime/seal.ts'
import type { AuditTable } from './audit-rows.ts'
import { holdersOf } from './backup-files.ts'
import type { CustodyTable } from './custody-rows.ts'
import { type Environment, openEnvironment } from './environment.ts'
import { createExpiringTable, type ExpiringTable } from './expiring-table.ts'
import { claimIdentity } from './identity.ts'
import { type Integrity, openIntegrity } from './integrity.ts'
import { createMemo, type Memo } from './memo.ts'
import { createMemoTally } from './memo-tally.ts'
import { openCache, openExpendable } from './open-cache.ts'
import { reportRejected } from './report-rejected.ts'
import { reportUpgrade } from './report-upgrade.ts'
import { refuseHalfRestored } from './restoring.ts'
import type { ScoresTable } from './score-rows.ts'
import type { ApiKeysTable, ChainMeasuresTable, ReportsTable, Store } from './store.ts'
import { openApiKeys } from './tables/api-keys.ts'
import { openAudit } from './tables/audit.ts'
import { openChainMeasures } from './tables/chain-measures.ts'
import { openCohorts } from './tables/cohorts.ts'
import { openCustodyWallets } from './tables/custody-wallets.ts'
import { openIdempotency } from './tables/idempotency.ts'
import { openRecoveries } from './tables/recoveries.ts'
import { openRefunds } from './tables/refunds.ts'
import { openReports } from './tables/reports.ts'
import { createResponseTable } from './tables/responses.ts'
import { openScores } from './tables/scores.ts'
import { openScreens } from './tables/screens.ts'
import { openSolPrices } from './tables/sol-prices.ts'
import { openStreamTickets, TICKETS_HELD_TABLE, TICKETS_USED_TABLE } from './tables/stream-tickets.ts'
import { openTrades } from './tables/trades.ts'
import { openTrendingRanks } from './tables/trending-ranks.ts'
import { createUsageTable } from './tables/usage.ts'
import { openWebhooks } from './tables/webhooks.ts'
import { openWithdrawals } from './tables/withdrawals.ts'
import { openTape } from './tape/tape.ts'
import type { Tape } from './tape/types.ts'
import { ATTEMPT_TABLES, createAttempts } from './volatile/attempts.ts'
import { CHALLENGE_TABLES, createChallenges } from './volatile/challenges.ts'
import { holdVolatile } from './volatile/holders.ts'
import { createRateCounts, RATE_COUNTS_TABLE } from './volatile/rate-counts.ts'
import { createSessions, SESSION_TABLES } from './volatile/sessions.ts'
import { webhookKeyFile } from './webhook-key-file.ts'
import type { WithdrawalsTable } from './withdrawal-rows.ts'

/** `version` is that of the program, which names what it keeps in caches. */
export type StoreConfig = Pick<Config, 'mode' | 'dataDir' | 'runtimeDir' | 'mapSizeBytes'> &
  Partial<Pick<Config, 'version' | 'ingest' | 'webhooks'>> & { readonly custody?: Pick<Config['custody'], 'keyFile'> }
export type StoreOptions = {
  readonly config: StoreConfig
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** Of the chain that the configured node shows; null when no node answers yet (`claimWorld` sets it later). */
  readonly genesisHash: string | null
  /** Whether this process is the one that follows chains. */
  readonly writesTape?: boolean
}

/** Tables of the volatile environment that the first server to start empties. */
const VOLATILE_TABLES = [
  RATE_COUNTS_TABLE,
  'usageHours.v1',
  'usageDays.v1',
  TICKETS_USED_TABLE,
  TICKETS_HELD_TABLE,
  ...SESSION_TABLES,
  ...CHALLENGE_TABLES,
  ...ATTEMPT_TABLES,
]

/** Opens the store of one mode, creating it when there is none. Throws `StoreError` when it belongs to another mode or
 *  chain, is damaged, or cannot be written. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { config, clock, log, metrics, genesisHash } = options
  const opened: { close(): Promise<void> }[] = []
  try {
    const durable = openDurable(config)
    opened.push(durable)
    const claimed = await claimIdentity(durable, { mode: config.mode, genesisHash })
    const cache = openCache({ path: join(config.dataDir, config.mode, 'cache'), mapBytes: config.mapSizeBytes, log })
    opened.push(cache)
    const volatile = openExpendable({
      name: 'volatile',
      path: join(config.runtimeDir, 'volatile'),
      mapBytes: Math.min(config.mapSizeBytes, STORAGE.volatileMapBytes),
      log,
    })
    opened.push(volatile)
    const reports = openReportsEnvironment(config)
    opened.push(reports)
    const tape = openTape({
      folder: join(config.dataDir, config.mode, 'tape'),
      mapBytes: config.mapSizeBytes,
      clock,
      log,
      writes: options.writesTape === true,
      keepDays: config.ingest?.tapeDays ?? RETENTION.tapeDays,
      keepBytes: config.ingest?.tapeBytes ?? Number.POSITIVE_INFINITY,
    })
    opened.push(tape)
    const holder = await holdVolatile(volatile, VOLATILE_TABLES)
    const store = assemble({ config, clock, log, metrics, durable, cache, volatile, reports, tape, holder, claimed })
    if (claimed.worldChanged) await store.forgetWorld()
    // A process that was killed while it took over a world has left the tape of the one before.
    else if (claimed.identity.genesisHash !== null) await tape.enterWorld(claimed.identity.genesisHash)
    return store
  } catch (error) {
    await Promise.all(opened.map((env) => env.close()))
    throw error
  }
}

/** Keys, wallets and the log of their changes alone, for commands that run beside a server: neither starts nor empties
 *  anything. Throws `StoreError` (`locked`) when their rows cannot be authenticated. */
export async function openKeyStore(options: {
  readonly config: StoreConfig
  readonly clock: Clock
  /** The operator has said that an older store is theirs as it lies there. */
  readonly isAsked?: boolean
}): Promise<{
  readonly apiKeys: ApiKeysTable
  readonly audit: AuditTable
  readonly custody: CustodyTable
  readonly withdrawals: WithdrawalsTable
  readonly integrity: Integrity
  close(): Promise<void>
}> {
  const durable = openDurable(options.config)
  try {
    await claimIdentity(durable, { mode: options.config.mode, genesisHash: null })
    const integrity = openIntegrity(durable, options.config, { ...options, heldBack: () => heldByOthers(durable) })
    integrity.assertOpen()
    const audit = openAudit(durable, integrity)
    const { table, stop } = openApiKeys(durable, { clock: options.clock, audit, integrity })
    return {
      apiKeys: table,
      audit: audit.table,
      custody: openCustodyWallets(durable, integrity, audit),
      withdrawals: openWithdrawals(durable, audit),
      integrity,
      async close() {
        stop()
        await durable.close()
      },
    }
  } catch (error) {
    await durable.close()
    throw error
  }
}

/** A server of an older version could not read what a command makes of its rows. */
function heldByOthers({ path }: Environment): string | null {
  const pids = holdersOf(path)
  return pids.length === 0
    ? null
    : `it comes under its key with a start of the server: restart process ${pids.join(', ')}`
}

/** Measurements of chains alone, for the command that measures beside a server. */
export async function openMeasureStore(options: { readonly config: StoreConfig }): Promise<{
  readonly chainMeasures: ChainMeasuresTable
  close(): Promise<void>
}> {
  const env = openDurable(options.config)
  try {
    await claimIdentity(env, { mode: options.config.mode, genesisHash: null })
    return { chainMeasures: openChainMeasures(env).table, close: () => env.close() }
  } catch (error) {
    await env.close()
    throw error
  }
}

/** The stored reports alone, for the replay beside a server. */
export function openReportStore(options: { readonly config: StoreConfig; readonly log: Logger }): {
  readonly reports: ReportsTable
  close(): Promise<void>
} {
  const env = openReportsEnvironment(options.config)
  return { reports: openReports(env, options.log, LIMITS.storedReports).table, close: () => env.close() }
}

/** The ledger of scores alone, for the check beside a server. */
export function openScoreStore(options: { readonly config: StoreConfig }): {
  readonly scores: ScoresTable
  close(): Promise<void>
} {
  const durable = openDurable(options.config)
  return { scores: openScores(durable).table, close: () => durable.close() }
}

/** A file that an operator names is read at once, so that a wrong one fails at the start; our own is made when the
 *  first secret needs it. */
function openSealer(config: StoreConfig): Sealer {
  const file = config.webhooks?.secretFile ?? null
  if (file === null) return createSealer(() => readOrMakeMasterKey(webhookKeyFile(config)))
  const key = readMasterKey(file)
  return createSealer(() => key)
}

function openReportsEnvironment({ dataDir, mode, mapSizeBytes }: StoreConfig): Environment {
  const mapBytes = Math.min(mapSizeBytes, 4 * STORAGE.reportBytes)
  return openEnvironment({ name: 'reports', path: join(dataDir, mode, 'reports'), mapBytes, synced: true })
}

function openDurable({ dataDir, mode, mapSizeBytes }: StoreConfig): Environment {
  refuseHalfRestored(join(dataDir, mode))
  return openEnvironment({
    name: 'durable',
    path: join(dataDir, mode, 'durable'),
    mapBytes: mapSizeBytes,
    synced: true,
  })
}

type Opened = Omit<StoreOptions, 'genesisHash' | 'writesTape'> & {
  readonly tape: Tape
  readonly durable: Environment
  readonly cache: Environment
  readonly volatile: Environment
  readonly reports: Environment
  readonly holder: Awaited<ReturnType<typeof holdVolatile>>
  readonly claimed: Awaited<ReturnType<typeof claimIdentity>>
}

function assemble(opened: Opened): Store & { forgetWorld(): Promise<void> } {
  const { config, clock, log, metrics, durable, cache, volatile, tape, holder } = opened
  const environments = [durable, cache, volatile, opened.reports]
  let { genesisHash } = opened.claimed.identity
  let worldVersion = 0
  const worldTag = () => genesisHash?.slice(0, 8) ?? '-'

  const integrity = openIntegrity(durable, config, { clock })
  const audit = openAudit(durable, integrity)
  reportUpgrade({ integrity, config, log })
  reportRejected({ integrity, audit: audit.table, clock, log, metrics })
  const apiKeys = openApiKeys(durable, { clock, audit, integrity })
  const solPrices = openSolPrices(durable)
  const scores = openScores(durable)
  const trendingRanks = openTrendingRanks(durable)
  const chainMeasures = openChainMeasures(durable)
  const usage = createUsageTable(durable, volatile, log)
  const responseRows = createExpiringTable(cache, 'responses.v1', clock, log)
  const memoRows = createExpiringTable(cache, 'memo.v1', clock, log)
  const reports = openReports(opened.reports, log, LIMITS.storedReports)
  const memo = createMemo({
    clock,
    disk: memoRows,
    worldTag: () => `${worldTag()}\n${config.version ?? ''}`,
    tally: createMemoTally(metrics),
  })
  const rateCounts = createRateCounts(volatile, holder.name, clock, log)
  const streamTickets = openStreamTickets({ durable, volatile, ownName: holder.name })
  const webhooks = openWebhooks(durable, clock, openSealer(config))
  const screens = openScreens(durable)
  const idempotency = openIdempotency(durable, holder.name)
  const trades = openTrades(durable, holder.name)
  const refunds = openRefunds(durable)
  const recoveries = openRecoveries(durable)
  const cohorts = openCohorts(durable, holder.name)
  const withdrawals = openWithdrawals(durable, audit)
  const stopUpkeep = startUpkeep({ environments, cache, tables: [responseRows, memoRows], memo, log })

  const stats = () => statsOf(environments, tape, config)
  observeSizes(metrics, stats)

  /** In memory at once, together with the new tag: no row of the old world is read or written from here on. */
  function leaveWorld(): void {
    worldVersion++
    memo.clear()
  }

  async function forgetWorld(): Promise<void> {
    leaveWorld()
    await Promise.all([
      solPrices.clear(),
      scores.clear(),
      trendingRanks.clear(),
      chainMeasures.clear(),
      responseRows.clear(),
      memoRows.clear(),
      reports.clear(),
      webhooks.forgetWorld(),
      screens.forgetWorld(),
      idempotency.clear(),
      trades.clear(),
      refunds.clear(),
      recoveries.clear(),
      cohorts.clear(),
      withdrawals.forgetWorld(clock.nowMs()),
      genesisHash === null ? tape.clear() : tape.enterWorld(genesisHash),
    ])
    log.info({ genesisHash }, 'the sandbox has a new world: tape, caches and market history are empty, keys stay')
  }

  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    stopUpkeep()
    apiKeys.stop()
    webhooks.stop()
    screens.stop()
    await Promise.all([responseRows.end(), memoRows.end(), reports.idle(), rateCounts.release()])
    await holder.release()
    await Promise.all([...environments.map((env) => env.close()), tape.close()])
  }

  return {
    memo: memo.memo,
    memoMany: memo.memoMany,
    peek: memo.peek,
    responses: createResponseTable(responseRows, worldTag),
    apiKeys: apiKeys.table,
    usage,
    solPrices: solPrices.table,
    scores: scores.table,
    trendingRanks: trendingRanks.table,
    chainMeasures: chainMeasures.table,
    rateCounts,
    reports: reports.table,
    streamTickets,
    webhooks: webhooks.table,
    screens: screens.table,
    custody: openCustodyWallets(durable, integrity, audit),
    withdrawals,
    integrity,
    audit: audit.table,
    sessions: createSessions(volatile),
    challenges: createChallenges(volatile),
    attempts: createAttempts(volatile),
    idempotency,
    trades,
    refunds,
    recoveries,
    cohorts,
    tape,
    forgetWorld,
    async claimWorld(shownHash) {
      const changed = genesisHash !== null && genesisHash !== shownHash
      const { worldChanged } = await claimIdentity(durable, { mode: config.mode, genesisHash: shownHash })
      genesisHash = shownHash
      // A sibling that saw the new world first has emptied the tables already; our memory is ours to empty.
      if (worldChanged) await forgetWorld()
      else if (changed) leaveWorld()
      await tape.enterWorld(shownHash)
      return { changed: changed || worldChanged }
    },
    worldVersion: () => worldVersion,
    stats,
    close: () => (closing ??= closeAll()),
  }
}

function statsOf(environments: readonly Environment[], tape: Tape, config: StoreConfig): ReturnType<Store['stats']> {
  const { dataDir, mode, mapSizeBytes: mapBytes } = config
  const ofEnvironment = (env: Environment) => ({
    path: env.path,
    usedBytes: env.usedBytes().file,
    mapBytes: env.mapBytes,
  })
  return {
    ...Object.fromEntries(environments.map((env) => [env.name, ofEnvironment(env)])),
    tape: { path: join(dataDir, mode, 'tape'), usedBytes: tape.usedBytes(), mapBytes },
  }
}

function observeSizes(metrics: Metrics, stats: Store['stats']): void {
  const used = metrics.gauge('mintglass_store_used_bytes', 'Used part of each environment file.', ['environment'])
  const map = metrics.gauge('mintglass_store_map_bytes', 'Map size of each environment.', ['environment'])
  metrics.onCollect(() => {
    for (const [environment, { usedBytes, mapBytes }] of Object.entries(stats())) {
      used.set(usedBytes, { environment })
      map.set(mapBytes, { environment })
    }
  })
}

/** Removes expired cache rows and values, empties a cache that grew past its bound, and frees reader slots of killed
 *  processes. */
function startUpkeep({
  environments,
  cache,
  tables,
  memo,
  log,
}: {
  readonly environments: readonly Environment[]
  readonly cache: Environment
  readonly tables: readonly ExpiringTable[]
  readonly memo: Memo
  readonly log: Logger
}): () => void {
  const sweep = (): void => {
    memo.sweep()
    if (cache.usedBytes().tables <= STORAGE.cacheBytes) {
      for (const table of tables) table.sweep()
      return
    }
    log.info({ bytes: cache.usedBytes().tables }, 'the cache environment is full and is cleared')
    Promise.all(tables.map((table) => table.clear())).catch((error: unknown) =>
      log.warn({ err: error }, 'the cache environment could not be emptied'),
    )
  }
  const freeReaders = (): void => {
    for (const env of environments) env.freeDeadReaders()
  }
  const sweeping = setInterval(guarded('cache sweep', sweep), STORAGE.cacheSweepEveryMs)
  const checking = setInterval(guarded('reader check', freeReaders), STORAGE.readerCheckEveryMs)
  sweeping.unref()
  checking.unref()
  return () => {
    clearInterval(sweeping)
    clearInterval(checking)
  }
}
