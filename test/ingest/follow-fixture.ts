import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { RawBlock } from '../../src/chain/solana/rpc.ts'
import { type Config, readConfig } from '../../src/config/env.ts'
import { INGEST, type IngestTiming } from '../../src/config/ingest.ts'
import type { TradeEvent } from '../../src/contract/tape-event.ts'
import type { Follower } from '../../src/ingest/follow-chain.ts'
import { type SolanaFollowerParts as FollowerParts, followSolana } from '../../src/ingest/solana/follow-solana.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { foldTrade } from '../../src/store/tape/candle-fold.ts'
import { chainDigest, slotDigest } from '../../src/store/tape/slot-digest.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import type { MinuteCandle, Tape } from '../../src/store/tape/types.ts'
import { until } from '../support/until.ts'
import { factsOf, type ScriptedNode, scriptedFacts } from './scripted-node.ts'

export const QUICK: IngestTiming = {
  pollMs: 10,
  pollWithoutSubscriptionsMs: 5,
  silenceMs: 60_000,
  blockRetryMs: 3,
  blockPatienceMs: 40,
  finalizeEveryMs: 5,
  finalDoubtMs: 30,
  reconnectMs: { baseMs: 2, capMs: 10 },
  restartMs: { baseMs: 2, capMs: 10 },
}

export type Following = {
  readonly tape: Tape
  readonly logged: Record<string, unknown>[]
  start(): void
  stop(): Promise<void>
  /** Stops and opens everything again, as after a kill. */
  restart(): Promise<void>
  /** Resolves when the newest block of the node is on the tape. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** A follower of a scripted node over a real tape in a folder of its own. */
export function follow(
  node: ScriptedNode,
  options: {
    timing?: Partial<IngestTiming>
    config?: Partial<Config>
    facts?: FollowerParts['facts']
    witnesses?: FollowerParts['witnesses']
    /** Hears each time that the follower looks for days that are over. */
    onPrune?: () => void
  } = {},
): Following {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-follow-'))
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const clock = systemClock()
  const config: Config = { ...readConfig({}), ...options.config }
  const open = () =>
    openTape({
      folder,
      mapBytes: 256 * 1024 ** 2,
      clock,
      log,
      writes: true,
      keepDays: 10_000,
      keepBytes: Number.POSITIVE_INFINITY,
    })
  let tape = open()
  let follower: Follower | null = null

  function start(): void {
    const held = tape
    const store = {
      tape,
      async claimWorld(genesis: string) {
        const { epoch } = held
        await held.enterWorld(genesis)
        return { changed: held.epoch !== epoch }
      },
    } as FollowerParts['ctx']['store']
    follower = followSolana({
      ctx: { clock, log, config, chain: { rpc: node.rpc, ...node.chain }, metrics: createMetrics(), store },
      rpc: node.rpc,
      writer: heard(tape.writer!, options.onPrune),
      facts: options.facts ?? scriptedFacts,
      witnesses: options.witnesses ?? [],
      timing: { ...QUICK, ...options.timing },
    })
  }

  start()
  return {
    get tape() {
      return tape
    },
    logged,
    start,
    stop: async () => follower?.stop(),
    async restart() {
      await follower?.stop()
      await tape.close()
      tape = open()
      start()
    },
    async caughtUp() {
      const isSo = () => tape.position('solana')?.blockHash === node.blocks().at(-1)?.blockHash
      await until(isSo, () => {
        const { slot } = tape.position('solana') ?? { slot: null }
        return `the tape stands at ${slot}, the node at ${node.blocks().at(-1)?.slot}: ${JSON.stringify(logged.slice(-5))}`
      })
    },
    async close() {
      await follower?.stop()
      await tape.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function heard(writer: NonNullable<Tape['writer']>, onPrune: (() => void) | undefined): NonNullable<Tape['writer']> {
  if (onPrune === undefined) return writer
  return {
    ...writer,
    prune(nowMs) {
      onPrune()
      return writer.prune(nowMs)
    },
  }
}

/** A trouble that lasts is in the log when it begins and then every so many times, each once. */
export function assertToldRarely({ logged }: Following, message: string): void {
  const told = logged.filter(({ msg }) => msg === message).map(({ failures }) => Number(failures))
  assert(told.length > 0, message)
  assert.deepEqual(told, [...new Set(told)], message)
  assert(
    told.every((failures) => failures <= 2 || failures % INGEST.logEvery === 0),
    `${message}: ${told}`,
  )
}

/** What a consumer holds that reads the whole tape and obeys every retraction. Each must take back the newest event. */
export function consume(tape: Tape): TradeEvent[] {
  const held: TradeEvent[] = []
  const ids = new Set<string>()
  let seq = 0
  for (const event of tape.read(0, Number.MAX_SAFE_INTEGER)) {
    assert.equal(event.seq, ++seq, 'numbers have no holes')
    assert(!ids.has(event.eventId), `event ${event.seq} has the id of an earlier one`)
    ids.add(event.eventId)
    if (event.type === 'trade') {
      held.push(event)
    } else if (event.type === 'retracted') {
      const newest = held.pop()
      assert.equal(event.retracts.eventId, newest?.eventId, 'the newest goes first')
      assert.equal(event.retracts.seq, newest?.seq)
    }
  }
  return held
}

/** Everything the tape says against the chain of the node. */
export function assertTells(tape: Tape, blocks: readonly RawBlock[]): void {
  const lost = tape.lost('solana')
  const isLost = (slot: number) => lost.some(({ fromSlot, toSlot }) => slot >= fromSlot && slot <= toSlot)
  const told = blocks.filter((block) => {
    const isTold = tape.banks('solana', block.slot).some(({ blockHash }) => blockHash === block.blockHash)
    assert(isTold || isLost(block.slot), `block ${block.slot} is neither told nor lost`)
    return isTold
  })
  const facts = told.flatMap(factsOf)
  const held = consume(tape)
  assert.deepEqual(
    held.map(firstIdsOf(tape, facts)),
    facts.map(({ eventId }) => eventId),
    'the surviving events are those of the chain, in its order',
  )
  assertRecords(tape, told)
  assertScope(tape, held, 'wallet', ({ maker }) => maker)
  assertScope(tape, held, 'mint', ({ mint }) => mint)
  for (const pool of new Set(facts.map((fact) => fact.pool))) {
    const rows = tape.trades({ by: 'pool', address: pool }, { limit: 100_000 }).trades
    assert.deepEqual(
      rows.map(({ eventId }) => eventId),
      held
        .filter((event) => event.pool === pool)
        .map(({ eventId }) => eventId)
        .reverse(),
      'rows are the surviving events',
    )
    assert.deepEqual(
      tape.candles(pool, 0, Number.MAX_SAFE_INTEGER / 2 ** 12),
      candlesOf(held, pool),
      `candles of ${pool}`,
    )
  }
}

/** The index finds exactly the surviving trades of every wallet and token. */
function assertScope(
  tape: Tape,
  held: readonly TradeEvent[],
  by: 'wallet' | 'mint',
  addressOf: (trade: TradeEvent) => string,
): void {
  for (const address of new Set(held.map(addressOf))) {
    const rows = tape.trades({ by, address }, { limit: 100_000 }).trades
    const own = held.filter((event) => addressOf(event) === address)
    assert.deepEqual(rows, own.toReversed(), `trades of the ${by} ${address}`)
  }
}

/** The id that an event has when no one took its block back before: what comes back is told under another. */
function firstIdsOf(tape: Tape, facts: readonly Placed[]): (event: TradeEvent) => string {
  const places = new Map(facts.map((fact) => [placeOf(fact), fact.eventId]))
  const gone = new Set<string>()
  for (const event of tape.read(0, Number.MAX_SAFE_INTEGER))
    if (event.type === 'retracted') gone.add(event.retracts.eventId)
  return (event) => {
    const first = places.get(placeOf(event))
    return first !== undefined && gone.has(first) && !gone.has(event.eventId) ? first : event.eventId
  }
}

type Placed = Pick<TradeEvent, 'eventId' | 'slot' | 'signature' | 'path'>
const placeOf = ({ slot, signature, path }: Placed): string => `${slot} ${signature} ${path.join('.')}`

/** Slot records and digests as a fresh index of the chain would make them. */
function assertRecords(tape: Tape, told: readonly RawBlock[]): void {
  let digest: string | null = null
  const records = tape.slots('solana', 0, 100_000).filter(({ status }) => status !== 'retracted')
  assert.deepEqual(
    records.map(({ slot }) => slot),
    told.map(({ slot }) => slot),
  )
  for (const [at, record] of records.entries()) {
    const ids = factsOf(told[at]!).map(({ eventId }) => eventId)
    assert.deepEqual([record.count, record.digest], [ids.length, slotDigest(ids)], `slot ${record.slot}`)
    if (record.status !== 'finalized') continue
    digest = chainDigest(digest, { slot: record.slot, count: ids.length, digest: slotDigest(ids) })
    assert.equal(record.chainDigest, digest, `chain digest of slot ${record.slot}`)
  }
}

function candlesOf(held: readonly TradeEvent[], pool: string): MinuteCandle[] {
  const minutes = new Map<number, MinuteCandle>()
  for (const event of held) {
    if (event.pool !== pool) continue
    const tMs = Math.floor(event.blockTimeSec! / 60) * 60_000
    minutes.set(tMs, foldTrade(minutes.get(tMs), tMs, event))
  }
  return [...minutes.values()].filter(({ open }) => !Number.isNaN(open)).sort((a, b) => a.tMs - b.tMs)
}
