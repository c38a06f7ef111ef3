import { addMoment, addWallets, solAmount } from '../../sandbox/world/plan-draft.ts'
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
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'

export const washedPeel: Recipe = {
  name: 'washed-peel',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'a chain of wallets passes wrapped SOL on and pays two buyers at each step; they buy slots after the launch and then trade to and fro',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, washedPeel, {
      maxInsiders: 18,
      pay: peelWrapped,
      place: behindLaunch,
      earlyExits: true,
      exit: tradeAndLeave,
    }),
}

/** Payees of one link of the chain. */
const AT_EACH = 2
/** Account deposits and fees of a payment. */
const PAYMENT_LAMPORTS = 8_000_000n
/** For the trades to come. */
const TRADING_LAMPORTS = 350_000_000n
const SLOTS = 9

function peelWrapped({ draft, cast, random }: TeamStage, { label, payees, doneSecsAgo }: TrailRequest): Trail {
  const wanted = payees.map(({ wallet, lamports }): Payee => ({ wallet, lamports: lamports + TRADING_LAMPORTS }))
  const relays = addWallets(draft, 'relay', `wrapped-peel/${label}`, Math.ceil(wanted.length / AT_EACH))
  const stepSecs = random.integer(5 * MINUTE_SECS, 25 * MINUTE_SECS)
  const startSecsAgo = doneSecsAgo + relays.length * stepSecs
  const gas = (wallet: string): void =>
    pay(
      draft,
      'scattered',
      random.pick(cast.exchanges),
      wallet,
      solAmount(random, 0.03, 0.25),
      startSecsAgo + random.integer(HOUR_SECS, 60 * HOUR_SECS),
    )
  const send = (from: string, to: string, lamports: bigint, secsAgo: number): void => {
    draft.funding.push({ from, to, lamports, secsAgo, kind: 'peel' })
    addMoment(draft, secsAgo, [{ do: 'payWrapped', from, to, lamports, how: 'token' }])
    addMoment(draft, secsAgo - 20, [{ do: 'unwrap', wallet: to }])
  }
  let left = wanted.reduce((sum, { lamports }) => sum + lamports + PAYMENT_LAMPORTS * 2n, 50_000_000n)
  for (const { wallet } of wanted) gas(wallet)
  relays.forEach((relay, r) => {
    const secsAgo = startSecsAgo - r * stepSecs
    if (r === 0) pay(draft, 'peel', random.pick(cast.exchanges), relay, left, secsAgo + 30)
    else {
      gas(relay)
      send(relays[r - 1]!, relay, left, secsAgo)
    }
    wanted.slice(r * AT_EACH, (r + 1) * AT_EACH).forEach(({ wallet, lamports }, i) => {
      send(relay, wallet, lamports, secsAgo - 60 - i * random.integer(20, 60))
      left -= lamports + PAYMENT_LAMPORTS
    })
    left -= PAYMENT_LAMPORTS
  })
  return { kind: 'peel', rootFunder: relays[0]!, relays, privacyHops: [] }
}

/** No one in the launch slot itself. */
function behindLaunch(
  { random }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: []; following: NonNullable<Moment['following']> } {
  const slots: Action[][] = Array.from({ length: SLOTS }, () => [])
  for (const buy of buys) random.pick(slots).push(buy)
  return { opening: [], following: slots.map((actions) => ({ slotsLater: random.integer(1, 3), actions })) }
}

/** Each sells a part and buys some of it back, again and again; what is left goes at once, or stays. */
function tradeAndLeave({ draft, random, team, token }: TeamStage, { rugged }: { rugged: boolean }): TeamExit {
  const { mint } = token
  const endSecs = Math.min(token.secsAgo * 0.5, 7 * HOUR_SECS)
  for (const wallet of team.insiders) {
    const rounds = random.integer(2, 3)
    for (let round = 0; round < rounds; round++) {
      const from = 3 * MINUTE_SECS + ((endSecs - 3 * MINUTE_SECS) * round) / rounds
      const length = (endSecs - 3 * MINUTE_SECS) / rounds
      const sold = from + length * random.between(0, 0.4)
      const bought = from + length * random.between(0.45, 0.95)
      const quoteRaw = solAmount(random, 0.03, 0.1)
      addMoment(draft, token.secsAgo - sold, [
        { do: 'sell', mint, wallet, sharePct: random.integer(12, 35), dress: differingBudget(random) },
      ])
      addMoment(draft, token.secsAgo - bought, [{ do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }])
    }
  }
  if (!rugged) return { collector: null, hops: [] }
  const leftSecsAgo = Math.round((token.secsAgo - endSecs) * random.between(0.3, 0.9))
  for (const wallet of [...team.insiders, team.dev])
    addMoment(draft, leftSecsAgo - random.integer(0, 15 * MINUTE_SECS), [
      { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
    ])
  return { collector: null, hops: [] }
}
