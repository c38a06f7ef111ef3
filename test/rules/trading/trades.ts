// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const BODIES = 'test/routes/trading/bodies.test.ts'
const BUY = 'test/routes/trading/buy.test.ts'
const SELL = 'test/routes/trading/sell.test.ts'
const HOPS = 'test/routes/trading/multi-hop.test.ts'
const CLIENT = 'test/routes/trading/client-signed.test.ts'
const FEES = 'test/routes/trading/fees.test.ts'
const FAILURES = 'test/routes/trading/failures.test.ts'
const CUSTODY = 'test/routes/trading/custody.test.ts'
const STRICT = 'test/routes/trading/closed-bodies.test.ts'
const LIVING = 'test/routes/wallets-v1/living-key.test.ts'

const BODY = 'src/routes/trading/trade-body.ts'
const ROUTE = 'src/routes/trading/trade-route.ts'
const LIMITS = 'src/config/trade-limits.ts'
const RUN = 'src/services/trading/run-trade.ts'
const PLAN = 'src/services/trading/plan-trade.ts'
const COINS = 'src/services/trading/plan-coins.ts'
const CLOSES = 'src/services/trading/plan-closes.ts'
const LEGS = 'src/services/trading/plan-legs.ts'
const COMPOSE = 'src/services/trading/compose-trade.ts'
const TIPS = 'src/services/trading/tip-terms.ts'
const TERMS = 'src/services/trading/fee-terms.ts'
const PLATFORM = 'src/services/trading/platform-fee.ts'
const NONCE = 'src/services/trading/read-nonce.ts'
const SETTLED = 'src/services/trading/settled-amounts.ts'
const ANSWER = 'src/services/trading/answer-landing.ts'
const LOSS = 'src/services/trading/bound-loss.ts'
const BOUNDS = 'src/services/trading/custody.ts'
const NAMED = 'src/services/trading/judge-named-pool.ts'

const CONFINED = 'a wallet with a list pays no fee to an address that is not on it, on any route and in any spelling'
const BOUND = 'a trade that would lose more than the bound is refused on every DEX, whatever slippage it allows'
const OWN_PRICE = 'a small wallet of a trade key keeps its coins’ worth: sales are bound as purchases are'
const THIN = 'a pool that is named must hold something'
const LIFTED = 'a bound may be tightened by anybody, and lifted by who may empty the wallet'
const DEFAULTS = 'what is not said has its default'
const MINT = 'mint is required and an address'
const UNITS = 'a buy takes 0.00001 to 100 whole units'
const REQUIRED = 'the amount of a buy is required, a number or its text, and read from its digits'
const THREE_NAMES = 'the amount of a buy goes by three names, the first of them first'
const DOLLARS = 'an amount in dollars has six decimals'
const MONEY = 'money goes by its name in any case or by its mint'
const PERCENT = 'a sale takes 1 to 100 percent, to the millionth'
const TWO_NAMES = 'a sale takes base units by two names, before a percentage'
const SLIPPAGE = 'slippage is an integer from 0 to 100000'
const TIP = 'the tip is an integer up to a SOL'
const PRICE = 'the price of a unit is refused above its limit, and a priority goes before it and is clamped'
const FLAGS = 'flags are true or false'
const CLOSE = 'a sale closes the account by either name, and a buy never does'
const DEX = 'a DEX goes by either name, in any spelling, and an unknown one is refused'
const POOL = 'a pool goes by either name and is an address'
const SIGNER = 'a caller who signs names the wallet, and only such a one uses the router'
const FEE = 'a platform fee is at most a quarter, and its wallet an address'
const BOTH = 'a durable nonce is an account and its value, both or neither'
const HOP_MONEY = 'over two hops money is SOL, whatever is said'
const HOP_FIXED = 'over two hops nonce, simulation and the bridge are what they are whatever is said'
const ABSENT = 'a member that is null counts as absent'
const NO_AMOUNT = 'a sale whose amount is misspelt or null sells nothing'
const BOUGHT = 'a buy on every DEX yields what was quoted and takes what was asked for, to the base unit'
const SOLD = 'a sale of everything on every DEX yields what was quoted, to the base unit, and ends the position'
const BUNDLED = 'with mev_protect it goes as a bundle and pays the tip, 1,500,000 lamports unless another is named'
const WRAPPED = 'wrapped SOL pays from its own account, on a pool and on a curve, and the lamports stay'
const SIMULATED = 'a simulated buy tells what the real one does and moves nothing'
const NONCED = 'a buy can live by a durable nonce of its wallet, which moves on'
const USERS = 'every user of a key has a wallet of its own, the default one too'
const ONCE = 'an idempotency key trades once: the answer comes again, another body is refused'
const SCOPED = 'trading takes a bearer key with the scope trade'
const PARTS = 'a part of the coins is sold by percent, rounded down, and an amount goes before a percentage'
const CLOSED = 'the emptied account is closed on request, and its deposit comes back; one that still holds coins stays'
const TAXED = 'a coin with a transfer fee is bought and sold as quoted, and its account can be closed'
const UNWRAPPED = 'wrapped SOL is received on its own account, from a pool and from a curve'
const TWO_ACCOUNTS = 'coins are sold out of the standard account, the seed-derived one, or both together'
const BOTH_CLOSED = 'a sale of everything in both accounts closes both on request'
const BUILT_TIP = 'the tip that is built in is what was asked for'
const BUILT = 'what is built names its blockhash and its end, and the manifest what it would move'
const HOPPED =
  'the second swap takes what the first yields at least, half a percent below its quote, and the rest stays'
const OPERATOR = "the operator's fee comes out of what a buy spends and out of what a sale yields, rounded down"
const NO_SCOPE = 'without that scope either member is refused with 403, on every route and for every signer'
const STALE = 'a stale transaction of a caller fails on the chain of every DEX when less than its minimum would arrive'
const MOVED = 'a custodial trade whose price moves while it is on its way is told as such, with what the chain took'
const POOR = 'a wallet with too little is told what it needs and what it holds'
const DROPPED = 'a transaction that nobody takes has definitely not landed once its blockhash is dead'
const PENDING = 'what is not confirmed in time is pending; asked again under its key it is answered in the end'
const KEYS = 'keys, users and wallets that will not do are refused before anything is read'

/** Every rule of buy, sell and their multi-hop forms (spec 4.9, and what 2.6, 3, 5, 7 and 8 say of them), with the test
 *  that holds it and a change that turns that test red. */
export const TRADE_RULES = [
  ...rulesOf('trade.custody', 'POST /v1/trade/buy', [
    [
      'fee-wallet',
      '4.9: the fee of a wallet with a list goes to an address on it',
      [CUSTODY, CONFINED],
      [TERMS, "return offList(withdrawTo, 'fee_wallet', wallet) ?? ", 'return '],
    ],
    [
      'loss',
      '4.9: a custodial trade keeps 75 % of what was given, at the price before it',
      [CUSTODY, BOUND],
      [LOSS, 'if (kept * BPS < whole * least)', 'if (kept < 0n)'],
    ],
    [
      'loss.floor',
      '4.9: the least amount is the higher of what slippage and the bound leave',
      [CUSTODY, BOUND],
      [LOSS, 'minOutRaw: floorRaw > leg.minOutRaw ? floorRaw : leg.minOutRaw', 'minOutRaw: leg.minOutRaw'],
    ],
    [
      'loss.market',
      "4.9: the price of the pool that the server would have chosen counts beside a named one's",
      [CUSTODY, OWN_PRICE],
      [NAMED, 'return ok(other === null ? null : asQuotedIn(pool.quoteMint, other, rate))', 'return ok(null)'],
    ],
    [
      'liquidity',
      '4.9: a pool that is named holds TRADE_MIN_POOL_LAMPORTS',
      [CUSTODY, THIN],
      [NAMED, 'if (depth < least) return tooThin(depth, least)', ''],
    ],
    [
      'lift.scope',
      '4.9: a looser bound needs the scope wallet',
      [CUSTODY, LIFTED],
      [BOUNDS, "if (caller.kind !== 'key' || !caller.key.scopes.includes('wallet'))", "if (caller.kind !== 'key')"],
    ],
    [
      'lift.list',
      '4.9: a wallet with a list has no looser bound',
      [CUSTODY, LIFTED],
      [
        BOUNDS,
        'if (withdrawTo.length === 0) return ok({ withdrawTo, maxImpactBps })',
        'return ok({ withdrawTo, maxImpactBps })',
      ],
    ],
  ]),
  ...rulesOf('trade.buy', 'POST /v1/trade/buy', [
    [
      'mint',
      '4.9: `mint` is required, an address',
      [BODIES, MINT],
      [BODY, "if (!isAddress(mint)) return refuse('invalid mint', 'invalid_mint')", ''],
    ],
    [
      'amount.required',
      '4.9: `amount_in` is required',
      [BODIES, REQUIRED],
      [
        BODY,
        "if (given === undefined) return refuse('amount_in is required', 'invalid_amount')",
        "if (given === undefined) return ok({ kind: 'raw', raw: MIN_BUY_NANO })",
      ],
    ],
    [
      'amount.least',
      '4.9, 8: an amount from 0.00001',
      [BODIES, UNITS],
      [BODY, 'nano < MIN_BUY_NANO ||', 'nano < 1n ||'],
    ],
    [
      'amount.most',
      '4.9, 8: an amount up to 100',
      [BODIES, UNITS],
      [BODY, 'MAX_BUY_NANO = 100_000_000_000n', 'MAX_BUY_NANO = 1_000_000_000_000n'],
    ],
    [
      'amount.number',
      '4.9: the amount is a number',
      [BODIES, REQUIRED],
      [BODY, 'if (nano === null && raw === null)', 'if (nano === null && raw === null && given === undefined)'],
    ],
    [
      'amount.units',
      '4.9: whole units of `pay_with_mint`, with its decimals',
      [BODIES, DOLLARS],
      [BODY, 'const decimals = TRADE_MONEY[money]', 'const decimals = TRADE_MONEY.SOL'],
    ],
    [
      'amount.alias-sol',
      '4.9: alias `amount_sol`',
      [BODIES, THREE_NAMES],
      [BODY, "buyAmount: ['amount_in', 'amount_sol', 'amount'],", "buyAmount: ['amount_in', 'amount'],"],
    ],
    [
      'amount.alias',
      '4.9: alias `amount`',
      [BODIES, THREE_NAMES],
      [BODY, "buyAmount: ['amount_in', 'amount_sol', 'amount'],", "buyAmount: ['amount_in', 'amount_sol'],"],
    ],
    ['dex.alias', '4.9: `dex` (alias `dex_type`)', [BODIES, DEX], [BODY, "dex: ['dex', 'dex_type'],", "dex: ['dex'],"]],
    [
      'dex.unknown',
      '7: 400 for an unknown `dex`',
      [BODIES, DEX],
      [BODY, "return readDexName(typeof given === 'string' ? given : '')", 'return ok(given as TapeDex)'],
    ],
    [
      'pool.alias',
      '4.9: `pool_address` (alias `pair_address`)',
      [BODIES, POOL],
      [BODY, "pool: ['pool_address', 'pair_address'],", "pool: ['pool_address'],"],
    ],
    [
      'slippage.default',
      '4.9: `slippage_bps` is 1000 by default',
      [BODIES, DEFAULTS],
      [LIMITS, 'slippageBps: { default: 1_000, max: 100_000 }', 'slippageBps: { default: 100, max: 100_000 }'],
    ],
    [
      'slippage.most',
      '4.9: and at most 100000',
      [BODIES, SLIPPAGE],
      [LIMITS, 'slippageBps: { default: 1_000, max: 100_000 }', 'slippageBps: { default: 1_000, max: 100_001 }'],
    ],
    [
      'slippage.kept',
      '4.9: what slippage leaves is the least that the chain lets through',
      [FAILURES, STALE],
      [LEGS, 'const bps = isLast ? slippageBps :', 'const bps = isLast ? 10_000 :'],
    ],
    [
      'mev.default',
      '4.9: `mev_protect` is false by default',
      [BODIES, DEFAULTS],
      [BODY, "mevProtect: flag('mev_protect'),", 'mevProtect: true,'],
    ],
    [
      'mev.bundle',
      '4.9, 3: with it the trade goes as a bundle',
      [BUY, BUNDLED],
      [RUN, 'bundle: wish.mevProtect', 'bundle: false'],
    ],
    [
      'mev.flag',
      '4.9: and is a bool',
      [BODIES, FLAGS],
      [BODY, "return typeof given === 'boolean' ? ok(given) :", 'return given !== 7 ? ok(Boolean(given)) :'],
    ],
    [
      'tip.default',
      '4.9: `tip_lamports` is 1500000 by default',
      [BUY, BUNDLED],
      [LIMITS, ' tipLamports: { default: 1_500_000n', ' tipLamports: { default: 150_000n'],
    ],
    [
      'tip.bundle-only',
      '4.9: the tip is paid for a bundle and for nothing else',
      [BUY, BUNDLED],
      [TIPS, 'return wish.mevProtect ? wish.tipLamports : 0n', 'return wish.tipLamports'],
    ],
    [
      'tip.integer',
      '4.9: lamports are whole ones, up to a SOL',
      [BODIES, TIP],
      [BODY, 'return lamports === null || lamports > max ?', 'return lamports === null ?'],
    ],
    [
      'price.default',
      '4.9: `compute_unit_price` is 500000 by default',
      [BUY, BOUGHT],
      [LIMITS, 'computeUnitPrice: { default: 500_000n', 'computeUnitPrice: { default: 50_000n'],
    ],
    [
      'priority.first',
      '4.9: `priority_micro_lamports` takes precedence',
      [BODIES, PRICE],
      [
        BODY,
        'if (priority === undefined) return',
        "if (priority === undefined || members['compute_unit_price']) return",
      ],
    ],
    [
      'priority.clamped',
      '4.9: and is clamped',
      [BODIES, PRICE],
      [BODY, 'return ok(price > max ? max : price)', 'return ok(price)'],
    ],
    [
      'priority.clamped-below',
      '4.9: from below, too',
      [BODIES, PRICE],
      [BODY, 'return isBelowZero ? ok(0n) :', "return isBelowZero ? refuse('below') :"],
    ],
    [
      'pay.names',
      '4.9: `pay_with_mint` is SOL, WSOL, USDC or USDT',
      [BODIES, MONEY],
      [BODY, '(MONEY_BY_TEXT.get(given) ?? MONEY_BY_TEXT.get(given.toUpperCase()))', 'MONEY_BY_TEXT.get(given)'],
    ],
    [
      'pay.others',
      '4.9: and nothing else',
      [BODIES, MONEY],
      [BODY, "'unsupported_quote') : ok(known)", "'unsupported_quote') && ok('SOL') : ok(known)"],
    ],
    [
      'pay.default',
      '4.9: SOL by default',
      [BODIES, DEFAULTS],
      [BODY, "if (given === undefined) return ok('SOL')", "if (given === undefined) return ok('WSOL')"],
    ],
    [
      'pay.wsol',
      '4.9: wrapped SOL pays from its own account',
      [BUY, WRAPPED],
      [COMPOSE, "money === 'WSOL' && side === 'buy' ? 'account' : 'lamports'", "'lamports'"],
    ],
    [
      'client.wallet',
      '4.9: `wallet` is the payer of client-signed builds',
      [BODIES, SIGNER],
      [BODY, 'if (wish.clientSigns && wish.wallet === null)', "if (wish.wallet === 'none')"],
    ],
    [
      'client.router',
      '4.9: `use_router` is client-signed only',
      [BODIES, SIGNER],
      [BODY, 'if (wish.useRouter && !wish.clientSigns)', "if (wish.wallet === 'none')"],
    ],
    [
      'client.data',
      '2.6: a client-signed build names its blockhash',
      [CLIENT, BUILT],
      ['src/services/trading/build-trade.ts', 'recent_blockhash: blockhash,', 'recent_blockhash: wish.mint,'],
    ],
    [
      'client.tip-default',
      '4.9: `mev_tip_lamports` omitted gives 100000',
      [CLIENT, BUILT_TIP],
      [LIMITS, 'mevTipLamports: { default: 100_000n', 'mevTipLamports: { default: 10_000n'],
    ],
    ['client.tip-none', '4.9: 0 opts out', [CLIENT, BUILT_TIP], [TIPS, 'if (mevTipLamports === 0n) return 0n', '']],
    [
      'client.tip-share',
      '4.9: `mev_tip_bps` is a share of what is traded',
      [CLIENT, BUILT_TIP],
      [TIPS, 'const BPS = 10_000n', 'const BPS = 100_000n'],
    ],
    [
      'fee.scope',
      '4.9, 7: `fee_bps` without the scope `fee_routing` is 403',
      [FEES, NO_SCOPE],
      [TERMS, "if (caller.kind !== 'key' || !caller.key.scopes.includes('fee_routing'))", "if (caller.kind !== 'key')"],
    ],
    [
      'fee-wallet.scope',
      '4.9, 7: and so is `fee_wallet`',
      [FEES, NO_SCOPE],
      [TERMS, 'if (feeBps === null && feeWallet === null) return', 'if (feeBps === null) return'],
    ],
    [
      'fee.most',
      '8: a platform fee is at most 2500 bps',
      [BODIES, FEE],
      [LIMITS, 'feeBps: { max: 2_500 }', 'feeBps: { max: 10_000 }'],
    ],
    [
      'fee.taken',
      '4.9: the fee is part of what a buy spends',
      [FEES, OPERATOR],
      [PLATFORM, 'swapRaw: amountInRaw - feeRaw', 'swapRaw: amountInRaw'],
    ],
    [
      'nonce.both',
      '4.9: `nonce_account` with `nonce_value`',
      [BODIES, BOTH],
      [BODY, 'if (account === undefined && value === undefined)', 'if (account === undefined || value === undefined)'],
    ],
    [
      'nonce.advanced',
      '4.9: a trade that lives by a durable nonce moves it on',
      [BUY, NONCED],
      [COMPOSE, 'if (nonce !== null) {', "if (nonce?.account === '') {"],
    ],
    [
      'nonce.value',
      '4.9: the nonce must hold that value',
      [BUY, NONCED],
      [NONCE, 'return value === nonce.value ?', 'return value !== nonce.account ?'],
    ],
    [
      'nonce.authority',
      '4.9: and be the wallet’s own',
      [BUY, NONCED],
      [NONCE, 'if (encodeBase58(fields.authority) !== wallet)', "if (wallet === '')"],
    ],
    [
      'simulate.default',
      '4.9: `simulate` is false by default',
      [BODIES, DEFAULTS],
      [BODY, "simulate: isMultiHop ? false : flag('simulate'),", 'simulate: !isMultiHop,'],
    ],
    [
      'simulate.sent',
      '4.9, 2.6: a simulated trade is not sent',
      [BUY, SIMULATED],
      [RUN, 'if (wish.simulate) return', "if (wish.mint === '') return"],
    ],
    [
      'amounts',
      '2.6: received is tokens in raw units and spent is lamports',
      [BUY, BOUGHT],
      [SETTLED, '{ receivedRaw: coins, spentRaw: -money }', '{ receivedRaw: -money, spentRaw: coins }'],
    ],
    [
      'user-ref',
      '4.9: `X-User-Ref` identifies the wallet',
      [BUY, USERS],
      [RUN, 'walletOf(ctx, caller, request.userRef)', "walletOf(ctx, caller, '')"],
    ],
    [
      'idempotency',
      '4.9: `Idempotency-Key` is honoured',
      [BUY, ONCE],
      [RUN, 'idempotencyKey: key.value,', "idempotencyKey: '',"],
    ],
    ['scope', '5: the key has the scope trade', [BUY, SCOPED], [ROUTE, "scope: 'trade',", "scope: 'read',"]],
    [
      'bearer',
      '5: the bearer key counts, and X-API-Key is not used',
      [BUY, SCOPED],
      [ROUTE, "auth: 'bearer',", "auth: 'apiKey',"],
    ],
    [
      'object',
      '7: a body without its members is 400',
      [BODIES, 'a body is a JSON object'],
      [
        BODY,
        'if (!members.ok) return refuse(members.message, members.code)',
        "if (!members.ok) return refuse('invalid mint')",
      ],
    ],
    [
      'unknown',
      '4.9: a member that is null counts as absent',
      [BODIES, ABSENT],
      [BODY, 'if (value !== undefined && value !== null) return value', 'if (value !== undefined) return value'],
    ],
    [
      'null-amount',
      '4.9: null is no amount: what is not said is all there is',
      [STRICT, NO_AMOUNT],
      ['src/contract/closed-body.ts', 'members[name] === null && ', 'false && '],
    ],
    [
      'misspelt',
      '4.9: a member that the route does not know is refused',
      [STRICT, NO_AMOUNT],
      [
        'src/contract/closed-body.ts',
        "if (!names.has(name)) return fail('invalid_request', unknownName('member', name, names))",
        '',
      ],
    ],
    [
      'twice',
      '4.9: a member that is given twice is refused',
      [STRICT, NO_AMOUNT],
      [
        'src/contract/closed-body.ts',
        'return repeated === null ? null : fail(',
        'return repeated !== null ? null : fail(',
      ],
    ],
    [
      'query',
      '4.11: what the query may not say pays nothing',
      [STRICT, 'a request that asks in a wrong way to be only simulated pays nothing'],
      ['src/http/validate.ts', 'if (bodyNames === null) continue', 'if (bodyNames !== null) continue'],
    ],
    [
      'other-wallet',
      '4.9: a custodial trade that names another wallet is refused',
      [STRICT, 'a custodial trade that names another wallet is refused, and so is what it would take from its own'],
      [
        RUN,
        'if (wish.wallet !== null && wish.wallet !== wallet.value.address)',
        'if (wish.wallet === wallet.value.address)',
      ],
    ],
    [
      'key-gone',
      '5: what a key has asked for that is revoked meanwhile is not signed',
      [LIVING, 'a key that is revoked while its request runs signs nothing any more'],
      [RUN, "if (!living.ok) return atStage(living, 'sign')", ''],
    ],
    [
      'fee-account',
      '4.9: a fee in dollars is not paid into an account that was given away',
      [FEES, 'a fee in dollars is paid to nobody to whom the fee wallet gave its account'],
      [
        'src/services/trading/plan-accounts.ts',
        'if (!isNew && tokenOwnerOf(account, { mint, tokenProgram }) !== wallet)',
        'if (isNew && address === wallet)',
      ],
    ],
    [
      'stage',
      '7: a validation failure says that nothing was begun',
      [BODIES, MINT],
      [
        'src/routes/trading/read-params.ts',
        "stage: 'validate', fee_lamports: 0, retry_safe: true",
        "stage: 'quote', fee_lamports: 0, retry_safe: false",
      ],
    ],
    [
      'stage.key',
      '7: so does one of the idempotency key',
      [FAILURES, KEYS],
      [RUN, 'return outcome.ok ? outcome : atStage(outcome, stageOf(outcome))', 'return outcome'],
    ],
    [
      'failed.price',
      '7: a minimum that is not reached on the chain is told as a price that moved',
      [FAILURES, MOVED],
      [
        ANSWER,
        'withDetails(fail(codeOfError(name), sentenceOf(name)), {',
        "withDetails(fail('simulation_failed', sentenceOf(name)), {",
      ],
    ],
    [
      'failed.fee',
      '7: a failure tells what the chain took',
      [FAILURES, MOVED],
      [ANSWER, 'fee_lamports: feeLamports === null ? null : Number(feeLamports),', 'fee_lamports: 0,'],
    ],
    [
      'not-landed',
      '7: what can never land has definitely not landed',
      [FAILURES, DROPPED],
      [ANSWER, "fail('not_landed', `it did not land", "fail('pending', `it did not land"],
    ],
    [
      'pending',
      '7: what is pending is safe to ask for again only under a key',
      [FAILURES, PENDING],
      [ANSWER, 'retry_safe: isPending ? isRepeatable : true', 'retry_safe: true'],
    ],
    [
      'poor',
      '7: a wallet with too little is told so before anything is signed',
      [FAILURES, POOR],
      [PLAN, 'if (held.value < needed) return lacking(', 'if (held.value < 0n) return lacking('],
    ],
  ]),
  ...rulesOf('trade.sell', 'POST /v1/trade/sell', [
    [
      'mint',
      '4.9: `mint` is required, an address',
      [BODIES, MINT],
      [BODY, "if (!isAddress(mint)) return refuse('invalid mint', 'invalid_mint')", ''],
    ],
    [
      'percent.default',
      '4.9: `percent` is 100 by default',
      [SELL, SOLD],
      [
        BODY,
        "return ok({ kind: 'percent', micro: FULL_PERCENT })",
        "return ok({ kind: 'percent', micro: FULL_PERCENT / 2n })",
      ],
    ],
    ['percent.least', '4.9: `percent` from 1', [BODIES, PERCENT], [BODY, 'micro < MICRO ||', 'micro < 0n ||']],
    [
      'percent.most',
      '4.9: `percent` up to 100',
      [BODIES, PERCENT],
      [BODY, 'micro > FULL_PERCENT)', 'micro > 2n * FULL_PERCENT)'],
    ],
    [
      'percent.down',
      '4.9: a part of the balance, rounded down',
      [SELL, PARTS],
      [COINS, '(total * amount.micro) / FULL_PERCENT_MICRO', '(total * amount.micro) / FULL_PERCENT_MICRO + 1n'],
    ],
    [
      'amount.alias',
      '4.9: `amount_in` (alias `amount_tokens`)',
      [BODIES, TWO_NAMES],
      [BODY, "sellAmount: ['amount_in', 'amount_tokens'],", "sellAmount: ['amount_in'],"],
    ],
    [
      'amount.raw',
      '4.9: token base units',
      [BODIES, TWO_NAMES],
      [BODY, 'if (raw === null || raw === 0n)', 'if (raw === null)'],
    ],
    [
      'amount.most',
      '4.9: of the balance',
      [FAILURES, POOR],
      [COINS, 'if (amountRaw > total || amountRaw === 0n)', 'if (amountRaw === 0n)'],
    ],
    [
      'accounts',
      '2.6: the balance is that of the seed-derived and the standard account together',
      [CLIENT, TWO_ACCOUNTS],
      [COINS, 'const total = inStandard + inSeedDerived', 'const total = inStandard'],
    ],
    [
      'close.alias',
      '4.9: `close_token_account` (alias `close_ata`)',
      [BODIES, CLOSE],
      [BODY, "close: ['close_token_account', 'close_ata'],", "close: ['close_token_account'],"],
    ],
    [
      'close',
      '4.9: closes the account',
      [SELL, CLOSED],
      [PLAN, 'wish.closeTokenAccount && isAll ?', 'wish.closeTokenAccount && !isAll ?'],
    ],
    [
      'close.both',
      '4.9: both of them, where both held coins',
      [CLIENT, BOTH_CLOSED],
      [PLAN, '...(gather === null ? [] : [gather.from])', ''],
    ],
    [
      'close.withheld',
      '4.9: also where a transfer fee was withheld in it',
      [SELL, TAXED],
      [CLOSES, 'hasWithheld: withheld !== null && readU64(withheld, 0) > 0n', 'hasWithheld: withheld === null'],
    ],
    [
      'position',
      '4.9: a full custodial sell closes the position',
      [SELL, SOLD],
      [
        'src/store/tables/positions.ts',
        'const isEnd = trade.isFullSale || given >= held',
        'const isEnd = given > held',
      ],
    ],
    [
      'receive.names',
      '4.9: `receive_mint` is SOL, WSOL, USDC or USDT',
      [BODIES, MONEY],
      [BODY, '(MONEY_BY_TEXT.get(given) ?? MONEY_BY_TEXT.get(given.toUpperCase()))', 'MONEY_BY_TEXT.get(given)'],
    ],
    [
      'receive.wsol',
      '4.9: wrapped SOL arrives on its own account',
      [SELL, UNWRAPPED],
      [COMPOSE, "if (isLast && plan.money === 'WSOL') return 'account'", ''],
    ],
    [
      'fee.output',
      '4.9: the platform fee is deducted from output',
      [FEES, OPERATOR],
      [PLATFORM, 'return { feeRaw, netRaw: amountOutRaw - feeRaw }', 'return { feeRaw, netRaw: amountOutRaw }'],
    ],
    [
      'fee.scope',
      '4.9, 7: `fee_bps` without the scope `fee_routing` is 403',
      [FEES, NO_SCOPE],
      [TERMS, "if (caller.kind !== 'key' || !caller.key.scopes.includes('fee_routing'))", "if (caller.kind !== 'key')"],
    ],
    [
      'amounts',
      '2.6: received is lamports and spent is tokens',
      [SELL, SOLD],
      [SETTLED, '{ receivedRaw: money, spentRaw: -coins }', '{ receivedRaw: -coins, spentRaw: money }'],
    ],
    [
      'slippage.default',
      '4.9: `slippage_bps` is 1000 by default',
      [SELL, SOLD],
      [LIMITS, 'slippageBps: { default: 1_000, max: 100_000 }', 'slippageBps: { default: 500, max: 100_000 }'],
    ],
    ['dex.alias', '4.9: `dex` (alias `dex_type`)', [BODIES, DEX], [BODY, "dex: ['dex', 'dex_type'],", "dex: ['dex'],"]],
    [
      'pool.address',
      '4.9: `pool_address` is an address',
      [BODIES, POOL],
      [
        BODY,
        'return isAddress(given) ? ok(given) : refuse(`${names[0]}: expected an address`)',
        'return ok(isAddress(given) ? given : null)',
      ],
    ],
  ]),
  ...rulesOf('trade.buy-multi-hop', 'POST /v1/trade/buy-multi-hop', [
    [
      'amount',
      '4.9: `amount_sol` is required',
      [BODIES, REQUIRED],
      [
        BODY,
        "if (given === undefined) return refuse('amount_in is required', 'invalid_amount')",
        "if (given === undefined) return ok({ kind: 'raw', raw: MIN_BUY_NANO })",
      ],
    ],
    [
      'settlement',
      '4.9: settled in SOL',
      [BODIES, HOP_MONEY],
      [
        BODY,
        "isMultiHop ? ok('SOL' as const) :",
        "isMultiHop && members['pay_with_mint'] === null ? ok('SOL' as const) :",
      ],
    ],
    [
      'nonce',
      '4.9: the nonce is forced off',
      [BODIES, HOP_FIXED],
      [BODY, 'nonce: isMultiHop ? null :', 'nonce: !isMultiHop ? null :'],
    ],
    [
      'simulate',
      '4.9: simulate is forced off',
      [HOPS, 'bridge fields are ignored whatever they are, and nonce and simulation are off'],
      [BODY, 'simulate: isMultiHop ? false :', 'simulate:'],
    ],
    [
      'bridge.slippage',
      '4.9: `bridge_slippage_bps` is accepted and ignored',
      [BODIES, HOP_FIXED],
      [
        BODY,
        'const { mint } = members',
        "const { mint } = members\n  if (members['bridge_slippage_bps'] === 'x') return refuse('bridge')",
      ],
    ],
    [
      'bridge.mint',
      '4.9: `intermediate_mint` is accepted and ignored',
      [BODIES, HOP_FIXED],
      [
        BODY,
        'const { mint } = members',
        "const { mint } = members\n  if (members['intermediate_mint']) return refuse('bridge')",
      ],
    ],
    [
      'bridge.least',
      '4.9: the second swap takes what the first yields at least',
      [HOPS, HOPPED],
      [LEGS, 'raw = minOutRaw', 'raw = quote.amountOutRaw'],
    ],
    [
      'bridge.slack',
      '4.9: which is half a percent below its quote',
      [HOPS, HOPPED],
      [LIMITS, 'bridgeSlippageBps: 50,', 'bridgeSlippageBps: 60,'],
    ],
  ]),
  ...rulesOf('trade.sell-multi-hop', 'POST /v1/trade/sell-multi-hop', [
    [
      'amount',
      '4.9: `amount_tokens`, base units',
      [BODIES, TWO_NAMES],
      [BODY, "sellAmount: ['amount_in', 'amount_tokens'],", "sellAmount: ['amount_in'],"],
    ],
    [
      'percent',
      '4.9: `percent`, 100 by default',
      [BODIES, DEFAULTS],
      [BODY, "return ok({ kind: 'percent', micro: FULL_PERCENT })", "return ok({ kind: 'percent', micro: MICRO })"],
    ],
    [
      'close',
      '4.9: `close_ata`',
      [BODIES, CLOSE],
      [BODY, "close: ['close_token_account', 'close_ata'],", "close: ['close_token_account'],"],
    ],
    [
      'settlement',
      '4.9: settled in SOL',
      [BODIES, HOP_MONEY],
      [
        BODY,
        "isMultiHop ? ok('SOL' as const) :",
        "isMultiHop && members['receive_mint'] === null ? ok('SOL' as const) :",
      ],
    ],
    [
      'bridge',
      '4.9: bridge fields are ignored',
      [BODIES, HOP_FIXED],
      [
        BODY,
        'const { mint } = members',
        "const { mint } = members\n  if (members['bridge_slippage_bps'] === 'x') return refuse('bridge')",
      ],
    ],
  ]),
]
