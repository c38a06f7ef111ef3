import { planBelongings } from './plan-belongings.ts'
import { planDexPools } from './plan-dex-pools.ts'
import { planDbcTokens, planDexTokens } from './plan-dex-tokens.ts'
import { createDraft, type PlanDraft } from './plan-draft.ts'
import { planEstablishedTokens, type SnapshotPool } from './plan-established.ts'
import { planLaunches } from './plan-launches.ts'
import { planRecentLife } from './plan-life.ts'
import { planRecipeLaunches } from './plan-recipe-launches.ts'
import type { WorldPlan } from './plan-types.ts'
import { type Cast, planWallets } from './plan-wallets.ts'
import { planWorldTraps } from './traps/index.ts'

export type DrawnWorld = WorldPlan & { readonly snapshotPools: readonly SnapshotPool[]; readonly cast: Cast }

/** Draws up the whole world from its seed: same seed, same addresses, amounts and order of events. */
export function planWorld(seed: string): DrawnWorld {
  const draft = createDraft(seed)
  const cast = planWallets(draft)
  const snapshotPools = planEstablishedTokens(draft, cast)
  planLaunches(draft, cast)
  planRecipeLaunches(draft)
  planRecentLife(draft, cast, snapshotPools)
  planBelongings(draft, cast)
  planWorldTraps(draft, cast)
  planDexTokens(draft)
  planDexPools(draft)
  planDbcTokens(draft)
  return finishPlan(draft, snapshotPools, cast)
}

/** What a draft comes to: its events in the order of time. */
export function finishPlan(draft: PlanDraft, snapshotPools: readonly SnapshotPool[], cast: Cast): DrawnWorld {
  // Stable sort: events of one second stay in the order in which they were planned.
  const timeline = [...draft.moments].sort((a, b) => b.secsAgo - a.secsAgo)
  return {
    seed: draft.seed,
    wallets: draft.wallets,
    tokens: draft.tokens,
    timeline,
    nfts: draft.nfts,
    stakes: draft.stakes,
    validators: draft.validators,
    truth: { entities: draft.entities, tokens: draft.trueTokens, funding: draft.funding },
    snapshotPools,
    cast,
  }
}
