import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import { counted } from '../../contract/counted.ts'
import type { DevHistory, PriorToken } from '../../contract/forensics.ts'
import { rawToNumber } from '../../contract/units.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { DevEvidence, DevTokenEvidence, Gathered, MarketEvidence } from '../evidence-bundle/input-bundle.ts'
import { checkDevHistory } from './dev-checks.ts'
import { DEV_HISTORY, type RugEvidence } from './dev-thresholds.ts'
import { traceFunder } from './funder-trace.ts'
import { judgeRing } from './operator-ring.ts'
import { judgeOutcome, type RugOutcome } from './rug-outcome.ts'

const MAX_PRIORS = 50

export type DevHistoryParts = {
  readonly evidence: Gathered<TokenEvidence>
  readonly dev: Gathered<DevEvidence>
  /** For values in USD; without it they are null. */
  readonly market: Gathered<Pick<MarketEvidence, 'solUsd'>>
}

/** Who made the token and what became of what they made before. Pure. Verdicts on behaviour are null when there is no
 *  prior token; figures are null when what they rest on was not read. O(priors log priors). */
export function judgeDevHistory(
  parts: DevHistoryParts,
  { mint, generatedAtMs }: { readonly mint: string; readonly generatedAtMs: number },
): DevHistory {
  const evidence = parts.evidence.value
  const dev = parts.dev.value
  const launch = evidence?.launch ?? null
  const creator = dev?.dev ?? launch?.dev ?? null
  const nowSec = evidence?.timeSec ?? Math.floor(generatedAtMs / 1_000)
  const judged = dev === null ? null : judgePriors(dev, nowSec, parts.market.value?.solUsd ?? null)
  const history: DevHistory = {
    mint,
    ok: creator !== null && dev !== null,
    dev: creator,
    devSource: dev?.devSource ?? sourceOf(launch),
    ...summarise(judged),
    ...soldOf(dev),
    ...traceFunder(creator, evidence?.wallets ?? [], dev?.funders ?? [], dev?.saidFunding ?? null),
    ...judgeRing(dev, launch?.createdAtSec ?? null, nowSec),
    checks: [],
    errors: errorsOf(parts, creator),
    generatedAt: generatedAtMs,
  }
  return { ...history, checks: [...checkDevHistory(history, judged?.rugs ?? [])] }
}

function sourceOf(launch: LaunchFacts | null): DevHistory['devSource'] {
  if (launch === null || launch.dev === null) return null
  return launch.launchSlot === null ? 'mint_creation' : 'launch'
}

/** The earlier tokens as the report shows them, and the transactions that ended the rugged ones. */
type JudgedPriors = { readonly tokens: PriorToken[]; readonly rugs: readonly RugEvidence[] }

function judgePriors({ tokens }: DevEvidence, nowSec: number, solUsd: number | null): JudgedPriors {
  const rugs: RugEvidence[] = []
  const rows = tokens.slice(0, MAX_PRIORS).map((token) => {
    const outcome = judgeOutcome(token, nowSec)
    if (outcome.rugged) rugs.push({ mint: token.mint, signature: outcome.signature })
    return toPrior(token, outcome, solUsd)
  })
  return { tokens: rows, rugs }
}

function toPrior(token: DevTokenEvidence, outcome: RugOutcome, solUsd: number | null): PriorToken {
  const { mint, launchSlot, launchTimeSec, dex, signature } = token
  return {
    mint,
    launchSlot,
    launchTime: launchTimeSec,
    dex,
    signature,
    rugged: outcome.rugged,
    outcome: outcome.outcome,
    timeToRugSecs: outcome.timeToRugSecs,
    peakValueUsd: peakValueUsd(token, solUsd),
    devSoldPct: soldPct(BigInt(token.devSoldRaw), BigInt(token.devBoughtRaw)),
    detail: outcome.detail,
  }
}

/** Price at the peak times the supply, at today's SOL price: what the market once said the token was worth. */
function peakValueUsd(token: DevTokenEvidence, solUsd: number | null): number | null {
  const { peakPriceQuote, supplyRaw, decimals, quoteMint } = token
  if (peakPriceQuote === null || supplyRaw === null || solUsd === null || quoteMint !== NATIVE_MINT) return null
  return Math.round(peakPriceQuote * rawToNumber(BigInt(supplyRaw), decimals) * solUsd * 100) / 100
}

type Summary = Pick<
  DevHistory,
  | 'priorTokens'
  | 'ruggedPriorTokens'
  | 'rugRate'
  | 'peakPriorValueUsd'
  | 'serialRugger'
  | 'fastRugger'
  | 'medianTimeToRugSecs'
  | 'medianTimeToRugSamples'
>

function summarise(judged: JudgedPriors | null): Summary {
  const tokens = judged?.tokens ?? []
  const known = tokens.filter(({ rugged }) => rugged !== null)
  const rugged = known.filter((token) => token.rugged)
  const times = rugged.flatMap(({ timeToRugSecs }) => (timeToRugSecs === null ? [] : [timeToRugSecs]))
  const values = tokens.flatMap(({ peakValueUsd }) => (peakValueUsd === null ? [] : [peakValueUsd]))
  const rate = known.length === 0 ? null : rugged.length / known.length
  const median = medianOf(times)
  const { serialRugs, serialRate, fastRugSecs } = DEV_HISTORY
  return {
    priorTokens: judged === null ? null : judged.tokens,
    ruggedPriorTokens: judged === null || (tokens.length > 0 && known.length === 0) ? null : rugged.length,
    rugRate: rate,
    peakPriorValueUsd: values.length === 0 ? null : Math.max(...values),
    serialRugger: rate === null ? null : rugged.length >= serialRugs && rate >= serialRate,
    // Rugs whose time is unknown say nothing about speed.
    fastRugger:
      rate === null || (rugged.length > 0 && median === null) ? null : median !== null && median <= fastRugSecs,
    medianTimeToRugSecs: median,
    medianTimeToRugSamples: times.length,
  }
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** What the creator sold of this token, of all they ever had of it. */
function soldOf(dev: DevEvidence | null): Pick<DevHistory, 'devSoldPct' | 'devSoldClass'> {
  if (dev === null) return { devSoldPct: null, devSoldClass: null }
  const { boughtRaw, soldRaw, sentRaw, heldRaw } = dev.current
  const gone = BigInt(soldRaw) + BigInt(sentRaw) + BigInt(heldRaw)
  const had = BigInt(boughtRaw) > gone ? BigInt(boughtRaw) : gone
  const pct = soldPct(BigInt(soldRaw), had)
  return { devSoldPct: pct, devSoldClass: pct === null ? null : soldClass(pct) }
}

function soldPct(soldRaw: bigint, hadRaw: bigint): number | null {
  if (hadRaw <= 0n) return null
  return soldRaw >= hadRaw ? 100 : Number((soldRaw * 1_000_000n) / hadRaw) / 10_000
}

function soldClass(pct: number): NonNullable<DevHistory['devSoldClass']> {
  const { soldNonePct, soldMostPct, soldAllPct } = DEV_HISTORY
  if (pct < soldNonePct) return 'none'
  if (pct < soldMostPct) return 'partial'
  return pct < soldAllPct ? 'most' : 'all'
}

function errorsOf({ evidence, dev }: DevHistoryParts, creator: string | null): string[] {
  const errors: string[] = []
  if (evidence.gap !== null) errors.push(`evidence: ${evidence.gap}`)
  if (dev.gap !== null) errors.push(`dev: ${dev.gap}`)
  if (dev.value?.capped)
    errors.push(
      `dev: only the newest ${counted(dev.value.transactionsRead, 'transaction was', 'transactions were')} read`,
    )
  if (creator === null && evidence.gap === null) errors.push('the creator could not be found on the chain')
  return errors
}
