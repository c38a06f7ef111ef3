import { type EngineRule, rulesOf } from './engine-rule.ts'

const FAMILIES = 'test/chain/solana/actions/families.test.ts'
const HELIUS = 'test/chain/solana/actions/helius-agreement.test.ts'
const MOVED = 'test/chain/solana/actions/movements.test.ts'
const RECORDED = 'test/chain/solana/actions/recorded-actions.test.ts'
const DECODE = 'test/routes/wallets/decode-tx.test.ts'
const ROUTE = 'test/routes/wallets/profile.test.ts'
const JUDGE = 'test/services/wallet-profile/judge-profile.test.ts'
const TRIPS = 'test/services/wallet-profile/round-trips.test.ts'
const INFORMED_TEST = 'test/services/wallet-profile/judge-informed.test.ts'
const INFORMED_ROUTE = 'test/routes/wallets/informed.test.ts'
const PNL_ROUTE = 'test/routes/wallets/pnl.test.ts'
const PNL_JUDGE = 'test/services/wallet-pnl/judge-pnl.test.ts'
const PNL_GIVEN = 'test/services/wallet-pnl/get-pnl.test.ts'
const SANDWICH_ROUTE = 'test/routes/wallets/sandwiches.test.ts'
const ATTACKS = 'test/chain/solana/sandwiches/find-attack.test.ts'
const BOOKS = 'test/routes/wallets/books.test.ts'
const PRICED = 'test/services/wallet-books/get-portfolio.test.ts'
const RANKED = 'test/services/wallet-books/rank-for-prices.test.ts'
const PLANTED = 'test/routes/wallets/books-planted.test.ts'
const PROVIDED = 'test/routes/wallets/books-with-provider.test.ts'
const ADAPTER = 'test/upstreams/mobula-wallets.test.ts'
const LIMITS = 'limits of trades, activity and transfers are clamped to those of the specification'
const LIVES = 'answers live as long as the specification says'
const NO_ADDRESS = 'what is no address is 400 with the sentence of its route'
const NO_SOURCE = 'without a node and a provider they are 503, and 502 with their sentence where the node fails'
const FALLBACK = 'where the provider fails the node answers'
const STAKE_ROUTE = 'test/routes/wallets/stake.test.ts'
const ACTIVATION = 'test/chain/solana/stake/activation.test.ts'
const STATES = 'the three states of the specification, roles, names and a scan that is refused'
const POSITIONS_ROUTE = 'test/routes/wallets/defi-positions.test.ts'
const POSITIONS_SHOWN = 'test/services/wallet-holdings/show-positions.test.ts'
const VECTORS = 'test/chain/solana/positions/vectors.test.ts'
const LENDING_VECTORS = 'test/chain/solana/positions/lending-vectors.test.ts'
const LENDING_ROUTE = 'test/routes/wallets/lending-positions.test.ts'
const NFTS_ROUTE = 'test/routes/wallets/nfts.test.ts'
const NFTS_KEPT = 'answers are kept for 60 s, and what is no address is 400'
const KEPT = 'profile, wrapped and roast are of one profile, kept five minutes, with the cache header of the spec'
const FLOORED = '`since` is floored to a day, and ignored when not positive; any other `depth` is deep'
const MISSING = 'what is missing is named: token accounts, records, older transactions'
const RENT = 'rent of empty accounts and idle SOL are offered with their sums'

/** Rules of the wallet family (spec 2.4, 4.2), with the test that holds each and the code it lives in. */
export const WALLET_FAMILY_RULES: readonly EngineRule[] = [
  ...rulesOf('wallet-actions', 'POST /api/v2/wallets/decode-tx', [
    [
      'conserved',
      '4.2: every lamport and unit that moved is in exactly one transfer',
      [DECODE, 'over whole blocks of the sandbox: each lamport and each unit is in exactly one movement'],
      'movementsOf',
    ],
    [
      'unseen-accounts',
      '4.2: an account that the record does not show being made takes units once',
      [MOVED, 'a token account whose making the record leaves out takes units and gives them once'],
      'balance-ledger#openUnseen',
    ],
    [
      'types',
      '4.2: types and sources are those of the field, and what is not known is `UNKNOWN`',
      [FAMILIES, 'each family names its instructions in the words of the field, and what it does not know is UNKNOWN'],
      'ACTION_FAMILIES',
    ],
    [
      'minor-steps',
      '4.2: a step inside a program that is not known names nothing',
      [FAMILIES, 'an offer that is executed at once is a sale, and a step inside an unknown program names nothing'],
      'isMinor',
    ],
    [
      'agreement',
      '4.2: type and source are those that vendors show, and each difference has its reason',
      [HELIUS, 'type and source are those of Helius, or differ as the table says'],
      'classify',
    ],
    [
      'route-once',
      '4.2: a route is one swap with its legs',
      [RECORDED, 'a route is one swap of the wallet, with what it left between its ends'],
      'swapsOf',
    ],
    [
      'sales',
      '4.2: a sale names buyer, seller, asset and a price that was stated',
      [FAMILIES, 'a sale says who bought what from whom, and the price where the instruction states it'],
      'salesByName',
    ],
    [
      'not-executed',
      '4.2: one that was never executed moved nothing',
      [FAMILIES, 'one that was never executed moved nothing, not even the fee that its record names'],
      'movements#paidOnlyItsFee',
    ],
    [
      'error-words',
      '4.2: an error is shown in words',
      [FAMILIES, 'errors are in words where their code is known, and the code itself where it is not'],
      'errorInWords',
    ],
  ]),
  ...rulesOf('wallet-profile', 'GET /api/v2/wallets/{wallet}/profile', [
    ['depth', '4.2: `fast` is two pages, anything else is deep', [ROUTE, FLOORED], 'PROFILE_QUERY'],
    ['since', '4.2: `since` is floored to a day and ignored when not positive', [ROUTE, FLOORED], 'floorToDay'],
    ['header', '4.2: public, 300 s, stale for 600 s', [ROUTE, KEPT], 'PROFILE_ROUTE'],
    [
      'calls',
      '4.2: a call for each transaction, and at most 25 more',
      [ROUTE, 'a cold profile costs a call for each transaction and at most 25 more, a warm one none'],
      'gather-profile#listSignatures',
    ],
    [
      'counted',
      '2.4: what is counted is what the node lists',
      [ROUTE, 'a profile counts what the node lists, and its fees are those of the node’s records'],
      'measure',
    ],
    [
      'explain',
      '2.4: each tag has its rule and evidence',
      [JUDGE, 'a wallet that loses in minutes at one size is tagged so, each tag with rule and evidence'],
      'traderTags',
    ],
    ['samples', '2.4: few samples are no habit', [JUDGE, 'four trades are too few for a habit'], 'WALLET_PROFILE'],
    [
      'fifo',
      '2.4: a sale closes the oldest purchases first',
      [TRIPS, 'a sale closes the oldest purchases first, and the pieces of a lot add up to it'],
      'round-trips#take',
    ],
    [
      'basis',
      '2.4: what was not bought in sight has no basis',
      [TRIPS, 'units whose purchase was not scanned have no basis and are no win'],
      'roundTrips',
    ],
    [
      'dust',
      '2.4: dust is counted, payments are not',
      [JUDGE, 'specks of strangers and addresses made to be mistaken are dust, payments are not'],
      'dustOf',
    ],
    ['nulls', '2.4: holdings may be null, and it is said', [JUDGE, MISSING], 'judge-profile#coverageOf'],
    ['rent', '2.4: closeable accounts with what they hold', [JUDGE, RENT], 'judge-profile#closeableOf'],
    ['staking', '2.4: idle SOL is an opportunity', [JUDGE, RENT], 'judge-profile#stakingOf'],
    [
      'failures',
      '2.4: failed transactions cost their fees',
      [JUDGE, 'failed transactions cost their fees and nothing else'],
      'failuresOf',
    ],
    [
      'invalid',
      '4.2: 400 `invalid wallet`',
      [ROUTE, 'what is no address is 400 on profile, wrapped and roast'],
      'createWalletReads',
    ],
  ]),
  ...rulesOf('wallet-wrapped', 'GET /api/v2/wallets/{wallet}/wrapped', [
    ['shared', '4.2: wrapped shares the profile’s cache', [ROUTE, KEPT], 'wrappedOf'],
  ]),
  ...rulesOf('wallet-roast', 'GET /api/v2/wallets/{wallet}/roast', [
    [
      'pure',
      '2.4: the output is deterministic',
      [JUDGE, 'a roast is the same for the same profile, and each burn has its rule and evidence'],
      'roast#roastFrom',
    ],
    [
      'zero',
      '2.4: the zero-activity verdict is fixed',
      [JUDGE, 'the verdict on a wallet that did nothing is fixed'],
      'roastOf',
    ],
  ]),
  ...rulesOf('wallet-informed', 'GET /api/v2/wallets/{wallet}/informed', [
    [
      'informed',
      '2.4: who buys before rises is informed',
      [INFORMED_TEST, 'who buys before each of eight rises is informed, and chance hardly does that'],
      'judgeInformed',
    ],
    [
      'luck',
      '2.4: who is lucky is not informed',
      [INFORMED_TEST, 'where everything rises, buying it shows nothing'],
      'judge-informed#baseRate',
    ],
    [
      'coverage',
      '2.4: below about half evaluated, nothing is concluded',
      [
        INFORMED_TEST,
        'a window that is not over, or not whole, is unpriced, and with few evaluated nothing is concluded',
      ],
      'INFORMED.leastCoverage',
    ],
    [
      'thresholds',
      '2.4: the thresholds used are echoed; 4.2: 3 h and 50 %',
      [INFORMED_ROUTE, 'thresholds are clamped and echoed, and text in their place is the default'],
      'INFORMED.windowSecs',
    ],
    ['kept', '4.2: 30 min cache', [INFORMED_ROUTE, 'a report is kept for half an hour'], 'CACHES.walletInformed'],
  ]),
  ...rulesOf('wallet-pnl', 'GET /api/v2/wallets/{wallet}/pnl', [
    [
      'exact',
      '4.2: realised in SOL to the lamport',
      [PNL_ROUTE, 'PnL and balances of a hundred wallets equal books kept from balances alone, to the lamport'],
      'keepBooks',
    ],
    [
      'identity',
      '4.2: opening + bought + received - sold - sent - fees = closing, for each asset',
      [PNL_ROUTE, 'each asset adds up: opening + bought + received - sold - sent - fees is what the node says'],
      'closingOf',
    ],
    [
      'missing',
      '4.2: where it does not hold, the answer says what is missing',
      [PNL_ROUTE, 'what no transaction explains is named, and the identity does not hold'],
      'traceBalances',
    ],
    [
      'mode',
      '4.2: `strict` counts only fully known cost basis, `adjusted` the known part',
      [PNL_ROUTE, '`strict` counts only what is wholly known, `adjusted` the known part of the rest'],
      'show-pnl#resultOf',
    ],
    [
      'outside',
      '4.2: what came from outside has an unknown basis and is kept apart',
      [PNL_JUDGE, 'what came from outside has no known cost and is kept apart'],
      'keep-books#basisOutside',
    ],
    [
      'exchange',
      '4.2: between two tokens the cost in SOL moves along',
      [PNL_JUDGE, 'a token bought with another takes over its cost in SOL and realises nothing'],
      'keep-books#partsOf',
    ],
    [
      'period',
      '4.2: the period says which trades count, 30 days by default',
      [PNL_JUDGE, 'the period says which trades count, and costs follow the lots from before it'],
      'WALLET_PNL.periodSecs',
    ],
    [
      'own',
      '4.2: transfers between a wallet’s own addresses known as such are no sale and no cost',
      [PNL_ROUTE, 'wallets that are said to have one owner count as one: what they send each other is no cost'],
      'effectOn',
    ],
    [
      'price',
      '4.2: in USD at the price of the moment, its source named',
      [PNL_ROUTE, 'the sources of dollars are named, and realised dollars are proceeds less cost'],
      'solPricesAt',
    ],
    [
      'thin',
      '4.2: what is worth more than there is in its pool is no unrealised gain, as it is no part of a portfolio',
      [
        PNL_GIVEN,
        'what is worth more than there is in its pool is no unrealised gain, as it is no part of a portfolio',
      ],
      'isThin',
    ],
    [
      'whole-balance',
      '4.2: what came for nothing counts where a balance is held against its pool',
      [PNL_GIVEN, 'the whole balance counts, with what came for nothing, in `adjusted` as in `strict`'],
      'isThinNow',
    ],
    [
      'clamps',
      '4.2: `limit` 1 to 200, unknown words are defaults',
      [PNL_ROUTE, 'words that are not known count as the defaults, and the limit is clamped'],
      'WALLET_PNL.positions',
    ],
    [
      'zero',
      '4.2: zero activity gives zeros and null rates, never 404',
      [PNL_ROUTE, 'a wallet that did nothing has zeros and null rates, and is no 404'],
      'pnlSummaryOf',
    ],
    ['kept', '4.2: 60 s cache', [PNL_ROUTE, 'an answer is kept for a minute'], 'CACHES.walletPnl'],
  ]),
  ...rulesOf('wallet-sandwiches', 'GET /api/v2/wallets/{wallet}/sandwiches', [
    [
      'loss',
      '2.4: the victim’s loss is exact where the swap was computed again',
      [
        SANDWICH_ROUTE,
        'each planted sandwich is found with its attacker, and its loss is that of the runtime, to the base unit',
      ],
      'measureLoss',
    ],
    [
      'rollup',
      '2.4: `confirmed` and `totalVictimLossQuote` are of what is certain',
      [SANDWICH_ROUTE, 'the rollup adds up: confirmed events, their losses, and nothing of what is not confirmed'],
      'get-sandwiches#totalsOf',
    ],
    [
      'hand',
      '2.4: the attacker is one hand, on both sides of the swap',
      [ATTACKS, 'a hand is a trader or a payer: two wallets with one fee payer attack together'],
      'find-attack#handOf',
    ],
    [
      'honest',
      '2.4: no honest neighbour is accused',
      [ATTACKS, 'two honest traders, a market maker and an arbitrage attack no one'],
      'findAttack',
    ],
    [
      'limit',
      '4.2: `limit` 40, clamped to 1..80',
      [SANDWICH_ROUTE, 'the other spelling answers the same, and the limit is clamped'],
      'SANDWICHES.swaps',
    ],
    [
      'unavailable',
      '4.2: 502 `sandwich scan unavailable`',
      [SANDWICH_ROUTE, 'what is no address is 400; without a node the scan is 503, and where the node fails 502'],
      'get-sandwiches#asSpecified',
    ],
    ['kept', '4.2: 60 s', [SANDWICH_ROUTE, 'an answer is kept for a minute'], 'CACHES.walletSandwiches'],
  ]),
  ...rulesOf('wallet-portfolio', 'GET /api/v2/wallets/{wallet}/portfolio', [
    [
      'holdings',
      '2.4: what a wallet holds, and what it is worth',
      [BOOKS, 'a portfolio holds what the node says, SOL first, and nothing of yesterday'],
      'get-portfolio#readPortfolio',
    ],
    [
      'priced',
      '4.2: the node prices what pools could pay for, whatever strangers send at whatever last price',
      [PRICED, 'a hundred tokens of absurd last prices and empty pools leave the prices of real ones where they are'],
      'rank-for-prices#payableUsd',
    ],
    [
      'own',
      '4.2: half of the prices are for what the wallet traded itself',
      [
        PRICED,
        'however much money a hundred tokens show for a moment, half of the prices are for what the wallet traded itself',
      ],
      'rank-for-prices#tradedBy',
    ],
    [
      'order',
      '4.2: SOL and dollars are priced first, then known mints',
      [
        RANKED,
        'SOL and dollars come first, then known mints, then tokens by what their pools could pay, those never seen last',
      ],
      'rankForPrices',
    ],
    [
      'fresh',
      '4.2: `fresh` passes by the 30 s cache',
      [BOOKS, 'a portfolio is kept for 30 s, and `fresh` passes by that'],
      'getPortfolio',
    ],
    [
      'agrees',
      '4.2: node and provider agree; priceChange24h and allocation are 0 from a node',
      [PROVIDED, 'portfolio: balances are equal to the base unit, values agree'],
      'get-portfolio#fromProvider',
    ],
    ['fallback', '4.2: the node answers without the provider', [BOOKS, FALLBACK], 'get-portfolio#askSources'],
    ['invalid', '4.2: 400 `invalid wallet`', [BOOKS, NO_ADDRESS], 'get-portfolio#askSources'],
    ['unconfigured', '7: 503 without a source', [BOOKS, NO_SOURCE], 'walletPortfolio'],
  ]),
  ...rulesOf('wallet-funding', 'GET /api/v2/wallets/{wallet}/funding', [
    [
      'first',
      '2.4: the payment that gave the wallet its first SOL',
      [BOOKS, 'funding is the payment before which the wallet had nothing, to the lamport'],
      'get-funding#readBeginning',
    ],
    [
      'reach',
      '7: 503 for a beginning that only a provider knows',
      [BOOKS, 'a wallet whose beginning is out of reach is 503 without a provider'],
      'WALLET_BOOKS.fundingPages',
    ],
    ['agrees', '4.2: node and provider agree', [PROVIDED, 'funding: the same payment to the lamport'], 'getFunding'],
    [
      'provider',
      '4.2: (a route that is not shown) the provider says what is out of reach',
      [
        PLANTED,
        'the beginning of a long history is the provider’s to say, and what it says is handed on to the lamport',
      ],
      'get-funding#findFunding',
    ],
    ['kept', '8: an hour', [BOOKS, LIVES], 'CACHES.walletFunding'],
    ['invalid', '4.2: 400 `invalid wallet address`', [BOOKS, NO_ADDRESS], 'WalletAddressParams'],
  ]),
  ...rulesOf('wallet-transfers', 'GET /api/v2/wallets/{wallet}/transfers', [
    [
      'edges',
      '2.4: both owners of all that a wallet gave and got',
      [BOOKS, 'the transfers of a transaction add up to what the node’s record shows, to the base unit'],
      'wallet-row#edgesOf',
    ],
    [
      'pages',
      '4.2: `before` goes on where a page ended',
      [BOOKS, 'pages of transfers end between two transactions and join to one list'],
      'scanRows',
    ],
    [
      'filters',
      '4.2: `mint`, `counterparty`, `direction`',
      [BOOKS, 'transfers are filtered by mint, counterparty and direction'],
      'list-transfers#isWanted',
    ],
    [
      'synthetic',
      '2.4: with `synthetic` trades instead',
      [BOOKS, 'synthetic transfers are the trades of the wallet in the rows of the specification'],
      'toSynthetic',
    ],
    [
      'order',
      '4.2: newest first, also within a slot',
      [PLANTED, 'transactions of one slot stand in the order of the block, whichever account of the wallet names them'],
      'listPage',
    ],
    [
      'sums',
      '4.2: SOL to the lamport',
      [BOOKS, 'transfers of SOL add up to the lamports of a wallet and of its token accounts, to the lamport'],
      'wallet-row#edgesOf',
    ],
    ['limit', '4.2: 1-100, default 100', [BOOKS, LIMITS], 'WALLET_BOOKS.transfers'],
    ['kept', '8: 30 s', [BOOKS, LIVES], 'CACHES.walletTransfers'],
    ['failed', '4.2: 502 `transfers unavailable`', [BOOKS, NO_SOURCE], 'list-transfers#asSpecified'],
    [
      'calls',
      '4.2: a fetch cache, shared by the routes of a wallet',
      [BOOKS, 'a transaction is read once for all of these routes within 30 s'],
      'scan-rows#readRows',
    ],
  ]),
  ...rulesOf('wallet-activity', 'GET /api/v2/wallets/{wallet}/activity', [
    [
      'order',
      '4.2: anything but `asc` is `desc`',
      [BOOKS, 'activity lists newest first, `asc` oldest first, and any other order is newest first'],
      'scan-rows#scanUpwards',
    ],
    ['limit', '4.2: 1-200, default 50', [BOOKS, LIMITS], 'WALLET_BOOKS.activity'],
    ['kept', '4.2: 30 s', [BOOKS, LIVES], 'CACHES.walletActivity'],
    [
      'agrees',
      '4.2: the provider’s fields; node and provider agree',
      [PROVIDED, 'activity: the same transactions in the same order, with the same fees'],
      'list-activity#toActivity',
    ],
    [
      'checked',
      '4.2: the provider’s rows pass a schema',
      [ADAPTER, 'activity is read action by action; what is no address or no action is not handed on'],
      'toActivityRow',
    ],
    ['fallback', '7: 503 only without a source', [BOOKS, FALLBACK], 'listActivity'],
  ]),
  ...rulesOf('wallet-trades', 'GET /api/v2/wallets/{wallet}/trades', [
    [
      'range',
      '4.2: `from` and `to`',
      [BOOKS, 'trades hold what the node’s record shows of the traded token, and keep to `from` and `to`'],
      'list-wallet-trades#readTrades',
    ],
    ['limit', '4.2: 1-500, default 100', [BOOKS, LIMITS], 'WALLET_BOOKS.trades'],
    ['kept', '4.2: 60 s', [BOOKS, LIVES], 'CACHES.walletTrades'],
    [
      'agrees',
      '4.2: the provider’s fields; node and provider agree',
      [PROVIDED, 'trades: the same transactions with the same base amounts and sides'],
      'tradesOf',
    ],
    [
      'checked',
      '4.2: the provider’s rows pass a schema',
      [ADAPTER, 'trades are asked for with all bounds, newest first, without deposits and other chains'],
      'createMobulaWallets',
    ],
    ['fallback', '7: 503 only without a source', [BOOKS, FALLBACK], 'listWalletTrades'],
  ]),
  ...rulesOf('wallet-history', 'GET /api/v2/wallets/{wallet}/history', [
    [
      'period',
      '4.2: the periods, 30d for others',
      [BOOKS, 'a history ends at the portfolio’s value, has the steps of its period and ignores an odd period'],
      'momentsOf',
    ],
    [
      'balances',
      '2.4: what was held at each moment',
      [BOOKS, 'a history of SOL has at each moment what the ledger had, to the lamport'],
      'balancesAt',
    ],
    ['asset', '4.2: `asset`', [BOOKS, 'a history of dollars is their amount at every moment'], 'wantedMints'],
    ['kept', '4.2: 60 s', [BOOKS, LIVES], 'CACHES.walletHistory'],
    [
      'agrees',
      '4.2: node and provider agree',
      [PROVIDED, 'history: both end at the present value, and hold the same balances before'],
      'getHistory',
    ],
    ['fallback', '4.2: 503 only for what a node cannot say', [BOOKS, FALLBACK], 'getHistory'],
  ]),
  ...rulesOf('wallet-related', 'GET /api/v2/wallets/{wallet}/related', [
    [
      'evidence',
      '4.2: (a route that is not shown) evidence; exchanges and programs flagged, not expanded',
      [BOOKS, 'relations carry their evidence, and exchanges and programs are flagged and not expanded'],
      'get-related#describe',
    ],
    [
      'funded',
      '4.2: (a route that is not shown) funded and same funder',
      [
        PLANTED,
        'a funder, whom it funded and who shares it are found with their payments; who had money before is not',
      ],
      'sightings#firstMoneyOf',
    ],
    [
      'cotrade',
      '4.2: (a route that is not shown) traded alike',
      [
        PLANTED,
        'who buys the same two tokens within seconds trades alike; one token, other sides and other times do not',
      ],
      'cotradeSightings',
    ],
    [
      'spam',
      '4.2: (a route that is not shown) specks are no relation',
      [
        PLANTED,
        'specks from strangers are counted as spam and are no relation; what is above them is both shown and one',
      ],
      'transferSightings',
    ],
    [
      'kinds',
      '4.2: (a route that is not shown) `kinds`',
      [BOOKS, 'kinds that are none of ours are ignored'],
      'getRelated',
    ],
    ['kept', '4.2: (a route that is not shown) 10 min', [BOOKS, LIVES], 'CACHES.walletRelated'],
    [
      'failed',
      '4.2: (a route that is not shown) 502 `related lookup unavailable`',
      [BOOKS, NO_SOURCE],
      'get-related#asSpecified',
    ],
  ]),
  ...rulesOf('wallet-stake', 'GET /api/v2/wallets/{wallet}/stake', [
    [
      'fields',
      '2.4: lamports, deposit, vote account and delegated stake to the lamport',
      [STAKE_ROUTE, 'each stake account is as the node parses it, and the sums are theirs'],
      'get-stake#row',
    ],
    ['states', '3: delegated, deactivation epoch set, not delegated', [STAKE_ROUTE, STATES], 'get-stake#stateOf'],
    [
      'activation',
      '3: derived on read, as the stake program reckons',
      [ACTIVATION, 'what cools down is, to the lamport, what the stake program keeps back'],
      'stakeActivation',
    ],
    ['names', '2.4: only a name that the identity signed is shown', [STAKE_ROUTE, STATES], 'readValidatorInfo'],
    ['kept', '4.2: 120 s', [STAKE_ROUTE, 'answers are kept for 120 s'], 'CACHES.walletStake'],
    [
      'unavailable',
      '4.2: 502 `stake lookup unavailable`',
      [STAKE_ROUTE, 'a node that fails is 502 `stake lookup unavailable`'],
      'get-stake#asSpecified',
    ],
    [
      'refused',
      '7: 503 where the node does not scan',
      [STAKE_ROUTE, 'a node that does not scan the stake program is 503 with the reason, and no empty list'],
      'get-stake#asSpecified',
    ],
    ['invalid', '4.2: 400 `invalid wallet address`', [STAKE_ROUTE, 'what is no address is 400'], 'walletStake'],
  ]),
  ...rulesOf('wallet-defi-positions', 'GET /api/v2/wallets/{wallet}/defi-positions', [
    [
      'amounts',
      '2.4: amounts and fees to the unit',
      [POSITIONS_ROUTE, 'values say which price they used, and the totals are sums of them'],
      'show-positions#row',
    ],
    [
      'prices',
      '2.4: values say which price they used, totals are sums of them',
      [POSITIONS_ROUTE, 'values say which price they used, and the totals are sums of them'],
      'sourcedPrices',
    ],
    [
      'thin',
      '2.4: tokens of which positions hold more than their pools could pay count in no value and no total',
      [
        POSITIONS_ROUTE,
        'a token of which positions hold more than its pools could pay counts in no value and no total',
      ],
      'show-positions#thinMints',
    ],
    [
      'thin-together',
      '2.4: all positions of a wallet are held against the pools of a token together',
      [POSITIONS_SHOWN, 'many small positions of one token count as one, with the fees that wait'],
      'show-positions#thinMints',
    ],
    [
      'stake-pools',
      '2.4: every stake pool by its one rule',
      [VECTORS, 'shares of every stake pool are worth their part of all its lamports, as its SDK reads the pool'],
      'readStakeShare',
    ],
    [
      'kamino',
      '2.4: loans of Kamino to the unit, as its SDK reads them',
      [LENDING_VECTORS, 'loans of Kamino are what its SDK says, to the unit, and so is their health'],
      'kaminoLoans',
    ],
    [
      'marginfi',
      '2.4: accounts of marginfi to the unit, as its SDK reads them',
      [LENDING_VECTORS, 'accounts of marginfi are what its SDK says, to the unit, and so is their health'],
      'marginfiAccounts',
    ],
    [
      'jupiter-vaults',
      '2.4: vaults of Jupiter Lend to the unit, as its SDK reads them',
      [LENDING_VECTORS, 'vaults of Jupiter Lend are what its SDK says, to the unit'],
      'jupiterVaults',
    ],
    [
      'jupiter-earn',
      '2.4: shares of Jupiter Lend to the unit',
      [LENDING_VECTORS, 'tokens of Jupiter Lend are worth the price that the program last wrote down, rounded down'],
      'jupiterEarnShares',
    ],
    [
      'loans',
      '2.4: what is owed is shown beside what is held, with how fresh it is and what the lender says of it',
      [LENDING_ROUTE, 'loans are shown with their debts, how fresh they are, and the health that the program recorded'],
      'show-positions#showLending',
    ],
    [
      'unread-loans',
      '2.4: a position of which something was not read has no value, and says what',
      [LENDING_ROUTE, 'what was not read of a loan is said, and its value is none'],
      'marginfi#readAccount',
    ],
    [
      'scans',
      '7: what a node does not list is named',
      [
        POSITIONS_ROUTE,
        'a node without scans finds pools of shares by their transactions, and says what it cannot list',
      ],
      'createPoolsOfShares',
    ],
    [
      'calls',
      '8: calls of the node are bounded',
      [POSITIONS_ROUTE, 'positions of a wallet take a bounded number of calls'],
      'POSITIONS.accountsPerRound',
    ],
    [
      'invalid',
      '4.2: 400 `invalid wallet`',
      [POSITIONS_ROUTE, 'what is no address is 400, without a node it is 503, and answers are kept for a minute'],
      'createHoldingReads',
    ],
  ]),
  ...rulesOf('wallet-nfts', 'GET /api/v2/wallets/{wallet}/nfts', [
    [
      'filtered',
      '4.2: fungible assets and assets with decimals are filtered out',
      [NFTS_ROUTE, 'fungible assets, those that divide and burnt ones are filtered out, and the total counts all'],
      'get-nfts#isNft',
    ],
    [
      'clamps',
      '4.2: `page` from 1, `limit` 1 to 100, 50 by default',
      [NFTS_ROUTE, 'pages follow one another without a gap, and page and limit are clamped'],
      'WALLETS.nfts',
    ],
    [
      'node',
      '4.2: without an index what the chain shows, compressed ones not established',
      [
        NFTS_ROUTE,
        'with an asset index and without one a collector has the same NFTs, with the same names and collections',
      ],
      'readOwnedNfts',
    ],
    ['kept', '4.2: 60 s', [NFTS_ROUTE, NFTS_KEPT], 'CACHES.walletNfts'],
    ['invalid', '4.2: 400 `invalid wallet address`', [NFTS_ROUTE, NFTS_KEPT], 'walletNfts'],
  ]),
]
