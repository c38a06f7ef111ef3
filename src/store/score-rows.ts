import type { Horizon, ScoreKind } from '../config/calibration.ts'

/** A score that was handed out. */
export type ScoreEntry = {
  readonly kind: ScoreKind
  readonly mint: string
  /** 0 (danger) to 100 (safe). */
  readonly score: number
  readonly grade: string
  /** Rules that failed. */
  readonly rules: readonly string[]
  /** How many held the token, where that was counted for the same answer. */
  readonly holders: number | null
  /** When the answer was built, epoch ms. */
  readonly atMs: number
}

/** What became of it; null for what nobody knows. */
export type OutcomeFacts = {
  readonly priceGone: boolean | null
  readonly liquidityGone: boolean | null
  readonly unsellable: boolean | null
  readonly creatorOut: boolean | null
}

/** What happened to the token of a score within a horizon; it repeats the score, so that it stands alone. */
export type OutcomeEntry = {
  readonly ofId: number
  readonly horizon: Horizon
  readonly score: ScoreEntry
  readonly facts: OutcomeFacts
  /** Whether the token went bad: price or liquidity gone, or unsellable. Null where none of the three is known. */
  readonly isBad: boolean | null
  readonly atMs: number
}

export type LedgerRow =
  | { readonly id: number; readonly type: 'score'; readonly score: ScoreEntry }
  | { readonly id: number; readonly type: 'outcome'; readonly outcome: OutcomeEntry }

export type DueOutcome = {
  readonly dueMs: number
  readonly id: number
  readonly horizon: Horizon
  readonly score: ScoreEntry
}

export type DuePlace = Pick<DueOutcome, 'dueMs' | 'id' | 'horizon'>

export type LedgerVerdict = {
  readonly rows: number
  readonly head: { readonly id: number; readonly linkHex: string } | null
  readonly findings: readonly { readonly row: number | null; readonly what: string }[]
  linkOf(id: number): string | undefined
}

/** Append-only: each row carries a hash over itself and the row before. */
export type ScoresTable = {
  /** Resolves once the row is on disk; its number. */
  append(score: ScoreEntry): Promise<number>
  /** The outcome of a score, once: a second one of the same horizon is not written. */
  settle(outcome: OutcomeEntry): Promise<void>
  /** Outcomes that are due, the oldest first; those after the given one where there is one. */
  due(nowMs: number, limit: number, after?: DuePlace | null): readonly DueOutcome[]
  /** Rows after a number, ascending. A row that is none of ours is left out; `verify` names it. */
  read(afterId: number, limit: number): readonly LedgerRow[]
  head(): { readonly id: number; readonly linkHex: string }
  /** Changes when the ledger was emptied for another world. */
  readonly epoch: number
  verify(): LedgerVerdict
}
