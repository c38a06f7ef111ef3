import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { ScreenerInput, ScreenerList, ScreenerRow } from '../../contract/screener.ts'
import { checkChains } from './check-chains.ts'
import { windowColumn } from './fields.ts'
import type { PairStore } from './pair-store.ts'
import { rowOfMarketPair } from './provider-rows.ts'
import { sayMissing } from './say-missing.ts'
import { showRow } from './show-row.ts'

/** Pairs by the symbol, name or address of their token, or their own address: exact addresses first, then exact
 *  symbols, beginnings, and what only holds the text; equal ones by volume. Where the chain is not followed, those of
 *  the market provider. Text under two characters finds nothing. */
export async function searchScreener(
  ctx: Context,
  { chains: asked, text }: { readonly chains: readonly string[]; readonly text: string },
): Promise<Outcome<ScreenerList>> {
  const nowMs = ctx.clock.nowMs()
  const input = { q: text, chain: asked.length === 0 ? ['solana'] : [...asked] }
  const isLong = [...text].length >= SCREENER.searchMinChars
  const chains = checkChains(ctx, asked)
  if (!chains.ok) {
    const { pairs } = ctx.upstreams
    if (chains.code !== 'unsupported_on_chain' || !namesSolana(asked) || pairs === null) return chains
    const found = isLong ? await pairs.searchPairs(text) : ok([])
    if (!found.ok) return found
    const rows = found.value
      .slice(0, SCREENER.searchResults)
      .map((pair, at) => rowOfMarketPair(pair, { rank: at + 1, nowMs }))
    return ok(
      listOf(rows, {
        total: found.value.length,
        input,
        nowMs,
        said: ['solana is not followed: rows are those of the market provider'],
      }),
    )
  }
  const index = await ctx.parts.screener.look()
  const found = isLong ? await findText(ctx, index.store, text) : { rows: [], total: 0 }
  await ctx.parts.screener.facts.now(index.store, found.rows)
  const rows = found.rows.map((row, at) => showRow(index.store, row, { rank: at + 1, nowMs }))
  const said = [...chains.value.missing, ...sayMissing(ctx, index, { fields: [], window: 'h24' })]
  return ok(listOf(rows, { total: found.total, input, nowMs, said }))
}

export function namesSolana(asked: readonly string[]): boolean {
  return asked.length === 0 || asked.some((chain) => ['solana', 'sol'].includes(chain))
}

function listOf(
  rows: ScreenerRow[],
  parts: {
    readonly total: number
    readonly input: ScreenerInput
    readonly nowMs: number
    readonly said: readonly string[]
  },
): ScreenerList {
  return {
    rows,
    count: rows.length,
    total: parts.total,
    generatedAt: parts.nowMs,
    maxAgeMs: SCREENER.maxAgeMs,
    input: parts.input,
    ...missingOf(parts.said),
  }
}

async function findText(
  ctx: Context,
  store: PairStore,
  text: string,
): Promise<{ readonly rows: readonly number[]; readonly total: number }> {
  const wanted = text.toLowerCase()
  const volume = windowColumn('volume', 'h24')
  const first: Found[] = []
  let total = 0
  for (let row = 0; row < store.columns.rows; row++) {
    if (row > 0 && row % SCREENER.rowsPerTurn === 0) await ctx.parts.screener.turns.next()
    if (!store.columns.isAlive(row)) continue
    const place = placeOf(store, row, text, wanted)
    if (place === null) continue
    total++
    insert(first, { row, place, volumeUsd: store.columns.number(volume, row) ?? 0 })
  }
  return { rows: first.map(({ row }) => row), total }
}

type Found = { readonly row: number; readonly place: number; readonly volumeUsd: number }

/** Keeps the best ones in order: half of a million pairs may hold the text, and sorting those would take one long turn. */
function insert(first: Found[], next: Found): void {
  const isBefore = (a: Found, b: Found): boolean =>
    (a.place - b.place || b.volumeUsd - a.volumeUsd || a.row - b.row) < 0
  const last = first.at(-1)
  if (last !== undefined && first.length === SCREENER.searchResults && !isBefore(next, last)) return
  const at = first.findIndex((one) => isBefore(next, one))
  first.splice(at < 0 ? first.length : at, 0, next)
  if (first.length > SCREENER.searchResults) first.pop()
}

/** How well the text names a pair, 0 best; null for not at all. */
function placeOf(store: PairStore, row: number, text: string, wanted: string): number | null {
  const { pool, mint } = store.ref(row)
  if (text === pool || text === mint) return 0
  const { baseSymbol, baseName } = store.words(row)
  const symbol = baseSymbol?.toLowerCase() ?? ''
  const name = baseName?.toLowerCase() ?? ''
  if (symbol === wanted) return 1
  if (name === wanted) return 2
  if (symbol.startsWith(wanted) || name.startsWith(wanted)) return 3
  return symbol.includes(wanted) || name.includes(wanted) ? 4 : null
}
