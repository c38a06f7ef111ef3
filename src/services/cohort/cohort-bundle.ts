import type { TokenEvidence } from '../evidence-bundle/evidence.ts'

/** What a cohort is judged from: plain JSON. */
export type CohortBundle = {
  /** Each once, in the order in which they came. */
  readonly members: readonly string[]
  /** Of their own histories. */
  readonly own: TokenEvidence
  /** Whole evidence of common tokens. */
  readonly tokens: readonly TokenEvidence[]
  readonly common: readonly { readonly mint: string; readonly members: number; readonly gathered: boolean }[]
  /** Names of addresses that the operator's packs know. */
  readonly names: Readonly<Record<string, string>>
  readonly gaps: readonly string[]
}
