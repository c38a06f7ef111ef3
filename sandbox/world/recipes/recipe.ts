import type { PlanDraft } from '../plan-draft.ts'
import type { LaunchCast } from '../plan-people.ts'
import type { TokenArchetype } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** A way in which launches happen, malicious or honest. */
export type Recipe = {
  /** Also its file name. */
  readonly name: string
  readonly kind: 'rug' | 'healthy'
  readonly archetype: TokenArchetype
  /** What is left on chain for forensics to find; for honest ones what could be mistaken for a team. */
  readonly evidence: string
  /** Writes one launch, with all that leads to it and follows from it, and its truth; returns the mint. Draws from
   *  `random` alone; `index` keeps labels apart. */
  plan(draft: PlanDraft, cast: LaunchCast, random: SeededRandom, index: number): string
}
