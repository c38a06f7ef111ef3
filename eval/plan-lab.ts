import { EXCHANGES } from '../sandbox/world/exchanges.ts'
import { addWallet, createDraft, LAMPORTS, mintKey, type PlanDraft } from '../sandbox/world/plan-draft.ts'
import type { SnapshotPool } from '../sandbox/world/plan-established.ts'
import { distributeSupply } from '../sandbox/world/plan-holders.ts'
import { planLaunchCast } from '../sandbox/world/plan-people.ts'
import type { LookalikeKind, PlannedExtensions, PlannedToken, TokenArchetype } from '../sandbox/world/plan-types.ts'
import { UNPUBLISHED_ARCHETYPES, WALLET_ARCHETYPES, type WalletArchetype } from '../sandbox/world/plan-types.ts'
import type { Cast } from '../sandbox/world/plan-wallets.ts'
import { type DrawnWorld, finishPlan } from '../sandbox/world/plan-world.ts'
import type { Recipe } from '../sandbox/world/recipes/recipe.ts'
import { establishedName } from '../sandbox/world/token-names.ts'
import { SOL_OPENING_USD } from '../sandbox/world/well-known.ts'
import { DAY_SECS } from '../src/config/durations.ts'
import { USDC_MINT, WSOL_MINT } from '../src/contract/mints.ts'

export type LabRequest = {
  readonly seed: string
  /** Taken in turn. */
  readonly recipes: readonly Recipe[]
  readonly launches: number
  /** How many times the usual number of people buys; 1 without. */
  readonly crowdFactor?: number
}

const EXCHANGE_LAMPORTS = 2_400_000n * LAMPORTS
const OTHER_TOKENS = 4
const BOTS = 3
/** Enough for a listed token to count as widely held. */
const CROWD = 170
/** So many people live in a lab of one launch, and so many more for each further one. */
const PEOPLE_AT_LEAST = 150
const PEOPLE_PER_LAUNCH = 8

/** A world of launches and little else: exchanges, people, trading bots and a few listed tokens, without which no one
 *  would have a life. Same request, same world. */
export function planLab({ seed, recipes, launches, crowdFactor = 1 }: LabRequest): DrawnWorld {
  const draft = createDraft(seed)
  for (const { address, name } of EXCHANGES)
    draft.wallets.push({ address, archetype: 'cex', name, keySeed: null, openingLamports: EXCHANGE_LAMPORTS })
  const { pools, otherMints } = planLabMarket(draft)
  const cast = planLaunchCast(draft, {
    people: Math.round((PEOPLE_AT_LEAST + launches * PEOPLE_PER_LAUNCH) * crowdFactor),
    snipers: 14,
    whales: 6 + Math.ceil(launches / 3),
    bots: BOTS,
    privacyServices: 2,
    privacyCustomers: 14,
    maxTeam: 40,
    crowdFactor,
    otherMints,
  })
  for (let i = 0; i < launches; i++) {
    const recipe = recipes[i % recipes.length]!
    recipe.plan(draft, cast, draft.random.fork(`launch/${recipe.name}/${i}`), i)
  }
  return finishPlan(draft, pools, castOf(draft))
}

/** No one here acts after boot, so roles matter little. */
function castOf(draft: PlanDraft): Cast {
  const cast = Object.fromEntries(
    [...WALLET_ARCHETYPES, ...UNPUBLISHED_ARCHETYPES].map((archetype) => [archetype, [] as string[]]),
  ) as Record<WalletArchetype, string[]>
  for (const { address, archetype } of draft.wallets) cast[archetype].push(address)
  return cast
}

/** What SOL costs, and a few tokens that have been traded for long. */
function planLabMarket(draft: PlanDraft): { pools: SnapshotPool[]; otherMints: string[] } {
  const random = draft.random.fork('market')
  const issuer = addWallet(draft, 'dev', 'issuer', 900n * LAMPORTS)
  const marketMaker = addWallet(draft, 'market_maker', 'market-maker', 9_000n * LAMPORTS)
  const crowd = Array.from({ length: CROWD }, (_, i) => addWallet(draft, 'dormant', `holder/${i}`, LAMPORTS))
  const created = { creator: marketMaker, createdSecsAgo: 420 * DAY_SECS }
  const usdc = (whole: number): bigint => BigInt(Math.round(whole)) * 1_000_000n
  const solPool = {
    ...created,
    baseMint: WSOL_MINT,
    quoteMint: USDC_MINT,
    baseRaw: 60_000n * LAMPORTS,
    quoteRaw: usdc(60_000 * SOL_OPENING_USD),
  }
  const pools: SnapshotPool[] = [solPool]
  addOldToken(draft, {
    mint: USDC_MINT,
    mintKeySeed: null,
    archetype: 'stablecoin',
    name: 'USD Coin',
    symbol: 'USDC',
    dev: issuer,
    supplyRaw: usdc(1_840_000_000),
    pooledRaw: solPool.quoteRaw,
    openingPriceUsd: 1,
    crowd,
  })
  const issued = mintKey(draft, 'harbor')
  const issuedSide = { baseRaw: usdc(900_000), quoteRaw: usdc(900_000) }
  addOldToken(draft, {
    ...issued,
    archetype: 'stablecoin',
    name: 'Harbor Dollar',
    symbol: 'HUSD',
    dev: issuer,
    supplyRaw: usdc(42_000_000),
    pooledRaw: issuedSide.baseRaw,
    openingPriceUsd: 1,
    crowd,
    extensions: { permanentDelegate: issuer },
    lookalike: 'delegate_stablecoin',
  })
  pools.push({ ...created, baseMint: issued.mint, quoteMint: USDC_MINT, ...issuedSide })
  const otherMints: string[] = []
  for (let i = 0; i < OTHER_TOKENS; i++) {
    const { name, symbol } = establishedName(i)
    draft.takenSymbols.add(symbol)
    const key = mintKey(draft, symbol)
    const supplyRaw = 1_000_000_000_000_000n
    const sideSol = random.integer(3_000, 9_000)
    const baseRaw = supplyRaw / BigInt(random.integer(20, 60))
    addOldToken(draft, {
      ...key,
      archetype: 'bluechip',
      name,
      symbol,
      dev: issuer,
      supplyRaw,
      pooledRaw: baseRaw,
      openingPriceUsd: (sideSol * SOL_OPENING_USD) / (Number(baseRaw) / 1e6),
      crowd,
    })
    pools.push({ ...created, baseMint: key.mint, quoteMint: WSOL_MINT, baseRaw, quoteRaw: BigInt(sideSol) * LAMPORTS })
    otherMints.push(key.mint)
  }
  return { pools, otherMints }
}

type OldToken = Pick<
  PlannedToken,
  'mint' | 'mintKeySeed' | 'name' | 'symbol' | 'dev' | 'supplyRaw' | 'openingPriceUsd'
> & {
  readonly archetype: TokenArchetype
  readonly pooledRaw: bigint
  readonly crowd: readonly string[]
  readonly extensions?: PlannedExtensions
  readonly lookalike?: LookalikeKind
}

function addOldToken(draft: PlanDraft, { pooledRaw, crowd, extensions, lookalike, ...token }: OldToken): void {
  const { mint, archetype, symbol, dev, supplyRaw } = token
  const isStable = archetype === 'stablecoin'
  const holdings = distributeSupply(draft.random.fork(`holders/${symbol}`), {
    seed: draft.seed,
    symbol,
    supplyRaw,
    pooledRaw,
    named: EXCHANGES.map(({ address }, i) => ({ owner: address, share: 0.045 - i * 0.004 })),
    crowd,
    crowdCount: crowd.length,
    crowdShare: 0.5,
    flatness: 1.4,
    treasury: addWallet(draft, 'dormant', `reserve/${symbol}`, 40n * LAMPORTS),
    oldAccountsShare: 0.5,
  })
  draft.tokens.push({
    ...token,
    description: `${token.name}, an old acquaintance of the lab.`,
    links: { website: `https://${symbol.toLowerCase()}.example`, twitter: null, telegram: null },
    program: extensions === undefined ? 'spl' : 'token-2022',
    decimals: 6,
    extensions: extensions ?? {},
    createdSecsAgo: 600 * DAY_SECS,
    mintAuthority: isStable ? dev : null,
    freezeAuthority: isStable ? dev : null,
    origin: 'snapshot',
    holdings,
    verified: true,
    boosts: null,
    profileSecsAgo: null,
  })
  draft.trueTokens.push({
    mint,
    archetype,
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
    ...(lookalike === undefined ? {} : { lookalike }),
  })
}
