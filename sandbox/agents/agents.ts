import { performAction } from '../world/perform.ts'
import type { Action } from '../world/plan-types.ts'
import { createSeededRandom } from '../world/seeded-random.ts'
import type { World } from '../world/world.ts'
import { createAgentState } from './agent-state.ts'
import { beginCurveLaunch } from './begin-curve-launch.ts'
import { beginLaunch } from './begin-launch.ts'
import { chooseAction, topUp, tradeElsewhere } from './choose-action.ts'

/** What one step did. `signature` is null when there was nothing to do or the chain refused. */
export type AgentStep = { readonly action: Action; readonly signature: string | null }

/** The life of the world after boot. Decisions depend on the seed, the steps taken and the state of the chain, never on
 *  the clock. */
export type Agents = {
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Takes steps now, paused or not. */
  step(count: number): readonly AgentStep[]
  /** Takes the steps that `elapsedMs` are due; what a stall missed is not made up for. */
  tick(elapsedMs: number): void
  stepsTaken(): number
}

const LAUNCH_EVERY_MS = 60_000
/** Each of the tokens on other DEXes has its turn about every minute, on top of what else happens. */
const ELSEWHERE_EVERY_MS = 4_000
/** Turns on other DEXes from one launch on a launchpad to its next, and which of them it is. */
const LAUNCH_TURNS = 60
const LAUNCHES_AT: ReadonlyMap<number, 'bonk' | 'dbc'> = new Map([
  [15, 'bonk'],
  [45, 'dbc'],
])
/** Steps are paid for in milliseconds times steps per second. */
const STEP_CREDIT = 1_000
/** A stall earns at most this much time. */
const MAX_CREDIT_MS = 1_000
/** Versions in the mix of the live cluster. */
const VERSION_MIX = ['legacy', 'legacy', 0, 0, 1] as const

export function createAgents(world: World, options: { readonly tps: number; readonly paused: boolean }): Agents {
  const random = createSeededRandom(`${world.plan.seed}/agents`)
  const state = createAgentState(world, random)
  const stepsPerMinute = Math.max(4, options.tps * 60)
  const elsewhere = { ...state, random: createSeededRandom(`${world.plan.seed}/agents/elsewhere`) }
  const elsewhereEvery = Math.max(1, Math.round((stepsPerMinute * ELSEWHERE_EVERY_MS) / 60_000))
  const launchEvery = Math.max(4, Math.round((stepsPerMinute * LAUNCH_EVERY_MS) / 60_000))
  let paused = options.paused
  let credit = 0

  const perform = (action: Action, stream = random): AgentStep => {
    const done = performAction(world, action, stream.pick(VERSION_MIX))
    const landed = done?.ok === true && done.transaction.err === null
    if (landed && LAUNCHES.has(action.do) && 'dev' in action && 'mint' in action) {
      world.launches.set(action.mint, { mint: action.mint, slot: done.transaction.slot, dev: action.dev })
      forgetOldLaunches(world)
    }
    return { action, signature: landed ? done.signature : null }
  }
  /** What has its turn on another DEX in this step. It draws from a stream of its own. */
  const stepElsewhere = (): AgentStep[] => {
    if (state.step % elsewhereEvery !== 0) return []
    const turn = state.step / elsewhereEvery
    const on = LAUNCHES_AT.get(turn % LAUNCH_TURNS)
    const aside = (one: Action): AgentStep => perform(one, elsewhere.random)
    if (on !== undefined) return beginCurveLaunch(state, elsewhere.random, { on, stepsPerMinute, turn }).map(aside)
    const action = tradeElsewhere(elsewhere, turn)
    return action === null ? [] : [...topUp(elsewhere, action), action].map(aside)
  }
  const step = (): AgentStep[] => [...stepHere(), ...stepElsewhere()]
  const stepHere = (): AgentStep[] => {
    state.step++
    // What is due belongs together (a launch and its snipers share a slot), so it happens in one step.
    const due: Action[] = []
    while (state.intentions.length > 0 && state.intentions[0]!.step <= state.step)
      due.push(state.intentions.shift()!.action)
    if (due.length > 0) return due.flatMap((action) => [...topUp(state, action), action].map((one) => perform(one)))
    if (state.step % launchEvery === 2) return beginLaunch(state, stepsPerMinute).map((one) => perform(one))
    return [perform(chooseAction(state))]
  }

  return {
    pause: () => {
      paused = true
    },
    resume: () => {
      paused = false
      credit = 0
    },
    isPaused: () => paused,
    step: (count) => Array.from({ length: count }, step).flat(),
    tick(elapsedMs) {
      if (paused) return
      credit += Math.min(elapsedMs, MAX_CREDIT_MS) * options.tps
      for (; credit >= STEP_CREDIT; credit -= STEP_CREDIT) step()
    },
    stepsTaken: () => state.step,
  }
}

const MAX_LAUNCHES = 5_000
/** Actions by which a token comes to be. */
const LAUNCHES: ReadonlySet<Action['do']> = new Set(['launch', 'launchOnBonk', 'launchOnDbc', 'mintToken'])

function forgetOldLaunches(world: World): void {
  for (const mint of world.launches.keys()) {
    if (world.launches.size <= MAX_LAUNCHES) return
    world.launches.delete(mint)
  }
}
