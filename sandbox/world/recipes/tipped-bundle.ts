import { HOUR_SECS } from '../../../src/config/durations.ts'
import type { Action, Moment } from '../plan-types.ts'
import { TIP_ACCOUNTS } from '../tip-accounts.ts'
import type { Recipe } from './recipe.ts'
import { withdrawScattered } from './team.ts'
import { differingBudget, planTeamLaunch, type TeamStage } from './team-launch.ts'

export const tippedBundle: Recipe = {
  name: 'tipped-bundle',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'unrelated withdrawals; several wallets buy in one transaction, transactions stand together and one tip pays for all',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, tippedBundle, {
      maxInsiders: 22,
      pay: ({ draft, cast, random }, request) =>
        withdrawScattered(draft, cast, random, request, random.integer(6, 60) * HOUR_SECS),
      contiguous: true,
      place: bundleUp,
    }),
}

const TRANSACTIONS_IN_BUNDLE = 5
/** The launch itself is two transactions of the first bundle. */
const LAUNCH_TRANSACTIONS = 2
const UNITS_OF_ONE = 170_000

/** One, two or three wallets a transaction, five transactions a bundle, the tip in the last of them. */
function bundleUp(
  { random }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
): { opening: Action[]; following: NonNullable<Moment['following']> } {
  const opening: Action[] = []
  const tipLamports = BigInt(random.integer(1, 30)) * 1_000_000n
  let at = 0
  while (at < buys.length) {
    const group = buys.slice(at, at + random.integer(1, 3))
    at += group.length
    const place = (opening.length + LAUNCH_TRANSACTIONS) % TRANSACTIONS_IN_BUNDLE
    const isLast = at >= buys.length || place === TRANSACTIONS_IN_BUNDLE - 1
    const { unitPriceMicroLamports } = differingBudget(random)
    opening.push({
      do: 'buyTogether',
      mint: group[0]!.mint,
      buys: group.map(({ wallet, quoteRaw }) => ({ wallet, quoteRaw })),
      dress: {
        unitLimit: UNITS_OF_ONE * group.length + random.integer(0, 40_000),
        unitPriceMicroLamports: unitPriceMicroLamports! / 4n,
        ...(isLast ? { tip: { to: random.pick(TIP_ACCOUNTS), lamports: tipLamports } } : {}),
      },
    })
  }
  return { opening, following: [] }
}
