import { DAY_SECS } from '../../config/durations.ts'
import type { Config } from '../../config/env.ts'
import { REGULATED_STABLECOINS, WHITELISTED_MINTS } from '../../config/known-mints.ts'
import { counted } from '../../contract/counted.ts'
import { DOLLAR_MINTS, WSOL_MINT } from '../../contract/mints.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { BundleSettings, InputBundle } from '../evidence-bundle/input-bundle.ts'
import { poolsWereSought } from '../evidence-bundle/pools-were-sought.ts'

/** What the operator's lists say about a mint; recorded, so that a replay needs no configuration. */
export function settingsOf(config: Pick<Config, 'trustLists' | 'whitelistMints'>, mint: string): BundleSettings {
  const issuer = config.trustLists ? REGULATED_STABLECOINS.get(mint) : undefined
  return {
    whitelisted: (config.trustLists && WHITELISTED_MINTS.has(mint)) || config.whitelistMints.includes(mint),
    regulatedStablecoin: issuer === undefined ? null : { issuer },
  }
}

/** What makes a token mature: it has outlived every staged launch, and many people and much money rest on it. Money in
 *  SOL where its price is unknown. */
export const MATURITY = { ageDays: 30, holders: 150, liquidityUsd: 50_000, liquiditySol: 300, top10Share: 0.7 } as const

const LAMPORTS = 1e9
const DOLLAR_UNITS = 1e6

export type Maturity = { readonly mature: boolean; readonly ageDays: number | null; readonly why: string }

/** Maturity softens what authorities alone weigh, and nothing else. */
export function maturityOf(bundle: InputBundle): Maturity {
  const ageDays = ageDaysOf(bundle)
  const holders = bundle.evidence.value?.holders ?? null
  const missing: string[] = []
  if (ageDays === null || ageDays < MATURITY.ageDays)
    missing.push(`age ${ageDays === null ? 'unknown' : `${ageDays.toFixed(1)} days`}`)
  if (holders === null || holders.ownerCount < MATURITY.holders)
    missing.push(holders === null ? 'unknown holders' : counted(holders.ownerCount, 'holder'))
  if (!isDeep(bundle)) missing.push('little or unknown liquidity')
  const top10 = holders?.concentration?.top10Share ?? null
  if (top10 === null || top10 > MATURITY.top10Share) missing.push('ten wallets hold most of it, or it is unknown')
  const mature = missing.length === 0
  return { mature, ageDays, why: mature ? `${ageDays!.toFixed(0)} days old` : missing.join(', ') }
}

/** Least age in days at the time of the report; null when unknown. From the launch on chain; for a token whose history
 *  does not hold its beginning at least as old as the node's memory; else from the oldest pool that a market provider
 *  names or the oldest transaction that was read. */
export function ageDaysOf({ evidence, market }: InputBundle): number | null {
  const { value } = evidence
  if (value === null) return null
  const { launch, timeSec: nowSec, ledgerStartSec } = value
  const ageOf = (sinceSec: number) => Math.max(0, (nowSec - sinceSec) / DAY_SECS)
  const launchSec = launch?.createdAtSec ?? null
  if (launchSec !== null) return ageOf(launchSec)
  const said: number[] = []
  const createdAtMs = market.value?.createdAtMs ?? null
  if (createdAtMs !== null) said.push(createdAtMs / 1_000)
  // A launch that a failing node did not show may be of yesterday.
  if (launch?.status === 'not_found' && launch.complete && ledgerStartSec !== null) said.push(ledgerStartSec)
  for (const { timeSec } of value.transactions) if (timeSec !== null) said.push(timeSec)
  return said.length === 0 ? null : ageOf(Math.min(...said))
}

/** Both sides of all pools together in USD: as the market says, else from what lies in them in dollars, and 0 where
 *  there is no pool at all; null where pools could not be read or sought. */
export function liquidityUsdOf({ market, evidence }: InputBundle): number | null {
  const said = market.value?.pairs.map(({ liquidityUsd }) => liquidityUsd).filter((usd) => usd !== null) ?? []
  if (said.length > 0) return said.reduce((sum, usd) => sum + usd, 0)
  if (market.value?.liquidityUsd != null) return market.value.liquidityUsd
  if (evidence.value === null) return null
  if (evidence.value.pools.length === 0) return poolsWereSought(evidence.value) ? 0 : null
  const money = moneyIn(evidence.value)
  const solUsd = market.value?.solUsd ?? null
  if (money.lamports > 0 && solUsd === null) return null
  return 2 * (money.dollarUnits / DOLLAR_UNITS + (money.lamports / LAMPORTS) * (solUsd ?? 0))
}

function isDeep(bundle: InputBundle): boolean {
  const usd = liquidityUsdOf(bundle)
  if (usd !== null) return usd >= MATURITY.liquidityUsd
  const { value } = bundle.evidence
  return value !== null && (2 * moneyIn(value).lamports) / LAMPORTS >= MATURITY.liquiditySol
}

/** SOL and dollars in the pools of a token, on whichever side they are. */
function moneyIn({ mint, pools }: TokenEvidence): { readonly lamports: number; readonly dollarUnits: number } {
  let lamports = 0
  let dollarUnits = 0
  for (const { baseMint, quoteMint, realBaseReserveRaw, realQuoteReserveRaw } of pools) {
    const [other, reserveRaw] = baseMint === mint ? [quoteMint, realQuoteReserveRaw] : [baseMint, realBaseReserveRaw]
    if (other === WSOL_MINT) lamports += Number(reserveRaw)
    else if (DOLLAR_MINTS.has(other)) dollarUnits += Number(reserveRaw)
  }
  return { lamports, dollarUnits }
}
