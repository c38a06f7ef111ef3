import { addMoment, addWallets } from '../../sandbox/world/plan-draft.ts'
import type { Action, Dress, Moment } from '../../sandbox/world/plan-types.ts'
import { splitSum } from '../../sandbox/world/recipes/launch-story.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { withdrawScattered } from '../../sandbox/world/recipes/team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from '../../sandbox/world/recipes/team-launch.ts'
import { addressOfKeySeed } from '../../sandbox/world/seeded-keys.ts'
import { seededBytes } from '../../sandbox/world/seeded-random.ts'
import {
  bondingCurvePda,
  FEE_RECIPIENTS,
  PUMP_EVENT_AUTHORITY,
  PUMP_GLOBAL,
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { operatorOf, payOperator } from './operator.ts'

export const relayAuthority: Recipe = {
  name: 'relay-authority',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals, and each wallet buys several times with other budgets over minutes; nonces and table of these trades are all of one relay',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, relayAuthority, {
      maxInsiders: 20,
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(10, 90) * HOUR_SECS),
      prepare: prepareRelay,
      dress: (stage, i) => (i === -1 ? byNonce(stage, -1) : differingBudget(stage.random)),
      place: spreadTrades,
    }),
}

const SLOTS_AFTER = 4
const MIN_PART_LAMPORTS = 30_000_000n

/** A table and a nonce for each member, some time before. */
function prepareRelay(stage: TeamStage): readonly string[] {
  const { draft, random, team, token, label } = stage
  const relay = payOperator(stage, 1_800_000_000n)
  const addresses = [
    token.mint,
    bondingCurvePda(token.mint).address,
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    ...FEE_RECIPIENTS.slice(0, 5),
  ]
  const readySecsAgo = token.secsAgo + random.integer(3, 15) * MINUTE_SECS
  addMoment(draft, readySecsAgo, [{ do: 'makeLookupTable', wallet: relay, addresses, label }])
  const accounts = [-1, ...team.insiders.keys()].map((i) => addWallets(draft, 'nonce', `nonce/${label}/${i}`, 1)[0]!)
  accounts.forEach((account, i) => {
    addMoment(draft, readySecsAgo + 30 + i * random.integer(3, 20), [
      { do: 'makeNonce', account, authority: relay, payer: relay },
    ])
  })
  return [relay]
}

function byNonce(stage: TeamStage, i: number): Dress {
  const { draft, label } = stage
  const account = addressOfKeySeed(seededBytes(draft.seed, `wallet/nonce/${label}/${i}/0`))
  return { ...differingBudget(stage.random), nonce: { account, authority: operatorOf(stage) } }
}

/** Two to four purchases each: the first by nonce in the slots of the launch, the others by table within minutes. */
function spreadTrades(
  stage: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: Action[]; following: NonNullable<Moment['following']> } {
  const { draft, random, token, label } = stage
  const slots: Action[][] = Array.from({ length: SLOTS_AFTER + 1 }, () => [])
  buys.forEach((buy, i) => {
    const [first, ...later] = splitSum(random, buy.quoteRaw, random.integer(2, 4), MIN_PART_LAMPORTS)
    random.pick(slots).push({ ...buy, quoteRaw: first!, dress: byNonce(stage, i) })
    for (const quoteRaw of later) {
      const dress = { ...differingBudget(random), lookupTable: label }
      addMoment(draft, token.secsAgo - random.integer(5, 9 * MINUTE_SECS), [{ ...buy, quoteRaw, dress }])
    }
  })
  const [opening, ...following] = slots
  return { opening: opening!, following: following.map((actions) => ({ slotsLater: 1, actions })) }
}
