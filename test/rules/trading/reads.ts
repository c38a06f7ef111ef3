import { rulesOf } from '../engine-rule.ts'

const READS = 'test/routes/trading/reads.test.ts'
const WARM = 'test/routes/trading/reads-warm.test.ts'
const INFO = 'test/routes/trading/reads-info.test.ts'
const BALANCES = 'test/routes/trading/reads-balances.test.ts'
const HOT_TEST = 'test/services/trade-pools/hot-accounts.test.ts'

const POOL_OF_EACH = 'the pool of a token of every DEX, cold and then at hand'
const NAMED = 'a DEX and a pool can be named, by either of their names, in any spelling of the DEX'
const RULE_OF_EACH = 'every parameter of a question is held to its rule'
const NO_ROUTE = 'no route says why: no pool, another DEX, another token, no pool at all'
const SCOPE = 'reading takes a bearer key with the scope read'
const EXACT = 'an estimate is what the DEX itself says, both ways, to the base unit'
const NOTHING = 'an amount that buys nothing, or that no pool can pay, is no route'
const QUOTED = 'a quote is what the DEX says, with the least that slippage lets through, and no fee unless one is set'
const MONEY = 'money goes by name or mint, on either side, and the amount by number or text'
const WHOLE = 'slippage of the whole and more leaves no least amount'
const FEE = 'with a platform fee a buy swaps less and a sale keeps less'
const ONE_SIDE = 'exactly one side of a quote is money'
const OTHER_MONEY = 'a request for a token in money that it is not traded in gets the money that it is traded in'
const MEMBERS = 'what a quote body must hold, member by member'
const SOMEBODY = 'a trade by someone else is in the next answer, on every DEX, and the node is asked nothing for it'
const SUM = 'a balance is the sum of the standard account and the seed-derived one, which the chain shows as well'
const USERS = 'X-User-Ref says whose wallet: each user its own, none the default one, and readers make none'
const SAVER = 'a SOL balance is in lamports and in SOL, 0 for a wallet that holds none'
const AWAY = 'a node that is away is 502 and nothing was done; once it is back every question is answered'
const DETECTED = 'a token is detected with its pool and its name'
const DISCOVERED = 'all pools of a token are discovered, tradable or not'
const PRICED = 'a token is priced by its pool before fees, its value is price times supply, on every DEX'
const CURVE = 'a curve shows how much of it is sold, and null for a pool without one'
const AUTHORITIES = 'who can mint and who can freeze is what the mint says'

const scopeOf = (route: string) =>
  ['scope', '5, 4.9: reading takes the scope read', [READS, SCOPE], `${route}.scope`] as const
const bearerOf = (route: string) =>
  ['bearer', '5: the key comes as a bearer, X-API-Key is not used', [READS, SCOPE], `${route}.auth`] as const

/** Of the routes of 4.9 that only look, and of the state that they and the trades look at. */
export const READ_RULES = [
  ...rulesOf('read.pool-params', 'GET /v1/trade/pool-params', [
    scopeOf('tradePoolParams'),
    bearerOf('tradePoolParams'),
    [
      'mint',
      '4.9, 7: mint is required, anything that is no address is an invalid mint',
      [READS, RULE_OF_EACH],
      'mintParam',
    ],
    ['dex.alias', '4.9: dex_type may be called dex', [READS, RULE_OF_EACH], 'dexParam'],
    ['pool.alias', '4.9: pair_address may be called pool_address', [READS, RULE_OF_EACH], 'poolParam'],
    ['dex.unknown', '7: an unknown dex is 400', [READS, RULE_OF_EACH], 'readDexName'],
    ['dex.spelling', '4.9: a dex is read in any spelling', [READS, NAMED], 'readDexName'],
    ['pool.form', '2.1: a pool is an address', [READS, RULE_OF_EACH], 'poolParam'],
    [
      'pool.dex',
      '4.9: a pool that is named must be one of the dex that is named',
      [READS, NO_ROUTE],
      'choose-pool#named',
    ],
    ['lamports', '2.6: quote_mint is null where the pool takes lamports', [READS, POOL_OF_EACH], 'quoteOfPool'],
    [
      'sol-quoted',
      '2.6: is_sol_quoted says whether it is SOL',
      [INFO, 'a token that is traded against dollars is quoted and priced in them, and not for SOL'],
      'quoteOfPool',
    ],
    [
      'cache-hit',
      '2.6: cache_hit says whether the node was asked',
      [READS, POOL_OF_EACH],
      'hot-pools#createHotPools.withClock',
    ],
    [
      'fetch-ms',
      '2.6: fetch_ms is what reading took',
      [WARM, 'detect_ms and fetch_ms are the time the node took, cache_hit says when it was not asked'],
      'hot-pools#createHotPools.withClock',
    ],
    ['detect-ms', '2.6: detect_ms is what the search took', [READS, POOL_OF_EACH], 'choose-pool#deepest'],
    [
      'deepest',
      '4.9: of several pools the deepest in SOL is taken',
      [
        WARM,
        'of several pools the deepest in SOL is taken, dollars counted at the rate of the chain; another can be named',
      ],
      'choose-pool#worthInSol',
    ],
    [
      'notified',
      '4.9: a change that the node reports is in the next answer',
      [WARM, SOMEBODY],
      'hot-accounts#createHotAccounts.watch',
    ],
    [
      'broken',
      '4.9: without notifications, what is known is soon read again',
      [
        HOT_TEST,
        'a break makes it unsure: it is read again when it is old, and sure once more after it went live again',
      ],
      'hot-accounts#createHotAccounts.watch',
    ],
    [
      'silent',
      '4.9: a node that reports no slots is not trusted to report changes',
      [
        HOT_TEST,
        'a node that falls silent without a word is not believed: its slots are missed before its changes are',
      ],
      'createHotAccountTable.isFresh',
    ],
    [
      'graduates',
      '4.9: a token that graduates is found where it went',
      [WARM, 'a token that graduates is reported so at once, and is found where it went'],
      'hot-pools#createHotPools.recall',
    ],
    [
      'degraded',
      '7: what could not be looked at is said',
      [WARM, 'a node that refuses scans leaves the pools at derived addresses and names the DEXs it cannot look at'],
      'searchDex',
    ],
    ['scan-failed', '7: a scan that failed is tried again soon', [BALANCES, AWAY], 'createPoolScans.fly'],
    [
      'no-pool',
      '7: no pool is 422 no_route, at the stage quote, and can be asked again',
      [READS, NO_ROUTE],
      'readFailure',
    ],
  ]),
  ...rulesOf('read.estimate', 'GET /v1/trade/estimate', [
    scopeOf('tradeEstimate'),
    bearerOf('tradeEstimate'),
    ['amount.zero', '4.9: amount is more than nothing', [READS, RULE_OF_EACH], 'rawAmountParam'],
    ['amount.raw', '4.9: amount is base units, digits and nothing else', [READS, RULE_OF_EACH], 'rawAmountParam'],
    ['amount.max', '4.9: and no more than a token account can hold', [READS, RULE_OF_EACH], 'isTokenAmount'],
    ['side.default', '4.9: side is buy by default', [READS, EXACT], 'sideParam'],
    ['side.unknown', '4.9: side is buy or sell', [READS, RULE_OF_EACH], 'sideParam'],
    ['exact', '2.6: estimated_output is exact to the base unit', [READS, EXACT], 'estimateTrade'],
    ['impact', '2.6: price_impact_pct is in percent', [READS, EXACT], 'estimateTrade'],
    ['sell', '4.9: a sale gives the token', [READS, EXACT], 'estimateTrade'],
    ['nothing', '7: what a pool cannot trade is no route', [READS, NOTHING], 'estimateTrade'],
    [
      'agrees',
      '2.6: estimate, quote and trade say the same',
      [WARM, 'quote, estimate, simulated and real trade say the same on every DEX, both ways, to the base unit'],
      'quoteTrade',
    ],
  ]),
  ...rulesOf('read.quote', 'POST /v1/trade/quote', [
    scopeOf('tradeQuote'),
    bearerOf('tradeQuote'),
    ['body', '7: a body that is no object is 400', [READS, MEMBERS], 'quoteBody'],
    ['mints', '4.9: input_mint and output_mint are required', [READS, MEMBERS], 'mintOrMoney'],
    ['amount', '4.9: amount is required', [READS, MEMBERS], 'read-members#otherwise'],
    ['amount.range', '4.9: amount is base units from 1', [READS, MEMBERS], 'baseUnits'],
    [
      'amount.digits',
      '4.9: an amount is read and written to its last digit',
      [READS, 'the largest amount there is is read to its last digit'],
      'exactInteger',
    ],
    ['slippage.default', '4.9: slippage_bps is 1000 by default', [READS, QUOTED], 'trade-members#slippage'],
    ['slippage.max', '4.9: slippage_bps is 100000 at most', [READS, MEMBERS], 'trade-members#slippage'],
    ['slippage.over', '4.9: and over 10000 there is no least amount', [READS, WHOLE], 'minOutOf'],
    ['null', '4.9: a member that is null is absent', [READS, MONEY], 'read-members#readOne'],
    ['dex.alias', '4.9: dex_type may be called dex', [READS, MEMBERS], 'quoteBody'],
    ['pool.alias', '4.9: pair_address may be called pool_address', [READS, MEMBERS], 'quoteBody'],
    ['both-money', '4.9: exactly one side is a quote currency', [READS, ONE_SIDE], 'quoteTrade'],
    ['no-money', '4.9: token to token is refused', [READS, ONE_SIDE], 'quoteTrade'],
    [
      'names',
      '4.9: SOL, WSOL, USDC and USDT are quote currencies, by name',
      [READS, MONEY],
      'quote-currencies#BY_NAME',
    ],
    ['usdt', '4.9: USDT is one, too', [READS, OTHER_MONEY], 'quote-currencies#BY_NAME'],
    [
      'other-money',
      '4.9: a pair that no pool trades is refused as mismatched',
      [READS, OTHER_MONEY],
      'quote#findPoolFor',
    ],
    [
      'other-pool',
      '4.9: and so is a pool of another token',
      [INFO, 'a quote on a pool of another token, or of other money, is a mismatched pair'],
      'choose-pool#mismatch',
    ],
    ['min-out', '2.6: min_out_amount is what slippage leaves', [READS, QUOTED], 'quoteTrade'],
    ['net.buy', '2.6: net_out_amount of a buy is what the rest buys', [READS, FEE], 'quote#yieldOf'],
    ['net.sell', '2.6: net_out_amount of a sale is less the fee', [READS, FEE], 'quote#yieldOf'],
    ['net.min', '2.6: min_net_out_amount is the least of that', [READS, FEE], 'quote#yieldOf'],
    ['fee', '2.6: platform_fee is the share of the money side, rounded down', [READS, FEE], 'quoteTrade'],
    ['impact', '2.6: price_impact_bps is rounded up', [READS, QUOTED], 'quoteTrade'],
    ['route', '2.6: route names the pool', [READS, QUOTED], 'quote#stepOf'],
    ['token', '2.6: a token block', [READS, QUOTED], 'quoteTrade'],
  ]),
  ...rulesOf('read.balance', 'GET /v1/trade/balance', [
    scopeOf('tradeBalance'),
    bearerOf('tradeBalance'),
    ['total', '2.6: total_balance is the sum of both accounts', [BALANCES, SUM], 'readTokenBalance'],
    ['seed', '2.6: the seed-derived account is returned, too', [BALANCES, SUM], 'readTokenBalance'],
    [
      'program',
      '4.9: both under the token program of the mint',
      [BALANCES, 'a token of Token-2022 is held in accounts of that program'],
      'readTokenBalance',
    ],
    ['mint', '4.9: mint must be one', [READS, RULE_OF_EACH], 'readTokenBalance'],
    ['user', '4.9: X-User-Ref says whose wallet', [BALANCES, USERS], 'tradeBalance.handle'],
    [
      'after-trade',
      '4.9: after a trade nothing from before it is returned',
      [HOT_TEST, 'what a transaction of ours has written is not handed out as of before its slot'],
      'createHotAccountTable.isFresh',
    ],
  ]),
  ...rulesOf('read.sol-balance', 'GET /v1/trade/sol-balance', [
    scopeOf('tradeSolBalance'),
    bearerOf('tradeSolBalance'),
    ['sol', '2.6: balance_sol is the same in SOL', [BALANCES, SAVER], 'readSolBalance'],
    ['none', '2.6: a wallet that holds nothing has 0 lamports', [BALANCES, SAVER], 'lamportsOf'],
    ['user', '4.9: X-User-Ref says whose wallet', [BALANCES, USERS], 'tradeSolBalance.handle'],
    ['away', '7: a node that fails is 502 with the stage', [BALANCES, AWAY], 'readSolBalance'],
  ]),
  ...rulesOf('read.detect', 'GET /v1/trade/detect', [
    scopeOf('tradeDetect'),
    bearerOf('tradeDetect'),
    ['symbol', '2.6: name and symbol', [READS, DETECTED], 'detectPool'],
    ['pair', '2.6: DEX type and pair address', [READS, DETECTED], 'detectPool'],
    ['source', '2.6: data_source says where it was taken from', [READS, DETECTED], 'detectPool'],
    ['money', '4.9: money itself is not detected', [READS, RULE_OF_EACH], 'findTradePool'],
  ]),
  ...rulesOf('read.token-info', 'GET /v1/token/info', [
    scopeOf('tradeTokenInfo'),
    bearerOf('tradeTokenInfo'),
    ['price-usd', '2.6: price_usd is the price in SOL times that of SOL', [INFO, PRICED], 'token-info#priceOf'],
    ['price-sol', '2.6: price_sol is of one whole token', [INFO, PRICED], 'token-info#priceOf'],
    [
      'price-dollars',
      '2.6: a token in dollars has its price in SOL by division',
      [INFO, 'a token that is traded against dollars is quoted and priced in them, and not for SOL'],
      'token-info#priceOf',
    ],
    ['market-cap', '2.6: market_cap is price times supply', [INFO, PRICED], 'readTokenInfo'],
    [
      'liquidity',
      '2.6: liquidity is what the market says of the pool',
      [INFO, 'the market’s figures of the pool are its liquidity and its volume'],
      'token-info#liquidityUsd',
    ],
    [
      'volume',
      '2.6: volume_24h is that of its pools',
      [INFO, 'the market’s figures of the pool are its liquidity and its volume'],
      'token-info#volumeUsd24h',
    ],
    ['curve', '2.6: is_bonding_curve', [INFO, CURVE], 'readTokenInfo'],
    ['curve-percent', '2.6: bonding_curve_percent is how much is sold', [INFO, CURVE], 'pumpfun/trading#tradableCurve'],
    ['renounced', '2.6: is_renounced means that no one can mint', [INFO, AUTHORITIES], 'readTokenInfo'],
    ['freezable', '2.6: is_freezable means that someone can freeze', [INFO, AUTHORITIES], 'readTokenInfo'],
  ]),
  ...rulesOf('read.discover', 'GET /v1/test/discover', [
    scopeOf('tradeDiscover'),
    bearerOf('tradeDiscover'),
    ['count', '2.6: pools_found is their number', [READS, DISCOVERED], 'discover#discover'],
    ['all', '4.9: pools that cannot be traded are found, too', [READS, DISCOVERED], 'discover#discover'],
    ['quote', '2.6: quote_mint is what the token is traded against', [READS, DISCOVERED], 'discover#discover'],
    ['program', '2.6: program_id is that of the pool', [READS, DISCOVERED], 'discover#discover'],
    ['mint', '4.9: mint must be one', [READS, RULE_OF_EACH], 'discover#discover'],
  ]),
]
