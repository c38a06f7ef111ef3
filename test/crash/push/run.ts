import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeLoopbackCertificate } from '../../../sandbox/webhook-sink/make-certificate.ts'
import { readConfig } from '../../../src/config/env.ts'
import type { TapeEvent } from '../../../src/contract/tape-event.ts'
import { toStreamEvent } from '../../../src/push/feeds/to-wire.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createLogger } from '../../../src/runtime/log.ts'
import { openKeyStore } from '../../../src/store/open.ts'
import { openTape } from '../../../src/store/tape/tape.ts'
import type { TapeReader } from '../../../src/store/tape/types.ts'
import { freePort } from '../../support/free-port.ts'
import { inheritedEnv } from '../../support/inherited-env.ts'
import { createRandom } from '../../support/seeded-random.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { checkIndex } from './check-index.ts'
import { checkTape, type Dropped } from './check-tape.ts'
import type { Violation } from './check-told.ts'
import { readJournal } from './journal.ts'
import { emptyTally, judge, type Tally } from './judge.ts'
import { createMortal, ENTRIES, type Mortal } from './processes.ts'
import { reindex } from './reindex.ts'
import type { SubscriberPlan } from './subscriber.ts'
import { isAbout } from './topics.ts'

export type PushRunOptions = {
  /** Started for this run alone, agents on. */
  readonly sandbox: StartedSandbox
  readonly runMs: number
  readonly subscribers: number
  readonly seed: number
  /** Mean time between two kills. */
  readonly killEveryMs: number
  readonly forkEveryMs: number
  readonly phaseMs: number
  readonly withWebhooks: boolean
  /** How long the last of what was told may take, retries of webhooks included. */
  readonly settleMs: number
  /** Further settings of the follower and the server. */
  readonly settings?: Readonly<Record<string, string>>
  readonly say: (line: string) => void
  /** Kept when given. */
  readonly folder?: string
}

export type PushReport = {
  readonly violations: readonly Violation[]
  readonly tally: Tally
  readonly kills: Readonly<Record<'follower' | 'server' | 'subscribers', number>>
  readonly restarts: Readonly<Record<'follower' | 'server' | 'subscribers', number>>
  readonly forks: number
  readonly droppedBlocks: number
  readonly tapeEvents: number
  readonly tapeRetractions: number
  readonly slots: number
  readonly finalizedSlots: number
  /** Error lines of the server and the follower. */
  readonly errors: readonly string[]
}

const WIDE = { tier: 'enterprise', limitPer10s: 1_000_000 } as const
const START_WITHIN_MS = 90_000
const LOOK_EVERY_MS = 250
const LOOK_AT_JOURNALS_EVERY_MS = 2_000
/** As many as an event stream takes: the more of the tape is someone's, the less can go missing unnoticed. */
const TOPICS_PER_SUBSCRIBER = 20
/** So that the last fork is final and every digest chained. */
const QUIET_SLOTS = 36
const MOST_DOWN_MS = 1_500

type World = PushRunOptions & {
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  readonly random: () => number
  readonly server: Mortal
  readonly follower: Mortal
  readonly subscribersAlive: Mortal[]
  readonly dropped: Dropped[]
  forks: number
}

/** Lets a follower, a server and subscribers work on one data folder beside a sandbox of their own, kills them without
 *  warning, forks the chain, and at the end compares what everyone was told with the tape and the tape with the chain
 *  read again. Throws only when something does not come back at all. */
export async function runPush(options: PushRunOptions): Promise<PushReport> {
  const dir = options.folder ?? mkdtempSync(join(tmpdir(), 'mintglass-push-'))
  mkdirSync(join(dir, 'data'), { recursive: true })
  const port = await freePort()
  const certificate = options.withWebhooks ? makeCertificate(dir) : null
  const sinkPorts = await Promise.all(Array.from({ length: certificate === null ? 0 : options.subscribers }, freePort))
  const env = {
    PORT: String(port),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: join(dir, 'data'),
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    INGEST_MODE: 'process',
    SANDBOX_URL: options.sandbox.urls['rpc']!,
    STREAM_SEND_BUFFER_KIB: '16',
    WEBHOOK_TEST_TARGETS: sinkPorts.map((sink) => `127.0.0.1:${sink}`).join(),
    ...(certificate === null ? {} : { WEBHOOK_TEST_CA_FILE: certificate.caFile }),
    ...options.settings,
  }
  const world: World = {
    ...options,
    dir,
    env,
    random: createRandom(options.seed),
    server: createMortal({ name: 'server', entry: ENTRIES.server, env, logFile: join(dir, 'server.log') }),
    follower: createMortal({ name: 'follower', entry: ENTRIES.follower, env, logFile: join(dir, 'follower.log') }),
    subscribersAlive: [],
    dropped: [],
    forks: 0,
  }
  const tape = openTape({
    folder: join(dir, 'data', 'sandbox', 'tape'),
    mapBytes: 2 ** 30,
    clock: systemClock(),
    log: createLogger({ level: 'silent', process: 'test' }),
    writes: false,
    keepDays: 14,
    keepBytes: Number.POSITIVE_INFINITY,
  })
  const keys = await openKeyStore({ config: readConfig(env), clock: systemClock() })
  try {
    world.server.start()
    world.follower.start()
    await eventually('the follower reads the chain', () => hasCaughtUp(world, tape), START_WITHIN_MS)
    const mints = busiestMints(tape)
    for (let at = 0; at < options.subscribers; at++) {
      const { key } = await keys.apiKeys.create({ label: `subscriber ${at}`, ...WIDE })
      const sink = certificate === null ? null : { port: sinkPorts[at]!, ...certificate }
      const plan: SubscriberPlan = {
        port,
        key,
        topics: topicsOf(at, mints),
        journal: journalOf(world, at),
        begins: at % 2 === 0 ? 'tail' : 'head',
        seed: options.seed * 100 + at,
        sink: at % 2 === 0 ? null : sink,
        phaseMs: options.phaseMs,
        quietFile: join(dir, 'quiet'),
      }
      world.subscribersAlive.push(subscriberOf(world, at, plan))
    }
    for (const subscriber of world.subscribersAlive) subscriber.start()
    await makeTrouble(world)
    await settle(world, tape)
    await Promise.all([...world.subscribersAlive, world.server, world.follower].map((one) => one.kill()))
    return await judgeAll(world, tape)
  } finally {
    await Promise.all([...world.subscribersAlive, world.server, world.follower].map((one) => one.kill()))
    await keys.close()
    await tape.close()
    if (options.folder === undefined) rmSync(dir, { recursive: true, force: true })
  }
}

const journalOf = ({ dir }: Pick<World, 'dir'>, at: number): string => join(dir, `subscriber-${at}.jsonl`)

/** Another life has other luck: its seed is that of its start. */
function subscriberOf({ dir }: World, at: number, plan: SubscriberPlan): Mortal {
  return createMortal({
    name: `subscriber ${at}`,
    entry: ENTRIES.subscriber,
    args: (life) => [JSON.stringify({ ...plan, seed: plan.seed * 1_000 + life })],
    env: {},
    logFile: join(dir, `subscriber-${at}.log`),
  })
}

function topicsOf(at: number, mints: readonly string[]): string[] {
  const launches = at % 2 === 0 ? 'launches' : 'launches:pumpfun'
  const own = Array.from({ length: TOPICS_PER_SUBSCRIBER - 1 }, (_, i) => mints[(at + i) % mints.length]!)
  return [launches, ...new Set(own)]
}

/** Mints of the newest trades, those with the most first. */
function busiestMints(tape: TapeReader): readonly string[] {
  const counts = new Map<string, number>()
  const { head } = tape.window()
  for (const event of tape.read(Math.max(0, head.seq - 2_000), 2_000))
    if (event.type === 'trade') counts.set(event.mint, (counts.get(event.mint) ?? 0) + 1)
  const mints = [...counts].sort((a, b) => b[1] - a[1]).map(([mint]) => mint)
  if (mints.length === 0) throw new Error('no coin was traded')
  return mints.slice(0, TOPICS_PER_SUBSCRIBER + 4)
}

async function stateOf({ sandbox }: World): Promise<{ slot: number; confirmedSlot: number; finalizedSlot: number }> {
  return sandbox.control('GET', '/state')
}

async function hasCaughtUp(world: World, tape: TapeReader): Promise<boolean> {
  const { confirmedSlot } = await stateOf(world)
  tape.refresh()
  return (tape.position('solana')?.slot ?? -1) >= confirmedSlot - 3
}

async function makeTrouble(world: World): Promise<void> {
  const untilMs = Date.now() + world.runMs
  const isOver = (): boolean => Date.now() >= untilMs
  await Promise.all([killAtRandom(world, isOver), forkAtRandom(world, isOver)])
}

async function killAtRandom(world: World, isOver: () => boolean): Promise<void> {
  const { random, killEveryMs, server, follower, subscribersAlive } = world
  const comingBack: Promise<void>[] = []
  while (!isOver()) {
    await sleep(random() * 2 * killEveryMs)
    if (isOver()) break
    const die = random()
    const victims =
      die < 0.3
        ? [server]
        : die < 0.6
          ? [follower]
          : die < 0.7
            ? [server, follower]
            : [subscribersAlive[Math.floor(random() * subscribersAlive.length)]!]
    for (const victim of victims) {
      if (!victim.isAlive) continue
      await victim.kill()
      comingBack.push(sleep(random() * MOST_DOWN_MS).then(() => victim.start()))
    }
    world.say(`killed ${victims.map(({ name }) => name).join(' and ')}`)
  }
  await Promise.all(comingBack)
}

async function forkAtRandom(world: World, isOver: () => boolean): Promise<void> {
  const { random, forkEveryMs, sandbox } = world
  while (!isOver()) {
    await sleep(random() * 2 * forkEveryMs)
    if (isOver()) break
    const drop = 1 + Math.floor(random() * 6)
    const { dropped } = await sandbox.control<{ dropped: Dropped[] }>('POST', '/fork', { drop })
    world.forks++
    world.dropped.push(...dropped)
    world.say(`forked ${dropped.length} blocks away`)
  }
}

/** Nothing more happens; everyone gets to the end of it. What does not is found by the checks. */
async function settle(world: World, tape: TapeReader): Promise<void> {
  const { sandbox, settleMs, say, dir } = world
  writeFileSync(join(dir, 'quiet'), '')
  await sandbox.control('POST', '/agents/pause')
  const revive = (): void => {
    for (const one of [world.server, world.follower, ...world.subscribersAlive]) if (!one.isAlive) one.start()
  }
  const { slot } = await stateOf(world)
  await patiently(async () => {
    revive()
    tape.refresh()
    return (tape.position('solana')?.finalizedSlot ?? -1) > slot && (await stateOf(world)).slot > slot + QUIET_SLOTS
  }, settleMs)
  say('everything is final')
  await patiently(async () => {
    revive()
    // Journals of a long run take a while to read.
    await sleep(LOOK_AT_JOURNALS_EVERY_MS)
    return world.subscribersAlive.every((_, at) => hasEverything(journalOf(world, at), tape))
  }, settleMs)
}

/** Whether a subscriber has taken the newest of each of its topics and of what is posted to it. */
function hasEverything(path: string, tape: TapeReader): boolean {
  const events = readAll(tape).map((event) => toStreamEvent(tape, event))
  const journal = readJournal(path)
  const lastOf = new Map<string, string>()
  const posted = new Set<string>()
  for (const entry of journal) {
    if (entry.is === 'event') lastOf.set(entry.topic, entry.event.cursor)
    if (entry.is === 'posted') posted.add(entry.event.cursor)
  }
  const webhook = journal.findLast((entry) => entry.is === 'webhook')
  if (webhook !== undefined && events.some(({ cursor }) => cursor > webhook.startCursor && !posted.has(cursor)))
    return false
  return journal
    .filter((entry) => entry.is === 'start')
    .every(({ topic, cursor }) => {
      const newest = events.findLast((event) => isAbout(topic, event))
      return newest === undefined || newest.cursor <= cursor || (lastOf.get(topic) ?? '') >= newest.cursor
    })
}

function readAll(tape: TapeReader): readonly TapeEvent[] {
  tape.refresh()
  const { tail, head } = tape.window()
  return tape.read(tail.seq, head.seq - tail.seq)
}

async function judgeAll(world: World, tape: TapeReader): Promise<PushReport> {
  const { sandbox, dropped, server, follower, subscribersAlive } = world
  await sandbox.control('POST', '/slots/pause')
  const events = readAll(tape)
  const records = tape.slots('solana', 0, Number.MAX_SAFE_INTEGER)
  const [first, last] = [records[0]!.slot, tape.position('solana')!.slot]
  const fresh = await reindex(sandbox.urls['rpc']!, first, last)
  const checked = checkTape({ events, records, fresh, dropped, isCut: tape.window().tail.seq > 0 })
  const chainIds = fresh.flatMap((slot) => slot.events.map(({ eventId }) => eventId))
  const tally = emptyTally()
  const indexed = checkIndex(tape, events)
  world.say(`the index was compared for ${indexed.addresses} addresses`)
  const violations = [...checked.violations, ...indexed.violations]
  const verified = await runVerify(world.env)
  world.say(`tape verify: ${verified.says}`)
  if (!verified.isSame) violations.push({ rule: 'digest', who: 'tape verify', says: verified.says })
  for (const at of subscribersAlive.keys())
    violations.push(...judge(`subscriber ${at}`, readJournal(journalOf(world, at)), { tape, events, chainIds }, tally))
  const sum = (of: (one: Mortal) => number): number => subscribersAlive.reduce((total, one) => total + of(one), 0)
  for (const { name, errors } of subscribersAlive)
    for (const says of errors) violations.push({ rule: 'interface', who: name, says })
  for (const { name, ownEnds } of [server, follower, ...subscribersAlive])
    for (const says of ownEnds) violations.push({ rule: 'interface', who: name, says })
  return {
    violations,
    tally,
    kills: { follower: follower.kills - 1, server: server.kills - 1, subscribers: sum(({ kills }) => kills - 1) },
    restarts: {
      follower: follower.starts - 1,
      server: server.starts - 1,
      subscribers: sum(({ starts }) => starts - 1),
    },
    forks: world.forks,
    droppedBlocks: dropped.length,
    tapeEvents: events.length,
    tapeRetractions: events.filter(({ type }) => type === 'retracted').length,
    slots: fresh.length,
    finalizedSlots: records.filter(({ status }) => status === 'finalized').length,
    errors: [...server.errors, ...follower.errors],
  }
}

/** A certificate of its own for the sinks. */
function makeCertificate(dir: string): { certFile: string; keyFile: string; caFile: string } {
  const [certFile, keyFile, caFile] = [join(dir, 'sink.pem'), join(dir, 'sink.key'), join(dir, 'ca.pem')]
  const { cert, key, ca } = makeLoopbackCertificate(Date.now())
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  writeFileSync(caFile, ca)
  return { certFile, keyFile, caFile }
}

/** `mintglass tape verify` as an operator runs it, beside the files of the dead; what it says last. */
async function runVerify(env: Readonly<Record<string, string>>): Promise<{ isSame: boolean; says: string }> {
  const args = [ENTRIES.cli, 'tape', 'verify']
  const options = { env: { ...inheritedEnv(), ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ isSame: error === null, says: `${stdout}${stderr}`.trim().split('\n').slice(-5).join('; ') }),
    )
  })
}

async function patiently(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const untilMs = Date.now() + withinMs; Date.now() < untilMs; await sleep(LOOK_EVERY_MS))
    if (await isSo()) return true
  return false
}

async function eventually(what: string, isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  if (!(await patiently(isSo, withinMs))) throw new Error(`not within ${withinMs} ms: ${what}`)
}
