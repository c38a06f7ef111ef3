import type { Action, Moment } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Recipe } from './recipe.ts'
import { payThroughOwnRelays } from './team.ts'
import { planTeamLaunch } from './team-launch.ts'

export const stealthSnipers: Recipe = {
  name: 'stealth-snipers',
  kind: 'rug',
  archetype: 'bundled',
  evidence: 'buyers of the six slots after the launch lead back to one wallet, each through relays of its own',
  plan: (draft, cast, random, index) =>
    planTeamLaunch(draft, cast, random, index, stealthSnipers, {
      maxInsiders: 24,
      pay: ({ draft, cast, random }, request) =>
        payThroughOwnRelays(draft, cast, random, request, random.integer(1, 2)),
      place: ({ random }, buys) => ({ opening: [], following: spreadOverSlots(random, buys) }),
    }),
}

const SLOTS_AFTER = 6

function spreadOverSlots(random: SeededRandom, buys: readonly Action[]): NonNullable<Moment['following']> {
  const slots: Action[][] = Array.from({ length: SLOTS_AFTER }, () => [])
  for (const buy of buys) random.pick(slots).push(buy)
  return slots.map((actions) => ({ slotsLater: 1, actions }))
}
