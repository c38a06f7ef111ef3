import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../../src/config/durations.ts'
import { addMoment, mintKey, type PlanDraft, solAmount } from '../plan-draft.ts'
import { dressOf, type LaunchCast, type Person, peopleAt, spend } from '../plan-people.ts'
import type { Action, Dress, Moment, TokenArchetype } from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { memeName } from '../token-names.ts'

/* The parts of which recipes put launches together. Times are seconds before boot. */

/** A token that is going to be launched. */
export type Token = {
  readonly mint: string
  readonly secsAgo: number
}

/** SOL that may go into a curve without completing it (it takes about 85). */
export const CURVE_ROOM_LAMPORTS = 76_000_000_000n

/** Between hours and days ago, alike for all recipes: age must give no one away. */
export function drawAge(random: SeededRandom, maxSecs = 6 * DAY_SECS): number {
  const min = 2 * HOUR_SECS
  return Math.round(min * (maxSecs / min) ** random.next())
}

/** Names a token and enters it into the plan's tokens; its launch is a moment of its own. */
export function drawToken(
  draft: PlanDraft,
  random: SeededRandom,
  token: { readonly label: string; readonly dev: string; readonly secsAgo: number; readonly archetype: TokenArchetype },
): Token {
  const { name, symbol } = memeName(random, draft.takenSymbols)
  const { mint, mintKeySeed } = mintKey(draft, `${token.label}/${symbol}`)
  const slug = symbol.toLowerCase()
  const secsAgo = Math.round(token.secsAgo)
  draft.tokens.push({
    mint,
    mintKeySeed,
    archetype: token.archetype,
    name,
    symbol,
    description: `${name}, launched by the people for the people.`,
    links: {
      website: random.chance(0.5) ? `https://${slug}.example` : null,
      twitter: random.chance(0.8) ? `https://x.com/${slug}_sandbox` : null,
      telegram: random.chance(0.6) ? `https://t.me/${slug}_sandbox` : null,
    },
    program: random.chance(0.5) ? 'token-2022' : 'spl',
    decimals: 6,
    extensions: {},
    dev: token.dev,
    createdSecsAgo: secsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'launch',
    holdings: [],
    supplyRaw: 1_000_000_000_000_000n,
    openingPriceUsd: null,
    verified: false,
    boosts: null,
    profileSecsAgo: random.chance(0.6) ? Math.max(30, Math.round(secsAgo * 0.8)) : null,
  })
  return { mint, secsAgo }
}

export type LaunchMoment = {
  readonly token: Token
  readonly dev: string
  readonly devBuyLamports: bigint
  readonly dress?: Dress
  /** Of the launch slot, after the dev's own. */
  readonly opening: readonly Action[]
  readonly following?: Moment['following']
}

export function launchAt(
  draft: PlanDraft,
  { token, dev, devBuyLamports, dress, opening, following = [] }: LaunchMoment,
): void {
  const first: Action = {
    do: 'launch',
    mint: token.mint,
    dev,
    devBuyLamports,
    ...(dress === undefined ? {} : { dress }),
  }
  draft.moments.push({ secsAgo: token.secsAgo, actions: [first, ...opening], following })
}

/** Purchases of people who snipe for themselves, high tips and all. Books the money. */
export function snipes(
  cast: LaunchCast,
  random: SeededRandom,
  { mint, secsAgo }: Token,
  count: number,
): (Action & { do: 'buy' })[] {
  const bought: (Action & { do: 'buy' })[] = []
  for (const sniper of random.sample(peopleAt(cast.snipers, secsAgo, 2_000_000_000n), count)) {
    const quoteRaw = solAmount(random, 0.25, 1.4)
    if (spend(sniper, quoteRaw))
      bought.push({ do: 'buy', mint, wallet: sniper.address, quoteRaw, dress: dressOf(sniper, random, quoteRaw) })
  }
  return bought
}

/** Snipers leave within the hour, most of them wholly. */
export function sniperExits(
  draft: PlanDraft,
  random: SeededRandom,
  { mint, secsAgo }: Token,
  wallets: readonly string[],
): void {
  for (const wallet of wallets) {
    const after = Math.min(secsAgo - 30, random.integer(60, 50 * MINUTE_SECS))
    addMoment(draft, secsAgo - after, [{ do: 'sell', mint, wallet, sharePct: random.pick([50, 100, 100, 100]) }])
  }
}

export type CrowdRequest = {
  readonly token: Token
  /** Scaled by the cast's factor. */
  readonly buyers: number
  /** SOL that they may spend together. */
  readonly roomLamports: bigint
  /** First to come, before the cast's people. */
  readonly first?: readonly Person[]
  /** Everyone has come by so long after the launch. */
  readonly spanSecs: number
  readonly sellChance?: number
  readonly exclude?: readonly string[]
  /** Earliest purchase after the launch. */
  readonly fromSecs?: number
}

/** Ordinary people come, most of them early, some of them leave. Returns who came and what they spent. */
export function crowdTrades(
  draft: PlanDraft,
  cast: LaunchCast,
  random: SeededRandom,
  request: CrowdRequest,
): { readonly wallets: readonly string[]; readonly spentLamports: bigint } {
  const { token, buyers, first = [], exclude = [], fromSecs = 4, sellChance = 0.3 } = request
  const { mint, secsAgo } = token
  const left = new Set(exclude)
  const known = random.sample(
    peopleAt(cast.people, secsAgo).filter(({ address }) => !left.has(address)),
    Math.max(0, Math.round(buyers * cast.crowdFactor) - first.length),
  )
  // No time is left for young tokens but what has passed.
  const spanSecs = Math.min(request.spanSecs, secsAgo - 30)
  const wallets: string[] = []
  let spentLamports = 0n
  for (const person of [...first, ...known]) {
    const quoteRaw = purchase(random)
    if (spentLamports + quoteRaw > request.roomLamports || !spend(person, quoteRaw)) continue
    const earliest = Math.max(fromSecs, secsAgo - person.fundedSecsAgo + 90)
    if (earliest >= spanSecs) continue
    const after = earliest + (spanSecs - earliest) * random.next() ** 2.2
    const dress = dressOf(person, random, quoteRaw)
    addMoment(draft, secsAgo - after, [{ do: 'buy', mint, wallet: person.address, quoteRaw, dress }])
    wallets.push(person.address)
    spentLamports += quoteRaw
    if (!random.chance(sellChance)) continue
    const sellAfter = after + (spanSecs - after) * random.next()
    if (secsAgo - sellAfter < 5 || sellAfter - after < 5) continue
    const sharePct = random.pick([25, 50, 50, 100])
    addMoment(draft, secsAgo - sellAfter, [
      { do: 'sell', mint, wallet: person.address, sharePct, dress: withoutFees(dress) },
    ])
  }
  return { wallets, spentLamports }
}

/** A sale through a bot pays its fee out of the proceeds, whose size the plan does not know. */
function withoutFees({ serviceFee: _fee, ...dress }: Dress): Dress {
  return dress
}

function purchase(random: SeededRandom): bigint {
  if (random.chance(0.35)) return BigInt(random.pick([100, 200, 250, 500, 1_000])) * 1_000_000n
  const sol = Math.min(2.2, Math.max(0.05, Math.exp(random.normal() * 0.8 - 1.3)))
  return solAmount(random, sol, sol * 1.02)
}

/** Splits a sum into parts of unequal size, none under `minLamports` (which may raise the sum). */
export function splitSum(random: SeededRandom, totalLamports: bigint, parts: number, minLamports: bigint): bigint[] {
  const weights = Array.from({ length: parts }, () => random.between(0.55, 1.45))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => {
    const lamports = BigInt(Math.round((Number(totalLamports) * weight) / sum))
    return lamports < minLamports ? minLamports : lamports
  })
}
