import { TAPE_DEXES } from '../contract/tape-event.ts'
import { COHORT } from './cohort.ts'
import { CONNECTIONS } from './connections.ts'
import { DAY_SECS } from './durations.ts'
import { IDEMPOTENCY } from './idempotency.ts'
import { LIMITS } from './limits.ts'
import { PROVIDERS, type Provider } from './providers.ts'
import { choice, integer, list, onOff, path, type SectionedSetting, section, text, url, urls } from './setting.ts'

/** In the list of followed DEXs: every venue that the generic rule reads. */
export const AMM_VENUES = 'amm'
/** Of SANDBOX_EVM: no chain at all. */
export const NO_CHAIN = 'none'
export const FOLLOWED_VENUES: readonly string[] = [...TAPE_DEXES, AMM_VENUES]

const SERVICE = {
  MINTGLASS_MODE: choice(
    ['sandbox', 'live'],
    'sandbox',
    '`sandbox` starts the embedded world; `live` uses the providers below.',
  ),
  HOST: text(
    '127.0.0.1',
    'Address the server listens on. Sandbox mode refuses anything but loopback unless SANDBOX_ALLOW_PUBLIC=1.',
  ),
  PORT: integer(8787, 'Port the server listens on; 0 takes any free one.', {
    min: 0,
    max: 65_535,
  }),
  MINTGLASS_SHARED_PORT: onOff(false, '1 lets sibling processes listen on the same port (mintglass@N).'),
  MINTGLASS_DATA_DIR: path('./data', 'LMDB environments (under `<mode>/`) and sealed secrets.'),
  MINTGLASS_CACHE: choice(
    ['keep', 'read', 'off'],
    'keep',
    'In sandbox mode: `keep` stores what makes the next start faster (stripped modules, the built world); `read` uses what is there; `off` does neither. A live server never runs code from its data folder, whatever the value.',
  ),
  MINTGLASS_CACHE_DIR: path(
    null,
    'Folder of that cache; empty: `cache` in the data folder. It may be deleted at any time.',
  ),
  MINTGLASS_RATE_LIMIT_PER_10S: integer(10, 'Requests per key in 10 seconds, unless the key carries its own limit.', {
    min: 1,
    max: 1_000_000,
  }),
  MINTGLASS_MAX_CONNECTIONS: integer(
    0,
    'Open connections, HTTP and WebSocket; further ones are closed at once. 0 takes what the descriptor limit leaves (RLIMIT_NOFILE less 256), and never more than that.',
    { min: 0, max: 10_000_000 },
  ),
  MINTGLASS_MAX_CONNECTIONS_PER_ADDRESS: integer(
    CONNECTIONS.ofOneAddress,
    'Open connections of one IPv4 address or one IPv6 /64, and never more than half of MINTGLASS_MAX_CONNECTIONS. Loopback and TRUSTED_PROXIES count only towards the total.',
    { min: 1, max: 10_000_000 },
  ),
  MINTGLASS_WORKERS: integer(0, 'Compute threads; 0 takes one less than the cores, at least one.', {
    min: 0,
    max: 256,
  }),
  MINTGLASS_PIN_THREADS: onOff(true, 'Places the loop and the workers on different cores where the system allows it.'),
  MINTGLASS_INTERNAL_PORT: integer(
    0,
    'Loopback port of metrics and readiness; 0 takes any free one, and so does every front end.',
    { min: 0, max: 65_535 },
  ),
  MINTGLASS_MAP_SIZE_GIB: integer(64, 'Largest size of one LMDB environment.', {
    min: 1,
    max: 4_096,
  }),
  RPC_RELAY_MAX_MIB: integer(
    256,
    'Longest answer of the node that `/api/v2/rpc` relays, in MiB; a longer one is cut.',
    { min: 1, max: 4_096 },
  ),
  MINTGLASS_ROLE: choice(
    ['all', 'front'],
    'all',
    '`all` runs everything, `front` only HTTP and push beside a process that runs everything.',
  ),
  MINTGLASS_LAUNCH_WINDOW_SLOTS: integer(
    LIMITS.launchWindowSlots,
    'Buyers within the first second after the launch count as snipers, by the measured slot time, and those within this many slots after the launch slot in any case.',
    { min: 0, max: 100 },
  ),
  LOG_LEVEL: choice(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
    'Least severe level that is logged.',
  ),
  LOG_FORMAT: choice(
    ['auto', 'json', 'pretty'],
    'auto',
    '`json`: one JSON object per line; `pretty`: lines for people, and at the level `info` none below WARN until the server is up; `auto`: `pretty` at a terminal, else `json`.',
  ),
  MINTGLASS_TRUST_LISTS: onOff(
    true,
    '0 judges every token by its evidence alone: no built-in whitelist, no list of regulated stablecoins.',
  ),
  MINTGLASS_WHITELIST_MINTS: list(
    [],
    'Mints that Deep Scan treats as whitelisted beside the built-in ones, comma separated.',
  ),
  CORS_ORIGINS: list(['*'], 'Origins that browsers may call from, comma separated; * means any.'),
  TRUSTED_PROXIES: list([], 'Addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is believed.'),
  TLS_CERT_FILE: path(null, 'Certificate chain (PEM); with TLS_KEY_FILE the server speaks TLS itself.'),
  TLS_KEY_FILE: path(null, 'Private key (PEM).'),
  PREVIEW_KEY: text(null, 'The public builder key of the spec; empty switches it off. The sandbox publishes its own.', {
    isSecret: true,
  }),
}

const NODE = {
  SOLANA_RPC_PER_10S: integer(
    null,
    'Calls that the node at SOLANA_RPC_URL allows in any 10 s, those inside arrays one by one; `doctor` measures it. Trades go first, then questions, then what follows the chain. Empty: no limit but the 429 of the node.',
    { min: 4, max: 1_000_000 },
  ),
  SOLANA_RPC_MORE_URLS: urls(
    'More nodes of the same chain, comma separated, the preferred first. Where the node at SOLANA_RPC_URL refuses, slows or lags, the next is asked. None in the sandbox.',
  ),
  SOLANA_RPC_MORE_API_KEYS: list([], 'Keys for SOLANA_RPC_MORE_URLS in the same order; - for none.', {
    isSecret: true,
  }),
  SOLANA_RPC_MORE_PER_10S: list(
    [],
    'The same as SOLANA_RPC_PER_10S for each of SOLANA_RPC_MORE_URLS, in the same order; - for no limit.',
  ),
  SOLANA_RPC_ROLES: list(
    [],
    'What each node is asked for, that at SOLANA_RPC_URL first: some of `reads`, `scans`, `history` and `sends` joined by +, or - for all. Empty: each is asked for everything, and what it refuses is learnt. `doctor` measures it.',
  ),
  SOLANA_MESSAGE_VERSION: choice(
    ['0', '1'],
    '0',
    'Version of the messages that the server builds. `0`: version 0, and 1 only where a trade does not fit; `1`: version 1 wherever it fits, for a chain that no longer takes the older ones. All versions are read, relayed and sent in any case.',
  ),
}

const BACKFILL = { min: 0, max: 1_000_000 }
const EVM = {
  ETHEREUM_RPC_URLS: urls(
    'Nodes of Ethereum (http), comma separated, the preferred first; where one fails, the next is asked. With one of them the server follows Ethereum beside Solana. A key belongs into the address.',
  ),
  ETHEREUM_WS_URL: {
    ...url('WebSocket of an Ethereum node, which announces new blocks; without it the server polls.'),
    isSecret: true,
  },
  ETHEREUM_BACKFILL_BLOCKS: integer(
    0,
    'A tape without Ethereum begins so many blocks of it before the newest one. One of the chains of SANDBOX_EVM begins with the chain.',
    BACKFILL,
  ),
  BASE_RPC_URLS: urls('The same for Base.'),
  BASE_WS_URL: { ...url('The same for Base.'), isSecret: true },
  BASE_BACKFILL_BLOCKS: integer(0, 'The same for Base.', BACKFILL),
}

const TAPE = {
  INGEST_MODE: choice(
    ['server', 'process', 'off'],
    'server',
    'Who follows the chain: `server` (this process), `process` (`npm run ingest` beside it) or `off`. Front ends never do.',
  ),
  INGEST_SCOPE: choice(
    ['programs', 'watch', 'all'],
    'programs',
    '`programs`: every trade and launch of the DEXs in INGEST_DEXES; `watch`: of those only what touches INGEST_WATCH; `all`: of every DEX that this version can read.',
  ),
  INGEST_DEXES: list(
    FOLLOWED_VENUES,
    'DEXs that the scopes `programs` and `watch` follow, comma separated; `amm` is every other venue, read by its token transfers.',
  ),
  INGEST_WATCH: list([], 'Mints, pools and wallets of the scope `watch`, comma separated.'),
  INGEST_BACKFILL_SLOTS: integer(
    0,
    'An empty tape begins this many slots before the newest one; 0 begins with the newest slot in live mode and at the start of the ledger in the sandbox.',
    { min: 0, max: 1_000_000 },
  ),
  INGEST_MAX_GAP_SLOTS: integer(
    50_000,
    'A follower that lags more slots than this records the slots between as lost and continues near the head.',
    { min: 100, max: 10_000_000 },
  ),
  INGEST_TAPE_DAYS: integer(14, 'Days that the tape is kept.', { min: 1, max: 365 }),
  INGEST_TAPE_GIB: integer(
    64,
    'Size beyond which the oldest days are deleted early; consumers with older cursors get `truncated`.',
    { min: 1, max: 65_536 },
  ),
}

const PUSH = {
  STREAM_MAX_CONNECTIONS: integer(500, 'WebSocket connections of all keys together.', {
    min: 1,
    max: 1_000_000,
  }),
  STREAM_MAX_TOPICS: integer(300, 'Distinct WebSocket topics of all connections together.', {
    min: 1,
    max: 1_000_000,
  }),
  STREAM_TIER_CAPS: list(
    [],
    'Caps that replace those of a tier, as `tier=connections/topics`, comma separated: `scale=40/30`.',
  ),
  STREAM_MESSAGE_BYTES: integer(2048, 'Longest message that a WebSocket client may send.', {
    min: 128,
    max: 65_536,
  }),
  STREAM_HEARTBEAT_SECS: integer(30, 'A WebSocket is pinged this often.', { min: 1, max: 600 }),
  STREAM_SEND_BUFFER_KIB: integer(
    256,
    'A socket with more than this unsent leaves the live feed; the tape feeds it as it drains.',
    { min: 16, max: 65_536 },
  ),
  STREAM_COALESCE_MS: integer(
    5,
    'Events that follow each other within this time are sent in one write; the first after a pause is sent at once.',
    { min: 0, max: 1_000 },
  ),
  STREAM_SSE_HEARTBEAT_SECS: integer(15, 'Comment on a quiet event stream this often.', {
    min: 1,
    max: 600,
  }),
  WEBHOOK_SECRET_FILE: path(
    null,
    'File with the 32 bytes (64 hex digits) that seal webhook secrets at rest; when it is not set, webhook.key beside WALLET_KEY_FILE (live) or beside the store.',
  ),
  WEBHOOK_CONCURRENCY: integer(4, 'Deliveries to one target at once.', { min: 1, max: 256 }),
  WEBHOOK_TEST_TARGETS: list(
    [],
    'Exact `host:port` pairs that webhooks may reach although their address is not public. For trying only; refused in live mode without WEBHOOK_TEST_TARGETS_IN_LIVE=1.',
  ),
  WEBHOOK_TEST_TARGETS_IN_LIVE: onOff(false, '1 allows WEBHOOK_TEST_TARGETS in live mode.'),
  WEBHOOK_TEST_CA_FILE: path(
    null,
    'Certificate authority (PEM) that is trusted for WEBHOOK_TEST_TARGETS and for nothing else.',
  ),
}

const TRADING = {
  TRADE_FEE_BPS: integer(
    0,
    'Platform fee of trades made through this server, hundredths of a percent of the SOL or dollar side; 0 for none.',
    { min: 0, max: 1_000 },
  ),
  TRADE_FEE_WALLET: text(null, 'Wallet that the platform fee goes to; needed with TRADE_FEE_BPS.'),
  TRADE_MAX_IMPACT_BPS: integer(
    2500,
    'Largest loss against the price before the trade, in hundredths of a percent and including pool fees, for trades that the server signs; 10000 for any loss.',
    { min: 1, max: 10_000 },
  ),
  TRADE_MIN_POOL_LAMPORTS: integer(
    5_000_000_000,
    'Least reserve on the SOL or dollar side, valued in lamports, of a pool that a request names (directly or as its only DEX) before a wallet of the server trades there; 0 for none.',
    { min: 0, max: Number.MAX_SAFE_INTEGER },
  ),
  TRADE_MONEY_POOLS: list(
    [],
    'Pools of SOL against USDC or USDT that trades in another currency may go through, beside those found by address; comma separated.',
  ),
  TRADE_IDEMPOTENCY_HOURS: integer(IDEMPOTENCY.defaultHours, 'How long the answer to an Idempotency-Key is kept.', {
    min: 1,
    max: IDEMPOTENCY.maxHours,
  }),
  JUPITER_SWAP_API: choice(
    ['auto', 'v1', 'v2'],
    'auto',
    'Generation of the aggregator that quotes swaps: `v1`, or `v2`, which needs JUPITER_API_KEY; `auto` takes v2 when there is a key.',
  ),
}

const RECOVERY = {
  RECOVERY_FEE_BPS: integer(0, 'Platform fee on deposits that are returned, hundredths of a percent; 0 for none.', {
    min: 0,
    max: 2_500,
  }),
  RECOVERY_FEE_WALLET: text(null, 'Wallet that the platform fee goes to; needed with RECOVERY_FEE_BPS.'),
  RECOVERY_KEY_FEE_BPS: integer(
    0,
    'Further fee, hundredths of a percent, for the fee wallet of the calling key where it has one.',
    { min: 0, max: 2_500 },
  ),
  RECOVERY_FEE_PAYER: onOff(
    false,
    '1 pays the network fee for wallets under 0.002 SOL, out of a wallet derived from the sealed master seed (WALLET_KEY_FILE), whose address is logged at the first close. Each such transaction repays it.',
  ),
  RECOVERY_FEE_PAYER_DAY_LAMPORTS: integer(
    20_000_000,
    'Most that the fee payer can lose in a UTC day to transactions that are made to fail after it has signed them.',
    { min: 10_000, max: 1_000_000_000_000 },
  ),
  RECOVERY_BURN_MAX_CENTS: integer(
    500,
    'Tokens worth more than so many US cents in one account are burnt only where the request says `burnValuable`.',
    { min: 0, max: 100_000_000 },
  ),
}

const ACCOUNTS = {
  PUBLIC_HOST: text(
    null,
    'Public host name of this server, with the port unless it is the default one: the sign-in text that wallets sign begins with it. HOST and PORT when it is not set.',
  ),
  LICENSE_WALLET: text(
    null,
    'Wallet that branding licenses are paid to; without it none are sold. The sandbox has its own.',
  ),
  FEE_WALLET_STRICT: onOff(
    false,
    "1 lets only the owner's session change the fee wallet of a key; the documented route asks for none.",
  ),
  FEE_WALLET_DELAY_SECS: integer(
    null,
    "A change of the fee wallet without the owner's session takes effect after this long; until then the owner sees it and can cancel it. 3600 in live mode and 0 in the sandbox when it is not set.",
    { min: 0, max: 604_800 },
  ),
  BRANDING_CLAIMS: choice(
    ['auto', 'proven', 'open'],
    'auto',
    'Who may claim a branding payment that names no key: `proven`, only the wallet that paid it; `open`, any wallet, until the wallet that paid it claims it within the hour. `auto` is `proven` in live mode and `open` in the sandbox.',
  ),
}

const WALLETS = {
  WALLET_KEY_FILE: path(
    null,
    'File with the 32 bytes (64 hex digits) that seal the master seed of the custodial wallets, or a systemd credential `wallet.key`. Live mode has no custodial wallets without it; the sandbox makes one beside its store.',
  ),
  WALLET_IDLE_SECS: integer(
    300,
    'The signing key of a wallet that has signed nothing for this long is dropped from memory and derived again when needed.',
    { min: 1, max: DAY_SECS },
  ),
}

const ANALYSIS = {
  LABEL_PACKS_DIR: path(
    null,
    'Folder with label packs of your own (`*.csv`, `*.ndjson`): who wallets belong to. They go before the built-in list and the provider, and among themselves in the order of their names. Changes are read within seconds.',
  ),
  COHORT_MAX_WALLETS: integer(COHORT.maxWallets, 'Wallets that one cohort analysis takes.', {
    min: COHORT.minWallets,
    max: COHORT.mostWallets,
  }),
}

const SANDBOX = {
  SANDBOX_URL: url('Attach to a sandbox started with `npm run sandbox` instead of starting one.'),
  SANDBOX_PORT: integer(
    0,
    'First of three neighbouring loopback ports (RPC and providers, PubSub, control); 0 takes free ones.',
    { min: 0, max: 65_533 },
  ),
  SANDBOX_SEED: text('mintglass', 'Same seed, same addresses, balances and histories.'),
  SANDBOX_TPS: integer(4, 'Transactions per second the agents send.', { min: 0, max: 1_000 }),
  SANDBOX_SLOT_MS: integer(400, 'Time between slots.', { min: 10, max: 60_000 }),
  SANDBOX_AGENTS: onOff(true, '0 starts the sandbox with its agents paused.'),
  SANDBOX_EVM: list(
    ['ethereum', 'base'],
    'Chains beside Solana that the sandbox plays where `sandbox/evm-node` is installed, comma separated; `none` plays Solana alone. A chain with a node of its own on this machine (ETHEREUM_RPC_URLS, BASE_RPC_URLS) is not played.',
  ),
  SANDBOX_EVM_BLOCK_MS: integer(
    null,
    'Time between blocks of these chains; without it 12 s of Ethereum and 2 s of Base.',
    {
      min: 1_000,
      max: 600_000,
    },
  ),
  SANDBOX_PROGRAMS_DIR: path(null, 'Folder with `<program id>.so` files that replace the emulated programs.'),
  SANDBOX_ALLOW_PUBLIC: onOff(
    false,
    '1 lets sandbox mode listen beyond loopback. Its keys are published: never do this on a machine others reach.',
  ),
}

/** Environment variables of the server but for those of the providers: name, type, default, sentence. What `readConfig`
 *  makes of them is in `env.ts`. */
export const SERVER_SETTINGS = {
  ...section('Service', SERVICE),
  ...section('Node', NODE),
  ...section('Tape', TAPE),
  ...section('Chains beside Solana', EVM),
  ...section('Push', PUSH),
  ...section('Trading', TRADING),
  ...section('Recovery', RECOVERY),
  ...section('Accounts', ACCOUNTS),
  ...section('Wallets', WALLETS),
  ...section('Analysis', ANALYSIS),
  ...section('Sandbox', SANDBOX),
}

/** Address and key of each provider, both null until the operator sets them. */
export const PROVIDER_SETTINGS = providerSettings(Object.values(PROVIDERS))

/** All of them; `.env.example` and `docs/configuration.md` are printed from this table. */
export const SETTINGS: Readonly<Record<string, SectionedSetting>> = { ...SERVER_SETTINGS, ...PROVIDER_SETTINGS }

function providerSettings(
  providers: readonly Pick<Provider, 'urlEnv' | 'keyEnv' | 'publicUrl' | 'unlocks'>[],
): Readonly<Record<string, SectionedSetting<string | null>>> {
  const settings: Record<string, SectionedSetting<string | null>> = {}
  const add = (name: string, setting: Parameters<typeof section>[1][string]): void => {
    Object.assign(settings, section('Providers', { [name]: setting }))
  }
  for (const { urlEnv, keyEnv, publicUrl, unlocks } of providers) {
    const where = publicUrl === null ? '' : ` Public address: ${publicUrl}`
    add(urlEnv, url(`Unlocks ${unlocks}. Set by the sandbox; none in live mode.${where}`))
    if (keyEnv === null) continue
    // Two addresses of one provider may take the same key.
    const before = settings[keyEnv]
    const says = before === undefined ? `Key for ${urlEnv}.` : before.says.replace('.', ` and ${urlEnv}.`)
    add(keyEnv, text(null, says, { isSecret: true }))
  }
  return settings
}
