import { DEXES } from '../../chain/solana/dexes/index.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { SEVERITIES } from '../../contract/check.ts'
import { type DeepScanReport, LAYER_NAMES } from '../../contract/deep-scan.ts'
import type { IntelRecord } from '../../contract/intel.ts'
import { type CacheMeta, type Failure, fail, joinCacheMeta, type Outcome, ok } from '../../contract/outcome.ts'
import type { ChipFlag, SafetyChip, Venue } from '../../contract/safety-chip.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { MarketPair } from '../../upstreams/capabilities.ts'
import { noteScore } from '../calibration/note-score.ts'
import { gradeOf } from '../deep-scan/score.ts'
import { HEADLINES } from '../deep-scan/summarise.ts'
import { degradedNow } from '../degraded-now.ts'
import { loadPairs } from '../pricing/load-pairs.ts'
import { getTokenIntel } from '../tokens/intel.ts'
import { mintChipFlags } from './mint-chip-flags.ts'

/** Most flags of one colour; requests are cut from it, so that all sizes share one kept chip. */
export const MAX_CHIP_FLAGS = 5
const CHIPS_IN_PARALLEL = 10

export type ChipOptions = { readonly flags: number; readonly refresh: boolean }

/** Safety chip of a token (spec 2.2 and 3): from the deep scan if a fresh one is at hand, else a cheap one from intel,
 *  else only its venues. Never runs a scan and never fails but for a client that left. 60 s; `refresh` passes by that
 *  memo alone. */
export async function getSafetyChip(
  ctx: Context,
  mint: string,
  { flags, refresh }: ChipOptions,
  signal?: AbortSignal,
): Promise<Outcome<SafetyChip>> {
  // A scan that came after the chip was kept replaces it at once.
  const held = ctx.store.peek<SafetyChip>('safetyChip', mint)
  const isOutdated = held !== undefined && held.source !== 'deepscan' && ctx.store.peek('deepScan', mint) !== undefined
  const kept = await keptOrFailed(ctx, mint, signal, refresh || isOutdated)
  if (!kept.ok) return kept.code === 'cancelled' ? kept : ok(errorChip(mint), degradedNow(ctx))
  return ok(cut(kept.value, flags), kept.cache)
}

/** A mint that throws is a bug of ours, and still no reason for a 5xx (spec 3): it is logged and has no chip. */
async function keptOrFailed(
  ctx: Context,
  mint: string,
  signal: AbortSignal | undefined,
  bypass: boolean,
): Promise<Outcome<SafetyChip>> {
  try {
    return await ctx.store.memo<SafetyChip>('safetyChip', mint, () => buildChip(ctx, mint, signal), { bypass })
  } catch (error) {
    ctx.log.error({ err: error, mint }, 'safety chip failed')
    return fail('internal', 'safety chip failed')
  }
}

/** Chips of several mints; one that fails is a pending chip. */
export async function getSafetyChips(
  ctx: Context,
  mints: readonly string[],
  flags: number,
  signal?: AbortSignal,
): Promise<Outcome<{ readonly results: Record<string, SafetyChip> }>> {
  const chips = await inParallel(mints, CHIPS_IN_PARALLEL, (mint) =>
    getSafetyChip(ctx, mint, { flags, refresh: false }, signal),
  )
  const results: Record<string, SafetyChip> = {}
  const metas: (CacheMeta | undefined)[] = []
  for (const [i, chip] of chips.entries()) {
    if (!chip.ok) return chip
    results[mints[i]!] = chip.value
    metas.push(chip.cache)
  }
  return ok({ results }, joinCacheMeta(metas))
}

async function buildChip(ctx: Context, mint: string, signal: AbortSignal | undefined): Promise<Outcome<SafetyChip>> {
  const late = afterMs(TIMEOUTS.chipMs)
  try {
    return await buildInTime(ctx, mint, { signal, late: late.failed })
  } finally {
    late.stop()
  }
}

/** Whatever is late is left out. It goes on being gathered, and the next chip has it. */
async function buildInTime(
  ctx: Context,
  mint: string,
  { signal, late }: { readonly signal: AbortSignal | undefined; readonly late: Promise<Failure> },
): Promise<Outcome<SafetyChip>> {
  const pairs = await Promise.race([loadPairs(ctx, [mint]), late])
  const venues = pairs.ok ? venuesOf(pairs.value.get(mint) ?? [], mint) : []
  const liquidityUsd = pairs.ok ? liquidityOf(pairs.value.get(mint) ?? [], mint) : null
  const market = { venues, primaryVenue: venues.find(({ primary }) => primary) ?? null, liquidityUsd }
  const scan = ctx.store.peek<DeepScanReport>('deepScan', mint)
  const pairsMeta = pairs.ok ? pairs.cache : degradedNow(ctx)
  if (scan !== undefined) return ok({ ...chipOfScan(scan), ...market }, pairsMeta)

  const intel = await Promise.race([getTokenIntel(ctx, mint, { flagsTaxonomy: 'normalized', explain: false }), late])
  if (signal?.aborted) return fail('cancelled', 'the request was cancelled')
  const said = intel.ok ? saidBy(intel.value) : null
  if (intel.ok && said !== null) {
    const judged = chipOfIntel(intel.value, said)
    if (judged.score !== null && judged.grade !== null)
      await noteScore(ctx, {
        kind: 'chip',
        mint,
        score: judged.score,
        grade: judged.grade,
        rules: judged.topRed.map(({ id }) => id),
        holders: null,
        atMs: ctx.clock.nowMs(),
      })
    return ok({ ...judged, ...market }, joinCacheMeta([pairsMeta, intel.cache]))
  }
  const pending = { ...errorChip(mint), source: 'venues' as const, ...market }
  return ok(pending, intel.ok ? joinCacheMeta([pairsMeta, intel.cache]) : degradedNow(ctx))
}

function afterMs(ms: number): { readonly failed: Promise<Failure>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const failed = new Promise<Failure>((resolve) => {
    timer = setTimeout(() => resolve(fail('upstream_timeout', 'the token is still being looked at')), ms)
  })
  return { failed, stop: () => clearTimeout(timer) }
}

function errorChip(mint: string): SafetyChip {
  return {
    mint,
    score: null,
    grade: null,
    verdict: null,
    topGreen: [],
    topRed: [],
    hardCapped: false,
    hardCapReason: null,
    venues: [],
    primaryVenue: null,
    liquidityUsd: null,
    scannedAt: null,
    source: 'error',
    status: 'pending',
  }
}

type Judgement = Omit<SafetyChip, 'venues' | 'primaryVenue' | 'liquidityUsd'>

/** Own layers only: outside opinions are not ours to put on a chip. */
function chipOfScan({ mint, score, grade, verdict, layers, weights, generatedAt }: DeepScanReport): Judgement {
  const checks = LAYER_NAMES.flatMap((name) => layers[name].checks.map((check) => ({ name, check })))
  const ranked = checks
    .map(({ name, check: { id, ok: isGood, severity, label, detail } }) => ({
      isGood,
      rank: SEVERITIES.indexOf(severity),
      flag: { id: `${name}.${id}`, label, detail, severity: severity === 'warning' ? ('low' as const) : severity },
    }))
    .filter(({ flag }) => flag.severity !== 'info')
    .sort((a, b) => a.rank - b.rank)
  return {
    mint,
    score,
    grade,
    verdict,
    topGreen: ranked
      .filter(({ isGood }) => isGood)
      .slice(0, MAX_CHIP_FLAGS)
      .map(({ flag }) => flag),
    topRed: ranked
      .filter(({ isGood }) => !isGood)
      .slice(0, MAX_CHIP_FLAGS)
      .map(({ flag }) => flag),
    hardCapped: weights.hardCapped,
    hardCapReason: weights.hardCapped ? (weights.hardCapReasons[0] ?? null) : null,
    scannedAt: generatedAt,
    source: 'deepscan',
    status: 'complete',
  }
}

type Said = { readonly score: number; readonly verdict: NonNullable<IntelRecord['verdict']> }

/** Where intel has no verdict on the whole, for nothing speaks against the token and no scan for it, the shares speak
 *  alone. */
function saidBy({ verdict, risk }: IntelRecord): Said | null {
  const own = verdict ?? risk.verdict
  return own === null || risk.score === null ? null : { score: risk.score, verdict: own }
}

/** The intel risk runs from 0, nothing found, upwards: the chip's scale is the other way round. The score stays in the
 *  band of what intel calls the token, so that grade, verdict and intel say the same, and below `safe`, for nothing is
 *  that was not scanned. A token whose mint lets no one sell is `danger` whatever the shares say, as it is in a
 *  scan. */
function chipOfIntel(intel: IntelRecord, said: Said): Judgement {
  const { mint, risk, distribution, checkedAt } = intel
  const ofMint = mintChipFlags(intel.flags)
  const trap = ofMint.find(({ severity }) => severity === 'critical') ?? null
  const score = Math.min(100 - said.score, MOST[trap === null ? said.verdict : 'high-risk'])
  const grade = gradeOf(score)
  const ofShares = risk.risks.map(
    ({ id, label, points: weight, value_pct, above_pct }): ChipFlag => ({
      id: `risk.${id}`,
      label,
      detail: `${value_pct} % is above ${above_pct} %`,
      severity: weight >= 25 ? 'high' : weight >= 15 ? 'medium' : 'low',
    }),
  )
  const found = new Set(risk.risks.map(({ id }) => id))
  const topGreen = GREEN.filter(({ id, share }) => !found.has(id) && distribution[share] !== null).map(
    ({ id, share, label }): ChipFlag => ({
      id: `risk.${id}`,
      label,
      detail: `${distribution[share]} % of the supply`,
      severity: 'low',
    }),
  )
  const topRed = [...ofMint, ...ofShares].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  )
  return {
    mint,
    score,
    grade,
    verdict: `${HEADLINES[grade]}: ${topRed[0]?.label ?? 'it was not scanned yet'}`,
    topGreen: topGreen.slice(0, MAX_CHIP_FLAGS),
    topRed: topRed.slice(0, MAX_CHIP_FLAGS),
    hardCapped: trap !== null,
    hardCapReason: trap?.label ?? null,
    scannedAt: checkedAt,
    source: 'intel',
    status: 'partial',
  }
}

/** Most an unscanned token scores, by what intel calls it: the top of its band of grades. 75 is below what a token has
 *  with whose shares and mint nothing is wrong. */
const MOST: Readonly<Record<Said['verdict'], number>> = { safe: 84, caution: 75, risky: 59, 'high-risk': 34 }
const GREEN = [
  { id: 'top10', share: 'top10_pct', label: 'Ten wallets do not hold most of it' },
  { id: 'insiders', share: 'insiders_pct', label: 'Insiders hold little' },
  { id: 'bundlers', share: 'bundlers_pct', label: 'Bundled buyers hold little' },
  { id: 'snipers', share: 'snipers_pct', label: 'Snipers hold little' },
  { id: 'dev', share: 'dev_pct', label: 'The creator holds little' },
] as const

function cut(chip: SafetyChip, flags: number): SafetyChip {
  return { ...chip, topGreen: chip.topGreen.slice(0, flags), topRed: chip.topRed.slice(0, flags) }
}

/** One venue per DEX, that of its busiest pool; the busiest of all is primary. */
function venuesOf(pairs: readonly MarketPair[], mint: string): Venue[] {
  const busiest = new Map<string, MarketPair>()
  for (const pair of [...pairs].sort(byVolumeThenAddress)) {
    if (pair.base.address === mint && !busiest.has(pair.dexId)) busiest.set(pair.dexId, pair)
  }
  return [...busiest.values()].map(({ dexId, pairAddress }, i) => ({
    dex: dexNameOf(dexId),
    dexId,
    iconKey: dexId,
    pairAddress,
    primary: i === 0,
  }))
}

function byVolumeThenAddress(a: MarketPair, b: MarketPair): number {
  return (b.volumeUsd.h24 ?? 0) - (a.volumeUsd.h24 ?? 0) || (a.pairAddress < b.pairAddress ? -1 : 1)
}

function liquidityOf(pairs: readonly MarketPair[], mint: string): number | null {
  const known = pairs.filter(({ base }) => base.address === mint).map(({ liquidityUsd }) => liquidityUsd)
  const figures = known.filter((usd) => usd !== null)
  return figures.length === 0 ? null : figures.reduce((sum, usd) => sum + usd, 0)
}

/** Venues that a node names; a provider's own names are shown as they are. */
const LABELS: ReadonlyMap<string, string> = new Map(DEXES.map(({ name, label }) => [name, label]))

function dexNameOf(dexId: string): string {
  return LABELS.get(dexId) ?? dexId
}
