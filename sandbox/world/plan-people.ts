import {
  BUYBACK_FEE_RECIPIENTS,
  FEE_RECIPIENTS,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_VOLUME_ACCUMULATOR,
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { EXCHANGES } from './exchanges.ts'
import { addMoment, addWallet, LAMPORTS, type PlanDraft, solAmount } from './plan-draft.ts'
import { pay } from './plan-funding.ts'
import type { Dress } from './plan-types.ts'
import type { SeededRandom } from './seeded-random.ts'
import { TIP_ACCOUNTS } from './tip-accounts.ts'

/** A service through which unrelated people trade: all of them leave the same traces. */
export type TradingBot = {
  /** Also the label of its lookup table. */
  readonly label: string
  readonly feeWallet: string
  readonly tipAccounts: readonly string[]
  readonly unitLimit: number
  readonly unitPriceMicroLamports: bigint
  readonly tipLamports: bigint
  readonly feeBps: bigint
}

/** Someone who acts for themselves. `freeLamports` is what the plan may still spend, counted from the first payment
 *  only, so that nothing depends on the order in which the parts of the plan are drawn up. */
export type Person = {
  readonly address: string
  readonly fundedSecsAgo: number
  freeLamports: bigint
  readonly bot: TradingBot | null
  /** The compute budget their wallet program always sets; null: it estimates each time. */
  readonly fixedBudget: { readonly unitLimit: number; readonly unitPriceMicroLamports: bigint } | null
}

/** A service that takes money in at one address and pays it out of another, for many people. */
export type PrivacyService = { readonly intake: string; readonly hotWallet: string }

/** Who takes part in launches. */
export type LaunchCast = {
  readonly exchanges: readonly string[]
  readonly people: readonly Person[]
  /** Professionals who buy in launch slots, each for themselves. */
  readonly snipers: readonly Person[]
  /** People with much SOL, who carry tokens over the end of their curve. */
  readonly whales: readonly Person[]
  readonly bots: readonly TradingBot[]
  readonly privacyServices: readonly PrivacyService[]
  /** Listed tokens that people trade otherwise. */
  readonly otherMints: readonly string[]
  /** Most insiders of a team, and how large crowds are beside those of a lab. */
  readonly maxTeam: number
  readonly crowdFactor: number
}

/** Fees, rents of accounts and what a wallet keeps, for one trade. */
export const TRADE_MARGIN_LAMPORTS = 30_000_000n
/** Everyone has been paid by then; the ledger begins a day earlier. */
const OLDEST_SECS = 30 * DAY_SECS
const BOT_SECS = 30 * DAY_SECS + 9 * HOUR_SECS
const ROUND_SOL = [0.5, 1, 1, 1.5, 2, 2, 3, 5] as const
/** What wallet programs set when they do not estimate. */
const FIXED_BUDGETS = [
  { unitLimit: 400_000, unitPriceMicroLamports: 40_000n },
  { unitLimit: 300_000, unitPriceMicroLamports: 100_000n },
  { unitLimit: 250_000, unitPriceMicroLamports: 500_000n },
  { unitLimit: 350_000, unitPriceMicroLamports: 62_500n },
] as const

export type PeopleRequest = {
  readonly people: number
  readonly snipers: number
  readonly whales: number
  readonly bots: number
  readonly privacyServices: number
  /** Of each service, beside the teams. */
  readonly privacyCustomers: number
} & Pick<LaunchCast, 'otherMints' | 'maxTeam' | 'crowdFactor'>

/** People with lives of their own: paid at different times by different exchanges, a few by friends, some of them
 *  trading other tokens, some through bots. */
export function planLaunchCast(draft: PlanDraft, request: PeopleRequest): LaunchCast {
  const random = draft.random.fork('people')
  const exchanges = EXCHANGES.map(({ address }) => address)
  // A payment of less than the rent minimum needs someone who is there already.
  for (const address of TIP_ACCOUNTS)
    draft.wallets.push({ address, archetype: 'service', name: null, keySeed: null, openingLamports: 5n * LAMPORTS })
  const bots = Array.from({ length: request.bots }, (_, i) => planBot(draft, random.fork(`bot/${i}`), i))
  const people: Person[] = []
  for (let i = 0; i < request.people; i++)
    people.push(planPerson(draft, random.fork(`${i}`), { i, exchanges, people, bots, otherMints: request.otherMints }))
  const rich = (label: string, count: number, minSol: number, maxSol: number): Person[] =>
    Array.from({ length: count }, (_, i) => {
      const own = random.fork(`${label}/${i}`)
      return planWithdrawal(draft, own, {
        label: `${label}/${i}`,
        exchange: own.pick(exchanges),
        lamports: solAmount(own, minSol, maxSol),
        secsAgo: own.integer(22 * DAY_SECS, OLDEST_SECS),
        bot: null,
        fixedBudget: {
          unitLimit: own.integer(190, 320) * 1_000 + own.integer(0, 999),
          unitPriceMicroLamports: BigInt(own.integer(400_000, 6_000_000)),
        },
      })
    })
  return {
    exchanges,
    people,
    bots,
    snipers: rich('sniper-person', request.snipers, 60, 150),
    whales: rich('whale-person', request.whales, 180, 420),
    privacyServices: Array.from({ length: request.privacyServices }, (_, i) =>
      planPrivacyService(draft, random.fork(`privacy/${i}`), { i, exchanges, customers: request.privacyCustomers }),
    ),
    otherMints: request.otherMints,
    maxTeam: request.maxTeam,
    crowdFactor: request.crowdFactor,
  }
}

/** One wallet paid by an exchange; also for the crowds of single launches. */
export function planWithdrawal(
  draft: PlanDraft,
  random: SeededRandom,
  request: Pick<Person, 'bot' | 'fixedBudget'> & {
    readonly label: string
    readonly exchange: string
    readonly lamports: bigint
    readonly secsAgo: number
  },
): Person {
  const address = addWallet(draft, 'crowd', request.label)
  const secsAgo = request.secsAgo + random.integer(0, 50)
  pay(draft, 'exchange', request.exchange, address, request.lamports, secsAgo)
  const { bot, fixedBudget, lamports } = request
  return { address, fundedSecsAgo: secsAgo, freeLamports: lamports - 5_000_000n, bot, fixedBudget }
}

/** What people withdraw: often round, else whatever. */
export function ordinaryWithdrawal(random: SeededRandom): bigint {
  if (random.chance(0.45)) return BigInt(random.pick(ROUND_SOL) * 1_000) * 1_000_000n
  const sol = Math.min(12, Math.max(0.3, Math.exp(random.normal() * 0.75 + 0.5)))
  return solAmount(random, sol, sol * 1.01)
}

/** How a person's trade of that size is put together. */
export function dressOf(person: Person, random: SeededRandom, quoteLamports: bigint): Dress {
  const { bot, fixedBudget } = person
  if (bot !== null)
    return {
      unitLimit: bot.unitLimit,
      unitPriceMicroLamports: bot.unitPriceMicroLamports,
      tip: { to: random.pick(bot.tipAccounts), lamports: bot.tipLamports },
      serviceFee: { to: bot.feeWallet, lamports: (quoteLamports * bot.feeBps) / 10_000n },
      lookupTable: bot.label,
    }
  if (fixedBudget !== null) return fixedBudget
  return {
    unitLimit: random.integer(181_000, 262_000),
    unitPriceMicroLamports: BigInt(Math.round(Math.exp(random.normal() * 1.2 + 10.8))),
  }
}

/** Books what a trade costs; false, and nothing booked, when the person cannot pay it. */
export function spend(person: Person, lamports: bigint): boolean {
  if (person.freeLamports < lamports + TRADE_MARGIN_LAMPORTS) return false
  // Accounts and fees cost a part of the margin each time.
  person.freeLamports -= lamports + lamports / 100n + TRADE_MARGIN_LAMPORTS / 3n
  return true
}

/** People who had their money at least an hour before. */
export function peopleAt(people: readonly Person[], secsAgo: number, minLamports = 100_000_000n): Person[] {
  return people.filter(
    (person) => person.fundedSecsAgo > secsAgo + HOUR_SECS && person.freeLamports > minLamports + TRADE_MARGIN_LAMPORTS,
  )
}

type LifeRequest = {
  readonly i: number
  readonly exchanges: readonly string[]
  readonly people: readonly Person[]
  readonly bots: readonly TradingBot[]
  readonly otherMints: readonly string[]
}

const FRIEND_SHARE = 0.1
const BOT_SHARE = 0.3

function planPerson(
  draft: PlanDraft,
  random: SeededRandom,
  { i, exchanges, people, bots, otherMints }: LifeRequest,
): Person {
  // More people are old than new.
  const secsAgo = Math.round(OLDEST_SECS * (1 - random.next() ** 1.5 * 0.97))
  const lamports = ordinaryWithdrawal(random)
  const bot = random.chance(BOT_SHARE) ? random.pick(bots) : null
  const fixedBudget = random.chance(0.4) ? random.pick(FIXED_BUDGETS) : null
  const label = `person/${i}`
  const friend = random.chance(FRIEND_SHARE)
    ? people.findLast((one) => one.fundedSecsAgo > secsAgo + HOUR_SECS && one.freeLamports > 2n * lamports)
    : undefined
  // Large exchanges have most customers.
  const exchange = exchanges[Math.floor(exchanges.length * random.next() ** 1.8)]!
  const person =
    friend === undefined
      ? planWithdrawal(draft, random, { label, exchange, lamports, secsAgo, bot, fixedBudget })
      : planGift(draft, random, { label, friend, lamports, secsAgo, bot, fixedBudget })
  planLife(draft, random, person, { exchanges, otherMints, exchange })
  return person
}

function planGift(
  draft: PlanDraft,
  random: SeededRandom,
  {
    label,
    friend,
    lamports,
    secsAgo,
    bot,
    fixedBudget,
  }: Pick<Person, 'bot' | 'fixedBudget'> & { label: string; friend: Person; lamports: bigint; secsAgo: number },
): Person {
  const address = addWallet(draft, 'crowd', label)
  const dress = friend.bot === null ? dressOf(friend, random, lamports) : {}
  draft.funding.push({ from: friend.address, to: address, lamports, secsAgo, kind: 'direct' })
  addMoment(draft, secsAgo, [{ do: 'sendSol', from: friend.address, to: address, lamports, dress }])
  friend.freeLamports -= lamports + 1_000_000n
  return { address, fundedSecsAgo: secsAgo, freeLamports: lamports - 5_000_000n, bot, fixedBudget }
}

/** A second deposit, a trade of something else, a payment back to an exchange. */
function planLife(
  draft: PlanDraft,
  random: SeededRandom,
  person: Person,
  {
    exchanges,
    otherMints,
    exchange,
  }: { exchanges: readonly string[]; otherMints: readonly string[]; exchange: string },
): void {
  const later = (): number => Math.max(600, Math.round(person.fundedSecsAgo * random.between(0.05, 0.95)))
  if (random.chance(0.25)) {
    const from = random.chance(0.7) ? exchange : random.pick(exchanges)
    pay(draft, 'exchange', from, person.address, ordinaryWithdrawal(random), later())
  }
  const trades = otherMints.length === 0 ? 0 : random.pick([0, 0, 1, 1, 2])
  for (let t = 0; t < trades; t++) {
    const quoteRaw = solAmount(random, 0.02, 0.2)
    if (!spend(person, quoteRaw)) break
    const secsAgo = later()
    const mint = random.pick(otherMints)
    addMoment(draft, secsAgo, [
      { do: 'buy', mint, wallet: person.address, quoteRaw, dress: dressOf(person, random, quoteRaw) },
    ])
  }
  if (!random.chance(0.06)) return
  const lamports = person.freeLamports / 4n
  person.freeLamports -= lamports + 1_000_000n
  addMoment(draft, later(), [{ do: 'sendSol', from: person.address, to: random.pick(exchanges), lamports }])
}

function planBot(draft: PlanDraft, random: SeededRandom, i: number): TradingBot {
  const label = `bot/${i}`
  const feeWallet = addWallet(draft, 'service', `${label}/fees`, 3n * LAMPORTS)
  const addresses = [
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    PUMP_FEES_PROGRAM,
    PUMP_FEE_CONFIG,
    PUMP_VOLUME_ACCUMULATOR,
    feeWallet,
    ...FEE_RECIPIENTS,
    ...BUYBACK_FEE_RECIPIENTS,
  ]
  addMoment(draft, BOT_SECS - i * 60, [
    { do: 'makeLookupTable', wallet: feeWallet, addresses: [...new Set(addresses)], label },
  ])
  return {
    label,
    feeWallet,
    tipAccounts: [TIP_ACCOUNTS[i % TIP_ACCOUNTS.length]!],
    unitLimit: random.pick([220_000, 240_000, 280_000, 320_000]) + i * 10_000,
    unitPriceMicroLamports: BigInt(random.pick([1_000_000, 2_000_000, 3_125_000])),
    tipLamports: BigInt(random.pick([100_000, 500_000, 1_000_000])),
    feeBps: random.pick([80n, 90n, 100n]),
  }
}

/** A float of its own and customers who have nothing to do with any launch. */
function planPrivacyService(
  draft: PlanDraft,
  random: SeededRandom,
  { i, exchanges, customers }: { i: number; exchanges: readonly string[]; customers: number },
): PrivacyService {
  const intake = addWallet(draft, 'service', `privacy/${i}/intake`, LAMPORTS)
  const hotWallet = addWallet(draft, 'service', `privacy/${i}/hot`, 900n * LAMPORTS)
  const service = { intake, hotWallet }
  for (let c = 0; c < customers; c++) {
    const secsAgo = random.integer(DAY_SECS, OLDEST_SECS - DAY_SECS)
    const lamports = solAmount(random, 1, 9)
    const from = addWallet(draft, 'crowd', `privacy/${i}/customer/${c}`)
    const to = addWallet(draft, 'crowd', `privacy/${i}/customer/${c}/out`)
    pay(
      draft,
      'exchange',
      random.pick(exchanges),
      from,
      lamports + 20_000_000n,
      secsAgo + random.integer(HOUR_SECS, 9 * HOUR_SECS),
    )
    addMoment(draft, secsAgo, [{ do: 'sendSol', from, to: intake, lamports }])
    addMoment(draft, secsAgo - random.integer(1_200, 5 * HOUR_SECS), [
      { do: 'sendSol', from: hotWallet, to, lamports: (lamports * 99n) / 100n },
    ])
  }
  return service
}
