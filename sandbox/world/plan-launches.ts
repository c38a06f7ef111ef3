import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { addMoment, addWallet, addWallets, mintKey, type PlanDraft, solAmount } from './plan-draft.ts'
import { type FundingTrail, fundWallets } from './plan-funding.ts'
import type { Action, FundingKind, PlannedToken, TokenArchetype, TrueToken } from './plan-types.ts'
import type { Cast } from './plan-wallets.ts'
import type { SeededRandom } from './seeded-random.ts'
import { memeName } from './token-names.ts'

type Stage = { readonly draft: PlanDraft; readonly cast: Cast }
type Ending = 'alive' | 'rugged' | 'graduated'

type LaunchScript = {
  readonly archetype: TokenArchetype
  readonly dev: string
  readonly secsAgo: number
  readonly devBuySol: readonly [number, number]
  readonly bundlers: readonly string[]
  readonly bundleSol: readonly [number, number]
  readonly snipers: readonly string[]
  readonly organicBuys: number
  readonly spanSecs: number
  readonly ending: Ending
  readonly teamId: string | null
  readonly priorTokens: readonly string[]
  readonly boosted: boolean
}

/** Every token that began on the launch curve inside the ledger's memory. */
export function planLaunches(draft: PlanDraft, cast: Cast): void {
  const stage = { draft, cast }
  planSerialRuggers(stage)
  planBundled(stage)
  planGraduated(stage)
  planFresh(stage)
}

function planBundled(stage: Stage): void {
  const random = stage.draft.random.fork('bundled')
  const recipes: readonly { funding: FundingKind; insiders: number; ending: Ending }[] = [
    { funding: 'direct', insiders: 9, ending: 'alive' },
    { funding: 'peel', insiders: 7, ending: 'alive' },
    { funding: 'multi_hop', insiders: 10, ending: 'graduated' },
    { funding: 'exchange', insiders: 8, ending: 'alive' },
  ]
  recipes.forEach(({ funding, insiders, ending }, i) => {
    const secsAgo = random.integer(6, 44) * HOUR_SECS
    const { dev, bundlers, teamId } = gatherTeam(stage, random, {
      label: `bundled/${i}`,
      funding,
      insiders,
      secsAgo,
      kind: 'team',
    })
    runLaunch(stage, random, {
      archetype: 'bundled',
      dev,
      secsAgo,
      devBuySol: [0.8, 1.6],
      bundlers,
      bundleSol: [1.1, 2.1],
      snipers: random.sample(stage.cast.sniper, 2),
      organicBuys: 9,
      spanSecs: 5 * HOUR_SECS,
      ending,
      teamId,
      priorTokens: [],
      boosted: i === 0,
    })
  })
}

type TeamRequest = {
  label: string
  funding: FundingKind
  insiders: number
  secsAgo: number
  kind: 'team' | 'rugger'
  dev?: string
}

/** A dev and the wallets that act for it, paid from one purse shortly before the launch. */
function gatherTeam(
  { draft }: Stage,
  random: SeededRandom,
  request: TeamRequest,
): { dev: string; bundlers: string[]; teamId: string; trail: FundingTrail } {
  const dev = request.dev ?? addWallet(draft, 'dev', `dev/${request.label}`)
  const bundlers = addWallets(draft, 'insider', `insider/${request.label}`, request.insiders)
  const paid = request.dev === undefined ? [dev, ...bundlers] : bundlers
  const trail = fundWallets(draft, random, request.funding, {
    label: request.label,
    wallets: paid,
    minSol: 2.4,
    maxSol: 3.1,
    secsAgo: request.secsAgo + random.integer(15, 90) * MINUTE_SECS,
  })
  const teamId = `team/${request.label}`
  draft.entities.push({
    id: teamId,
    kind: request.kind,
    wallets: [dev, ...bundlers],
    rootFunder: trail.rootFunder,
    funding: trail.kind,
    relays: trail.relays,
  })
  return { dev, bundlers, teamId, trail }
}

/** Devs who launched, dumped and launched again; the newest token of each still trades. */
function planSerialRuggers(stage: Stage): void {
  const random = stage.draft.random.fork('serial-ruggers')
  for (let d = 0; d < 3; d++) {
    const dev = addWallet(stage.draft, 'dev', `rugger/${d}`)
    fundWallets(stage.draft, random, d === 0 ? 'peel' : 'multi_hop', {
      label: `rugger/${d}`,
      wallets: [dev],
      minSol: 24,
      maxSol: 32,
      secsAgo: 12 * DAY_SECS,
    })
    const priorTokens = planDumpedTokens(stage, random, dev, d)
    priorTokens.push(planPulledPool(stage, random, dev, d))
    const secsAgo = random.integer(2, 9) * HOUR_SECS
    const team = gatherTeam(stage, random, {
      label: `rugger/${d}/now`,
      funding: 'multi_hop',
      insiders: 4,
      secsAgo,
      kind: 'rugger',
      dev,
    })
    runLaunch(stage, random, {
      archetype: 'serial_rugger',
      dev,
      secsAgo,
      devBuySol: [2.5, 3.5],
      bundlers: team.bundlers,
      bundleSol: [0.8, 1.6],
      snipers: random.sample(stage.cast.sniper, 2),
      organicBuys: 7,
      spanSecs: HOUR_SECS,
      ending: 'alive',
      teamId: team.teamId,
      priorTokens,
      boosted: d === 0,
    })
  }
}

/** Two or three tokens that a dev dumped one after the other. Returns their mints. */
function planDumpedTokens(stage: Stage, random: SeededRandom, dev: string, index: number): string[] {
  const mints: string[] = []
  for (let p = 0; p < 2 + (index % 2); p++) {
    const secsAgo = (10 - p * 3) * DAY_SECS - index * 7 * HOUR_SECS - random.integer(0, 3_000)
    const team = gatherTeam(stage, random, {
      label: `rugger/${index}/${p}`,
      funding: 'direct',
      insiders: 2,
      secsAgo,
      kind: 'rugger',
      dev,
    })
    const mint = runLaunch(stage, random, {
      archetype: 'rugged_prior',
      dev,
      secsAgo,
      devBuySol: [1.5, 2.5],
      bundlers: team.bundlers,
      bundleSol: [1, 2],
      snipers: random.sample(stage.cast.sniper, 1),
      organicBuys: 4,
      spanSecs: 40 * MINUTE_SECS,
      ending: 'rugged',
      teamId: team.teamId,
      priorTokens: [...mints],
      boosted: false,
    })
    mints.push(mint)
  }
  return mints
}

/** A token of the dev's own making with a pool of its own, emptied once people had bought. Returns the mint. */
function planPulledPool({ draft, cast }: Stage, random: SeededRandom, dev: string, index: number): string {
  const { name, symbol } = memeName(random, draft.takenSymbols)
  const { mint, mintKeySeed } = mintKey(draft, symbol)
  const secsAgo = (2 + index) * DAY_SECS + random.integer(0, 5 * HOUR_SECS)
  const supplyRaw = 1_000_000_000_000_000n
  addMoment(draft, secsAgo, [{ do: 'mintToken', mint, dev, supplyRaw, freezable: false }])
  addMoment(draft, secsAgo - 120, [
    {
      do: 'createPool',
      baseMint: mint,
      quoteMint: WSOL_MINT,
      creator: dev,
      baseRaw: (supplyRaw * 9n) / 10n,
      quoteRaw: solAmount(random, 7, 9),
    },
  ])
  random.sample(cast.trader, 5).forEach((wallet, i) => {
    const quoteRaw = solAmount(random, 0.3, 1.4)
    addMoment(draft, secsAgo - 300 - i * random.integer(60, 400), [{ do: 'buy', mint, wallet, quoteRaw }])
  })
  addMoment(draft, secsAgo - 3_000, [{ do: 'pullLiquidity', mint, creator: dev }])
  draft.tokens.push({
    mint,
    mintKeySeed,
    archetype: 'rugged_prior',
    name,
    symbol,
    description: `${name}, liquidity locked for ever.`,
    links: { website: null, twitter: null, telegram: null },
    program: 'spl',
    decimals: 6,
    extensions: {},
    dev,
    createdSecsAgo: secsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'minted',
    holdings: [],
    supplyRaw,
    openingPriceUsd: null,
    verified: false,
    boosts: null,
    profileSecsAgo: null,
  })
  draft.trueTokens.push({
    mint,
    archetype: 'rugged_prior',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: true,
    honeypot: false,
    priorTokens: [],
  })
  return mint
}

function planGraduated(stage: Stage): void {
  const random = stage.draft.random.fork('graduated')
  for (let i = 0; i < 3; i++) {
    runLaunch(stage, random, {
      archetype: 'graduated',
      dev: stage.cast.dev[i]!,
      secsAgo: random.integer(14, 70) * HOUR_SECS,
      devBuySol: [0.3, 1.2],
      bundlers: [],
      bundleSol: [0, 0],
      snipers: random.sample(stage.cast.sniper, 1),
      organicBuys: 14,
      spanSecs: 3 * HOUR_SECS,
      ending: 'graduated',
      teamId: null,
      priorTokens: [],
      boosted: i < 2,
    })
  }
}

function planFresh(stage: Stage): void {
  const random = stage.draft.random.fork('fresh')
  for (let i = 0; i < 5; i++) {
    const secsAgo = Math.round(90 + i * 420 + random.integer(0, 120))
    runLaunch(stage, random, {
      archetype: 'fresh_launch',
      dev: stage.cast.dev[3 + i]!,
      secsAgo,
      devBuySol: [0.1, 0.9],
      bundlers: [],
      bundleSol: [0, 0],
      snipers: random.sample(stage.cast.sniper, i % 3),
      organicBuys: 4 + i * 2,
      spanSecs: Math.min(secsAgo - 15, 1_500),
      ending: 'alive',
      teamId: null,
      priorTokens: [],
      boosted: i === 3,
    })
  }
}

/** Writes the moments of one launch into the timeline; returns the mint. */
function runLaunch(stage: Stage, random: SeededRandom, script: LaunchScript): string {
  const { draft } = stage
  const { name, symbol } = memeName(random, draft.takenSymbols)
  const { mint, mintKeySeed } = mintKey(draft, `${symbol}/${script.secsAgo}`)
  const [devMin, devMax] = script.devBuySol
  const [bundleMin, bundleMax] = script.bundleSol
  const first: Action[] = [{ do: 'launch', mint, dev: script.dev, devBuyLamports: solAmount(random, devMin, devMax) }]
  for (const wallet of script.bundlers)
    first.push({ do: 'buy', mint, wallet, quoteRaw: solAmount(random, bundleMin, bundleMax) })
  for (const wallet of script.snipers) first.push({ do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.25, 1.1) })
  addMoment(draft, script.secsAgo, first)

  planOrganicTrades(stage, random, mint, script)
  if (script.ending === 'rugged') planDump(draft, mint, script)
  draft.tokens.push(launchedToken(random, script, { mint, mintKeySeed, name, symbol }))
  const truth: TrueToken = {
    mint,
    archetype: script.archetype,
    dev: script.dev,
    bundlers: script.bundlers,
    snipers: script.snipers,
    teamId: script.teamId,
    rugged: script.ending === 'rugged',
    honeypot: false,
    priorTokens: script.priorTokens,
  }
  draft.trueTokens.push(truth)
  return mint
}

/** What is known of a token that began on the launch curve. */
function launchedToken(
  random: SeededRandom,
  script: LaunchScript,
  named: Pick<PlannedToken, 'mint' | 'mintKeySeed' | 'name' | 'symbol'>,
): PlannedToken {
  const { mint, mintKeySeed, name, symbol } = named
  const slug = symbol.toLowerCase()
  return {
    mint,
    mintKeySeed,
    archetype: script.archetype,
    name,
    symbol,
    description: `${name}, launched by the people for the people.`,
    links: {
      website: random.chance(0.5) ? `https://${slug}.example` : null,
      twitter: `https://x.com/${slug}_sandbox`,
      telegram: random.chance(0.6) ? `https://t.me/${slug}_sandbox` : null,
    },
    program: random.chance(0.5) ? 'token-2022' : 'spl',
    decimals: 6,
    extensions: {},
    dev: script.dev,
    createdSecsAgo: script.secsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'launch',
    holdings: [],
    supplyRaw: 1_000_000_000_000_000n,
    openingPriceUsd: null,
    verified: false,
    boosts: script.boosted
      ? {
          total: random.integer(1, 50) * 10,
          latest: random.pick([10, 30, 50, 100]),
          secsAgo: Math.max(60, Math.round(script.secsAgo / 3)),
        }
      : null,
    profileSecsAgo: random.chance(0.6) ? Math.max(30, Math.round(script.secsAgo * 0.8)) : null,
  }
}

/** Ordinary people come, some of them leave; a token that graduates draws about 90 SOL. */
function planOrganicTrades({ draft, cast }: Stage, random: SeededRandom, mint: string, script: LaunchScript): void {
  const graduates = script.ending === 'graduated'
  const people = graduates ? [...cast.trader, ...cast.whale] : cast.trader
  const buyers = random.sample(people, script.organicBuys)
  const step = script.spanSecs / (script.organicBuys + 1)
  let secsAgo: number = script.secsAgo
  for (const wallet of buyers) {
    secsAgo -= step * random.between(0.5, 1.4)
    const quoteRaw = graduates ? solAmount(random, 3.4, 7.6) : solAmount(random, 0.08, 1.3)
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet, quoteRaw }])
    if (random.chance(0.28)) {
      const sharePct = random.pick([25, 50, 100])
      addMoment(draft, secsAgo - step * 0.4, [{ do: 'sell', mint, wallet, sharePct }])
    }
  }
  if (!graduates) return
  const finisher = cast.whale[0]!
  secsAgo -= step
  addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet: finisher, quoteRaw: solAmount(random, 90, 95) }])
  addMoment(draft, secsAgo - 6, [{ do: 'graduate', mint, wallet: cast.market_maker[2]! }])
  planPoolTrades(draft, random, mint, cast.trader, { fromSecsAgo: secsAgo - 60, count: 6 })
}

/** Buys and sells on a pool, evenly from `fromSecsAgo` until now. */
export function planPoolTrades(
  draft: PlanDraft,
  random: SeededRandom,
  mint: string,
  traders: readonly string[],
  options: { readonly fromSecsAgo: number; readonly count: number; readonly maxSol?: number },
): void {
  const step = options.fromSecsAgo / (options.count + 1)
  for (let i = 0; i < options.count; i++) {
    const wallet = random.pick(traders)
    const secsAgo = options.fromSecsAgo - step * (i + random.next())
    const action: Action = random.chance(0.58)
      ? { do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.1, options.maxSol ?? 2.4) }
      : { do: 'sell', mint, wallet, sharePct: random.pick([10, 20, 35, 50]) }
    addMoment(draft, secsAgo, [action])
  }
}

/** The team sells everything it has within two slots of each other. */
function planDump(draft: PlanDraft, mint: string, script: LaunchScript): void {
  const secsAgo = script.secsAgo - script.spanSecs * 1.3
  addMoment(draft, secsAgo, [
    { do: 'sell', mint, wallet: script.dev, sharePct: 100 },
    ...script.bundlers.map((wallet): Action => ({ do: 'sell', mint, wallet, sharePct: 100 })),
  ])
}
