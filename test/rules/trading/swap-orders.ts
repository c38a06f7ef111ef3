import { rulesOf } from '../engine-rule.ts'

const QUOTE = 'test/routes/swap/quote.test.ts'
const BUILD = 'test/routes/swap/build.test.ts'
const MANIFEST = 'test/routes/swap/manifest.test.ts'
const ADAPTER = 'test/upstreams/jupiter-swap.test.ts'
const ORDERS = 'test/routes/orders/orders.test.ts'

const WHOLE = 'the quote comes as the aggregator gave it, member for member and digit for digit, under quote'
const AMOUNT = 'an amount is required: a whole number of base units above 0 that the chain can count'
const SLIPPAGE = 'the slippage is 50 unless it is given, and clamped to 1..10000'
const FEE = 'a platform fee goes on clamped to 2500, and only when there is one'
const NO_QUOTE = 'whatever the aggregator answers but a quote is 502, and its words and key are no one’s'
const BACK = 'the quote goes back whole, digit for digit, without our own member, beside the fixed options'
const PRICE = 'a price of the compute units goes on only when it is truthy'
const EDITS = 'every edit that takes more, gives less or touches anything else is refused'
const OTHER_QUOTE = 'a transaction for another quote is refused: a larger one, and one that yields less'
const KEY = 'a key is needed'
const NO_ANSWER = 'an aggregator that does not answer is 502 after twelve seconds for what is built, eight for lists'
const MINTS = 'both mints of an order are required, and addresses'
const LIMIT_AMOUNTS = 'both amounts of a limit order are required, whole base units'
const MAKER = 'a limit order needs its maker, an address'
const PAYER = 'who pays for a limit order is handed on as it is'
const CYCLES = 'amount, interval and number of cycles of a DCA are required, whole numbers with all their digits'
const POSITION = 'a DCA position: its account, read off the transaction, and the transaction that opens it'
const USER = 'a DCA position needs its user, an address'
const ENDS = 'what ends is named by its account or by an entry of the list, which names its owner too'
const NAMED = 'what ends must be named, by a text or an object'
const OWNER = 'the owner of what ends is handed on as it is, and must be known from somewhere'
const WALLET = 'a list is of a wallet, an address'
const OPEN = 'open limit orders, under the names that an order has on the chain'
const PAGES = 'of what is open every page is read, up to ten, and more is said to be there'
const HISTORY = 'the history of limit orders, with status and fills, is read page by page'
const POSITIONS = 'DCA positions with their cycles'
const NO_ORDER = 'whatever the aggregator answers but what was asked for is 502, and its words and key are no one’s'

/** Every rule of spec 4.5, and what 5, 7 and 8 say of its routes, with the test that holds it and a change that turns
 *  that test red. */
export const SWAP_ORDER_RULES = [
  ...rulesOf('swap.quote', 'GET /api/v2/swap/quote', [
    [
      'mints',
      '4.5: inputMint and outputMint are required addresses, 400 `inputMint, outputMint required`',
      [QUOTE, 'both mints are required, and addresses'],
      'quote#mint',
    ],
    ['amount', '4.5: amount is required, 400 `amount (in base units) required`', [QUOTE, AMOUNT], 'amountParam'],
    ['amount.zero', '4.5: amount is above 0', [QUOTE, AMOUNT], 'amountParam'],
    ['amount.whole', '4.5: amount is in base units, which are whole', [QUOTE, AMOUNT], 'amountParam'],
    ['amount.finite', '4.5: amount is no more than the chain can count', [QUOTE, AMOUNT], 'amountParam'],
    ['slippage.default', '4.5: slippageBps is 50 unless it is given', [QUOTE, SLIPPAGE], 'SWAP_LIMITS.slippageBps'],
    ['slippage.min', '4.5, 8: slippageBps is clamped to 1 at least', [QUOTE, SLIPPAGE], 'SWAP_LIMITS.slippageBps'],
    ['slippage.max', '4.5, 8: slippageBps is clamped to 10000 at most', [QUOTE, SLIPPAGE], 'SWAP_LIMITS.slippageBps'],
    ['fee.max', '4.5, 8: platformFeeBps is clamped to 2500 at most', [QUOTE, FEE], 'SWAP_LIMITS.platformFeeBps'],
    ['fee.min', '4.5: platformFeeBps is clamped to 0 at least', [QUOTE, FEE], 'platformFeeParam'],
    ['fee.absent', '2.5, 4.5: platformFee is null unless one is asked for', [QUOTE, FEE], 'createJupiterSwap.quote'],
    ['whole', '2.5: the quote is the aggregator’s object, nested under quote', [QUOTE, WHOLE], 'tagQuote'],
    ['digits', '2.5: every number of it as it was written', [QUOTE, WHOLE], 'jupiter-swap#parseShallow'],
    [
      'timeout',
      '4.5, 8: a quote has eight seconds',
      [QUOTE, 'an aggregator that does not answer is 502 after eight seconds'],
      'TIMEOUTS.swapQuoteMs',
    ],
    [
      'refused',
      '4.5, 7: any non-2xx of the aggregator is 502, whatever its body',
      [QUOTE, NO_QUOTE],
      'createHttpClient.callJson',
    ],
    [
      'secret',
      '7: of what the aggregator says, only the documented name of a refusal is passed on',
      [ADAPTER, 'documented refusals are named, and nothing else of what the provider says'],
      'jupiter-swap#refusalOf',
    ],
    ['key', '5: a key is needed', [QUOTE, KEY], 'swapQuote.auth'],
    [
      'generation',
      '4.5: with a key the newer generation of the aggregator quotes',
      [QUOTE, 'with a key the newer generation is asked, and either can be chosen'],
      'registry#swapGenerationOf',
    ],
  ]),
  ...rulesOf('swap.build', 'POST /api/v2/swap/build', [
    [
      'quote',
      '4.5: quoteResponse is required, 400 `quoteResponse object required`',
      [BUILD, 'a quote is required, and an object'],
      'buildBody',
    ],
    ['quote.object', '4.5: quoteResponse is an object', [BUILD, 'a quote is required, and an object'], 'anyObject'],
    [
      'wallet',
      '4.5: userPublicKey is a required address, 400 `userPublicKey required`',
      [BUILD, 'a wallet is required, and an address'],
      'buildBody',
    ],
    [
      'wallet.bytes',
      '2.1, 4.5: userPublicKey is one that the chain can read',
      [BUILD, 'a wallet is required, and an address'],
      'buildSwap',
    ],
    [
      'fee-account',
      '4.5: feeAccount is an optional address, 400 `feeAccount must be a valid address`',
      [BUILD, 'a fee account is an address where there is one'],
      'buildBody',
    ],
    ['price.truthy', '4.5: computeUnitPriceMicroLamports is forwarded only when truthy', [BUILD, PRICE], 'orEmpty'],
    ['price.forwarded', '4.5: computeUnitPriceMicroLamports is forwarded', [BUILD, PRICE], 'jupiter-swap#bodyOfV1'],
    [
      'price.written',
      '4.5: the transaction offers the price that was asked for',
      [BUILD, 'the transaction offers the price that was asked for, whatever the aggregator wrote'],
      'build#readDraft',
    ],
    ['wrap', '4.5: wrapping of SOL is on', [BUILD, BACK], 'jupiter-swap#bodyOfV1'],
    ['shared', '4.5: shared accounts are off', [BUILD, BACK], 'jupiter-swap#bodyOfV1'],
    ['limit', '4.5: the dynamic compute limit is on', [BUILD, BACK], 'jupiter-swap#bodyOfV1'],
    [
      'limit.v2',
      '4.5: and where the aggregator has none, it is made here',
      [MANIFEST, 'v2 takes the whole limit: what a swap needs is measured here, and its price is paid for that alone'],
      'build#executeDraft',
    ],
    ['fed-back', '2.5: the whole quote is fed back, and nothing of ours', [BUILD, BACK], 'untagQuote'],
    [
      'generation',
      '2.5: a quote is built by the generation of the aggregator that made it',
      [BUILD, 'a quote is built by the generation that made it; one that does not say by the one that quotes'],
      'buildSwap',
    ],
    [
      'timeout',
      '4.5, 8: a build has twelve seconds',
      [BUILD, 'an aggregator that does not answer is 502 after twelve seconds'],
      'TIMEOUTS.swapBuildMs',
    ],
    [
      'refused',
      '4.5, 7: what the aggregator answers is 502 unless it is a transaction',
      [BUILD, 'whatever the aggregator answers but a transaction is 502, and its words and key are no one’s'],
      'build#readDraft',
    ],
    [
      'rest',
      '7: one caller’s bad quotes do not rest the aggregator for the others',
      [BUILD, 'a quote over which the aggregator stumbles does not rest it for everyone else'],
      'createJupiterSwap.build',
    ],
    [
      'manifest',
      '4.5: a built transaction is executed before it is handed out, and refused where it goes beyond its quote',
      [MANIFEST, EDITS],
      'buildSwap',
    ],
    ['manifest.outflow', '4.5: it gives no more than the quote says', [MANIFEST, OTHER_QUOTE], 'swapIntent'],
    ['manifest.inflow', '4.5: it brings no less than the quote’s threshold', [MANIFEST, OTHER_QUOTE], 'swapIntent'],
    ['manifest.signers', '4.5: no one but the wallet signs it', [MANIFEST, EDITS], 'swapIntent'],
    [
      'manifest.off',
      '4.5: `manifest: false` leaves that out',
      [MANIFEST, 'without a manifest the transaction comes as it was built'],
      'buildBody',
    ],
    ['key', '5: a key is needed', [BUILD, KEY], 'swapBuild.auth'],
  ]),
  ...rulesOf('orders.limit-create', 'POST /api/v2/orders/limit/create', [
    ['mints', '4.5: inputMint and outputMint are required addresses', [ORDERS, MINTS], 'order-body#MINTS'],
    [
      'amounts',
      '4.5: makingAmount and takingAmount are required numbers of base units',
      [ORDERS, LIMIT_AMOUNTS],
      'limitCreateBody',
    ],
    ['amounts.whole', '4.5: base units are whole numbers from 1', [ORDERS, LIMIT_AMOUNTS], 'wholeUnits'],
    ['maker', '4.5: maker is an address', [ORDERS, MAKER], 'order-body#wallet'],
    ['maker.absent', '4.5: and without one nothing can be built', [ORDERS, MAKER], 'limitCreateBody'],
    ['payer', '4.5: payer is forwarded unvalidated', [ORDERS, PAYER], 'limitCreateBody'],
    [
      'order',
      '2.5, 4.5: the answer holds the account of the order',
      [ORDERS, 'an order that the aggregator does not name is read off its transaction'],
      'OPENS_LIMIT_ORDER.accountAt',
    ],
    [
      'tx',
      '2.5: and an unsigned transaction, tx',
      [ORDERS, 'a limit order: its account and the transaction that opens it'],
      'createLimitOrder',
    ],
    ['timeout', '4.5, 8: it has twelve seconds', [ORDERS, NO_ANSWER], 'TIMEOUTS.orderBuildMs'],
    [
      'refused',
      '4.5, 7: what the aggregator answers is 502 unless it is what was asked for',
      [ORDERS, NO_ORDER],
      'TransactionReply',
    ],
    ['key', '5: a key is needed', [ORDERS, KEY], 'limitCreate.auth'],
  ]),
  ...rulesOf('orders.limit', 'GET /api/v2/orders/limit', [
    ['wallet', '4.5: wallet is a required address, 400 `wallet required`', [ORDERS, WALLET], 'WALLET_QUERY.wallet'],
    ['open', '4.5: the list holds open orders', [ORDERS, OPEN], 'readOpen'],
    ['entries', '2.5: an entry is its publicKey and its account', [ORDERS, OPEN], 'toLimitOrderRow'],
    ['remaining', '2.5: an account holds what is left of an order', [ORDERS, OPEN], 'toLimitOrderRow'],
    ['bounded', '8: a list is bounded', [ORDERS, PAGES], 'ORDER_LIMITS.openPages'],
    ['timeout', '4.5: it has eight seconds', [ORDERS, NO_ANSWER], 'TIMEOUTS.orderListMs'],
  ]),
  ...rulesOf('orders.limit-history', 'GET /api/v2/orders/limit/history', [
    ['status', '4.5: historical orders come with their status', [ORDERS, HISTORY], 'toLimitOrderRow'],
    ['fills', '4.5: and with their fills', [ORDERS, HISTORY], 'toLimitOrderRow'],
    ['historical', '4.5: they are those that have ended', [ORDERS, HISTORY], 'limitOrderHistory'],
  ]),
  ...rulesOf('orders.limit-cancel', 'POST /api/v2/orders/limit/cancel', [
    ['order', '4.5: order is required, 400 `order object required`', [ORDERS, NAMED], 'limitCancelBody'],
    ['text', '4.5: order is a text or an object', [ORDERS, ENDS], 'orderEntry'],
    ['maker', '4.5: maker is optional: the order names it', [ORDERS, ENDS], 'limitCancelBody'],
    ['maker.unvalidated', '4.5: maker is not validated', [ORDERS, OWNER], 'limitCancelBody'],
    ['maker.unknown', '4.5: without any maker nothing can be built', [ORDERS, OWNER], 'limitCancelBody'],
  ]),
  ...rulesOf('orders.dca-create', 'POST /api/v2/orders/dca/create', [
    [
      'numbers',
      '4.5: inAmount, cycleSecondsApart and numberOfCycles are required numbers',
      [ORDERS, CYCLES],
      'dcaCreateBody',
    ],
    ['digits', '4.5: an amount beyond 2^53 keeps its digits', [ORDERS, CYCLES], 'createJupiterDca'],
    ['interval', '4.5: cycleSecondsApart is the time between cycles', [ORDERS, POSITION], 'createJupiterDca'],
    ['user', '4.5: user is an address, and without one nothing can be built', [ORDERS, USER], 'dcaCreateBody'],
    ['dca', '2.5, 4.5: the answer holds the account of the position', [ORDERS, POSITION], 'OPENS_DCA.accountAt'],
  ]),
  ...rulesOf('orders.dca', 'GET /api/v2/orders/dca', [
    ['positions', '4.5: the list holds DCA positions', [ORDERS, POSITIONS], 'createJupiterDca'],
    ['cycles', '2.5: a position holds what was bought so far', [ORDERS, POSITIONS], 'toDcaRow'],
  ]),
  ...rulesOf('orders.dca-close', 'POST /api/v2/orders/dca/close', [
    ['dca', '4.5: dca is required, a text or an object, 400 `dca object required`', [ORDERS, NAMED], 'dcaCloseBody'],
    ['user', '4.5: user is optional: the position names it', [ORDERS, ENDS], 'dcaCloseBody'],
    ['tx', '4.5: the answer holds the transaction that closes it', [ORDERS, ENDS], 'createJupiterDca'],
  ]),
]
