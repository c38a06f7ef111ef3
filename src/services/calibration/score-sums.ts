import { CALIBRATION, HORIZONS, type Horizon, type ScoreKind } from '../../config/calibration.ts'
import type { Context } from '../../context.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { createSharedTurns } from '../../runtime/shared-turns.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { DuePlace, LedgerRow, OutcomeEntry, OutcomeFacts, ScoreEntry } from '../../store/score-rows.ts'

/** How many, and how many of them went bad. */
export type Tally = { count: number; bad: number }
type FactName = keyof OutcomeFacts

/** Sums over the outcomes of one kind of score and one horizon. */
export type ScoreSums = {
  /** Outcomes of known end, of unknown end, and the tokens among them. */
  known: number
  unknown: number
  bad: number
  readonly tokens: Set<string>
  /** Sum of (predicted - happened) squared. */
  squares: number
  /** By tenths of the predicted chance; `predicted` is a sum. */
  readonly bins: (Tally & { predicted: number })[]
  readonly grades: Map<string, Tally & { predicted: number }>
  readonly rules: Map<string, Tally>
  readonly facts: Record<FactName, { known: number; isTrue: number }>
}

export type ScoreBook = {
  /** Scores that were handed out, by kind. */
  readonly scores: ReadonlyMap<ScoreKind, number>
  sums(kind: ScoreKind, horizon: Horizon): ScoreSums
}

/** The sums, kept up with the ledger whenever somebody asks. */
export type CalibrationBook = {
  look(): Promise<ScoreBook>
  /** Whether the score says something that the last one of its kind and token did not, or that was an hour ago. */
  isNews(score: ScoreEntry): boolean
  /** Where the job that writes outcomes stopped; null for the oldest. */
  readonly dueWalk: { after: DuePlace | null }
}

export function createCalibrationBook({ store: { scores } }: Context): CalibrationBook {
  const turns = createSharedTurns()
  const flights = createSingleFlight<void>({ joinsAllLanes: true })
  const said = createBoundedMap<string, { readonly text: string; readonly atMs: number }>(CALIBRATION.sameTokens)
  let book = emptyBook()
  let seenId = 0
  let epoch = scores.epoch

  async function catchUp(): Promise<void> {
    if (epoch !== scores.epoch || scores.head().id < seenId) {
      book = emptyBook()
      seenId = 0
      epoch = scores.epoch
    }
    for (;;) {
      const rows = scores.read(seenId, CALIBRATION.rowsPerTurn)
      for (const row of rows) addRow(book, row)
      seenId = rows.at(-1)?.id ?? seenId
      if (rows.length < CALIBRATION.rowsPerTurn) return
      await turns.next()
    }
  }

  return {
    dueWalk: { after: null },
    async look() {
      await flights.join('', catchUp).result
      return book
    },
    isNews({ kind, mint, score, grade, rules, atMs }) {
      const key = `${kind} ${mint}`
      const text = JSON.stringify([score, grade, rules])
      const known = said.get(key)
      if (known?.text === text && atMs - known.atMs < CALIBRATION.sameMs) return false
      said.set(key, { text, atMs })
      return true
    },
  }
}

type OpenBook = ScoreBook & { readonly scores: Map<ScoreKind, number> }

function emptyBook(): OpenBook {
  const sums = new Map<string, ScoreSums>()
  return {
    scores: new Map(),
    sums(kind, horizon) {
      const key = `${kind} ${horizon}`
      const known = sums.get(key) ?? emptySums()
      sums.set(key, known)
      return known
    },
  }
}

function emptySums(): ScoreSums {
  const none = () => ({ known: 0, isTrue: 0 })
  return {
    known: 0,
    unknown: 0,
    bad: 0,
    tokens: new Set(),
    squares: 0,
    bins: Array.from({ length: CALIBRATION.bins }, () => ({ count: 0, bad: 0, predicted: 0 })),
    grades: new Map(),
    rules: new Map(),
    facts: { priceGone: none(), liquidityGone: none(), unsellable: none(), creatorOut: none() },
  }
}

function addRow(book: OpenBook, row: LedgerRow): void {
  if (row.type === 'score') book.scores.set(row.score.kind, (book.scores.get(row.score.kind) ?? 0) + 1)
  else if (HORIZONS.includes(row.outcome.horizon))
    addOutcome(book.sums(row.outcome.score.kind, row.outcome.horizon), row.outcome)
}

function addOutcome(sums: ScoreSums, { score, facts, isBad }: OutcomeEntry): void {
  for (const [name, fact] of Object.entries(facts) as [FactName, boolean | null][]) {
    if (fact === null) continue
    sums.facts[name].known++
    if (fact) sums.facts[name].isTrue++
  }
  if (isBad === null) {
    sums.unknown++
    return
  }
  const predicted = predictedOf(score.score)
  sums.known++
  sums.bad += +isBad
  sums.tokens.add(score.mint)
  sums.squares += (predicted - +isBad) ** 2
  const bin = sums.bins[Math.min(CALIBRATION.bins - 1, Math.floor(predicted * CALIBRATION.bins))]!
  const grade = sums.grades.get(score.grade) ?? { count: 0, bad: 0, predicted: 0 }
  sums.grades.set(score.grade, grade)
  for (const tally of [bin, grade]) {
    add(tally, isBad)
    tally.predicted += predicted
  }
  for (const rule of new Set(score.rules)) {
    const tally = sums.rules.get(rule) ?? { count: 0, bad: 0 }
    sums.rules.set(rule, tally)
    add(tally, isBad)
  }
}

function add(tally: Tally, isBad: boolean): void {
  tally.count++
  tally.bad += +isBad
}

/** The chance to go bad that a score of 0 (danger) to 100 (safe) stands for. */
export function predictedOf(score: number): number {
  return 1 - Math.min(100, Math.max(0, score)) / 100
}
