import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { Action, Dress, Moment } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const sponsoredFees: Recipe = {
  name: 'sponsored-fees',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'the wallet program of many buyers has its service pay the fees of all its users, for weeks and for any token',
  plan: (draft, cast, random, index) => {
    let users: SponsoredUsers = { sponsor: '', buyers: [] }
    return planHonestLaunch(draft, cast, random, index, sponsoredFees, {
      early: (stage) => {
        users = gatherUsers(stage)
        return firstUsers(stage, users)
      },
      after: (stage) => laterUsers(stage, users),
    })
  },
}

type Buy = Action & { do: 'buy' }

type SponsoredUsers = { readonly sponsor: string; readonly buyers: readonly Person[] }

const EARLY_USERS = 5

/** Who uses the program: those who come to this token, and as many again who do not. */
function gatherUsers(stage: HonestStage): SponsoredUsers {
  const { draft, cast, random, label, token } = stage
  const sponsor = addWallet(draft, 'service', `sponsor/${label}`)
  const sinceSecsAgo = Math.min(28 * DAY_SECS, token.secsAgo + 22 * DAY_SECS)
  pay(draft, 'exchange', random.pick(cast.exchanges), sponsor, 6_000_000_000n, sinceSecsAgo)
  const users = Array.from({ length: random.integer(30, 46) }, (_, i) =>
    planWithdrawal(draft, random, {
      label: `sponsored/${label}/${i}`,
      exchange: random.pick(cast.exchanges),
      lamports: ordinaryWithdrawal(random),
      secsAgo: random.integer(token.secsAgo + HOUR_SECS, sinceSecsAgo - HOUR_SECS),
      bot: null,
      fixedBudget: null,
    }),
  )
  if (cast.otherMints.length > 0)
    for (const user of users)
      for (let left = random.integer(1, 3); left > 0; left--) {
        const quoteRaw = solAmount(random, 0.01, 0.06)
        user.freeLamports -= quoteRaw + 10_000_000n
        const mint = random.pick(cast.otherMints)
        const secsAgo = Math.max(400, random.integer(60, user.fundedSecsAgo - 60))
        addMoment(draft, secsAgo, [
          { do: 'buy', mint, wallet: user.address, quoteRaw, dress: sponsoredDress(stage, user, sponsor) },
        ])
      }
  return { sponsor, buyers: users.slice(0, Math.ceil(users.length / 2)) }
}

function sponsoredDress({ random }: HonestStage, user: Person, feePayer: string): Dress {
  return { ...dressOf(user, random, 0n), feePayer }
}

function buyOf(stage: HonestStage, user: Person, sponsor: string): Buy {
  const { random, token } = stage
  const most = Number(user.freeLamports - 40_000_000n) / 1e9
  const quoteRaw = solAmount(random, 0.04, Math.max(0.05, Math.min(0.35, most)))
  const dress = sponsoredDress(stage, user, sponsor)
  return { do: 'buy', mint: token.mint, wallet: user.address, quoteRaw, dress }
}

/** Some are there at once, in the slots of the launch. */
function firstUsers(
  stage: HonestStage,
  { sponsor, buyers }: SponsoredUsers,
): { opening: readonly Buy[]; following: NonNullable<Moment['following']> } {
  const slots: Buy[][] = [[], [], []]
  for (const user of buyers.slice(0, EARLY_USERS)) stage.random.pick(slots).push(buyOf(stage, user, sponsor))
  const [opening, ...later] = slots
  return { opening: opening!, following: later.map((actions) => ({ slotsLater: 1, actions })) }
}

function laterUsers(stage: HonestStage, { sponsor, buyers }: SponsoredUsers): readonly string[] {
  const { draft, random, token } = stage
  const late = buyers.slice(EARLY_USERS)
  for (const user of late) {
    const after = random.integer(20, Math.min(token.secsAgo - 20 * MINUTE_SECS, 9 * HOUR_SECS))
    const buy = buyOf(stage, user, sponsor)
    addMoment(draft, token.secsAgo - after, [buy])
    if (!random.chance(0.3)) continue
    const secsAgo = Math.max(200, (token.secsAgo - after) * random.between(0.2, 0.95))
    addMoment(draft, secsAgo, [
      { do: 'sell', mint: token.mint, wallet: user.address, sharePct: random.pick([50, 100]), dress: buy.dress! },
    ])
  }
  return late.map(({ address }) => address)
}
