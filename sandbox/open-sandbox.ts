import { randomBytes } from 'node:crypto'
import { DEXES } from '../src/chain/solana/dexes/index.ts'
import type { Config } from '../src/config/env.ts'
import { encodeBase58 } from '../src/hot-paths/base58.ts'
import type { Clock } from '../src/runtime/clock.ts'
import type { Logger } from '../src/runtime/log.ts'
import { type Agents, createAgents } from './agents/agents.ts'
import { createControlPort } from './control/control-port.ts'
import { createFaults } from './control/faults.ts'
import { withEvmChains } from './control/with-evm-chains.ts'
import { withScenes } from './control/with-scenes.ts'
import { controlPathOf, withWorldName } from './control/with-world-name.ts'
import { createDasMethods } from './das/das-methods.ts'
import type { EvmSandboxChain } from './evm-node/evm-chain.ts'
import { openEvmChains, urlsOfChains } from './evm-node/open-evm-chains.ts'
import type { HttpHandler } from './http-handler.ts'
import { describeWorld } from './info.ts'
import { startPace } from './pace.ts'
import { type BlockEngine, createBlockEngine } from './providers/block-engine.ts'
import { createCoingecko } from './providers/coingecko.ts'
import { createDexscreener } from './providers/dexscreener.ts'
import { createGeckoterminal } from './providers/geckoterminal.ts'
import { createGoplus } from './providers/goplus.ts'
import { createHelius } from './providers/helius-funding.ts'
import { createHolderCounts } from './providers/holder-counts.ts'
import { createJito } from './providers/jito.ts'
import { createJupiter } from './providers/jupiter.ts'
import { createJupiterApi } from './providers/jupiter-api.ts'
import { createMobula } from './providers/mobula.ts'
import { withMobulaLabels } from './providers/mobula-labels.ts'
import { createPyth } from './providers/pyth.ts'
import { createRugcheck } from './providers/rugcheck.ts'
import { createExaminer } from './providers/token-examiner.ts'
import { createAssets } from './providers/token-image.ts'
import { createTokenInfo } from './providers/token-info.ts'
import { withBlockEngine } from './providers/with-block-engine.ts'
import { createRpcWorld } from './rpc/create-world.ts'
import { createRpcEndpoint } from './rpc/endpoint.ts'
import { createPubSub } from './rpc/pubsub.ts'
import { type SandboxServer, serve } from './serve.ts'
import { withTruth } from './serve-truth.ts'
import { NO_SNAPSHOT, type SnapshotUse, takeSnapshot } from './snapshot/take-snapshot.ts'
import { restoreWorld } from './snapshot/world-record.ts'
import { openWebhookSink, type WebhookSink } from './webhook-sink/webhook-sink.ts'
import { withWebhookSink } from './webhook-sink/with-webhook-sink.ts'
import { createAssetDirectory } from './world/asset-directory.ts'
import { buildWorldInTurns } from './world/build-world.ts'
import { openWorldChain } from './world/open-world-chain.ts'
import { type DrawnWorld, planWorld } from './world/plan-world.ts'
import { watchOrders } from './world/watch-orders.ts'
import type { World } from './world/world.ts'

export type RunningSandbox = {
  /** Base addresses by upstream name: rpc, ws, das, dexscreener, jupiter, control. */
  readonly urls: Readonly<Record<string, string>>
  readonly genesisHash: string
  readonly seed: string
  readonly world: World
  /** What became of the snapshot of its world. */
  readonly snapshot: SnapshotUse
  readonly agents: Agents
  close(): void
}

export type SandboxSettings = Pick<Config['sandbox'], 'seed' | 'tps' | 'slotMs' | 'agents' | 'programsDir' | 'port'> & {
  /** Chains beside Solana; absent: none. */
  readonly evm?: Config['sandbox']['evm']
  /** Where files go that others read; absent: a folder of its own. */
  readonly folder?: string
  /** Where a snapshot of the built world may lie; null or absent: it is built. */
  readonly snapshots?: string | null
}

const HOST = '127.0.0.1'
const GENESIS_BYTES = 32
const NO_EVM: Config['sandbox']['evm'] = { chains: [], blockMs: null }

/** Builds the world (the default one of the seed unless a `plan` is given), listens on three loopback ports and an
 *  https one for webhooks, and lets time pass. The genesis hash is new each time: the seed fixes addresses and
 *  balances, not blocks and signatures. Rejects when the ports cannot be had. */
export async function openSandbox(
  settings: SandboxSettings,
  { clock, log, plan }: { readonly clock: Clock; readonly log: Logger; readonly plan?: DrawnWorld },
): Promise<RunningSandbox> {
  const startMs = clock.monotonicMs()
  const { world, snapshot } = await buildOn(settings, { clock, log, plan })
  const builtMs = clock.monotonicMs()
  const { chain } = world

  const faults = createFaults(() => clock.monotonicMs())
  const pubsub = createPubSub({ chain, faults, log })
  const rpcWorld = createRpcWorld(chain)
  // History ended when building began: the first slot makes up for the time it took.
  chain.advanceSlot(Math.max(0, clock.nowMs() - chain.unixTimeSec() * 1_000))
  const agents = createAgents(world, { tps: settings.tps, paused: !settings.agents })
  const pace = startPace({
    slotMs: settings.slotMs,
    monotonicMs: () => clock.monotonicMs(),
    advanceSlot: (elapsedMs) => chain.advanceSlot(elapsedMs),
    act: (elapsedMs) => agents.tick(elapsedMs),
  })

  const urls: Record<string, string> = {}
  const imageUrl = (mint: string): string => `${urls['rpc']}/assets/${mint}.svg`
  const das = createDasMethods({ chain, directory: createAssetDirectory(world, imageUrl) })
  let sink: WebhookSink | null = null
  let evmChains: readonly EvmSandboxChain[] = []
  const control = createControlPort({ chain, agents, slots: pace, faults, pubsub })
  const engine = createBlockEngine(chain, () => clock.nowMs())
  const forgetOrders = watchOrders({ chain, market: world.market }, (error) =>
    log.error({ err: error }, 'order keeper failed'),
  )
  const server = await serve({
    host: HOST,
    port: settings.port,
    routes: createRoutes(world, urls, {
      imageUrl,
      engine,
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
    }),
    rpc: createRpcEndpoint({ world: rpcWorld, das, faults, log }),
    pubsub,
    control: withWorldName(
      withBlockEngine(
        withWebhookSink(
          withEvmChains(withScenes(withTruth(control, world), world), () => evmChains),
          () => sink,
        ),
        engine,
      ),
      chain.genesisHash,
    ),
    faults,
    clock,
    log,
  }).catch((error: unknown) => {
    pace.stop()
    pubsub.close()
    throw error
  })
  const sinkPort = server.controlPort + 1
  const [opened, chains] = await Promise.all([
    openWebhookSink({ host: HOST, port: sinkPort, folder: settings.folder ?? null, clock }),
    openEvmChains({ evm: NO_EVM, ...settings }, { firstPort: sinkPort + 1, clock, log }),
  ])
  sink = opened
  evmChains = chains
  rpcWorld.listening = { rpc: `${HOST}:${server.port}`, pubsub: `${HOST}:${server.pubsubPort}` }
  Object.assign(urls, {
    ...urlsOfProviders(server),
    ...urlsOfChains(evmChains),
    control: server.controlUrl + controlPathOf(chain.genesisHash),
    webhookSink: opened.url,
    webhookSinkCa: opened.caFile,
  })
  log.debug(
    { buildMs: Math.round(builtMs - startMs), serveMs: Math.round(clock.monotonicMs() - builtMs) },
    'sandbox is up',
  )
  return {
    urls,
    genesisHash: chain.genesisHash,
    seed: settings.seed,
    world,
    snapshot,
    agents,
    close() {
      pace.stop()
      forgetOrders()
      pubsub.close()
      server.close()
      opened.close()
      for (const one of evmChains) one.close()
    },
  }
}

/** By the names that `pointAtSandbox` reads. */
function urlsOfProviders({ rpcUrl, wsUrl }: SandboxServer): Readonly<Record<string, string>> {
  return {
    rpc: rpcUrl,
    ws: wsUrl,
    das: rpcUrl,
    dexscreener: `${rpcUrl}/dexscreener`,
    jupiter: `${rpcUrl}/jupiter`,
    mobula: `${rpcUrl}/mobula`,
    geckoterminal: `${rpcUrl}/geckoterminal`,
    coingecko: `${rpcUrl}/coingecko`,
    pyth: `${rpcUrl}/pyth`,
    pythBenchmarks: `${rpcUrl}/pyth`,
    rugcheck: `${rpcUrl}/rugcheck`,
    goplus: `${rpcUrl}/goplus`,
    helius: `${rpcUrl}/helius`,
    jito: `${rpcUrl}/jito`,
    jitoTips: `${rpcUrl}/jito`,
    // Any node takes transactions; this one is as good as a staked one.
    swqos: rpcUrl,
    tokenInfo: `${rpcUrl}/token-info`,
  }
}

type Built = { readonly world: World; readonly snapshot: SnapshotUse }

async function buildOn(
  settings: SandboxSettings,
  { clock, log, plan: given }: { readonly clock: Clock; readonly log: Logger; readonly plan: DrawnWorld | undefined },
): Promise<Built> {
  const { slotMs, programsDir, seed } = settings
  const startMs = clock.monotonicMs()
  const bootSec = Math.floor(clock.nowMs() / 1_000)
  const { use, record } = given === undefined ? takeSnapshot(settings, bootSec) : NO_SNAPSHOT
  if (use.reason !== null) log.debug({ reason: use.reason }, 'no snapshot of the world')
  const plan = given ?? record?.plan ?? planWorld(seed)
  const plannedMs = clock.monotonicMs()
  const chain = openWorldChain({
    seed,
    slotMs,
    bootSec,
    genesisHash: encodeBase58(randomBytes(GENESIS_BYTES)),
    programsDir,
    onEmulatorFault: (program, error) => log.error({ err: error, program }, 'emulated program failed'),
  })
  const openedMs = clock.monotonicMs()
  const world =
    record === null
      ? await buildWorldInTurns(chain, plan, { dexes: DEXES, slotMs, bootSec })
      : restoreWorld(chain, record, DEXES)
  log.debug(
    {
      isRestored: record !== null,
      planMs: Math.round(plannedMs - startMs),
      chainMs: Math.round(openedMs - plannedMs),
      worldMs: Math.round(clock.monotonicMs() - openedMs),
      transactions: chain.transactionCount(),
      refused: world.refused.length,
    },
    'world is built',
  )
  for (const refusal of world.refused) log.debug({ refusal }, 'the chain refused a planned action')
  return { world, snapshot: use }
}

function createRoutes(
  world: World,
  urls: Readonly<Record<string, string>>,
  parts: {
    readonly imageUrl: (mint: string) => string
    readonly engine: BlockEngine
    readonly nowMs: () => number
    readonly monotonicMs: () => number
  },
): readonly HttpHandler[] {
  const { imageUrl, engine, nowMs, monotonicMs } = parts
  const { chain, market, faces } = world
  const holders = createHolderCounts(chain)
  const examiner = createExaminer({ chain, market })
  const mintsOfDev = (dev: string): number => {
    let count = 0
    for (const face of faces.all()) if (face.dev === dev) count++
    return count
  }
  return [
    createDexscreener({ market, faces, imageUrl }),
    createJupiterApi(createJupiter({ chain, market, faces, holders, imageUrl, mintsOfDev }), {
      chain,
      market,
      monotonicMs,
    }),
    withMobulaLabels(createMobula({ chain, market, faces, holders, imageUrl }), { market, faces }),
    createGeckoterminal({ market, faces, imageUrl }),
    createCoingecko({ market, faces, imageUrl }),
    createPyth({ market }),
    createRugcheck({ chain, market, examiner }),
    createGoplus({ market, examiner, slot: () => chain.slot() }),
    createHelius({ chain }),
    createJito({ chain, engine, nowMs }),
    createAssets(faces),
    createTokenInfo({ chain, market, faces, imageUrl }),
    { prefix: '/info', handle: () => ({ status: 200, body: describeWorld(world, urls) }) },
  ]
}
