import { ZERO_KEY } from '../../src/chain/solana/borsh-layout.ts'
import { isBase58Of32 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { bareNumber } from '../rpc/json.ts'
import { DEX_LABELS } from './dex-labels.ts'
import { type InsiderNetwork, insiderNetworks } from './insider-networks.ts'
import type { Market } from './market.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'
import { rugcheckRisks, rugcheckScores } from './rugcheck-risks.ts'
import { type ExaminedMarket, type ExaminedToken, type Examiner, wasDrained } from './token-examiner.ts'
import { decimalAmount, rounded } from './wire-numbers.ts'

const ROUTE = /^\/tokens\/([^/]+)\/report(\/summary)?$/
const MAX_HOLDERS = 20
const MAX_CREATOR_TOKENS = 50
const NO_KEY = '11111111111111111111111111111111'

export type RugcheckSources = {
  readonly chain: SandboxChain
  readonly market: Market
  readonly examiner: Examiner
}

/** RugCheck's token reports over the sandbox's own chain. Source: its OpenAPI file and recorded reports. Errors come
 *  with status 400. */
export function createRugcheck(sources: RugcheckSources): Provider {
  const { examiner, chain } = sources
  return {
    prefix: '/rugcheck',
    handle({ path }) {
      const [, mint, summary] = ROUTE.exec(path) ?? []
      if (mint === undefined) return { status: 404, body: { error: 'not found' } }
      if (!isBase58Of32(mint)) return refused('invalid token mint')
      if (chain.account(mint) === null) return refused('not found')
      const token = examiner.examine(mint)
      if (token === null) return refused('invalid token mint')
      return { status: 200, body: report(sources, token, summary !== undefined) }
    },
  }
}

function refused(error: string): ProviderReply {
  return { status: 400, body: { error } }
}

function report(sources: RugcheckSources, token: ExaminedToken, isSummary: boolean): Record<string, unknown> {
  const { info, creator } = token
  const others = creator === null ? [] : tokensOf(sources, creator, info.mint)
  const rugged = others.filter(({ isRugged }) => isRugged).length
  const risks = rugcheckRisks(token, { rugged })
  const { score, normalised } = rugcheckScores(risks)
  const markets = token.markets.filter(({ state, lp }) => state !== null || lp !== null)
  const lockedPct = Math.max(0, ...markets.map((market) => lpOf(sources.market, market).lpLockedPct))
  const { tokenProgram } = info
  if (isSummary)
    return {
      tokenProgram,
      tokenType: '',
      risks: risksRow(risks),
      score,
      score_normalised: normalised,
      lpLockedPct: lockedPct,
    }
  const networks = insiderNetworks(sources.chain, token)
  return {
    ...tokenMembers(token),
    topHolders: token.holders.length === 0 ? null : topHolders(token, networks),
    risks: risksRow(risks),
    score,
    score_normalised: normalised,
    lockerOwners: Object.fromEntries(
      token.markets.flatMap(({ lp }) => (lp?.locks ?? []).map(({ owner }) => [owner, true])),
    ),
    lockers: lockers(token),
    markets: markets.length === 0 ? null : markets.map((market) => marketRow(sources.market, token, market)),
    totalMarketLiquidity: rounded(markets.reduce((sum, { state }) => sum + (state?.liquidityUsd ?? 0), 0)),
    totalLPProviders: markets.reduce((sum, { lp }) => sum + (lp?.holders.length ?? 0), 0),
    totalHolders: new Set(token.holders.map(({ owner }) => owner)).size,
    price: sources.market.priceUsd(info.mint) ?? 0,
    rugged: wasDrained(token),
    tokenType: '',
    transferFee: {
      pct: (info.extensions.transferFeeBps ?? 0) / 100,
      maxAmount: 0,
      authority: NO_KEY,
    },
    knownAccounts: knownAccounts(token),
    events: [],
    verification: null,
    graphInsidersDetected: networks.reduce((sum, { wallets }) => sum + wallets.length, 0),
    insiderNetworks: networks.length === 0 ? null : networks.map((network) => networkRow(token, network)),
    detectedAt: new Date(detectedSec(token) * 1_000).toISOString(),
    creatorTokens: others.length === 0 ? null : others.map(({ isRugged: _, ...row }) => row),
    launchpad: null,
    deployPlatform: null,
  }
}

function tokenMembers({ info, metadata, creator, holders }: ExaminedToken): Record<string, unknown> {
  const { mint, tokenProgram, mintAuthority, freezeAuthority, supplyRaw, decimals } = info
  const own = holders.filter(({ owner }) => owner === creator).reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
  const meta = metadata && {
    name: metadata.name,
    symbol: metadata.symbol,
    uri: metadata.uri,
    mutable: metadata.nft?.isMutable ?? metadata.updateAuthority !== null,
    updateAuthority: metadata.updateAuthority ?? '',
  }
  return {
    mint,
    tokenProgram,
    creator,
    creatorBalance: bareNumber(own),
    token: { mintAuthority, supply: bareNumber(supplyRaw), decimals, isInitialized: true, freezeAuthority },
    token_extensions: extensionsOf(info),
    tokenMeta: meta,
    fileMeta: metadata && { description: '', name: metadata.name, symbol: metadata.symbol, image: '' },
    freezeAuthority,
    mintAuthority,
  }
}

/** Null for a classic mint. The provider documents no members; these are the extensions' common names. */
function extensionsOf({ extensions, tokenProgram }: ExaminedToken['info']): Record<string, unknown> | null {
  if (tokenProgram.startsWith('TokenkegQ')) return null
  const { permanentDelegate, transferHookProgram, nonTransferable, defaultFrozen, transferFeeBps, pausableBy } =
    extensions
  return {
    ...(permanentDelegate === null ? {} : { permanentDelegate: { delegate: permanentDelegate } }),
    ...(transferHookProgram === null ? {} : { transferHook: { programId: transferHookProgram } }),
    ...(nonTransferable ? { nonTransferable: true } : {}),
    ...(defaultFrozen ? { defaultAccountState: { state: 'frozen' } } : {}),
    ...(transferFeeBps === null ? {} : { transferFeeConfig: { transferFeeBasisPoints: transferFeeBps } }),
    ...(pausableBy === null ? {} : { pausableConfig: { authority: pausableBy } }),
  }
}

function risksRow(risks: readonly unknown[]): readonly unknown[] | null {
  return risks.length === 0 ? null : risks
}

function topHolders({ info, holders }: ExaminedToken, networks: readonly InsiderNetwork[]): Record<string, unknown>[] {
  const insiders = new Set(networks.flatMap(({ wallets }) => wallets))
  return holders.slice(0, MAX_HOLDERS).map(({ tokenAccount, owner, amountRaw, sharePct }) => {
    const uiAmountString = decimalAmount(amountRaw, info.decimals)
    return {
      address: tokenAccount,
      amount: bareNumber(amountRaw),
      decimals: info.decimals,
      pct: sharePct,
      uiAmount: Number(uiAmountString),
      uiAmountString,
      owner,
      insider: insiders.has(owner),
    }
  })
}

function lpOf(market: Market, { pool, state, lp }: ExaminedMarket) {
  const quoteUsd = (state?.quoteReserve ?? 0) * (market.priceUsd(pool.quoteMint) ?? 0)
  const baseUsd = (state?.baseReserve ?? 0) * (state?.priceUsd ?? 0)
  // A curve keeps its reserves itself: the provider calls all of it locked.
  const lockedRaw = lp === null ? 0n : lp.burnedRaw + lp.lockedRaw
  const lpLockedPct =
    lp === null ? 100 : lp.totalRaw === 0n ? 0 : Number((lockedRaw * 1_000_000n) / lp.totalRaw) / 10_000
  return {
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    lpMint: lp?.mint ?? ZERO_KEY,
    quotePrice: market.priceUsd(pool.quoteMint) ?? 0,
    basePrice: state?.priceUsd ?? 0,
    base: state?.baseReserve ?? 0,
    quote: state?.quoteReserve ?? 0,
    reserveSupply: bareNumber(lp?.totalRaw ?? 0n),
    currentSupply: bareNumber(lp?.supplyRaw ?? 0n),
    quoteUSD: quoteUsd,
    baseUSD: baseUsd,
    pctReserve: 0,
    pctSupply: 0,
    holders: null,
    totalTokensUnlocked: 0,
    tokenSupply: 0,
    lpLocked: bareNumber(lockedRaw),
    lpUnlocked: bareNumber(lp === null ? 0n : lp.totalRaw - lockedRaw),
    lpLockedPct,
    lpLockedUSD: ((quoteUsd + baseUsd) * lpLockedPct) / 100,
    lpMaxSupply: 0,
    lpCurrentSupply: bareNumber(lp?.supplyRaw ?? 0n),
    lpTotalSupply: bareNumber(lp?.totalRaw ?? 0n),
  }
}

function marketRow(market: Market, token: ExaminedToken, one: ExaminedMarket): Record<string, unknown> {
  const { pool, vaults, lp } = one
  return {
    pubkey: pool.address,
    marketType: DEX_LABELS[pool.dex].rugcheck[0],
    mintA: pool.baseMint,
    mintB: pool.quoteMint,
    mintLP: lp?.mint ?? ZERO_KEY,
    liquidityA: vaults?.[0] ?? pool.address,
    liquidityB: vaults?.[1] ?? pool.address,
    mintAAccount: {
      mintAuthority: token.info.mintAuthority,
      supply: bareNumber(token.info.supplyRaw),
      decimals: token.info.decimals,
      isInitialized: true,
      freezeAuthority: token.info.freezeAuthority,
    },
    lp: lpOf(market, one),
  }
}

function lockers({ markets }: ExaminedToken): Record<string, unknown> {
  return Object.fromEntries(
    markets.flatMap(({ lp }) =>
      (lp?.locks ?? []).map((lock) => {
        const holder = lp!.holders.find(({ owner }) => owner === lock.owner)
        const row = {
          programID: lock.program ?? lock.owner,
          tokenAccount: holder?.tokenAccount ?? lock.owner,
          owner: lock.owner,
          uri: '',
          unlockDate: lock.untilSec ?? 0,
          type: lock.entity,
          usdcLocked: 0,
        }
        return [lock.owner, row]
      }),
    ),
  )
}

function knownAccounts({ markets, creator, holders }: ExaminedToken): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  if (creator !== null) known[creator] = { name: 'Creator', type: 'CREATOR' }
  for (const { pool } of markets) known[pool.address] = { name: DEX_LABELS[pool.dex].rugcheck[1], type: 'AMM' }
  for (const { owner, kind } of holders.slice(0, MAX_HOLDERS))
    if (kind === 'locker' || kind === 'pool') known[owner] ??= { name: kind, type: kind === 'pool' ? 'AMM' : 'LOCKER' }
  return known
}

function networkRow({ holders, info }: ExaminedToken, { funder, wallets }: InsiderNetwork): Record<string, unknown> {
  const own = holders.filter(({ owner }) => wallets.includes(owner))
  return {
    id: `${info.mint.slice(0, 6)}-${funder.slice(0, 8)}`.toLowerCase(),
    size: wallets.length,
    type: 'transfer',
    tokenAmount: bareNumber(own.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)),
    activeAccounts: new Set(own.map(({ owner }) => owner)).size,
  }
}

/** Other tokens of one creator that were traded, newest first. */
function tokensOf({ market, examiner }: RugcheckSources, creator: string, mint: string) {
  const rows = new Map<string, { mint: string; marketCap: number; createdAt: string; isRugged: boolean }>()
  for (const pool of market.pools()) {
    if (rows.size >= MAX_CREATOR_TOKENS) break
    const { baseMint } = pool
    if (baseMint === mint || rows.has(baseMint) || examiner.creatorOf(baseMint) !== creator) continue
    const other = examiner.examine(baseMint)
    if (other === null) continue
    rows.set(baseMint, {
      mint: baseMint,
      marketCap: (market.priceUsd(baseMint) ?? 0) * market.supply(baseMint),
      createdAt: new Date(pool.createdSec * 1_000).toISOString(),
      isRugged: wasDrained(other),
    })
  }
  return [...rows.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

function detectedSec({ markets, nowSec }: ExaminedToken): number {
  return Math.min(nowSec, ...markets.map(({ pool }) => pool.createdSec))
}
