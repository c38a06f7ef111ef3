import { addMoment, addWallet, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import {
  dressOf,
  ordinaryWithdrawal,
  type Person,
  peopleAt,
  planWithdrawal,
  spend,
} from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Holders who put money together. A token's chat decides to pay for its profile on a charts site and for a banner; one
 *  of the holders opens a wallet for it, posts the address, and in the hours after they bought a dozen or two of the
 *  others send what they like, most of them a round sum, some with a word. The keeper pays the seller of
 *  advertisements, whom other tokens pay as well, and tops up what is missing. So many holders pay one wallet, which
 *  one of them filled first. But the money comes out of lives that have nothing in common, and no one gets any of it
 *  back. */
export const whipRound: Recipe = {
  name: 'whip-round',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a dozen or two holders send round sums to one wallet after buying, to pay for advertisements; they came apart, with money of their own',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, whipRound, { buyers: [14, 34], after: putTogether }),
}

const GIFT_LAMPORTS = [20_000_000n, 50_000_000n, 50_000_000n, 100_000_000n, 100_000_000n, 200_000_000n] as const
const WORDS = ['for the dex listing', 'LFG', 'banner', 'my part', 'gm'] as const
const SAYS_SOMETHING = 0.3
const ODD_GIFT = 0.2
/** Parts of the token's age: all of them have bought, the giving begins and ends. */
const BOUGHT_BY = 0.3
const GIVES_BY = 0.55
const MOST_GIVING_SECS = 9 * HOUR_SECS
const SELLS_LATER = 0.25
const AD_SELLER_SECS = 28 * DAY_SECS

function putTogether(stage: HonestStage): readonly string[] {
  const { draft, cast, random, label, token } = stage
  const keeper = planMember(stage, 'keeper')
  const newcomers = Array.from({ length: random.integer(8, 13) }, (_, i) => planMember(stage, `giver/${i}`))
  const others = random.sample(peopleAt(cast.people, token.secsAgo, 700_000_000n), random.integer(3, 7))
  const givers = [...newcomers, ...others].filter((person) => buyEarly(stage, person))
  buyEarly(stage, keeper)
  const fund = addWallet(draft, 'crowd', `whip-round/${label}`)
  const startAfter = token.secsAgo * random.between(BOUGHT_BY + 0.02, BOUGHT_BY + 0.08)
  const spanSecs = Math.min(token.secsAgo * (GIVES_BY - BOUGHT_BY - 0.1), MOST_GIVING_SECS)
  pay(draft, 'direct', keeper.address, fund, 100_000_000n, Math.round(token.secsAgo - startAfter))
  for (const giver of givers) {
    const lamports = random.chance(ODD_GIFT) ? solAmount(random, 0.01, 0.18) : random.pick(GIFT_LAMPORTS)
    if (!spend(giver, lamports)) continue
    const secsAgo = Math.round(token.secsAgo - startAfter - 20 - spanSecs * random.next() ** 1.6)
    draft.funding.push({ from: giver.address, to: fund, lamports, secsAgo, kind: 'direct' })
    const words = random.chance(SAYS_SOMETHING) ? { memo: random.pick(WORDS) } : {}
    addMoment(draft, secsAgo, [{ do: 'sendSol', from: giver.address, to: fund, lamports, ...words }])
  }
  payAdvertisements(stage, fund, Math.round(token.secsAgo * (1 - GIVES_BY) * random.between(0.7, 0.98)))
  for (const { address } of newcomers) if (random.chance(SELLS_LATER)) sellPart(stage, address)
  return [keeper, ...givers].map(({ address }) => address)
}

/** Someone who saw the token: with SOL for a while already, or withdrawn for the purpose. */
function planMember({ draft, cast, random, label, token }: HonestStage, who: string): Person {
  return planWithdrawal(draft, random, {
    label: `${who}/${label}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + solAmount(random, 0.4, 0.9),
    secsAgo: token.secsAgo + random.integer(30 * MINUTE_SECS, 16 * DAY_SECS),
    bot: random.chance(0.3) ? random.pick(cast.bots) : null,
    fixedBudget: null,
  })
}

function buyEarly({ draft, random, token }: HonestStage, person: Person): boolean {
  const quoteRaw = solAmount(random, 0.06, 0.4)
  if (!spend(person, quoteRaw)) return false
  const after = 20 + (token.secsAgo * BOUGHT_BY - 20) * random.next() ** 1.7
  const dress = dressOf(person, random, quoteRaw)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
  return true
}

/** The seller's wallet has been paid by the funds and devs of other tokens for weeks. */
function payAdvertisements({ draft, cast, random, label }: HonestStage, fund: string, secsAgo: number): void {
  const seller = addWallet(draft, 'service', `ad-seller/${label}`, 20n * LAMPORTS)
  for (let i = 0; i < 12; i++) {
    const client = addWallet(draft, 'crowd', `ad-client/${label}/${i}`)
    const paidSecsAgo = random.integer(HOUR_SECS, AD_SELLER_SECS)
    const lamports = BigInt(random.pick([6, 12, 12, 25])) * 100_000_000n + solAmount(random, 0, 0.05)
    const fundedSecsAgo = paidSecsAgo + random.integer(20 * MINUTE_SECS, DAY_SECS)
    pay(draft, 'exchange', random.pick(cast.exchanges), client, lamports + 100_000_000n, fundedSecsAgo)
    addMoment(draft, paidSecsAgo, [{ do: 'sendSol', from: client, to: seller, lamports }])
  }
  addMoment(draft, secsAgo, [{ do: 'sweepSol', from: fund, to: seller, keepLamports: 2_000_000n }])
}

function sellPart({ draft, random, token }: HonestStage, wallet: string): void {
  addMoment(draft, token.secsAgo * (1 - GIVES_BY) * random.between(0.1, 0.95), [
    { do: 'sell', mint: token.mint, wallet, sharePct: random.pick([25, 50, 100]) },
  ])
}
