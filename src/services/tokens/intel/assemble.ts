import { sayUnfound } from '../../../chain/solana/holders.ts'
import { LIMITS } from '../../../config/limits.ts'
import type { Grade } from '../../../contract/deep-scan.ts'
import type { HolderRow, IntelRecord } from '../../../contract/intel.ts'
import { WSOL_MINT } from '../../../contract/mints.ts'
import { missingOf } from '../../../contract/missing.ts'
import { rawToNumber } from '../../../contract/units.ts'
import type { MarketPair } from '../../../upstreams/capabilities.ts'
import { pickBestPair, speaksLouder } from '../../pricing/best-pair.ts'
import { toFullPair } from '../full-pair.ts'
import { holderFlags, taxonomiesOf } from './holder-flags.ts'
import { type HolderJudgement, holdersBesideVaults } from './judge-holders.ts'
import { lowerBounds } from './lower-bounds.ts'
import { judgeWhole, toRisk } from './risk.ts'
import { pctOf } from './shares.ts'
import { devOf, type IntelSources } from './sources.ts'
import { isBonded, tokenFlags } from './token-flags.ts'

type Parts = {
  readonly mint: string
  readonly sources: IntelSources
  readonly judgement: HolderJudgement | null
  readonly marketSource: string | null
  /** Grade of a deep scan at hand. */
  readonly scanned: Grade | null
  readonly nowMs: number
}

/** Joins what the sources said into the record of spec 2.2, with normalised flags. Pure: the same inputs give the same
 *  record. */
export function assembleIntel(parts: Parts): IntelRecord {
  const { mint, sources, judgement, nowMs } = parts
  const price = sources.price.value
  const info = sources.mint.value
  const supplyRaw = info?.mint === WSOL_MINT ? (judgement?.supplyRaw ?? null) : (info?.supplyRaw ?? null)
  const supply = info === null || supplyRaw === null ? null : rawToNumber(supplyRaw, info.decimals)
  const valueUsd = price !== null && supply !== null && mint !== WSOL_MINT ? price.priceUsd * supply : null
  const pairs = sortedPairs(sources.pairs.value ?? [], mint)
  const best = pairs[0] ?? null
  const facts = sources.facts.value
  const metadata = sources.metadata.value
  const distribution = toDistribution(judgement, sources)
  const risk = toRisk(distribution)
  const flags = tokenFlags(sources, distribution.dev_pct)
  const holders = countHolders(sources)
  return {
    mint,
    name: metadata?.name ?? best?.base.name ?? facts?.name ?? null,
    symbol: metadata?.symbol ?? best?.base.symbol ?? facts?.symbol ?? null,
    image: metadata?.image ?? facts?.imageUrl ?? best?.info?.imageUrl ?? null,
    price_usd: price?.priceUsd ?? null,
    market_cap: price?.marketCap ?? facts?.marketCapUsd ?? valueUsd,
    fdv: price?.fdv ?? facts?.fdvUsd ?? valueUsd,
    liquidity_usd: price?.liquidityUsd ?? null,
    volume_24h: price?.volume24h ?? null,
    supply,
    holders: holders.value,
    holders_meta: holders,
    holders_nonvault:
      holders.value === null || judgement === null ? null : holdersBesideVaults(holders.value, judgement.vaults),
    top10_pct: distribution.top10_pct,
    insider_pct: distribution.insiders_pct,
    top_holders: toRows(parts),
    taxonomies: taxonomiesOf('normalized'),
    risk,
    pair: best && toFullPair(best, null),
    metadata: toMetadata(parts, best),
    market: toMarket(best, parts.marketSource),
    distribution,
    launch: toLaunch(sources),
    pairs: pairs.slice(0, LIMITS.intelPairs).map((pair) => toFullPair(pair, null)),
    ...judgeWhole(risk, flags, parts.scanned),
    flags,
    deepscanAvailable: parts.scanned !== null,
    checkedAt: sources.holders.asOfMs ?? sources.mint.asOfMs ?? nowMs,
    generatedAt: nowMs,
  }
}

/** Pools whose base is the mint, the one that speaks for it first. */
function sortedPairs(pairs: readonly MarketPair[], mint: string): readonly MarketPair[] {
  const own = pairs.filter(({ base }) => base.address === mint).sort((a, b) => (speaksLouder(a, b) ? -1 : 1))
  const best = pickBestPair(own, mint)
  return best === null ? own : [best, ...own.filter((pair) => pair !== best)]
}

/** An exact count of the chain's accounts; else the provider's figure; else what was seen before the list was cut. */
function countHolders({ holders, facts }: IntelSources): IntelRecord['holders_meta'] {
  const counted = holders.value
  if (counted?.exact)
    return {
      value: counted.table.keys.length,
      source: 'enumeration',
      exact: true,
      capped: false,
      as_of: holders.asOfMs,
    }
  const said = facts.value?.holders ?? null
  if (said !== null) return { value: said, source: 'provider', exact: false, capped: false, as_of: facts.asOfMs }
  const value = counted?.table.keys.length ?? null
  const meta = { value, source: 'enumeration', exact: false, capped: counted?.capped ?? false } as const
  return { ...meta, as_of: holders.asOfMs, ...missingOf([counted === null ? null : sayUnfound(counted)]) }
}

function toDistribution(judgement: HolderJudgement | null, sources: IntelSources): IntelRecord['distribution'] {
  const shares = judgement?.shares
  const figures = judgement?.concentration
  const percent = (share: number | undefined) =>
    share === undefined ? null : Math.min(100, Math.round(share * 1e8) / 1e6)
  return {
    top10_pct: shares?.top10Pct ?? null,
    insiders_pct: shares?.insidersPct ?? null,
    bundlers_pct: shares?.bundlersPct ?? null,
    snipers_pct: shares?.snipersPct ?? null,
    dev_pct: shares?.devPct ?? null,
    top1_pct: percent(figures?.top1Share),
    top20_pct: percent(figures?.top20Share),
    top50_pct: percent(figures?.top50Share),
    top100_pct: percent(figures?.top100Share),
    liquidity_pct: shares?.liquidityPct ?? null,
    locked_pct: shares?.lockedPct ?? null,
    burned_pct: shares?.burnedPct ?? null,
    cex_pct: shares?.cexPct ?? null,
    gini: figures?.gini ?? null,
    hhi: figures?.hhi ?? null,
    nakamoto: figures?.nakamoto ?? null,
    lower_bounds: lowerBounds(sources, shares),
  }
}

function toRows({ sources, judgement }: Parts): HolderRow[] {
  const info = sources.mint.value
  if (info === null || judgement === null) return []
  const priceUsd = sources.price.value?.priceUsd ?? null
  const dev = devOf(sources)
  return judgement.largest.map(({ owner, amountRaw, accounts }) => {
    const amount = rawToNumber(amountRaw, info.decimals)
    const identity = judgement.identities.get(owner)
    const isPerson = identity === undefined || identity.entityType === 'wallet'
    const valueUsd = priceUsd === null || !isPerson ? null : priceUsd * amount
    return {
      owner,
      amount,
      pct: pctOf(amountRaw, judgement.supplyRaw ?? 0n),
      accounts,
      entity: identity?.entity ?? null,
      ...(identity === undefined ? {} : { entityType: identity.entityType }),
      entity_source: identity?.source ?? null,
      is_contract: identity?.isContract ?? false,
      flags: [...holderFlags(owner, dev, sources.launch.value, { valueUsd, fromUsd: LIMITS.whaleHoldingUsd })],
    }
  })
}

function toMetadata({ sources }: Parts, best: MarketPair | null): IntelRecord['metadata'] {
  const facts = sources.facts.value
  const launch = sources.launch.value
  const websites = best?.info?.websites.length ? best.info.websites : (facts?.websites ?? [])
  const socials = best?.info?.socials.length ? best.info.socials : (facts?.socials ?? [])
  return {
    logo: sources.metadata.value?.image ?? facts?.imageUrl ?? best?.info?.imageUrl ?? null,
    header: best?.info?.headerUrl ?? null,
    description: sources.metadata.value?.description ?? null,
    websites: [...websites],
    socials: [...socials],
    createdAt: launch?.createdAtSec != null ? launch.createdAtSec * 1_000 : (facts?.createdAtMs ?? null),
    deployer: devOf(sources),
    bonded: isBonded(sources),
  }
}

function toMarket(best: MarketPair | null, source: string | null): IntelRecord['market'] {
  if (best === null) return null
  return {
    source: source ?? 'chain',
    dex: best.dexId,
    pairAddress: best.pairAddress,
    priceNative: best.priceNative,
    priceChange: { ...best.priceChangePct },
    volume: { ...best.volumeUsd },
    txns: { ...best.txns },
    pairCreatedAt: best.pairCreatedAtMs,
  }
}

function toLaunch({ launch }: IntelSources): IntelRecord['launch'] {
  const facts = launch.value
  if (facts?.status !== 'found' || !Number.isSafeInteger(facts.launchSlot)) return null
  return {
    slot: facts.launchSlot!,
    dex: facts.launchedOn!,
    // Facts that are kept from before they named the launch itself: nearly always both are one transaction.
    signature: facts.launchSignature ?? facts.creationSignature!,
    window_slots: facts.windowSlots,
    buyers: new Set(facts.buyers.map(({ wallet }) => wallet)).size,
    snipers: facts.snipers.length,
    bundlers: facts.bundlers.length,
    insiders: facts.insiders.length,
    basis: launch.basis,
    complete: facts.complete && !facts.capped,
  }
}
