import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { openKeyStore } from '../../src/store/open.ts'
import { freePort } from '../support/free-port.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'
import {
  checkCache,
  checkRevoked,
  checkUsage,
  emptyReport,
  type Life,
  remember,
  type ServerReport,
  type World,
} from './server-checks.ts'
import { startLoad, type Target } from './server-load.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Without load for this long, everything that was answered is on disk. */
const REST_MS = 1_200
const CONNECTIONS = 8
const KEYS_PER_ROUND = 2
const KEYS_AT_FIRST = 20
/** Keys that are used at the same time, among all that there are. */
const KEYS_IN_USE = 12
const WIDE = { tier: 'enterprise', limitPer10s: 1_000_000 } as const

/** Lets a real server work on one data folder, kills it without warning at random moments, starts it again and checks
 *  everything it had acknowledged. The sandbox lives on beside it. Throws only when a server does not come back. */
export async function runServerRounds(options: {
  readonly sandbox: StartedSandbox
  readonly rounds: number
  /** Longest time under load. */
  readonly lifeMs: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<ServerReport> {
  const { sandbox, rounds, lifeMs, seed, say = () => {} } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-killed-'))
  const port = await freePort()
  const random = createRandom(seed)
  const env = {
    PORT: String(port),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    SANDBOX_URL: sandbox.urls['rpc']!,
    ...SHORT_PAST,
  }
  const store = await openKeyStore({ config: readConfig(env), clock: systemClock() })
  const create = async (): Promise<string> => (await store.apiKeys.create({ label: 'load', ...WIDE })).key
  const world: World = {
    env,
    port,
    say,
    random,
    apiKeys: store.apiKeys,
    targets: await targetsOf(sandbox, random),
    report: emptyReport(),
    keys: [],
    revoked: [],
    watcher: await create(),
    counted: new Map(),
    served: new Map(),
  }
  let server = startProcess(env)
  try {
    await server.ready()
    for (let i = 0; i < KEYS_AT_FIRST; i++) world.keys.push(await create())
    for (let round = 0; round < rounds; round++) {
      // Every third rests before its end, so that nothing at all may be missing.
      const life = await liveAndDie(world, server, { lifeMs, rests: round % 3 === 2 })
      // Every eighth time one more dies while it starts.
      if (round % 8 === 7) await dieWhileStarting(world)
      server = startProcess(env)
      await server.ready()
      world.report.restarted++
      const lostAnswers = await checkUsage(world, life)
      await checkRevoked(world)
      await checkCache(world)
      world.report.rounds++
      say(`round ${round}: ${Math.round(life.ms)} ms, ${life.answers} answers, ${lostAnswers} of them not counted`)
    }
  } finally {
    await server.kill()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...world.report, keysAcknowledged: world.keys.length + world.revoked.length }
}

/** What the server's users look at: one body that lives in memory only, and many that are kept on disk, so that some
 *  are being written at any moment. */
async function targetsOf(sandbox: StartedSandbox, random: () => number): Promise<Target[]> {
  const tokens = (await publishedTokens(sandbox)).slice(0, 12)
  const letters = () => Array.from({ length: 3 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  return [
    { path: '/api/v2/market/sol-price', route: 'GET /api/v2/market/sol-price' },
    { path: '/api/v2/tokens/trending', route: 'GET /api/v2/tokens/trending' },
    { path: '/api/v2/tokens/trending?limit=5', route: 'GET /api/v2/tokens/trending' },
    { path: '/api/v2/tokens/trending/raw', route: 'GET /api/v2/tokens/trending/raw' },
    ...tokens.flatMap(({ mint, symbol }) => [
      { path: `/api/v2/tokens/${mint}/intel`, route: 'GET /api/v2/tokens/{mint}/intel' },
      { path: `/api/v2/tokens/search?q=${encodeURIComponent(symbol)}`, route: 'GET /api/v2/tokens/search' },
    ]),
    ...Array.from({ length: 120 }, () => ({
      path: `/api/v2/tokens/search?q=${letters()}`,
      route: 'GET /api/v2/tokens/search',
    })),
  ]
}

async function liveAndDie(
  world: World,
  server: ServerProcess,
  { lifeMs, rests }: { lifeMs: number; rests: boolean },
): Promise<Life> {
  const { port, random, keys, targets, report } = world
  const beganMs = performance.now()
  const inUse = [...keys].sort(() => random() - 0.5).slice(0, KEYS_IN_USE)
  const load = startLoad({
    port,
    connections: CONNECTIONS,
    keys: inUse,
    targets,
    random,
    onAnswer: ({ path }, reply) => remember(world, path, reply),
  })
  const changes = changeKeys(world, inUse)
  await sleep(150 + random() * lifeMs)
  if (rests) {
    await load.stop()
    await sleep(REST_MS)
  }
  const killedAtMs = await server.kill()
  await load.stop()
  await changes
  for (const line of [...server.errors, ...load.odd]) world.say(line)
  report.errorsLogged += server.errors.length
  report.oddAnswers += load.odd.length
  const all = [...load.calls.values()].flatMap((routes) => [...routes.values()])
  const answers = all.reduce((sum, { answeredAtMs }) => sum + answeredAtMs.length, 0)
  report.answers += answers
  report.requests += all.reduce((sum, { sent }) => sum + sent, 0)
  return { calls: load.calls, killedAtMs, ms: killedAtMs - beganMs, answers }
}

/** The operator's side, while the server works and dies. */
async function changeKeys({ apiKeys, keys, revoked }: World, inUse: readonly string[]): Promise<void> {
  for (let i = 0; i < KEYS_PER_ROUND; i++) keys.push((await apiKeys.create({ label: 'load', ...WIDE })).key)
  const at = keys.findIndex((key) => !inUse.includes(key))
  const record = apiKeys.findByDigest(digestKey(keys[at]!))
  assert(record)
  await apiKeys.update(record.id, { revokedAtMs: Date.now() })
  revoked.push(...keys.splice(at, 1))
}

async function dieWhileStarting({ env, random, report }: World): Promise<void> {
  const server = startProcess(env)
  await sleep(random() * 1_200)
  await server.kill()
  report.killedWhileStarting++
}
