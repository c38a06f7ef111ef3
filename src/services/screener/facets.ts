import { SCREENER } from '../../config/screener.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { ScreenerFacets } from '../../contract/screener.ts'
import { SEGMENT_ROWS } from '../../hot-paths/screener/pair-columns.ts'
import { percentilesOf } from '../../hot-paths/screener/percentiles.ts'
import { bitCount } from '../../hot-paths/screener/row-filter.ts'
import { checkChains } from './check-chains.ts'
import { CODE_NAMES, type CodeName, FLAG_NAMES, NUMBER_NAMES } from './fields.ts'
import type { PairStore } from './pair-store.ts'
import { countKnown, sayMissing } from './say-missing.ts'

type Facets = Pick<ScreenerFacets, 'total' | 'fields' | 'flags' | 'dexes' | 'platforms' | 'quotes'>

/** What can be filtered by, and which values there are: shared for a minute. Fails as `checkChains` does. */
export async function getFacets(ctx: Context, asked: readonly string[]): Promise<Outcome<ScreenerFacets>> {
  const chains = checkChains(ctx, asked)
  if (!chains.ok) return chains
  const index = await ctx.parts.screener.look()
  const facets = await ctx.store.memo<Facets>('screenerFacets', '', () => countFacets(ctx, index.store))
  if (!facets.ok) return facets
  const said = [...chains.value.missing, ...sayMissing(ctx, index, { fields: [], window: 'h24' })]
  return ok({ chain: 'solana', ...facets.value, generatedAt: ctx.clock.nowMs(), ...missingOf(said) }, facets.cache)
}

async function countFacets(ctx: Context, store: PairStore): Promise<Outcome<Facets>> {
  const fields: ScreenerFacets['fields'] = []
  for (const [column, field] of NUMBER_NAMES.entries()) {
    const values = await gather(ctx, store, column)
    const shares = [0, ...SCREENER.shares, 1]
    const known = values.length
    const isSmall = known <= SCREENER.sortedInline
    const found = isSmall
      ? ok(percentilesOf(values, shares))
      : await ctx.workers.run('percentiles', { values, shares }, { transfer: [values.buffer as ArrayBuffer] })
    if (!found.ok) return found
    const [min = null, p5 = null, p25 = null, p50 = null, p75 = null, p95 = null, max = null] = found.value
    fields.push({ field, known, min, p5, p25, p50, p75, p95, max })
  }
  return ok({
    total: store.columns.size,
    fields,
    flags: FLAG_NAMES.map((field, at) => ({ field, ...countFlag(store, at) })),
    dexes: await countWords(ctx, store, 'dex'),
    platforms: await countWords(ctx, store, 'platform'),
    quotes: await countWords(ctx, store, 'quote'),
  })
}

/** The known values of a column, a segment in each turn of the loop. */
async function gather(ctx: Context, store: PairStore, column: number): Promise<Float64Array> {
  const { segments } = store.columns
  const values = new Float64Array(countKnown(store, NUMBER_NAMES[column]!, 'h24'))
  let count = 0
  for (const [at, { numbers, known, alive }] of segments.entries()) {
    if (at > 0) await ctx.parts.screener.turns.next()
    for (let word = 0; word < alive.length; word++)
      for (let bits = alive[word]! & known[column]![word]!; bits !== 0; bits &= bits - 1)
        // What comes to be known meanwhile has no room.
        if (count < values.length) values[count++] = numbers[column]![(word << 5) + 31 - Math.clz32(bits & -bits)]!
  }
  return count === values.length ? values : values.slice(0, count)
}

function countFlag(store: PairStore, at: number): { readonly known: number; readonly isTrue: number } {
  let known = 0
  let isTrue = 0
  for (const { alive, flags, flagsKnown } of store.columns.segments)
    for (let word = 0; word < alive.length; word++) {
      const said = alive[word]! & flagsKnown[at]![word]!
      known += bitCount(said)
      isTrue += bitCount(said & flags[at]![word]!)
    }
  return { known, isTrue }
}

async function countWords(
  ctx: Context,
  store: PairStore,
  column: CodeName,
): Promise<{ value: string; pairs: number }[]> {
  const counts = new Uint32Array(store.wordsOf(column).length + 1)
  const at = CODE_NAMES.indexOf(column)
  for (const { alive, codes } of store.columns.segments) {
    await ctx.parts.screener.turns.next()
    for (let row = 0; row < SEGMENT_ROWS; row++)
      if ((alive[row >>> 5]! & (1 << (row & 31))) !== 0) counts[codes[at]![row]!]!++
  }
  return store
    .wordsOf(column)
    .map((value, index) => ({ value, pairs: counts[index + 1]! }))
    .filter(({ pairs }) => pairs > 0)
    .sort((a, b) => b.pairs - a.pairs || (a.value < b.value ? -1 : 1))
    .slice(0, SCREENER.facetWords)
}
