import { rulesOf } from './engine-rule.ts'

const TAPE = 'test/routes/screener/tape.test.ts'
const FILTER = 'test/hot-paths/screener/row-filter.test.ts'

const SUMS = 'a row says what a sum by hand says of its trades'
const FORK = 'a fork’s events are gone from every figure, and a pair of nothing else with them'
const MOVES = 'windows move with the time, and a price that nothing changed does not'
const FILTERS = 'filters bound what they name, both ends included, and any numeric field sorts'
const REFUSED = 'what is no filter is refused by its name, and so is a value that cannot be read'
const TREES = 'a tree finds what its conditions say together, and is refused where it is none'
const PAGES = 'pages give each row once while rows move'
const OTHERS = 'a chain that is not followed is 501 with what is missing; one among others is named'
const THIN = 'gainers and losers keep out thin pairs'

export const SCREENER_RULES = [
  ...rulesOf('screener', 'GET /api/v2/screener/pairs', [
    [
      'volume',
      '2.8: volumes are sums of the tape, exact to the millionth of a dollar',
      [TAPE, SUMS],
      'window-sums#microsOf',
    ],
    ['change', '2.8: a change begins with the newest trade before its window', [TAPE, MOVES], 'createAppliedEvents'],
    ['forks', '2.8: what a fork took back is in no figure', [TAPE, FORK], 'apply-events#takeBack'],
    [
      'restart',
      '2.8: a restart gives the index that there was',
      [TAPE, 'a restart gives the index that there was'],
      'followTape',
    ],
    ['filters', '4.11: all filters of a query hold together, both ends included', [TAPE, FILTERS], 'treeOfQuery'],
    ['sort', '4.11: any numeric field sorts', [TAPE, FILTERS], 'columnOf'],
    ['unknown', '4.11: an unknown filter is 400 with its name', [TAPE, REFUSED], 'judgeQuery'],
    [
      'null',
      '2.8: what is unknown fulfils neither a condition nor its contrary',
      [FILTER, 'what is unknown fulfils neither a condition nor its contrary'],
      'compileFilter',
    ],
    ['cursor', '4.11: a cursor gives each row once while rows move', [TAPE, PAGES], 'list-pairs#reach'],
    ['cursor.other', '4.11: a cursor of another question is 400', [TAPE, PAGES], 'list-pairs#digestOf'],
    ['chain', '7: a chain that is not followed is 501 with what is missing', [TAPE, OTHERS], 'checkChains'],
  ]),
  ...rulesOf('screener.tree', 'POST /api/v2/screener/pairs', [
    ['depth', '4.11: at most four levels of and, or, not', [TAPE, TREES], 'SCREENER.treeDepth'],
    ['leaves', '4.11: at most forty conditions', [TAPE, TREES], 'SCREENER.treeLeaves'],
    ['member', '4.11: an unknown field or member is 400 with its place', [TAPE, TREES], 'readTree'],
    [
      'brute',
      '4.11: a tree finds what a reading of the rows one by one finds',
      [FILTER, '10,000 random trees find what a reading of the rows one by one finds'],
      'filterBlock',
    ],
  ]),
  ...rulesOf('screener.trending', 'GET /api/v2/screener/pairs/trending', [
    [
      'order',
      '4.11: boosts, then volume',
      [TAPE, 'trending is by boosts, then volume; new pairs by age'],
      'rankTrending',
    ],
    [
      'climbed',
      '4.11: places won since an hour ago',
      [TAPE, 'trending says who climbed since an hour ago'],
      'createRankNotes',
    ],
  ]),
  ...rulesOf('screener.new', 'GET /api/v2/screener/pairs/new', [
    [
      'age',
      '4.11: newest first, none older than asked for',
      [TAPE, 'trending is by boosts, then volume; new pairs by age'],
      'screenerNew',
    ],
  ]),
  ...rulesOf('screener.gainers', 'GET /api/v2/screener/pairs/gainers', [
    [
      'floor.liquidity',
      '4.11: least liquidity 10,000 dollars by default',
      [TAPE, THIN],
      'SCREENER.moversMinLiquidityUsd',
    ],
    ['floor.txns', '4.11: at least 50 trades by default', [TAPE, THIN], 'SCREENER.moversMinTxns'],
  ]),
  ...rulesOf('screener.losers', 'GET /api/v2/screener/pairs/losers', [
    ['fell', '4.11: only pairs whose price fell', [TAPE, THIN], 'movers#moversRoute'],
  ]),
  ...rulesOf('screener.graduating', 'GET /api/v2/screener/pairs/graduating', [
    [
      'hour',
      '4.11: graduations of the last hour are counted',
      [TAPE, 'a graduation marks the pairs of its token, and is counted for an hour'],
      'listGraduating',
    ],
  ]),
  ...rulesOf('screener.pair', 'GET /api/v2/screener/pairs/{chain}/{pool}', [
    [
      'history',
      '4.11: liquidity by hour, from the pool’s own trades',
      [TAPE, 'one pair with its liquidity over time, and the pairs of a token'],
      'show-pair#historyOf',
    ],
  ]),
  ...rulesOf('screener.token', 'GET /api/v2/screener/tokens/{chain}/{address}/pairs', [
    [
      'all',
      '4.11: all pairs of a token, busiest first',
      [TAPE, 'one pair with its liquidity over time, and the pairs of a token'],
      'listTokenPairs',
    ],
  ]),
  ...rulesOf('screener.search', 'GET /api/v2/screener/search', [
    [
      'exact',
      '4.11: an exact address comes first',
      [TAPE, 'search: exact addresses first, then symbols, beginnings and parts'],
      'search-pairs#placeOf',
    ],
  ]),
  ...rulesOf('screener.facets', 'GET /api/v2/screener/facets', [
    [
      'rank',
      '4.11: percentiles are values that occur',
      [TAPE, 'facets: percentiles are values that occur, counts by DEX'],
      'percentilesOf',
    ],
  ]),
]
