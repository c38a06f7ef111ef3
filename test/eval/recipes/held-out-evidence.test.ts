import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import {
  type Event,
  emptySales,
  eventsOf,
  groupsOf,
  isDoing,
  isPaidByExchangesOnly,
  type Story,
  storiesOf,
} from './lab-story.ts'

/** The trace that each recipe of the sixth round leaves for whoever looks, or what makes its crowd look like a team.
 *  They were written by someone who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 5
const HOUR_SECS = 3_600
const OLDEST_SECS = 31 * 24 * HOUR_SECS
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `held-out-evidence/${name}`, launches: LAUNCHES })
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
type Sent = { readonly mint: string; readonly from: string; readonly to: string; readonly secsAgo: number }
const tokensSent = (all: readonly Event[]): Sent[] =>
  all.flatMap((event) =>
    isDoing(event, 'sendToken')
      ? [{ mint: event.action.mint, from: event.action.from, to: event.action.to, secsAgo: event.secsAgo }]
      : [],
  )
tell(
  'lent-portfolios',
  'couriers stocked by one wallet give every member listed tokens, and nobody pays SOL',
  (story, all) => {
    const { members, launch, truth } = story
    const [stocker, ...couriers] = truth.relays
    assert(couriers.length >= 2)
    assert([...members, ...truth.relays].every((wallet) => isPaidByExchangesOnly(story, wallet)))
    const sent = tokensSent(all).filter(({ secsAgo }) => secsAgo > launch.secsAgo)
    for (const courier of couriers)
      assert.deepEqual(
        sent.filter(({ to }) => to === courier).map(({ from }) => from),
        [stocker],
      )
    const loans = sent.filter(({ from }) => couriers.includes(from))
    assert.deepEqual(unique(loans.map(({ to }) => to)).sort(), [...members].sort())
    assert(loans.every(({ from, secsAgo }) => sent.find(({ to }) => to === from)!.secsAgo > secsAgo))
  },
)

tell(
  'gathered-coins',
  'bags of all buyers meet in few wallets that never bought, all of them connected',
  (story, all) => {
    const { members, buys, launch, token } = story
    assert.deepEqual(token.bundlers, [])
    assert(members.every((wallet) => isPaidByExchangesOnly(story, wallet)))
    const gathered = tokensSent(all).filter(({ mint }) => mint === token.mint)
    const exits = unique(gathered.map(({ to }) => to))
    assert(exits.length >= 2 && exits.length <= 5)
    const bought = [token.dev, ...buys.map(({ wallet }) => wallet)]
    assert(exits.every((wallet) => members.includes(wallet) && !bought.includes(wallet)))
    assert.equal(groupsOf(members, gathered), 1)
    for (const { from, secsAgo } of gathered) {
      const own = buys.find(({ wallet }) => wallet === from)?.event ?? launch
      assert(own.secsAgo > secsAgo)
    }
  },
)

tell('crowded-purse', 'most payees of the purse are strangers, most of its money is the team’s', (story) => {
  const { members, truth, plan } = story
  const purse = truth.rootFunder!
  const paid = plan.truth.funding.filter(({ from }) => from === purse)
  const isOurs = ({ to }: { to: string }): boolean => members.includes(to)
  const sum = (rows: typeof paid): bigint => rows.reduce((total, { lamports }) => total + lamports, 0n)
  for (const wallet of members) assert.deepEqual(unique(story.paymentsTo(wallet).map(({ from }) => from)), [purse])
  const strangers = paid.filter((row) => !isOurs(row))
  assert(unique(strangers.map(({ to }) => to)).length > members.length)
  assert(sum(strangers) * 10n < sum(paid.filter(isOurs)))
  assert(strangers.some(({ to }) => truth.organic.includes(to)))
  // A stranger had another payer first.
  for (const { to, secsAgo } of strangers) assert(story.paymentsTo(to).some((row) => row.secsAgo > secsAgo))
  const fills = story.paymentsTo(purse)
  assert(fills.length >= 2 && isPaidByExchangesOnly(story, purse))
})

tell('change-returned', 'members who sold nothing yet send their SOL by tills to one chest', (story, all) => {
  const { members, insiderBuys, truth, events, launch } = story
  const chest = truth.relays.at(-1)!
  assert(members.every((wallet) => isPaidByExchangesOnly(story, wallet)))
  const sweeps = all.flatMap((event) =>
    isDoing(event, 'sweepSol') ? [{ from: event.action.from, to: event.action.to, secsAgo: event.secsAgo }] : [],
  )
  for (const wallet of members) {
    const [own, ...more] = sweeps.filter(({ from }) => from === wallet)
    assert.deepEqual(more, [])
    assert(truth.relays.includes(own!.to) && own!.to !== chest)
    const emptied = sweeps.find(({ from }) => from === own!.to)!
    assert.equal(emptied.to, chest)
    assert(emptied.secsAgo < own!.secsAgo)
    const bought = insiderBuys.find((buy) => buy.wallet === wallet)?.event ?? launch
    assert(bought.secsAgo > own!.secsAgo)
    const sale = events.find((event) => isDoing(event, 'sell') && event.action.wallet === wallet)
    assert(sale === undefined || sale.secsAgo < own!.secsAgo)
  }
})

tell(
  'whip-round',
  'holders pay one wallet after they bought; it pays nobody but a seller of advertisements',
  (story, all) => {
    const { truth, buys } = story
    const gifts = Map.groupBy(
      truth.organic.flatMap((wallet) => story.plan.truth.funding.filter(({ from }) => from === wallet)),
      ({ to }) => to,
    )
    const [fund, rows] = [...gifts].sort((a, b) => b[1].length - a[1].length)[0]!
    const givers = unique(rows.map(({ from }) => from))
    assert(givers.length >= 8)
    for (const { from, secsAgo } of rows)
      assert(buys.some(({ wallet, event }) => wallet === from && event.secsAgo > secsAgo))
    const spent = all.flatMap(({ action, secsAgo }) =>
      (action.do === 'sweepSol' || action.do === 'sendSol') && action.from === fund ? [{ to: action.to, secsAgo }] : [],
    )
    assert.equal(spent.length, 1)
    assert(rows.every(({ secsAgo }) => secsAgo > spent[0]!.secsAgo))
    const clients = all.filter((event) => isDoing(event, 'sendSol') && event.action.to === spent[0]!.to)
    assert(clients.length >= 10)
    assert(!truth.organic.includes(spent[0]!.to))
  },
)

tell(
  'game-earnings',
  'one wallet sends a listed token to many, of whom a third buys with money of its own too',
  (story, all) => {
    const { truth, token } = story
    const byPayer = Map.groupBy(
      tokensSent(all).filter(({ mint }) => mint !== token.mint),
      ({ from }) => from,
    )
    const studios = [...byPayer].filter(([, rows]) => rows.some(({ to }) => truth.organic.includes(to)))
    const [, rows] = studios.sort(
      (a, b) =>
        countBuyers(
          b[1].map(({ to }) => to),
          truth.organic,
        ) -
        countBuyers(
          a[1].map(({ to }) => to),
          truth.organic,
        ),
    )[0]!
    const players = unique(rows.map(({ to }) => to))
    const buyers = players.filter((wallet) => truth.organic.includes(wallet))
    assert(buyers.length >= 9 && players.length > buyers.length * 2)
    assert(players.every((wallet) => isPaidByExchangesOnly(story, wallet)))
    assert(
      players.some(
        (wallet) =>
          first(story, wallet) < Math.max(...rows.filter((row) => row.to === wallet).map(({ secsAgo }) => secsAgo)),
      ),
    )
  },
)
const countBuyers = (wallets: readonly string[], organic: readonly string[]): number =>
  unique(wallets).filter((wallet) => organic.includes(wallet)).length
/** When its first SOL came. */
const first = (story: Story, wallet: string): number =>
  Math.max(...story.paymentsTo(wallet).map(({ secsAgo }) => secsAgo))

tell(
  'wallet-migration',
  'many new wallets get the coin within hours, each from one old wallet that gives all',
  (story, all) => {
    const { truth, token, buys } = story
    const moved = tokensSent(all).filter(({ mint }) => mint === token.mint)
    const people = truth.entities ?? []
    assert(people.length >= 8 && people.every(({ kind }) => kind === 'person'))
    assert.deepEqual(
      moved.map(({ from, to }) => [from, to].sort().join()).sort(),
      people.map(({ wallets }) => [...wallets].sort().join()).sort(),
    )
    const bought = new Set(buys.map(({ wallet }) => wallet))
    assert(moved.every(({ from, to }) => bought.has(from) && !bought.has(to)))
    const times = moved.map(({ secsAgo }) => secsAgo)
    assert(Math.max(...times) - Math.min(...times) < 8 * HOUR_SECS)
  },
)
