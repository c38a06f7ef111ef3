import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Tier } from '../contract/api-key.ts'
import { oneOrMany } from '../contract/counted.ts'
import { isAddress } from '../contract/params.ts'
import { EVM_TAPE_CHAINS, type EvmTapeChain, isTapeDex, type TapeDex } from '../contract/tape-event.ts'
import { ACCOUNTS, SANDBOX_LICENSE_WALLET } from './accounts.ts'
import { HOUR_MS } from './durations.ts'
import type { EvmChainConfig } from './followed-chains.ts'
import { NODE_ROLES, type NodeRole } from './node-set.ts'
import { PLANS } from './plans.ts'
import { PROVIDERS, type ProviderName } from './providers.ts'
import { credentialFile, readSettings, type SettingValues } from './setting.ts'
import { AMM_VENUES, FOLLOWED_VENUES, NO_CHAIN, PROVIDER_SETTINGS, SERVER_SETTINGS } from './settings.ts'
import { RATE_PROBE } from './upstream-limits.ts'

export type StreamCaps = { readonly connections: number; readonly topics: number }
export type ProviderConfig = { readonly url: string; readonly apiKey: string | null }
/** A share of what passes, and who gets it. */
type PlatformFee = { readonly bps: number; readonly wallet: string }

/** What the server is run with: the settings in units that the code uses. The type is that of `toConfig`. */
export type Config = DeepReadonly<ReturnType<typeof toConfig>>
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

type Values = SettingValues<typeof SERVER_SETTINGS>
type Reading = { readonly values: Values; readonly env: NodeJS.ProcessEnv; readonly problems: string[] }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`configuration: ${problems.join('; ')}`)
    this.problems = problems
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Reads and checks the environment; throws `ConfigError` with every problem at once. A setting `X` may also come from
 *  a systemd credential: the file `$CREDENTIALS_DIRECTORY/X`. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const values = readSettings(SERVER_SETTINGS, env, problems)
  const config = toConfig({ values, env, problems })
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function toConfig(reading: Reading) {
  const { values, env } = reading
  const mode = values.MINTGLASS_MODE
  const role = values.MINTGLASS_ROLE
  const dataDir = resolve(values.MINTGLASS_DATA_DIR)
  checkListening(reading)
  return {
    mode,
    role,
    host: values.HOST,
    port: values.PORT,
    sharedPort: values.MINTGLASS_SHARED_PORT,
    dataDir,
    /** `$RUNTIME_DIRECTORY`, or `<data>/<mode>/run`. */
    runtimeDir: env['RUNTIME_DIRECTORY']?.split(':')[0] || join(dataDir, mode, 'run'),
    cache: toCache(values, dataDir),
    rateLimitPer10s: values.MINTGLASS_RATE_LIMIT_PER_10S,
    /** 0: what the descriptor limit leaves. */
    maxConnections: values.MINTGLASS_MAX_CONNECTIONS,
    maxConnectionsPerAddress: values.MINTGLASS_MAX_CONNECTIONS_PER_ADDRESS,
    workers: values.MINTGLASS_WORKERS || Math.max(1, availableParallelism() - 1),
    /** Off: no whitelist and no list of regulated stablecoins. */
    trustLists: values.MINTGLASS_TRUST_LISTS,
    whitelistMints: values.MINTGLASS_WHITELIST_MINTS,
    pinThreads: values.MINTGLASS_PIN_THREADS,
    launchWindowSlots: values.MINTGLASS_LAUNCH_WINDOW_SLOTS,
    // A front end shares the settings of the process that runs everything, but not its port.
    internalPort: role === 'front' ? 0 : values.MINTGLASS_INTERNAL_PORT,
    mapSizeBytes: values.MINTGLASS_MAP_SIZE_GIB * 1024 ** 3,
    rpcRelayMaxBytes: values.RPC_RELAY_MAX_MIB * 1024 ** 2,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    corsOrigins: values.CORS_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    tls: toTls(reading),
    previewKey: values.PREVIEW_KEY,
    sandbox: toSandbox(reading),
    node: toNode(reading),
    /** Of the messages that the server builds. */
    messageVersion: values.SOLANA_MESSAGE_VERSION === '1' ? (1 as const) : (0 as const),
    /** Chains beside Solana that are followed; null without a node. */
    evm: toEvm(values),
    ingest: toIngest(reading),
    stream: toStream(reading),
    webhooks: toWebhooks(reading),
    trading: toTrading(reading),
    /** Which generation of the aggregator quotes swaps; `auto` goes by whether it has a key. */
    swapGeneration: values.JUPITER_SWAP_API,
    recovery: toRecovery(reading),
    accounts: toAccounts(reading),
    custody: toCustody(reading),
    /** Null: none. */
    labelPacksDir: values.LABEL_PACKS_DIR === null ? null : resolve(values.LABEL_PACKS_DIR),
    cohortMaxWallets: values.COHORT_MAX_WALLETS,
    providers: toProviders(reading),
    systemd: toSystemd(env),
    version: packageVersion(),
  }
}

function checkListening({ values, problems }: Reading): void {
  const { HOST: host, MINTGLASS_MODE: mode } = values
  if (mode === 'sandbox' && !LOOPBACK.has(host) && !values.SANDBOX_ALLOW_PUBLIC)
    problems.push(
      `HOST ${host} is not loopback; sandbox mode publishes its keys, so it stays on loopback unless SANDBOX_ALLOW_PUBLIC=1`,
    )
  if (values.MINTGLASS_SHARED_PORT && values.PORT === 0) problems.push('MINTGLASS_SHARED_PORT=1 needs a PORT by number')
  for (const entry of values.TRUSTED_PROXIES.filter((entry) => !isAddressOrRange(entry)))
    problems.push(`TRUSTED_PROXIES: ${entry} is no address and no CIDR range`)
}

/** Null: a start leaves nothing for the next one and takes nothing from the last. Always so in live mode: modules in a
 *  folder that the service can write to would turn any file that it can be made to write into code beside the keys. */
function toCache(values: Values, dataDir: string): { dir: string; isKept: boolean } | null {
  if (values.MINTGLASS_CACHE === 'off' || values.MINTGLASS_MODE === 'live') return null
  return {
    dir: resolve(values.MINTGLASS_CACHE_DIR ?? join(dataDir, 'cache')),
    isKept: values.MINTGLASS_CACHE === 'keep',
  }
}

function toTls({ values, problems }: Reading): { certFile: string; keyFile: string } | null {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = values
  if (certFile !== null && keyFile !== null) return { certFile, keyFile }
  if (certFile !== keyFile) problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together')
  return null
}

function toSandbox({ values, problems }: Reading) {
  const named = values.SANDBOX_EVM.filter((name) => name !== NO_CHAIN)
  const chains = EVM_TAPE_CHAINS.filter((chain) => named.includes(chain))
  for (const name of named.filter((one) => !chains.some((chain) => chain === one)))
    problems.push(`SANDBOX_EVM: ${name} is none of ${[...EVM_TAPE_CHAINS, NO_CHAIN].join(', ')}`)
  return {
    url: values.SANDBOX_URL,
    port: values.SANDBOX_PORT,
    seed: values.SANDBOX_SEED,
    tps: values.SANDBOX_TPS,
    slotMs: values.SANDBOX_SLOT_MS,
    agents: values.SANDBOX_AGENTS,
    programsDir: values.SANDBOX_PROGRAMS_DIR,
    evm: { chains, blockMs: values.SANDBOX_EVM_BLOCK_MS },
  }
}

function toNode(reading: Reading) {
  const { values } = reading
  const more = toMoreNodes(reading)
  return {
    /** Calls that the node allows in 10 s; null where no one said. */
    per10s: values.SOLANA_RPC_PER_10S,
    more,
    /** What each node is asked for, the first one's first; null for everything. */
    roles: readNodeRoles(reading, 1 + more.length),
  }
}

/** A list beside SOLANA_RPC_MORE_URLS; `-` where it says nothing. */
const NOTHING = '-'

function toMoreNodes({ values, problems }: Reading): (ProviderConfig & { readonly per10s: number | null })[] {
  const urls = values.SOLANA_RPC_MORE_URLS
  const [keys, rates] = [values.SOLANA_RPC_MORE_API_KEYS, values.SOLANA_RPC_MORE_PER_10S]
  if (keys.length > urls.length)
    problems.push('SOLANA_RPC_MORE_API_KEYS names more keys than SOLANA_RPC_MORE_URLS nodes')
  if (rates.length > urls.length)
    problems.push('SOLANA_RPC_MORE_PER_10S names more limits than SOLANA_RPC_MORE_URLS nodes')
  return urls.map((url, at) => {
    const [key = NOTHING, rate = NOTHING] = [keys[at], rates[at]]
    const per10s = rate === NOTHING ? null : Number(rate)
    if (per10s !== null && (!Number.isSafeInteger(per10s) || per10s < RATE_PROBE.least))
      problems.push(`SOLANA_RPC_MORE_PER_10S: ${rate} is no integer from ${RATE_PROBE.least}`)
    return { url, apiKey: key === NOTHING ? null : key, per10s }
  })
}

function readNodeRoles({ values, problems }: Reading, nodes: number): (readonly NodeRole[] | null)[] {
  const given = values.SOLANA_RPC_ROLES
  if (given.length > nodes)
    problems.push(`SOLANA_RPC_ROLES speaks of ${given.length} nodes, there ${oneOrMany(nodes, 'is', 'are')} ${nodes}`)
  const roles = Array.from({ length: nodes }, (_, at) => {
    const words = (given[at] ?? NOTHING).split('+')
    if (words[0] === NOTHING && words.length === 1) return null
    const unknown = words.find((word) => !NODE_ROLES.some((role) => role === word))
    if (unknown !== undefined) problems.push(`SOLANA_RPC_ROLES: ${unknown} is none of ${NODE_ROLES.join(', ')}`)
    return NODE_ROLES.filter((role) => words.includes(role))
  })
  const lacking = NODE_ROLES.filter((role) => !roles.some((own) => own === null || own.includes(role)))
  if (lacking.length > 0) problems.push(`SOLANA_RPC_ROLES gives no node the role ${lacking.join(', ')}`)
  return roles
}

function toIngest({ values, problems }: Reading) {
  const dexes = values.INGEST_DEXES.filter((dex): dex is TapeDex => {
    const isKnown = isTapeDex(dex)
    if (!isKnown && dex !== AMM_VENUES) problems.push(`INGEST_DEXES: ${dex} is none of ${FOLLOWED_VENUES.join(', ')}`)
    return isKnown
  })
  const { INGEST_SCOPE: scope, INGEST_WATCH: watch } = values
  if (scope === 'watch' && watch.length === 0) problems.push('INGEST_SCOPE=watch needs INGEST_WATCH')
  return {
    mode: values.INGEST_MODE,
    scope,
    dexes,
    venues: values.INGEST_DEXES.includes(AMM_VENUES),
    watch,
    backfillSlots: values.INGEST_BACKFILL_SLOTS,
    maxGapSlots: values.INGEST_MAX_GAP_SLOTS,
    tapeDays: values.INGEST_TAPE_DAYS,
    tapeBytes: values.INGEST_TAPE_GIB * 1024 ** 3,
  }
}

function toEvm(values: Values): Record<EvmTapeChain, EvmChainConfig | null> {
  return {
    ethereum: toEvmChain(values.ETHEREUM_RPC_URLS, values.ETHEREUM_WS_URL, values.ETHEREUM_BACKFILL_BLOCKS),
    base: toEvmChain(values.BASE_RPC_URLS, values.BASE_WS_URL, values.BASE_BACKFILL_BLOCKS),
  }
}

function toEvmChain(urls: readonly string[], wsUrl: string | null, backfillSlots: number): EvmChainConfig | null {
  return urls.length === 0 ? null : { urls, wsUrl, backfillSlots }
}

function toStream({ values, problems }: Reading) {
  return {
    maxConnections: values.STREAM_MAX_CONNECTIONS,
    maxTopics: values.STREAM_MAX_TOPICS,
    tierCaps: readTierCaps(values.STREAM_TIER_CAPS, problems),
    messageBytes: values.STREAM_MESSAGE_BYTES,
    heartbeatMs: values.STREAM_HEARTBEAT_SECS * 1_000,
    sendBufferBytes: values.STREAM_SEND_BUFFER_KIB * 1_024,
    coalesceMs: values.STREAM_COALESCE_MS,
    sseHeartbeatMs: values.STREAM_SSE_HEARTBEAT_SECS * 1_000,
  }
}

function toWebhooks({ values, problems }: Reading) {
  const testTargets = values.WEBHOOK_TEST_TARGETS.map((target) => target.toLowerCase())
  for (const target of testTargets.filter((one) => !/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5}$/.test(one)))
    problems.push(`WEBHOOK_TEST_TARGETS: ${target} is no host:port`)
  if (testTargets.length > 0 && values.MINTGLASS_MODE === 'live' && !values.WEBHOOK_TEST_TARGETS_IN_LIVE)
    problems.push(
      'WEBHOOK_TEST_TARGETS lets webhooks reach private addresses; live mode needs WEBHOOK_TEST_TARGETS_IN_LIVE=1',
    )
  return {
    secretFile: values.WEBHOOK_SECRET_FILE,
    concurrency: values.WEBHOOK_CONCURRENCY,
    /** `host:port` in lower case. */
    testTargets,
    testCaFile: values.WEBHOOK_TEST_CA_FILE,
  }
}

function toTrading({ values, problems }: Reading) {
  for (const pool of values.TRADE_MONEY_POOLS.filter((one) => !isAddress(one)))
    problems.push(`TRADE_MONEY_POOLS: ${pool} is no address`)
  return {
    /** Null: none is taken. */
    platformFee: readPlatformFee('TRADE', values.TRADE_FEE_BPS, values.TRADE_FEE_WALLET, problems),
    moneyPools: values.TRADE_MONEY_POOLS,
    /** What custodial trades may lose against the price before them. */
    maxImpactBps: values.TRADE_MAX_IMPACT_BPS,
    minPoolLamports: BigInt(values.TRADE_MIN_POOL_LAMPORTS),
    idempotencyMs: values.TRADE_IDEMPOTENCY_HOURS * HOUR_MS,
  }
}

function toRecovery({ values, problems }: Reading) {
  return {
    /** Null: none is taken. */
    platformFee: readPlatformFee('RECOVERY', values.RECOVERY_FEE_BPS, values.RECOVERY_FEE_WALLET, problems),
    keyFeeBps: values.RECOVERY_KEY_FEE_BPS,
    hasFeePayer: values.RECOVERY_FEE_PAYER,
    feePayerDayLamports: BigInt(values.RECOVERY_FEE_PAYER_DAY_LAMPORTS),
    burnMaxUsd: values.RECOVERY_BURN_MAX_CENTS / 100,
  }
}

function toAccounts({ values, problems }: Reading) {
  const { MINTGLASS_MODE: mode, BRANDING_CLAIMS: claims, FEE_WALLET_DELAY_SECS: delaySecs } = values
  return {
    /** What the text that wallets sign begins with. */
    publicHost: readPublicHost(values, problems),
    /** Null: no licenses are sold. */
    licenseWallet: readLicenseWallet(values.LICENSE_WALLET, mode, problems),
    /** The fee wallet of a key is changed by its owner's session only. */
    strictFeeWallet: values.FEE_WALLET_STRICT,
    /** Until a change of a fee wallet by a stranger counts. */
    feeWalletDelayMs: delaySecs === null ? ACCOUNTS.feeWalletDelayMs[mode] : delaySecs * 1_000,
    /** Any wallet may claim a branding payment that names no key, until its payer claims it. */
    openBrandingClaims: claims === 'open' || (claims !== 'proven' && mode === 'sandbox'),
  }
}

function toCustody({ values, env }: Reading) {
  // The key of the wallets is a file of its own, which is never read as text.
  const credential = credentialFile(env['CREDENTIALS_DIRECTORY'], ['mintglass_wallet.key', 'wallet.key'])
  return {
    /** Of the key that seals the master seed; null when the operator gave none. */
    keyFile: values.WALLET_KEY_FILE ?? credential,
    idleMs: values.WALLET_IDLE_SECS * 1_000,
  }
}

function toProviders({ env, problems }: Reading): Partial<Record<ProviderName, ProviderConfig>> {
  const values = readSettings(PROVIDER_SETTINGS, env, problems)
  const providers: Partial<Record<ProviderName, ProviderConfig>> = {}
  for (const [name, { urlEnv, keyEnv }] of Object.entries(PROVIDERS)) {
    const url = values[urlEnv] ?? null
    if (url !== null)
      providers[name as ProviderName] = { url, apiKey: keyEnv === null ? null : (values[keyEnv] ?? null) }
  }
  return providers
}

/** `$NOTIFY_SOCKET` and the watchdog period, when started by systemd. */
function toSystemd(env: NodeJS.ProcessEnv): { notifySocket: string | null; watchdogMs: number | null } {
  const watchdogUsec = Number(env['WATCHDOG_USEC'] ?? '')
  return {
    notifySocket: env['NOTIFY_SOCKET'] ?? null,
    watchdogMs: Number.isFinite(watchdogUsec) && watchdogUsec > 0 ? watchdogUsec / 1_000 : null,
  }
}

function readPlatformFee(
  family: 'TRADE' | 'RECOVERY',
  bps: number,
  wallet: string | null,
  problems: string[],
): PlatformFee | null {
  if (bps === 0) return null
  if (wallet !== null && isAddress(wallet)) return { bps, wallet }
  problems.push(`${family}_FEE_BPS needs ${family}_FEE_WALLET, an address`)
  return null
}

/** Plain ASCII in lower case: nothing in it can look like something else in a wallet's window. */
const PUBLIC_HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/

function readPublicHost({ PUBLIC_HOST: given, HOST: host, PORT: port }: Values, problems: string[]): string {
  const bare = host.includes(':') ? `[${host}]` : host
  const value = (given ?? (port === 0 ? bare : `${bare}:${port}`)).toLowerCase()
  if (!PUBLIC_HOST.test(value)) problems.push(`PUBLIC_HOST: ${value} is no host name with an optional port`)
  return value
}

function readLicenseWallet(wallet: string | null, mode: Values['MINTGLASS_MODE'], problems: string[]): string | null {
  if (wallet === null) return mode === 'sandbox' ? SANDBOX_LICENSE_WALLET : null
  if (!isAddress(wallet)) problems.push('LICENSE_WALLET must be an address')
  return wallet
}

/** `tier=connections/topics` */
function readTierCaps(entries: readonly string[], problems: string[]): Partial<Record<Tier, StreamCaps>> {
  const caps: Partial<Record<Tier, StreamCaps>> = {}
  for (const entry of entries) {
    const [, tier, connections, topics] = /^([a-z]+)=(\d{1,6})\/(\d{1,6})$/.exec(entry) ?? []
    if (tier === undefined || !Object.hasOwn(PLANS, tier))
      problems.push(`STREAM_TIER_CAPS: ${entry} is not tier=connections/topics`)
    else caps[tier as Tier] = { connections: Number(connections), topics: Number(topics) }
  }
  return caps
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Of this server, as package.json has it. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}
