import Type from 'typebox'
import { SCREENER } from '../../config/screener.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { clampedInt, type Rule, text, wordList } from '../../contract/params.ts'
import { type Tree, unknownField } from '../../services/screener/conditions.ts'
import { AGE_FIELD, NUMBER_FIELDS, SCREENER_WINDOWS, type ScreenerWindow } from '../../services/screener/fields.ts'

/** Parameters of the screener. A filter that cannot be read is refused by its name: one that were passed over would
 *  answer another question. */

export const chainList = wordList({
  maxWords: SCREENER.chains,
  description: `Comma list of chains, at most ${SCREENER.chains}; \`solana\` when absent. Any spelling.`,
})
export const dexList = wordList({
  maxWords: SCREENER.dexes,
  description: 'Comma list of DEXs; `GET /api/v2/screener/facets` lists them. Unknown ones match nothing.',
})
export const platformList = wordList({ maxWords: SCREENER.dexes, description: 'Comma list of launchpads.' })

const WINDOW_NAMES: ReadonlyMap<string, ScreenerWindow> = new Map([
  ...SCREENER_WINDOWS.map((window) => [window, window] as const),
  ['5m', 'm5'],
  ['1h', 'h1'],
  ['6h', 'h6'],
  ['24h', 'h24'],
])

function strict<T>(parts: Omit<Rule<T>, 'aliases' | 'required'>): Rule<T> {
  return { required: false, aliases: [], ...parts }
}

export const windowName = strict<ScreenerWindow>({
  schema: Type.Enum([...WINDOW_NAMES.keys()], {
    default: 'h24',
    description: 'Which window `volume`, `txns`, `buys`, `sells` and `priceChange` mean. Others are refused.',
  }),
  parse: (raw) => {
    const window = raw === undefined || raw === '' ? 'h24' : WINDOW_NAMES.get(raw.toLowerCase())
    return window === undefined
      ? fail('invalid_request', `window: expected ${[...WINDOW_NAMES.keys()].join(', ')}`)
      : ok(window)
  },
  canonical: (value) => value,
})

export const sortField = strict<string>({
  schema: Type.Enum([...NUMBER_FIELDS], { default: 'volume', description: 'Any numeric field. Others are refused.' }),
  parse: (raw) => {
    const field = raw === undefined || raw === '' ? 'volume' : raw
    return NUMBER_FIELDS.includes(field)
      ? ok(field)
      : fail('invalid_request', `sort: ${unknownField(field, NUMBER_FIELDS)}`)
  },
  canonical: (value) => value,
})

export const sortOrder = strict<'asc' | 'desc'>({
  schema: Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Pairs without a value come last either way.' }),
  parse: (raw) => {
    const order = raw === undefined || raw === '' ? 'desc' : raw.toLowerCase()
    return order === 'asc' || order === 'desc' ? ok(order) : fail('invalid_request', 'order: expected asc or desc')
  },
  canonical: (value) => value,
})

export const rowLimit = clampedInt({ min: 1, ...SCREENER.rows, description: 'Rows.' })
export const cursorText = text({ maxChars: SCREENER.cursorChars, description: '`nextCursor` of an earlier answer.' })

/** A number, or null where it is absent; other text is 400. */
function bound(name: string, description: string): Rule<number | null> {
  return strict<number | null>({
    schema: Type.Number({ description }),
    parse: (raw) => {
      if (raw === undefined || raw.trim() === '') return ok(null)
      const value = Number(raw)
      return Number.isFinite(value) ? ok(value) : fail('invalid_request', `${name}: expected a number`)
    },
    canonical: (value) => (value === null ? '' : String(value)),
  })
}

/** True, false, or null where it is absent; other text is 400. */
function choice(name: string, description: string): Rule<boolean | null> {
  return strict<boolean | null>({
    schema: Type.Boolean({ description }),
    parse: (raw) => {
      const value = (raw ?? '').toLowerCase()
      if (value === '') return ok(null)
      if (value === '1' || value === 'true') return ok(true)
      return value === '0' || value === 'false' ? ok(false) : fail('invalid_request', `${name}: expected true or false`)
    },
    canonical: (value) => (value === null ? '' : String(value)),
  })
}

/** End of the parameter's name to the field that it bounds. */
const BOUNDED = {
  PriceUsd: 'priceUSD',
  LiquidityUsd: 'liquidityUSD',
  Volume: 'volume',
  MarketCap: 'marketCap',
  Fdv: 'fdv',
  AgeHours: AGE_FIELD,
  Txns: 'txns',
  Buys: 'buys',
  Sells: 'sells',
  Makers24h: 'makers24h',
  PriceChange: 'priceChange',
  Holders: 'holders',
  SafetyScore: 'safetyScore',
  CurvePct: 'curvePct',
  Boosts: 'boosts',
} as const
type Bounded = keyof typeof BOUNDED
type BoundName = `${'min' | 'max'}${Bounded}`

const BOUNDS = Object.fromEntries(
  Object.entries(BOUNDED).flatMap(([end, field]) =>
    (['min', 'max'] as const).map((side) => [
      `${side}${end}`,
      bound(`${side}${end}`, `${side === 'min' ? 'Least' : 'Most'} \`${field}\`, included.`),
    ]),
  ),
) as Record<BoundName, Rule<number | null>>

const FLAGS = {
  hasSocials: choice('hasSocials', 'Whether the market provider shows social accounts of the token.'),
  verified: choice('verified', 'Whether the token is verified; known of none so far.'),
  graduated: choice('graduated', 'Whether the token left its curve.'),
  onCurve: choice('onCurve', 'Whether the pair is the curve of a launchpad.'),
}

export const FILTER_QUERY = {
  dex: dexList,
  platform: platformList,
  quote: wordListAsIs('Comma list of mints that pairs are traded against.'),
  ...BOUNDS,
  ...FLAGS,
}

/** Addresses keep their case. */
function wordListAsIs(description: string): Rule<readonly string[]> {
  return strict<readonly string[]>({
    schema: Type.String({ description }),
    parse: (raw) => {
      const words = (raw ?? '').split(',').map((word) => word.trim())
      return ok([...new Set(words.filter((word) => word !== ''))].sort().slice(0, SCREENER.words))
    },
    canonical: (value) => encodeURIComponent(value.join(',').toWellFormed()),
  })
}

type FilterValues = Readonly<
  Record<BoundName, number | null> &
    Record<keyof typeof FLAGS, boolean | null> &
    Record<'dex' | 'platform' | 'quote', readonly string[]>
>

/** All that the query asks for together. */
export function treeOfQuery(values: FilterValues): Tree {
  const items: Tree[] = []
  for (const field of ['dex', 'platform', 'quote'] as const)
    if (values[field].length > 0) items.push({ field, words: values[field] })
  for (const [end, field] of Object.entries(BOUNDED) as [Bounded, string][]) {
    const [min, max] = [values[`min${end}`], values[`max${end}`]]
    if (min !== null || max !== null) items.push({ field, min, max })
  }
  for (const field of Object.keys(FLAGS) as (keyof typeof FLAGS)[]) {
    const is = values[field]
    if (is !== null) items.push({ field, is })
  }
  return { op: 'and', items }
}

export const COVERAGE_TEXT =
  'Pairs and figures are those of the trades that this server reads of the chain itself; liquidity, supply, boosts and names come from the market provider or the node, some seconds after a pair was first seen. `missing` says what is not known yet. Null is unknown and fulfils no condition, nor its contrary. A chain that is not followed is 501 with the reason; one among others is named in `missing`.'
