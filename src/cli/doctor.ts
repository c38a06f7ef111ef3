import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSolanaChain, type SolanaChain } from '../chain/solana/chain.ts'
import type { SolanaRpc } from '../chain/solana/rpc.ts'
import { HOUR_MS } from '../config/durations.ts'
import { type Config, readConfig } from '../config/env.ts'
import { PROVIDERS, type ProviderName } from '../config/providers.ts'
import { counted } from '../contract/counted.ts'
import { WSOL_MINT } from '../contract/mints.ts'
import type { Outcome } from '../contract/outcome.ts'
import { ROUTES } from '../routes/index.ts'
import { systemClock } from '../runtime/clock.ts'
import { connectionBounds } from '../runtime/connection-bounds.ts'
import { descriptorLimit } from '../runtime/descriptor-limit.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'
import { pointAtSandbox, readSandboxInfo } from '../runtime/sandbox-link.ts'
import { serverUrl } from '../runtime/server-url.ts'
import type { Upstreams } from '../upstreams/capabilities.ts'
import type { SolHistorySource } from '../upstreams/market-capabilities.ts'
import { CAPABILITIES, createUpstreams } from '../upstreams/registry.ts'
import { askSocket } from './ask-socket.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { cautionsOf } from './doctor-cautions.ts'
import { askEvmNodes } from './doctor-evm.ts'
import { askNodes } from './doctor-nodes.ts'
import { askParser } from './doctor-parser.ts'
import { askStore } from './doctor-store.ts'
import { askWallets } from './doctor-wallets.ts'
import type { Finding } from './finding.ts'
import { formatTable } from './table.ts'

const USAGE = `usage: doctor [--server <url>] [--json]

Sends every configured provider one cheap request, and each node some more. Reports which families of routes are live, degraded or off and why, what
each node refuses, how many calls in 10 s it allows and which settings say so, whether the wallets that the server signs with are ready, whether the HTTP parser preserves header values,
and the size of the machine. In sandbox mode it asks the running server for the address of its world
(default http://HOST:PORT). Exit code 1 when a configured provider does not answer or a configured wallet is not ready.`

const OPTIONS = {
  server: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What a route can need, by the names that a 503 returns. */
type Capability = keyof Upstreams | 'rpc' | 'tape'

const SANDBOX_PATH = '/api/sandbox'
const SOL_PRICE_PATH = '/api/v2/market/sol-price'
const SOL_PRICE_SOURCES = ['prices', 'oracle', 'solHistory', 'pairs', 'rpc'] as const
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

export const doctor: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (positionals.length > 0) throw new UsageProblem(USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const config = await worldOf(readConfig(), values.server)
  const clock = systemClock()
  const origins = createOrigins({ clock })
  const parts = {
    config,
    clock,
    log: createLogger({ level: 'silent', process: 'doctor' }),
    metrics: createMetrics(),
    origins,
  }
  const { upstreams, close } = createUpstreams(parts)
  const chain = createSolanaChain(parts)
  try {
    const evm = await askEvmNodes(parts)
    const providers = await askProviders(config, upstreams, chain)
    const wallets = [...(await askWallets(config, chain.rpc)), ...(await askStore(config))]
    const front = [await askParser()]
    const families = judgeRoutes(config, upstreams, chain.rpc, providers)
    const node = await askNodes(parts)
    const cautions = cautionsOf(config)
    const sizing = describeMachine(config)
    if (values.json)
      console.log(
        JSON.stringify(
          { mode: config.mode, providers, node, evm, wallets, front, cautions, families, sizing },
          null,
          2,
        ),
      )
    else printFindings(config, { providers, node, evm, wallets, front, cautions, families }, sizing)
    return [...providers, ...evm, ...wallets].some(({ state }) => state === 'degraded') ? 1 : 0
  } finally {
    await close()
    await origins.close()
  }
}

/** In sandbox mode the providers are those of the running world. */
async function worldOf(config: Config, server: string | undefined): Promise<Config> {
  if (config.mode === 'live') return config
  const base = (server ?? serverUrl(config)).replace(/\/+$/, '')
  const info = await readSandboxInfo(`${base}/api/sandbox`)
  if (!info.ok) throw new UsageProblem(`no server in sandbox mode answers at ${base}: start it with \`npm start\``)
  return pointAtSandbox(config, info.value.upstreams)
}

async function askProviders(
  config: Config,
  upstreams: Upstreams,
  { rpc, subscriptions }: Pick<SolanaChain, 'rpc' | 'subscriptions'>,
): Promise<Finding[]> {
  const { tokenInfo, oracleHistory } = upstreams
  const questions: Readonly<Record<ProviderName, (() => Promise<Outcome<unknown>>) | null>> = {
    solanaRpc: rpc && (() => rpc.call('getSlot', [])),
    solanaWs: subscriptions ? () => askSocket(subscriptions) : null,
    dexscreener: upstreams.pairs && (() => upstreams.pairs!.pairsByMints([WSOL_MINT])),
    jupiter: upstreams.prices && (() => upstreams.prices!.spotPrices([WSOL_MINT])),
    das: upstreams.assets && (() => upstreams.assets!.assetsByMints([WSOL_MINT])),
    rugcheck: upstreams.rugcheck && (() => upstreams.rugcheck!.securityReport(WSOL_MINT)),
    goplus: upstreams.goplus && (() => upstreams.goplus!.securityReport(WSOL_MINT)),
    helius: upstreams.funding && (() => upstreams.funding!.firstFunding(TOKEN_PROGRAM)),
    mobula: upstreams.market && (() => upstreams.market!.marketSpot(WSOL_MINT)),
    geckoterminal: config.providers.geckoterminal ? () => upstreams.pools!.poolsOfToken(WSOL_MINT) : null,
    coingecko: upstreams.solHistory && (() => upstreams.solHistory!.solSpot()),
    pyth: upstreams.oracle && (() => upstreams.oracle!.solSpot()),
    pythBenchmarks: oracleHistory && (() => askBenchmarks(oracleHistory)),
    jito: upstreams.bundles && (() => upstreams.bundles!.tipAccounts()),
    jitoTips: upstreams.tipPrices && (() => upstreams.tipPrices!.tipFloor()),
    // It only takes transactions, and none is sent to try it out.
    swqos: null,
    tokenInfo: tokenInfo && (() => tokenInfo.relay([WSOL_MINT], AbortSignal.timeout(PROVIDERS.tokenInfo.timeoutMs))),
  }
  return Promise.all(
    (Object.keys(PROVIDERS) as ProviderName[]).map(async (name) => {
      const { urlEnv, unlocks } = PROVIDERS[name]
      if (config.providers[name] === undefined)
        return { name, state: 'off' as const, why: `set ${urlEnv} for ${unlocks}` }
      const ask = questions[name]
      if (ask === null) return { name, state: 'live' as const, why: 'configured; not checked' }
      const answer = await ask()
      return answer.ok
        ? { name, state: 'live' as const, why: 'answers' }
        : { name, state: 'degraded' as const, why: answer.message }
    }),
  )
}

function askBenchmarks(history: SolHistorySource): Promise<Outcome<unknown>> {
  const toMs = systemClock().nowMs()
  return history.solHistory({ fromMs: toMs - HOUR_MS, toMs, stepMs: HOUR_MS })
}

/** Whose setting fills a capability: of several the one that is configured. The names are those that a 503 gives. */
function providerOf(config: Config, capability: Capability): ProviderName {
  if (capability === 'rpc' || capability === 'tape') return 'solanaRpc'
  const { providers } = CAPABILITIES[capability]
  return providers.find((name) => config.providers[name] !== undefined) ?? providers.at(-1)!
}

/** A family is live when everything its routes can use answers, degraded when only some of it does, off when
 *  nothing. */
function judgeRoutes(
  config: Config,
  upstreams: Upstreams,
  rpc: SolanaRpc | null,
  providers: readonly Finding[],
): Finding[] {
  const stateOf = new Map(providers.map(({ name, state }) => [name, state]))
  const has = (capability: string): boolean => {
    const configured =
      capability === 'rpc'
        ? rpc !== null
        : capability === 'tape'
          ? rpc !== null && config.ingest.mode !== 'off'
          : upstreams[capability as keyof Upstreams] !== null
    return configured && stateOf.get(providerOf(config, capability as Capability)) === 'live'
  }
  const settingsOf = (capabilities: readonly string[]): string =>
    [...new Set(capabilities.map((capability) => PROVIDERS[providerOf(config, capability as Capability)].urlEnv))].join(
      ', ',
    )
  return ROUTES.map(({ method, path, needs }) => {
    const ways = needs.map((need) => need.split('|'))
    const lacking = ways.filter((way) => !way.some(has))
    const missing = ways.flat().filter((capability) => !has(capability))
    const name = `${method} ${path}`
    if (config.mode === 'live' && path === SANDBOX_PATH) return { name, state: 'off', why: 'sandbox mode only' }
    if (path === SOL_PRICE_PATH && !SOL_PRICE_SOURCES.some(has))
      return { name, state: 'degraded', why: `always the fallback price (${settingsOf(SOL_PRICE_SOURCES)})` }
    if (lacking.length > 0) {
      const wanted = lacking.map((way) => way.join(' or ')).join(' and ')
      return { name, state: 'off', why: `needs ${wanted} (${settingsOf(lacking.flat())})` }
    }
    if (missing.length > 0)
      return { name, state: 'degraded', why: `answers without ${missing.join(', ')} (${settingsOf(missing)})` }
    return { name, state: 'live', why: needs.length === 0 ? 'needs nothing' : `has ${needs.join(', ')}` }
  })
}

function describeMachine(config: Config): Record<string, string> {
  const durable = join(config.dataDir, config.mode, 'durable')
  return {
    workers: `${counted(config.workers, 'compute thread')}; one core is the loop's`,
    limit: `${counted(config.rateLimitPer10s, 'request')} per key in 10 s`,
    ...describeConnections(config),
    store: existsSync(durable) ? durable : `${durable} (not made yet)`,
    map: `${config.mapSizeBytes / 1024 ** 3} GiB at most per environment`,
  }
}

/** The descriptors are those of this process; those of a service stand in its unit (`LimitNOFILE`). */
function describeConnections(config: Config): Record<string, string> {
  const descriptors = descriptorLimit()
  const { total, ofOneAddress } = connectionBounds(config, descriptors)
  return {
    descriptors: `${descriptors ?? 'unknown'} here (RLIMIT_NOFILE; a service has LimitNOFILE of its unit)`,
    connections: `${total} at most with those, ${ofOneAddress} of one address`,
  }
}

function printFindings(
  config: Config,
  found: Readonly<
    Record<'providers' | 'node' | 'evm' | 'wallets' | 'front' | 'cautions' | 'families', readonly Finding[]>
  >,
  sizing: Record<string, string>,
): void {
  const table = (title: string, rows: readonly Finding[]) =>
    console.log(
      `${formatTable(
        [title, 'state', ''],
        rows.map(({ name, state, why }) => [name, state, why]),
      )}\n`,
    )
  console.log(`mode ${config.mode}\n`)
  table('provider', found.providers)
  if (found.node.length > 0) table('the node', found.node)
  table('chain beside Solana', found.evm)
  table('wallets', found.wallets)
  table('front', found.front)
  if (found.cautions.length > 0) table('caution', found.cautions)
  table('route', found.families)
  console.log(formatTable(['sizing', ''], Object.entries(sizing)))
}
