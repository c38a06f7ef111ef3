import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import {
  type Event,
  emptySales,
  eventsOf,
  exchangesOf,
  groupsOf,
  isDoing,
  isPaidByExchangesOnly,
  type Story,
  storiesOf,
} from './lab-story.ts'

/** The trace that each recipe of the seventh round leaves for whoever looks, or what makes its crowd look like a team.
 *  They were written by someone who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 5
const MINUTE_SECS = 60
const OLDEST_SECS = 31 * 24 * 3_600
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `independent-evidence/${name}`, launches: LAUNCHES })
    assert.equal(stories.length, LAUNCHES)
    const { plan } = stories[0]!
    assert.deepEqual(emptySales(plan), [])
    const all = eventsOf(plan)
    assert(
      all.every(({ secsAgo }) => secsAgo < OLDEST_SECS),
      'the ledger begins then',
    )
    for (const story of stories) check(story, all)
  })
}
tell('batch-warmed', 'fees of trades before the launch join all of them, and nothing else does', (story, all) => {
  const { members, launch, events, truth } = story
  assert(members.every((wallet) => isPaidByExchangesOnly(story, wallet)))
  assert.deepEqual(truth.relays, [])
  const paid = all.flatMap((event) => {
    if (!isDoing(event, 'buy') || !members.includes(event.action.wallet)) return []
    const feePayer = event.action.dress?.feePayer
    return feePayer === undefined ? [] : [{ from: feePayer, to: event.action.wallet, event }]
  })
  assert(paid.every(({ from, to, event }) => from !== to && event.secsAgo > launch.secsAgo))
  assert(paid.every(({ from }) => members.includes(from)))
  assert.equal(groupsOf(members, paid), 1)
  assert(unique(paid.map(({ from }) => from)).length >= 3)
  assert(events.every(({ action }) => !('dress' in action) || action.dress?.feePayer === undefined))
})

tell(
  'matched-swaps',
  'for each payment by an exchange the purse had paid as much and a fee just before',
  (story, all) => {
    const { members, truth, plan } = story
    const purse = truth.rootFunder!
    const exchanges = exchangesOf(story)
    assert(members.every((wallet) => isPaidByExchangesOnly(story, wallet)))
    const deposits = plan.truth.funding.filter(({ from }) => from === purse)
    assert.equal(deposits.length, members.length)
    const swept = new Map(
      all.flatMap((event) => (isDoing(event, 'sweepSol') ? [[event.action.from, event.action.to] as const] : [])),
    )
    assert(deposits.every(({ to }) => exchanges.has(swept.get(to)!)))
    for (const wallet of members) {
      const [payment, ...more] = story.paymentsTo(wallet)
      assert.deepEqual(more, [])
      const { from, lamports, secsAgo } = payment!
      const fits = deposits.filter((deposit) => {
        const feeBps = Number(((deposit.lamports - lamports) * 10_000n) / deposit.lamports)
        const waitSecs = deposit.secsAgo - secsAgo
        return (
          swept.get(deposit.to) === from && feeBps >= 39 && feeBps <= 100 && waitSecs > 0 && waitSecs < 15 * MINUTE_SECS
        )
      })
      assert(fits.length >= 1)
    }
  },
)

tell('second-skins', 'each bag goes to a wallet that never bought and has its SOL from a tank', (story, all) => {
  const { members, truth, token, buys, plan } = story
  const [owner, ...tanks] = truth.relays
  assert.deepEqual(token.bundlers, [])
  const moved = all.flatMap((event) =>
    isDoing(event, 'sendToken') && event.action.mint === token.mint
      ? [{ from: event.action.from, to: event.action.to, secsAgo: event.secsAgo }]
      : [],
  )
  const bought = unique([token.dev, ...buys.map(({ wallet }) => wallet)])
  const skins = truth.insiders.filter((wallet) => !bought.includes(wallet))
  assert.deepEqual(moved.map(({ to }) => to).sort(), [...skins].sort())
  const old = members.filter((wallet) => !skins.includes(wallet))
  assert.deepEqual(unique(moved.map(({ from }) => from)).sort(), [...old].sort())
  assert(old.every((wallet) => isPaidByExchangesOnly(story, wallet)))
  for (const { to, secsAgo } of moved) {
    const [gas, ...more] = story.paymentsTo(to)
    assert.deepEqual(more, [])
    assert(tanks.includes(gas!.from) && gas!.secsAgo > secsAgo && gas!.lamports < 100_000_000n)
  }
  for (const tank of tanks) assert.deepEqual(unique(story.paymentsTo(tank).map(({ from }) => from)), [owner])
  assert.equal(
    groupsOf(members, [...moved, ...plan.truth.funding.filter(({ from }) => truth.relays.includes(from))]),
    1,
  )
})

tell(
  'dusted-holders',
  'two wallets send specks to dev, most holders after they bought, and as many strangers',
  (story) => {
    const { token, truth, buys, plan } = story
    const specks = plan.truth.funding.filter(({ lamports }) => lamports <= 10_000n)
    const senders = unique(specks.filter(({ to }) => to === token.dev).map(({ from }) => from))
    assert.equal(senders.length, 2)
    for (const sender of senders) {
      const own = specks.filter(({ from }) => from === sender)
      const reached = truth.organic.filter((wallet) => own.some(({ to }) => to === wallet))
      assert(reached.length > truth.organic.length / 2)
      assert(unique(own.map(({ to }) => to)).filter((wallet) => !truth.organic.includes(wallet)).length >= 15)
      const boughtAt = new Map(buys.map(({ wallet, event }) => [wallet, event.secsAgo]))
      const after = own.filter(({ to, secsAgo }) => secsAgo <= (boughtAt.get(to) ?? 0))
      assert(after.length >= reached.length / 2)
    }
  },
)

tell('collectors-coin', 'buyers paid the dev one price before, as others did who do not buy', (story) => {
  const { token, truth, launch } = story
  const exchanges = exchangesOf(story)
  const sales = story.paymentsTo(token.dev).filter(({ from }) => !exchanges.has(from))
  assert.equal(unique(sales.map(({ lamports }) => lamports)).length, 1)
  const times = sales.map(({ secsAgo }) => secsAgo)
  assert(Math.min(...times) > launch.secsAgo && Math.max(...times) - Math.min(...times) <= 32 * MINUTE_SECS)
  const collectors = unique(sales.map(({ from }) => from))
  const buyers = collectors.filter((wallet) => truth.organic.includes(wallet))
  assert(buyers.length >= 6 && buyers.length < collectors.length * 0.7, `${buyers.length} of ${collectors.length}`)
  assert(collectors.every((wallet) => isPaidByExchangesOnly(story, wallet)))
})

tell('stop-losses', 'a dozen sell all within seconds of a large sale, having come one by one', (story) => {
  const { events, buys, launch, token, truth } = story
  const sales = Map.groupBy(
    events.filter((event) => isDoing(event, 'sell')),
    ({ secsAgo }) => secsAgo,
  )
  const [, crash] = [...sales].sort((a, b) => b[1].length - a[1].length)[0]!
  const sellers = crash.map(({ action }) => (action.do === 'sell' ? action.wallet : ''))
  assert(sellers.length >= 8 && !sellers.includes(token.dev))
  assert(sellers.every((wallet) => truth.organic.includes(wallet) && isPaidByExchangesOnly(story, wallet)))
  const [large, ...others] = sellers.map((wallet) => buys.find((buy) => buy.wallet === wallet)!)
  assert(others.every(({ quoteRaw }) => quoteRaw < large!.quoteRaw / 3n))
  assert.equal(unique(others.map(({ dress }) => dress.lookupTable)).length, 1)
  const times = unique(others.map(({ event }) => event.secsAgo))
  assert(times.length >= others.length - 1 && Math.min(...times) < launch.secsAgo * 0.95)
})
