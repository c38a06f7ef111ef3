import type { DexName, Pool } from '../../../chain/solana/dexes/dex.ts'
import { type Holders, readHolders } from '../../../chain/solana/holders.ts'
import type { LaunchFacts } from '../../../chain/solana/launch-window.ts'
import { type MintInfo, readMintInfo } from '../../../chain/solana/mint-info.ts'
import type { SolanaRpc } from '../../../chain/solana/rpc.ts'
import { POOLS } from '../../../config/pools.ts'
import type { Context } from '../../../context.ts'
import type { WalletRoles } from '../../../contract/bubble-map.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import type { TokenMetadataEntry, TokenPriceEntry } from '../../../contract/token.ts'
import { decodeBase58Fixed } from '../../../hot-paths/base58.ts'
import { withDeadline } from '../../../runtime/with-deadline.ts'
import type { MarketPair, TokenFacts } from '../../../upstreams/capabilities.ts'
import { knownRoles } from '../../known-roles.ts'
import type { FoundPools } from '../../pools/find-pools.ts'
import { loadPools } from '../../pools/load-pools.ts'
import { ownersInTime } from '../../pools/owners-in-time.ts'
import { loadPairs } from '../../pricing/load-pairs.ts'
import { getPrices } from '../../pricing/prices.ts'
import { loadMetadata } from '../metadata.ts'
import { type KnownPools, loadLaunch } from './load-launch.ts'

/** What one source said: `value` null means it was asked and knows nothing, was not configured, or failed. */
export type Sourced<T> = {
  readonly value: T | null
  readonly source: string
  readonly asOfMs: number | null
  readonly failed: boolean
  readonly note: string | null
}

/** Every input of an intel record, each read once. */
export type IntelSources = {
  readonly mint: Sourced<MintInfo>
  readonly holders: Sourced<Holders>
  /** `unsought`: DEXs on which there may be more of them. */
  readonly pools: Sourced<readonly Pool[]> & { readonly unsought: readonly DexName[] }
  /** `basis`: whether a map at hand says who its wallets are. */
  readonly launch: Sourced<LaunchFacts> & { readonly basis: 'launch' | 'map' }
  readonly price: Sourced<TokenPriceEntry>
  readonly pairs: Sourced<readonly MarketPair[]>
  readonly metadata: Sourced<TokenMetadataEntry>
  readonly facts: Sourced<TokenFacts>
}

/** The creator of the token: from its launch on chain, else from the provider of token facts. */
export function devOf({ launch, facts }: Pick<IntelSources, 'launch' | 'facts'>): string | null {
  return launch.value?.dev ?? facts.value?.deployer ?? null
}

const NOT_CONFIGURED = 'not configured'
const NO_MINT = 'no mint was read at this address'

/** Reads all sources at the same time, as far as they do not need one another: holders wait for the mint, the launch
 *  for the pools. No source fails the whole. */
export async function readSources(ctx: Context, mint: string, signal: AbortSignal): Promise<IntelSources> {
  if (decodeBase58Fixed(mint, 32) === null) return noSuchAddress(ctx)
  const rpc = ctx.chain.rpc && ctx.parts.tokenReads.open(ctx.chain.rpc, mint).rpc
  const { tokens } = ctx.upstreams
  const said = <T>(source: string, read: Promise<Outcome<T | null>> | null, unread = NOT_CONFIGURED) =>
    sourced(ctx, source, read, unread)
  const ofMint = rpc === null ? NOT_CONFIGURED : NO_MINT

  const mintRead = said('chain:mint', rpc && readMintInfo(rpc, mint, signal))
  const holdersRead = mintRead.then(({ value }) =>
    said('chain:token-accounts', rpc && value && readMintHolders(ctx, rpc, value, signal), ofMint),
  )
  const foundPools = rpc && loadPoolsOnceHeld(ctx, mint, holdersRead, signal)
  const poolsRead = said('chain:pools', foundPools && pick(foundPools, ({ pools }) => pools))
  // Without a market-data provider the pairs are these pools.
  const marketRead = ctx.upstreams.pairs === null ? poolsRead : Promise.resolve()
  const launchRead = Promise.all([mintRead, foundPools]).then(([info, found]) =>
    said('chain:launch', rpc && info.value && loadLaunch(ctx, rpc, mint, knownPools(found), signal), ofMint),
  )
  const [info, holders, pools, launch, price, pairs, metadata, facts] = await Promise.all([
    mintRead,
    holdersRead,
    poolsRead,
    launchRead,
    said(
      'prices',
      pick(
        marketRead.then(() => getPrices(ctx, [mint])),
        (prices) => prices[mint] ?? null,
      ),
    ),
    said(
      'pairs',
      pick(
        marketRead.then(() => loadPairs(ctx, [mint])),
        (all) => all.get(mint) ?? [],
      ),
    ),
    said(
      'metadata',
      pick(loadMetadata(ctx, [mint]), (all) => all.get(mint) ?? null),
    ),
    said(
      tokens?.provider ?? 'token-facts',
      tokens && pick(tokens.tokensByMints([mint]), (all) => all.get(mint) ?? null),
    ),
  ])
  const found = await foundPools
  const unsought = found?.ok ? found.value.unsought : []
  const known = { mint: info, holders, pools: { ...pools, unsought }, price, pairs, metadata, facts }
  return { ...known, launch: withRoles(launch, knownRoles(ctx, mint)) }
}

function knownPools(found: Outcome<FoundPools> | null): KnownPools {
  if (found === null || !found.ok) return { pools: [], arePartial: true }
  const { pools, unsought, isLasting } = found.value
  return { pools, arePartial: unsought.length > 0 && !isLasting }
}

/** Pools, by the owners of the token's accounts where these are known soon. */
async function loadPoolsOnceHeld(
  ctx: Context,
  mint: string,
  holders: Promise<Sourced<Holders>>,
  signal: AbortSignal,
): ReturnType<typeof loadPools> {
  const table = holders.then(({ value }) => value)
  const owners = await ownersInTime(table, withDeadline(signal, POOLS.ownersWithinMs))
  return loadPools(ctx, mint, { signal, ...owners })
}

/** The launch with its wallets as a map at hand knows them. */
function withRoles(launch: Sourced<LaunchFacts>, roles: WalletRoles | null): IntelSources['launch'] {
  if (launch.value?.status !== 'found' || roles === null) return { ...launch, basis: 'launch' }
  return { ...launch, value: { ...launch.value, ...roles }, basis: 'map' }
}

/** Base58 text that is no address: there is no one to ask. */
function noSuchAddress(ctx: Context): IntelSources {
  const none = { value: null, source: 'address', asOfMs: ctx.clock.nowMs(), failed: false, note: 'not 32 bytes' }
  const names = ['mint', 'holders', 'price', 'pairs', 'metadata', 'facts'] as const
  const others = Object.fromEntries(names.map((name) => [name, none])) as Omit<IntelSources, 'pools' | 'launch'>
  return { ...others, pools: { ...none, unsought: [] }, launch: { ...none, basis: 'launch' } }
}

async function sourced<T>(
  ctx: Context,
  source: string,
  read: Promise<Outcome<T | null>> | null,
  unread: string,
): Promise<Sourced<T>> {
  if (read === null) return { value: null, source, asOfMs: null, failed: false, note: unread }
  const answer = await read
  if (!answer.ok) return { value: null, source, asOfMs: null, failed: true, note: `${answer.code}: ${answer.message}` }
  const asOfMs = answer.cache?.builtAtMs ?? ctx.clock.nowMs()
  return { value: answer.value, source, asOfMs, failed: answer.cache?.degraded ?? false, note: null }
}

async function pick<T, U>(read: Promise<Outcome<T>>, select: (value: T) => U | null): Promise<Outcome<U | null>> {
  const answer = await read
  return answer.ok ? ok(select(answer.value), answer.cache) : answer
}

function readMintHolders(ctx: Context, rpc: SolanaRpc, mint: MintInfo, signal: AbortSignal): Promise<Outcome<Holders>> {
  const { assets } = ctx.upstreams
  const pages = assets && ((address: string, max: number) => assets.tokenAccountsOfMint(address, max))
  return readHolders({ rpc, pages, trail: ctx.parts.holderTrails.accountsOf }, mint, signal)
}
