import { HOUR_SECS } from '../../config/durations.ts'
import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { GraduatingPairs, ScreenerInput, ScreenerList, TrendingPairs } from '../../contract/screener.ts'
import { compileFilter } from '../../hot-paths/screener/row-filter.ts'
import { checkChains } from './check-chains.ts'
import { fieldsIn, type Tree, toCondition } from './conditions.ts'
import { columnOf, type ScreenerWindow, singleColumn } from './fields.ts'
import { findRows } from './find-rows.ts'
import type { FollowedTape } from './follow-tape.ts'
import { rankTrending } from './rank-trending.ts'
import { sayMissing, settled } from './say-missing.ts'
import { showRow } from './show-row.ts'

type Ranked = {
  readonly chains: readonly string[]
  readonly window: ScreenerWindow
  readonly limit: number
  readonly tree: Tree
  /** What the caller asked, for `input`. */
  readonly input: ScreenerInput
}

const EVERY_PAIR: Tree = { op: 'and', items: [] }

/** The first pairs of an order that the route names. Fails as `checkChains` does. */
export async function listRanked(
  ctx: Context,
  asked: Ranked & { readonly sort: string; readonly order: 'asc' | 'desc' },
): Promise<Outcome<ScreenerList>> {
  const chains = checkChains(ctx, asked.chains)
  if (!chains.ok) return chains
  const index = await ctx.parts.screener.look()
  const found = await findRows(index.store, ctx.parts.screener.turns, {
    filter: filterOf(ctx, index, asked),
    column: columnOf(asked.sort, asked.window)!,
    isDescending: asked.order === 'desc',
    limit: asked.limit,
  })
  return settled(
    ctx,
    index,
    await showList(ctx, index, { ...asked, ...found, said: chains.value.missing, fields: [asked.sort] }),
  )
}

/** By boosts, then volume, with the places won within the hour. */
export async function listTrending(ctx: Context, asked: Omit<Ranked, 'tree'>): Promise<Outcome<TrendingPairs>> {
  const chains = checkChains(ctx, asked.chains)
  if (!chains.ok) return chains
  const index = await ctx.parts.screener.look()
  const { turns, ranks } = ctx.parts.screener
  const tree = EVERY_PAIR
  const filter = filterOf(ctx, index, { ...asked, tree })
  const found = await rankTrending(index.store, turns, { window: asked.window, limit: asked.limit, filter })
  const list = await showList(ctx, index, {
    ...asked,
    tree,
    ...found,
    said: chains.value.missing,
    fields: ['boosts', 'volume'],
  })
  const hourAgo = ranks.hourAgo(asked.window)
  const rows = list.rows.map((row) => {
    const then = hourAgo?.get(row.pair)
    return { ...row, rankChange1h: then === undefined || row.rank === null ? null : then - row.rank }
  })
  return settled(ctx, index, { ...list, rows })
}

/** Curves about to be sold out, fullest first, as their accounts say now. */
export async function listGraduating(
  ctx: Context,
  asked: Omit<Ranked, 'tree' | 'window'> & { readonly minPct: number; readonly platforms: readonly string[] },
): Promise<Outcome<GraduatingPairs>> {
  const chains = checkChains(ctx, asked.chains)
  if (!chains.ok) return chains
  const index = await ctx.parts.screener.look()
  const { store, graduations } = index
  const { turns, facts } = ctx.parts.screener
  const window = 'h24'
  const onCurve: Tree[] = [
    { field: 'onCurve', is: true },
    { field: 'graduated', is: false },
    ...(asked.platforms.length === 0 ? [] : [{ field: 'platform', words: asked.platforms }]),
  ]
  const traded = await findRows(store, turns, {
    filter: filterOf(ctx, index, { tree: { op: 'and', items: onCurve }, window }),
    column: singleColumn('lastTradeAt'),
    isDescending: true,
    limit: SCREENER.curves,
  })
  const isRead = await facts.readProgress(store, traded.rows)
  const tree: Tree = { op: 'and', items: [...onCurve, { field: 'curvePct', min: asked.minPct, max: BELOW_FULL }] }
  const found = await findRows(store, turns, {
    filter: filterOf(ctx, index, { tree, window }),
    column: singleColumn('curvePct'),
    isDescending: true,
    limit: asked.limit,
  })
  const said = [
    ...chains.value.missing,
    ...(isRead ? [] : ['the node did not answer for the curves: progress is that of earlier reads']),
  ]
  const list = await showList(ctx, index, { ...asked, tree, window, ...found, said, fields: [] })
  const sinceSec = ctx.clock.nowMs() / 1_000 - HOUR_SECS
  const graduatedLastHour = [...graduations.values()].filter((atSec) => atSec !== null && atSec >= sinceSec).length
  return settled(ctx, index, { ...list, graduatedLastHour })
}

const BELOW_FULL = 100 - Number.EPSILON * 100

function filterOf(ctx: Context, { store }: FollowedTape, { tree, window }: Pick<Ranked, 'tree' | 'window'>) {
  return compileFilter(toCondition(tree, { store, window, nowMs: ctx.clock.nowMs() }))
}

async function showList(
  ctx: Context,
  index: FollowedTape,
  {
    rows: found,
    total,
    tree,
    window,
    input,
    said,
    fields,
  }: Ranked & {
    readonly rows: readonly number[]
    readonly total: number
    readonly said: readonly string[]
    readonly fields: readonly string[]
  },
): Promise<ScreenerList> {
  const { store } = index
  await ctx.parts.screener.facts.now(store, found)
  const nowMs = ctx.clock.nowMs()
  const rows = found
    .filter((row) => store.columns.isAlive(row))
    .map((row, at) => showRow(store, row, { rank: at + 1, nowMs }))
  return {
    rows,
    count: rows.length,
    total,
    generatedAt: nowMs,
    maxAgeMs: SCREENER.maxAgeMs,
    input,
    ...missingOf([...said, ...sayMissing(ctx, index, { fields: [...fieldsIn(tree), ...fields], window })]),
  }
}
