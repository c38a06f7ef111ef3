import { addMoment, addWallet, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action, Moment } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Payee, Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

/** Money sent through services that swap a token for itself without asking who one is. For each wallet the operator
 *  makes an order of its own: the purse pays a deposit address that is used once, the service moves it on to an
 *  exchange where it keeps its money, and minutes later that exchange pays the wallet as much less the service's
 *  percentage. So dev and buyers look as if each had withdrawn from one of several exchanges, in odd sizes, over a day.
 *  What remains: for every one of them a deposit minutes before, larger by the part that the service keeps, and all of
 *  these come from one purse. */
export const matchedSwaps: Recipe = {
  name: 'matched-swaps',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'dev and buyers are paid by several exchanges; but minutes before each payment one purse had sent that exchange the same sum plus half a percent or so',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, matchedSwaps, {
      maxInsiders: 24,
      pay: payBySwaps,
      place: comeInTwoWaves,
      earlyExits: true,
      exit: (stage, { rugged }) => leaveByThemselves(stage, rugged),
    }),
}

const SERVICES = 3
/** What a service keeps, in hundredths of a percent. */
const FEE_BPS = [40, 50, 75, 100] as const
const BPS = 10_000n
const ORDERED_OVER_SECS = 26 * HOUR_SECS
/** A deposit address keeps its rent minimum; the service counts it as received. */
const ADDRESS_KEEPS_LAMPORTS = 1_000_000n
const HOP_LAMPORTS = 1_500_000n
const IN_FIRST_SLOT = 0.3
const LATER_SECS = 22 * MINUTE_SECS
const KEPT_LAMPORTS = 2_500_000n

type Service = { readonly exchange: string; readonly feeBps: bigint }
type Order = Payee & { readonly service: Service; readonly depositLamports: bigint; readonly secsAgo: number }

function payBySwaps(stage: TeamStage, request: TrailRequest): Trail {
  const { draft, cast, random } = stage
  const { label, payees, doneSecsAgo } = request
  const services = random
    .sample(cast.exchanges, SERVICES)
    .map((exchange): Service => ({ exchange, feeBps: BigInt(random.pick(FEE_BPS)) }))
  const orders = payees.map((payee) => drawOrder(stage, payee, random.pick(services), doneSecsAgo))
  const fundingWallet = addWallet(draft, 'relay', `swap-purse/${label}`)
  const total = orders.reduce((sum, { depositLamports }) => sum + depositLamports + HOP_LAMPORTS, 0n)
  const filledSecsAgo = doneSecsAgo + ORDERED_OVER_SECS + random.integer(2 * HOUR_SECS, 3 * DAY_SECS)
  const lamports = total + solAmount(random, 0.1, 2)
  pay(draft, 'exchange', random.pick(cast.exchanges), fundingWallet, lamports, filledSecsAgo)
  for (const [i, order] of orders.entries())
    fulfil(stage, order, { fundingWallet, address: `swap-deposit/${label}/${i}` })
  return { kind: 'exchange', rootFunder: fundingWallet, relays: [fundingWallet], privacyHops: [] }
}

function drawOrder({ random }: TeamStage, { wallet, lamports }: Payee, service: Service, doneSecsAgo: number): Order {
  const depositLamports = (lamports * BPS) / (BPS - service.feeBps) + 1n
  const secsAgo = doneSecsAgo + 20 * MINUTE_SECS + random.integer(0, ORDERED_OVER_SECS)
  return { wallet, lamports, service, depositLamports, secsAgo }
}

/** In at an address of its own, on to the exchange, and out of it. */
function fulfil(
  stage: TeamStage,
  order: Order,
  { fundingWallet, address }: { fundingWallet: string; address: string },
): void {
  const { draft, random } = stage
  const { wallet, lamports, service, depositLamports, secsAgo } = order
  const deposit = addWallet(draft, 'service', address)
  pay(draft, 'exchange', fundingWallet, deposit, depositLamports, secsAgo)
  const sweptSecsAgo = secsAgo - random.integer(15, 100)
  addMoment(draft, sweptSecsAgo, [
    { do: 'sweepSol', from: deposit, to: service.exchange, keepLamports: ADDRESS_KEEPS_LAMPORTS },
  ])
  pay(draft, 'exchange', service.exchange, wallet, lamports, sweptSecsAgo - random.integer(30, 12 * MINUTE_SECS))
}

/** Some in the slot of the launch, the others while the crowd comes. */
function comeInTwoWaves(
  { draft, random, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: Action[]; following: NonNullable<Moment['following']> } {
  const first = Math.ceil(buys.length * IN_FIRST_SLOT)
  const lastSecs = Math.min(LATER_SECS, token.secsAgo / 4)
  for (const buy of buys.slice(first))
    addMoment(draft, token.secsAgo - 5 - (lastSecs - 5) * random.next() ** 1.3, [
      { ...buy, dress: differingBudget(random) },
    ])
  return { opening: buys.slice(0, first), following: [] }
}

/** In two parts over half an hour; what they make goes to exchanges, each wallet's to one of them. */
function leaveByThemselves({ draft, cast, random, team, token }: TeamStage, rugged: boolean): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  const startSecsAgo = token.secsAgo * random.between(0.2, 0.45)
  const spanSecs = Math.min(32 * MINUTE_SECS, token.secsAgo * 0.08)
  for (const wallet of [...team.insiders, team.dev]) {
    const soldSecsAgo = startSecsAgo - spanSecs * random.next()
    const sell = (sharePct: number, secsAgo: number): void =>
      addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct, dress: differingBudget(random) }])
    sell(random.integer(35, 70), soldSecsAgo)
    sell(100, soldSecsAgo - spanSecs * random.between(0.05, 0.3))
    addMoment(draft, soldSecsAgo - spanSecs * random.between(0.35, 0.9), [
      { do: 'sweepSol', from: wallet, to: random.pick(cast.exchanges), keepLamports: KEPT_LAMPORTS },
    ])
  }
  return { collector: null, hops: [] }
}
