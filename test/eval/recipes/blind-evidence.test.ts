import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import { type Event, emptySales, eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** The trace that each recipe of the fourth round leaves for whoever looks, or what makes its crowd look like a team.
 *  They were written by someone who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 4
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `blind/${name}`, launches: LAUNCHES })
    const { plan } = stories[0]!
    assert.deepEqual(emptySales(plan), [])
    for (const story of stories) check(story, eventsOf(plan))
  })
}
const paidByExchangesOnly = (story: Story, wallet: string): boolean => {
  const exchanges = exchangesOf(story)
  return story.paymentsTo(wallet).every(({ from }) => exchanges.has(from))
}
/** Who bought each other token that the same team stands behind. */
const earlierBuyers = ({ plan, token }: Story, all: readonly Event[]): string[][] =>
  plan.truth.tokens
    .filter(({ mint, teamId }) => teamId === token.teamId && mint !== token.mint)
    .map(({ mint }) =>
      unique(
        all.flatMap((event) => (isDoing(event, 'buy') && event.action.mint === mint ? [event.action.wallet] : [])),
      ),
    )

tell('travelling-cohort', 'each member was in two or three earlier coins, and nobody paid anybody', (story, all) => {
  assert.deepEqual(story.token.bundlers, [])
  const earlier = earlierBuyers(story, all)
  assert.equal(earlier.length, 3)
  for (const wallet of story.members) {
    assert(paidByExchangesOnly(story, wallet))
    assert(earlier.filter((buyers) => buyers.includes(wallet)).length >= 2)
  }
})

tell('gas-lenders', 'small payments after the last purchase join all members', (story) => {
  const loans = story.plan.truth.funding.filter(({ from }) => story.members.includes(from))
  assert.equal(loans.length, story.members.length - 1)
  const joined = new Set([loans[0]!.from])
  for (let round = 0; round < loans.length; round++)
    for (const { from, to } of loans) if (joined.has(from) || joined.has(to)) joined.add(from).add(to)
  assert.deepEqual([...joined].sort(), [...story.members].sort())
  const lastBuySecsAgo = Math.min(...story.insiderBuys.map(({ event }) => event.secsAgo))
  for (const { lamports, secsAgo } of loans) assert(lamports <= 30_000_000n && secsAgo < lastBuySecsAgo)
})

tell('swapped-hands', 'right behind each sale of a bundler a new wallet buys', (story) => {
  const { token, truth, events, insiderBuys } = story
  const second = truth.insiders.filter((wallet) => !token.bundlers.includes(wallet))
  assert(second.length >= token.bundlers.length)
  for (const wallet of truth.insiders) assert(paidByExchangesOnly(story, wallet))
  for (const wallet of second) {
    const buy = insiderBuys.find((one) => one.wallet === wallet)!
    const before = events[events.indexOf(buy.event) - 1]!
    assert(isDoing(before, 'sell') && before.secsAgo === buy.event.secsAgo)
    assert(token.bundlers.includes(before.action.wallet))
  }
})

tell('junk-coin-payroll', 'all members sold one coin in the minutes after its paymaster bought', (story, all) => {
  const [junk, ...others] = earlierBuyers(story, all)
  assert.deepEqual(others, [])
  assert.deepEqual([...junk!].sort(), [...story.members, story.truth.rootFunder!].sort())
  for (const { wallet, quoteRaw } of story.insiderBuys) {
    assert(paidByExchangesOnly(story, wallet))
    const paid = story.paymentsTo(wallet).reduce((sum, { lamports }) => sum + lamports, 0n)
    assert(paid < quoteRaw, 'it could not have bought without its gain')
  }
})

tell('copy-traders', 'a dozen buy through one bot in the slots after one purchase, with their own money', (story) => {
  const copies = story.buys.filter(({ event }) => event.slotsLater > 0 && event.secsAgo < story.launch.secsAgo)
  assert(copies.length >= 8)
  assert.equal(unique(copies.map(({ dress }) => dress.lookupTable)).length, 1)
  assert(copies.every(({ wallet }) => story.truth.organic.includes(wallet)))
  assert(unique(copies.map(({ wallet }) => story.paymentsTo(wallet)[0]!.from)).length >= 3)
})

tell('presale-refunds', 'one wallet paid many buyers before the launch, and each had paid it more', (story) => {
  const { funding } = story.plan.truth
  const refunds = funding.filter(({ to }) => story.truth.organic.includes(to))
  const presales = unique(refunds.map(({ from }) => from)).filter((from) => {
    const paid = refunds.filter((one) => one.from === from)
    return paid.length >= 11 && !exchangesOf(story).has(from)
  })
  assert(presales.length >= 1)
  for (const presale of presales)
    for (const { to, lamports, secsAgo } of refunds.filter(({ from }) => from === presale)) {
      const given = funding.find((one) => one.from === to && one.to === presale)
      assert(given !== undefined && given.lamports > lamports && given.secsAgo > secsAgo)
    }
})
