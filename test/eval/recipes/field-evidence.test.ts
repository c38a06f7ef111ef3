import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import { type Event, emptySales, eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** The trace of each recipe that models a tool or custom which public sources document. They were written by someone
 *  who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 5
const MINUTE_SECS = 60
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `field/${name}`, launches: LAUNCHES })
    assert.equal(stories.length, LAUNCHES)
    const { plan } = stories[0]!
    assert.deepEqual(emptySales(plan), [])
    const all = eventsOf(plan)
    for (const story of stories) check(story, all)
  })
}
const salesOf = ({ events }: Story, wallet: string) =>
  events.filter((event) => isDoing(event, 'sell')).filter(({ action }) => action.wallet === wallet)
const sweepsFrom = (all: readonly Event[], wallet: string): string[] =>
  all.flatMap((event) => (isDoing(event, 'sweepSol') && event.action.from === wallet ? [event.action.to] : []))

tell(
  'stock-bundler',
  'the dev pays one sum to all, who buy one sum, four a transaction with its table',
  (story, all) => {
    const { token, truth, launch, events, insiderBuys } = story
    const payments = truth.insiders.flatMap((wallet) => story.paymentsTo(wallet))
    assert.equal(payments.length, truth.insiders.length)
    assert.deepEqual(unique(payments.map(({ from }) => from)), [token.dev])
    assert.equal(unique(payments.map(({ lamports }) => lamports)).length, 1)
    const [paidSecsAgo, ...otherTimes] = unique(payments.map(({ secsAgo }) => secsAgo))
    assert.deepEqual(otherTimes, [])
    assert(paidSecsAgo! > launch.secsAgo && paidSecsAgo! - launch.secsAgo <= 3 * MINUTE_SECS)
    const table = all.find((event) => isDoing(event, 'makeLookupTable') && event.action.wallet === token.dev)
    assert(table !== undefined && isDoing(table, 'makeLookupTable'))
    assert(truth.insiders.every((wallet) => table.action.addresses.includes(wallet)))
    const together = events.flatMap(({ action }) => (action.do === 'buyTogether' ? [action] : []))
    assert(
      together.every(({ buys, dress }, i) => (i === together.length - 1 || buys.length === 4) && dress?.lookupTable),
    )
    assert.equal(unique(insiderBuys.map(({ quoteRaw }) => quoteRaw)).length, 1)
    assert(insiderBuys.every(({ event }) => event.secsAgo === launch.secsAgo && event.slotsLater === 0))
    for (const wallet of truth.insiders) assert.deepEqual(sweepsFrom(all, wallet), token.rugged ? [token.dev] : [])
  },
)

tell('stealth-mode', 'a third of the buyers a slot in three slots, one tip a slot, sums about 0.4 SOL', (story) => {
  const { truth, launch, insiderBuys } = story
  assert.deepEqual(unique(story.members.flatMap((one) => story.paymentsTo(one).map(({ from }) => from))), [
    truth.rootFunder,
  ])
  assert(insiderBuys.every(({ event }) => event.secsAgo === launch.secsAgo))
  const slots = [0, 1, 2].map((at) => insiderBuys.filter(({ event }) => event.slotsLater === at))
  assert.equal(slots.flat().length, truth.insiders.length)
  for (const own of slots) {
    assert(Math.abs(own.length - truth.insiders.length / slots.length) < 1)
    assert.deepEqual(
      own.flatMap(({ dress }) => (dress.tip === undefined ? [] : [dress.tip.lamports])),
      [3_000_000n],
    )
    assert(own.findIndex(({ dress }) => dress.tip !== undefined) <= 2)
  }
  for (const { quoteRaw } of insiderBuys) assert(quoteRaw >= 320_000_000n && quoteRaw <= 480_000_000n)
  assert(unique(insiderBuys.map(({ dress }) => dress.unitPriceMicroLamports)).length > insiderBuys.length / 2)
})

tell('stagger-playbook', 'a funder pays buyers who warm up, come a minute apart and answer purchases', (story, all) => {
  const { token, truth, launch, insiderBuys } = story
  const exchanges = exchangesOf(story)
  assert(story.paymentsTo(token.dev).every(({ from }) => exchanges.has(from)))
  const payers = unique(truth.insiders.flatMap((wallet) => story.paymentsTo(wallet).map(({ from }) => from)))
  assert.deepEqual(payers, [truth.rootFunder])
  const warmed = all.filter(
    (event) => isDoing(event, 'buy') && truth.insiders.includes(event.action.wallet) && event.secsAgo > launch.secsAgo,
  )
  assert.equal(warmed.length, truth.insiders.length)
  assert.equal(insiderBuys.filter(({ event }) => event.secsAgo === launch.secsAgo).length, 1)
  const times = insiderBuys.map(({ event }) => event.secsAgo).sort((a, b) => b - a)
  for (const [i, secsAgo] of times.slice(1).entries()) {
    const gapSecs = times[i]! - secsAgo
    assert(gapSecs >= 45 && gapSecs <= 90, `${gapSecs}`)
  }
  const partSales = truth.insiders
    .flatMap((wallet) => salesOf(story, wallet))
    .filter(({ action }) => action.sharePct < 100)
  const byOthers = story.buys.filter(({ wallet }) => !story.members.includes(wallet))
  assert(partSales.length > 0)
  for (const sale of partSales)
    assert(
      byOthers.some(({ event, quoteRaw }) => {
        const laterSecs = event.secsAgo - sale.secsAgo
        return quoteRaw >= 50_000_000n && laterSecs >= 2 && laterSecs <= 5
      }),
    )
  for (const wallet of truth.insiders) assert.deepEqual(sweepsFrom(all, wallet), token.rugged ? payers : [])
})

tell('holder-mode', 'a bot wallet loaded by the dev pays four at once, who buy in one slot seconds later', (story) => {
  const { token, truth, launch, insiderBuys } = story
  const [bot] = truth.relays
  assert.deepEqual(unique(story.paymentsTo(bot!).map(({ from }) => from)), [token.dev])
  assert.deepEqual(token.bundlers, [])
  const payments = truth.insiders.flatMap((wallet) => story.paymentsTo(wallet))
  assert.deepEqual(unique(payments.map(({ from }) => from)), [bot])
  const runs = [...Map.groupBy(payments, ({ secsAgo }) => secsAgo).values()].sort(
    (a, b) => b[0]!.secsAgo - a[0]!.secsAgo,
  )
  assert(runs.slice(0, -1).every((run) => run.length === 4))
  const sums = runs.map((run) => {
    const wallets = run.map(({ to }) => to)
    const buys = insiderBuys.filter(({ wallet }) => wallets.includes(wallet))
    assert.equal(unique(buys.map(({ event }) => event.secsAgo)).length, 1)
    const afterSecs = run[0]!.secsAgo - buys[0]!.event.secsAgo
    assert(run[0]!.secsAgo < launch.secsAgo && afterSecs >= 8 && afterSecs <= 14)
    assert.equal(unique(run.map(({ lamports }) => lamports)).length, 1)
    return Number(run[0]!.lamports)
  })
  for (const [i, sum] of sums.slice(1).entries()) assert(Math.abs(sum / sums[i]! - 0.8) < 0.001)
})

tell('twenty-sales', 'wallets paid one sum buy together, then tiny sums in turn, and sell in twenty steps', (story) => {
  const { token, truth, insiderBuys } = story
  const payments = truth.insiders.flatMap((wallet) => story.paymentsTo(wallet))
  assert.deepEqual(unique(payments.map(({ from }) => from)), [truth.rootFunder])
  assert.equal(unique(payments.map(({ lamports, secsAgo }) => `${lamports} ${secsAgo}`)).length, 1)
  const [tiny, large] = [true, false].map((is) => insiderBuys.filter((buy) => buy.quoteRaw <= 2_000_000n === is))
  assert.equal(large!.length, truth.insiders.length)
  assert.equal(unique(large!.map(({ event }) => event.secsAgo)).length, 1)
  assert(tiny!.length >= truth.insiders.length * 3)
  for (const [i, { wallet, event }] of tiny!.entries()) {
    const before = tiny![i - 1]
    if (before === undefined) continue
    const gapSecs = before.event.secsAgo - event.secsAgo
    assert(before.wallet !== wallet && gapSecs >= 2 && gapSecs <= 4)
  }
  assert.equal(unique(insiderBuys.map(({ dress }) => `${dress.unitLimit} ${dress.unitPriceMicroLamports}`)).length, 1)
  for (const wallet of truth.insiders) {
    const sales = salesOf(story, wallet)
    assert(token.rugged ? sales.length === 20 : sales.length <= 8)
    let left = 1
    for (const { action } of sales) {
      assert(Math.abs((left * action.sharePct) / 100 - 1 / 20) < 1e-9, 'each step is a twentieth of what it had')
      left *= 1 - action.sharePct / 100
    }
  }
})

tell(
  'sample-configs',
  'at least ten strangers with one budget buy within 17 seconds and sell all 15 to 17 later',
  (story) => {
    const { launch, truth, buys } = story
    const exchanges = exchangesOf(story)
    const runners = buys.filter(
      ({ dress }) => dress.unitLimit === 200_000 && dress.unitPriceMicroLamports === 1_000_000n,
    )
    assert(runners.length >= 10)
    assert.equal(unique(runners.map(({ wallet }) => wallet)).length, runners.length)
    assert(runners.filter(({ quoteRaw }) => quoteRaw === 100_000n).length >= runners.length / 3)
    for (const { wallet, event } of runners) {
      assert(truth.organic.includes(wallet))
      assert(launch.secsAgo - event.secsAgo <= 17)
      const [sale, ...more] = salesOf(story, wallet)
      assert.deepEqual(more, [])
      assert(
        sale!.action.sharePct === 100 && event.secsAgo - sale!.secsAgo >= 15 && event.secsAgo - sale!.secsAgo <= 17,
      )
      assert(story.paymentsTo(wallet).every(({ from }) => exchanges.has(from)))
    }
    const firstPaid = runners.map(({ wallet }) => story.paymentsTo(wallet)[0]!)
    assert(unique(firstPaid.map(({ secsAgo }) => Math.floor(secsAgo / 86_400))).length >= 4)
  },
)

tell('bridge-arrivals', 'one wallet gives gas and dollars to new buyers and to twice as many others', (story, all) => {
  const { plan, truth } = story
  const dollars = all.flatMap(({ action }) =>
    action.do === 'sendToken' && action.mint === USDC_MINT ? [{ from: action.from, to: action.to }] : [],
  )
  const [relayer, ...more] = unique(dollars.filter(({ to }) => truth.organic.includes(to)).map(({ from }) => from))
  assert.deepEqual(more, [])
  const arrivals = dollars.filter(({ from }) => from === relayer).map(({ to }) => to)
  const buyers = arrivals.filter((wallet) => truth.organic.includes(wallet))
  assert(buyers.length >= 11 && arrivals.length - buyers.length >= buyers.length * 1.8)
  for (const wallet of arrivals) {
    const [gas, ...others] = plan.truth.funding.filter(({ to }) => to === wallet)
    assert.deepEqual(others, [], 'the gas is the first and only SOL it is sent')
    assert(gas!.from === relayer && gas!.lamports <= 100_000_000n)
  }
  const atOnce = buyers.filter((wallet) =>
    story.buys.some(
      (buy) => buy.wallet === wallet && story.paymentsTo(wallet)[0]!.secsAgo - buy.event.secsAgo <= 60 * MINUTE_SECS,
    ),
  )
  assert.equal(atOnce.length, buyers.length)
})

tell('holder-rewards', 'the dev pays those who hold the coin, larger holders more, in several rounds', (story) => {
  const { plan, token, truth, buys } = story
  const paid = plan.truth.funding.filter(({ from, to }) => from === token.dev && truth.organic.includes(to))
  const rounds = [...Map.groupBy(paid, ({ secsAgo }) => secsAgo)]
  assert(rounds.length >= 3 && rounds.length <= 5)
  const gaps = rounds.slice(1).map(([secsAgo], i) => rounds[i]![0] - secsAgo)
  assert(unique(gaps).length === 1 && gaps[0]! <= 10 * MINUTE_SECS)
  for (const [secsAgo, rewards] of rounds) {
    assert(rewards.length >= 5, `${rewards.length}`)
    assert.equal(unique(rewards.map(({ to }) => to)).length, rewards.length)
    for (const { to, lamports } of rewards) {
      assert(lamports >= 500_000n)
      assert(
        buys.some(({ wallet, event }) => wallet === to && event.secsAgo > secsAgo),
        'it had bought before',
      )
      const lastSale = salesOf(story, to).findLast((sale) => sale.secsAgo > secsAgo)
      const boughtSince = buys.some(
        ({ wallet, event }) =>
          wallet === to && event.secsAgo > secsAgo && lastSale !== undefined && event.secsAgo < lastSale.secsAgo,
      )
      assert(lastSale?.action.sharePct !== 100 || boughtSince, 'it still holds')
    }
  }
})
