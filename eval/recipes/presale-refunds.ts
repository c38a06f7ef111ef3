import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Someone else's presale has failed, and its wallet pays everyone back, seconds apart, an hour or a few before this
 *  launch. A dozen of those people, with the money in hand and in the mood for something new, buy this token, some of
 *  them within minutes. So one wallet has paid many early buyers shortly before, which is what a purse of a team does.
 *  But each had a wallet and money of its own long before, had itself paid that wallet what it got back (less one
 *  percent), and most of those refunded never touch the token. */
export const presaleRefunds: Recipe = {
  name: 'presale-refunds',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a failed presale of something else pays many people back at once, just before the launch; a dozen of them buy, with their own money',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, presaleRefunds, { buyers: [16, 34], after: refundedBuy }),
}

const GIVEN_SOL = [0.25, 0.5, 0.5, 1, 1, 2] as const
const REFUND_PCT = 99n
/** What wallet and trades cost beside the purchase. */
const KEPT_LAMPORTS = 60_000_000n

type Contributor = { readonly person: Person; readonly givenLamports: bigint }

function refundedBuy(stage: HonestStage): readonly string[] {
  const { random } = stage
  const contributors = refundPresale(stage)
  const buyers = random.sample(contributors, random.integer(11, 17))
  for (const buyer of buyers) buyAndMaybeSell(stage, buyer)
  return buyers.map(({ person }) => person.address)
}

/** Contributions over two days, the refunds in one go. */
function refundPresale(stage: HonestStage): readonly Contributor[] {
  const { draft, random, label, token } = stage
  const presale = addWallet(draft, 'service', `presale/${label}`)
  const openedSecsAgo = token.secsAgo + random.integer(4 * DAY_SECS, 7 * DAY_SECS)
  const contributors = Array.from({ length: random.integer(48, 70) }, (_, i) =>
    planContributor(stage, i, openedSecsAgo),
  )
  const stepSecs = random.integer(3, 12)
  const refundSecsAgo = token.secsAgo + random.integer(25, 240) * MINUTE_SECS + contributors.length * stepSecs
  for (const { person, givenLamports } of contributors)
    pay(draft, 'direct', person.address, presale, givenLamports, openedSecsAgo - random.integer(0, 2 * DAY_SECS))
  random.sample(contributors, contributors.length).forEach(({ person, givenLamports }, i) => {
    pay(draft, 'direct', presale, person.address, (givenLamports * REFUND_PCT) / 100n, refundSecsAgo - i * stepSecs)
  })
  return contributors
}

/** Has what it gives and something more; some give nearly all they have. */
function planContributor({ draft, cast, random, label }: HonestStage, i: number, openedSecsAgo: number): Contributor {
  const givenLamports = random.chance(0.75)
    ? BigInt(random.pick(GIVEN_SOL) * 1_000) * 1_000_000n
    : solAmount(random, 0.3, 1.8)
  const person = planWithdrawal(draft, random, {
    label: `contributor/${label}/${i}`,
    exchange: random.pick(cast.exchanges),
    lamports: givenLamports + solAmount(random, 0.12, random.chance(0.4) ? 0.2 : 2.5),
    secsAgo: openedSecsAgo + random.integer(HOUR_SECS, 13 * DAY_SECS),
    bot: random.chance(0.3) ? random.pick(cast.bots) : null,
    fixedBudget: null,
  })
  if (cast.otherMints.length > 0 && random.chance(0.4)) {
    const quoteRaw = solAmount(random, 0.01, 0.03)
    addMoment(draft, openedSecsAgo - random.integer(2 * DAY_SECS, 3 * DAY_SECS), [
      {
        do: 'buy',
        mint: random.pick(cast.otherMints),
        wallet: person.address,
        quoteRaw,
        dress: dressOf(person, random, quoteRaw),
      },
    ])
  }
  return { person, givenLamports }
}

function buyAndMaybeSell({ draft, random, token }: HonestStage, { person, givenLamports }: Contributor): void {
  const most = Math.max(0.08, Math.min(0.6, Number(givenLamports - KEPT_LAMPORTS) / 1e9))
  const quoteRaw = solAmount(random, 0.05, most)
  const dress = dressOf(person, random, quoteRaw)
  const spanSecs = Math.min(token.secsAgo * 0.5, 3 * HOUR_SECS)
  const after = 10 + (spanSecs - 10) * random.next() ** 2
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
  if (!random.chance(0.45)) return
  const { serviceFee: _fee, ...sale } = dress
  addMoment(draft, (token.secsAgo - after) * random.between(0.1, 0.95), [
    { do: 'sell', mint: token.mint, wallet: person.address, sharePct: random.pick([25, 50, 100]), dress: sale },
  ])
}
