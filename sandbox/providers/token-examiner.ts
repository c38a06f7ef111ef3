import { identifyOwner } from '../../src/chain/solana/labels.ts'
import { type HeldLp, type LpHolder, type LpLock, sortLpHolders } from '../../src/chain/solana/lp-locks.ts'
import { decodeMintInfo, type MintInfo } from '../../src/chain/solana/mint-info.ts'
import { INCINERATOR } from '../../src/chain/solana/program-ids.ts'
import { resolveTokenMetadata, type TokenMetadata } from '../../src/chain/solana/token-metadata.ts'
import { readMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { dexTradesOf } from '../world/dex-trades/index.ts'
import { isLaunchpad } from '../world/launchpads.ts'
import type { Market, MarketPool, PoolState } from './market.ts'

/** What the security providers see of a token: its accounts, its pools and its history, as anyone can read them. */
export type ExaminedToken = {
  readonly info: MintInfo
  readonly metadata: TokenMetadata | null
  /** Largest first; those with a balance. */
  readonly holders: readonly ExaminedHolder[]
  readonly markets: readonly ExaminedMarket[]
  readonly creator: string | null
  readonly nowSec: number
}
export type ExaminedHolder = {
  readonly tokenAccount: string
  readonly owner: string
  readonly amountRaw: bigint
  readonly sharePct: number
  readonly kind: 'pool' | 'locker' | 'burn' | 'creator' | 'wallet'
}
export type ExaminedMarket = {
  readonly pool: MarketPool
  /** Null once everything was taken out, and for curves that are over. */
  readonly state: PoolState | null
  readonly vaults: readonly [base: string, quote: string] | null
  readonly lp: ExaminedLp | null
}
export type ExaminedLp = {
  readonly mint: string
  /** Given out in all; what is burned is part of it. */
  readonly totalRaw: bigint
  readonly supplyRaw: bigint
  readonly burnedRaw: bigint
  readonly lockedRaw: bigint
  readonly holders: readonly LpHolder[]
  readonly locks: readonly LpLock[]
}

/** A mint seldom has more transactions than this before its oldest. */
const MAX_MENTIONS = 50_000

export type Examiner = {
  /** Null for what is no mint. */
  examine(mint: string): ExaminedToken | null
  /** Who made the mint: the creator its curve names, else who paid for the transaction that made it, else who may
   *  change its metadata. */
  creatorOf(mint: string): string | null
}

export function createExaminer({ chain, market }: { chain: SandboxChain; market: Market }): Examiner {
  const creators = new Map<string, string | null>()

  function creatorOf(mint: string): string | null {
    const known = creators.get(mint)
    if (known !== undefined) return known
    const curve = market.poolsOf(mint).find(({ dex, baseMint }) => isLaunchpad(dex) && baseMint === mint)
    const creator = curve?.creator ?? payerOfMint(chain, mint) ?? metadataOf(chain, mint)?.updateAuthority ?? null
    if (creators.size >= 20_000) creators.clear()
    creators.set(mint, creator)
    return creator
  }

  return {
    creatorOf,
    examine(mint) {
      if (decodeBase58Fixed(mint, 32) === null) return null
      const account = chain.account(mint)
      const info = account === null ? null : decodeMintInfo({ address: mint, ...account })
      if (info === null) return null
      const creator = creatorOf(mint)
      const nowSec = chain.unixTimeSec()
      const pools = market.poolsOf(mint).filter(({ baseMint }) => baseMint === mint)
      const holders = holdersOf(chain, info, { creator, pools })
      const markets = pools.map((pool) => examineMarket(chain, market, pool, nowSec))
      return { info, metadata: metadataOf(chain, mint), holders, markets, creator, nowSec }
    },
  }
}

function metadataOf(chain: SandboxChain, mint: string): TokenMetadata | null {
  const account = chain.account(mint)
  return account === null
    ? null
    : resolveTokenMetadata(mint, account.data, (address) => chain.account(address)?.data ?? null)
}

/** The payer of the oldest transaction of a mint that had no account before it. */
function payerOfMint(chain: SandboxChain, mint: string): string | null {
  const mentions = chain.signaturesOf(mint, { limit: MAX_MENTIONS })
  const oldest = mentions === 'unknown' ? undefined : mentions.findLast(({ err }) => err === null)
  const place = oldest?.accountKeys.indexOf(mint) ?? -1
  return oldest !== undefined && place >= 0 && oldest.preBalances[place] === 0n ? oldest.accountKeys[0]! : null
}

function holdersOf(
  chain: SandboxChain,
  { mint, supplyRaw }: MintInfo,
  { creator, pools }: { readonly creator: string | null; readonly pools: readonly MarketPool[] },
): ExaminedHolder[] {
  const poolOwners = new Map(pools.map(({ address, dex }) => [address, dex]))
  const rows: ExaminedHolder[] = []
  for (const tokenAccount of chain.tokenAccountsOfMint(mint)) {
    const fields = readTokenAccount(chain.account(tokenAccount)?.data ?? new Uint8Array())
    if (fields === null || fields.amountRaw === 0n) continue
    const owner = encodeBase58(fields.owner)
    const sharePct = supplyRaw === 0n ? 0 : Number((fields.amountRaw * 1_000_000_000n) / supplyRaw) / 1e7
    rows.push({
      tokenAccount,
      owner,
      amountRaw: fields.amountRaw,
      sharePct,
      kind: kindOf(chain, owner, creator, poolOwners),
    })
  }
  return rows.sort((a, b) =>
    a.amountRaw < b.amountRaw ? 1 : a.amountRaw > b.amountRaw ? -1 : a.owner < b.owner ? -1 : 1,
  )
}

function kindOf(
  chain: SandboxChain,
  owner: string,
  creator: string | null,
  poolOwners: ReadonlyMap<string, string>,
): ExaminedHolder['kind'] {
  if (owner === creator) return 'creator'
  if (poolOwners.has(owner)) return 'pool'
  const account = chain.account(owner)
  // The curve test costs most and shows these providers nothing.
  if (account === null || account.data.length === 0) {
    const known = BURNED.has(owner)
    return known ? 'burn' : 'wallet'
  }
  const { entityType } = identifyOwner(owner, account, poolOwners)
  return entityType === 'liquidity' ? 'pool' : entityType === 'locker' || entityType === 'burn' ? entityType : 'wallet'
}
const BURNED: ReadonlySet<string> = new Set([INCINERATOR, '11111111111111111111111111111111'])

function examineMarket(chain: SandboxChain, market: Market, pool: MarketPool, nowSec: number): ExaminedMarket {
  const state = market.state(pool)
  const shares = dexTradesOf(pool.dex)?.readShares?.(chain, pool) ?? null
  if (shares === null) return { pool, state, vaults: null, lp: null }
  const { lpMint, lpSupplyRaw, vaults } = shares
  const creator = shares.creator ?? pool.creator
  const held: HeldLp[] = []
  const owners = new Map<string, ReturnType<SandboxChain['account']>>()
  for (const tokenAccount of chain.tokenAccountsOfMint(lpMint)) {
    const fields = readTokenAccount(chain.account(tokenAccount)?.data ?? new Uint8Array())
    if (fields === null || fields.amountRaw === 0n) continue
    const owner = encodeBase58(fields.owner)
    owners.set(owner, chain.account(owner))
    held.push({ tokenAccount, owner, amountRaw: fields.amountRaw })
  }
  const { largest, locks } = sortLpHolders(held, {
    ownerAccounts: owners,
    creators: new Set(creator === null ? [] : [creator]),
    nowSec,
  })
  const mint = chain.account(lpMint)
  const supplyRaw = (mint === null ? null : readMint(mint.data))?.supplyRaw ?? 0n
  const sum = (kind: LpHolder['kind']): bigint =>
    largest.reduce((total, one) => total + (one.kind === kind ? one.amountRaw : 0n), 0n)
  const totalRaw = lpSupplyRaw > supplyRaw ? lpSupplyRaw : supplyRaw
  return {
    pool,
    state,
    vaults,
    lp: {
      mint: lpMint,
      totalRaw,
      supplyRaw,
      burnedRaw: totalRaw - supplyRaw + sum('burned'),
      lockedRaw: sum('locked'),
      holders: largest,
      locks,
    },
  }
}

/** The market with most liquidity; null without one that trades. */
export function deepestMarket({ markets }: ExaminedToken): ExaminedMarket | null {
  let deepest: ExaminedMarket | null = null
  for (const one of markets)
    if (one.state !== null && (deepest?.state?.quoteReserve ?? -1) < one.state.quoteReserve) deepest = one
  return deepest
}

/** A pool that was made and emptied, by whoever held its LP tokens. */
export function wasDrained({ markets }: Pick<ExaminedToken, 'markets'>): boolean {
  return markets.some(({ state, lp }) => lp !== null && (state === null || state.liquidityUsd! < 1))
}
