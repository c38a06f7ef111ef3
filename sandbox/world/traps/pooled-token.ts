import { HOUR_SECS } from '../../../src/config/durations.ts'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { EXCHANGES } from '../exchanges.ts'
import { addMoment, addWallet, LAMPORTS, mintKey, type PlanDraft, solAmount } from '../plan-draft.ts'
import { pay } from '../plan-funding.ts'
import type {
  Action,
  Dress,
  PlannedExtensions,
  TokenArchetype,
  TrueLiquidity,
  TrueRecipe,
  TrueToken,
} from '../plan-types.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { memeName } from '../token-names.ts'

/** Someone who buys, and with what. */
export type Buyer = { readonly wallet: string; readonly quoteRaw: bigint; readonly dress?: Dress }
/** People who have the money at that time, each once; books what they spend. */
export type FindBuyers = (secsAgo: number, count: number, sol: readonly [min: number, max: number]) => readonly Buyer[]

export type TokenStage = {
  readonly draft: PlanDraft
  readonly random: SeededRandom
  /** Keeps labels apart. */
  readonly label: string
  readonly findBuyers: FindBuyers
}

export type PooledTokenRequest = {
  readonly archetype: TokenArchetype
  readonly ageSecs: number
  readonly poolSol: readonly [min: number, max: number]
  readonly freezable?: boolean
  readonly mintable?: boolean
  /** Makes it a Token-2022 mint. */
  readonly extensions?: (dev: string) => PlannedExtensions
  readonly name?: { readonly name: string; readonly symbol: string }
  readonly verified?: boolean
  /** Whole tokens for each SOL; otherwise whatever the pool gives. */
  readonly tokensPerSol?: number
}

/** A token whose dev made the mint and opened a pool with most of it. */
export type PooledToken = {
  readonly mint: string
  readonly symbol: string
  readonly dev: string
  readonly createdSecsAgo: number
  /** From then on people can buy. */
  readonly openSecsAgo: number
  readonly supplyRaw: bigint
  readonly poolBaseRaw: bigint
  readonly poolQuoteRaw: bigint
}

const SUPPLY_RAW = 1_000_000_000_000_000n
const POOLED_PCT = 85n
/** Mint, pool, accounts and what the dev still signs. */
const DEV_ROOM_LAMPORTS = 900_000_000n

/** Pays the dev, makes the mint and opens the pool through the timeline's transactions. */
export function planPooledToken(stage: TokenStage, request: PooledTokenRequest): PooledToken {
  const { draft, random, label } = stage
  const { name, symbol } = request.name ?? memeName(random, draft.takenSymbols)
  draft.takenSymbols.add(symbol)
  const key = mintKey(draft, `pooled/${label}`)
  const dev = addWallet(draft, 'dev', `pooled/${label}`)
  const createdSecsAgo = Math.round(request.ageSecs)
  const poolQuoteRaw = solAmount(random, ...request.poolSol)
  const supplyRaw = SUPPLY_RAW
  const poolBaseRaw =
    request.tokensPerSol === undefined
      ? (supplyRaw * POOLED_PCT) / 100n
      : (poolQuoteRaw * BigInt(Math.round(request.tokensPerSol * 1e6))) / LAMPORTS
  const extensions = request.extensions?.(dev)
  const lamports = poolQuoteRaw + DEV_ROOM_LAMPORTS
  pay(
    draft,
    'exchange',
    random.pick(EXCHANGES).address,
    dev,
    lamports,
    createdSecsAgo + random.integer(600, 5 * HOUR_SECS),
  )
  const slug = symbol.toLowerCase()
  draft.tokens.push({
    ...key,
    archetype: request.archetype,
    name,
    symbol,
    description: `${name}: made by its dev, traded in a pool of its own.`,
    links: { website: `https://${slug}.example`, twitter: null, telegram: `https://t.me/${slug}_sandbox` },
    program: extensions === undefined ? 'spl' : 'token-2022',
    decimals: 6,
    extensions: extensions ?? {},
    dev,
    createdSecsAgo,
    mintAuthority: request.mintable ? dev : null,
    freezeAuthority: request.freezable || extensions?.defaultFrozen ? dev : null,
    origin: 'minted',
    holdings: [],
    supplyRaw,
    openingPriceUsd: null,
    verified: request.verified ?? false,
    boosts: null,
    profileSecsAgo: null,
  })
  const { mint } = key
  const freezable = request.freezable ?? false
  const mintToken: Action = {
    ...{ do: 'mintToken', mint, dev, supplyRaw, freezable, mintable: request.mintable ?? false },
    ...(extensions === undefined ? {} : { extensions }),
  }
  const poolSecsAgo = createdSecsAgo - random.integer(40, 280)
  addMoment(draft, createdSecsAgo, [mintToken])
  const sides = { baseMint: mint, quoteMint: WSOL_MINT, baseRaw: poolBaseRaw, quoteRaw: poolQuoteRaw }
  addMoment(draft, poolSecsAgo, [{ do: 'createPool', creator: dev, ...sides }])
  const openSecsAgo = poolSecsAgo - 30
  return { mint, symbol, dev, createdSecsAgo, openSecsAgo, supplyRaw, poolBaseRaw, poolQuoteRaw }
}

/** Does something to a token some seconds after its pool opened. */
export function afterOpening(stage: TokenStage, token: PooledToken, secs: number, actions: readonly Action[]): number {
  const secsAgo = Math.round(token.openSecsAgo - secs)
  addMoment(stage.draft, secsAgo, actions)
  return secsAgo
}

export type Purchase = Buyer & { readonly secsAgo: number }

/** People buy one after the other within the time; `around` puts each purchase between other actions. */
export function planPurchases(
  stage: TokenStage,
  token: PooledToken,
  buyers: {
    readonly count: readonly [number, number]
    readonly withinSecs: number
    readonly sol?: readonly [number, number]
  },
  around: (buy: Action & { do: 'buy' }) => readonly Action[] = (buy) => [buy],
): Purchase[] {
  const { random, findBuyers } = stage
  const wanted = random.integer(...buyers.count)
  const found = findBuyers(token.openSecsAgo, wanted, buyers.sol ?? [0.05, 0.6])
  const gap = buyers.withinSecs / (found.length + 1)
  return found.map((buyer, i) => {
    const buy = { do: 'buy' as const, mint: token.mint, ...buyer }
    const secsAgo = afterOpening(stage, token, gap * (i + random.between(0.2, 1)), around(buy))
    return { ...buyer, secsAgo }
  })
}

/** Some of the buyers sell later, which is how an honest market looks. */
export function planSales(stage: TokenStage, token: PooledToken, purchases: readonly Purchase[], share: number): void {
  for (const { wallet, secsAgo } of purchases)
    if (stage.random.chance(share))
      addMoment(stage.draft, secsAgo * stage.random.between(0.1, 0.8), [
        { do: 'sell', mint: token.mint, wallet, sharePct: stage.random.pick([30, 50, 100]) },
      ])
}

/** Expected base units of a purchase, before fees: for limits that a plan wants to set. */
export function expectedRaw({ poolBaseRaw, poolQuoteRaw }: PooledToken, quoteRaw: bigint): bigint {
  return (poolBaseRaw * quoteRaw) / (poolQuoteRaw + quoteRaw)
}

export function pushTruth(
  stage: TokenStage,
  token: PooledToken,
  archetype: TokenArchetype,
  what: {
    readonly recipe: string
    readonly intent: TrueRecipe['intent']
    readonly organic: readonly string[]
    readonly rugged?: boolean
    readonly liquidity: TrueLiquidity
    readonly trap?: TrueToken['trap']
    readonly lookalike?: TrueToken['lookalike']
  },
): void {
  const { recipe, intent, organic, trap, lookalike, liquidity } = what
  stage.draft.trueTokens.push({
    mint: token.mint,
    archetype,
    dev: token.dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: what.rugged ?? false,
    honeypot: trap !== undefined,
    priorTokens: [],
    recipe: {
      name: recipe,
      intent,
      insiders: [],
      organic,
      rootFunder: null,
      relays: [],
      privacyHops: [],
      collector: null,
      priors: [],
    },
    liquidity,
    ...(trap === undefined ? {} : { trap }),
    ...(lookalike === undefined ? {} : { lookalike }),
  })
}
