import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeOutcome, RUG } from '../../../src/services/forensics/rug-outcome.ts'
import { devTokenOf, exitOf, LAUNCH_SEC } from '../../support/forensic-evidence.ts'

const judge = (own: Parameters<typeof devTokenOf>[0]) => judgeOutcome(devTokenOf(own), LAUNCH_SEC)
const pull = (sharePct: number) => ({ pulled: { signature: 'pull', timeSec: LAUNCH_SEC - 86_400 + 700, sharePct } })

test('liquidity taken out is a rug from half of the pool on, with the time since the launch', () => {
  const { outcome, rugged, timeToRugSecs, signature } = judge(pull(RUG.pulledPct))
  assert.deepEqual(
    { outcome, rugged, timeToRugSecs, signature },
    { outcome: 'rugged', rugged: true, timeToRugSecs: 700, signature: 'pull' },
  )
  assert.equal(judge(pull(RUG.pulledPct - 0.01)).outcome, 'alive')
})

test('a collapse is a rug only with the exit of its makers in it', () => {
  const fall = { collapsedTimeSec: LAUNCH_SEC - 86_400 + 4_000, lastPriceQuote: 0.3 }
  assert.deepEqual([judge(fall).outcome, judge(fall).rugged], ['faded', false])
  const withExit = judge({ ...fall, exit: exitOf({ priceAfterQuote: 3.9 }) })
  assert.deepEqual([withExit.outcome, withExit.timeToRugSecs], ['rugged', 4_000])
  const tooLate = judge({ ...fall, openPriceQuote: 9, exit: exitOf({ timeSec: fall.collapsedTimeSec + 1 }) })
  assert.equal(tooLate.outcome, 'faded', 'who sells a dead coin has not killed it')
})

test('an exit that gives back half of the rise is a rug where the price never came back', () => {
  assert.equal(judge({ exit: exitOf({ priceAfterQuote: 2.5 }) }).outcome, 'rugged')
  assert.equal(judge({ exit: exitOf({ priceAfterQuote: 2.51 }) }).outcome, 'alive', 'just below half')
  assert.equal(judge({ exit: exitOf({ highestAfterQuote: 4 }) }).outcome, 'alive', 'it came back')
  assert.equal(judge({ exit: exitOf({ highestAfterQuote: 3.99 }) }).outcome, 'rugged')
  assert.equal(judge({ exit: exitOf({ highestAfterQuote: null }) }).outcome, 'rugged', 'nobody traded it any more')
  assert.equal(judge({ openPriceQuote: 4, exit: exitOf() }).outcome, 'alive', 'there was no rise to give back')
})

test('an exit counts from three percent of the supply on', () => {
  const sold = (soldRaw: string) => judge({ devBoughtRaw: soldRaw, exit: exitOf({ soldRaw }) }).outcome
  assert.equal(sold('30000000000'), 'rugged')
  assert.equal(sold('29999000000'), 'alive')
})

test('an exit counts from three fifths of what was bought on; minted tokens go by the supply alone', () => {
  const sold = (boughtRaw: string, insidersBoughtRaw = '0') =>
    judge({ devBoughtRaw: boughtRaw, insidersBoughtRaw, exit: exitOf() }).outcome
  assert.equal(sold('100000000000', '66666666666'), 'rugged')
  assert.equal(sold('100000000000', '66666666668'), 'alive', 'they have reduced, not left')
  assert.equal(sold('0'), 'rugged')
})

test('principle 9: makers gone whole from a market that died not long after is a rug, also when others sold in between', () => {
  const start = LAUNCH_SEC - 86_400
  const gone = (own: Parameters<typeof devTokenOf>[0] = {}) =>
    judge({
      ...{ devBoughtRaw: '20000000000', devSoldRaw: '19000000000', leftPct: 12, deadTimeSec: start + 9_000 },
      // Three sales over an hour, none of which moved much on its own.
      sales: { firstTimeSec: start + 1_000, lastTimeSec: start + 4_600, signature: 'the last sale' },
      exit: exitOf({ soldRaw: '7000000000', priceAfterQuote: 3.5 }),
      ...own,
    })
  const rug = gone()
  assert.deepEqual([rug.outcome, rug.timeToRugSecs, rug.signature], ['rugged', 9_000, 'the last sale'])
  assert.match(rug.detail, /sold all they had, 1.9 % of the supply; of the money in its market 12 % is left/)
  assert.equal(gone({ devSoldRaw: '18999999999' }).outcome, 'alive', 'they have kept a part')
  assert.equal(gone({ insidersBoughtRaw: '20000000000' }).outcome, 'alive', 'their other wallets hold on')
  assert.equal(gone({ devBoughtRaw: '9000000000', devSoldRaw: '9000000000' }).outcome, 'alive', 'too little to matter')
  const sales = { firstTimeSec: start + 9_001, lastTimeSec: start + 9_001, signature: 'late' }
  assert.equal(gone({ sales }).outcome, 'alive', 'who sells a dead market has not killed it')
  assert.equal(gone({ deadTimeSec: start + 4_600 + RUG.deadWithinSecs }).outcome, 'rugged')
  assert.equal(gone({ deadTimeSec: start + 4_601 + RUG.deadWithinSecs }).outcome, 'alive', 'it lived on without them')
  assert.equal(gone({ deadTimeSec: null }).outcome, 'alive')
  assert.equal(judge({ devSoldRaw: '50000000000' }).outcome, 'alive', 'a record of older rules has no such figures')
})

test('without an exit a token is alive, graduated, silent or unread', () => {
  assert.equal(judge({}).outcome, 'alive')
  assert.equal(judge({ graduated: true }).outcome, 'graduated')
  assert.equal(judge({ lastTradeTimeSec: LAUNCH_SEC - RUG.silentSecs }).outcome, 'alive')
  assert.equal(judge({ lastTradeTimeSec: LAUNCH_SEC - RUG.silentSecs - 1 }).outcome, 'faded')
  assert.equal(judge({ lastPriceQuote: 0.4 }).outcome, 'alive')
  assert.equal(judge({ lastPriceQuote: 0.39 }).outcome, 'faded')
})

test('what could not be read is null, not innocent; what still stands is', () => {
  const nothing = { trades: 0, peakPriceQuote: null, lastPriceQuote: null }
  assert.deepEqual(
    [judge({ ...nothing, complete: false }).outcome, judge({ ...nothing, complete: false }).rugged],
    ['unknown', null],
  )
  assert.equal(judge({ ...nothing, complete: true }).rugged, false)
  assert.equal(judge({ complete: false, lastPriceQuote: 0.39 }).rugged, null)
  assert.equal(judge({ complete: false, lastPriceQuote: 0.4 }).rugged, false)
  assert.equal(judge({ complete: false, ...pull(80) }).rugged, true, 'what was seen was seen')
})

test('a rug without a time has no time to it, and a clock that runs backwards gives 0', () => {
  assert.equal(judge({ pulled: { signature: 'pull', timeSec: null, sharePct: 90 } }).timeToRugSecs, null)
  assert.equal(judge({ pulled: { signature: 'pull', timeSec: 1, sharePct: 90 } }).timeToRugSecs, 0)
})

test('selling more never turns a rug into no rug, and every outcome agrees with its verdict', () => {
  const price = fc.double({ min: 0.001, max: 100, noNaN: true })
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 12n),
      price,
      price,
      price,
      (sold, more, before, after, highest) => {
        const exit = { priceBeforeQuote: before, priceAfterQuote: after, highestAfterQuote: highest }
        const given = (soldRaw: bigint) =>
          judge({ devBoughtRaw: '400000000000', exit: exitOf({ ...exit, soldRaw: String(soldRaw) }) })
        const little = given(sold)
        if (little.rugged) assert.equal(given(sold + more).rugged, true)
        assert.equal(little.rugged, little.outcome === 'rugged')
      },
    ),
    { numRuns: 300 },
  )
})
