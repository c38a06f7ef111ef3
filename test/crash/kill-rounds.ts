import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/runtime/clock.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { GENESIS, SILENT, storeConfig } from '../store/temp-store.ts'
import { cachedBody, cachedValue } from './cached-content.ts'

const CHILD = new URL('load-child.ts', import.meta.url).pathname
const DAY_MS = 86_400_000

export type KillReport = {
  rounds: number
  keysAcknowledged: number
  usageAnnounced: number
  usageStored: number
  cacheRowsChecked: number
  /** Longest time between the first usage event that was lost and the kill. */
  longestLossMs: number
}

type Plan = { readonly dir: string; readonly route: string; readonly lifeMs: number; readonly flushEveryMs: number }
type Life = {
  readonly route: string
  readonly lines: readonly string[]
  readonly killedAtMs: number
}

/** Lets two processes at a time work on one store, kills both without warning at different moments, and checks the
 *  store after each round. Throws on the first broken promise. `lifeMs` gives each child's time to live, `flushEveryMs`
 *  how often it writes usage. */
export async function runKillRounds(options: {
  rounds: number
  lifeMs: (round: number) => number
  flushEveryMs: number
}): Promise<KillReport> {
  const { flushEveryMs } = options
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-kill-'))
  const report: KillReport = {
    rounds: 0,
    keysAcknowledged: 0,
    usageAnnounced: 0,
    usageStored: 0,
    cacheRowsChecked: 0,
    longestLossMs: 0,
  }
  const keys = new Map<number, string>()
  const revoked = new Set<number>()
  const usageOf = new Map<string, number>()
  try {
    for (let round = 0; round < options.rounds; round++) {
      const lives = await Promise.all([
        liveAndDie({ dir, route: `${round}-a`, lifeMs: options.lifeMs(round), flushEveryMs }),
        liveAndDie({ dir, route: `${round}-b`, lifeMs: options.lifeMs(round) * 0.7, flushEveryMs }),
      ])
      const store = await openStore({
        config: storeConfig(dir),
        clock: systemClock(),
        log: SILENT,
        metrics: createMetrics(),
        genesisHash: GENESIS,
      })
      try {
        for (const life of lives) noteKeys(life, keys, revoked)
        checkKeys(store, keys, revoked)
        for (const life of lives) checkUsage(store, life, usageOf, report)
        checkEarlierUsage(store, usageOf)
        report.cacheRowsChecked += checkCache(store)
        assert.equal(store.rateCounts.readOthers(Date.now()).size, 0, 'counts of killed processes are gone')
      } finally {
        await store.close()
      }
      report.rounds++
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return { ...report, keysAcknowledged: keys.size }
}

async function liveAndDie({ dir, route, lifeMs, flushEveryMs }: Plan): Promise<Life> {
  const child = spawn(process.execPath, [CHILD, dir, route, String(flushEveryMs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.startsWith('ready\n')) resolve()
    })
    child.on('exit', () => reject(new Error(`the child ended by itself: ${errors}`)))
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const closed = once(child, 'close')
  await ready
  await new Promise((resolve) => setTimeout(resolve, lifeMs))
  assert.equal(child.exitCode, null, `the child ended by itself: ${errors}`)
  const killedAtMs = Date.now()
  child.kill('SIGKILL')
  await closed
  assert.equal(errors, '')
  // The last line may be cut off by the kill; what it would have said was not acknowledged.
  return { route, lines: text.slice(0, text.lastIndexOf('\n')).split('\n'), killedAtMs }
}

function noteKeys({ lines }: Life, keys: Map<number, string>, revoked: Set<number>): void {
  for (const line of lines) {
    const [word, id, key] = line.split(' ')
    if (word === 'key') {
      assert.equal(keys.has(Number(id)), false, `key ${id} was given out twice`)
      keys.set(Number(id), key!)
    } else if (word === 'revoked') revoked.add(Number(id))
  }
}

function checkKeys(store: Store, keys: ReadonlyMap<number, string>, revoked: ReadonlySet<number>): void {
  for (const [id, key] of keys) {
    const record = store.apiKeys.findByDigest(digestKey(key))
    assert.equal(record?.id, id, `acknowledged key ${id} is there`)
    assert(!revoked.has(id) || record.revokedAtMs === 1, `acknowledged revocation of key ${id} is there`)
  }
  for (const record of store.apiKeys.list()) {
    assert.equal(store.apiKeys.findByDigest(record.digestHex)?.id, record.id, `both tables know key ${record.id}`)
  }
}

function checkUsage(store: Store, life: Life, usageOf: Map<string, number>, report: KillReport): void {
  let announced = 0
  let acknowledged = 0
  const records: (readonly [n: number, atMs: number])[] = []
  for (const line of life.lines) {
    const [word, n, atMs] = line.split(' ')
    if (word === 'record') {
      announced = Number(n)
      records.push([announced, Number(atMs)])
    } else if (word === 'stored') acknowledged = Number(n)
  }
  const [calls, failures] = readUsage(store, life.route)
  assert(calls >= acknowledged, `${life.route}: ${acknowledged} events were acknowledged, ${calls} are there`)
  assert(calls <= announced, `${life.route}: ${announced} events happened, ${calls} are there`)
  assert.equal(failures, Math.floor(calls / 5), 'a flush is stored as a whole')
  usageOf.set(life.route, calls)
  report.usageAnnounced += announced
  report.usageStored += calls
  const firstLost = records.find(([n]) => n > calls)
  if (firstLost !== undefined) report.longestLossMs = Math.max(report.longestLossMs, life.killedAtMs - firstLost[1])
}

/** Hours and days are written together, so they must say the same. */
function readUsage(store: Store, route: string): readonly [calls: number, failures: number] {
  const nowMs = Date.now()
  const sums = (['hour', 'day'] as const).map((resolution) => {
    const rows = store.usage.read(1, resolution, nowMs - DAY_MS, nowMs).filter((row) => row.route === route)
    return [rows.reduce((sum, row) => sum + row.calls, 0), rows.reduce((sum, row) => sum + row.failures, 0)] as const
  })
  assert.deepEqual(sums[0], sums[1], `${route}: hours and days agree`)
  return sums[1]!
}

function checkEarlierUsage(store: Store, usageOf: ReadonlyMap<string, number>): void {
  for (const [route, calls] of usageOf) assert.equal(readUsage(store, route)[0], calls, `${route} did not change since`)
}

/** Right or absent, never wrong. How many rows were there. */
function checkCache(store: Store): number {
  let found = 0
  for (let n = 0; n < 500; n++) {
    const key = `${n}`
    const response = store.responses.get(key)
    if (response !== undefined) {
      found++
      assert(response.body.equals(cachedBody(key)), `cached body ${key}`)
      assert.equal(response.etag, `"${key}"`)
    }
    const value = store.peek('tokenIntel', key)
    if (value !== undefined) assert.deepEqual(value, cachedValue(key))
  }
  return found
}
