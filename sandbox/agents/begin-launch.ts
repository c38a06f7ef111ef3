import { keypairFromSeed } from '../../src/chain/solana/keypair.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import type { Action } from '../world/plan-types.ts'
import { type SeededRandom, seededBytes } from '../world/seeded-random.ts'
import { memeName } from '../world/token-names.ts'
import { type AgentState, intend, MAX_ACTORS, MAX_OPEN_COINS } from './agent-state.ts'

export type LaunchFate = 'fades' | 'graduates' | 'rugged'

const GRADUATES_SHARE = 0.2
const RUGGED_SHARE = 0.3
const BUNDLED_SHARE = 0.3
/** Part of the rugs whose dev makes a pool instead of using the launchpad, and empties it. */
const PULLED_SHARE = 0.35
const PULLED_SUPPLY_RAW = 1_000_000_000_000_000n
const MAX_LATER_TOKENS = 500
/** Steps from the money to the launch. */
const LAUNCH_STEPS = 3
/** Ordinary buyers come this much later, well after the slots that count as the launch; whoever buys in those is a
 *  sniper, and the truth names them all. */
const CROWD_AFTER_MINUTES = 1 / 15
const CROWD_AFTER_STEPS = 12
/** New tokens lose the crowd's trust within so long; then most go back to where they began. */
const FADES_WITHIN_MINUTES = 8
const WORTHS = [0.7, 0.8, 0.9, 1, 1.4, 2.2] as const
/** Teams paid through a wallet of their own; the others withdraw like sums from one exchange. */
const RELAYED_TEAM_SHARE = 0.5
const RELAY_FEES_LAMPORTS = 20_000_000n
/** Symbols kept apart; they may come back after so many launches. */
const MAX_SYMBOLS = 20_000

/** Prepares a launch: a dev and perhaps a team with money from an exchange, the token's face, and what will happen to
 *  it. Returns what happens now; the rest are intentions. `stepsPerMinute` sets the pace. */
export function beginLaunch(state: AgentState, stepsPerMinute: number): Action[] {
  const { world, random: stream } = state
  const random = stream.fork(`launch/${state.launches++}`)
  const label = `agents/launch/${state.launches}`
  const dev = actor(state, `${label}/dev`)
  const mint = actor(state, `${label}/mint`)
  const roll = random.next()
  const fate: LaunchFate =
    roll < GRADUATES_SHARE ? 'graduates' : roll < GRADUATES_SHARE + RUGGED_SHARE ? 'rugged' : 'fades'
  const exchange = random.pick(world.plan.cast.cex)
  const isPulled = fate === 'rugged' && random.chance(PULLED_SHARE)
  addFace(state, random, { mint, dev, isPulled })
  const isBundled = !isPulled && random.chance(BUNDLED_SHARE)
  const team = isBundled ? [0, 1, 2].map((i) => actor(state, `${label}/team/${i}`)) : []
  const snipers = isPulled ? [] : random.sample(world.plan.cast.sniper, random.integer(0, 2))
  world.laterTokens.push({
    mint,
    archetype: 'fresh_launch',
    dev,
    bundlers: team,
    snipers,
    teamId: team.length > 0 ? `team/${label}` : null,
    rugged: fate === 'rugged',
    honeypot: false,
    priorTokens: [],
  })
  if (world.laterTokens.length > MAX_LATER_TOKENS) world.laterTokens.shift()

  const crowdSteps = Math.max(CROWD_AFTER_STEPS, Math.round(stepsPerMinute * CROWD_AFTER_MINUTES))
  if (isPulled) return beginPulledPool(state, random, { mint, dev, exchange, stepsPerMinute, crowdSteps })
  const relay = isBundled && random.chance(RELAYED_TEAM_SHARE) ? actor(state, `${label}/relay`) : null
  const funding = fundTeam(random, [dev, ...team], { exchange, relay })
  // The money comes first, the launch a few steps later, all of it in one slot.
  const first: Action[] = [
    { do: 'launch', mint, dev, devBuyLamports: sol(random, 0.2, 1.6) },
    ...team.map((wallet): Action => ({ do: 'buy', mint, wallet, quoteRaw: sol(random, 1, 2.4) })),
    ...snipers.map((wallet): Action => ({ do: 'buy', mint, wallet, quoteRaw: sol(random, 0.3, 1) })),
  ]
  for (const action of first) intend(state, LAUNCH_STEPS, action)
  for (const wallet of snipers) intend(state, stepsPerMinute * 1.5, { do: 'sell', mint, wallet, sharePct: 100 })
  planAftermath(state, random, { mint, dev, team, fate, stepsPerMinute, crowdSteps })
  const fromStep = state.step + LAUNCH_STEPS + crowdSteps
  const fadesFromStep = fromStep + Math.round(stepsPerMinute * random.between(1, FADES_WITHIN_MINUTES))
  state.openTokens.push({ mint, fromStep, fadesFromStep, worth: random.pick(WORTHS) })
  if (state.openTokens.length > MAX_OPEN_COINS) state.openTokens.shift()
  return funding
}

/** Gives the token its name and what providers publish of it. */
function addFace(
  { world, takenSymbols }: AgentState,
  random: SeededRandom,
  { mint, dev, isPulled }: { readonly mint: string; readonly dev: string; readonly isPulled: boolean },
): void {
  if (takenSymbols.size > MAX_SYMBOLS) takenSymbols.clear()
  const { name, symbol } = memeName(random, takenSymbols)
  const nowSec = world.chain.unixTimeSec()
  const slug = symbol.toLowerCase()
  world.faces.add({
    mint,
    archetype: 'launched',
    name,
    symbol,
    description: isPulled ? `${name} is live.` : `${name}, fresh off the curve.`,
    links: { website: null, twitter: `https://x.com/${slug}_sandbox`, telegram: null },
    dev,
    createdSec: nowSec,
    verified: false,
    boosts: random.chance(0.1) ? { total: random.integer(1, 10) * 10, latest: 10, boughtSec: nowSec } : null,
    profileSec: random.chance(0.4) ? nowSec : null,
    launchpad: isPulled ? null : 'pump.fun',
    token2022: !isPulled && random.chance(0.5),
  })
}

/** Money for a dev and its team in a way that forensics can find again: through one wallet, or by withdrawals of nearly
 *  one size. */
function fundTeam(
  random: SeededRandom,
  wallets: readonly string[],
  { exchange, relay }: { readonly exchange: string; readonly relay: string | null },
): Action[] {
  const size = sol(random, 3.2, 4.4)
  const payments = wallets.map((to): Action & { do: 'sendSol' } => ({
    do: 'sendSol',
    from: relay ?? exchange,
    to,
    lamports: relay === null ? size - BigInt(random.integer(0, 40)) * 100_000n : sol(random, 3.2, 4.4),
  }))
  if (relay === null) return payments
  const total = payments.reduce((sum, { lamports }) => sum + lamports, RELAY_FEES_LAMPORTS)
  return [{ do: 'sendSol', from: exchange, to: relay, lamports: total }, ...payments]
}

type PulledPool = {
  readonly mint: string
  readonly dev: string
  readonly exchange: string
  readonly stepsPerMinute: number
  readonly crowdSteps: number
}

/** A mint and a pool of the dev's own; when people have bought, the dev takes the pool's money. */
function beginPulledPool(
  state: AgentState,
  random: SeededRandom,
  { mint, dev, exchange, stepsPerMinute, crowdSteps }: PulledPool,
): Action[] {
  const supplyRaw = PULLED_SUPPLY_RAW
  const baseRaw = (supplyRaw * 9n) / 10n
  intend(state, 3, { do: 'mintToken', mint, dev, supplyRaw, freezable: false })
  intend(state, 5, {
    do: 'createPool',
    baseMint: mint,
    quoteMint: WSOL_MINT,
    creator: dev,
    baseRaw,
    quoteRaw: sol(random, 8, 14),
  })
  const buyers = random.sample(state.world.plan.cast.trader, random.integer(3, 6))
  buyers.forEach((wallet, i) => {
    intend(state, 5 + crowdSteps + i * stepsPerMinute * 0.3, {
      do: 'buy',
      mint,
      wallet,
      quoteRaw: sol(random, 0.2, 1.5),
    })
  })
  intend(state, 8 + crowdSteps + (buyers.length + 1) * stepsPerMinute * 0.3, {
    do: 'pullLiquidity',
    mint,
    creator: dev,
  })
  return [{ do: 'sendSol', from: exchange, to: dev, lamports: sol(random, 15, 18) }]
}

type Aftermath = {
  readonly mint: string
  readonly dev: string
  readonly team: readonly string[]
  readonly fate: LaunchFate
  readonly stepsPerMinute: number
  readonly crowdSteps: number
}

function planAftermath(
  state: AgentState,
  random: SeededRandom,
  { mint, dev, team, fate, stepsPerMinute, crowdSteps }: Aftermath,
): void {
  const { cast } = state.world.plan
  const crowd = LAUNCH_STEPS + crowdSteps
  if (fate === 'graduates') {
    const buyers = random.sample([...cast.trader, ...cast.whale], 18)
    buyers.forEach((wallet, i) => {
      intend(state, crowd + i * stepsPerMinute * 0.35, { do: 'buy', mint, wallet, quoteRaw: sol(random, 2.5, 5) })
    })
    const end = crowd + 4 + buyers.length * stepsPerMinute * 0.35
    intend(state, end, { do: 'buy', mint, wallet: cast.whale[0]!, quoteRaw: sol(random, 90, 94) })
    intend(state, end + 2, { do: 'graduate', mint, wallet: cast.market_maker[2]! })
    return
  }
  const buyers = random.sample(cast.trader, random.integer(3, 8))
  buyers.forEach((wallet, i) => {
    intend(state, crowd + i * stepsPerMinute * random.between(0.1, 0.4), {
      do: 'buy',
      mint,
      wallet,
      quoteRaw: sol(random, 0.1, 0.9),
    })
  })
  if (fate !== 'rugged') return
  const end = crowd + 4 + buyers.length * stepsPerMinute * 0.4 + stepsPerMinute * random.between(0.5, 3)
  for (const wallet of [dev, ...team]) intend(state, end, { do: 'sell', mint, wallet, sharePct: 100 })
}

/** A key that follows from the world's seed; the oldest ones are forgotten. */
export function actor(state: AgentState, label: string): string {
  const keySeed = seededBytes(state.world.plan.seed, label)
  const { address } = keypairFromSeed(keySeed)
  state.world.keys.add(address, keySeed)
  state.actors.push(address)
  if (state.actors.length > MAX_ACTORS) state.world.keys.remove(state.actors.shift()!)
  return address
}

export function sol(random: SeededRandom, min: number, max: number): bigint {
  return BigInt(Math.round(random.between(min, max) * 1e9))
}
