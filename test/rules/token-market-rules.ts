import { rulesOf } from './engine-rule.ts'

const READS = 'test/rules/parameters.test.ts'
const ATH = 'test/routes/tokens/ath.test.ts'
const OWN = 'test/rules/token-market.test.ts'
const FULL = 'test/routes/tokens/metadata-full.test.ts'
const SORTED = 'test/rules/screener.test.ts'
const SCREENER = 'test/routes/tokens/screener.test.ts'
const DOWN = 'test/routes/market-degradation.test.ts'

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
      'ath#changePct',
    ],
    [
      'pct.price',
      '2.2: the price of extremes is that of the prices route',
      [OWN, 'the price of extremes is that of the prices route, and a low below the lowest is the new one'],
      'getAth',
    ],
    [
      'below',
      '2.2: a price below the lowest is the new lowest',
      [OWN, 'the price of extremes is that of the prices route, and a low below the lowest is the new one'],
      'ath#toRecord',
    ],
    ['pct.zero', '2.2: both are null where the price is zero', [OWN, ZERO], 'ath#changePct'],
    ['pct.zero-extreme', '2.2: and where the extreme is', [OWN, ZERO], 'ath#changePct'],
    ['pct.null', '2.2: and where there is no price', [OWN, ZERO], 'ath#toRecord'],
    ['dates', '2.2: dates are ISO 8601', [ATH, NAMED], 'ath#isoDate'],
    ['named', '4.1: no second history call when both extremes are named', [ATH, NAMED], 'getAth'],
    ['derived', '4.1: an extreme that is not named is derived', [ATH, DERIVED], 'getAth'],
    ['derived.named', '2.2: the named one stays', [ATH, DERIVED], 'ath#joinExtremes'],
    [
      'beyond',
      '2.2: a price beyond an extreme is the new extreme, of now',
      [ATH, 'a price beyond an extreme is the new extreme, of now'],
      'ath#toRecord',
    ],
    [
      'change',
      '2.2: `priceChange24h` is that of the prices',
      [ATH, 'extremes a provider names are near those of the candles, and the change is that of the prices'],
      'ath#toRecord',
    ],
    [
      'launch',
      '2.2: a node alone knows extremes only of whole histories',
      [ATH, 'a node alone knows the extremes of a token whose whole life it has, and says why it knows no others'],
      'ath#historySources',
    ],
    ['unknown', '2.2: of an unknown mint everything is null', [ATH, 'of an unknown mint everything is null'], 'getAth'],
    ['lives', '4.1, 8: an answer is kept 120 s', [ATH, 'an answer lives 120 s'], 'CACHES.tokenAth'],
    [
      'unconfigured',
      '7: 503 with the names, 400 for an invalid mint',
      [ATH, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      'tokenAth.needs',
    ],
    ['down', '7: 502 when nothing is known and sources failed', [DOWN, ALL_DOWN], 'getAth'],
  ]),
  ...rulesOf('metadata-full', 'GET /api/v2/tokens/{mint}/metadata-full', [
    [
      'price',
      '2.2: price and market value are those of the prices route',
      [FULL, 'names, figures, supply and links agree with metadata, prices and the chain'],
      'metadata-full#joinParts',
    ],
    [
      'supply',
      '2.2: `totalSupply` is in whole tokens',
      [FULL, 'a node alone: what the mint and its pools say, the rest null or empty'],
      'metadata-full#joinParts',
    ],
    [
      'null',
      '2.2: what only a profile states is null or empty without one',
      [FULL, 'a node alone: what the mint and its pools say, the rest null or empty'],
      'metadata-full#joinParts',
    ],
    [
      'categories',
      '2.2: categories come from the pool index where there is no market-data provider',
      [FULL, 'the pool index gives links and categories where there is no market-data provider'],
      'metadata-full#joinParts',
    ],
    [
      'socials',
      '2.2: `socials` has twitter, website, discord and telegram',
      [OWN, 'socials are those of the profile, else those of the best pool, else null'],
      'metadata-full#joinParts',
    ],
    [
      'figures',
      '2.2: liquidity and volume are those of all pools, as the profile has them',
      [OWN, 'price and market value are the best pool’s, volume and liquidity of all pools the profile’s'],
      'metadata-full#joinParts',
    ],
    [
      'down.code',
      '7: upstream_failed, which is 502',
      [OWN, 'metadata of which every source failed is upstream_failed'],
      'getFullMetadata',
    ],
    [
      'unknown',
      '2.2: of an unknown mint everything but the mint is null or empty',
      [FULL, 'of an unknown mint everything but the mint is null or empty'],
      'metadata-full#joinParts',
    ],
    ['stale', '2.2: `stale: true` when served from the resilience cache', [DOWN, STALE_PROFILE], 'getFullMetadata'],
    ['stale.time', '2.2: for fifty minutes', [DOWN, STALE_PROFILE], 'CACHES.tokenProfile'],
    ['stale.price', '2.2: with present prices', [DOWN, STALE_PROFILE], 'metadata-full#joinParts'],
    ['down', '7: 502 when every source failed', [DOWN, ALL_DOWN], 'getFullMetadata'],
    [
      'unconfigured',
      '7: 503 with the names',
      [FULL, 'with nothing configured it is 503 with the names, and what is no address 400 invalid mint'],
      'tokenMetadataFull.needs',
    ],
  ]),
  ...rulesOf('screener', 'GET /api/v2/tokens/screener', [
    [
      'input',
      '4.1: `input` is required',
      [READS, 'input of the screener is trimmed and required'],
      'tokenScreener.query',
    ],
    [
      'input.socket',
      '4.1, 7: absent or blank is 400',
      [SCREENER, 'input is required: absent or blank is 400'],
      'tokenScreener.query',
    ],
    [
      'sort.default',
      '4.1: `sortBy` is `volume24h` by default',
      [READS, 'sortBy is one of six, volume24h by default and for anything else'],
      'tokenScreener.query',
    ],
    [
      'sort.words',
      '4.1: `sortBy` is one of six',
      [READS, 'sortBy is one of six, volume24h by default and for anything else'],
      'SCREENER_SORTS',
    ],
    ['sort.volume', '4.1: by volume, the highest first', [SORTED, ORDERS], 'screener#WEIGHTS.volume24h'],
    ['sort.liquidity', '4.1: by liquidity', [SORTED, ORDERS], 'screener#WEIGHTS.liquidity'],
    ['sort.holders', '4.1: by holders', [SORTED, ORDERS], 'screener#WEIGHTS.holdersCount'],
    ['sort.created', '4.1: by age, the newest first', [SORTED, ORDERS], 'screener#WEIGHTS.createdAt'],
    ['sort.unknown', '4.1: what is unknown comes last', [SORTED, ORDERS], 'screener#WEIGHTS.liquidity'],
    [
      'sort.said',
      '2.2: the envelope says the order the results are in',
      [SORTED, 'trend and organic volume fall back to volume24h here, holders where no one counts them'],
      'screener#searchHere',
    ],
    [
      'limit.default',
      '4.1, 8: `limit` is 10 by default',
      [READS, 'limit of the screener is 10 by default, at most 20 and at least 1'],
      'LIMITS.screenerRows',
    ],
    [
      'limit.max',
      '4.1, 8: `limit` is at most 20',
      [SCREENER, 'limit is 10 by default and clamped to 1 and 20'],
      'LIMITS.screenerRows',
    ],
    [
      'limit.after',
      '4.1: `limit` cuts after sorting',
      [SORTED, 'limit cuts after sorting, and count is of what is left'],
      'screener#searchHere',
    ],
    [
      'envelope',
      '2.2: the envelope adds `input`, `sortBy` and `count`',
      [SCREENER, 'the envelope adds input, sortBy and count'],
      'screener#toReply',
    ],
    [
      'best',
      '2.2: a row is that of the token’s best pool',
      [SORTED, 'a row is that of the token’s best pool, and what it does not say comes from the facts'],
      'screener#searchHere',
    ],
    [
      'degraded',
      '7: one source is enough; the answer is short-lived then',
      [
        SORTED,
        'one source is enough, and its failure makes the answer a short-lived one; without any it is upstream_failed',
      ],
      'screener#searchHere',
    ],
    ['stale', '2.2: `stale: true` when served from the resilience cache', [DOWN, STALE_SCREEN], 'screener#toReply'],
    ['stale.order', '2.2: in the order it was asked for', [DOWN, STALE_SCREEN], 'CACHES.screener'],
    [
      'down',
      '7: 502 `screener unavailable`',
      [
        SORTED,
        'one source is enough, and its failure makes the answer a short-lived one; without any it is upstream_failed',
      ],
      'screener#searchHere',
    ],
    [
      'unconfigured',
      '7: 503 with the names',
      [SCREENER, 'a node alone finds the token of a mint; with nothing configured 503 with the names'],
      'tokenScreener.needs',
    ],
  ]),
]
