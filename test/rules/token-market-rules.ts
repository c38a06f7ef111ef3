import { rulesOf } from './engine-rule.ts'

const READS = 'test/rules/parameters.test.ts'
const ATH = 'test/routes/tokens/ath.test.ts'
const OWN = 'test/rules/token-market.test.ts'
const FULL = 'test/routes/tokens/metadata-full.test.ts'
const SORTED = 'test/rules/screener.test.ts'
const SCREENER = 'test/routes/tokens/screener.test.ts'
const DOWN = 'test/routes/market-degradation.test.ts'
const HERE = 'src/services/tokens'

const ZERO = 'a price or an extreme of zero is none: its percentage is null'
const NAMED = 'no second history call when both extremes are named'
const DERIVED = 'an extreme that is not named is derived from one daily history call; the named one stays'
const ALL_DOWN = 'everything down: 502 with the word of each route'
const ORDERS = 'each order puts the largest first and what is unknown last, then by mint'
const STALE_PROFILE = 'a profile known before is served with stale: true while its providers fail, with present prices'
const STALE_SCREEN = 'a screening known before is served with stale: true while the provider fails'

export const TOKEN_MARKET_RULES = [
  ...rulesOf('ath', 'GET /api/v2/tokens/{mint}/ath', [
    [
      'pct',
      '2.2: `fromAthPct` is at most 0, `fromAtlPct` at least 0',
      [ATH, 'the price lies between the extremes, and the percentages say how far'],
      [`${HERE}/ath.ts`, '(price / extreme - 1) * 100', '(extreme / price - 1) * 100'],
    ],
    [
      'pct.price',
      '2.2: the price of extremes is that of the prices route',
      [OWN, 'the price of extremes is that of the prices route, and a low below the lowest is the new one'],
      [`${HERE}/ath.ts`, 'entry?.priceUsd ?? told?.priceUsd', 'told?.priceUsd ?? entry?.priceUsd'],
    ],
    [
      'below',
      '2.2: a price below the lowest is the new lowest',
      [OWN, 'the price of extremes is that of the prices route, and a low below the lowest is the new one'],
      [
        `${HERE}/ath.ts`,
        'price < atlUsd) [atlUsd, atlMs] = [price, nowMs]',
        'price < 0) [atlUsd, atlMs] = [price, nowMs]',
      ],
    ],
    [
      'pct.zero',
      '2.2: both are null where the price is zero',
      [OWN, ZERO],
      [`${HERE}/ath.ts`, 'price === 0 || extreme === 0 ? null', 'extreme === 0 ? null'],
    ],
    [
      'pct.zero-extreme',
      '2.2: and where the extreme is',
      [OWN, ZERO],
      [`${HERE}/ath.ts`, 'price === 0 || extreme === 0 ? null', 'price === 0 ? null'],
    ],
    [
      'pct.null',
      '2.2: and where there is no price',
      [OWN, ZERO],
      [
        `${HERE}/ath.ts`,
        '    fromAthPct: changePct(price, athUsd),',
        '    fromAthPct: price === null ? -100 : changePct(price, athUsd),',
      ],
    ],
    [
      'dates',
      '2.2: dates are ISO 8601',
      [ATH, NAMED],
      [`${HERE}/ath.ts`, 'new Date(timeMs).toISOString()', 'new Date(timeMs).toUTCString()'],
    ],
    [
      'named',
      '4.1: no second history call when both extremes are named',
      [ATH, NAMED],
      [`${HERE}/ath.ts`, 'isWhole || !isReal ? null : await deriveExtremes', '!isReal ? null : await deriveExtremes'],
    ],
    [
      'derived',
      '4.1: an extreme that is not named is derived',
      [ATH, DERIVED],
      [`${HERE}/ath.ts`, 'told?.athUsd != null && told.atlUsd != null', 'told?.athUsd != null || told?.atlUsd != null'],
    ],
    [
      'derived.named',
      '2.2: the named one stays',
      [ATH, DERIVED],
      [`${HERE}/ath.ts`, 'athUsd: named.athUsd ?? own.athUsd', 'athUsd: own.athUsd ?? named.athUsd'],
    ],
    [
      'beyond',
      '2.2: a price beyond an extreme is the new extreme, of now',
      [ATH, 'a price beyond an extreme is the new extreme, of now'],
      [
        `${HERE}/ath.ts`,
        'price > athUsd) [athUsd, athMs] = [price, nowMs]',
        'price > athUsd * 2) [athUsd, athMs] = [price, nowMs]',
      ],
    ],
    [
      'change',
      '2.2: `priceChange24h` is that of the prices',
      [ATH, 'extremes a provider names are near those of the candles, and the change is that of the prices'],
      [`${HERE}/ath.ts`, 'price === null ? null : parts.priceChange24hPct', 'null'],
    ],
    [
      'launch',
      '2.2: a node alone knows extremes only of whole histories',
      [ATH, 'a node alone knows the extremes of a coin whose launch it still has, and no others'],
      [`${HERE}/ath.ts`, 'if (!fromLaunch || baseMint !== mint) return ok(null)', ''],
    ],
    [
      'unknown',
      '2.2: of an unknown mint everything is null',
      [ATH, 'of an unknown mint everything is null'],
      [
        `${HERE}/ath.ts`,
        'const price = entry?.priceUsd ?? told?.priceUsd ?? null',
        'const price = entry?.priceUsd ?? told?.priceUsd ?? 0',
      ],
    ],
    [
      'lives',
      '4.1, 8: an answer is kept 120 s',
      [ATH, 'an answer lives 120 s'],
      ['src/config/cache-ttls.ts', 'tokenAth: { ttlMs: 120 * SECOND_MS', 'tokenAth: { ttlMs: 100 * SECOND_MS'],
    ],
    [
      'unconfigured',
      '7: 503 with the names, 400 for an invalid mint',
      [ATH, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      ['src/routes/tokens/ath.ts', "needs: ['market|pools|rpc']", 'needs: []'],
    ],
    [
      'down',
      '7: 502 when nothing is known and sources failed',
      [DOWN, ALL_DOWN],
      [`${HERE}/ath.ts`, "fail('upstream_failed', 'ath unavailable')", "fail('upstream_failed', 'no ath')"],
    ],
  ]),
  ...rulesOf('metadata-full', 'GET /api/v2/tokens/{mint}/metadata-full', [
    [
      'price',
      '2.2: price and market value are those of the prices route',
      [FULL, 'names, figures, supply and links agree with metadata, prices and the chain'],
      [`${HERE}/metadata-full.ts`, 'priceUSD: pair?.priceUsd', 'priceUSD: pair?.priceNative'],
    ],
    [
      'supply',
      '2.2: `totalSupply` is in whole tokens',
      [FULL, 'a node alone: what the mint and its pools say, the rest null or empty'],
      [`${HERE}/metadata-full.ts`, 'rawToNumber(BigInt(own.supply), own.decimals)', 'Number(own.supply)'],
    ],
    [
      'null',
      '2.2: what only a profile tells is null or empty without one',
      [FULL, 'a node alone: what the mint and its pools say, the rest null or empty'],
      [`${HERE}/metadata-full.ts`, 'rank: profile?.rank ?? null', 'rank: profile?.rank ?? 0'],
    ],
    [
      'categories',
      '2.2: categories come from the pool index where there is no market-data provider',
      [FULL, 'the pool index gives links and categories where there is no market-data provider'],
      [`${HERE}/metadata-full.ts`, 'categories: [...(profile?.categories ?? [])]', 'categories: []'],
    ],
    [
      'socials',
      '2.2: `socials` has twitter, website, discord and telegram',
      [OWN, 'socials are those of the profile, else those of the best pool, else null'],
      [`${HERE}/metadata-full.ts`, "twitter: profile?.twitterUrl ?? links.social('twitter')", 'twitter: null'],
    ],
    [
      'figures',
      '2.2: liquidity and volume are those of all pools, as the profile has them',
      [OWN, 'price and market value are the best pool’s, volume and liquidity of all pools the profile’s'],
      [
        `${HERE}/metadata-full.ts`,
        'liquidityUSD: profile?.liquidityUsd ?? pair?.liquidityUsd',
        'liquidityUSD: pair?.liquidityUsd ?? profile?.liquidityUsd',
      ],
    ],
    [
      'down.code',
      '7: upstream_failed, which is 502',
      [OWN, 'metadata of which every source failed is upstream_failed'],
      [
        `${HERE}/metadata-full.ts`,
        "fail('upstream_failed', 'metadata unavailable')",
        "fail('not_found', 'metadata unavailable')",
      ],
    ],
    [
      'unknown',
      '2.2: of an unknown mint everything but the mint is null or empty',
      [FULL, 'of an unknown mint everything but the mint is null or empty'],
      [
        `${HERE}/metadata-full.ts`,
        'name: profile?.name ?? own?.name ?? (facts?.name || null)',
        "name: profile?.name ?? own?.name ?? facts?.name ?? ''",
      ],
    ],
    [
      'stale',
      '2.2: `stale: true` when served from the resilience cache',
      [DOWN, STALE_PROFILE],
      [`${HERE}/metadata-full.ts`, 'isStale ? { ...record, stale: true as const } : record', 'record'],
    ],
    [
      'stale.time',
      '2.2: for fifty minutes',
      [DOWN, STALE_PROFILE],
      ['src/config/cache-ttls.ts', 'staleForMs: 50 * MINUTE_MS', 'staleForMs: 90 * MINUTE_MS'],
    ],
    [
      'stale.price',
      '2.2: with present prices',
      [DOWN, STALE_PROFILE],
      [
        `${HERE}/metadata-full.ts`,
        'priceUSD: pair?.priceUsd ?? profile?.priceUsd',
        'priceUSD: profile?.priceUsd ?? null ?? pair?.priceUsd ?? profile?.priceUsd',
      ],
    ],
    [
      'down',
      '7: 502 when every source failed',
      [DOWN, ALL_DOWN],
      [
        `${HERE}/metadata-full.ts`,
        "fail('upstream_failed', 'metadata unavailable')",
        "fail('upstream_failed', 'no metadata')",
      ],
    ],
    [
      'unconfigured',
      '7: 503 with the names',
      [FULL, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      [
        'src/routes/tokens/metadata-full.ts',
        "needs: ['market|pools|tokens|assets|rpc']",
        "needs: ['market|pools|tokens|assets']",
      ],
    ],
  ]),
  ...rulesOf('screener', 'GET /api/v2/tokens/screener', [
    [
      'input',
      '4.1: `input` is required',
      [READS, 'input of the screener is trimmed and required'],
      ['src/routes/tokens/screener.ts', "required: 'input required'", "required: 'text required'"],
    ],
    [
      'input.socket',
      '4.1, 7: absent or blank is 400',
      [SCREENER, 'input is required: absent or blank is 400'],
      ['src/routes/tokens/screener.ts', "      required: 'input required',\n", ''],
    ],
    [
      'sort.default',
      '4.1: `sortBy` is `volume24h` by default',
      [READS, 'sortBy is one of six, volume24h by default and for anything else'],
      ['src/routes/tokens/screener.ts', "default: 'volume24h'", "default: 'liquidity'"],
    ],
    [
      'sort.words',
      '4.1: `sortBy` is one of six',
      [READS, 'sortBy is one of six, volume24h by default and for anything else'],
      ['src/contract/token-market.ts', "  'createdAt',\n", ''],
    ],
    [
      'sort.volume',
      '4.1: by volume, the highest first',
      [SORTED, ORDERS],
      [
        `${HERE}/screener.ts`,
        'volume24h: ({ row }) => row.volume24hUSD ?? -1',
        'volume24h: ({ row }) => -(row.volume24hUSD ?? -1)',
      ],
    ],
    [
      'sort.liquidity',
      '4.1: by liquidity',
      [SORTED, ORDERS],
      [
        `${HERE}/screener.ts`,
        'liquidity: ({ row }) => row.liquidityUSD ?? -1',
        'liquidity: ({ row }) => row.volume24hUSD ?? -1',
      ],
    ],
    [
      'sort.holders',
      '4.1: by holders',
      [SORTED, ORDERS],
      [`${HERE}/screener.ts`, 'row.holders ?? -1', '-(row.holders ?? 99)'],
    ],
    [
      'sort.created',
      '4.1: by age, the newest first',
      [SORTED, ORDERS],
      [`${HERE}/screener.ts`, 'createdAtMs ?? -1', '-(createdAtMs ?? 9e15)'],
    ],
    [
      'sort.unknown',
      '4.1: what is unknown comes last',
      [SORTED, ORDERS],
      [`${HERE}/screener.ts`, 'row.liquidityUSD ?? -1', 'row.liquidityUSD ?? 9e15'],
    ],
    [
      'sort.said',
      '2.2: the envelope says the order the results are in',
      [SORTED, 'trend and organic volume fall back to volume24h here, holders where nobody counts them'],
      [`${HERE}/screener.ts`, ': ok({ sortBy, results })', ': ok({ sortBy: request.sortBy, results })'],
    ],
    [
      'limit.default',
      '4.1, 8: `limit` is 10 by default',
      [READS, 'limit of the screener is 10 by default, at most 20 and at least 1'],
      ['src/config/limits.ts', 'screenerRows: { max: 20, default: 10 }', 'screenerRows: { max: 20, default: 20 }'],
    ],
    [
      'limit.max',
      '4.1, 8: `limit` is at most 20',
      [SCREENER, 'limit is 10 by default and clamped to 1 and 20'],
      ['src/config/limits.ts', 'screenerRows: { max: 20,', 'screenerRows: { max: 15,'],
    ],
    [
      'limit.after',
      '4.1: `limit` cuts after sorting',
      [SORTED, 'limit cuts after sorting, and count is of what is left'],
      [
        `${HERE}/screener.ts`,
        'const results = candidates\n    .sort(',
        'const results = candidates\n    .slice(0, request.limit)\n    .sort(',
      ],
    ],
    [
      'envelope',
      '2.2: the envelope adds `input`, `sortBy` and `count`',
      [SCREENER, 'the envelope adds input, sortBy and count'],
      [`${HERE}/screener.ts`, 'count: results.length', 'count: results.length + 1'],
    ],
    [
      'best',
      '2.2: a row is that of the token’s best pool',
      [SORTED, 'a row is that of the token’s best pool, and what it does not say comes from the facts'],
      [
        `${HERE}/screener.ts`,
        'known === undefined || speaksLouder(pair, known)',
        'known === undefined || speaksLouder(known, pair)',
      ],
    ],
    [
      'degraded',
      '7: one source is enough; the answer is short-lived then',
      [
        SORTED,
        'one source is enough, and its failure makes the answer a short-lived one; without any it is upstream_failed',
      ],
      [`${HERE}/screener.ts`, 'parts.some(isLacking) ?', 'parts.every(isLacking) ?'],
    ],
    [
      'stale',
      '2.2: `stale: true` when served from the resilience cache',
      [DOWN, STALE_SCREEN],
      [`${HERE}/screener.ts`, 'cache?.stale ? { ...reply, stale: true as const } : reply', 'reply'],
    ],
    [
      'stale.order',
      '2.2: in the order it was asked for',
      [DOWN, STALE_SCREEN],
      [
        'src/config/cache-ttls.ts',
        'screener: { ttlMs: 60 * SECOND_MS, staleForMs: 10 * MINUTE_MS }',
        'screener: { ttlMs: 60 * SECOND_MS, staleForMs: 0 }',
      ],
    ],
    [
      'down',
      '7: 502 `screener unavailable`',
      [
        SORTED,
        'one source is enough, and its failure makes the answer a short-lived one; without any it is upstream_failed',
      ],
      [
        `${HERE}/screener.ts`,
        "pools?.ok !== true && facts?.ok !== true) return fail('upstream_failed', 'screener unavailable')",
        "pools?.ok !== true && facts?.ok !== true) return fail('upstream_failed', 'no screener')",
      ],
    ],
    [
      'unconfigured',
      '7: 503 with the names',
      [SCREENER, 'a node cannot search: 503 with the names, as with nothing configured'],
      ['src/routes/tokens/screener.ts', "needs: ['market|pairs|tokens']", "needs: ['market|pairs|tokens|rpc']"],
    ],
  ]),
]
