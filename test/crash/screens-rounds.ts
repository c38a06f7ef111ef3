import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ScreenEvent } from '../../src/contract/tape-event.ts'
import { LAB_NOW_MS, movedClock } from '../support/first-party-server.ts'
import { openScreensLab, type ScreensLab } from '../support/screens-lab.ts'
import { tradeOf } from '../support/tape-lab.ts'
import { liveAndDie } from './live-and-die.ts'

const CHILD = new URL('screens-child.ts', import.meta.url)
const FILTERS = [
  { field: 'volume.m5', min: 200 },
  {
    or: [
      { field: 'priceUSD', min: 7 },
      { field: 'txns.m5', min: 4 },
    ],
  },
]

export type ScreensReport = { rounds: number; changes: number; inLastRound: number }

/** Kills a process that compares saved screens, as often as asked, and holds the changes on the tape against each other
 *  and against what the screener finds. Throws on the first broken promise. */
export async function runScreensRounds({
  rounds,
  lifeMs,
  seed = 1,
}: {
  readonly rounds: number
  readonly lifeMs: (round: number) => number
  readonly seed?: number
}): Promise<ScreensReport> {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-screens-'))
  try {
    const ids = await inLab(dir, LAB_NOW_MS, async (labs) => {
      await labs.lab.block(
        [tradeOf({ blockTimeSec: LAB_NOW_MS / 1_000 - 1, priceUsd: 1, amountUsd: 1 })],
        LAB_NOW_MS / 1_000 - 1,
      )
      const saved: string[] = []
      for (const filter of FILTERS) saved.push((await labs.save(filter)).id)
      return saved
    })
    let nowMs = LAB_NOW_MS
    let changes = 0
    let before = 0
    for (let round = 0; round < rounds; round++) {
      nowMs += 60_000
      await liveAndDie(CHILD, { args: [dir, String(seed + round), String(nowMs)], lines: 12, lifeMs: lifeMs(round) })
      before = changes
      const after = await inLab(dir, null, (labs) => check(labs, ids))
      nowMs = after.nowMs
      changes = after.changes
    }
    return { rounds, changes, inLastRound: changes - before }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A null time is that of the newest block. */
async function inLab<T>(dir: string, startMs: number | null, work: (labs: ScreensLab) => Promise<T>): Promise<T> {
  const clock = movedClock(startMs ?? LAB_NOW_MS)
  const labs = await openScreensLab({ after: () => {} } as unknown as TestContext, { dir, clock })
  if (startMs === null) clock.move(labs.lab.store.tape.window().headTimeSec! * 1_000 + 1_000 - LAB_NOW_MS)
  try {
    return await work(labs)
  } finally {
    await labs.close()
  }
}

async function check(labs: ScreensLab, ids: readonly string[]): Promise<{ changes: number; nowMs: number }> {
  await labs.round()
  const all = labs.changes()
  const numbers = all.map(({ number }) => number)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
    'each change is on the tape once, in order',
  )
  assert.equal(new Set(all.map(({ eventId }) => eventId)).size, all.length, 'ids are unlike')
  for (const [at, id] of ids.entries()) {
    const isIn = fold(all.filter(({ screenId }) => screenId === id))
    assert.deepEqual([...isIn].sort(), await labs.pairs(id), 'the events give the rows')
    const found = await labs.call('POST', '/screener/pairs', { filter: FILTERS[at], limit: 100 })
    const matching = found.json.rows.map(({ pair }: { pair: string }) => pair).sort()
    assert.deepEqual([...isIn].sort(), matching, 'the rows are those that match')
  }
  return { changes: all.length, nowMs: labs.clock.nowMs() }
}

function fold(changes: readonly ScreenEvent[]): ReadonlySet<string> {
  const isIn = new Set<string>()
  for (const { pool, change } of changes) {
    assert.equal(isIn.has(pool), change !== 'enter', `${pool} enters or leaves twice`)
    if (change === 'enter') isIn.add(pool)
    else isIn.delete(pool)
  }
  return isIn
}
