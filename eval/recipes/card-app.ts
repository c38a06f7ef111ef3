import { addMoment, addWallet } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, type Person } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { SOL_OPENING_USD } from '../../sandbox/world/well-known.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Customers of an app that sells SOL for a card. It makes each customer a wallet and pays it out of one hot wallet of
 *  its own that no list of exchanges knows, sums of 25, 50 or 100 dollars less a fee. A clip about this token goes
 *  round, and a dozen of them buy it, most of them with their very first SOL, minutes after they got it, with nearly
 *  all of it and with the budget that the app sets for everyone. Some sell and cash out to the app's intake. So one
 *  wallet pays new wallets which buy this token at once, and the proceeds of several meet in another. But the app has
 *  paid many more people, for weeks, who did other things with it; it is filled from exchanges, and the customers are
 *  strangers. */
export const cardApp: Recipe = {
  name: 'card-app',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'an app pays new wallets, which buy minutes later with nearly all they have and cash out to one address; so do many others with other tokens',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, cardApp, { buyers: [16, 32], after: customersBuy }),
}

type App = {
  readonly hotWallet: string
  readonly intake: string
  readonly budget: NonNullable<Person['fixedBudget']>
}

const CARD_USD = [25, 25, 50, 50, 50, 100, 100, 250] as const
const FEE_SHARE = 0.039
/** SOL was somewhat cheaper or dearer at the time. */
const PRICE_DRIFT = 0.05
const SINCE_SECS = 20 * DAY_SECS
const REFILLS = 3
const REFILL_LAMPORTS = 60_000_000_000n
/** For accounts and fees. */
const KEPT_LAMPORTS = 34_000_000n
const LEFT_LAMPORTS = 1_000_000n
/** Of the buyers who had no wallet before they saw the clip. */
const NEWCOMERS = 0.7
const CASHES_OUT = 0.5

function customersBuy(stage: HonestStage): readonly string[] {
  const { random, token } = stage
  const app = openApp(stage)
  for (let i = random.integer(38, 56); i > 0; i--) {
    const customer = sellSol(stage, app, `other/${i}`, random.integer(2 * HOUR_SECS, SINCE_SECS))
    tradeOther(stage, app, customer)
  }
  const clipAfter = Math.min(random.integer(3, 90) * MINUTE_SECS, token.secsAgo * 0.3)
  const spanSecs = Math.min(token.secsAgo * 0.35, 4 * HOUR_SECS)
  return Array.from({ length: random.integer(11, 16) }, (_, i) => {
    const seenAfter = clipAfter + spanSecs * random.next() ** 1.5
    const isNew = random.chance(NEWCOMERS)
    const paidSecsAgo = isNew
      ? Math.round(token.secsAgo - seenAfter)
      : token.secsAgo + random.integer(HOUR_SECS, 9 * DAY_SECS)
    const customer = sellSol(stage, app, `viewer/${i}`, paidSecsAgo)
    const boughtAfter = seenAfter + Math.min(random.integer(40, 14 * MINUTE_SECS), token.secsAgo * 0.05)
    buyAndMaybeSell(stage, app, customer, token.secsAgo - boughtAfter)
    return customer.address
  })
}

/** The hot wallet is filled about once a week, from one exchange or another. */
function openApp({ draft, cast, random, label }: HonestStage): App {
  const hotWallet = addWallet(draft, 'service', `card-app/${label}`)
  const intake = addWallet(draft, 'service', `card-app-intake/${label}`)
  for (let r = 0; r < REFILLS; r++) {
    const secsAgo = SINCE_SECS + HOUR_SECS - (r * SINCE_SECS) / REFILLS - random.integer(0, 50 * MINUTE_SECS)
    pay(draft, 'exchange', random.pick(cast.exchanges), hotWallet, REFILL_LAMPORTS, Math.round(secsAgo))
  }
  pay(draft, 'exchange', random.pick(cast.exchanges), intake, 1_000_000_000n, SINCE_SECS + 2 * HOUR_SECS)
  const budget = {
    unitLimit: random.pick([280_000, 300_000, 320_000]),
    unitPriceMicroLamports: BigInt(random.pick([150_000, 200_000, 333_000])),
  }
  return { hotWallet, intake, budget }
}

/** A customer pays by card and gets SOL into a wallet that the app has just made. */
function sellSol({ draft, random, label }: HonestStage, app: App, who: string, secsAgo: number): Person {
  const address = addWallet(draft, 'crowd', `card-customer/${label}/${who}`)
  const priceUsd = SOL_OPENING_USD * random.between(1 - PRICE_DRIFT, 1 + PRICE_DRIFT)
  const lamports = BigInt(Math.round(((random.pick(CARD_USD) * (1 - FEE_SHARE)) / priceUsd) * 1e9))
  pay(draft, 'direct', app.hotWallet, address, lamports, secsAgo)
  return { address, fundedSecsAgo: secsAgo, freeLamports: lamports, bot: null, fixedBudget: app.budget }
}

/** What most customers do: something else, and at times they want their money back. */
function tradeOther(stage: HonestStage, app: App, customer: Person): void {
  const { draft, cast, random } = stage
  const { address: wallet, fundedSecsAgo } = customer
  const at = (from: number, to: number): number => Math.round(fundedSecsAgo * (1 - random.between(from, to)))
  if (cast.otherMints.length > 0 && random.chance(0.7)) {
    const mint = random.pick(cast.otherMints)
    const dress = dressOf(customer, random, 0n)
    const quoteRaw = nearlyAll(stage, customer)
    addMoment(draft, at(0.002, 0.1), [{ do: 'buy', mint, wallet, quoteRaw, dress }])
    if (random.chance(0.5)) addMoment(draft, at(0.15, 0.5), [{ do: 'sell', mint, wallet, sharePct: 100, dress }])
  }
  if (random.chance(0.35)) cashOut(stage, app, wallet, at(0.55, 0.95))
}

function nearlyAll({ random }: HonestStage, { freeLamports }: Person): bigint {
  return ((freeLamports - KEPT_LAMPORTS) * BigInt(random.integer(55, 98))) / 100n
}

function cashOut({ draft }: HonestStage, { intake }: App, from: string, secsAgo: number): void {
  addMoment(draft, secsAgo, [{ do: 'sweepSol', from, to: intake, keepLamports: LEFT_LAMPORTS }])
}

function buyAndMaybeSell(stage: HonestStage, app: App, customer: Person, boughtSecsAgo: number): void {
  const { draft, random, token } = stage
  const { mint } = token
  const { address: wallet } = customer
  const dress = dressOf(customer, random, 0n)
  addMoment(draft, boughtSecsAgo, [{ do: 'buy', mint, wallet, quoteRaw: nearlyAll(stage, customer), dress }])
  if (!random.chance(0.45)) return
  const soldSecsAgo = boughtSecsAgo * random.between(0.25, 0.95)
  addMoment(draft, soldSecsAgo, [{ do: 'sell', mint, wallet, sharePct: random.pick([50, 100, 100]), dress }])
  if (random.chance(CASHES_OUT)) cashOut(stage, app, wallet, soldSecsAgo * random.between(0.4, 0.9))
}
