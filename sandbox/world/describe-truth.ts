import type { GroundTruth, TrueToken } from './plan-types.ts'
import type { World } from './world.ts'

/** The plan's truth with what became of it: slots of launches, pools, and the tokens the agents launched. */
export type DescribedTruth = Omit<GroundTruth, 'tokens'> & {
  readonly tokens: readonly (TrueToken & { readonly launchSlot: number | null; readonly pools: readonly string[] })[]
}

export function describeTruth(world: World): DescribedTruth {
  const { truth } = world.plan
  return {
    entities: truth.entities,
    funding: truth.funding,
    tokens: [...truth.tokens, ...world.laterTokens].map((token) => ({
      ...token,
      launchSlot: world.launches.get(token.mint)?.slot ?? null,
      pools: world.market.poolsOf(token.mint).map(({ address }) => address),
    })),
  }
}
