import type { Action } from '../world/plan-types.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { World } from '../world/world.ts'

/** Something an agent will do at a later step. */
export type Intention = { readonly step: number; readonly action: Action }

/** A token is bought from a step on; from another one on its price goes to `worth` times where it opened. */
export type OpenToken = {
  readonly mint: string
  readonly fromStep: number
  readonly fadesFromStep: number
  readonly worth: number
}

export type AgentState = {
  readonly world: World
  readonly random: SeededRandom
  /** Steps taken so far. */
  step: number
  /** Ordered by step; bounded. */
  readonly intentions: Intention[]
  /** Tokens on the curve that the crowd looks at, oldest first; bounded. */
  readonly openTokens: OpenToken[]
  /** Launches made so far. */
  launches: number
  /** Wallets and mints of past launches whose keys may be forgotten, oldest first. */
  readonly actors: string[]
  readonly takenSymbols: Set<string>
}

export const MAX_INTENTIONS = 4_000
export const MAX_OPEN_COINS = 40
/** Keys of launch wallets kept; those of older launches are forgotten. */
export const MAX_ACTORS = 2_000

export function createAgentState(world: World, random: SeededRandom): AgentState {
  const takenSymbols = new Set(world.plan.tokens.map(({ symbol }) => symbol))
  const openTokens = world.plan.tokens
    .filter(({ origin, mint }) => origin === 'launch' && world.market.mainPool(mint)?.dex === 'pumpfun')
    .map(({ mint }) => ({ mint, fromStep: 0, fadesFromStep: 0, worth: 1 }))
    .slice(-MAX_OPEN_COINS)
  return { world, random, step: 0, intentions: [], openTokens, launches: 0, actors: [], takenSymbols }
}

/** Puts an intention in its place; the furthest ones are given up when there are too many. */
export function intend(state: AgentState, stepsAhead: number, action: Action): void {
  const step = state.step + Math.max(1, Math.round(stepsAhead))
  let at = state.intentions.length
  while (at > 0 && state.intentions[at - 1]!.step > step) at--
  state.intentions.splice(at, 0, { step, action })
  if (state.intentions.length > MAX_INTENTIONS) state.intentions.pop()
}
