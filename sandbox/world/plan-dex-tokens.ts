import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { addMoment, addWallet, addWallets, LAMPORTS, mintKey, type PlanDraft, solAmount } from './plan-draft.ts'
import { shareOf } from './plan-holders.ts'
import type { Action, PlannedToken } from './plan-types.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { SOL_OPENING_USD } from './well-known.ts'

/* Tokens on DEXs other than pump's. They draw from a stream of their own and have wallets of their own, so that the
 * rest of a seed's world stays what it is; all of them come about by real transactions, few each. */

const SUPPLY_RAW = 1_000_000_000_000_000n
const BUYERS = 6
const MAX_PURCHASE_SOL = 4

type Listed = {
  readonly name: string
  readonly symbol: string
  readonly kind: 'amm_v4' | 'cpmm'
  readonly createdSecsAgo: number
  readonly pooledSol: readonly [min: number, max: number]
}
const LISTED: readonly Listed[] = [
  {
    name: 'Stingray Protocol',
    symbol: 'SRAY',
    kind: 'amm_v4',
    createdSecsAgo: 19 * DAY_SECS,
    pooledSol: [900, 1_300],
  },
  {
    name: 'Copper Mill',
    symbol: 'CPML',
    kind: 'cpmm',
    createdSecsAgo: 9 * DAY_SECS,
    pooledSol: [500, 800],
  },
]
const LAUNCHED = [
  { name: 'Howling Hotdog', symbol: 'HHDOG', createdSecsAgo: 2 * DAY_SECS, graduates: true },
  { name: 'Bashful Bonker', symbol: 'BBONK', createdSecsAgo: 5 * HOUR_SECS, graduates: false },
] as const

const LAUNCHPADS = { launchOnBonk: 'letsbonk.fun', launchOnDbc: 'met-dbc' } as const
const DBC_LAUNCHED = [
  { name: 'Meteor Muffin', symbol: 'MTMUF', createdSecsAgo: 3 * DAY_SECS, graduates: true, token2022: true },
  { name: 'Curvy Comet', symbol: 'CCOMET', createdSecsAgo: 6 * HOUR_SECS, graduates: false, token2022: false },
] as const

/** Adds the tokens of Raydium's three programs to the plan. */
export function planDexTokens(draft: PlanDraft): void {
  const random = createSeededRandom(`${draft.seed}/dexes/raydium`)
  const buyers = addRichBuyers(draft, 'dexes/raydium/buyer')
  for (const listed of LISTED) planListed(draft, random.fork(listed.symbol), buyers, listed)
  for (const launched of LAUNCHED)
    planLaunched(draft, random.fork(launched.symbol), buyers, { ...launched, launch: 'launchOnBonk' })
}

/** Adds the tokens of Meteora's launchpad: people and a stream of their own, too. */
export function planDbcTokens(draft: PlanDraft): void {
  const random = createSeededRandom(`${draft.seed}/dexes/meteora-dbc`)
  const buyers = addRichBuyers(draft, 'dexes/meteora-dbc/buyer')
  for (const launched of DBC_LAUNCHED)
    planLaunched(draft, random.fork(launched.symbol), buyers, { ...launched, launch: 'launchOnDbc' })
}

function addRichBuyers(draft: PlanDraft, label: string): readonly string[] {
  const buyers = addWallets(draft, 'crowd', label, BUYERS)
  for (const [i, wallet] of draft.wallets.entries())
    if (buyers.includes(wallet.address)) draft.wallets[i] = { ...wallet, openingLamports: 150n * LAMPORTS }
  return buyers
}

function planListed(draft: PlanDraft, random: SeededRandom, buyers: readonly string[], listed: Listed): void {
  const { symbol, kind, createdSecsAgo, pooledSol } = listed
  const { mint, mintKeySeed } = mintKey(draft, `dexes/${symbol}`)
  const dev = addWallet(draft, 'dev', `dexes/${symbol}`, 2_000n * LAMPORTS)
  const quoteRaw = solAmount(random, ...pooledSol)
  const baseRaw = shareOf(SUPPLY_RAW, random.between(0.3, 0.4))
  const openingPriceUsd = ((Number(quoteRaw) / 1e9) * SOL_OPENING_USD) / (Number(baseRaw) / 1e6)
  addToken(draft, { ...listed, mint, mintKeySeed, dev, openingPriceUsd })
  const sides = { baseMint: mint, quoteMint: WSOL_MINT, baseRaw, quoteRaw }
  addMoment(draft, createdSecsAgo, [{ do: 'mintToken', mint, dev, supplyRaw: SUPPLY_RAW, freezable: false }])
  addMoment(draft, createdSecsAgo - HOUR_SECS, [{ do: 'openPool', kind, creator: dev, ...sides }])
  random.sample(buyers, 3).forEach((wallet, i) => {
    const secsAgo = (createdSecsAgo - 2 * DAY_SECS) / (i + 1)
    addMoment(draft, secsAgo, [purchase(random, mint, wallet)])
  })
}

function planLaunched(
  draft: PlanDraft,
  random: SeededRandom,
  buyers: readonly string[],
  launched: (typeof LAUNCHED | typeof DBC_LAUNCHED)[number] & { readonly launch: 'launchOnBonk' | 'launchOnDbc' },
): void {
  const { symbol, createdSecsAgo, graduates, launch } = launched
  const { mint, mintKeySeed } = mintKey(draft, `dexes/${symbol}`)
  const dev = addWallet(draft, 'dev', `dexes/${symbol}`, 12n * LAMPORTS)
  addToken(draft, { ...launched, mint, mintKeySeed, dev, openingPriceUsd: null, launchpad: LAUNCHPADS[launch] })
  const devBuyLamports = solAmount(random, 0.3, 1.2)
  addMoment(draft, createdSecsAgo, [{ do: launch, mint, dev, devBuyLamports }])
  const [first, second, whale] = random.sample(buyers, 3)
  addMoment(draft, createdSecsAgo - 9 * MINUTE_SECS, [purchase(random, mint, first!)])
  addMoment(draft, createdSecsAgo - 31 * MINUTE_SECS, [purchase(random, mint, second!)])
  if (!graduates) {
    // Trades on curves of DBC tell no reserves: a small one is near the price.
    const small = { do: 'buy', mint, wallet: first!, quoteRaw: solAmount(random, 0.05, 0.2) } as const
    if (launch === 'launchOnDbc') addMoment(draft, createdSecsAgo - 2 * HOUR_SECS, [small])
    return
  }
  // More than is left: the last buyer pays for what is.
  const last = solAmount(random, 92, 96)
  addMoment(draft, createdSecsAgo - 3 * HOUR_SECS, [{ do: 'buy', mint, wallet: whale!, quoteRaw: last }])
  addMoment(draft, createdSecsAgo - 3 * HOUR_SECS - MINUTE_SECS, [{ do: 'graduate', mint, wallet: whale! }])
  addMoment(draft, createdSecsAgo - 5 * HOUR_SECS, [purchase(random, mint, second!)])
}

function purchase(random: SeededRandom, mint: string, wallet: string): Action {
  return { do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.5, MAX_PURCHASE_SOL) }
}

function addToken(
  draft: PlanDraft,
  token: Pick<PlannedToken, 'mint' | 'mintKeySeed' | 'name' | 'symbol' | 'dev' | 'createdSecsAgo' | 'openingPriceUsd'> &
    Partial<Pick<PlannedToken, 'launchpad'>> & { readonly token2022?: boolean },
): void {
  const { mint, mintKeySeed, name, symbol, dev, createdSecsAgo, openingPriceUsd, launchpad } = token
  const slug = symbol.toLowerCase()
  draft.takenSymbols.add(symbol)
  draft.tokens.push({
    mint,
    mintKeySeed,
    archetype: 'other_dex',
    name,
    symbol,
    description: `${name}, ${launchpad === undefined ? 'listed by its team' : 'once on a curve'} and traded on ${
      launchpad === 'met-dbc' ? 'Meteora' : 'Raydium'
    }.`,
    links: { website: `https://${slug}.example`, twitter: `https://x.com/${slug}_sandbox`, telegram: null },
    program: token.token2022 === true ? 'token-2022' : 'spl',
    decimals: 6,
    extensions: {},
    dev,
    createdSecsAgo,
    mintAuthority: null,
    freezeAuthority: null,
    origin: 'minted',
    holdings: [],
    supplyRaw: SUPPLY_RAW,
    openingPriceUsd,
    verified: false,
    boosts: null,
    profileSecsAgo: null,
    ...(launchpad === undefined ? {} : { launchpad }),
  })
  draft.trueTokens.push({
    mint,
    archetype: 'other_dex',
    dev,
    bundlers: [],
    snipers: [],
    teamId: null,
    rugged: false,
    honeypot: false,
    priorTokens: [],
  })
}
