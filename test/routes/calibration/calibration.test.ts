import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CALIBRATION } from '../../../src/config/calibration.ts'
import { readConfig } from '../../../src/config/env.ts'
import type { TradeFacts } from '../../../src/contract/tape-event.ts'
import { calibrationRoutes } from '../../../src/routes/calibration/index.ts'
import { noteScore } from '../../../src/services/calibration/note-score.ts'
import { settleScores } from '../../../src/services/calibration/settle-scores.ts'
import type { ScoreEntry } from '../../../src/store/score-rows.ts'
import { LAB_NOW_MS, movedClock } from '../../support/first-party-server.ts'
import { type HttpTestServer, startTestServer } from '../../support/http-test-server.ts'
import { launchOf, openTapeLab, type TapeLab, tradeOf } from '../../support/tape-lab.ts'

/** Scores with planted ends on a tape that the test writes: the curve through the socket equals one by hand. */

const HOUR_SEC = 3_600
const START_SEC = LAB_NOW_MS / 1_000
const CREATOR = 'CreatorAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1'
const mintOf = (at: number): string => `Mint${'ABCDEFGHJKMNPQRSTUVWXYZ'[at]}`.padEnd(43, '1')
const poolOf = (at: number): string => `Poo1${'ABCDEFGHJKMNPQRSTUVWXYZ'[at]}`.padEnd(43, '1')

type World = Omit<HttpTestServer, 'clock'> & { readonly lab: TapeLab; readonly clock: ReturnType<typeof movedClock> }

async function startWorld(t: TestContext, firstSlot = 0): Promise<World> {
  const clock = movedClock()
  const lab = await openTapeLab(t, { clock, firstSlot })
  const server = await startTestServer(t, calibrationRoutes, {
    store: { tape: lab.store.tape, scores: lab.store.scores },
    config: { ingest: readConfig({}).ingest },
    parts: { clock },
  })
  t.after(async () => {
    await server.server.close(0)
    await lab.close()
  })
  return { ...server, lab, clock }
}

type Trade = Partial<Omit<TradeFacts, 'type'>>
const scoreOf = (at: number, given: Partial<ScoreEntry> = {}): ScoreEntry => ({
  kind: 'deepscan',
  mint: mintOf(at),
  score: 90,
  grade: 'safe',
  rules: [],
  holders: null,
  atMs: START_SEC * 1_000,
  ...given,
})

async function trade(lab: TapeLab, at: number, atSec: number, given: Trade = {}): Promise<void> {
  await lab.block([tradeOf({ mint: mintOf(at), pool: poolOf(at), blockTimeSec: atSec, ...given })], atSec)
}

async function calibration({ send }: World, query = '') {
  const { status, json, text } = await send({ path: `/api/v2/calibration${query}` })
  assert.equal(status, 200, text)
  return json
}

/** Lets time pass, with a block at its end so that the tape reaches it. */
async function pass({ clock, lab }: World, seconds: number): Promise<void> {
  clock.move(seconds * 1_000)
  await lab.block([], clock.nowMs() / 1_000)
}

/** Tokens 0..9 in this order of scores; those that go bad are planted. */
const SCORES = [95, 95, 85, 75, 65, 55, 45, 35, 15, 5]
const BAD = new Set([1, 5, 7, 8, 9])

async function plant(world: World): Promise<void> {
  const { lab } = world
  for (const [at] of SCORES.entries()) {
    await lab.block(
      [launchOf({ mint: mintOf(at), pool: poolOf(at), creator: CREATOR, blockTimeSec: START_SEC - 60 })],
      START_SEC - 60,
    )
    await trade(lab, at, START_SEC - 30, { priceUsd: 2, reserveRaw: 1_000n, quoteReserveRaw: 1_000_000n })
  }
  for (const [at, score] of SCORES.entries())
    await lab.store.scores.append(
      scoreOf(at, { score, grade: score >= 60 ? 'safe' : 'danger', rules: score < 60 ? ['holders.top10'] : [] }),
    )
  for (const [at] of SCORES.entries()) {
    const isGone = BAD.has(at)
    await trade(lab, at, START_SEC + 600, {
      side: 'sell',
      priceUsd: isGone ? 0.2 : 1.9,
      reserveRaw: 1_000n,
      quoteReserveRaw: isGone ? 100_000n : 900_000n,
    })
  }
}

test('the curve, Brier score, grades and lift equal those by hand', async (t) => {
  const world = await startWorld(t)
  await plant(world)
  const before = await calibration(world, '?horizon=1h')
  assert.deepEqual(
    [before.scores, before.known, before.pending, before.brier, before.baseRate],
    [10, 0, 10, null, null],
  )
  await settleScores(world.ctx)
  world.clock.move(61_000)
  assert.equal((await calibration(world, '?horizon=1h')).known, 0)
  await pass(world, HOUR_SEC)
  await settleScores(world.ctx)
  const json = await calibration(world, '?horizon=1h&kind=deepscan')
  const predicted = SCORES.map((score) => 1 - score / 100)
  const happened = SCORES.map((_, at) => +BAD.has(at))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const close = (got: number, want: number): void => assert(Math.abs(got - want) < 1e-12, `${got}, by hand ${want}`)
  assert.deepEqual([json.scores, json.known, json.unknown, json.pending, json.tokens, json.bad], [10, 10, 0, 0, 10, 5])
  close(json.baseRate, 0.5)
  close(json.brier, mean(predicted.map((p, at) => (p - happened[at]!) ** 2)))
  close(json.brierOfBaseRate, 0.25)
  for (const [bin, { from, to, count, predicted: said, happened: rate }] of json.reliability.entries()) {
    const own = predicted.flatMap((p, at) => (Math.min(9, Math.floor(p * 10)) === bin ? [at] : []))
    assert.deepEqual([from, to, count], [bin / 10, (bin + 1) / 10, own.length])
    if (own.length === 0) assert.deepEqual([said, rate], [null, null])
    else {
      close(said, mean(own.map((at) => predicted[at]!)))
      close(rate, mean(own.map((at) => happened[at]!)))
    }
  }
  assert.deepEqual(
    json.grades.map(({ grade, count, happened: rate }: never) => [grade, count, rate]),
    [
      ['safe', 5, 0.2],
      ['danger', 5, 0.8],
    ],
  )
  assert.deepEqual(json.rules, [{ rule: 'holders.top10', count: 5, happened: 0.8, lift: 1.6 }])
  const outcomes = new Map(json.outcomes.map((one: { outcome: string }) => [one.outcome, one]))
  assert.deepEqual(outcomes.get('priceGone'), { outcome: 'priceGone', known: 10, happened: 0.5 })
  assert.deepEqual(outcomes.get('liquidityGone'), { outcome: 'liquidityGone', known: 10, happened: 0.5 })
  assert.deepEqual(outcomes.get('unsellable'), { outcome: 'unsellable', known: 10, happened: 0 })
  const verdict = world.lab.store.scores.verify()
  assert.deepEqual([verdict.findings, json.ledger.rows], [[], 20])
  assert.equal(json.ledger.head, `20:${verdict.head!.linkHex}`)
  // The other horizons are still to come, and no outcome is written twice.
  await settleScores(world.ctx)
  assert.equal((await calibration(world)).pending, 10)
  assert.equal(world.lab.store.scores.head().id, 20)
})

test('a token that many bought and nobody sold cannot be sold; a creator who sold is counted beside', async (t) => {
  const world = await startWorld(t)
  const { lab } = world
  for (const at of [0, 1, 2]) {
    await lab.block(
      [launchOf({ mint: mintOf(at), pool: poolOf(at), creator: CREATOR, blockTimeSec: START_SEC - 60 })],
      START_SEC - 60,
    )
    await trade(lab, at, START_SEC - 30, { maker: CREATOR, amountRaw: 1_000n })
    await lab.store.scores.append(scoreOf(at))
  }
  for (let buyer = 0; buyer < 10; buyer++)
    await trade(lab, 0, START_SEC + 60 + buyer, { maker: `Wa11et${'ABCDEF'[buyer % 6]}`.padEnd(43, '1') })
  await trade(lab, 1, START_SEC + 60, { maker: CREATOR, side: 'sell', amountRaw: 950n })
  await trade(lab, 2, START_SEC + 60, { maker: CREATOR, side: 'sell', amountRaw: 500n })
  await pass(world, HOUR_SEC)
  await settleScores(world.ctx)
  const json = await calibration(world, '?horizon=1h')
  const outcomes = Object.fromEntries(
    json.outcomes.map(({ outcome, known, happened }: never) => [outcome, [known, happened]]),
  )
  assert.deepEqual(outcomes['unsellable'], [3, 1 / 3])
  assert.deepEqual(outcomes['creatorOut'], [3, 1 / 3])
  assert.deepEqual([json.known, json.bad], [3, 1])
})

test('what the tape does not hold is waited for a day, then unknown', async (t) => {
  const world = await startWorld(t)
  const { lab, clock } = world
  await trade(lab, 0, START_SEC - 30)
  await lab.store.scores.append(scoreOf(0))
  // Nobody follows: the tape ends before the horizon.
  clock.move(2 * HOUR_SEC * 1_000)
  await settleScores(world.ctx)
  assert.equal((await calibration(world, '?horizon=1h')).pending, 1)
  clock.move(24 * HOUR_SEC * 1_000)
  await settleScores(world.ctx)
  const { unknown, known, brier } = await calibration(world, '?horizon=1h&kind=deepscan')
  assert.deepEqual([unknown, known, brier], [1, 0, null])
})

test('outcomes that wait for the tape keep no later one from being written', async (t) => {
  const world = await startWorld(t, 1_000)
  const { lab, clock } = world
  // Scores of a time that the tape does not hold: it begins after them.
  const early = Array.from({ length: 2 * CALIBRATION.looksPerRun }, (_, at) =>
    lab.store.scores.append(scoreOf(0, { atMs: START_SEC * 1_000 + at })),
  )
  await Promise.all(early)
  await trade(lab, 1, START_SEC + 60)
  await lab.store.scores.append(scoreOf(1, { atMs: (START_SEC + 90) * 1_000 }))
  await pass(world, 2 * HOUR_SEC)
  for (let run = 0; run < 3; run++) await settleScores(world.ctx)
  const { known, unknown, pending } = await calibration(world, '?horizon=1h&kind=deepscan')
  assert.deepEqual([known, unknown, pending], [1, 0, early.length])
  // The walk begins again with those that wait.
  clock.move(24 * HOUR_SEC * 1_000)
  await settleScores(world.ctx)
  await settleScores(world.ctx)
  assert((await calibration(world, '?horizon=1h')).unknown >= CALIBRATION.perRun)
})

test('kinds and horizons are apart, and others count as the default', async (t) => {
  const world = await startWorld(t)
  await world.lab.store.scores.append(scoreOf(0, { kind: 'chip', score: 40 }))
  const chip = await calibration(world, '?kind=chip&horizon=7d')
  assert.deepEqual([chip.kind, chip.horizon, chip.scores, chip.pending], ['chip', '7d', 1, 1])
  const other = await calibration(world, '?kind=nonsense&horizon=never')
  assert.deepEqual([other.kind, other.horizon, other.scores], ['deepscan', '24h', 0])
  assert.deepEqual(other.rulesOfOutcome.length, 5)
})

test('a score that only repeats the last one of the hour is no further row', async (t) => {
  const { ctx, lab } = await startWorld(t)
  const head = () => lab.store.scores.head().id
  await noteScore(ctx, scoreOf(0))
  await noteScore(ctx, scoreOf(0, { atMs: START_SEC * 1_000 + 60_000 }))
  assert.equal(head(), 1)
  await noteScore(ctx, scoreOf(0, { score: 89 }))
  await noteScore(ctx, scoreOf(0, { score: 89, kind: 'chip' }))
  await noteScore(ctx, scoreOf(1, { score: 89 }))
  assert.equal(head(), 4)
  await noteScore(ctx, scoreOf(0, { score: 89, atMs: (START_SEC + HOUR_SEC) * 1_000 }))
  assert.equal(head(), 5)
})
