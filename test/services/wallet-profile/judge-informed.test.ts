import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BoughtAndAfter, judgeInformed, type Sample } from '../../../src/services/wallet-profile/judge-informed.ts'
import { createRandom } from '../../support/seeded-random.ts'

const WALLET = 'So11111111111111111111111111111111111111112'
const THRESHOLDS = { windowSecs: 3_600, pumpPct: 50, minWins: 3, minHitRatePct: 50 }
const MINUTE_MS = 60_000
const NOW_MS = 1_800_000_000_000

/** A pool of one trade a minute that lies flat, but for a rise to double that lasts so many minutes. */
function flatWithRise(startMs: number, riseAt: number, minutes = 300): readonly Sample[] {
  return Array.from({ length: minutes }, (_, at) => ({
    tMs: startMs + at * MINUTE_MS,
    priceUsd: at >= riseAt && at < riseAt + 10 ? 2 : 1,
  }))
}
const START_MS = NOW_MS - 1_000 * MINUTE_MS
function bought(number: number, minute: number, riseAt: number): BoughtAndAfter {
  const timeSec = (START_MS + minute * MINUTE_MS) / 1_000
  const samples = flatWithRise(START_MS, riseAt)
  return { mint: `M${number}`, pool: `P${number}`, signature: `s${number}`, timeSec, samples, wholeSinceMs: START_MS }
}

test('who buys before each of eight rises is informed, and chance hardly does that', () => {
  const report = judgeInformed(
    WALLET,
    Array.from({ length: 8 }, (_, number) => bought(number, 195, 200)),
    THRESHOLDS,
    NOW_MS,
  )
  assert.deepEqual([report.informed, report.wins, report.coverage], [true, 8, 1])
  assert(report.luckProbability! < 1e-4)
  assert.equal(report.buys[0]!.peakPct, 100)
  // The hour before the rise, of three hundred minutes.
  assert(Math.abs(report.buys[0]!.baseRatePct! - (61 / 302) * 100) < 1)
})

test('of two hundred that buy at any moment none is informed, however many win', () => {
  const random = createRandom(11)
  let [accused, wins] = [0, 0]
  for (let wallet = 0; wallet < 200; wallet++) {
    const buys = Array.from({ length: 8 }, (_, number) => bought(number, Math.floor(random() * 190), 200))
    const report = judgeInformed(WALLET, buys, THRESHOLDS, NOW_MS)
    accused += report.informed ? 1 : 0
    wins += report.wins
  }
  assert(wins > 200, `${wins} wins of the lucky`)
  assert(accused <= 4, `${accused} accused`)
})

test('where everything rises, buying it shows nothing', () => {
  const samples = Array.from({ length: 300 }, (_, at) => ({
    tMs: START_MS + at * MINUTE_MS,
    priceUsd: 1.02 ** at,
  }))
  const buys = Array.from({ length: 8 }, (_, number) => ({ ...bought(number, 100, 0), samples }))
  const report = judgeInformed(WALLET, buys, THRESHOLDS, NOW_MS)
  assert.equal(report.wins, 8)
  assert.equal(report.informed, false)
})

test('a window that is not over, or not whole, is unpriced, and with few evaluated nothing is concluded', () => {
  const whole = Array.from({ length: 3 }, (_, number) => bought(number, 195, 200))
  const holes = Array.from({ length: 4 }, (_, number) => ({ ...bought(number + 3, 195, 200), wholeSinceMs: null }))
  const report = judgeInformed(WALLET, [...whole, ...holes], THRESHOLDS, NOW_MS)
  assert.deepEqual([report.unpriced, report.conclusive, report.informed], [4, false, false])
  const open = judgeInformed(WALLET, [bought(0, 100, 280)], THRESHOLDS, START_MS + 120 * MINUTE_MS)
  assert.deepEqual([open.unpriced, open.buys[0]!.won], [1, null])
})
