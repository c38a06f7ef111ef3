import { type EngineRule, rulesOf } from './engine-rule.ts'

const ROUTE = 'test/routes/wallets/profile.test.ts'
const JUDGE = 'test/services/wallet-profile/judge-profile.test.ts'
const TRIPS = 'test/services/wallet-profile/round-trips.test.ts'
const INFORMED_TEST = 'test/services/wallet-profile/judge-informed.test.ts'
const INFORMED_ROUTE = 'test/routes/wallets/informed.test.ts'
const KEPT = 'profile, wrapped and roast are of one profile, kept five minutes, with the cache header of the spec'
const FLOORED = '`since` is floored to a day, and ignored when not positive; any other `depth` is deep'
const MISSING = 'what is missing is named: token accounts, records, older transactions'
const RENT = 'rent of empty accounts and idle SOL are offered with their sums'

/** Rules of the wallet family (spec 2.4, 4.2), with the test that holds each and the code it lives in. */
export const WALLET_FAMILY_RULES: readonly EngineRule[] = [
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
]
