import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  FEE_RECIPIENTS,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_VOLUME_ACCUMULATOR,
} from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import { addMoment } from '../plan-draft.ts'
import type { Recipe } from './recipe.ts'
import { withdrawScattered } from './team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from './team-launch.ts'

export const sharedTable: Recipe = {
  name: 'shared-table',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'unrelated withdrawals, but all launch-slot purchases use a lookup table that one of the team made',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, sharedTable, {
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      prepare: makeTeamTable,
      dress: ({ random, label }) => ({ ...differingBudget(random), lookupTable: label }),
    }),
}

/** The dev makes it a while before; it names the token's own accounts, as bundlers' tables do. */
function makeTeamTable({ draft, random, label, team, token }: TeamStage): readonly string[] {
  const addresses = [
    token.mint,
    bondingCurvePda(token.mint).address,
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    PUMP_FEES_PROGRAM,
    PUMP_FEE_CONFIG,
    PUMP_VOLUME_ACCUMULATOR,
    ...FEE_RECIPIENTS.slice(0, 4),
    ...BUYBACK_FEE_RECIPIENTS.slice(0, 4),
  ]
  const secsAgo = token.secsAgo + random.integer(2, 20) * MINUTE_SECS
  addMoment(draft, secsAgo, [{ do: 'makeLookupTable', wallet: team.dev, addresses, label }])
  return []
}
