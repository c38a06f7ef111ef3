import type { Action } from '../world/plan-types.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import type { TokenFace } from '../world/token-faces.ts'
import { memeName } from '../world/token-names.ts'
import { type AgentState, intend } from './agent-state.ts'
import { actor, sol } from './begin-launch.ts'

const GRADUATES_SHARE = 0.15
const MAX_LATER_TOKENS = 500
const LAUNCH_STEPS = 3
/** Ordinary buyers come after the slots that count as the launch. */
const CROWD_AFTER_STEPS = 12
const CROWD_EVERY_MINUTES = 0.3

/** Launchpads beside pump.fun, with what fills a curve. */
const PADS = {
  bonk: { do: 'launchOnBonk', launchpad: 'letsbonk.fun', fillsSol: 90 },
  dbc: { do: 'launchOnDbc', launchpad: 'met-dbc', fillsSol: 92 },
} as const

/** Prepares a launch on LaunchLab or Meteora DBC: a dev with money from an exchange, the token's face, a crowd that buys
 *  and partly sells again, and now and then a buyer who fills the curve. Returns what happens now. `turn` counts these
 *  launches. */
export function beginCurveLaunch(
  state: AgentState,
  stream: SeededRandom,
  {
    on,
    stepsPerMinute,
    turn,
  }: { readonly on: keyof typeof PADS; readonly stepsPerMinute: number; readonly turn: number },
): Action[] {
  const { world } = state
  const pad = PADS[on]
  const random = stream.fork(`${on}-launch/${turn}`)
  const label = `agents/${on}-launch/${turn}`
  const dev = actor(state, `${label}/dev`)
  const mint = actor(state, `${label}/mint`)
  nameToken(state, random, { mint, dev, launchpad: pad.launchpad })
  intend(state, LAUNCH_STEPS, { do: pad.do, mint, dev, devBuyLamports: sol(random, 0.2, 1.6) })
  const buyers = random.sample(world.plan.cast.trader, random.integer(4, 9))
  const stepAt = (place: number): number => CROWD_AFTER_STEPS + place * stepsPerMinute * CROWD_EVERY_MINUTES
  buyers.forEach((wallet, i) => {
    intend(state, stepAt(i), { do: 'buy', mint, wallet, quoteRaw: sol(random, 0.1, 1.4) })
    if (random.chance(0.4)) intend(state, stepAt(i + 6), { do: 'sell', mint, wallet, sharePct: random.pick([50, 100]) })
  })
  if (random.chance(GRADUATES_SHARE)) {
    const end = stepAt(buyers.length + 1)
    intend(state, end, {
      do: 'buy',
      mint,
      wallet: world.plan.cast.whale[0]!,
      quoteRaw: sol(random, pad.fillsSol, pad.fillsSol + 4),
    })
    intend(state, end + 2, { do: 'graduate', mint, wallet: dev })
    intend(state, end + 8, { do: 'buy', mint, wallet: buyers[0]!, quoteRaw: sol(random, 0.5, 2) })
  }
  return [{ do: 'sendSol', from: random.pick(world.plan.cast.cex), to: dev, lamports: sol(random, 3.2, 4.4) }]
}

function nameToken(
  { world, takenSymbols }: AgentState,
  random: SeededRandom,
  { mint, dev, launchpad }: { readonly mint: string; readonly dev: string; readonly launchpad: TokenFace['launchpad'] },
): void {
  const { name, symbol } = memeName(random, takenSymbols)
  const slug = symbol.toLowerCase()
  world.faces.add({
    mint,
    archetype: 'launched',
    name,
    symbol,
    description: `${name}, fresh off the curve.`,
    links: { website: null, twitter: `https://x.com/${slug}_sandbox`, telegram: null },
    dev,
    createdSec: world.chain.unixTimeSec(),
    verified: false,
    boosts: null,
    profileSec: null,
    launchpad,
    token2022: random.chance(0.3),
  })
  world.laterTokens.push({
    mint,
    archetype: 'fresh_launch',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
  })
  if (world.laterTokens.length > MAX_LATER_TOKENS) world.laterTokens.shift()
}
