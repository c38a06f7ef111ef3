import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import { getCalibration } from '../../src/services/calibration/get-calibration.ts'
import { settleScores } from '../../src/services/calibration/settle-scores.ts'
import type { LedgerRow } from '../../src/store/score-rows.ts'
import { fakeContext } from '../support/fake-context.ts'
import { LAB_NOW_MS, movedClock } from '../support/first-party-server.ts'
import { openTapeLab, type TapeLab } from '../support/tape-lab.ts'
import { liveAndDie } from './live-and-die.ts'

const HOUR_MS = 3_600_000
const CHILD = new URL('ledger-child.ts', import.meta.url)

export type LedgerReport = { rounds: number; acknowledged: number; scores: number; outcomes: number; brier: number }

/** Kills a process that writes scores and attaches outcomes, as often as asked, and then holds the ledger against what
 *  was acknowledged and against the tape. Throws on the first broken promise. */
export async function runLedgerRounds({
  rounds,
  lifeMs,
}: {
  readonly rounds: number
  readonly lifeMs: (round: number) => number
}): Promise<LedgerReport> {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-ledger-'))
  try {
    const acknowledged = new Map<number, string>()
    for (let round = 0; round < rounds; round++) {
      const args = [dir, String(1 + round * 10_000), String(LAB_NOW_MS)]
      for (const line of await liveAndDie(CHILD, { args, lines: 12, lifeMs: lifeMs(round) })) {
        const [id] = line.split(' ')
        assert(!acknowledged.has(Number(id)), `${id} was given out twice`)
        acknowledged.set(Number(id), line)
      }
    }
    return { rounds, acknowledged: acknowledged.size, ...(await checkLedger(dir, acknowledged)) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function checkLedger(dir: string, acknowledged: ReadonlyMap<number, string>) {
  const lab = await openTapeLab({ after: () => {} } as unknown as TestContext, { dir, firstSlot: 0 })
  try {
    const { scores } = lab.store
    assert.deepEqual(scores.verify().findings, [], 'the chain of hashes holds')
    const before = rowsOf(lab)
    for (const [id, line] of acknowledged) {
      const row = before.find((one) => one.id === id)
      assert(row?.type === 'score', `score ${id} was acknowledged and is gone`)
      const { mint, score, atMs } = row.score
      assert.equal(`${id} ${mint} ${score} ${atMs}`, line)
    }
    // The tape goes on past the last horizon; what waits is attached.
    const clock = movedClock(lab.store.tape.window().headTimeSec! * 1_000 + 2 * HOUR_MS)
    await lab.block([], clock.nowMs() / 1_000)
    const { ctx } = fakeContext({
      store: { tape: lab.store.tape, scores },
      config: { ingest: readConfig({}).ingest },
      parts: { clock },
    })
    while (scores.due(clock.nowMs(), 1).length > 0) await settleScores(ctx)
    const rows = rowsOf(lab)
    assert.deepEqual(scores.verify().findings, [])
    const byHand = computeByHand(lab, rows)
    const answer = await getCalibration(ctx, { horizon: '1h', kind: 'deepscan' } as never)
    assert(answer.ok)
    checkCurve(answer.value as never, byHand)
    return {
      scores: byHand.length,
      outcomes: rows.filter(({ type }) => type === 'outcome').length,
      brier: brierOf(byHand),
    }
  } finally {
    await lab.close()
  }
}

function rowsOf({ store }: TapeLab): LedgerRow[] {
  const rows: LedgerRow[] = []
  for (let after = 0; ; after = rows.at(-1)!.id) {
    const page = store.scores.read(after, 500)
    rows.push(...page)
    if (page.length < 500) return rows
  }
}

type Judged = { readonly predicted: number; readonly happened: number }

/** What became of each score, by the prices on the tape alone: the newest at its time and the newest an hour later. */
function computeByHand({ store: { tape } }: TapeLab, rows: readonly LedgerRow[]): Judged[] {
  const prices = new Map<string, { readonly sec: number; readonly usd: number }[]>()
  for (const event of tape.read(0, 10_000_000)) {
    if (event.type !== 'trade' || event.priceUsd === null) continue
    const known = prices.get(event.mint) ?? []
    known.push({ sec: event.blockTimeSec!, usd: event.priceUsd })
    prices.set(event.mint, known)
  }
  const attached = new Set<string>()
  for (const row of rows) {
    if (row.type !== 'outcome') continue
    const name = `${row.outcome.ofId} ${row.outcome.horizon}`
    assert(!attached.has(name), `outcome ${name} was attached twice`)
    attached.add(name)
  }
  return rows.flatMap((row): Judged[] => {
    if (row.type !== 'score') return []
    assert(attached.has(`${row.id} 1h`), `score ${row.id} has no outcome after an hour`)
    const { mint, score, atMs } = row.score
    const newest = (untilMs: number) => prices.get(mint)!.findLast(({ sec }) => sec * 1_000 <= untilMs)!.usd
    return [{ predicted: 1 - score / 100, happened: newest(atMs + HOUR_MS) <= newest(atMs) / 10 ? 1 : 0 }]
  })
}

function brierOf(all: readonly Judged[]): number {
  return all.reduce((sum, { predicted, happened }) => sum + (predicted - happened) ** 2, 0) / all.length
}

type Curve = {
  readonly known: number
  readonly bad: number
  readonly brier: number
  readonly reliability: readonly {
    readonly count: number
    readonly predicted: number | null
    readonly happened: number | null
  }[]
}

function checkCurve(curve: Curve, all: readonly Judged[]): void {
  const isClose = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) < 1e-9
  assert.deepEqual([curve.known, curve.bad], [all.length, all.filter(({ happened }) => happened === 1).length])
  assert(isClose(curve.brier, brierOf(all)), `Brier score ${curve.brier}, by hand ${brierOf(all)}`)
  for (const [bin, { count, predicted, happened }] of curve.reliability.entries()) {
    const own = all.filter((one) => Math.min(9, Math.floor(one.predicted * 10)) === bin)
    assert.equal(count, own.length, `tenth ${bin}`)
    if (own.length === 0) continue
    const mean = (of: (one: Judged) => number): number => own.reduce((sum, one) => sum + of(one), 0) / own.length
    assert(
      isClose(
        predicted,
        mean((one) => one.predicted),
      ) &&
        isClose(
          happened,
          mean((one) => one.happened),
        ),
    )
  }
}
