import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, ordinaryWithdrawal, type Person } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS, WEEK_SECS } from '../../src/config/durations.ts'

export const payday: Recipe = {
  name: 'payday',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    'a company pays two or three dozen people every week, for weeks; six to nine of them buy the coin, each for themselves',
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, payday, { buyers: [22, 42], after: employeesBuy }),
}

const WEEKS_BEFORE = 3
const FEE_LAMPORTS = 1_000_000n

type Employee = { readonly person: Person; readonly salaryLamports: bigint; readonly hiredWeek: number }

function employeesBuy(stage: HonestStage): readonly string[] {
  const { random } = stage
  const staff = payStaff(stage)
  const buyers = random.sample(staff, random.integer(6, 9))
  for (const { person } of buyers) buyAndMaybeSell(stage, person)
  return buyers.map(({ person }) => person.address)
}

/** Some have used their wallet before they were hired, some open it for their first salary. */
function payStaff({ draft, cast, random, label, token }: HonestStage): readonly Employee[] {
  const company = addWallet(draft, 'service', `payroll/${label}`)
  const lastSecsAgo = token.secsAgo + random.integer(3 * HOUR_SECS, 4 * DAY_SECS)
  const staff = Array.from({ length: random.integer(24, 34) }, (_, i): Employee => {
    const address = addWallet(draft, 'crowd', `employee/${label}/${i}`)
    const hiredWeek = random.pick([0, 1, 2, 3, 3, 3])
    const hiredSecsAgo = lastSecsAgo + hiredWeek * WEEK_SECS
    let [fundedSecsAgo, freeLamports] = [hiredSecsAgo, 0n]
    if (random.chance(0.45)) {
      fundedSecsAgo = Math.min(30 * DAY_SECS, hiredSecsAgo + random.integer(HOUR_SECS, 6 * DAY_SECS))
      freeLamports = ordinaryWithdrawal(random)
      pay(draft, 'exchange', random.pick(cast.exchanges), address, freeLamports, fundedSecsAgo)
    }
    const salaryLamports = BigInt(random.integer(5, 24)) * 100_000_000n
    freeLamports += salaryLamports - 5_000_000n
    const bot = random.chance(0.25) ? random.pick(cast.bots) : null
    return { person: { address, fundedSecsAgo, freeLamports, bot, fixedBudget: null }, salaryLamports, hiredWeek }
  })
  // A week that begins after the launch is paid like any other.
  for (let week = WEEKS_BEFORE; lastSecsAgo + week * WEEK_SECS > HOUR_SECS; week--) {
    const secsAgo = lastSecsAgo + week * WEEK_SECS
    const paid = staff.filter(({ hiredWeek }) => hiredWeek >= week)
    const total = paid.reduce((sum, { salaryLamports }) => sum + salaryLamports + FEE_LAMPORTS, 20_000_000n)
    pay(draft, 'exchange', random.pick(cast.exchanges), company, total, secsAgo + 40 * MINUTE_SECS)
    paid.forEach(({ person, salaryLamports }, i) => {
      pay(draft, 'direct', company, person.address, salaryLamports, secsAgo - i * 4)
    })
  }
  for (const { person } of staff) liveOn(person)
  return staff

  /** Rent, and other tokens. */
  function liveOn(person: Person): void {
    if (random.chance(0.5)) {
      const lamports = person.freeLamports / 4n
      person.freeLamports -= lamports + FEE_LAMPORTS
      const secsAgo = random.integer(20 * MINUTE_SECS, lastSecsAgo - 30 * MINUTE_SECS)
      addMoment(draft, secsAgo, [{ do: 'sendSol', from: person.address, to: random.pick(cast.exchanges), lamports }])
    }
    if (cast.otherMints.length === 0 || !random.chance(0.5)) return
    const quoteRaw = solAmount(random, 0.01, 0.06)
    person.freeLamports -= quoteRaw + 12_000_000n
    const mint = random.pick(cast.otherMints)
    addMoment(draft, random.integer(10 * MINUTE_SECS, lastSecsAgo - 30 * MINUTE_SECS), [
      { do: 'buy', mint, wallet: person.address, quoteRaw, dress: dressOf(person, random, quoteRaw) },
    ])
  }
}

function buyAndMaybeSell({ draft, random, token }: HonestStage, person: Person): void {
  const most = Math.max(0.06, Math.min(0.6, Number(person.freeLamports) / 2e9))
  const quoteRaw = solAmount(random, 0.05, most)
  const dress = dressOf(person, random, quoteRaw)
  const spanSecs = Math.min(token.secsAgo - 20 * MINUTE_SECS, 10 * HOUR_SECS)
  const after = 30 + Math.round((spanSecs - 30) * random.next() ** 1.7)
  addMoment(draft, token.secsAgo - after, [{ do: 'buy', mint: token.mint, wallet: person.address, quoteRaw, dress }])
  if (!random.chance(0.35)) return
  const { serviceFee: _fee, ...sale } = dress
  addMoment(draft, (token.secsAgo - after) * random.between(0.1, 0.95), [
    { do: 'sell', mint: token.mint, wallet: person.address, sharePct: random.pick([50, 100]), dress: sale },
  ])
}
