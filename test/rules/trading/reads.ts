// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const READS = 'test/routes/trading/reads.test.ts'
const WARM = 'test/routes/trading/reads-warm.test.ts'
const INFO = 'test/routes/trading/reads-info.test.ts'
const BALANCES = 'test/routes/trading/reads-balances.test.ts'
const HOT_TEST = 'test/services/trading/pools/hot-accounts.test.ts'

const PARAMS = 'src/routes/trading/read-params.ts'
const BODY = 'src/routes/trading/quote-body.ts'
const POOL_PARAMS = 'src/services/trading/pool-params.ts'
const ESTIMATE = 'src/services/trading/estimate.ts'
const QUOTE = 'src/services/trading/quote.ts'
const HELD = 'src/services/trading/balances.ts'
const DETECT = 'src/services/trading/detect.ts'
const TOKEN_INFO = 'src/services/trading/token-info.ts'
const DISCOVER = 'src/services/trading/discover.ts'
const FAILURE = 'src/services/trading/read-failure.ts'
const CHOOSE = 'src/services/trading/pools/choose-pool.ts'
const SCANS = 'src/services/pools/scan-programs.ts'
const SEARCH = 'src/services/pools/search-dex.ts'
const HOT_POOLS = 'src/services/trading/pools/hot-pools.ts'
const HOT_ACCOUNTS = 'src/services/trading/pools/hot-accounts.ts'

const POOL_OF_EACH = 'the pool of a coin of every DEX, cold and then at hand'
const NAMED = 'a DEX and a pool can be named, by either of their names, in any spelling of the DEX'
const RULE_OF_EACH = 'every parameter of a question is held to its rule'
const NO_ROUTE = 'no route says why: no pool, another DEX, another coin, no pool at all'
const SCOPE = 'reading takes a bearer key with the scope read'
const EXACT = 'an estimate is what the DEX itself says, both ways, to the base unit'
const NOTHING = 'an amount that buys nothing, or that no pool can pay, is no route'
const QUOTED = 'a quote is what the DEX says, with the least that slippage lets through, and no fee unless one is set'
const MONEY = 'money goes by name or mint, on either side, and the amount by number or text'
const WHOLE = 'slippage of the whole and more leaves no least amount'
const FEE = 'with a platform fee a buy swaps less and a sale keeps less'
const ONE_SIDE = 'exactly one side of a quote is money'
const OTHER_MONEY = 'a coin that is not traded in that money is told in which it is'
const MEMBERS = 'what a quote body must hold, member by member'
const SOMEBODY = 'a trade by somebody else is in the next answer, on every DEX, and the node is asked nothing for it'
const SUM = 'a balance is the sum of the standard account and the seed-derived one, which the chain shows as well'
const USERS = 'X-User-Ref says whose wallet: each user its own, none the default one, and readers make none'
const SAVER = 'a SOL balance is in lamports and in SOL, 0 for a wallet that holds none'
const AWAY = 'a node that is away is 502 and nothing was done; once it is back every question is answered'
const DETECTED = 'a coin is detected with its pool and its name'
const DISCOVERED = 'all pools of a coin are discovered, tradable or not'
const PRICED = 'a coin is priced by its pool before fees, its value is price times supply, on every DEX'
const CURVE = 'a curve tells how much of it is sold, a pool that none is null'
const AUTHORITIES = 'who can mint and who can freeze is what the mint says'

const scopeOf = (file: string) =>
  [
    'scope',
    '5, 4.9: reading takes the scope read',
    [READS, SCOPE],
    [`src/routes/trading/${file}.ts`, "scope: 'read',", "scope: 'trade',"],
  ] as const
const bearerOf = (file: string) =>
  [
    'bearer',
    '5: the key comes as a bearer, X-API-Key is not used',
    [READS, SCOPE],
    [`src/routes/trading/${file}.ts`, "auth: 'bearer',", "auth: 'apiKey',"],
  ] as const

/** Of the routes of 4.9 that only look, and of the state that they and the trades look at. */
export const READ_RULES = [
  ...rulesOf('read.pool-params', 'GET /v1/trade/pool-params', [
    scopeOf('pool-params'),
    bearerOf('pool-params'),
    [
      'mint',
      '4.9, 7: mint is required, anything that is no address is an invalid mint',
      [READS, RULE_OF_EACH],
      [PARAMS, "refuse('invalid mint', 'invalid_mint')", "refuse('invalid mint')"],
    ],
    [
      'dex.alias',
      '4.9: dex_type may be called dex',
      [READS, RULE_OF_EACH],
      [PARAMS, "aliases: ['dex'],", 'aliases: [],'],
    ],
    [
      'pool.alias',
      '4.9: pair_address may be called pool_address',
      [READS, RULE_OF_EACH],
      [PARAMS, "aliases: ['pool_address'],", 'aliases: [],'],
    ],
    [
      'dex.unknown',
      '7: an unknown dex is 400',
      [READS, RULE_OF_EACH],
      [PARAMS, 'known === undefined ? refuse(', 'known === undefined ? ok(null) : known === null ? refuse('],
    ],
    ['dex.spelling', '4.9: a dex is read in any spelling', [READS, NAMED], [PARAMS, ".replaceAll('-', '_')", '']],
    [
      'pool.form',
      '2.1: a pool is an address',
      [READS, RULE_OF_EACH],
      [PARAMS, "isAddress(text) ? ok(text) : refuse('pair_address: expected an address')", 'ok(text)'],
    ],
    [
      'pool.dex',
      '4.9: a pool that is named must be one of the dex that is named',
      [READS, NO_ROUTE],
      [CHOOSE, 'wish.dex !== null && wish.dex !== dex.name', 'wish.dex === dex.name'],
    ],
    [
      'lamports',
      '2.6: quote_mint is null where the pool takes lamports',
      [READS, POOL_OF_EACH],
      [POOL_PARAMS, 'quote_mint: movesLamports ? null : quoteMint', 'quote_mint: quoteMint'],
    ],
    [
      'sol-quoted',
      '2.6: is_sol_quoted says whether it is SOL',
      [INFO, 'a coin that is traded against dollars is quoted and priced in them, and not for SOL'],
      [POOL_PARAMS, 'movesLamports || quoteMint === NATIVE_MINT,', 'true,'],
    ],
    [
      'cache-hit',
      '2.6: cache_hit says whether the node was asked',
      [READS, POOL_OF_EACH],
      [HOT_POOLS, 'cacheHit: how.isRecalled && warm.isHit', 'cacheHit: true'],
    ],
    [
      'fetch-ms',
      '2.6: fetch_ms is what reading took',
      [WARM, 'detect_ms and fetch_ms are the time the node took, cache_hit says when it was not asked'],
      [
        HOT_POOLS,
        'fetchMs: Math.max(0, clock.monotonicMs() - how.startMs - how.detectMs),',
        'fetchMs: how.detectMs / 9,',
      ],
    ],
    [
      'detect-ms',
      '2.6: detect_ms is what the search took',
      [READS, POOL_OF_EACH],
      [
        CHOOSE,
        'const detectMs = ctx.clock.monotonicMs() - startMs\n  const dexes',
        'const detectMs = 0\n  const dexes',
      ],
    ],
    [
      'deepest',
      '4.9: of several pools the deepest in SOL is taken',
      [
        WARM,
        'of several pools the deepest in SOL is taken, dollars counted at the rate of the chain; another can be named',
      ],
      [CHOOSE, 'return (raw * rate[1]) / rate[0]', 'return raw'],
    ],
    [
      'told',
      '4.9: a change that the node tells is in the next answer',
      [WARM, SOMEBODY],
      [
        HOT_ACCOUNTS,
        '        if (!isSame(entry.view, view)) entry.view = view\n        entry.isSure',
        '        entry.isSure',
      ],
    ],
    [
      'broken',
      '4.9: while nothing is told, what is known is soon read again',
      [
        HOT_TEST,
        'a break makes it unsure: it is read again when it is old, and sure once more after it went live again',
      ],
      [
        HOT_ACCOUNTS,
        'onUnsure() {\n        entry.isLive = entry.isSure = false',
        'onUnsure() {\n        entry.isLive = false',
      ],
    ],
    [
      'silent',
      '4.9: a node that tells no slots is not believed to tell changes',
      [
        HOT_TEST,
        'a node that falls silent without a word is not believed: its slots are missed before its changes are',
      ],
      [HOT_ACCOUNTS, 'entry.isSure && nowMs - toldAtMs < TRADING.newsSilenceMs', 'entry.isSure'],
    ],
    [
      'graduates',
      '4.9: a coin that graduates is found where it went',
      [WARM, 'a coin that graduates is told so at once, and is found where it went'],
      [HOT_POOLS, '    forgetCandidates(ctx, wish.mint)\n', ''],
    ],
    [
      'degraded',
      '7: what could not be looked at is said',
      [WARM, 'a node that refuses scans leaves the pools at derived addresses and names the DEXs it cannot look at'],
      [SEARCH, "if (unsought !== 'failed') unsought =", "if (unsought === 'failed') unsought ="],
    ],
    [
      'scan-failed',
      '7: a scan that failed is tried again soon',
      [BALANCES, AWAY],
      [
        SCANS,
        "scanned.code === 'upstream_refused' ? TRADING.refusedScanMs : TRADING.failedScanMs",
        'TRADING.refusedScanMs',
      ],
    ],
    [
      'no-pool',
      '7: no pool is 422 no_route, at the stage quote, and can be asked again',
      [READS, NO_ROUTE],
      [FAILURE, 'fee_lamports: 0, retry_safe: true', 'fee_lamports: 0, retry_safe: false'],
    ],
  ]),
  ...rulesOf('read.estimate', 'GET /v1/trade/estimate', [
    scopeOf('estimate'),
    bearerOf('estimate'),
    [
      'amount.zero',
      '4.9: amount is more than nothing',
      [READS, RULE_OF_EACH],
      [PARAMS, 'return isTokenAmount(amount) ? ok(amount)', 'return amount >= 0n ? ok(amount)'],
    ],
    [
      'amount.raw',
      '4.9: amount is base units, digits and nothing else',
      [READS, RULE_OF_EACH],
      [PARAMS, '/^\\d{1,20}$/.test(text) ? BigInt(text) : 0n', 'BigInt(Math.round(Number(text)) || 0)'],
    ],
    [
      'amount.max',
      '4.9: and no more than a token account can hold',
      [READS, RULE_OF_EACH],
      [PARAMS, 'raw > 0n && raw <= MAX_TOKEN_AMOUNT', 'raw > 0n'],
    ],
    [
      'side.default',
      '4.9: side is buy by default',
      [READS, EXACT],
      [PARAMS, "if (text === '' || text === 'buy') return ok('buy')", "if (text === 'buy') return ok('buy')"],
    ],
    [
      'side.unknown',
      '4.9: side is buy or sell',
      [READS, RULE_OF_EACH],
      [PARAMS, "return text === 'sell' ? ok('sell') : refuse('side: expected buy or sell')", "return ok('sell')"],
    ],
    [
      'exact',
      '2.6: estimated_output is exact to the base unit',
      [READS, EXACT],
      [ESTIMATE, 'exactInteger(quote.amountOutRaw)', 'exactInteger(quote.amountOutRaw - 1n)'],
    ],
    [
      'impact',
      '2.6: price_impact_pct is in percent',
      [READS, EXACT],
      [ESTIMATE, 'quote.priceImpactPpm / PPM_PER_PCT', 'quote.priceImpactPpm / (PPM_PER_PCT * 100)'],
    ],
    [
      'sell',
      '4.9: a sale gives the coin',
      [READS, EXACT],
      [ESTIMATE, "question.side === 'buy' ? [pool", "question.side !== 'sell' || pool.isCurve ? [pool"],
    ],
    [
      'nothing',
      '7: what a pool cannot trade is no route',
      [READS, NOTHING],
      [ESTIMATE, "fail('no_route', 'the pool", "fail('invalid_amount', 'the pool"],
    ],
    [
      'agrees',
      '2.6: estimate, quote and trade say the same',
      [WARM, 'quote, estimate, simulated and real trade say the same on every DEX, both ways, to the base unit'],
      [QUOTE, 'out_amount: exactInteger(whole.amountOutRaw),', 'out_amount: exactInteger(whole.amountOutRaw - 1n),'],
    ],
  ]),
  ...rulesOf('read.quote', 'POST /v1/trade/quote', [
    scopeOf('quote'),
    bearerOf('quote'),
    [
      'body',
      '7: a body that is no object is 400',
      [READS, MEMBERS],
      [BODY, 'refuse(members.message, members.code)', "refuse('bad body')"],
    ],
    [
      'mints',
      '4.9: input_mint and output_mint are required',
      [READS, MEMBERS],
      [BODY, "refuse(`${name}: invalid mint`, 'invalid_mint')", 'ok(text)'],
    ],
    [
      'amount',
      '4.9: amount is required',
      [READS, MEMBERS],
      [BODY, "return refuse('amount is required', 'invalid_amount')", "return refuse('amount is required')"],
    ],
    [
      'amount.range',
      '4.9: amount is base units from 1',
      [READS, MEMBERS],
      [BODY, 'amountRaw === null || !isTokenAmount(amountRaw)', 'amountRaw === null'],
    ],
    [
      'amount.digits',
      '4.9: an amount is read and written to its last digit',
      [READS, 'the largest amount there is is read to its last digit'],
      ['src/contract/trading.ts', '(rawJson(raw.toString()) as unknown as number)', 'Number(raw)'],
    ],
    [
      'slippage.default',
      '4.9: slippage_bps is 1000 by default',
      [READS, QUOTED],
      [BODY, 'return ok(TRADE_LIMITS.slippageBps.default)', 'return ok(50)'],
    ],
    [
      'slippage.max',
      '4.9: slippage_bps is 100000 at most',
      [READS, MEMBERS],
      [BODY, 'value === null || value > BigInt(TRADE_LIMITS.slippageBps.max)', 'value === null'],
    ],
    [
      'slippage.over',
      '4.9: and over 10000 there is no least amount',
      [READS, WHOLE],
      ['src/services/trading/platform-fee.ts', 'return left <= 0n ? 0n : (', 'return ('],
    ],
    [
      'null',
      '4.9: a member that is null is absent',
      [READS, MONEY],
      [BODY, 'if (value !== undefined && value !== null) return value', 'if (value !== undefined) return value'],
    ],
    ['dex.alias', '4.9: dex_type may be called dex', [READS, MEMBERS], [BODY, "'dex_type', 'dex')", "'dex_type')"]],
    [
      'pool.alias',
      '4.9: pair_address may be called pool_address',
      [READS, MEMBERS],
      [BODY, "'pair_address', 'pool_address')", "'pair_address')"],
    ],
    [
      'both-money',
      '4.9: exactly one side is a quote currency',
      [READS, ONE_SIDE],
      [QUOTE, '(money[0] === null) === (money[1] === null)', 'money[0] === null && money[1] === null'],
    ],
    [
      'no-money',
      '4.9: token to token is refused',
      [READS, ONE_SIDE],
      [QUOTE, '(money[0] === null) === (money[1] === null)', 'money[0] !== null && money[1] !== null'],
    ],
    [
      'names',
      '4.9: SOL, WSOL, USDC and USDT are quote currencies, by name',
      [READS, MONEY],
      ['src/services/trading/pools/quote-currencies.ts', "['WSOL', NATIVE_MINT],", ''],
    ],
    [
      'usdt',
      '4.9: USDT is one, too',
      [READS, OTHER_MONEY],
      ['src/services/trading/pools/quote-currencies.ts', "['USDT', USDT_MINT],", ''],
    ],
    [
      'other-money',
      '4.9: a pair that no pool trades is refused as mismatched',
      [READS, OTHER_MONEY],
      [QUOTE, 'return other.ok ? fail(', 'return !other.ok ? fail('],
    ],
    [
      'other-pool',
      '4.9: and so is a pool of another coin',
      [INFO, 'a quote on a pool of another coin, or of other money, is a mismatched pair'],
      [
        CHOOSE,
        'if (baseMint === wish.mint && wish.quotes.has(quote)) return null',
        'if (wish.quotes.has(quote)) return null',
      ],
    ],
    [
      'min-out',
      '2.6: min_out_amount is what slippage leaves',
      [READS, QUOTED],
      [QUOTE, 'exactInteger(minOutOf(whole.amountOutRaw, question.slippageBps))', 'exactInteger(whole.amountOutRaw)'],
    ],
    [
      'net.buy',
      '2.6: net_out_amount of a buy is what the rest buys',
      [READS, FEE],
      [QUOTE, 'const net = feeRaw === 0n ? whole :', 'const net = swapRaw > 0n ? whole :'],
    ],
    [
      'net.sell',
      '2.6: net_out_amount of a sale is less the fee',
      [READS, FEE],
      [QUOTE, 'netOutRaw: netRaw,', 'netOutRaw: whole.amountOutRaw,'],
    ],
    [
      'net.min',
      '2.6: min_net_out_amount is the least of that',
      [READS, FEE],
      [
        QUOTE,
        'const least = minOutOf(whole.amountOutRaw, slippageBps) - feeRaw',
        'const least = minOutOf(netRaw, slippageBps)',
      ],
    ],
    [
      'fee',
      '2.6: platform_fee is the share of the money side, rounded down',
      [READS, FEE],
      [QUOTE, 'platform_fee: exactInteger(yields.feeRaw)', 'platform_fee: exactInteger(yields.feeRaw + 1n)'],
    ],
    [
      'impact',
      '2.6: price_impact_bps is rounded up',
      [READS, QUOTED],
      [QUOTE, 'Math.ceil(whole.priceImpactPpm / PPM_PER_BPS)', 'Math.floor(whole.priceImpactPpm / PPM_PER_BPS)'],
    ],
    [
      'route',
      '2.6: route names the pool',
      [READS, QUOTED],
      [QUOTE, 'pair_address: pool.address', 'pair_address: pool.baseMint'],
    ],
    ['token', '2.6: a token block', [READS, QUOTED], [QUOTE, '      symbol: token.symbol,', '      symbol: null,']],
  ]),
  ...rulesOf('read.balance', 'GET /v1/trade/balance', [
    scopeOf('balance'),
    bearerOf('balance'),
    [
      'total',
      '2.6: total_balance is the sum of both accounts',
      [BALANCES, SUM],
      [HELD, 'exactInteger(standardRaw! + seedRaw!)', 'exactInteger(standardRaw!)'],
    ],
    [
      'seed',
      '2.6: the seed-derived account is returned, too',
      [BALANCES, SUM],
      [HELD, 'seed_balance: exactInteger(seedRaw!)', 'seed_balance: 0'],
    ],
    [
      'program',
      '4.9: both under the token program of the mint',
      [BALANCES, 'a coin of Token-2022 is held in accounts of that program'],
      [
        HELD,
        'tokenAccountsOf(wallet.value.address, mint, facts.value.tokenProgram)',
        "tokenAccountsOf(wallet.value.address, mint, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')",
      ],
    ],
    [
      'mint',
      '4.9: mint must be one',
      [READS, RULE_OF_EACH],
      [HELD, "fail('invalid_mint', 'no mint at this address')", "fail('not_found', 'no mint at this address')"],
    ],
    [
      'user',
      '4.9: X-User-Ref says whose wallet',
      [BALANCES, USERS],
      ['src/routes/trading/balance.ts', '{ caller, userRef }, mint', "{ caller, userRef: '' }, mint"],
    ],
    [
      'after-trade',
      '4.9: after a trade nothing from before it is told',
      [HOT_TEST, 'what a transaction of ours has written is not handed out as of before its slot'],
      [HOT_ACCOUNTS, '    if (entry.slot < entry.fromSlot && !isFalseChange(entry, nowMs)) return false\n', ''],
    ],
  ]),
  ...rulesOf('read.sol-balance', 'GET /v1/trade/sol-balance', [
    scopeOf('sol-balance'),
    bearerOf('sol-balance'),
    [
      'sol',
      '2.6: balance_sol is the same in SOL',
      [BALANCES, SAVER],
      [HELD, 'balance_sol: lamportsToSol(lamports.value)', 'balance_sol: Number(lamports.value)'],
    ],
    [
      'none',
      '2.6: a wallet that holds nothing has 0 lamports',
      [BALANCES, SAVER],
      ['src/services/trading/pools/hot-chain.ts', '?.lamports ?? 0n', '?.lamports ?? 1n'],
    ],
    [
      'user',
      '4.9: X-User-Ref says whose wallet',
      [BALANCES, USERS],
      ['src/routes/trading/sol-balance.ts', '(ctx, { caller, userRef })', "(ctx, { caller, userRef: '' })"],
    ],
    [
      'away',
      '7: a node that fails is 502 with the stage',
      [BALANCES, AWAY],
      [HELD, 'if (!lamports.ok) return readFailure(lamports)', 'if (!lamports.ok) return lamports'],
    ],
  ]),
  ...rulesOf('read.detect', 'GET /v1/trade/detect', [
    scopeOf('detect'),
    bearerOf('detect'),
    ['symbol', '2.6: name and symbol', [READS, DETECTED], [DETECT, 'symbol: token?.symbol ?? null', 'symbol: null']],
    [
      'pair',
      '2.6: DEX type and pair address',
      [READS, DETECTED],
      [DETECT, 'pair_address: pool.address', 'pair_address: pool.baseMint'],
    ],
    [
      'source',
      '2.6: data_source says where it was taken from',
      [READS, DETECTED],
      [DETECT, "cacheHit ? ('cache' as const) : ('chain' as const)", "'cache' as const"],
    ],
    [
      'money',
      '4.9: money itself is not detected',
      [READS, RULE_OF_EACH],
      [HOT_POOLS, '  if (isMoney(mint))\n', "  if (isMoney(mint) && mint === '')\n"],
    ],
  ]),
  ...rulesOf('read.token-info', 'GET /v1/token/info', [
    scopeOf('token-info'),
    bearerOf('token-info'),
    [
      'price-usd',
      '2.6: price_usd is the price in SOL times that of SOL',
      [INFO, PRICED],
      [
        TOKEN_INFO,
        'return { sol: inQuote, usd: solPriceUsd === null ? null : inQuote * solPriceUsd }',
        'return { sol: inQuote, usd: inQuote }',
      ],
    ],
    [
      'price-sol',
      '2.6: price_sol is of one whole coin',
      [INFO, PRICED],
      [TOKEN_INFO, '10 ** (decimals - quoteDecimals)', '10 ** (quoteDecimals - decimals)'],
    ],
    [
      'price-dollars',
      '2.6: a coin in dollars has its price in SOL by division',
      [INFO, 'a coin that is traded against dollars is quoted and priced in them, and not for SOL'],
      [TOKEN_INFO, 'inQuote / solPriceUsd', 'inQuote * solPriceUsd'],
    ],
    [
      'market-cap',
      '2.6: market_cap is price times supply',
      [INFO, PRICED],
      [TOKEN_INFO, 'price.usd * rawToNumber(token.supplyRaw, token.decimals)', 'price.usd * Number(token.supplyRaw)'],
    ],
    [
      'liquidity',
      '2.6: liquidity is what the market says of the pool',
      [INFO, 'what the market tells of the pool is its liquidity and its volume'],
      [TOKEN_INFO, 'if (told !== null) return told', ''],
    ],
    [
      'volume',
      '2.6: volume_24h is that of its pools',
      [INFO, 'what the market tells of the pool is its liquidity and its volume'],
      [
        TOKEN_INFO,
        'base.address === mint ? (volumeUsd.h24 ?? []) : []',
        'base.address === mint ? [] : (volumeUsd.h24 ?? [])',
      ],
    ],
    [
      'curve',
      '2.6: is_bonding_curve',
      [INFO, CURVE],
      [TOKEN_INFO, 'is_bonding_curve: pool.isCurve', 'is_bonding_curve: pool.movesLamports'],
    ],
    [
      'curve-percent',
      '2.6: bonding_curve_percent is how much is sold',
      [INFO, CURVE],
      [
        'src/chain/solana/dexes/pumpfun/trading.ts',
        'curveProgressPct(curve.realTokenReserves, global',
        'curveProgressPct(curve.virtualTokenReserves, global',
      ],
    ],
    [
      'renounced',
      '2.6: is_renounced means that nobody can mint',
      [INFO, AUTHORITIES],
      [TOKEN_INFO, 'token.mintAuthority === null', 'token.freezeAuthority === null'],
    ],
    [
      'freezable',
      '2.6: is_freezable means that somebody can freeze',
      [INFO, AUTHORITIES],
      [TOKEN_INFO, 'token.freezeAuthority !== null', 'token.mintAuthority !== null'],
    ],
  ]),
  ...rulesOf('read.discover', 'GET /v1/test/discover', [
    scopeOf('discover'),
    bearerOf('discover'),
    [
      'count',
      '2.6: pools_found is their number',
      [READS, DISCOVERED],
      [DISCOVER, 'pools_found: pools.length', 'pools_found: pools.length + 1'],
    ],
    [
      'all',
      '4.9: pools that cannot be traded are found, too',
      [READS, DISCOVERED],
      [DISCOVER, 'pools: pools.map(', 'pools: pools.filter(({ tradeable }) => tradeable).map('],
    ],
    [
      'quote',
      '2.6: quote_mint is what the coin is traded against',
      [READS, DISCOVERED],
      [DISCOVER, 'quoteMint === mint ? baseMint : quoteMint', 'baseMint'],
    ],
    [
      'program',
      '2.6: program_id is that of the pool',
      [READS, DISCOVERED],
      [DISCOVER, 'program_id: programId', 'program_id: address'],
    ],
    [
      'mint',
      '4.9: mint must be one',
      [READS, RULE_OF_EACH],
      [DISCOVER, "fail('invalid_mint', 'no mint at this address')", "fail('not_found', 'no mint at this address')"],
    ],
  ]),
]
