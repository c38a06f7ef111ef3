import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EvmNode, startEvmNode } from '../../sandbox/evm/start-node.ts'
import { readConfig } from '../../src/config/env.ts'
import { EVM_TAPE_CHAINS, type EvmTapeChain, onChain, type TapeEvent } from '../../src/contract/tape-event.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { foldTrade } from '../../src/store/tape/candle-fold.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import type { MinuteCandle, Tape } from '../../src/store/tape/types.ts'
import { SILENT } from '../store/temp-store.ts'
import { survivorsOf } from '../support/evm-lab.ts'
import { freePort } from '../support/free-port.ts'
import { runCli } from '../support/run-cli.ts'
import { createRandom } from '../support/seeded-random.ts'
import { openSse, type SseReader } from '../support/sse-client.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { createKey, SHORT_PAST } from '../support/start-server.ts'
import { createMortal, ENTRIES, type Mortal } from './push/processes.ts'

const DEEPEST_FORK = 12
const CAUGHT_UP_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 100
const FIRST_BLOCKS = 16

export type EvmReport = {
  rounds: number
  killed: { follower: number; server: number }
  forks: number
  blocks: Record<EvmTapeChain, number>
  events: Record<EvmTapeChain | 'solana', number>
  retracted: number
  streamed: number
}

type World = {
  readonly nodes: Readonly<Record<EvmTapeChain, EvmNode>>
  readonly follower: Mortal
  readonly server: Mortal
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  readonly key: string
  readonly random: () => number
  forks: number
}

/** Lets a follower of three chains and a server work on one data folder, kills either or both without warning while
 *  blocks come and forks replace them, and at the end holds the tape, and what a stream told over all of its lives,
 *  against the chains: no gap, no duplicate. Throws on the first difference. */
export async function runEvmRounds(options: {
  readonly sandbox: StartedSandbox
  readonly rounds: number
  /** Longest life. */
  readonly lifeMs: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<EvmReport> {
  const { rounds, lifeMs, say = () => {} } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-evm-killed-'))
  const world = await openWorld(options, dataDir)
  const { follower, server, random } = world
  const reader = createDurableReader(world)
  try {
    follower.start()
    server.start()
    await caughtUp(world)
    reader.begin()
    await reader.until(() => reader.firstCursor() !== '', 'no stream')
    for (let round = 0; round < rounds; round++) {
      await live(world, 200 + random() * lifeMs)
      const victims = round % 3 === 0 ? [follower] : round % 3 === 1 ? [server] : [follower, server]
      await Promise.all(victims.map((victim) => victim.kill()))
      // The chains go on while someone is dead.
      grow(world)
      for (const victim of victims) victim.start()
      say(`round ${round}: killed ${victims.map(({ name }) => name).join(' and ')}, ${world.forks} forks`)
    }
    for (const chain of EVM_TAPE_CHAINS) world.nodes[chain].mine(2)
    await caughtUp(world)
    const cursor = await headCursor(world)
    // Texts of one tape compare as its numbers do.
    await reader.until(() => reader.lastId() >= cursor, `the tape is at ${cursor}`)
    reader.end()
    await follower.kill()
    await server.kill()
    assert.deepEqual([...follower.ownEnds, ...server.ownEnds], [], 'nobody ended by itself')
    const report = await judge(world, dataDir, reader)
    return { rounds, killed: { follower: follower.kills - 1, server: server.kills - 1 }, forks: world.forks, ...report }
  } finally {
    reader.end()
    await follower.kill()
    await server.kill()
    for (const node of Object.values(world.nodes)) node.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openWorld(
  { sandbox, seed }: { readonly sandbox: StartedSandbox; readonly seed: number },
  dataDir: string,
): Promise<World> {
  const startSec = Math.floor(Date.now() / 1_000) - 3_600
  const start = (chain: EvmTapeChain) => startEvmNode({ chain, seed: `kill ${seed}`, startSec, swapsPerBlock: 6 })
  const nodes = { ethereum: await start('ethereum'), base: await start('base') }
  for (const node of Object.values(nodes)) node.mine(FIRST_BLOCKS)
  const port = await freePort()
  const env = {
    PORT: String(port),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    INGEST_MODE: 'process',
    SANDBOX_URL: sandbox.urls['rpc']!,
    ETHEREUM_RPC_URLS: nodes.ethereum.url,
    ETHEREUM_WS_URL: nodes.ethereum.wsUrl,
    BASE_RPC_URLS: nodes.base.url,
    BASE_WS_URL: nodes.base.wsUrl,
    ...SHORT_PAST,
  }
  const key = await createKey(env, ['--tier', 'enterprise', '--limit', '1000000'])
  const mortal = (name: 'follower' | 'server') =>
    createMortal({ name, entry: ENTRIES[name], env, logFile: join(dataDir, `${name}.log`) })
  const random = createRandom(seed)
  return { nodes, follower: mortal('follower'), server: mortal('server'), env, port, key, random, forks: 0 }
}

/** Blocks, and now and then a fork, on both chains until the time is over. */
async function live(world: World, ms: number): Promise<void> {
  const endMs = performance.now() + ms
  while (performance.now() < endMs) {
    grow(world)
    await sleep(50 + world.random() * 150)
  }
}

function grow(world: World): void {
  const { nodes, random } = world
  const node = nodes[random() < 0.5 ? 'ethereum' : 'base']
  node.mine(1 + Math.floor(random() * 2))
  if (random() >= 0.15) return
  const depth = 1 + Math.floor(random() * DEEPEST_FORK)
  node.reorg(depth)
  node.mine(1)
  world.forks++
}

/** Until the server shows the newest block of every EVM node. */
async function caughtUp({ nodes, port, follower, server }: World): Promise<void> {
  let shown = ''
  for (let waitedMs = 0; waitedMs < CAUGHT_UP_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const body = await fetchJson(port, '/api/v2/stream/chains')
    // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
    const toBlock = (key: string) => body?.chains.find(({ chain }: any) => chain === key)?.coverage?.toBlock
    if (EVM_TAPE_CHAINS.every((chain) => toBlock(chain) === nodes[chain].world.blocks().at(-1)!.number)) return
    shown = JSON.stringify(body)
    await sleep(LOOK_EVERY_MS)
  }
  const errors = [...follower.errors, ...server.errors].slice(-5).join('\n')
  throw new Error(`the tape does not reach the heads of its chains: ${shown}\n${errors}`)
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
async function fetchJson(port: number, path: string, headers: Record<string, string> = {}): Promise<any> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(5_000) })
    return reply.ok ? await reply.json() : null
  } catch {
    // The server is dead or starts.
    return null
  }
}

async function headCursor({ port, key }: World): Promise<string> {
  const { head } = await fetchJson(port, '/api/v2/stream/cursor?chain=ethereum', { 'X-API-Key': key })
  return head
}

/** A reader of both chains that resumes where it was cut off, as `docs/push.md` tells clients to. */
function createDurableReader({ port, key, nodes }: World) {
  // biome-ignore lint/suspicious/noExplicitAny: events as the stream sends them
  const told: any[] = []
  let firstId = ''
  let lastId = ''
  let open: { reader: SseReader; taken: number } | null = null
  const pools = EVM_TAPE_CHAINS.flatMap((chain) =>
    nodes[chain].world
      .pools()
      .slice(0, 9)
      .map(({ id }) => `trades:${chain}:pool:${id}`),
  )
  const path = `/api/v2/stream/events?${new URLSearchParams({ channels: pools.join(), snapshot: 'false' })}`

  function take(): void {
    if (open === null) return
    const events = open.reader.events.slice(open.taken)
    open.taken += events.length
    for (const { event, id, data } of events) {
      if (event === 'truncated' && data.type !== 'lost') throw new Error(`truncated: ${JSON.stringify(data)}`)
      if (event === 'trade' || event === 'retracted') told.push(data)
      if (id !== null && firstId === '') firstId = id
    }
    // Heartbeats have an id, too.
    lastId = open.reader.lastEventId() || lastId
  }
  function connect(): void {
    if (open !== null && !open.reader.isClosed()) return
    take()
    const headers: Record<string, string> = { 'X-API-Key': key, ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) }
    open = { reader: openSse({ after() {} } as unknown as TestContext, port, path, headers), taken: 0 }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    told: () => told,
    /** Where it first connected. */
    firstCursor: () => firstId,
    /** Connects, and again whenever it was cut off. */
    begin() {
      timer = setInterval(connect, LOOK_EVERY_MS)
      connect()
    },
    async until(isSo: () => boolean, what: string) {
      for (let waitedMs = 0; waitedMs < CAUGHT_UP_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
        take()
        if (isSo()) return
        await sleep(LOOK_EVERY_MS)
      }
      throw new Error(
        `${what}; the stream stays at ${lastId}, answered ${open?.reader.status()}: ${open?.reader.raw().slice(0, 300)}`,
      )
    },
    lastId: () => lastId,
    end() {
      clearInterval(timer)
      take()
      open?.reader.socket.destroy()
      open = null
    },
  }
}

async function judge(world: World, dataDir: string, reader: ReturnType<typeof createDurableReader>) {
  const { tapeBytes: keepBytes, tapeDays: keepDays } = readConfig({}).ingest
  const folder = join(dataDir, 'sandbox', 'tape')
  const tape = openTape({
    folder,
    mapBytes: 2 ** 30,
    clock: systemClock(),
    log: SILENT,
    writes: false,
    keepDays,
    keepBytes,
  })
  try {
    const events = readAll(tape)
    const blocks = { ethereum: 0, base: 0 }
    for (const chain of EVM_TAPE_CHAINS) blocks[chain] = judgeChain(tape, world.nodes[chain], events)
    judgeStream(world, tape, events, reader)
    const of = (chain: string) => events.filter((event) => event.chain === chain).length
    assert(of('solana') > 0, 'Solana is on the same tape')
    const verified = await runCli(['tape', 'verify'], world.env)
    assert.equal(verified.code, 0, `${verified.out}${verified.err}`)
    return {
      blocks,
      events: { solana: of('solana'), ethereum: of('ethereum'), base: of('base') },
      retracted: events.filter(({ type }) => type === 'retracted').length,
      streamed: reader.told().length,
    }
  } finally {
    await tape.close()
  }
}

function readAll(tape: Tape): readonly TapeEvent[] {
  const events: TapeEvent[] = []
  for (let seq = tape.window().tail.seq; ; seq = events.at(-1)!.seq) {
    const next = tape.read(seq, 10_000)
    if (next.length === 0) break
    events.push(...next)
  }
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, at) => events[0]!.seq + at),
    'numbers without a hole',
  )
  assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length, 'no id twice')
  return events
}

/** The tape has the blocks and the swaps of the final chain, each once and in order, and its candles. How many blocks. */
function judgeChain(tape: Tape, node: EvmNode, all: readonly TapeEvent[]): number {
  const chain = node.world.chain
  const records = tape.slots(chain, 0, Number.MAX_SAFE_INTEGER).filter(({ status }) => status !== 'retracted')
  const first = records[0]!.slot
  const blocks = node.world.blocks().filter(({ number }) => number >= first)
  assert.deepEqual(
    records.map(({ slot, blockHash }) => [slot, blockHash]),
    blocks.map(({ number, hash }) => [number, hash]),
    `blocks of ${chain}`,
  )
  assert.deepEqual(tape.lost(chain), [], `nothing of ${chain} was lost`)
  const own = all.filter((event) => event.chain === chain && event.type !== 'lost')
  const survivors = new Set(survivorsOf(own))
  const trades = own.filter((event) => event.type === 'trade' && survivors.has(event.eventId))
  assert.deepEqual(
    trades.map((trade) => (trade.type === 'trade' ? [trade.slot, trade.signature, trade.path[0], trade.pool] : [])),
    blocks.flatMap(({ number, swaps }) =>
      swaps.map(({ txHash, logIndex, pool }) => [number, txHash, logIndex, pool.id]),
    ),
    `swaps of ${chain}`,
  )
  const minutes = new Map<string, Map<number, MinuteCandle>>()
  for (const trade of trades) {
    if (trade.type !== 'trade' || trade.blockTimeSec === null) continue
    const ofPool = minutes.get(trade.pool) ?? new Map<number, MinuteCandle>()
    const tMs = Math.floor(trade.blockTimeSec / 60) * 60_000
    minutes.set(trade.pool, ofPool.set(tMs, foldTrade(ofPool.get(tMs), tMs, trade)))
  }
  for (const [pool, ofPool] of minutes)
    assert.deepEqual(
      tape.candles(onChain(chain, pool), 0, 2 ** 41),
      [...ofPool.values()].filter(({ open }) => !Number.isNaN(open)),
      `candles of ${pool}`,
    )
  return blocks.length
}

/** Over all lives of the server the stream told every event of its pools after it first connected, each once. */
function judgeStream(
  { nodes }: World,
  tape: Tape,
  all: readonly TapeEvent[],
  { told, firstCursor }: ReturnType<typeof createDurableReader>,
): void {
  assert(told().length > 0, 'the stream told something')
  const pools = new Set(
    EVM_TAPE_CHAINS.flatMap((chain) =>
      nodes[chain].world
        .pools()
        .slice(0, 9)
        .map(({ id }) => onChain(chain, id)),
    ),
  )
  const from = tape.checkCursor(firstCursor())
  assert(from.status === 'ok')
  const wanted = all.filter((event) => {
    if (event.seq <= from.seq) return false
    const subject = event.type === 'retracted' ? event.retracts : event
    return subject.type === 'trade' && pools.has(onChain(subject.chain, subject.pool))
  })
  assert.deepEqual(
    told().map(({ eventId }) => eventId),
    wanted.map(({ eventId }) => eventId),
    'what the stream told',
  )
}
