import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person, planWithdrawal } from '../../sandbox/world/plan-people.ts'
import type { TrueGroup } from '../../sandbox/world/plan-types.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Users of a wallet program that has leaked keys. Eight to twelve of the holders use it, as do many others; when its
 *  makers warn everyone, each makes a new wallet and moves there what they have: some SOL first, then this token, then
 *  the rest. It happens within hours, with the compute budget that the program sets for all. So within an afternoon
 *  many new wallets that never bought get the token from others, and in some of them it is sold. But each new wallet
 *  has one old one, no one shares either with anyone, and people who never held the token move at the same time. */
export const walletMigration: Recipe = {
  name: 'wallet-migration',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'after a warning, eight to twelve holders each move SOL and coins to a new wallet of their own within hours; so do others who hold none',
  plan: (draft, cast, random, index) => {
    let people: readonly TrueGroup[] = []
    return planHonestLaunch(draft, cast, random, index, walletMigration, {
      buyers: [16, 34],
      after: (stage) => {
        people = moveAll(stage)
        return people.flatMap(({ wallets }) => wallets)
      },
      entities: () => people,
    })
  },
}

/** Parts of the token's age: holders have bought, and the warning comes. */
const BOUGHT_BY = 0.35
const WARNED = [0.42, 0.6] as const
const MOST_PANIC_SECS = 6 * HOUR_SECS
const OLD_KEEPS_LAMPORTS = 900_000n
/** Of the new wallets that get their first SOL from an exchange, lest the old one be watched. */
const FROM_EXCHANGE = 0.2
const HAS_OTHER_TOKEN = 0.45
const SELLS_LATER = 0.3

type Budget = NonNullable<Person['fixedBudget']>

function moveAll(stage: HonestStage): readonly TrueGroup[] {
  const { random, token } = stage
  const budget: Budget = {
    unitLimit: random.pick([200_000, 260_000, 340_000]),
    unitPriceMicroLamports: BigInt(random.pick([75_000, 120_000, 250_000])),
  }
  const [earliest, latest] = WARNED
  const warnedSecsAgo = token.secsAgo * (1 - random.between(earliest, latest))
  const holders = Array.from({ length: random.integer(8, 12) }, (_, i) => planUser(stage, budget, `holder/${i}`))
  for (const { person } of holders) buyOnce(stage, person)
  const others = Array.from({ length: random.integer(9, 16) }, (_, i) => planUser(stage, budget, `other/${i}`))
  for (const other of others) move(stage, other, warnedSecsAgo, null)
  return holders.map((holder) => ({
    kind: 'person',
    wallets: [holder.person.address, move(stage, holder, warnedSecsAgo, token.mint)],
  }))
}

type User = { readonly person: Person; readonly label: string; readonly otherMint: string | null }

/** In the program for days or weeks, and most of them not only for this token. */
function planUser({ draft, cast, random, label, token }: HonestStage, fixedBudget: Budget, who: string): User {
  const person = planWithdrawal(draft, random, {
    label: `program-user/${label}/${who}`,
    exchange: random.pick(cast.exchanges),
    lamports: ordinaryWithdrawal(random) + solAmount(random, 0.5, 1),
    secsAgo: token.secsAgo + random.integer(2 * HOUR_SECS, 20 * DAY_SECS),
    bot: null,
    fixedBudget,
  })
  const userLabel = `${label}/${who}`
  if (cast.otherMints.length === 0 || !random.chance(HAS_OTHER_TOKEN))
    return { person, label: userLabel, otherMint: null }
  const otherMint = random.pick(cast.otherMints)
  const quoteRaw = solAmount(random, 0.02, 0.1)
  const secsAgo = random.integer(token.secsAgo + 10 * MINUTE_SECS, person.fundedSecsAgo - 10 * MINUTE_SECS)
  const dress = dressOf(person, random, quoteRaw)
  addMoment(draft, secsAgo, [{ do: 'buy', mint: otherMint, wallet: person.address, quoteRaw, dress }])
  return { person, label: userLabel, otherMint }
}

function buyOnce({ draft, random, token }: HonestStage, person: Person): void {
  const quoteRaw = solAmount(random, 0.05, 0.45)
  const after = 15 + (token.secsAgo * BOUGHT_BY - 15) * random.next() ** 1.8
  const dress = dressOf(person, random, quoteRaw)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
}

/** Returns the new wallet. Tokens cost the old one the deposits of the new accounts, so most of its SOL goes last. */
function move(stage: HonestStage, user: User, warnedSecsAgo: number, mint: string | null): string {
  const { draft, cast, random, token } = stage
  const from = user.person.address
  const dress = dressOf(user.person, random, 0n)
  const to = addWallet(draft, 'crowd', `moved/${user.label}`)
  const panicSecs = Math.min(MOST_PANIC_SECS, token.secsAgo * 0.25)
  let secsAgo = Math.round(warnedSecsAgo - panicSecs * random.next() ** 1.4)
  const step = (): number => {
    secsAgo -= Math.round(Math.min(random.integer(15, 400), token.secsAgo * 0.012))
    return secsAgo
  }
  if (random.chance(FROM_EXCHANGE))
    pay(draft, 'exchange', random.pick(cast.exchanges), to, solAmount(random, 0.05, 0.4), step())
  else pay(draft, 'direct', from, to, BigInt(random.pick([1, 2, 5, 10])) * 10_000_000n, step())
  for (const moved of [mint, user.otherMint])
    if (moved !== null) addMoment(draft, step(), [{ do: 'sendToken', mint: moved, from, to, sharePct: 100, dress }])
  addMoment(draft, step(), [{ do: 'sweepSol', from, to, keepLamports: OLD_KEEPS_LAMPORTS }])
  if (mint === null || !random.chance(SELLS_LATER)) return to
  addMoment(draft, secsAgo * random.between(0.1, 0.9), [
    { do: 'sell', mint, wallet: to, sharePct: random.pick([40, 50, 100]), dress },
  ])
  return to
}
