import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { USDC_MINT } from '../../../src/contract/mints.ts'
import { type Event, emptySales, eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** The trace that each recipe of the fifth round leaves for whoever looks, or what makes its crowd look like a team.
 *  They were written by someone who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 5
const HOUR_SECS = 3_600
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `unseen/${name}`, launches: LAUNCHES })
    assert.equal(stories.length, LAUNCHES)
    const { plan } = stories[0]!
    assert.deepEqual(emptySales(plan), [])
    const all = eventsOf(plan)
    for (const story of stories) check(story, all)
  })
}
const isPaidByExchangesOnly = (story: Story, wallet: string): boolean => {
  const exchanges = exchangesOf(story)
  return story.paymentsTo(wallet).every(({ from }) => exchanges.has(from))
}
/** Where the wallet sent all its SOL, in order. */
const sweepsFrom = (all: readonly Event[], wallet: string): { to: string; secsAgo: number }[] =>
  all.flatMap((event) =>
    isDoing(event, 'sweepSol') && event.action.from === wallet ? [{ to: event.action.to, secsAgo: event.secsAgo }] : [],
  )

tell('staged-takeover', 'what the dump brought joins the chest whose hubs pay all later buyers', (story, all) => {
  const { token, truth, events, insiderBuys } = story
  const chest = truth.rootFunder!
  const dump = events.find((event) => isDoing(event, 'sell') && event.action.wallet === token.dev)!
  const [toPocket] = sweepsFrom(all, token.dev)
  const [toChest] = sweepsFrom(all, toPocket!.to)
  assert.equal(toChest!.to, chest)
  assert(dump.secsAgo > toPocket!.secsAgo && toPocket!.secsAgo > toChest!.secsAgo)
  assert(isPaidByExchangesOnly(story, token.dev))
  const exchanges = exchangesOf(story)
  for (const { wallet, event } of insiderBuys) {
    assert(event.secsAgo < toChest!.secsAgo)
    const [payment, ...more] = story.paymentsTo(wallet).filter(({ from }) => !exchanges.has(from))
    assert.deepEqual(more, [])
    assert(payment!.secsAgo > event.secsAgo && payment!.secsAgo - event.secsAgo <= HOUR_SECS / 2)
    assert(story.paymentsTo(payment!.from).every(({ from }) => from === chest))
  }
})

tell('maker-lanes', "every insider's SOL goes to the next one or to the wallet that paid the dev", (story, all) => {
  const { token, truth, insiderBuys } = story
  const main = truth.rootFunder!
  assert.deepEqual(unique(story.paymentsTo(token.dev).map(({ from }) => from)), [main])
  const first = (wallet: string) => sweepsFrom(all, wallet)[0]!
  const heads = truth.insiders.filter((wallet) => story.paymentsTo(wallet).length > 0)
  assert(heads.length >= 2 && heads.every((wallet) => isPaidByExchangesOnly(story, wallet)))
  const walked = heads.flatMap((head) => {
    const lane = [head]
    while (first(lane.at(-1)!).to !== main) {
      const { to, secsAgo } = first(lane.at(-1)!)
      assert(insiderBuys.find(({ wallet }) => wallet === to)!.event.secsAgo < secsAgo)
      lane.push(to)
    }
    return lane
  })
  assert.deepEqual(walked.sort(), [...truth.insiders].sort())
})

tell('warmed-wallets', 'day after day most members trade one listed token within two hours', (story, all) => {
  const { launch, members, token, truth } = story
  assert(members.every((wallet) => isPaidByExchangesOnly(story, wallet)))
  const earlier = all.filter(
    (event) =>
      (isDoing(event, 'buy') || isDoing(event, 'sell')) &&
      members.includes(event.action.wallet) &&
      event.secsAgo > launch.secsAgo,
  )
  const sessions: Event[][] = []
  for (const event of earlier) {
    const last = sessions.at(-1)?.at(-1)
    if (last === undefined || last.secsAgo - event.secsAgo > HOUR_SECS) sessions.push([event])
    else sessions.at(-1)!.push(event)
  }
  assert(sessions.length >= 5)
  for (const session of sessions) {
    assert.equal(unique(session.map(({ action }) => (action as { mint: string }).mint)).length, 1)
    assert(session[0]!.secsAgo - session.at(-1)!.secsAgo < 2 * HOUR_SECS)
    assert(session.length >= members.length * 0.4, `${session.length} of ${members.length}`)
  }
  const dollars = all.flatMap(({ action }) =>
    action.do === 'sendToken' && action.mint === USDC_MINT && members.includes(action.from) ? [action] : [],
  )
  assert.deepEqual(
    dollars.map(({ from }) => from).sort(),
    token.rugged ? [...members].sort() : [],
    'proceeds of all members, once there are any',
  )
  assert(dollars.every(({ to }) => to === truth.collector))
})

tell('paid-holders', 'each buyer gets a little more than its stake from wallets of who paid the dev', (story) => {
  const { token, truth, insiderBuys } = story
  const [chest, ...payouts] = truth.relays
  assert.deepEqual(unique(story.paymentsTo(token.dev).map(({ from }) => from)), [chest])
  for (const payout of payouts) assert(story.paymentsTo(payout).every(({ from }) => from === chest))
  const lastBuySecsAgo = Math.min(...insiderBuys.map(({ event }) => event.secsAgo))
  const exchanges = exchangesOf(story)
  for (const { wallet, quoteRaw } of insiderBuys) {
    const own = story.paymentsTo(wallet).filter(({ from }) => exchanges.has(from))
    assert(own.reduce((sum, { lamports }) => sum + lamports, 0n) > quoteRaw, 'it pays with its own money')
    const [refund, ...more] = story.paymentsTo(wallet).filter(({ from }) => !exchanges.has(from))
    assert.deepEqual(more, [])
    assert(payouts.includes(refund!.from) && refund!.secsAgo < lastBuySecsAgo)
    assert(refund!.lamports > quoteRaw && refund!.lamports < (quoteRaw * 115n) / 100n + 10_000_000n)
  }
})

tell(
  'relaunched-community',
  'buyers of the first hour leave one earlier coin in that hour, and only exchanges paid them',
  (story, all) => {
    const { plan, launch, truth } = story
    const boughtBefore = (mint: string): string[] =>
      unique(all.flatMap((event) => (isDoing(event, 'buy') && event.action.mint === mint ? [event.action.wallet] : [])))
    const [old] = plan.truth.tokens
      .filter(({ recipe }) => recipe?.name === 'abandoned-coin')
      .map(({ mint, dev }) => ({
        mint,
        dev,
        both: boughtBefore(mint).filter((wallet) => truth.organic.includes(wallet)),
      }))
      .sort((a, b) => b.both.length - a.both.length)
    assert(old!.both.length >= 10, `${old!.both.length}`)
    const members = old!.both.filter((wallet) =>
      story.buys.some((buy) => buy.wallet === wallet && launch.secsAgo - buy.event.secsAgo <= HOUR_SECS),
    )
    assert(members.length >= 10)
    // One or two of the lab's people, whom friends had paid, may be among them by chance.
    const paidByExchanges = members.filter((wallet) => isPaidByExchangesOnly(story, wallet))
    assert(paidByExchanges.length >= 10 && members.length - paidByExchanges.length <= 2)
    assert(
      all.some(
        (event) => isDoing(event, 'sell') && event.action.wallet === old!.dev && event.action.mint === old!.mint,
      ),
    )
    const leave = all.filter(
      (event) =>
        isDoing(event, 'sell') &&
        event.action.mint === old!.mint &&
        members.includes(event.action.wallet) &&
        Math.abs(event.secsAgo - launch.secsAgo) <= HOUR_SECS,
    )
    assert(leave.length >= members.length / 2)
  },
)

tell('card-app', 'one wallet pays new buyers minutes before, and three times as many others', (story, all) => {
  const exchanges = exchangesOf(story)
  const { funding } = story.plan.truth
  const byPayer = Map.groupBy(
    story.truth.organic.flatMap((wallet) => story.paymentsTo(wallet)).filter(({ from }) => !exchanges.has(from)),
    ({ from }) => from,
  )
  const [app, rows] = [...byPayer].sort((a, b) => b[1].length - a[1].length)[0]!
  assert(rows.length >= 11)
  assert(story.paymentsTo(app).every(({ from }) => exchanges.has(from)))
  const customers = unique(funding.filter(({ from }) => from === app).map(({ to }) => to))
  assert(customers.length >= rows.length * 3)
  assert(
    customers.every((wallet) => story.paymentsTo(wallet).length === 1),
    'their first and only money',
  )
  const atOnce = rows.filter(({ to, secsAgo }) =>
    story.buys.some(({ wallet, event }) => wallet === to && secsAgo - event.secsAgo <= HOUR_SECS / 4),
  )
  assert(atOnce.length >= 4)
  const intakes = unique(customers.flatMap((wallet) => sweepsFrom(all, wallet).map(({ to }) => to)))
  assert.equal(intakes.length, 1)
})
