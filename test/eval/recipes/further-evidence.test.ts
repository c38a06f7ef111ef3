import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELD_OUT_RECIPES, TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import type { Action } from '../../../sandbox/world/plan-types.ts'
import { TIP_ACCOUNTS } from '../../../sandbox/world/tip-accounts.ts'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { type Event, emptySales, eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** The trace that each recipe of the second round leaves for whoever looks, and what it keeps from sight. They were
 *  written by someone who had not read the engines. */

const RECIPES = [...TUNED_RECIPES, ...HELD_OUT_RECIPES]
const LAUNCHES = 4
type Together = Event<Action & { do: 'buyTogether' }>
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story, all: readonly Event[]) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    const stories = storiesOf(recipe, { seed: `held-out/${name}`, launches: LAUNCHES })
    const all = eventsOf(stories[0]!.plan)
    for (const story of stories) check(story, all)
  })
}
const paidBy = (story: Story, wallet: string): string[] => unique(story.paymentsTo(wallet).map(({ from }) => from))
/** SOL that reached a wallet by an ordinary transfer before its token was launched. */
const transfersTo = (all: readonly Event[], wallet: string): string[] =>
  all.flatMap((event) => (isDoing(event, 'sendSol') && event.action.to === wallet ? [event.action.from] : []))

test('no one in any recipe sells or sends a token that is not there', () => {
  for (const recipe of RECIPES)
    assert.deepEqual(emptySales(storiesOf(recipe, { seed: 'empty', launches: LAUNCHES })[0]!.plan), [], recipe.name)
})

tell(
  'wrapped-payroll',
  'SOL comes from exchanges alone; the purse sends each member the token and it unwraps',
  (story, all) => {
    const exchanges = exchangesOf(story)
    for (const wallet of story.members) {
      assert(transfersTo(all, wallet).every((from) => exchanges.has(from)))
      const paid = all.filter((event) => isDoing(event, 'payWrapped') && event.action.to === wallet)
      assert.deepEqual(
        paid.map(({ action }) => [(action as { from: string }).from, (action as { how: string }).how]),
        [[story.truth.rootFunder, 'token']],
      )
      const unwrapped = all.find((event) => isDoing(event, 'unwrap') && event.action.wallet === wallet)!
      assert(unwrapped.secsAgo < paid[0]!.secsAgo && unwrapped.secsAgo > story.launch.secsAgo)
    }
  },
)

tell(
  'closed-accounts',
  'no transfer of SOL leads to any member; the wallets that close lead back to one',
  (story, all) => {
    for (const wallet of story.members) {
      assert.deepEqual(transfersTo(all, wallet), [])
      const [closer, ...others] = paidBy(story, wallet)
      assert.deepEqual(others, [])
      assert.deepEqual(paidBy(story, closer!), [story.truth.rootFunder])
    }
  },
)

tell(
  'dollar-payroll',
  'one wallet sends all of them dollars, and each swaps them back before the launch',
  (story, all) => {
    const exchanges = exchangesOf(story)
    for (const wallet of story.members) {
      assert(transfersTo(all, wallet).every((from) => exchanges.has(from)))
      const sent = all.filter((event) => isDoing(event, 'sendToken') && event.action.to === wallet)
      assert.deepEqual(
        sent.slice(0, 1).map(({ action }) => (action as { from: string }).from),
        [story.truth.rootFunder],
      )
      const swapped = all.find(
        (event) => isDoing(event, 'buy') && event.action.wallet === wallet && event.action.mint === WSOL_MINT,
      )!
      assert(swapped.secsAgo < sent[0]!.secsAgo && swapped.secsAgo > story.launch.secsAgo)
    }
  },
)

tell('funding-tree', 'members have four payers, paid on different days by one root', (story) => {
  const hubs = unique(story.members.flatMap((wallet) => paidBy(story, wallet)))
  assert.equal(hubs.length, 4)
  for (const hub of hubs) assert.deepEqual(paidBy(story, hub), [story.truth.rootFunder])
  const days = hubs.map((hub) => story.paymentsTo(hub)[0]!.secsAgo / 86_400)
  assert(Math.max(...days) - Math.min(...days) > 1)
})

tell('rug-recycling', 'every payer of a member dumped one earlier coin with the other payers', (story, all) => {
  const payers = unique(story.members.flatMap((wallet) => paidBy(story, wallet)))
  assert(payers.length >= 4)
  const prior = story.plan.truth.tokens.find(({ recipe }) => recipe?.insiders.includes(payers[0]!))!
  assert.notEqual(prior.dev, story.token.dev)
  for (const payer of payers) {
    assert(prior.recipe!.insiders.includes(payer))
    assert.deepEqual(paidBy(story, payer), [story.truth.rootFunder])
    const dumped = all.find(
      (event) => isDoing(event, 'sell') && event.action.mint === prior.mint && event.action.wallet === payer,
    )!
    const passedOn = story.plan.truth.funding.filter(({ from }) => from === payer)
    assert(passedOn.every(({ secsAgo }) => secsAgo < dumped.secsAgo))
  }
})

tell('bought-wallets', 'first payers are exchanges weeks before; the last payer of all of them is one', (story) => {
  const exchanges = exchangesOf(story)
  const first = story.members.map((wallet) => [...story.paymentsTo(wallet)].sort((a, b) => b.secsAgo - a.secsAgo)[0]!)
  assert(first.every(({ from }) => exchanges.has(from)))
  assert(first.every(({ secsAgo }) => secsAgo - story.launch.secsAgo > 4 * 86_400))
  assert(unique(first.map(({ from }) => from)).length > 1)
  for (const wallet of story.members) {
    const last = [...story.paymentsTo(wallet)].sort((a, b) => a.secsAgo - b.secsAgo)[0]!
    assert.equal(last.from, story.truth.rootFunder)
  }
})

tell('two-teams', 'the gang has a purse and a till of its own, and buys beside the team', (story, all) => {
  const [gang, ...more] = story.truth.entities!
  assert.deepEqual(more, [])
  assert.equal(gang!.kind, 'team')
  const entity = story.plan.truth.entities.find(({ wallets }) => wallets.includes(gang!.wallets[0]!))!
  assert.notEqual(entity.rootFunder, story.truth.rootFunder)
  for (const wallet of gang!.wallets) {
    assert(!story.members.includes(wallet))
    assert(entity.wallets.includes(wallet))
    const swept = all.find((event) => isDoing(event, 'sweepSol') && event.action.from === wallet)!
    assert(entity.wallets.includes((swept.action as { to: string }).to))
    const [bought] = story.buys.filter((buy) => buy.wallet === wallet)
    assert(bought!.event.secsAgo === story.launch.secsAgo && bought!.event.slotsLater <= 2)
  }
})

tell('split-bundle', 'two slots in a row end in tips of one wallet to two accounts; a member paid the dev', (story) => {
  const tips = story.insiderBuys.flatMap(({ dress, event }) =>
    dress.tip ? [{ ...dress.tip, slot: event.slotsLater }] : [],
  )
  assert.deepEqual(unique(tips.map(({ slot }) => slot)), [0, 1])
  const tippers = unique(tips.map(({ from }) => from))
  assert.equal(tippers.length, 1)
  assert(story.truth.relays.includes(tippers[0]!))
  const accounts = unique(tips.map(({ to }) => to))
  assert.equal(accounts.length, 2)
  assert(accounts.every((to) => (TIP_ACCOUNTS as readonly string[]).includes(to)))
  assert(story.truth.insiders.includes(paidBy(story, story.token.dev)[0]!))
  const together = story.events.filter((event): event is Together => isDoing(event, 'buyTogether'))
  assert(together.filter(({ action }) => action.buys.length > 1).length >= together.length - 2)
})

tell(
  'relay-authority',
  'each buys several times with other budgets; nonces and table are of one relay',
  (story, all) => {
    for (const wallet of story.truth.insiders) {
      const own = story.insiderBuys.filter((buy) => buy.wallet === wallet)
      assert(own.length >= 2)
      assert.equal(unique(own.map(({ dress }) => dress.unitPriceMicroLamports)).length, own.length)
      assert(
        own.some(({ dress }) => dress.nonce !== undefined) && own.some(({ dress }) => dress.lookupTable !== undefined),
      )
    }
    const authorities = unique(story.insiderBuys.flatMap(({ dress }) => dress.nonce?.authority ?? []))
    const [table, ...others] = unique(story.insiderBuys.flatMap(({ dress }) => dress.lookupTable ?? []))
    assert.deepEqual(others, [])
    const made = all.find((event) => isDoing(event, 'makeLookupTable') && event.action.label === table)!
    assert.deepEqual(authorities, [(made.action as { wallet: string }).wallet])
    assert(story.truth.relays.includes(authorities[0]!))
  },
)

tell('small-sales', 'nobody buys in the launch slot; all sell in parts and pay collectors in a chain', (story, all) => {
  assert.deepEqual(story.token.bundlers, [])
  const collectors = new Set([...story.truth.relays, story.truth.collector!])
  for (const wallet of story.truth.insiders) {
    assert(story.events.filter((event) => isDoing(event, 'sell') && event.action.wallet === wallet).length >= 3)
    const sweeps = all.filter((event) => isDoing(event, 'sweepSol') && event.action.from === wallet)
    assert(sweeps.length >= 1)
    for (const { action } of sweeps) assert(collectors.has((action as { to: string }).to))
  }
  const chain = all.filter((event) => isDoing(event, 'sweepSol') && collectors.has(event.action.from))
  assert.equal(chain.length, collectors.size - 1)
  assert.equal((chain.at(-1)!.action as { to: string }).to, story.truth.collector)
})

tell('daisy-chain', 'no wallet pays two members, and the last one pays the first', (story) => {
  const members = new Set(story.members)
  const edges = story.members.flatMap((wallet) =>
    story.paymentsTo(wallet).flatMap(({ from }) => (members.has(from) ? [[from, wallet] as const] : [])),
  )
  assert.equal(edges.length, members.size)
  const next = new Map(edges)
  assert.equal(next.size, members.size)
  let at = story.members[0]!
  const walked = new Set<string>()
  while (!walked.has(at)) {
    walked.add(at)
    at = next.get(at)!
  }
  assert.equal(walked.size, members.size)
})

tell(
  'friends-onboarded',
  'one person gives three others their first SOL, and none of them is joined in the truth',
  (story) => {
    assert.equal(story.truth.entities, undefined)
    const { organic } = story.truth
    const gifts = story.plan.truth.funding.filter(({ kind, from }) => kind === 'direct' && organic.includes(from))
    const circles = [...Map.groupBy(gifts, ({ from }) => from).values()].map((given) => given.map(({ to }) => to))
    assert(circles.some((friends) => friends.length === 3 && friends.some((to) => organic.includes(to))))
  },
)

tell(
  'sponsored-fees',
  'one service pays the fees of many buyers, and of trades in other tokens for longer',
  (story, all) => {
    const payers = Map.groupBy(
      story.buys.filter(({ dress }) => dress.feePayer !== undefined),
      ({ dress }) => dress.feePayer!,
    )
    assert.equal(payers.size, 1)
    const [sponsor, users] = [...payers][0]!
    assert(users.length >= 12 && users.every(({ wallet }) => story.truth.organic.includes(wallet)))
    const elsewhere = all.filter(
      (event) =>
        isDoing(event, 'buy') && event.action.dress?.feePayer === sponsor && event.action.mint !== story.token.mint,
    )
    assert(elsewhere.length > users.length)
    assert(elsewhere.some(({ secsAgo }) => secsAgo > story.launch.secsAgo + 5 * 86_400))
  },
)

tell('two-wallets', 'the wallets of one person pay each other both ways and both buy', (story) => {
  assert(story.truth.entities!.length >= 1)
  for (const { kind, wallets } of story.truth.entities!) {
    assert.equal(kind, 'person')
    const [main, savings] = wallets
    assert.equal(wallets.length, 2)
    assert.deepEqual(paidBy(story, savings!), [main])
    assert(paidBy(story, main!).includes(savings!))
    for (const wallet of wallets) assert(story.buys.some((buy) => buy.wallet === wallet))
  }
})

tell('trading-firm', 'desks of one treasury trade both sides of this coin and others', (story, all) => {
  const [firm, ...more] = story.truth.entities!
  assert.deepEqual(more, [])
  assert.equal(firm!.kind, 'firm')
  assert.equal(unique(firm!.wallets.flatMap((desk) => paidBy(story, desk))).length, 1)
  for (const desk of firm!.wallets) {
    const trades = all.filter(
      (event) => (isDoing(event, 'buy') || isDoing(event, 'sell')) && event.action.wallet === desk,
    )
    assert.equal(unique(trades.map(({ action }) => action.do)).length, 2)
    assert(trades.some(({ action }) => (action as { mint: string }).mint !== story.token.mint))
    assert(story.events.some((event) => isDoing(event, 'sell') && event.action.wallet === desk))
  }
})

tell('called-crowd', 'a dozen strangers buy by one bot within three slots, long after the launch', (story) => {
  const bySecond = Map.groupBy(story.buys, ({ event }) => event.secsAgo)
  const crowd = [...bySecond.values()].sort((a, b) => b.length - a.length)[0]!
  assert(crowd.length >= 12)
  assert(story.launch.secsAgo - crowd[0]!.event.secsAgo > 300)
  assert.equal(unique(crowd.map(({ dress }) => dress.lookupTable)).length, 1)
  assert(unique(crowd.map(({ quoteRaw }) => quoteRaw)).length <= 3)
  assert(unique(crowd.flatMap(({ wallet }) => paidBy(story, wallet))).length >= 3)
})
