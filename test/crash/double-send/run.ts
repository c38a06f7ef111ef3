import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../../src/config/env.ts'
import { SCOPES } from '../../../src/contract/api-key.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { openKeyStore } from '../../../src/store/open.ts'
import type { LedgerRow } from '../../../src/store/trade-rows.ts'
import { freePort } from '../../support/free-port.ts'
import { nodeOptions } from '../../support/inherited-env.ts'
import { createRandom } from '../../support/seeded-random.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { SHORT_PAST } from '../../support/start-server.ts'
import { createMortal, ENTRIES, type Mortal } from '../push/processes.ts'
import { askServer } from './ask-server.ts'
import { type Callers, createCallers } from './callers.ts'
import { castUsers } from './cast-users.ts'
import { type AskChain, chainAsker, readChainFacts, signaturesOf } from './chain-facts.ts'
import { type Judgement, judge } from './judge.ts'
import { type Kill, killNow } from './kills.ts'
import { readLedger } from './ledger.ts'
import { type ApiKey, type Cast, makeWorks } from './make-work.ts'
import { decidedEnd, type Worked } from './work.ts'

export type DoubleSendReport = Judgement & {
  readonly requests: number
  readonly kills: number
  /** Requests whose server died before it answered. */
  readonly lost: number
  /** Keys whose transaction was on the chain when the server died that had not answered for it yet. */
  readonly killedAfterSending: number
  /** Lines of level error that the servers logged. */
  readonly errors: readonly string[]
  readonly ownEnds: readonly string[]
}

const BREAK = fileURLToPath(new URL('./break-server.ts', import.meta.url))
const CALLERS_AT_ONCE = 20
const REPLAYED_SHARE = 0.6
/** What is decided is asked for again after this much else was. */
const REPLAY_AFTER = 30
/** Slots after which no blockhash of the run lives any more. */
const DEATH_SLOTS = 400
const READY_WITHIN_MS = 120_000

/** Sends duplicates of trades, withdrawals and broadcasts to two servers on one store which are killed without warning
 *  again and again, and in the end asks the chain what moved. Throws only when a server does not come back. */
export async function runDoubleSend(options: {
  readonly sandbox: StartedSandbox
  readonly requests: number
  readonly kills: number
  readonly seed: number
  /** Makes the servers break a promise (`break-server.ts`). */
  readonly fault?: string | undefined
  readonly say?: (line: string) => void
}): Promise<DoubleSendReport> {
  const { sandbox, requests, kills, seed, fault, say = () => {} } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-double-send-'))
  const random = createRandom(seed)
  const ask = chainAsker(sandbox)
  const shared = {
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    MINTGLASS_WORKERS: '1',
    MINTGLASS_INTERNAL_PORT: '0',
    ...SHORT_PAST,
    SANDBOX_URL: sandbox.urls['rpc']!,
    ...(fault === undefined ? {} : { BREAK: fault, NODE_OPTIONS: nodeOptions(`--import ${BREAK}`) }),
  }
  const apiKeys = await makeApiKeys({ ...shared, PORT: '0' })
  const servers = [
    await createServer(dataDir, 'all', shared),
    await createServer(dataDir, 'front', { ...shared, MINTGLASS_ROLE: 'front' }),
  ]
  try {
    for (const server of servers) await server.start()
    const cast = await castUsers({ sandbox, ask, random, apiKeys, port: servers[0]!.port, say })
    const before = new Set<string>()
    for (const { address } of [...cast.users, ...cast.payers])
      for (const { signature } of await signaturesOf(ask, address)) before.add(signature)
    const ports = { alive: () => servers.filter(({ isUp }) => isUp).map(({ port }) => port) }
    const callers = createCallers(ports, random)
    const killing = createKilling({ sandbox, ask, random, servers, callers, requests, kills, say })
    const worked = await work({ cast, callers, requests, say, mayGoOn: killing.keepsUp })
    const done = await killing.end()
    await sandbox.control('DELETE', '/faults')
    await sandbox.control('POST', '/slots/resume')
    // Whatever could still land has landed or is dead.
    await sandbox.control('POST', '/slots/step', { count: DEATH_SLOTS })
    await sleep(1_000)
    const ledger = await readLedger({ ...shared, PORT: '0' }, sandbox.genesisHash, cast.users)
    return {
      ...(await judgeAll(ask, { cast, worked, before, ledger, kills: done })),
      requests: callers.requests(),
      kills: done.length,
      lost: callers.lost(),
      errors: servers.flatMap(({ mortal }) => mortal.errors),
      ownEnds: servers.flatMap(({ mortal }) => mortal.ownEnds),
    }
  } finally {
    for (const { mortal } of servers) await mortal.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export type KilledServer = {
  readonly port: number
  readonly mortal: Mortal
  readonly isUp: boolean
  /** Resolves when it answers. */
  start(): Promise<void>
  kill(): Promise<void>
}

async function createServer(
  dataDir: string,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<KilledServer> {
  const port = await freePort()
  const logFile = join(dataDir, `${name}.log`)
  const mortal = createMortal({ name, entry: ENTRIES.server, env: { ...env, PORT: String(port) }, logFile })
  let isUp = false
  return {
    port,
    mortal,
    get isUp() {
      return isUp
    },
    async start() {
      mortal.start()
      const untilMs = performance.now() + READY_WITHIN_MS
      while (performance.now() < untilMs) {
        assert(mortal.isAlive, `${name} ended by itself: ${mortal.errors.slice(-3).join('\n')}`)
        const reply = await askServer(port, { method: 'GET', path: '/health', headers: {} }).catch(() => null)
        isUp = reply?.status === 200
        if (isUp) return
        await sleep(50)
      }
      throw new Error(`${name} did not answer within ${READY_WITHIN_MS} ms`)
    },
    async kill() {
      isUp = false
      await mortal.kill()
    },
  }
}

/** Two owners with every scope, whose users have the same names. */
async function makeApiKeys(env: Readonly<Record<string, string>>): Promise<ApiKey[]> {
  const store = await openKeyStore({ config: readConfig(env), clock: systemClock() })
  try {
    const wide = { tier: 'enterprise', limitPer10s: 1_000_000, scopes: SCOPES } as const
    const made = ['one', 'other'].map((label) => store.apiKeys.create({ label, ...wide }))
    return (await Promise.all(made)).map(({ key, record }) => ({ key, keyId: record.id }))
  } finally {
    await store.close()
  }
}

/** Drives works until enough requests were made; most are replayed after others have passed. */
async function work(run: {
  readonly cast: Cast
  readonly callers: Callers
  readonly requests: number
  readonly say: (line: string) => void
  readonly mayGoOn: () => boolean
}): Promise<Worked[]> {
  const { cast, callers, requests, say, mayGoOn } = run
  const worked: Worked[] = []
  const toReplay: Worked[] = []
  let nextId = 0
  let saidAt = 0

  async function callOn(): Promise<void> {
    while (callers.requests() < requests) {
      while (!mayGoOn()) await sleep(20)
      if (toReplay.length > REPLAY_AFTER) await callers.replay(toReplay.shift()!)
      const works = await makeWorks(cast, nextId++)
      const done = await Promise.all(works.map((one) => callers.drive(one)))
      worked.push(...done)
      toReplay.push(...done.filter((one) => decidedEnd(one, 0) !== null && cast.random() < REPLAYED_SHARE))
      if (callers.requests() - saidAt >= 500) {
        saidAt = callers.requests()
        say(`${saidAt} requests, ${worked.length} keys`)
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, callOn))
  for (const one of toReplay) await callers.replay(one)
  return worked
}

type Killing = {
  /** Whether the kills are as far as the requests: one that is due is waited for. */
  keepsUp(): boolean
  /** No more of them; resolves with those there were when all servers are back. */
  end(): Promise<Kill[]>
}

/** Kills as the requests go on, so that every part of the run has its share. */
function createKilling(run: {
  readonly sandbox: StartedSandbox
  readonly ask: AskChain
  readonly random: () => number
  readonly servers: readonly KilledServer[]
  readonly callers: Callers
  readonly requests: number
  readonly kills: number
  readonly say: (line: string) => void
}): Killing {
  const { random, callers, requests, kills } = run
  const every = requests / kills
  const done: Kill[] = []
  let begun = 0
  let isOver = false

  async function killAll(): Promise<void> {
    for (begun = 0; begun < kills && !isOver; begun++) {
      const dueAt = (begun + random()) * every
      while (callers.requests() < dueAt && !isOver) await sleep(10)
      if (!isOver) done.push(...(await killNow(run)))
    }
  }
  const killing = killAll()
  return {
    keepsUp: () => isOver || begun >= kills || callers.requests() < (begun + 2) * every,
    async end() {
      isOver = true
      await killing
      return done
    },
  }
}

async function judgeAll(
  ask: AskChain,
  run: {
    readonly cast: Cast
    readonly worked: readonly Worked[]
    readonly before: ReadonlySet<string>
    readonly ledger: ReadonlyMap<string, LedgerRow>
    readonly kills: readonly Kill[]
  },
): Promise<Judgement & { readonly killedAfterSending: number }> {
  const { cast, worked, before, ledger, kills } = run
  const wallets = cast.users.map(({ address }) => address)
  const addresses = [...wallets, ...worked.flatMap(({ work }) => work.wishes.map(({ marker }) => marker))]
  const signatures = worked.flatMap(({ heard }) => heard.flatMap(({ signature }) => signature ?? []))
  const facts = await readChainFacts(ask, { addresses, signatures, before })
  const killedAfterSending = kills.reduce((sum, { unanswered, slot }) => {
    const sent = unanswered.filter((one) => {
      const signature = decidedEnd(one, 0)?.signature ?? null
      const landedSlot = signature === null ? null : facts.slotOf(signature)
      return landedSlot !== null && landedSlot <= slot
    })
    return sum + sent.length
  }, 0)
  return {
    ...judge(worked, { ...facts, ledger: (signature) => ledger.get(signature)?.status ?? null }, wallets),
    killedAfterSending,
  }
}
