import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Tier } from '../contract/api-key.ts'
import { isAddress } from '../contract/params.ts'
import { TAPE_DEXES, type TapeDex } from '../contract/tape-event.ts'
import { ACCOUNTS, SANDBOX_LICENSE_WALLET } from './accounts.ts'
import { CONNECTIONS } from './connections.ts'
import { IDEMPOTENCY } from './idempotency.ts'
import { LIMITS } from './limits.ts'
import { PLANS } from './plans.ts'
import { PROVIDERS, type ProviderName } from './providers.ts'

type Kind = 'text' | 'integer' | 'switch' | 'path' | 'url' | 'list'
type Setting = {
  readonly kind: Kind
  readonly default: string
  readonly says: string
  readonly secret?: boolean
  readonly min?: number
  readonly max?: number
  readonly oneOf?: readonly string[]
  readonly section: string
}

function setting(section: string, kind: Kind, fallback: string, says: string, extra: Partial<Setting> = {}): Setting {
  return { section, kind, default: fallback, says, ...extra }
}

/** Every environment variable of the server: name, type, default, sentence. `.env.example` and `docs/configuration.md`
 *  are printed from this table. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  MINTGLASS_MODE: setting(
    'Service',
    'text',
    'sandbox',
    '`sandbox` starts the embedded world; `live` uses the providers below.',
    { oneOf: ['sandbox', 'live'] },
  ),
  HOST: setting(
    'Service',
    'text',
    '127.0.0.1',
    'Address the server listens on. Sandbox mode refuses anything but loopback unless SANDBOX_ALLOW_PUBLIC=1.',
  ),
  PORT: setting('Service', 'integer', '8787', 'Port the server listens on; 0 takes any free one.', {
    min: 0,
    max: 65_535,
  }),
  MINTGLASS_SHARED_PORT: setting(
    'Service',
    'switch',
    '0',
    '1 lets sibling processes listen on the same port (mintglass@N).',
  ),
  MINTGLASS_DATA_DIR: setting('Service', 'path', './data', 'LMDB environments (under `<mode>/`) and sealed secrets.'),
  MINTGLASS_CACHE: setting(
    'Service',
    'text',
    'keep',
    'In sandbox mode: `keep` stores what makes the next start faster (stripped modules, the built world); `read` uses what is there; `off` does neither. A live server never runs code from its data folder, whatever this says.',
    { oneOf: ['keep', 'read', 'off'] },
  ),
  MINTGLASS_CACHE_DIR: setting(
    'Service',
    'path',
    '',
    'Where that lies; empty: `cache` in the data folder. It may be deleted at any time.',
  ),
  MINTGLASS_RATE_LIMIT_PER_10S: setting(
    'Service',
    'integer',
    '10',
    'Requests per key in 10 seconds, unless the key carries its own limit.',
    { min: 1, max: 1_000_000 },
  ),
  MINTGLASS_MAX_CONNECTIONS: setting(
    'Service',
    'integer',
    '0',
    'Open connections, HTTP and WebSocket; further ones are closed at once. 0 takes what the descriptor limit leaves (RLIMIT_NOFILE less 256), and never more than that.',
    { min: 0, max: 10_000_000 },
  ),
  MINTGLASS_MAX_CONNECTIONS_PER_ADDRESS: setting(
    'Service',
    'integer',
    String(CONNECTIONS.ofOneAddress),
    'Of these, of one IPv4 address or one IPv6 /64, and never more than half. Loopback and TRUSTED_PROXIES count only in all.',
    { min: 1, max: 10_000_000 },
  ),
  MINTGLASS_WORKERS: setting(
    'Service',
    'integer',
    '0',
    'Compute threads; 0 takes one less than the cores, at least one.',
    { min: 0, max: 256 },
  ),
  MINTGLASS_PIN_THREADS: setting(
    'Service',
    'switch',
    '1',
    'Places the loop and the workers on different cores where the system allows it.',
  ),
  MINTGLASS_INTERNAL_PORT: setting(
    'Service',
    'integer',
    '0',
    'Loopback port of metrics and readiness; 0 takes any free one, and so does every front end.',
    { min: 0, max: 65_535 },
  ),
  MINTGLASS_MAP_SIZE_GIB: setting('Service', 'integer', '64', 'Largest size of one LMDB environment.', {
    min: 1,
    max: 4_096,
  }),
  RPC_RELAY_MAX_MIB: setting(
    'Service',
    'integer',
    '256',
    'Longest answer of the node that `/api/v2/rpc` hands on, in MiB; a longer one is cut.',
    { min: 1, max: 4_096 },
  ),
  MINTGLASS_ROLE: setting(
    'Service',
    'text',
    'all',
    '`all` runs everything, `front` only HTTP and push beside a process that runs everything.',
    { oneOf: ['all', 'front'] },
  ),
  MINTGLASS_LAUNCH_WINDOW_SLOTS: setting(
    'Service',
    'integer',
    String(LIMITS.launchWindowSlots),
    'Slots after the one a coin was launched in whose buyers count as snipers. In slots: their time moves.',
    { min: 0, max: 100 },
  ),
  LOG_LEVEL: setting('Service', 'text', 'info', 'Least severe level that is logged.', {
    oneOf: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  }),
  LOG_FORMAT: setting(
    'Service',
    'text',
    'auto',
    '`json`: one JSON object per line; `pretty`: lines for people, and at the level `info` none below WARN until the server is up; `auto`: `pretty` at a terminal, else `json`.',
    { oneOf: ['auto', 'json', 'pretty'] },
  ),
  MINTGLASS_TRUST_LISTS: setting(
    'Service',
    'switch',
    '1',
    '0 judges every token by its evidence alone: no built-in whitelist, no list of regulated stablecoins.',
  ),
  MINTGLASS_WHITELIST_MINTS: setting(
    'Service',
    'list',
    '',
    'Mints that Deep Scan treats as whitelisted beside the built-in ones, comma separated.',
  ),
  CORS_ORIGINS: setting('Service', 'list', '*', 'Origins that browsers may call from, comma separated; * means any.'),
  TRUSTED_PROXIES: setting(
    'Service',
    'list',
    '',
    'Addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is believed.',
  ),
  TLS_CERT_FILE: setting(
    'Service',
    'path',
    '',
    'Certificate chain (PEM); with TLS_KEY_FILE the server speaks TLS itself.',
  ),
  TLS_KEY_FILE: setting('Service', 'path', '', 'Private key (PEM).'),
  PREVIEW_KEY: setting(
    'Service',
    'text',
    '',
    'The public builder key of the spec; empty switches it off. The sandbox publishes its own.',
    { secret: true },
  ),
  INGEST_MODE: setting(
    'Tape',
    'text',
    'server',
    'Who follows the chain: `server` (this process), `process` (`npm run ingest` beside it) or `off`. Front ends never do.',
    { oneOf: ['server', 'process', 'off'] },
  ),
  INGEST_SCOPE: setting(
    'Tape',
    'text',
    'programs',
    '`programs`: every trade and launch of the DEXs in INGEST_DEXES; `watch`: of those only what touches INGEST_WATCH; `all`: of every DEX that this version can read.',
    { oneOf: ['programs', 'watch', 'all'] },
  ),
  INGEST_DEXES: setting(
    'Tape',
    'list',
    TAPE_DEXES.join(','),
    'DEXs that the scopes `programs` and `watch` follow, comma separated.',
  ),
  INGEST_WATCH: setting('Tape', 'list', '', 'Mints, pools and wallets of the scope `watch`, comma separated.'),
  INGEST_BACKFILL_SLOTS: setting(
    'Tape',
    'integer',
    '0',
    'Slots before the newest one at which an empty tape begins; 0 begins with the newest in live mode and as far back as the ledger goes in the sandbox.',
    { min: 0, max: 1_000_000 },
  ),
  INGEST_MAX_GAP_SLOTS: setting(
    'Tape',
    'integer',
    '50000',
    'A follower that is further behind than this records the slots between as lost and goes on near the head.',
    { min: 100, max: 10_000_000 },
  ),
  INGEST_TAPE_DAYS: setting('Tape', 'integer', '14', 'Days that the tape is kept.', { min: 1, max: 365 }),
  INGEST_TAPE_GIB: setting(
    'Tape',
    'integer',
    '64',
    'Size beyond which the oldest days go early; consumers older than that are told so (`truncated`).',
    { min: 1, max: 65_536 },
  ),
  STREAM_MAX_CONNECTIONS: setting('Push', 'integer', '500', 'WebSocket connections of all keys together.', {
    min: 1,
    max: 1_000_000,
  }),
  STREAM_MAX_TOPICS: setting('Push', 'integer', '300', 'Distinct WebSocket topics of all connections together.', {
    min: 1,
    max: 1_000_000,
  }),
  STREAM_TIER_CAPS: setting(
    'Push',
    'list',
    '',
    'Caps that replace those of a tier, as `tier=connections/topics`, comma separated: `scale=40/30`.',
  ),
  STREAM_MESSAGE_BYTES: setting('Push', 'integer', '2048', 'Longest message that a WebSocket client may send.', {
    min: 128,
    max: 65_536,
  }),
  STREAM_HEARTBEAT_SECS: setting('Push', 'integer', '30', 'A WebSocket is pinged this often.', { min: 1, max: 600 }),
  STREAM_SEND_BUFFER_KIB: setting(
    'Push',
    'integer',
    '256',
    'What may wait for one socket before it leaves the live feed and is fed from the tape as it drains.',
    { min: 16, max: 65_536 },
  ),
  STREAM_COALESCE_MS: setting(
    'Push',
    'integer',
    '5',
    'Events that follow each other within this time leave in one write; the first after a pause leaves at once.',
    { min: 0, max: 1_000 },
  ),
  STREAM_SSE_HEARTBEAT_SECS: setting('Push', 'integer', '15', 'Comment on a quiet event stream this often.', {
    min: 1,
    max: 600,
  }),
  WEBHOOK_SECRET_FILE: setting(
    'Push',
    'path',
    '',
    'File with the 32 bytes (64 hex digits) that seal webhook secrets at rest; when it is not set, webhook.key beside WALLET_KEY_FILE (live) or beside the store.',
  ),
  WEBHOOK_CONCURRENCY: setting('Push', 'integer', '4', 'Deliveries to one target at once.', { min: 1, max: 256 }),
  WEBHOOK_TEST_TARGETS: setting(
    'Push',
    'list',
    '',
    'Exact `host:port` pairs that webhooks may reach although their address is not public. For trying only; refused in live mode without WEBHOOK_TEST_TARGETS_IN_LIVE=1.',
  ),
  WEBHOOK_TEST_TARGETS_IN_LIVE: setting('Push', 'switch', '0', '1 allows WEBHOOK_TEST_TARGETS in live mode.'),
  WEBHOOK_TEST_CA_FILE: setting(
    'Push',
    'path',
    '',
    'Certificate authority (PEM) that is trusted for WEBHOOK_TEST_TARGETS and for nothing else.',
  ),
  TRADE_FEE_BPS: setting(
    'Trading',
    'integer',
    '0',
    'Platform fee of trades made through this server, hundredths of a percent of the SOL or dollar side; 0 for none.',
    { min: 0, max: 1_000 },
  ),
  TRADE_FEE_WALLET: setting('Trading', 'text', '', 'Wallet that the platform fee goes to; needed with TRADE_FEE_BPS.'),
  TRADE_MAX_IMPACT_BPS: setting(
    'Trading',
    'integer',
    '2500',
    'What a trade that is signed with a wallet of the server may lose against the price before it, hundredths of a percent, fees of the pool included; 10000 for any loss.',
    { min: 1, max: 10_000 },
  ),
  TRADE_MIN_POOL_LAMPORTS: setting(
    'Trading',
    'integer',
    '5000000000',
    'What a pool that a request names, or the only DEX that it names, must hold on the side of the money, as lamports, for a wallet of the server to trade there; 0 for anything.',
    { min: 0, max: Number.MAX_SAFE_INTEGER },
  ),
  TRADE_MONEY_POOLS: setting(
    'Trading',
    'list',
    '',
    'Pools of SOL against USDC or USDT that trades in another currency may go through, beside those found by address; comma separated.',
  ),
  TRADE_IDEMPOTENCY_HOURS: setting(
    'Trading',
    'integer',
    String(IDEMPOTENCY.defaultHours),
    'How long the answer behind an Idempotency-Key is kept.',
    { min: 1, max: IDEMPOTENCY.maxHours },
  ),
  JUPITER_SWAP_API: setting(
    'Trading',
    'text',
    'auto',
    'Generation of the aggregator that quotes swaps: `v1`, or `v2`, which needs JUPITER_API_KEY; `auto` takes v2 when there is a key.',
    { oneOf: ['auto', 'v1', 'v2'] },
  ),
  RECOVERY_FEE_BPS: setting(
    'Recovery',
    'integer',
    '0',
    'Platform fee on deposits that are returned, hundredths of a percent; 0 for none.',
    { min: 0, max: 2_500 },
  ),
  RECOVERY_FEE_WALLET: setting('Recovery', 'text', '', 'Wallet that it goes to; needed with RECOVERY_FEE_BPS.'),
  RECOVERY_KEY_FEE_BPS: setting(
    'Recovery',
    'integer',
    '0',
    'On top of it, for the fee wallet of the calling key where it has one, hundredths of a percent.',
    { min: 0, max: 2_500 },
  ),
  RECOVERY_FEE_PAYER: setting(
    'Recovery',
    'switch',
    '0',
    '1 pays the network fee for wallets under 0.002 SOL, out of a wallet derived from the sealed master seed (WALLET_KEY_FILE), whose address the log says at the first close. Each such transaction repays it.',
  ),
  RECOVERY_FEE_PAYER_DAY_LAMPORTS: setting(
    'Recovery',
    'integer',
    '20000000',
    'What that wallet can lose in a UTC day at most, by transactions that are made to fail after it has signed them.',
    { min: 10_000, max: 1_000_000_000_000 },
  ),
  RECOVERY_BURN_MAX_CENTS: setting(
    'Recovery',
    'integer',
    '500',
    'Tokens worth more than so many US cents in one account are burnt only where the request says `burnValuable`.',
    { min: 0, max: 100_000_000 },
  ),
  PUBLIC_HOST: setting(
    'Accounts',
    'text',
    '',
    'Host name, with the port unless it is the usual one, under which people reach this server: the text that wallets sign to sign in begins with it. HOST and PORT when it is not set.',
  ),
  LICENSE_WALLET: setting(
    'Accounts',
    'text',
    '',
    'Wallet that branding licenses are paid to; without it none are sold. The sandbox has its own.',
  ),
  FEE_WALLET_STRICT: setting(
    'Accounts',
    'switch',
    '0',
    "1 lets only the owner's session change the fee wallet of a key; the documented route asks for none.",
  ),
  FEE_WALLET_DELAY_SECS: setting(
    'Accounts',
    'integer',
    '',
    "How long after a change of the fee wallet that came without the owner's session the new wallet counts; the owner sees it meanwhile and can cancel it. 3600 in live mode and 0 in the sandbox when it is not set.",
    { min: 0, max: 604_800 },
  ),
  BRANDING_CLAIMS: setting(
    'Accounts',
    'text',
    'auto',
    'Who may claim a branding payment that names no key: `proven`, only the wallet that paid it; `open`, anybody, until the wallet that paid it claims it within the hour. `auto` is `proven` in live mode and `open` in the sandbox.',
    { oneOf: ['auto', 'proven', 'open'] },
  ),
  WALLET_KEY_FILE: setting(
    'Wallets',
    'path',
    '',
    'File with the 32 bytes (64 hex digits) that seal the master seed of the custodial wallets, or a systemd credential `wallet.key`. Live mode has no custodial wallets without it; the sandbox makes one beside its store.',
  ),
  WALLET_IDLE_SECS: setting(
    'Wallets',
    'integer',
    '300',
    'A wallet that has signed nothing for this long is signed for with a key derived anew; the one in memory is given up.',
    { min: 1, max: 86_400 },
  ),
  SANDBOX_URL: setting(
    'Sandbox',
    'url',
    '',
    'Attach to a sandbox started with `npm run sandbox` instead of starting one.',
  ),
  SANDBOX_PORT: setting(
    'Sandbox',
    'integer',
    '0',
    'First of three neighbouring loopback ports (RPC and providers, PubSub, control); 0 takes free ones.',
    { min: 0, max: 65_533 },
  ),
  SANDBOX_SEED: setting('Sandbox', 'text', 'mintglass', 'Same seed, same addresses, balances and histories.'),
  SANDBOX_TPS: setting('Sandbox', 'integer', '4', 'Transactions per second the agents send.', { min: 0, max: 1_000 }),
  SANDBOX_SLOT_MS: setting('Sandbox', 'integer', '400', 'Time between slots.', { min: 10, max: 60_000 }),
  SANDBOX_AGENTS: setting('Sandbox', 'switch', '1', '0 starts the sandbox with its agents paused.'),
  SANDBOX_PROGRAMS_DIR: setting(
    'Sandbox',
    'path',
    '',
    'Folder with `<program id>.so` files that replace the emulated programs.',
  ),
  SANDBOX_ALLOW_PUBLIC: setting(
    'Sandbox',
    'switch',
    '0',
    '1 lets sandbox mode listen beyond loopback. Its keys are published: never do this on a machine others reach.',
  ),
  ...providerSettings(),
}

function providerSettings(): Record<string, Setting> {
  const settings: Record<string, Setting> = {}
  for (const { urlEnv, keyEnv, publicUrl, unlocks } of Object.values(PROVIDERS)) {
    const where = publicUrl === null ? '' : ` Public address: ${publicUrl}`
    settings[urlEnv] = setting(
      'Providers',
      'url',
      '',
      `Unlocks ${unlocks}. Set by the sandbox; none in live mode.${where}`,
    )
    if (keyEnv === null) continue
    // Two addresses of one provider may take the same key.
    const says =
      settings[keyEnv] === undefined ? `Key for ${urlEnv}.` : settings[keyEnv].says.replace('.', ` and ${urlEnv}.`)
    settings[keyEnv] = setting('Providers', 'text', '', says, { secret: true })
  }
  return settings
}

export type StreamCaps = { readonly connections: number; readonly topics: number }
export type ProviderConfig = { readonly url: string; readonly apiKey: string | null }

export type Config = {
  readonly mode: 'sandbox' | 'live'
  readonly role: 'all' | 'front'
  readonly host: string
  readonly port: number
  readonly sharedPort: boolean
  readonly dataDir: string
  /** `$RUNTIME_DIRECTORY`, or `<data>/<mode>/run`. */
  readonly runtimeDir: string
  /** Null: a start leaves nothing for the next one and takes nothing from the last. Always so in live mode: modules in a
   *  folder that the service can write to would turn any file that it can be made to write into code beside the keys. */
  readonly cache: { readonly dir: string; readonly isKept: boolean } | null
  readonly rateLimitPer10s: number
  /** 0: what the descriptor limit leaves. */
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly workers: number
  /** Off: no whitelist and no list of regulated stablecoins. */
  readonly trustLists: boolean
  readonly whitelistMints: readonly string[]
  readonly pinThreads: boolean
  readonly launchWindowSlots: number
  readonly internalPort: number
  readonly mapSizeBytes: number
  readonly rpcRelayMaxBytes: number
  readonly logLevel: string
  readonly logFormat: 'auto' | 'json' | 'pretty'
  readonly corsOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  readonly previewKey: string | null
  readonly sandbox: {
    readonly url: string | null
    readonly port: number
    readonly seed: string
    readonly tps: number
    readonly slotMs: number
    readonly agents: boolean
    readonly programsDir: string | null
    readonly allowPublic: boolean
  }
  readonly ingest: {
    readonly mode: 'server' | 'process' | 'off'
    readonly scope: 'programs' | 'watch' | 'all'
    readonly dexes: readonly TapeDex[]
    readonly watch: readonly string[]
    readonly backfillSlots: number
    readonly maxGapSlots: number
    readonly tapeDays: number
    readonly tapeBytes: number
  }
  readonly stream: {
    readonly maxConnections: number
    readonly maxTopics: number
    readonly tierCaps: Readonly<Partial<Record<Tier, StreamCaps>>>
    readonly messageBytes: number
    readonly heartbeatMs: number
    readonly sendBufferBytes: number
    readonly coalesceMs: number
    readonly sseHeartbeatMs: number
  }
  readonly webhooks: {
    readonly secretFile: string | null
    readonly concurrency: number
    /** `host:port` in lower case. */
    readonly testTargets: readonly string[]
    readonly testCaFile: string | null
  }
  readonly trading: {
    /** Null: none is taken. */
    readonly platformFee: { readonly bps: number; readonly wallet: string } | null
    readonly moneyPools: readonly string[]
    /** What custodial trades may lose against the price before them. */
    readonly maxImpactBps: number
    readonly minPoolLamports: bigint
    readonly idempotencyMs: number
  }
  /** Which generation of the aggregator quotes swaps; `auto` goes by whether it has a key. */
  readonly swapGeneration: 'auto' | 'v1' | 'v2'
  readonly recovery: {
    /** Null: none is taken. */
    readonly platformFee: { readonly bps: number; readonly wallet: string } | null
    readonly keyFeeBps: number
    readonly hasFeePayer: boolean
    readonly feePayerDayLamports: bigint
    readonly burnMaxUsd: number
  }
  readonly accounts: {
    /** What the text that wallets sign begins with. */
    readonly publicHost: string
    /** Null: no licenses are sold. */
    readonly licenseWallet: string | null
    /** The fee wallet of a key is changed by its owner's session only. */
    readonly strictFeeWallet: boolean
    /** Until a change of a fee wallet by a stranger counts. */
    readonly feeWalletDelayMs: number
    /** A branding payment that names no key is claimed by anybody, until its payer claims it. */
    readonly openBrandingClaims: boolean
  }
  readonly custody: {
    /** Of the key that seals the master seed; null when the operator gave none. */
    readonly keyFile: string | null
    readonly idleMs: number
  }
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderConfig>>>
  /** systemd: `$NOTIFY_SOCKET` and the watchdog period, when started by it. */
  readonly systemd: { readonly notifySocket: string | null; readonly watchdogMs: number | null }
  readonly version: string
}

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
  const credentialsDir = env['CREDENTIALS_DIRECTORY']
  const raw = (name: string): string => {
    const fromEnv = env[name]?.trim()
    if (fromEnv !== undefined && fromEnv !== '') return fromEnv
    if (credentialsDir !== undefined) {
      // `LoadCredential=mintglass:<folder>` puts the setting's name behind the credential's.
      const fromFile =
        readCredential(join(credentialsDir, `mintglass_${name}`)) || readCredential(join(credentialsDir, name))
      if (fromFile !== '') return fromFile
    }
    return SETTINGS[name]!.default
  }
  const text = (name: string): string => {
    const value = raw(name)
    const allowed = SETTINGS[name]!.oneOf
    if (allowed !== undefined && !allowed.includes(value)) problems.push(`${name} must be one of ${allowed.join(', ')}`)
    return value
  }
  const integer = (name: string): number => {
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = SETTINGS[name]!
    const value = Number(raw(name))
    if (!Number.isSafeInteger(value) || value < min || value > max) {
      problems.push(`${name} must be an integer from ${min} to ${max}`)
      return min
    }
    return value
  }
  const onOff = (name: string): boolean => {
    const value = raw(name).toLowerCase()
    if (['1', 'true', 'yes', 'on'].includes(value)) return true
    if (!['0', 'false', 'no', 'off', ''].includes(value)) problems.push(`${name} must be 0 or 1`)
    return false
  }
  const list = (name: string): string[] =>
    raw(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const url = (name: string): string | null => {
    const value = raw(name)
    if (value === '') return null
    const scheme = name.endsWith('_WS_URL') ? 'ws' : 'http'
    const protocol = URL.canParse(value) ? new URL(value).protocol : ''
    if (protocol !== `${scheme}:` && protocol !== `${scheme}s:`) {
      problems.push(`${name} must be a ${scheme}(s) address`)
      return null
    }
    return value.replace(/\/+$/, '')
  }

  const mode = text('MINTGLASS_MODE') as Config['mode']
  const role = text('MINTGLASS_ROLE') as Config['role']
  const dataDir = resolve(raw('MINTGLASS_DATA_DIR'))
  const cacheUse = text('MINTGLASS_CACHE')
  const host = text('HOST')
  const allowPublic = onOff('SANDBOX_ALLOW_PUBLIC')
  if (mode === 'sandbox' && !LOOPBACK.has(host) && !allowPublic) {
    problems.push(
      `HOST ${host} is not loopback; sandbox mode publishes its keys, so it stays on loopback unless SANDBOX_ALLOW_PUBLIC=1`,
    )
  }
  const port = integer('PORT')
  const sharedPort = onOff('MINTGLASS_SHARED_PORT')
  if (sharedPort && raw('PORT') === '0') problems.push('MINTGLASS_SHARED_PORT=1 needs a PORT by number')
  const certFile = raw('TLS_CERT_FILE')
  const keyFile = raw('TLS_KEY_FILE')
  if ((certFile === '') !== (keyFile === '')) problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together')

  const trustedProxies = list('TRUSTED_PROXIES')
  for (const entry of trustedProxies.filter((entry) => !isAddressOrRange(entry)))
    problems.push(`TRUSTED_PROXIES: ${entry} is no address and no CIDR range`)

  const providers: Partial<Record<ProviderName, ProviderConfig>> = {}
  for (const [name, { urlEnv, keyEnv }] of Object.entries(PROVIDERS)) {
    const address = url(urlEnv)
    if (address !== null)
      providers[name as ProviderName] = { url: address, apiKey: (keyEnv === null ? '' : raw(keyEnv)) || null }
  }
  const testTargets = list('WEBHOOK_TEST_TARGETS').map((target) => target.toLowerCase())
  for (const target of testTargets.filter((one) => !/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5}$/.test(one)))
    problems.push(`WEBHOOK_TEST_TARGETS: ${target} is no host:port`)
  if (testTargets.length > 0 && mode === 'live' && !onOff('WEBHOOK_TEST_TARGETS_IN_LIVE'))
    problems.push(
      'WEBHOOK_TEST_TARGETS lets webhooks reach private addresses; live mode needs WEBHOOK_TEST_TARGETS_IN_LIVE=1',
    )
  const dexes = list('INGEST_DEXES')
  for (const dex of dexes.filter((one) => !(TAPE_DEXES as readonly string[]).includes(one)))
    problems.push(`INGEST_DEXES: ${dex} is none of ${TAPE_DEXES.join(', ')}`)
  const scope = text('INGEST_SCOPE') as Config['ingest']['scope']
  const watch = list('INGEST_WATCH')
  if (scope === 'watch' && watch.length === 0) problems.push('INGEST_SCOPE=watch needs INGEST_WATCH')
  const moneyPools = list('TRADE_MONEY_POOLS')
  for (const pool of moneyPools.filter((one) => !isAddress(one)))
    problems.push(`TRADE_MONEY_POOLS: ${pool} is no address`)
  const watchdogUsec = Number(env['WATCHDOG_USEC'] ?? '')
  const config: Config = {
    mode,
    role,
    host,
    port,
    sharedPort,
    dataDir,
    runtimeDir: env['RUNTIME_DIRECTORY']?.split(':')[0] || join(dataDir, mode, 'run'),
    cache:
      cacheUse === 'off' || mode === 'live'
        ? null
        : { dir: resolve(raw('MINTGLASS_CACHE_DIR') || join(dataDir, 'cache')), isKept: cacheUse === 'keep' },
    rateLimitPer10s: integer('MINTGLASS_RATE_LIMIT_PER_10S'),
    maxConnections: integer('MINTGLASS_MAX_CONNECTIONS'),
    maxConnectionsPerAddress: integer('MINTGLASS_MAX_CONNECTIONS_PER_ADDRESS'),
    workers: integer('MINTGLASS_WORKERS') || Math.max(1, availableParallelism() - 1),
    trustLists: onOff('MINTGLASS_TRUST_LISTS'),
    whitelistMints: list('MINTGLASS_WHITELIST_MINTS'),
    pinThreads: onOff('MINTGLASS_PIN_THREADS'),
    launchWindowSlots: integer('MINTGLASS_LAUNCH_WINDOW_SLOTS'),
    // A front end shares the settings of the process that runs everything, but not its port.
    internalPort: role === 'front' ? 0 : integer('MINTGLASS_INTERNAL_PORT'),
    mapSizeBytes: integer('MINTGLASS_MAP_SIZE_GIB') * 1024 ** 3,
    rpcRelayMaxBytes: integer('RPC_RELAY_MAX_MIB') * 1024 ** 2,
    logLevel: text('LOG_LEVEL'),
    logFormat: text('LOG_FORMAT') as Config['logFormat'],
    corsOrigins: list('CORS_ORIGINS'),
    trustedProxies,
    tls: certFile !== '' && keyFile !== '' ? { certFile, keyFile } : null,
    previewKey: raw('PREVIEW_KEY') || null,
    sandbox: {
      url: url('SANDBOX_URL'),
      port: integer('SANDBOX_PORT'),
      seed: raw('SANDBOX_SEED'),
      tps: integer('SANDBOX_TPS'),
      slotMs: integer('SANDBOX_SLOT_MS'),
      agents: onOff('SANDBOX_AGENTS'),
      programsDir: raw('SANDBOX_PROGRAMS_DIR') || null,
      allowPublic,
    },
    ingest: {
      mode: text('INGEST_MODE') as Config['ingest']['mode'],
      scope,
      dexes: dexes as TapeDex[],
      watch,
      backfillSlots: integer('INGEST_BACKFILL_SLOTS'),
      maxGapSlots: integer('INGEST_MAX_GAP_SLOTS'),
      tapeDays: integer('INGEST_TAPE_DAYS'),
      tapeBytes: integer('INGEST_TAPE_GIB') * 1024 ** 3,
    },
    stream: {
      maxConnections: integer('STREAM_MAX_CONNECTIONS'),
      maxTopics: integer('STREAM_MAX_TOPICS'),
      tierCaps: readTierCaps(list('STREAM_TIER_CAPS'), problems),
      messageBytes: integer('STREAM_MESSAGE_BYTES'),
      heartbeatMs: integer('STREAM_HEARTBEAT_SECS') * 1_000,
      sendBufferBytes: integer('STREAM_SEND_BUFFER_KIB') * 1_024,
      coalesceMs: integer('STREAM_COALESCE_MS'),
      sseHeartbeatMs: integer('STREAM_SSE_HEARTBEAT_SECS') * 1_000,
    },
    webhooks: {
      secretFile: raw('WEBHOOK_SECRET_FILE') || null,
      concurrency: integer('WEBHOOK_CONCURRENCY'),
      testTargets,
      testCaFile: raw('WEBHOOK_TEST_CA_FILE') || null,
    },
    trading: {
      platformFee: readPlatformFee(integer('TRADE_FEE_BPS'), raw('TRADE_FEE_WALLET'), problems),
      moneyPools,
      maxImpactBps: integer('TRADE_MAX_IMPACT_BPS'),
      minPoolLamports: BigInt(integer('TRADE_MIN_POOL_LAMPORTS')),
      idempotencyMs: integer('TRADE_IDEMPOTENCY_HOURS') * 3_600_000,
    },
    swapGeneration: text('JUPITER_SWAP_API') as Config['swapGeneration'],
    recovery: {
      platformFee: readPlatformFee(integer('RECOVERY_FEE_BPS'), raw('RECOVERY_FEE_WALLET'), problems, 'RECOVERY'),
      keyFeeBps: integer('RECOVERY_KEY_FEE_BPS'),
      hasFeePayer: onOff('RECOVERY_FEE_PAYER'),
      feePayerDayLamports: BigInt(integer('RECOVERY_FEE_PAYER_DAY_LAMPORTS')),
      burnMaxUsd: integer('RECOVERY_BURN_MAX_CENTS') / 100,
    },
    accounts: {
      publicHost: readPublicHost(raw('PUBLIC_HOST'), { host, port }, problems),
      licenseWallet: readLicenseWallet(raw('LICENSE_WALLET'), mode, problems),
      strictFeeWallet: onOff('FEE_WALLET_STRICT'),
      feeWalletDelayMs:
        raw('FEE_WALLET_DELAY_SECS') === ''
          ? ACCOUNTS.feeWalletDelayMs[mode]
          : integer('FEE_WALLET_DELAY_SECS') * 1_000,
      openBrandingClaims: isOpen(text('BRANDING_CLAIMS'), mode),
    },
    custody: {
      keyFile: raw('WALLET_KEY_FILE') || walletCredential(credentialsDir),
      idleMs: integer('WALLET_IDLE_SECS') * 1_000,
    },
    providers,
    systemd: {
      notifySocket: env['NOTIFY_SOCKET'] ?? null,
      watchdogMs: Number.isFinite(watchdogUsec) && watchdogUsec > 0 ? watchdogUsec / 1_000 : null,
    },
    version: packageVersion(),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readPlatformFee(
  bps: number,
  wallet: string,
  problems: string[],
  family: 'TRADE' | 'RECOVERY' = 'TRADE',
): Config['trading']['platformFee'] {
  if (bps === 0) return null
  if (!isAddress(wallet)) problems.push(`${family}_FEE_BPS needs ${family}_FEE_WALLET, an address`)
  return { bps, wallet }
}

function isOpen(claims: string, mode: Config['mode']): boolean {
  return claims === 'open' || (claims !== 'proven' && mode === 'sandbox')
}

/** Plain ASCII in lower case: nothing in it can look like something else in a wallet's window. */
const PUBLIC_HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/

function readPublicHost(given: string, { host, port }: { host: string; port: number }, problems: string[]): string {
  const bare = host.includes(':') ? `[${host}]` : host
  const value = (given || (port === 0 ? bare : `${bare}:${port}`)).toLowerCase()
  if (!PUBLIC_HOST.test(value)) problems.push(`PUBLIC_HOST: ${value} is no host name with an optional port`)
  return value
}

function readLicenseWallet(wallet: string, mode: Config['mode'], problems: string[]): string | null {
  if (wallet === '') return mode === 'sandbox' ? SANDBOX_LICENSE_WALLET : null
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

function readCredential(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The key of the wallets is no setting: it is a file of its own, which is never read as text. */
function walletCredential(credentialsDir: string | undefined): string | null {
  if (credentialsDir === undefined) return null
  const files = ['mintglass_wallet.key', 'wallet.key'].map((name) => join(credentialsDir, name))
  return files.find((file) => existsSync(file)) ?? null
}

/** Of this server, as package.json has it. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

/** `.env.example`: every setting with its sentence, all commented out. */
export function printEnvExample(): string {
  const lines = [
    '# Printed by `npm run mintglass -- config env`; copy to .env and load it with `node --env-file=.env`.',
    '',
  ]
  let section = ''
  for (const [name, { kind, default: fallback, says, section: own }] of Object.entries(SETTINGS)) {
    if (own !== section) lines.push(`# --- ${own} ---`, '')
    section = own
    lines.push(`# ${says} (${kind})`, `#${name}=${fallback}`, '')
  }
  return lines.join('\n')
}

export function printConfigurationDoc(): string {
  const lines = [
    '# Configuration',
    '',
    'Printed from `src/config/env.ts`. A setting may also come from a systemd credential of the same name.',
    '',
  ]
  let section = ''
  for (const [name, { kind, default: fallback, says, section: own, secret }] of Object.entries(SETTINGS)) {
    if (own !== section)
      lines.push(
        ...(section === '' ? [] : ['']),
        `## ${own}`,
        '',
        '| name | type | default | meaning |',
        '|---|---|---|---|',
      )
    section = own
    lines.push(
      `| \`${name}\` | ${kind}${secret ? ', secret' : ''} | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${says} |`,
    )
  }
  return `${lines.join('\n')}\n`
}
