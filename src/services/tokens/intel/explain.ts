import { counted } from '../../../contract/counted.ts'
import type { Explain, ExplainEntry } from '../../../contract/intel.ts'
import type { HolderJudgement } from './judge-holders.ts'
import type { IntelSources, Sourced } from './sources.ts'

/** Where each figure comes from and how old it was when the record was built. */
export function explainRecord(
  sources: IntelSources,
  judgement: HolderJudgement | null,
  { marketSource, priceSource }: { readonly marketSource: string | null; readonly priceSource: string | null },
  nowMs: number,
): Explain {
  const { mint, holders, launch, price, pairs, metadata, facts } = sources
  const entry = (from: Sourced<unknown>, source: string = from.source, note: string | null = null): ExplainEntry => ({
    source,
    as_of: from.asOfMs,
    age_ms: from.asOfMs === null ? null : Math.max(0, nowMs - from.asOfMs),
    note: note ?? from.note,
  })
  const market = entry(price, priceSource === null ? price.source : `${price.source}:${priceSource}`)
  const valued = (own: number | null | undefined, said: number | null | undefined): ExplainEntry => {
    if (own != null || price.value === null) return market
    return said != null ? entry(facts) : { ...market, source: 'computed', note: 'price times supply' }
  }
  const way = holders.value === null ? null : `${holders.value.method}${refusals(holders)}`
  const counted = holders.value?.exact || facts.value?.holders == null
  const held = entry(holders, holders.source, way)
  const ofLaunch = entry(launch, launch.source, launchNote(sources))
  const name = metadata.value?.name != null ? entry(metadata, `metadata:${metadata.value.source}`) : entry(pairs)
  const image = metadata.value?.image != null ? entry(metadata, `metadata:${metadata.value.source}`) : entry(facts)
  return {
    name,
    symbol: name,
    image,
    price_usd: market,
    market_cap: valued(price.value?.marketCap, facts.value?.marketCapUsd),
    fdv: valued(price.value?.fdv, facts.value?.fdvUsd),
    liquidity_usd: market,
    volume_24h: market,
    supply: entry(mint),
    holders: counted ? held : entry(facts, facts.source, `the chain's own list is cut off (${way ?? 'unread'})`),
    holders_nonvault: { ...held, note: vaultNote(judgement) },
    top_holders: held,
    top10_pct: { ...held, note: vaultNote(judgement) },
    insiders_pct: ofLaunch,
    bundlers_pct: ofLaunch,
    snipers_pct: ofLaunch,
    dev_pct:
      launch.value?.dev == null && facts.value?.deployer != null
        ? entry(facts, facts.source, 'creator named by the provider')
        : ofLaunch,
    concentration: { ...held, note: judgement?.concentration ? way : 'needs the whole list of holders' },
    risk: { source: 'computed', as_of: nowMs, age_ms: 0, note: 'from the five shares of distribution' },
    metadata: entry(launch.value?.createdAtSec != null ? launch : facts),
    pairs: entry(pairs, marketSource === null ? pairs.source : `${pairs.source}:${marketSource}`),
  }
}

function refusals({ value }: IntelSources['holders']): string {
  return value === null || value.refusals.length === 0
    ? ''
    : ` after ${value.refusals.map(({ method, why }) => `${method}: ${why}`).join('; ')}`
}

function launchNote({ launch }: IntelSources): string | null {
  const facts = launch.value
  if (facts === null) return null
  if (facts.status === 'out_of_reach') return 'the history is longer than is walked back'
  if (facts.status === 'not_found')
    return facts.complete ? 'no launch was found in the whole history' : 'no launch was found in what could be read'
  const parts = [`creation ${facts.creationSignature}`, `launch slot ${facts.launchSlot}`]
  if (!facts.complete) parts.push('the window is open or partly unread')
  if (facts.capped) parts.push('only the first transactions of the window were read')
  return parts.join('; ')
}

function vaultNote(judgement: HolderJudgement | null): string | null {
  if (judgement === null) return null
  return `${counted(judgement.vaults.size, 'vault owner')} left out; the ${counted(judgement.identities.size, 'largest owner was', 'largest owners were')} looked up`
}
