import type { Lab } from './lab.ts'

/** What an attack did to the server and to whoever uses it honestly. */
export type Findings = {
  readonly tried: string
  /** What came back, a line each. */
  readonly got: readonly string[]
  /** Money, keys, wallets or answers of others that the attacker reached. None is the goal. */
  readonly taken: readonly string[]
  /** Orders of honest customers that were not carried out, answers and records that are missing. None is the goal. */
  readonly lost: readonly string[]
  /** What the documents say cannot be helped, as it was seen: printed, and no miss. */
  readonly known?: readonly string[]
  /** What the honest client felt, a row for each kind of load; absent where the attack loads nothing. */
  readonly loads?: readonly LoadFigures[]
}

/** The same client before the attack and while it went on. */
export type LoadFigures = {
  readonly name: string
  readonly quiet: LoadWindow
  readonly attacked: LoadWindow
}
export type LoadWindow = {
  readonly healthP50Ms: number
  readonly healthP99Ms: number
  readonly healthWorstMs: number
  readonly buyP50Ms: number
  readonly buyWorstMs: number
  readonly answers: number
  /** Honest requests without a good answer, as `status code`. */
  readonly refused: readonly string[]
}

export type Attack = {
  /** Of its file, for `--only`. */
  readonly name: string
  /** Where the page of findings has it; `own` for those that it has not. */
  readonly finding: string
  run(lab: Lab): Promise<Findings>
}

/** The goals that figures are held to. */
export const GOALS = { healthP99Ms: 50, buyRatio: 1.5 } as const

/** What was missed. Times are only judged where the quiet machine kept them: a busy one says nothing about the
 *  attack. */
export function missedGoals({ taken, lost, loads = [] }: Findings): string[] {
  return [
    ...taken.map((what) => `taken: ${what}`),
    ...lost.map((what) => `lost: ${what}`),
    ...loads.flatMap((load) => missedByLoad(load).map((what) => `${load.name}: ${what}`)),
  ]
}

function missedByLoad(load: LoadFigures): string[] {
  const { quiet, attacked } = load
  const missed: string[] = []
  if (attacked.refused.length > 0)
    missed.push(`lost ${attacked.refused.length} honest answers (${[...new Set(attacked.refused)].join(', ')})`)
  if (attacked.answers === 0) missed.push('lost every honest answer')
  // An attack that was over before an order came says nothing.
  else if (Number.isNaN(buyRatio(load))) missed.push('no honest order was measured')
  if (attacked.healthP99Ms >= GOALS.healthP99Ms && quiet.healthP99Ms < GOALS.healthP99Ms)
    missed.push(`/health p99 ${attacked.healthP99Ms.toFixed(1)} ms`)
  if (buyRatio(load) > GOALS.buyRatio) missed.push(`buys ${buyRatio(load).toFixed(2)} times as slow`)
  return missed
}

export function buyRatio({ quiet, attacked }: LoadFigures): number {
  return attacked.buyP50Ms / quiet.buyP50Ms
}
