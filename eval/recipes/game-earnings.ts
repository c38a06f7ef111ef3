import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS, WEEK_SECS } from '../../src/config/durations.ts'

/** Players paid in a listed token. A studio buys its game's token on the market and pays all players their weekly
 *  earnings out of one wallet, one after the other within minutes; for many wallets it is the first thing that ever
 *  reached them. Who wants SOL sells, mostly in the hours after. The token comes up in the game's chat, and nine to
 *  thirteen players buy it, some with what they have just sold for. So buyers got one token from one wallet, sold it
 *  about the same time and spent the proceeds here. But three times as many were paid and did not come, and each
 *  decides alone. */
export const gameEarnings: Recipe = {
  name: 'game-earnings',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a studio pays its players in a listed token every week; many sell it within hours, and nine to thirteen buy the coin, each for themselves',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, gameEarnings, { buyers: [18, 36], after: playersBuy }),
}

type Player = { readonly person: Person; readonly level: number; readonly joinedWeek: number }

const WEEKS_BEFORE = 2
const OLDEST_SECS = 30 * DAY_SECS
/** What a player of a level earns in a week, as a weight and in SOL at most. */
const LEVELS = [1, 1, 2, 2, 3, 5] as const
const LEVEL_SOL = 0.14
/** Deposits of the accounts the studio opens, and fees. */
const STUDIO_LAMPORTS = 600_000_000n
const PAID_WITHIN_SECS = 5
/** Of the players whose wallet was made by the game, and got SOL later. */
const NEW_WALLETS = 0.45
const SELLS = 0.6
const SELLS_WITHIN_SECS = 7 * HOUR_SECS

function playersBuy(stage: HonestStage): readonly string[] {
  const { random, token } = stage
  const lastSecsAgo = token.secsAgo + random.integer(90 * MINUTE_SECS, 5 * DAY_SECS)
  const players = gatherPlayers(stage, lastSecsAgo)
  payWeekly(stage, players, lastSecsAgo)
  const buyers = random.sample(players, random.integer(9, 13))
  for (const { person } of buyers) buyAndMaybeSell(stage, person)
  return buyers.map(({ person }) => person.address)
}

/** All of them have SOL for fees by an hour after the last payday before the launch. */
function gatherPlayers({ draft, cast, random, label }: HonestStage, lastSecsAgo: number): readonly Player[] {
  return Array.from({ length: random.integer(30, 42) }, (_, i): Player => {
    const address = addWallet(draft, 'crowd', `player/${label}/${i}`)
    const joinedWeek = random.pick([0, 0, 1, 2, 2])
    const joinedSecsAgo = lastSecsAgo + joinedWeek * WEEK_SECS
    const fundedSecsAgo = random.chance(NEW_WALLETS)
      ? random.integer(lastSecsAgo - HOUR_SECS, joinedSecsAgo - 10 * MINUTE_SECS)
      : Math.min(OLDEST_SECS, joinedSecsAgo + random.integer(HOUR_SECS, 8 * DAY_SECS))
    const lamports = random.chance(0.5) ? ordinaryWithdrawal(random) : solAmount(random, 0.15, 0.6)
    pay(draft, 'exchange', random.pick(cast.exchanges), address, lamports, fundedSecsAgo)
    const bot = random.chance(0.2) ? random.pick(cast.bots) : null
    const person = { address, fundedSecsAgo, freeLamports: lamports - 20_000_000n, bot, fixedBudget: null }
    return { person, level: random.pick(LEVELS), joinedWeek }
  })
}

function payWeekly({ draft, cast, random, label }: HonestStage, players: readonly Player[], lastSecsAgo: number): void {
  if (cast.otherMints.length === 0) return
  const mint = random.pick(cast.otherMints)
  const studio = addWallet(draft, 'service', `studio/${label}`)
  const priceSol = random.between(LEVEL_SOL / 3, LEVEL_SOL)
  // A week that begins after the launch is paid like any other.
  for (let week = WEEKS_BEFORE; lastSecsAgo + week * WEEK_SECS > HOUR_SECS; week--) {
    const secsAgo = lastSecsAgo + week * WEEK_SECS
    const paid = players.filter(({ joinedWeek }) => joinedWeek >= week)
    let left = paid.reduce((sum, { level }) => sum + level, 0)
    const quoteRaw = solAmount(random, priceSol * left, priceSol * left * 1.02)
    pay(draft, 'exchange', random.pick(cast.exchanges), studio, quoteRaw + STUDIO_LAMPORTS, secsAgo + 2 * HOUR_SECS)
    const dress = { unitLimit: 300_000, unitPriceMicroLamports: 50_000n }
    addMoment(draft, secsAgo + HOUR_SECS, [{ do: 'buy', mint, wallet: studio, quoteRaw, dress }])
    paid.forEach(({ person, level }, i) => {
      const to = person.address
      const paidSecsAgo = secsAgo - i * PAID_WITHIN_SECS
      addMoment(draft, paidSecsAgo, [{ do: 'sendToken', mint, from: studio, to, sharePct: (100 * level) / left }])
      left -= level
      if (!random.chance(SELLS)) return
      const soldSecsAgo = Math.min(paidSecsAgo, person.fundedSecsAgo) - 120 - SELLS_WITHIN_SECS * random.next() ** 2
      // Who has no SOL for fees yet sells nothing of that week.
      if (soldSecsAgo < 60 || soldSecsAgo < paidSecsAgo - WEEK_SECS + HOUR_SECS) return
      const sharePct = random.pick([50, 90, 100, 100])
      const { serviceFee: _fee, ...sale } = dressOf(person, random, 0n)
      addMoment(draft, soldSecsAgo, [{ do: 'sell', mint, wallet: to, sharePct, dress: sale }])
    })
  }
}

function buyAndMaybeSell({ draft, random, token }: HonestStage, person: Person): void {
  const most = Math.max(0.06, Math.min(0.7, Number(person.freeLamports - 60_000_000n) / 1.3e9))
  const quoteRaw = solAmount(random, 0.04, most)
  const dress = dressOf(person, random, quoteRaw)
  const spanSecs = Math.min(token.secsAgo - 20 * MINUTE_SECS, 8 * HOUR_SECS)
  const after = 20 + Math.round((spanSecs - 20) * random.next() ** 1.8)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
  if (!random.chance(0.35)) return
  const { serviceFee: _fee, ...sale } = dress
  addMoment(draft, (token.secsAgo - after) * random.between(0.1, 0.95), [
    { do: 'sell', mint: token.mint, wallet: person.address, sharePct: random.pick([50, 100]), dress: sale },
  ])
}
