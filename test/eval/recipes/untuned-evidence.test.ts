import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { type Event, emptySales, eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** The trace that each recipe of the third round leaves for whoever looks. They were written by someone who had not
 *  read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 4
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `untuned/${name}`, launches: LAUNCHES })
    const { plan } = stories[0]!
    assert.deepEqual(emptySales(plan), [])
    for (const story of stories) check(story, eventsOf(plan))
  })
}

tell('late-purse', 'after the launch one purse pays each insider, minutes before it buys', (story) => {
  assert.deepEqual(story.token.bundlers, [])
  for (const { wallet, event } of story.insiderBuys) {
    const payments = story.paymentsTo(wallet)
    assert.deepEqual(
      payments.map(({ from }) => from),
      [story.truth.rootFunder],
    )
    const { secsAgo } = payments[0]!
    assert(secsAgo < story.launch.secsAgo)
    assert(secsAgo > event.secsAgo && secsAgo - event.secsAgo <= 5 * 60)
  }
})

tell('test-payments', 'the dev sent a speck to each insider, and exchanges everything else', (story) => {
  const exchanges = exchangesOf(story)
  for (const wallet of story.truth.insiders) {
    const [own, others] = [true, false].map((isDev) =>
      story.paymentsTo(wallet).filter(({ from }) => (from === story.token.dev) === isDev),
    )
    assert.equal(own!.length, 1)
    assert(own![0]!.lamports < 10_000_000n && own![0]!.secsAgo > story.launch.secsAgo)
    assert(others!.length > 0 && others!.every(({ from }) => exchanges.has(from)))
  }
})

tell('same-deposit', 'each member paid one deposit address before, which pays an exchange', (story, all) => {
  const exchanges = exchangesOf(story)
  const deposit = story.truth.collector ?? story.truth.relays.at(-1)!
  for (const wallet of story.members) {
    assert(story.paymentsTo(wallet).every(({ from }) => exchanges.has(from)))
    assert(
      all.some(
        (event) =>
          isDoing(event, 'sendSol') &&
          event.action.from === wallet &&
          event.action.to === deposit &&
          event.secsAgo > story.launch.secsAgo,
      ),
    )
  }
  const forwarded = all.filter((event) => isDoing(event, 'sweepSol') && event.action.from === deposit)
  assert(forwarded.length > 0)
  assert(forwarded.every(({ action }) => exchanges.has((action as { to: string }).to)))
})

tell('washed-peel', 'wrapped SOL comes down a chain to every member, and insiders trade both ways', (story, all) => {
  const { relays } = story.truth
  const wrapped = all.flatMap(({ action }) => (action.do === 'payWrapped' ? [action] : []))
  const payersOf = (wallet: string): string[] => wrapped.flatMap(({ from, to }) => (to === wallet ? [from] : []))
  for (const wallet of story.members) {
    const [payer, ...more] = payersOf(wallet)
    assert.deepEqual(more, [])
    assert(relays.includes(payer!))
  }
  assert.deepEqual(relays.slice(1).flatMap(payersOf), relays.slice(0, -1))
  for (const wallet of story.truth.insiders) {
    assert(story.buys.filter((buy) => buy.wallet === wallet).length >= 3)
    assert(story.events.filter((event) => isDoing(event, 'sell') && event.action.wallet === wallet).length >= 2)
  }
})

/** Who pays most of the wallets that are organic here, and whom it pays. */
function commonPayer(story: Story): { buyers: string[]; paid: Story['plan']['truth']['funding'] } {
  const exchanges = exchangesOf(story)
  const byPayer = Map.groupBy(
    story.truth.organic.flatMap((wallet) => story.paymentsTo(wallet)).filter(({ from }) => !exchanges.has(from)),
    ({ from }) => from,
  )
  const [payer, rows] = [...byPayer].sort((a, b) => b[1].length - a[1].length)[0]!
  return {
    buyers: unique(rows.map(({ to }) => to)),
    paid: story.plan.truth.funding.filter(({ from }) => from === payer),
  }
}

tell('payday', 'a payer of weeks pays buyers and many more the same sum each week', (story) => {
  const { buyers, paid } = commonPayer(story)
  assert(buyers.length >= 6)
  const staff = Map.groupBy(paid, ({ to }) => to)
  assert(staff.size > buyers.length * 2)
  for (const rows of staff.values()) assert.equal(unique(rows.map(({ lamports }) => lamports)).length, 1)
  const times = paid.map(({ secsAgo }) => secsAgo)
  assert(Math.max(...times) - Math.min(...times) > 14 * 86_400)
})

tell('quest-rewards', 'small rewards reach many more than buy, for some before any other SOL', (story) => {
  const { buyers, paid } = commonPayer(story)
  assert(buyers.length >= 10)
  assert(unique(paid.map(({ to }) => to)).length >= buyers.length * 4)
  assert(paid.every(({ lamports }) => lamports <= 50_000_000n))
  const first = (wallet: string): number => Math.max(...story.paymentsTo(wallet).map(({ secsAgo }) => secsAgo))
  assert(paid.some(({ to, secsAgo }) => secsAgo === first(to)))
})
