import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TUNED_RECIPES } from '../../../eval/recipes/index.ts'
import type { Action } from '../../../sandbox/world/plan-types.ts'
import { TIP_ACCOUNTS } from '../../../sandbox/world/tip-accounts.ts'
import { eventsOf, exchangesOf, isDoing, type Story, storiesOf } from './lab-story.ts'

/** What each recipe leaves behind for forensics, and nothing beside it where it claims to leave nothing. */

const LAUNCHES = 4
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const tell = (name: string, title: string, check: (story: Story) => void): void => {
  test(`${name}: ${title}`, () => {
    const recipe = TUNED_RECIPES.find((one) => one.name === name)
    assert(recipe !== undefined)
    for (const story of storiesOf(recipe, { seed: `evidence/${name}`, launches: LAUNCHES })) check(story)
  })
}
/** Each member was paid by exchanges alone, at times and in sizes that join no one. */
const assertScattered = (story: Story): void => {
  const exchanges = exchangesOf(story)
  const payments = story.members.map((wallet) => story.paymentsTo(wallet)[0]!)
  for (const { from } of payments) assert(exchanges.has(from))
  assert(unique(payments.map(({ from }) => from)).length > 1)
  const hours = payments.map(({ secsAgo }) => secsAgo / 3_600)
  assert(Math.max(...hours) - Math.min(...hours) > 2)
}
const assertBudgetsDiffer = ({ insiderBuys }: Story): void => {
  assert(unique(insiderBuys.map(({ dress }) => dress.unitLimit)).length > insiderBuys.length / 2)
}

tell('direct-bundle', 'one wallet pays every member within the hours before', (story) => {
  for (const wallet of story.members) {
    const [payment] = story.paymentsTo(wallet)
    assert.equal(payment!.from, story.truth.rootFunder)
    assert(payment!.secsAgo > story.launch.secsAgo)
  }
})

tell('multi-hop-bundle', 'the money comes down three or four wallets in a row', (story) => {
  const { relays, rootFunder } = story.truth
  assert(relays.length >= 3 && relays.length <= 4)
  assert.equal(rootFunder, relays[0])
  assert.deepEqual(
    relays.slice(1).map((relay) => story.paymentsTo(relay)[0]!.from),
    relays.slice(0, -1),
  )
  for (const wallet of story.members) assert.equal(story.paymentsTo(wallet)[0]!.from, relays.at(-1))
})

tell('peel-bundle', 'every relay pays one member and the next relay, less and less', (story) => {
  const { relays } = story.truth
  assert.equal(relays.length, story.members.length)
  const sums = relays.map((relay) => story.paymentsTo(relay)[0]!.lamports)
  assert(sums.slice(1).every((sum, i) => sum < sums[i]!))
  assert.deepEqual(story.members.map((wallet) => story.paymentsTo(wallet)[0]!.from).sort(), [...relays].sort())
})

tell('exchange-alike', 'one exchange pays nearly one size within minutes', (story) => {
  const payments = story.members.map((wallet) => story.paymentsTo(wallet)[0]!)
  assert.equal(unique(payments.map(({ from }) => from)).length, 1)
  assert(exchangesOf(story).has(payments[0]!.from))
  const lamports = payments.map((payment) => Number(payment.lamports))
  assert(Math.max(...lamports) - Math.min(...lamports) <= 3_000_000)
  const secs = payments.map(({ secsAgo }) => secsAgo)
  assert(Math.max(...secs) - Math.min(...secs) <= story.members.length * 50)
})

tell('exchange-fee-payer', 'only the payer of the fees is shared', (story) => {
  assertScattered(story)
  assertBudgetsDiffer(story)
  const payers = unique(story.insiderBuys.map(({ dress }) => dress.feePayer))
  assert.deepEqual(payers, [story.launch.action.dress?.feePayer])
  assert(story.truth.relays.includes(payers[0]!))
  assert(!story.members.includes(payers[0]!))
})

tell('shared-table', 'only the lookup table is shared, and the dev made it for this coin', (story) => {
  assertScattered(story)
  assertBudgetsDiffer(story)
  const [table] = unique(story.insiderBuys.map(({ dress }) => dress.lookupTable))
  const made = eventsOf(story.plan).filter((event) => isDoing(event, 'makeLookupTable'))
  const own = made.find((event) => isDoing(event, 'makeLookupTable') && event.action.label === table)
  assert(own !== undefined && isDoing(own, 'makeLookupTable'))
  assert.equal(own.action.wallet, story.token.dev)
  assert(own.action.addresses.includes(story.token.mint))
  const others = story.buys.filter(({ wallet }) => !story.members.includes(wallet))
  assert(others.every(({ dress }) => dress.lookupTable !== table))
})

tell('shared-nonce', 'each member has a nonce of its own, all of them one authority', (story) => {
  assertScattered(story)
  assertBudgetsDiffer(story)
  const nonces = story.insiderBuys.map(({ dress }) => dress.nonce!)
  assert.equal(unique(nonces.map(({ account }) => account)).length, nonces.length)
  assert.deepEqual(unique(nonces.map(({ authority }) => authority)), [story.launch.action.dress?.nonce?.authority])
  for (const { account } of nonces)
    assert(
      eventsOf(story.plan).some(
        (event) =>
          isDoing(event, 'makeNonce') && event.action.account === account && event.secsAgo > story.launch.secsAgo,
      ),
    )
})

tell('tipped-bundle', 'wallets buy together, five transactions share a tip and nobody gets in between', (story) => {
  assertScattered(story)
  const opening = story.events.filter(({ secsAgo, slotsLater }) => secsAgo === story.launch.secsAgo && slotsLater === 0)
  const together = opening.filter((event) => isDoing(event, 'buyTogether'))
  assert.deepEqual(opening.slice(1, 1 + together.length), together)
  assert(together.some((event) => isDoing(event, 'buyTogether') && event.action.buys.length > 1))
  const tips = together.flatMap(({ action }) => ((action as Action & { do: 'buyTogether' }).dress?.tip ? [action] : []))
  assert.equal(tips.length, Math.ceil((together.length + 2) / 5))
  for (const action of tips)
    assert((TIP_ACCOUNTS as readonly string[]).includes((action as Action & { do: 'buyTogether' }).dress!.tip!.to))
})

tell('compute-fingerprint', 'only the compute budget is shared, and nobody else has it', (story) => {
  assertScattered(story)
  const budget = (dress: { unitLimit?: number; unitPriceMicroLamports?: bigint } | undefined): string =>
    `${dress?.unitLimit}/${dress?.unitPriceMicroLamports}`
  const own = unique([story.launch.action.dress, ...story.insiderBuys.map(({ dress }) => dress)].map(budget))
  assert.equal(own.length, 1)
  const others = story.buys.filter(({ wallet }) => !story.members.includes(wallet))
  assert(others.every(({ dress }) => budget(dress) !== own[0]))
})

tell('privacy-hop', 'one wallet pays the service, which pays the members later, and others too', (story) => {
  const [intake, hotWallet] = story.truth.privacyHops
  const { funding } = story.plan.truth
  const deposits = funding.filter(({ from, to }) => from === story.truth.rootFunder && to === intake)
  const paid = story.members.map((wallet) => story.paymentsTo(wallet)[0]!)
  for (const { from, secsAgo } of paid) {
    assert.equal(from, hotWallet)
    assert(deposits.every((deposit) => deposit.secsAgo - secsAgo >= 20 * 60))
  }
  const sum = (rows: readonly { lamports: bigint }[]): number =>
    rows.reduce((all, { lamports }) => all + Number(lamports), 0)
  assert(sum(deposits) >= sum(paid) && sum(deposits) < sum(paid) * 1.03)
  const customers = eventsOf(story.plan).filter((event) => isDoing(event, 'sendSol') && event.action.from === hotWallet)
  assert(customers.length > paid.length)
})

tell(
  'stealth-snipers',
  'insiders buy in the six slots after the launch, each paid through relays of its own',
  (story) => {
    assert.deepEqual(story.token.bundlers, [])
    for (const { event } of story.insiderBuys) assert(event.slotsLater >= 1 && event.slotsLater <= 6)
    assert(unique(story.insiderBuys.map(({ event }) => event.slotsLater)).length >= 3)
    const payers = story.members.map((wallet) => story.paymentsTo(wallet)[0]!.from)
    assert.equal(unique(payers).length, payers.length)
    for (const wallet of story.members) {
      let at = wallet
      for (let hop = 0; hop < 4 && at !== story.truth.rootFunder; hop++) at = story.paymentsTo(at)[0]!.from
      assert.equal(at, story.truth.rootFunder)
    }
  },
)

tell('staged-holders', 'one insider buys and the others get its tokens without having done anything', (story) => {
  assert.equal(unique(story.insiderBuys.map(({ wallet }) => wallet)).length, 1)
  const buyer = story.insiderBuys[0]!.wallet
  const given = story.events.flatMap((event) =>
    isDoing(event, 'sendToken') && event.action.from === buyer ? [event.action.to] : [],
  )
  assert.deepEqual([...given].sort(), story.truth.insiders.filter((wallet) => wallet !== buyer).sort())
  const sold = story.events.filter((event) => isDoing(event, 'sell') && given.includes(event.action.wallet))
  const lastGift = Math.min(
    ...story.events.filter((event) => isDoing(event, 'sendToken')).map(({ secsAgo }) => secsAgo),
  )
  assert(sold.every(({ secsAgo }) => secsAgo < lastGift))
})

tell('serial-rugger', 'the dev has two to five dumped coins behind it', (story) => {
  const { priors } = story.truth
  assert(priors.length >= 2 && priors.length <= 5)
  for (const { mint, outcome } of priors) {
    const prior = story.plan.truth.tokens.find((token) => token.mint === mint)!
    assert.equal(prior.dev, story.token.dev)
    assert(prior.rugged)
    const events = eventsOf(story.plan).filter(({ action }) => 'mint' in action && action.mint === mint)
    const born = events[0]!.secsAgo
    assert(born > story.launch.secsAgo)
    const dumped = events.find((event) => isDoing(event, 'sell') && event.action.wallet === prior.dev)!.secsAgo
    assert.equal(outcome === 'fast_rug', born - dumped <= 600)
  }
})

tell('collector-exit', 'members sell and send what they get to one wallet', (story) => {
  assertScattered(story)
  assertBudgetsDiffer(story)
  const { collector } = story.truth
  assert(collector !== null)
  const sweeps = eventsOf(story.plan).filter((event) => isDoing(event, 'sweepSol') && event.action.to === collector)
  assert(sweeps.length >= 3)
  for (const { action, secsAgo } of sweeps) {
    const { from } = action as Action & { do: 'sweepSol' }
    assert(story.members.includes(from))
    assert(
      story.events.some((event) => isDoing(event, 'sell') && event.action.wallet === from && event.secsAgo > secsAgo),
    )
  }
})

tell('aged-wallets', 'members were paid days before and have traded other tokens', (story) => {
  for (const wallet of story.truth.insiders) {
    assert(story.paymentsTo(wallet)[0]!.secsAgo - story.launch.secsAgo > 4.5 * 86_400)
    const trades = eventsOf(story.plan).filter((event) => isDoing(event, 'buy') && event.action.wallet === wallet)
    assert(
      trades.some(
        (event) =>
          isDoing(event, 'buy') && event.action.mint !== story.token.mint && event.secsAgo > story.launch.secsAgo,
      ),
    )
  }
})

tell(
  'exchange-crowd',
  'many newcomers withdraw from one exchange around the launch, some of them one round sum',
  (story) => {
    const around = story.truth.organic
      .map((wallet) => story.paymentsTo(wallet)[0]!)
      .filter(({ secsAgo }) => Math.abs(secsAgo - story.launch.secsAgo) < 4 * 3_600)
    const byExchange = Map.groupBy(around, ({ from }) => from)
    const largest = [...byExchange.values()].sort((a, b) => b.length - a.length)[0]!
    assert(largest.length >= 8, `${largest.length}`)
    const sizes = Map.groupBy(largest, ({ lamports }) => lamports)
    assert([...sizes.values()].some((same) => same.length >= 2))
  },
)

tell('bot-users', 'most buyers leave the traces of one bot', (story) => {
  const tables = Map.groupBy(story.buys, ({ dress }) => dress.lookupTable ?? null)
  tables.delete(null)
  const most = [...tables.values()].sort((a, b) => b.length - a.length)[0]!
  assert(most.length >= story.buys.length * 0.4)
  assert.equal(unique(most.map(({ dress }) => `${dress.unitLimit}/${dress.tip!.to}/${dress.serviceFee!.to}`)).length, 1)
  assert(unique(most.map(({ wallet }) => story.paymentsTo(wallet)[0]!.from)).length >= 3)
})

tell('airdrop', 'the dev gives equal parts to people with lives of their own', (story) => {
  const gifts = story.events.filter((event) => isDoing(event, 'sendToken'))
  assert(gifts.length >= 10)
  let left = 100
  const parts = gifts.map(({ action }) => {
    const part = (left * (action as Action & { do: 'sendToken' }).sharePct) / 100
    left -= part
    return part
  })
  for (const part of parts) assert(Math.abs(part - parts[0]!) < 1e-6)
  for (const { action } of gifts) {
    const { to } = action as Action & { do: 'sendToken' }
    assert(story.paymentsTo(to)[0]!.secsAgo > story.launch.secsAgo)
  }
})

tell('sniped', 'several professionals buy in the launch slot, each with money of its own', (story) => {
  assert(story.token.snipers.length >= 4)
  const payments = story.token.snipers.map((wallet) => story.paymentsTo(wallet)[0]!)
  assert.equal(unique(payments.map(({ secsAgo }) => secsAgo)).length, payments.length)
})

tell('honest-dev', 'earlier coins of the dev are still traded', (story) => {
  assert(story.truth.priors.length >= 1)
  for (const { mint, outcome } of story.truth.priors) {
    assert.equal(outcome, 'alive')
    const events = eventsOf(story.plan).filter(({ action }) => 'mint' in action && action.mint === mint)
    assert(Math.min(...events.map(({ secsAgo }) => secsAgo)) < 86_400 * 2)
  }
})

tell('graduated-organic', 'people carry it over its curve and trade on', (story) => {
  const over = story.events.find((event) => isDoing(event, 'graduate'))
  assert(over !== undefined)
  assert(story.buys.some(({ event }) => event.secsAgo < over.secsAgo))
})
