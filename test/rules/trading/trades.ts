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
const LIVING = 'test/routes/custody/living-key.test.ts'

const CONFINED = 'a wallet with a list pays no fee to an address that is not on it, on any route and in any spelling'
const BOUND = 'a trade that would lose more than the bound is refused on every DEX, whatever slippage it allows'
const OWN_PRICE = 'a small wallet of a trade key keeps its tokens’ worth: sales are bound as purchases are'
const THIN = 'a pool that is named must hold something'
const LIFTED = 'a bound may be tightened by anyone, and lifted by who may empty the wallet'
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
const SIMULATED = 'a simulated buy reports what the real one does and moves nothing'
const NONCED = 'a buy can live by a durable nonce of its wallet, which moves on'
const USERS = 'every user of a key has a wallet of its own, the default one too'
const ONCE = 'an idempotency key trades once: the answer comes again, another body is refused'
const SCOPED = 'trading takes a bearer key with the scope trade'
const PARTS = 'a part of the tokens is sold by percent, rounded down, and an amount goes before a percentage'
const CLOSED = 'the emptied account is closed on request, and its deposit comes back; one that still holds tokens stays'
const TAXED = 'a token with a transfer fee is bought and sold as quoted, and its account can be closed'
const UNWRAPPED = 'wrapped SOL is received on its own account, from a pool and from a curve'
const TWO_ACCOUNTS = 'tokens are sold out of the standard account, the seed-derived one, or both together'
const BOTH_CLOSED = 'a sale of everything in both accounts closes both on request'
const BUILT_TIP = 'the tip that is built in is what was asked for'
const BUILT = 'what is built names its blockhash and its end, and the manifest what it would move'
const HOPPED =
  'the second swap takes what the first yields at least, half a percent below its quote, and the rest stays'
const OPERATOR = "the operator's fee comes out of what a buy spends and out of what a sale yields, rounded down"
const NO_SCOPE = 'without that scope either member is refused with 403, on every route and for every signer'
const STALE = 'a stale transaction of a caller fails on the chain of every DEX when less than its minimum would arrive'
const MOVED =
  'a custodial trade whose price moves before it lands is reported as such, with the fee that the chain charged'
const POOR = 'a wallet with too little gets what it needs and what it holds'
const DROPPED = 'a transaction that no one takes has definitely not landed once its blockhash is dead'
const PENDING = 'what is not confirmed in time is pending; asked again under its key it is answered in the end'
const KEYS = 'keys, users and wallets that will not do are refused before anything is read'

/** Every rule of buy, sell and their multi-hop forms (spec 4.9, and what 2.6, 3, 5, 7 and 8 say of them), with the test
 *  that holds it and a change that turns that test red. */
export const TRADE_RULES = [
  ...rulesOf('trade.custody', 'POST /v1/trade/buy', [
    ['fee-wallet', '4.9: the fee of a wallet with a list goes to an address on it', [CUSTODY, CONFINED], 'feeTermsOf'],
    [
      'loss',
      '4.9: a custodial trade keeps 75 % of what was given, at the price before it',
      [CUSTODY, BOUND],
      'boundLoss',
    ],
    [
      'loss.floor',
      '4.9: the least amount is the higher of what slippage and the bound leave',
      [CUSTODY, BOUND],
      'boundLoss',
    ],
    [
      'loss.market',
      "4.9: the price of the pool that the server would have chosen counts beside a named one's",
      [CUSTODY, OWN_PRICE],
      'judgeNamedPool',
    ],
    ['liquidity', '4.9: a pool that is named holds TRADE_MIN_POOL_LAMPORTS', [CUSTODY, THIN], 'judgeNamedPool'],
    ['lift.scope', '4.9: a looser bound needs the scope wallet', [CUSTODY, LIFTED], 'custodyOf'],
    ['lift.list', '4.9: a wallet with a list has no looser bound', [CUSTODY, LIFTED], 'custodyOf'],
  ]),
  ...rulesOf('trade.buy', 'POST /v1/trade/buy', [
    ['mint', '4.9: `mint` is required, an address', [BODIES, MINT], 'trade-members#mint'],
    ['amount.required', '4.9: `amount_in` is required', [BODIES, REQUIRED], 'read-members#otherwise'],
    ['amount.least', '4.9, 8: an amount from 0.00001', [BODIES, UNITS], 'buyAmount'],
    ['amount.most', '4.9, 8: an amount up to 100', [BODIES, UNITS], 'buyAmount'],
    ['amount.number', '4.9: the amount is a number', [BODIES, REQUIRED], 'decimal'],
    [
      'amount.units',
      '4.9: whole units of `pay_with_mint`, with its decimals',
      [BODIES, DOLLARS],
      'trade-body#DOLLAR_AMOUNT',
    ],
    ['amount.alias-sol', '4.9: alias `amount_sol`', [BODIES, THREE_NAMES], 'BUY_NAMES'],
    ['amount.alias', '4.9: alias `amount`', [BODIES, THREE_NAMES], 'BUY_NAMES'],
    ['dex.alias', '4.9: `dex` (alias `dex_type`)', [BODIES, DEX], 'trade-body#single'],
    ['dex.unknown', '7: 400 for an unknown `dex`', [BODIES, DEX], 'trade-members#DEX_NAMES'],
    ['pool.alias', '4.9: `pool_address` (alias `pair_address`)', [BODIES, POOL], 'trade-body#single'],
    ['slippage.default', '4.9: `slippage_bps` is 1000 by default', [BODIES, DEFAULTS], 'TRADE_LIMITS.slippageBps'],
    ['slippage.most', '4.9: and at most 100000', [BODIES, SLIPPAGE], 'TRADE_LIMITS.slippageBps'],
    [
      'slippage.kept',
      '4.9: what slippage leaves is the least that the chain lets through',
      [FAILURES, STALE],
      'planLegs',
    ],
    ['mev.default', '4.9: `mev_protect` is false by default', [BODIES, DEFAULTS], 'TRADE_MEMBERS.mev_protect'],
    ['mev.bundle', '4.9, 3: with it the trade goes as a bundle', [BUY, BUNDLED], 'run-trade#sendTrade'],
    ['mev.flag', '4.9: and is a bool', [BODIES, FLAGS], 'members#boolean'],
    ['tip.default', '4.9: `tip_lamports` is 1500000 by default', [BUY, BUNDLED], 'TRADE_LIMITS.tipLamports'],
    ['tip.bundle-only', '4.9: the tip is paid for a bundle and for nothing else', [BUY, BUNDLED], 'tipLamportsOf'],
    ['tip.integer', '4.9: lamports are whole ones, up to a SOL', [BODIES, TIP], 'TRADE_MEMBERS.tip_lamports'],
    ['price.default', '4.9: `compute_unit_price` is 500000 by default', [BUY, BOUGHT], 'TRADE_LIMITS.computeUnitPrice'],
    ['priority.first', '4.9: `priority_micro_lamports` takes precedence', [BODIES, PRICE], 'trade-body#paramsOf'],
    ['priority.clamped', '4.9: and is clamped', [BODIES, PRICE], 'clampedUnits'],
    ['priority.clamped-below', '4.9: from below, too', [BODIES, PRICE], 'clampedUnits'],
    ['pay.names', '4.9: `pay_with_mint` is SOL, WSOL, USDC or USDT', [BODIES, MONEY], 'trade-members#MONEY_NAMES'],
    ['pay.others', '4.9: and nothing else', [BODIES, MONEY], 'nameOf'],
    ['pay.default', '4.9: SOL by default', [BODIES, DEFAULTS], 'trade-members#money'],
    ['pay.wsol', '4.9: wrapped SOL pays from its own account', [BUY, WRAPPED], 'compose-trade#swap'],
    ['client.wallet', '4.9: `wallet` is the payer of client-signed builds', [BODIES, SIGNER], 'needs'],
    ['client.router', '4.9: `use_router` is client-signed only', [BODIES, SIGNER], 'trade-body#SIGNER'],
    ['client.data', '2.6: a client-signed build names its blockhash', [CLIENT, BUILT], 'build-trade#buildDirect'],
    [
      'client.tip-default',
      '4.9: `mev_tip_lamports` omitted gives 100000',
      [CLIENT, BUILT_TIP],
      'TRADE_LIMITS.mevTipLamports',
    ],
    ['client.tip-none', '4.9: 0 opts out', [CLIENT, BUILT_TIP], 'tipLamportsOf'],
    ['client.tip-share', '4.9: `mev_tip_bps` is a share of what is traded', [CLIENT, BUILT_TIP], 'tip-terms#BPS'],
    ['fee.scope', '4.9, 7: `fee_bps` without the scope `fee_routing` is 403', [FEES, NO_SCOPE], 'feeTermsOf'],
    ['fee-wallet.scope', '4.9, 7: and so is `fee_wallet`', [FEES, NO_SCOPE], 'feeTermsOf'],
    ['fee.most', '8: a platform fee is at most 2500 bps', [BODIES, FEE], 'TRADE_LIMITS.feeBps'],
    ['fee.taken', '4.9: the fee is part of what a buy spends', [FEES, OPERATOR], 'feeOfInput'],
    ['nonce.both', '4.9: `nonce_account` with `nonce_value`', [BODIES, BOTH], 'trade-body#NONCE'],
    ['nonce.advanced', '4.9: a trade that lives by a durable nonce moves it on', [BUY, NONCED], 'composeTrade'],
    ['nonce.value', '4.9: the nonce must hold that value', [BUY, NONCED], 'checkNonce'],
    ['nonce.authority', '4.9: and be the wallet’s own', [BUY, NONCED], 'checkNonce'],
    ['simulate.default', '4.9: `simulate` is false by default', [BODIES, DEFAULTS], 'SINGLE_MEMBERS.simulate'],
    ['simulate.sent', '4.9, 2.6: a simulated trade is not sent', [BUY, SIMULATED], 'run-trade#runTrade'],
    [
      'amounts',
      '2.6: received is tokens in raw units and spent is lamports',
      [BUY, BOUGHT],
      'settled-amounts#amountsOf',
    ],
    ['user-ref', '4.9: `X-User-Ref` identifies the wallet', [BUY, USERS], 'run-trade#runTrade'],
    ['idempotency', '4.9: `Idempotency-Key` is honoured', [BUY, ONCE], 'run-trade#runTrade'],
    ['scope', '5: the key has the scope trade', [BUY, SCOPED], 'tradeRoute'],
    ['bearer', '5: the bearer key counts, and X-API-Key is not used', [BUY, SCOPED], 'tradeRoute'],
    ['object', '7: a body without its members is 400', [BODIES, 'a body is a JSON object'], 'objectOf'],
    ['unknown', '4.9: a member that is null counts as absent', [BODIES, ABSENT], 'read-members#readOne'],
    [
      'null-amount',
      '4.9: null is no amount: what is not said is all there is',
      [STRICT, NO_AMOUNT],
      'read-members#nullRefusal',
    ],
    [
      'misspelt',
      '4.9: a member that the route does not know is refused',
      [STRICT, NO_AMOUNT],
      'object-member#unknownMember',
    ],
    ['twice', '4.9: a member that is given twice is refused', [STRICT, NO_AMOUNT], 'jsonBody'],
    [
      'query',
      '4.11: what the query may not say pays nothing',
      [STRICT, 'a request that asks in a wrong way to be only simulated pays nothing'],
      'judgeQuery',
    ],
    [
      'other-wallet',
      '4.9: a custodial trade that names another wallet is refused',
      [STRICT, 'a custodial trade that names another wallet is refused, and so is what it would take from its own'],
      'run-trade#runTrade',
    ],
    [
      'key-gone',
      '5: what a key has asked for that is revoked meanwhile is not signed',
      [LIVING, 'a key that is revoked while its request runs signs nothing any more'],
      'run-trade#sendTrade',
    ],
    [
      'fee-account',
      '4.9: a fee in dollars is not paid into an account that was given away',
      [FEES, 'a fee in dollars is paid to no one to whom the fee wallet gave its account'],
      'ownAccount',
    ],
    ['stage', '7: a validation failure says that nothing was begun', [BODIES, MINT], 'read-params#NOTHING_DONE'],
    ['stage.key', '7: so does one of the idempotency key', [FAILURES, KEYS], 'run-trade#runTrade'],
    [
      'failed.price',
      '7: a minimum that is not reached on the chain is reported as a price that moved',
      [FAILURES, MOVED],
      'answer-landing#answerFailed',
    ],
    [
      'failed.fee',
      '7: a failure states the fee that the chain charged',
      [FAILURES, MOVED],
      'answer-landing#answerFailed',
    ],
    ['not-landed', '7: what can never land has definitely not landed', [FAILURES, DROPPED], 'answerLanding'],
    ['pending', '7: what is pending is safe to ask for again only under a key', [FAILURES, PENDING], 'answerLanding'],
    [
      'poor',
      '7: a wallet with too little is refused before anything is signed',
      [FAILURES, POOR],
      'plan-trade#findShortfall',
    ],
  ]),
  ...rulesOf('trade.sell', 'POST /v1/trade/sell', [
    ['mint', '4.9: `mint` is required, an address', [BODIES, MINT], 'trade-members#mint'],
    ['percent.default', '4.9: `percent` is 100 by default', [SELL, SOLD], 'trade-members#percent'],
    ['percent.least', '4.9: `percent` from 1', [BODIES, PERCENT], 'trade-members#percent'],
    ['percent.most', '4.9: `percent` up to 100', [BODIES, PERCENT], 'trade-members#percent'],
    ['percent.down', '4.9: a part of the balance, rounded down', [SELL, PARTS], 'planTokens'],
    ['amount.alias', '4.9: `amount_in` (alias `amount_tokens`)', [BODIES, TWO_NAMES], 'sellAmount'],
    ['amount.raw', '4.9: token base units', [BODIES, TWO_NAMES], 'trade-body#sold'],
    ['amount.most', '4.9: of the balance', [FAILURES, POOR], 'planTokens'],
    [
      'accounts',
      '2.6: the balance is that of the seed-derived and the standard account together',
      [CLIENT, TWO_ACCOUNTS],
      'planTokens',
    ],
    ['close.alias', '4.9: `close_token_account` (alias `close_ata`)', [BODIES, CLOSE], 'closeAccount'],
    ['close', '4.9: closes the account', [SELL, CLOSED], 'plan-trade#draftSale'],
    ['close.both', '4.9: both of them, where both held tokens', [CLIENT, BOTH_CLOSED], 'plan-trade#draftSale'],
    ['close.withheld', '4.9: also where a transfer fee was withheld in it', [SELL, TAXED], 'planCloses'],
    ['position', '4.9: a full custodial sell closes the position', [SELL, SOLD], 'positions#moved'],
    ['receive.names', '4.9: `receive_mint` is SOL, WSOL, USDC or USDT', [BODIES, MONEY], 'trade-members#MONEY_NAMES'],
    ['receive.wsol', '4.9: wrapped SOL arrives on its own account', [SELL, UNWRAPPED], 'compose-trade#receiveSol'],
    ['fee.output', '4.9: the platform fee is deducted from output', [FEES, OPERATOR], 'feeOfOutput'],
    ['fee.scope', '4.9, 7: `fee_bps` without the scope `fee_routing` is 403', [FEES, NO_SCOPE], 'feeTermsOf'],
    ['amounts', '2.6: received is lamports and spent is tokens', [SELL, SOLD], 'settled-amounts#amountsOf'],
    ['slippage.default', '4.9: `slippage_bps` is 1000 by default', [SELL, SOLD], 'TRADE_LIMITS.slippageBps'],
    ['dex.alias', '4.9: `dex` (alias `dex_type`)', [BODIES, DEX], 'trade-body#single'],
    ['pool.address', '4.9: `pool_address` is an address', [BODIES, POOL], 'trade-members#pool'],
  ]),
  ...rulesOf('trade.buy-multi-hop', 'POST /v1/trade/buy-multi-hop', [
    ['amount', '4.9: `amount_sol` is required', [BODIES, REQUIRED], 'buyMultiHopBody'],
    ['settlement', '4.9: settled in SOL', [BODIES, HOP_MONEY], 'trade-body#SOL_SETTLED'],
    ['nonce', '4.9: the nonce is forced off', [BODIES, HOP_FIXED], 'trade-body#SOL_SETTLED'],
    [
      'simulate',
      '4.9: simulate is forced off',
      [HOPS, 'bridge fields are ignored whatever they are, and nonce and simulation are off'],
      'trade-body#SOL_SETTLED',
    ],
    [
      'bridge.slippage',
      '4.9: `bridge_slippage_bps` is accepted and ignored',
      [BODIES, HOP_FIXED],
      'trade-body#ON_MULTI_HOP',
    ],
    ['bridge.mint', '4.9: `intermediate_mint` is accepted and ignored', [BODIES, HOP_FIXED], 'trade-body#ON_MULTI_HOP'],
    ['bridge.least', '4.9: the second swap takes what the first yields at least', [HOPS, HOPPED], 'planLegs'],
    ['bridge.slack', '4.9: which is half a percent below its quote', [HOPS, HOPPED], 'TRADE_LIMITS.bridgeSlippageBps'],
  ]),
  ...rulesOf('trade.sell-multi-hop', 'POST /v1/trade/sell-multi-hop', [
    ['amount', '4.9: `amount_tokens`, base units', [BODIES, TWO_NAMES], 'sellMultiHopBody'],
    ['percent', '4.9: `percent`, 100 by default', [BODIES, DEFAULTS], 'trade-members#percent'],
    ['close', '4.9: `close_ata`', [BODIES, CLOSE], 'closeAccount'],
    ['settlement', '4.9: settled in SOL', [BODIES, HOP_MONEY], 'trade-body#SOL_SETTLED'],
    ['bridge', '4.9: bridge fields are ignored', [BODIES, HOP_FIXED], 'trade-body#ON_MULTI_HOP'],
  ]),
]
