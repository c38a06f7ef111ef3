import { PULSE } from '../../config/pulse.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { PulseReply, PulseRow } from '../../contract/pulse.ts'
import type { LaunchEvent, LaunchKind } from '../../contract/tape-event.ts'
import { rawToNumber } from '../../contract/units.ts'
import { type CurveRef, isLaunchpad, readCurves } from '../pools/read-curves.ts'
import { type ChainToken, readChainTokens } from '../pricing/chain-tokens.ts'
import type { TokenActivity } from './tape-activity.ts'

type Pulse = Pick<PulseReply, 'windowSecs' | 'launched' | 'graduating' | 'graduated' | 'generatedAt' | 'missing'>
type Subject = CurveRef & {
  readonly launch: LaunchEvent | undefined
  readonly atMs: number | null
  readonly activity: TokenActivity | null
  /** Of the newest trade, however old. */
  readonly priceUsd: number | null
}
type Known = {
  readonly curves: ReadonlyMap<string, number>
  readonly tokens: ReadonlyMap<string, ChainToken | null>
}

/** Tokens on their way from launch to graduation (5 s): launches and graduations from the tape, the progress of curves
 *  from their accounts. Where the node does not answer, progress and caps are null and `missing` says so. Never fails. */
export async function getPulse(ctx: Context, limit: number): Promise<Outcome<PulseReply>> {
  const pulse = await ctx.store.memo<Pulse>('pulse', '', async () => ok(await readPulse(ctx)))
  if (!pulse.ok) return pulse
  const { launched, graduating, graduated, ...rest } = pulse.value
  return ok(
    {
      ...rest,
      launched: launched.slice(0, limit),
      graduating: graduating.slice(0, limit),
      graduated: graduated.slice(0, limit),
    },
    pulse.cache,
  )
}

async function readPulse(ctx: Context): Promise<Pulse> {
  const { tapeActivity } = ctx.parts
  await tapeActivity.look()
  const launched = newestOf(ctx, 'launch').map((launch) => subjectOf(ctx, launch))
  const graduated = newestOf(ctx, 'graduation').map((launch) => subjectOf(ctx, launch))
  const left = new Set(graduated.map(({ mint }) => mint))
  const traded = tapeActivity
    .recent()
    .filter(({ dex, mint }) => isLaunchpad(dex) && !left.has(mint))
    .slice(0, PULSE.curves)
    .map((activity) => activeSubject(ctx, activity))
  const onCurve = [
    ...traded,
    ...launched.filter(({ mint }) => !left.has(mint) && !traded.some((one) => one.mint === mint)),
  ]
  const curves = await readCurves(ctx, onCurve)
  const all = [...onCurve, ...graduated]
  const tokens = await readChainTokens(ctx, [...new Set(all.map(({ mint }) => mint))])
  const known: Known = { curves: curves.ok ? curves.value : new Map(), tokens: tokens.ok ? tokens.value : new Map() }
  const row = (subject: Subject): PulseRow => toRow(subject, known)
  return {
    windowSecs: tapeActivity.windowSecs(),
    launched: launched.map(row),
    graduating: traded
      .map(row)
      .filter(({ progressPct }) => progressPct !== null && progressPct >= PULSE.graduatingFromPct && progressPct < 100)
      .sort((a, b) => b.progressPct! - a.progressPct!)
      .slice(0, PULSE.rows.max),
    graduated: graduated.map(row),
    generatedAt: ctx.clock.nowMs(),
    ...missingOf([
      curves.ok ? null : 'the node did not answer for the curves: their progress is unknown',
      tokens.ok ? null : 'the node did not answer for the mints: market caps are unknown',
    ]),
  }
}

/** The newest surviving events of a kind, one a mint. */
function newestOf({ store: { tape } }: Context, kind: LaunchKind): readonly LaunchEvent[] {
  const found = new Map<string, LaunchEvent>()
  let beforeSeq: number | null = Number.MAX_SAFE_INTEGER
  let looked = 0
  while (beforeSeq !== null && found.size < PULSE.rows.max && looked < PULSE.launchesLookedAt) {
    const page: ReturnType<typeof tape.launches> = tape.launches({ limit: PULSE.rows.max, beforeSeq })
    for (const event of page.launches) if (event.kind === kind && !found.has(event.mint)) found.set(event.mint, event)
    looked += Math.max(page.launches.length, 1)
    beforeSeq = page.nextBeforeSeq
  }
  return [...found.values()].slice(0, PULSE.rows.max)
}

function subjectOf(ctx: Context, launch: LaunchEvent): Subject {
  const { mint, pool, dex } = launch
  const named = launch.name === null && launch.symbol === null ? (ctx.store.tape.launchOf(mint) ?? launch) : launch
  const activity = ctx.parts.tapeActivity.of(mint)
  return {
    mint,
    pool,
    dex,
    launch: { ...named, creator: launch.creator ?? named.creator },
    atMs: timeOf(launch),
    activity,
    priceUsd: activity?.priceUsd ?? lastPriceUsd(ctx, mint),
  }
}

/** A token without a trade within the window has the price of its last trade. */
function lastPriceUsd({ store: { tape } }: Context, mint: string): number | null {
  const { trades } = tape.trades({ by: 'mint', address: mint }, { limit: PULSE.tradesLookedAt })
  return trades.find(({ priceUsd }) => priceUsd !== null)?.priceUsd ?? null
}

function activeSubject(ctx: Context, activity: TokenActivity): Subject {
  const { mint, pool, dex } = activity
  const launch = ctx.store.tape.launchOf(mint)
  const priceUsd = activity.priceUsd ?? lastPriceUsd(ctx, mint)
  return { mint, pool, dex, launch, atMs: launch === undefined ? null : timeOf(launch), activity, priceUsd }
}

function timeOf({ blockTimeSec, indexedAtMs }: LaunchEvent): number {
  return blockTimeSec === null ? indexedAtMs : blockTimeSec * 1_000
}

function toRow(subject: Subject, { curves, tokens }: Known): PulseRow {
  const { mint, pool, dex, launch, atMs, activity, priceUsd } = subject
  const token = tokens.get(mint) ?? null
  return {
    mint,
    symbol: launch?.symbol || token?.symbol || null,
    name: launch?.name || token?.name || null,
    dex: activity?.dex ?? dex,
    pool: activity?.pool ?? pool,
    creator: launch?.creator ?? null,
    at: atMs,
    progressPct: curves.get(mint) ?? null,
    priceUsd,
    marketCapUsd: priceUsd === null || token === null ? null : priceUsd * rawToNumber(token.supplyRaw, token.decimals),
    trades: activity?.trades ?? 0,
    volumeUsd: activity?.volumeUsd ?? 0,
  }
}
