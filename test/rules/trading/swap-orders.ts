// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const QUOTE = 'test/routes/swap/quote.test.ts'
const BUILD = 'test/routes/swap/build.test.ts'
const MANIFEST = 'test/routes/swap/manifest.test.ts'
const ADAPTER = 'test/upstreams/jupiter-swap.test.ts'
const ORDERS = 'test/routes/orders/orders.test.ts'

const JUPITER = 'src/upstreams/jupiter-swap.ts'
const RECURRING = 'src/upstreams/jupiter-orders.ts'
const QUOTE_ROUTE = 'src/routes/swap/quote.ts'
const QUOTE_PARAMS = 'src/routes/swap/quote-params.ts'
const BUILD_BODY = 'src/routes/swap/build-body.ts'
const BUILDING = 'src/services/swap/build.ts'
const INTENT = 'src/services/swap/swap-intent.ts'
const LIMITS = 'src/config/swap-limits.ts'
const TIMES = 'src/config/timeouts.ts'
const ORDER_BODY = 'src/routes/orders/order-body.ts'
const ROWS = 'src/services/orders/order-rows.ts'

const WHOLE = 'the quote comes as the aggregator gave it, member for member and digit for digit, under quote'
const AMOUNT = 'an amount is required: a whole number of base units above 0 that the chain can count'
const SLIPPAGE = 'the slippage is 50 unless it is given, and clamped to 1..10000'
const FEE = 'a platform fee goes on clamped to 2500, and only when there is one'
const NO_QUOTE = 'whatever the aggregator answers but a quote is 502, and its words and key are nobody’s'
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
const NO_ORDER = 'whatever the aggregator answers but what was asked for is 502, and its words and key are nobody’s'

/** Every rule of spec 4.5, and what 5, 7 and 8 say of its routes, with the test that holds it and a change that turns
 *  that test red. */
export const SWAP_ORDER_RULES = [
  ...rulesOf('swap.quote', 'GET /api/v2/swap/quote', [
    [
      'mints',
      '4.5: inputMint and outputMint are required addresses, 400 `inputMint, outputMint required`',
      [QUOTE, 'both mints are required, and addresses'],
      [QUOTE_ROUTE, "addressParam('inputMint, outputMint required')", "addressParam('invalid mint')"],
    ],
    [
      'amount',
      '4.5: amount is required, 400 `amount (in base units) required`',
      [QUOTE, AMOUNT],
      [QUOTE_PARAMS, "'amount (in base units) required'", "'amount required'"],
    ],
    ['amount.zero', '4.5: amount is above 0', [QUOTE, AMOUNT], [QUOTE_PARAMS, 'amount === 0n || ', '']],
    [
      'amount.whole',
      '4.5: amount is in base units, which are whole',
      [QUOTE, AMOUNT],
      [QUOTE_PARAMS, 'readDecimal(raw, 0)', 'readDecimal(raw, 3)'],
    ],
    [
      'amount.finite',
      '4.5: amount is no more than the chain can count',
      [QUOTE, AMOUNT],
      [QUOTE_PARAMS, ' || amount > U64_MAX', ''],
    ],
    [
      'slippage.default',
      '4.5: slippageBps is 50 unless it is given',
      [QUOTE, SLIPPAGE],
      [
        LIMITS,
        'slippageBps: { min: 1, max: 10_000, default: 50 }',
        'slippageBps: { min: 1, max: 10_000, default: 100 }',
      ],
    ],
    [
      'slippage.min',
      '4.5, 8: slippageBps is clamped to 1 at least',
      [QUOTE, SLIPPAGE],
      [LIMITS, 'slippageBps: { min: 1,', 'slippageBps: { min: 0,'],
    ],
    [
      'slippage.max',
      '4.5, 8: slippageBps is clamped to 10000 at most',
      [QUOTE, SLIPPAGE],
      [LIMITS, 'min: 1, max: 10_000, default: 50', 'min: 1, max: 10_001, default: 50'],
    ],
    [
      'fee.max',
      '4.5, 8: platformFeeBps is clamped to 2500 at most',
      [QUOTE, FEE],
      [LIMITS, 'platformFeeBps: { max: 2_500 }', 'platformFeeBps: { max: 10_000 }'],
    ],
    [
      'fee.min',
      '4.5: platformFeeBps is clamped to 0 at least',
      [QUOTE, FEE],
      [QUOTE_PARAMS, 'Math.max(0, value)', 'Math.abs(value)'],
    ],
    [
      'fee.absent',
      '2.5, 4.5: platformFee is null unless one is asked for',
      [QUOTE, FEE],
      [JUPITER, 'platformFeeBps > 0 ? platformFeeBps : undefined', 'platformFeeBps'],
    ],
    [
      'whole',
      '2.5: the quote is the aggregator’s object, nested under quote',
      [QUOTE, WHOLE],
      [
        'src/services/swap/quote-tag.ts',
        'return { ...quote, [GENERATION_MEMBER]: generation }',
        'return { [GENERATION_MEMBER]: generation, outAmount: quote.outAmount }',
      ],
    ],
    [
      'digits',
      '2.5: every number of it as it was written',
      [QUOTE, WHOLE],
      [JUPITER, 'return parseWritten(text)', 'return JSON.parse(text)'],
    ],
    [
      'timeout',
      '4.5, 8: a quote has eight seconds',
      [QUOTE, 'an aggregator that does not answer is 502 after eight seconds'],
      [TIMES, 'swapQuoteMs: 8_000', 'swapQuoteMs: 11_000'],
    ],
    [
      'refused',
      '4.5, 7: any non-2xx of the aggregator is 502, whatever its body',
      [QUOTE, NO_QUOTE],
      [
        'src/runtime/http-client.ts',
        'if (notOk !== null && call.refusal !== undefined) {',
        'if (notOk !== null && call.refusal !== undefined && parsed === null) {',
      ],
    ],
    [
      'secret',
      '7: nothing of what the aggregator says is told but the documented name of a refusal',
      [ADAPTER, 'documented refusals are named, and nothing else of what the provider says'],
      [
        JUPITER,
        "typeof code === 'string' && REFUSALS.has(code) ? code : null",
        "typeof code === 'string' ? code : null",
      ],
    ],
    ['key', '5: a key is needed', [QUOTE, KEY], [QUOTE_ROUTE, "auth: 'apiKey'", "auth: 'public'"]],
    [
      'generation',
      '4.5: with a key the newer generation of the aggregator quotes',
      [QUOTE, 'with a key the newer generation is asked, and either can be chosen'],
      ['src/upstreams/registry.ts', "apiKey == null ? 'v1' : 'v2'", "apiKey == null ? 'v2' : 'v1'"],
    ],
  ]),
  ...rulesOf('swap.build', 'POST /api/v2/swap/build', [
    [
      'quote',
      '4.5: quoteResponse is required, 400 `quoteResponse object required`',
      [BUILD, 'a quote is required, and an object'],
      [BUILD_BODY, "'quoteResponse object required'", "'quoteResponse required'"],
    ],
    [
      'quote.object',
      '4.5: quoteResponse is an object',
      [BUILD, 'a quote is required, and an object'],
      [BUILD_BODY, ' && !Array.isArray(value)', ''],
    ],
    [
      'wallet',
      '4.5: userPublicKey is a required address, 400 `userPublicKey required`',
      [BUILD, 'a wallet is required, and an address'],
      [BUILD_BODY, "'userPublicKey required'", "'invalid wallet'"],
    ],
    [
      'wallet.bytes',
      '2.1, 4.5: userPublicKey is one that the chain can read',
      [BUILD, 'a wallet is required, and an address'],
      [
        BUILDING,
        'if (!isBase58Of32(wish.wallet))',
        'if (!isBase58Of32(wish.wallet) && !wish.wantsManifest && wish.quote === null)',
      ],
    ],
    [
      'fee-account',
      '4.5: feeAccount is an optional address, 400 `feeAccount must be a valid address`',
      [BUILD, 'a fee account is an address where there is one'],
      [
        BUILD_BODY,
        'if (hasFeeAccount && !isAddress(feeAccount))',
        "if (hasFeeAccount && typeof feeAccount !== 'string')",
      ],
    ],
    [
      'price.truthy',
      '4.5: computeUnitPriceMicroLamports is forwarded only when truthy',
      [BUILD, PRICE],
      [BUILD_BODY, 'return ok(price === 0n ? null : price)', 'return ok(price)'],
    ],
    [
      'price.forwarded',
      '4.5: computeUnitPriceMicroLamports is forwarded',
      [BUILD, PRICE],
      [JUPITER, 'computeUnitPrice === null ? {} :', 'computeUnitPrice !== null ? {} :'],
    ],
    [
      'price.written',
      '4.5: the transaction offers the price that was asked for',
      [BUILD, 'the transaction offers the price that was asked for, whatever the aggregator wrote'],
      [BUILDING, 'const unitPrice = wantedPrice ?? ', 'const unitPrice = '],
    ],
    [
      'wrap',
      '4.5: wrapping of SOL is on',
      [BUILD, BACK],
      [
        JUPITER,
        'wrapAndUnwrapSol: true,\n    useSharedAccounts: false,',
        'wrapAndUnwrapSol: false,\n    useSharedAccounts: false,',
      ],
    ],
    [
      'shared',
      '4.5: shared accounts are off',
      [BUILD, BACK],
      [JUPITER, 'useSharedAccounts: false', 'useSharedAccounts: true'],
    ],
    [
      'limit',
      '4.5: the dynamic compute limit is on',
      [BUILD, BACK],
      [JUPITER, 'dynamicComputeUnitLimit: true', 'dynamicComputeUnitLimit: false'],
    ],
    [
      'limit.v2',
      '4.5: and where the aggregator has none, it is made here',
      [MANIFEST, 'v2 takes the whole limit: what a swap needs is measured here, and its price is paid for that alone'],
      [BUILDING, "asked.generation === 'v2' ? fitLimit", "asked.generation !== 'v2' ? fitLimit"],
    ],
    [
      'fed-back',
      '2.5: the whole quote is fed back, and nothing of ours',
      [BUILD, BACK],
      [
        'src/services/swap/quote-tag.ts',
        'const { [GENERATION_MEMBER]: said = otherwise, ...quote } = tagged',
        'const { said, quote } = { said: tagged[GENERATION_MEMBER] ?? otherwise, quote: tagged }',
      ],
    ],
    [
      'generation',
      '2.5: a quote is built by the generation of the aggregator that made it',
      [BUILD, 'a quote is built by the generation that made it; one that does not say by the one that quotes'],
      [BUILDING, 'swap.build({ ...wish, ...tagged }', 'swap.build({ ...wish, ...tagged, generation: swap.generation }'],
    ],
    [
      'timeout',
      '4.5, 8: a build has twelve seconds',
      [BUILD, 'an aggregator that does not answer is 502 after twelve seconds'],
      [TIMES, 'swapBuildMs: 12_000', 'swapBuildMs: 16_000'],
    ],
    [
      'refused',
      '4.5, 7: what the aggregator answers is 502 unless it is a transaction',
      [BUILD, 'whatever the aggregator answers but a transaction is 502, and its words and key are nobody’s'],
      [
        BUILDING,
        'if (parsed === null) return noTransaction(provider)',
        "if (parsed === null) return fail('invalid_request', provider)",
      ],
    ],
    [
      'rest',
      '7: one caller’s bad quotes do not rest the aggregator for the others',
      [BUILD, 'a quote over which the aggregator stumbles does not rest it for everybody else'],
      [JUPITER, 'isCallersOwn: true', 'isCallersOwn: false'],
    ],
    [
      'manifest',
      '4.5: a built transaction is executed before it is handed out, and refused where it goes beyond its quote',
      [MANIFEST, EDITS],
      [BUILDING, 'if (!draft.ok || terms === null) return draft', 'if (!draft.ok || terms !== undefined) return draft'],
    ],
    [
      'manifest.outflow',
      '4.5: it gives no more than the quote says',
      [MANIFEST, OTHER_QUOTE],
      [INTENT, '[inputMint, -maxInRaw]', '[inputMint, -maxInRaw * 10n]'],
    ],
    [
      'manifest.inflow',
      '4.5: it brings no less than the quote’s threshold',
      [MANIFEST, OTHER_QUOTE],
      [INTENT, '[outputMint, minOutRaw]', '[outputMint, 0n]'],
    ],
    [
      'manifest.signers',
      '4.5: nobody but the wallet signs it',
      [MANIFEST, EDITS],
      [INTENT, 'signers: [wallet],', 'signers: { includes: () => true } as unknown as readonly string[],'],
    ],
    [
      'manifest.off',
      '4.5: `manifest: false` leaves that out',
      [MANIFEST, 'without a manifest the transaction comes as it was built'],
      [BUILD_BODY, 'wantsManifest: manifest ?? true', 'wantsManifest: true'],
    ],
    ['key', '5: a key is needed', [BUILD, KEY], ['src/routes/swap/build.ts', "auth: 'apiKey'", "auth: 'public'"]],
  ]),
  ...rulesOf('orders.limit-create', 'POST /api/v2/orders/limit/create', [
    [
      'mints',
      '4.5: inputMint and outputMint are required addresses',
      [ORDERS, MINTS],
      [ORDER_BODY, 'isAddress(inputMint) && isAddress(outputMint)', 'isAddress(inputMint) || isAddress(outputMint)'],
    ],
    [
      'amounts',
      '4.5: makingAmount and takingAmount are required numbers of base units',
      [ORDERS, LIMIT_AMOUNTS],
      [ORDER_BODY, 'if (makingRaw == null || takingRaw == null)', 'if (makingRaw == null && takingRaw == null)'],
    ],
    [
      'amounts.whole',
      '4.5: base units are whole numbers from 1',
      [ORDERS, LIMIT_AMOUNTS],
      [ORDER_BODY, 'number === null || number === 0n || number > U64_MAX', 'number === null || number > U64_MAX'],
    ],
    [
      'maker',
      '4.5: maker is an address',
      [ORDERS, MAKER],
      [ORDER_BODY, 'return isAddress(wallet) ? ok(wallet)', "return typeof wallet === 'string' ? ok(wallet)"],
    ],
    [
      'maker.absent',
      '4.5: and without one nothing can be built',
      [ORDERS, MAKER],
      [ORDER_BODY, "if (wallet === '') return refuse(`${name} required`)", "if (wallet === '') return ok('')"],
    ],
    [
      'payer',
      '4.5: payer is forwarded unvalidated',
      [ORDERS, PAYER],
      [
        ORDER_BODY,
        "payer: members['payer'] ?? undefined",
        "payer: isAddress(members['payer']) ? members['payer'] : undefined",
      ],
    ],
    [
      'order',
      '2.5, 4.5: the answer holds the account of the order',
      [ORDERS, 'an order that the aggregator does not name is read off its transaction'],
      ['src/services/orders/order-account.ts', 'accountAt: 2', 'accountAt: 1'],
    ],
    [
      'tx',
      '2.5: and an unsigned transaction, tx',
      [ORDERS, 'a limit order: its account and the transaction that opens it'],
      [
        'src/services/orders/limit-create.ts',
        'ok({ order, tx: tx.value, requestId })',
        "ok({ order, tx: '', requestId })",
      ],
    ],
    [
      'timeout',
      '4.5, 8: it has twelve seconds',
      [ORDERS, NO_ANSWER],
      [TIMES, 'orderBuildMs: 12_000', 'orderBuildMs: 16_000'],
    ],
    [
      'refused',
      '4.5, 7: what the aggregator answers is 502 unless it is what was asked for',
      [ORDERS, NO_ORDER],
      [
        'src/upstreams/jupiter-order-replies.ts',
        'requestId: Type.String(),\n  transaction: Type.String({ minLength: 1 })',
        'requestId: maybe(Type.String()) as never,\n  transaction: maybe(Type.String()) as never',
      ],
    ],
    [
      'key',
      '5: a key is needed',
      [ORDERS, KEY],
      ['src/routes/orders/limit-create.ts', "auth: 'apiKey'", "auth: 'public'"],
    ],
  ]),
  ...rulesOf('orders.limit', 'GET /api/v2/orders/limit', [
    [
      'wallet',
      '4.5: wallet is a required address, 400 `wallet required`',
      [ORDERS, WALLET],
      ['src/routes/orders/wallet-query.ts', "addressParam('wallet required')", "addressParam('invalid wallet')"],
    ],
    [
      'open',
      '4.5: the list holds open orders',
      [ORDERS, OPEN],
      ['src/services/orders/read-open.ts', "status: 'active'", "status: 'history'"],
    ],
    [
      'entries',
      '2.5: an entry is its publicKey and its account',
      [ORDERS, OPEN],
      [ROWS, 'publicKey: order.key', 'publicKey: order.wallet'],
    ],
    [
      'remaining',
      '2.5: an account holds what is left of an order',
      [ORDERS, OPEN],
      [ROWS, 'makingAmount: order.remainingMakingRaw', 'makingAmount: order.makingRaw'],
    ],
    ['bounded', '8: a list is bounded', [ORDERS, PAGES], [LIMITS, 'openPages: 10', 'openPages: 11']],
    ['timeout', '4.5: it has eight seconds', [ORDERS, NO_ANSWER], [TIMES, 'orderListMs: 8_000', 'orderListMs: 11_000']],
  ]),
  ...rulesOf('orders.limit-history', 'GET /api/v2/orders/limit/history', [
    [
      'status',
      '4.5: historical orders come with their status',
      [ORDERS, HISTORY],
      [ROWS, 'status: order.status', "status: 'Open'"],
    ],
    ['fills', '4.5: and with their fills', [ORDERS, HISTORY], [ROWS, 'fills: order.fills.map(toFillRow)', 'fills: []']],
    [
      'historical',
      '4.5: they are those that have ended',
      [ORDERS, HISTORY],
      ['src/services/orders/limit-history.ts', "status: 'history'", "status: 'active'"],
    ],
  ]),
  ...rulesOf('orders.limit-cancel', 'POST /api/v2/orders/limit/cancel', [
    [
      'order',
      '4.5: order is required, 400 `order object required`',
      [ORDERS, NAMED],
      [ORDER_BODY, "'order object required'", "'order required'"],
    ],
    [
      'text',
      '4.5: order is a text or an object',
      [ORDERS, ENDS],
      [ORDER_BODY, 'if (!isObject(given)) return isAddress(given) ? given : null', 'if (!isObject(given)) return null'],
    ],
    [
      'maker',
      '4.5: maker is optional: the order names it',
      [ORDERS, ENDS],
      [ORDER_BODY, "members['maker'] ?? ownerOf(members['order'], 'maker')", "members['maker'] ?? null"],
    ],
    [
      'maker.unvalidated',
      '4.5: maker is not validated',
      [ORDERS, OWNER],
      [
        ORDER_BODY,
        "const maker = members['maker'] ??",
        "const maker = (isAddress(members['maker']) ? members['maker'] : null) ??",
      ],
    ],
    [
      'maker.unknown',
      '4.5: without any maker nothing can be built',
      [ORDERS, OWNER],
      [ORDER_BODY, "refuse('maker required: the order does not name it')", 'ok({ order, maker: order })'],
    ],
  ]),
  ...rulesOf('orders.dca-create', 'POST /api/v2/orders/dca/create', [
    [
      'numbers',
      '4.5: inAmount, cycleSecondsApart and numberOfCycles are required numbers',
      [ORDERS, CYCLES],
      [
        ORDER_BODY,
        'if (inputRaw == null || cycleSecs == null || cycles == null)',
        'if (inputRaw == null || cycleSecs == null)',
      ],
    ],
    [
      'digits',
      '4.5: an amount beyond 2^53 keeps its digits',
      [ORDERS, CYCLES],
      [RECURRING, 'inAmount: exactInteger(inputRaw)', 'inAmount: Number(inputRaw)'],
    ],
    [
      'interval',
      '4.5: cycleSecondsApart is the time between cycles',
      [ORDERS, POSITION],
      [RECURRING, 'interval: exactInteger(cycleSecs)', 'interval: exactInteger(cycles)'],
    ],
    [
      'user',
      '4.5: user is an address, and without one nothing can be built',
      [ORDERS, USER],
      [ORDER_BODY, "readWallet(members, 'user')", "ok(String(members['user']))"],
    ],
    [
      'dca',
      '2.5, 4.5: the answer holds the account of the position',
      [ORDERS, POSITION],
      ['src/services/orders/order-account.ts', 'accountAt: 0', 'accountAt: 1'],
    ],
  ]),
  ...rulesOf('orders.dca', 'GET /api/v2/orders/dca', [
    [
      'positions',
      '4.5: the list holds DCA positions',
      [ORDERS, POSITIONS],
      [RECURRING, "recurringType: 'time' },", "recurringType: 'price' },"],
    ],
    [
      'cycles',
      '2.5: a position holds what was bought so far',
      [ORDERS, POSITIONS],
      [ROWS, 'outReceived: position.receivedRaw', 'outReceived: position.usedRaw'],
    ],
  ]),
  ...rulesOf('orders.dca-close', 'POST /api/v2/orders/dca/close', [
    [
      'dca',
      '4.5: dca is required, a text or an object, 400 `dca object required`',
      [ORDERS, NAMED],
      [ORDER_BODY, "'dca object required'", "'dca required'"],
    ],
    [
      'user',
      '4.5: user is optional: the position names it',
      [ORDERS, ENDS],
      [ORDER_BODY, "members['user'] ?? ownerOf(members['dca'], 'user')", "members['user'] ?? null"],
    ],
    [
      'tx',
      '4.5: the answer holds the transaction that closes it',
      [ORDERS, ENDS],
      [RECURRING, '/recurring/v1/cancelOrder', '/recurring/v1/createOrder'],
    ],
  ]),
]
