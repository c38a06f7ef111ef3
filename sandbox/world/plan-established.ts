import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { addMoment, addWallet, LAMPORTS, mintKey, type PlanDraft, solAmount } from './plan-draft.ts'
import { fundWallets } from './plan-funding.ts'
import { distributeSupply, shareOf } from './plan-holders.ts'
import type { PlannedToken, TokenArchetype } from './plan-types.ts'
import type { Cast } from './plan-wallets.ts'
import { addressOfKeySeed } from './seeded-keys.ts'
import { seededBytes } from './seeded-random.ts'
import { establishedName, memeName } from './token-names.ts'
import { SOL_OPENING_USD } from './well-known.ts'

/** A pool that is there before the ledger begins. */
export type SnapshotPool = {
  readonly baseMint: string
  readonly quoteMint: string
  readonly creator: string
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
  readonly createdSecsAgo: number
}

type Draftsman = { readonly draft: PlanDraft; readonly cast: Cast; readonly pools: SnapshotPool[] }

/** Tokens that are older than the ledger, and their pools. */
export function planEstablishedTokens(draft: PlanDraft, cast: Cast): SnapshotPool[] {
  const draftsman: Draftsman = { draft, cast, pools: [] }
  planStablecoins(draftsman)
  for (let i = 0; i < 4; i++) planListedToken(draftsman, 'bluechip', i)
  for (let i = 0; i < 5; i++) planListedToken(draftsman, 'healthy', 4 + i)
  for (let i = 0; i < 2; i++) planListedToken(draftsman, 'no_pool', 9 + i)
  planFrozenOnArrival(draftsman)
  for (let i = 0; i < 2; i++) planFreezeTrap(draftsman, i)
  return draftsman.pools
}

const NO_LINKS = { website: null, twitter: null, telegram: null }

function planStablecoins({ draft, cast, pools }: Draftsman): void {
  const random = draft.random.fork('stablecoins')
  const issuer = addWallet(draft, 'dev', 'issuer', 900n * LAMPORTS)
  const marketMaker = cast.market_maker[0]!
  const exchanges = cast.cex.map((owner, i) => ({ owner, share: 0.045 - i * 0.004 }))
  const traders = [...cast.trader, ...cast.sandwiched].map((owner) => ({ owner, share: 4e-6 }))
  const desks = [
    ...cast.market_maker.map((owner) => ({ owner, share: 0.004 })),
    ...cast.whale.map((owner) => ({ owner, share: 0.0012 })),
  ]
  const coins = [
    {
      mint: USDC_MINT,
      symbol: 'USDC',
      name: 'USD Coin',
      supply: 1_840_000_000,
      holders: 900,
      program: 'spl' as const,
    },
    { mint: USDT_MINT, symbol: 'USDT', name: 'USDT', supply: 960_000_000, holders: 400, program: 'spl' as const },
    {
      mint: addressOfKeySeed(seededBytes(draft.seed, 'mint/harbor')),
      symbol: 'HUSD',
      name: 'Harbor Dollar',
      supply: 42_000_000,
      holders: 260,
      program: 'token-2022' as const,
    },
  ]
  const pooled = new Map([
    [USDC_MINT, 60_000 * SOL_OPENING_USD + 3_000_000 + 900_000],
    [USDT_MINT, 3_000_000],
    [coins[2]!.mint, 901_200],
  ])
  for (const coin of coins) {
    const supplyRaw = BigInt(coin.supply) * 1_000_000n
    const pooledRaw = BigInt(Math.round(pooled.get(coin.mint)!)) * 1_000_000n
    const holdings = distributeSupply(random, {
      seed: draft.seed,
      symbol: coin.symbol,
      supplyRaw,
      pooledRaw,
      named: [...exchanges, ...desks, ...(coin.symbol === 'USDC' ? traders : [])],
      crowd: cast.crowd,
      crowdCount: coin.holders,
      crowdShare: 0.56,
      flatness: 1.2,
      treasury: addWallet(draft, 'crowd', `reserve/${coin.symbol}`, 40n * LAMPORTS),
      oldAccountsShare: 0.7,
    })
    draft.tokens.push({
      mint: coin.mint,
      mintKeySeed: null,
      archetype: 'stablecoin',
      name: coin.name,
      symbol: coin.symbol,
      description: `${coin.name}, redeemable one to one for US dollars (sandbox copy without value).`,
      links: { ...NO_LINKS, website: `https://${coin.symbol.toLowerCase()}.example` },
      program: coin.program,
      decimals: 6,
      extensions: coin.program === 'token-2022' ? { permanentDelegate: issuer } : {},
      dev: issuer,
      createdSecsAgo: 900 * DAY_SECS,
      mintAuthority: issuer,
      freezeAuthority: issuer,
      origin: 'snapshot',
      holdings,
      supplyRaw,
      openingPriceUsd: 1,
      verified: true,
      boosts: null,
      profileSecsAgo: null,
    })
    draft.trueTokens.push(plainTruth(coin.mint, 'stablecoin', issuer))
  }
  const usdc = (whole: number): bigint => BigInt(Math.round(whole)) * 1_000_000n
  const created = { creator: marketMaker, createdSecsAgo: 420 * DAY_SECS }
  pools.push(
    {
      ...created,
      baseMint: WSOL_MINT,
      quoteMint: USDC_MINT,
      baseRaw: 60_000n * LAMPORTS,
      quoteRaw: usdc(60_000 * SOL_OPENING_USD),
    },
    { ...created, baseMint: USDT_MINT, quoteMint: USDC_MINT, baseRaw: usdc(3_000_000), quoteRaw: usdc(3_000_000) },
    { ...created, baseMint: coins[2]!.mint, quoteMint: USDC_MINT, baseRaw: usdc(901_200), quoteRaw: usdc(900_000) },
  )
}

function plainTruth(mint: string, archetype: TokenArchetype, dev: string) {
  return {
    mint,
    archetype,
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
  }
}

/** Bluechips and healthy tokens differ in size, spread and age; tokens without a pool are healthy ones no one
 *  listed. */
function planListedToken(
  { draft, cast, pools }: Draftsman,
  archetype: 'bluechip' | 'healthy' | 'no_pool',
  index: number,
): void {
  const random = draft.random.fork(`listed/${index}`)
  const { name, symbol } = establishedName(index)
  draft.takenSymbols.add(symbol)
  const big = archetype === 'bluechip'
  const { mint, mintKeySeed } = mintKey(draft, symbol)
  const dev = addWallet(draft, 'dev', `founder/${symbol}`, BigInt(random.integer(20, 200)) * LAMPORTS)
  const decimals = big ? random.pick([6, 9]) : 6
  const whole = big ? random.pick([1_000_000_000, 500_000_000]) : random.pick([1_000_000_000, 100_000_000])
  const supplyRaw = BigInt(whole) * 10n ** BigInt(decimals)
  const marketCapUsd = big ? random.between(180e6, 900e6) : random.between(6e6, 40e6)
  const openingPriceUsd = marketCapUsd / whole
  const sideUsd = big ? random.between(1.2e6, 3.5e6) : marketCapUsd * random.between(0.012, 0.03)
  const listed = archetype !== 'no_pool'
  const pooledRaw = listed ? BigInt(Math.round((sideUsd / openingPriceUsd) * 1e3)) * 10n ** BigInt(decimals - 3) : 0n
  const exchanges = cast.cex.map((owner, i) => ({ owner, share: (big ? 0.05 : 0.02) / (1 + i * 0.45) }))
  const extras = [...cast.closeable, ...cast.burnable].map((owner, i) => ({
    owner,
    share: i < cast.closeable.length ? 0 : 2e-9,
  }))
  const holdings = distributeSupply(random, {
    seed: draft.seed,
    symbol,
    supplyRaw,
    pooledRaw,
    named: [
      ...(big || random.chance(0.5) ? exchanges : []),
      ...cast.whale.map((owner) => ({ owner, share: big ? 0.012 : 0.015 })),
      ...cast.market_maker.map((owner) => ({ owner, share: 0.006 })),
      ...random.sample(cast.trader, 18).map((owner) => ({ owner, share: big ? 2e-5 : 4e-4 })),
      ...cast.dormant.map((owner) => ({ owner, share: 0.0009 })),
      ...extras,
    ],
    crowd: cast.crowd,
    crowdCount: big
      ? random.integer(720, 1_000)
      : archetype === 'healthy'
        ? random.integer(300, 640)
        : random.integer(120, 240),
    crowdShare: big ? 0.52 : 0.55,
    flatness: big ? 1.25 : 1.6,
    treasury: addWallet(draft, 'crowd', `treasury/${symbol}`, 40n * LAMPORTS),
    oldAccountsShare: big ? 0.75 : 0.4,
  })
  const createdSecsAgo = big ? random.integer(200, 800) * DAY_SECS : random.integer(12, 26) * DAY_SECS
  const slug = symbol.toLowerCase()
  draft.tokens.push({
    mint,
    mintKeySeed,
    archetype,
    name,
    symbol,
    description: `${name}: a project of the sandbox world with ${big ? 'deep liquidity and many holders' : 'an honest team and a growing crowd'}.`,
    links: {
      website: `https://${slug}.example`,
      twitter: `https://x.com/${slug}_sandbox`,
      telegram: big ? null : `https://t.me/${slug}_sandbox`,
    },
    program: archetype === 'healthy' && index % 3 === 0 ? 'token-2022' : 'spl',
    decimals,
    extensions: {},
    dev,
    createdSecsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'snapshot',
    holdings,
    supplyRaw,
    openingPriceUsd: listed ? openingPriceUsd : null,
    verified: big || (listed && random.chance(0.6)),
    boosts:
      listed && index % 3 === 1
        ? { total: random.integer(2, 12) * 10, latest: 10, secsAgo: random.integer(1, 20) * HOUR_SECS }
        : null,
    profileSecsAgo: listed && !big ? random.integer(1, 9) * DAY_SECS : null,
  })
  draft.trueTokens.push(plainTruth(mint, archetype, dev))
  if (!listed) return
  const quoteRaw = BigInt(Math.round((sideUsd / SOL_OPENING_USD) * 1e9))
  pools.push({
    baseMint: mint,
    quoteMint: WSOL_MINT,
    creator: big ? cast.market_maker[index % 3]! : dev,
    baseRaw: pooledRaw,
    quoteRaw,
    createdSecsAgo: createdSecsAgo - HOUR_SECS,
  })
}

/** Token-2022 with frozen as default: holders have balances and no way to move them. */
function planFrozenOnArrival({ draft, cast, pools }: Draftsman): void {
  const random = draft.random.fork('frozen-on-arrival')
  const { name, symbol } = memeName(random, draft.takenSymbols)
  const { mint, mintKeySeed } = mintKey(draft, symbol)
  const dev = addWallet(draft, 'dev', `trap/${symbol}`, 12n * LAMPORTS)
  const supplyRaw = 1_000_000_000_000_000n
  const pooledRaw = shareOf(supplyRaw, 0.42)
  const holdings = distributeSupply(random, {
    seed: draft.seed,
    symbol,
    supplyRaw,
    pooledRaw,
    named: random.sample(cast.trader, 4).map((owner) => ({ owner, share: 0.006 })),
    crowd: cast.crowd,
    crowdCount: 140,
    crowdShare: 0.3,
    flatness: 2,
    treasury: dev,
    frozen: true,
    oldAccountsShare: 0,
  })
  const createdSecsAgo = 5 * DAY_SECS
  draft.tokens.push(
    trapToken({
      mint,
      mintKeySeed,
      name,
      symbol,
      dev,
      createdSecsAgo,
      program: 'token-2022',
      holdings,
      supplyRaw,
      extensions: { defaultFrozen: true },
    }),
  )
  draft.trueTokens.push({ ...plainTruth(mint, 'honeypot', dev), honeypot: true })
  pools.push({
    baseMint: mint,
    quoteMint: WSOL_MINT,
    creator: dev,
    baseRaw: pooledRaw,
    quoteRaw: solAmount(random, 90, 160),
    createdSecsAgo: createdSecsAgo - HOUR_SECS,
  })
}

/** Classic mint with a freeze authority: the dev lets people buy and freezes each buyer's account. */
function planFreezeTrap({ draft, cast }: Draftsman, index: number): void {
  const random = draft.random.fork(`freeze-trap/${index}`)
  const { name, symbol } = memeName(random, draft.takenSymbols)
  const { mint, mintKeySeed } = mintKey(draft, symbol)
  const dev = addWallet(draft, 'dev', `trap/${symbol}`)
  const createdSecsAgo = random.integer(9, 30) * HOUR_SECS
  const trail = fundWallets(draft, random, index === 0 ? 'multi_hop' : 'direct', {
    label: `trap/${symbol}`,
    wallets: [dev],
    minSol: 120,
    maxSol: 130,
    secsAgo: createdSecsAgo + 2 * HOUR_SECS,
  })
  const supplyRaw = 1_000_000_000_000_000n
  const baseRaw = shareOf(supplyRaw, 0.8)
  const quoteRaw = solAmount(random, 60, 110)
  const holdings: PlannedToken['holdings'] = []
  const parts = { mint, mintKeySeed, name, symbol, dev, createdSecsAgo, supplyRaw, extensions: {}, holdings }
  draft.tokens.push({ ...trapToken({ ...parts, program: 'spl' }), origin: 'minted' })
  const teamId = `team/${symbol}`
  draft.entities.push({
    id: teamId,
    kind: 'rugger',
    wallets: [dev],
    rootFunder: trail.rootFunder,
    funding: trail.kind,
    relays: trail.relays,
  })
  draft.trueTokens.push({ ...plainTruth(mint, 'honeypot', dev), teamId, honeypot: true })
  addMoment(draft, createdSecsAgo, [{ do: 'mintToken', mint, dev, supplyRaw, freezable: true }])
  addMoment(draft, createdSecsAgo - 240, [
    { do: 'createPool', baseMint: mint, quoteMint: WSOL_MINT, creator: dev, baseRaw, quoteRaw },
  ])
  const victims = random.sample([...cast.trader, ...cast.sandwiched], 9)
  victims.forEach((wallet, i) => {
    const secsAgo = createdSecsAgo - 1_500 - i * random.integer(900, 2_200)
    addMoment(draft, secsAgo, [{ do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.2, 1.8) }])
    addMoment(draft, secsAgo - 3, [{ do: 'freeze', mint, authority: dev, owner: wallet }])
  })
}

type TrapParts = Pick<
  PlannedToken,
  | 'mint'
  | 'mintKeySeed'
  | 'name'
  | 'symbol'
  | 'dev'
  | 'createdSecsAgo'
  | 'program'
  | 'holdings'
  | 'supplyRaw'
  | 'extensions'
>

function trapToken(parts: TrapParts): PlannedToken {
  return {
    ...parts,
    archetype: 'honeypot',
    description: `${parts.name} to the moon.`,
    links: {
      website: `https://${parts.symbol.toLowerCase()}.example`,
      twitter: null,
      telegram: `https://t.me/${parts.symbol.toLowerCase()}_portal`,
    },
    decimals: 6,
    mintAuthority: null,
    freezeAuthority: parts.dev,
    origin: 'snapshot',
    openingPriceUsd: null,
    verified: false,
    boosts: null,
    profileSecsAgo: 3 * HOUR_SECS,
  }
}
