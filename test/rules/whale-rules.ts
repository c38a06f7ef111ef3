import { type EngineRule, rulesOf } from './engine-rule.ts'

const WHALES = 'test/routes/whales/whales.test.ts'
const THIN = 'test/routes/whales/thin.test.ts'
const PACKS = 'test/services/whales/label-packs.test.ts'
const COHORT = 'test/routes/wallets/cohort.test.ts'
const JOBS = 'test/services/cohort/cohort-jobs.test.ts'
const JUDGE = 'test/services/cohort/judge-cohort.test.ts'
const VALUED =
  'a job values featured wallets by the chain and our prices, the list is sorted by it, and the leaderboard has those above 10 dollars'
const EMPTY = 'a mint of no one leaves an empty answer without generatedAt, and what is no mint is 400'
const NO_NODE = 'without a node discover is 503, and names need none'
const BATCH = 'invalid wallets are dropped, the first 100 count, and none is 400'
const KNOWN = 'nobody is a trader whom no pack calls one; exchanges, desks and validators are known'
const REUSED = 'a set under way is joined in any order of its wallets, and one that is done is reused for ten minutes'
const PARSED = 'text of any separators is read, repeated addresses count once, and bad entries are reported'
const BOUNDS = 'fewer than two valid wallets, more than COHORT_MAX_WALLETS, and what is no list are 400'
const WHOLE = 'a job is accepted with 202, its progress moves, and its result says all there is to say'
const ONE_HAND = 'wallets that one made-for-it wallet paid first are one, by money, with the payments as evidence'

/** Rules of labels, whales and cohorts (spec 2.4, 3, 4.2, 4.4, 7 and 8). */
export const WHALE_RULES: readonly EngineRule[] = [
  ...rulesOf('whale-labels', 'POST /api/v2/whales/labels', [
    ['batch', '4.4: invalid dropped, first 100 kept, none valid gives 400', [WHALES, BATCH], 'LABELS.wallets'],
    [
      'sources',
      '2.4: packs, then the project’s list, then the provider; each member names its source',
      [WHALES, 'each member comes from the first source that says it, and names it'],
      'joinSaid',
    ],
    [
      'provider',
      '4.4: what a provider says is added',
      [WHALES, 'a provider adds what no one else says'],
      'get-labels#fromProvider',
    ],
    [
      'omitted',
      '4.4: wallets with no record are omitted',
      [WHALES, 'without a provider and packs the built-in list answers'],
      'getLabels',
    ],
    [
      'not-kept',
      '4.4: not memoised; packs are read again without a restart',
      [WHALES, 'a changed pack is used without a restart'],
      'label-packs#load',
    ],
    [
      'precedence',
      '2.4: of several packs the first by name counts, a row past its expiry does not',
      [PACKS, 'of several packs the one whose name comes first stands first, and a row past its expiry is void'],
      'label-packs#isOver',
    ],
  ]),
  ...rulesOf('whale-discover', 'GET /api/v2/whales/discover/{mint}', [
    [
      'largest',
      '4.4: the top 20 token accounts, owners resolved',
      [WHALES, 'discover without labels gives the owners of the 20 largest accounts as the node has them'],
      'discover#joinOwners',
    ],
    [
      'labelled',
      '4.4: owners with a label or entity name are kept',
      [WHALES, 'discover with labels keeps owners with a label or a name'],
      'discoverWhales',
    ],
    ['empty', '4.4: empty results omit `generatedAt`; 400 `invalid mint`', [WHALES, EMPTY], 'discoverWhales'],
    ['node', '7: 503 when the on-chain provider is unconfigured', [WHALES, NO_NODE], 'whaleDiscover.needs'],
  ]),
  ...rulesOf('whale-featured', 'GET /api/v2/whales/featured', [
    ['category', '4.4: `trader` is the default; nobody is invented', [WHALES, KNOWN], 'featuredCandidates'],
    ['sorted', '4.4: sorted by netWorthUSD descending', [WHALES, VALUED], 'featured#byWorth'],
    ['worth', '2.4: net worth, assets and the top three, from the chain', [WHALES, VALUED], 'valueWallet'],
    [
      'thin',
      '2.4: a token worth more than there is in its pool makes no one rich',
      [THIN, 'a wallet with more of a token than its pool could pay is worth its dollars, and ranks by them'],
      'value-wallet#valueTokens',
    ],
    [
      'kept',
      '4.4: 120 s shared memo',
      [WHALES, 'featured lists are one snapshot of two minutes'],
      'CACHES.whaleFeatured',
    ],
  ]),
  ...rulesOf('leaderboard', 'GET /api/v2/leaderboard/featured', [
    ['above', '4.4: only totalValue above 10', [WHALES, VALUED], 'WHALES.leaderFromUsd'],
    ['zeros', '2.4: pnl30d and winRate are always 0', [WHALES, VALUED], 'featured#toLeader'],
  ]),
  ...rulesOf('cohort', 'POST /api/v2/wallets/cohort', [
    ['parsed', '4.2: separators, duplicates removed, bad entries in `parseInfo`', [COHORT, PARSED], 'addressSet'],
    ['bounds', '4.2: 2 to COHORT_MAX_WALLETS wallets', [COHORT, BOUNDS], 'submitCohort'],
    ['accepted', '3: 202 with a jobId, running', [COHORT, WHOLE], 'walletCohort.status'],
    ['joined', '3: a concurrent identical submission joins', [JOBS, REUSED], 'cohort-jobs#submit'],
    ['reused', '3: an identical set within 10 min is reused', [JOBS, REUSED], 'COHORT.reusedForMs'],
    [
      'refresh',
      '4.2: `refresh` begins a new job',
      [JOBS, 'refresh begins a new job of a set that is done'],
      'cohort-jobs#submit',
    ],
    [
      'queue',
      '3: a full queue is refused with a time to come back',
      [JOBS, 'one key has one job at work and some waiting; more are refused with a time to come back'],
      'COHORT.waitingOfOne',
    ],
    [
      'stop',
      '3: a stop of the server cancels its analyses and takes no job more',
      [
        JOBS,
        'the end of the server cancels what is under way and takes nothing more; the next process begins it again',
      ],
      'createCohortJobs.close',
    ],
    [
      'resumed',
      '3: what a dead process left is begun again under its id; the specification would lose it',
      [JOBS, 'jobs of a process that was killed are begun again under their ids, as far as there is room'],
      'cohort-jobs#resume',
    ],
  ]),
  ...rulesOf('cohort-job', 'GET /api/v2/wallets/cohort/{jobId}', [
    ['gone', '3: 404 after 20 minutes', [JOBS, 'a job lives for 20 minutes'], 'COHORT.livesForMs'],
    [
      'unknown',
      '7: 404 for an unknown job',
      [COHORT, 'an unknown job is 404, and so is one after 20 minutes'],
      'readCohort',
    ],
    [
      'progress',
      '2.4: progress moves and never falls',
      [JOBS, 'progress moves and never falls, and other processes of the store see each new stage'],
      'cohort-jobs#advance',
    ],
    ['result', '2.4: every member is in a cluster, alone or unknown', [COHORT, WHOLE], 'judgeCohort'],
    ['joins', '2.4: what one hand paid is one, with evidence', [JUDGE, ONE_HAND], 'joinGraphs'],
    ['cohesion', '2.4: a score with three components', [JUDGE, ONE_HAND], 'measureCohesion'],
    ['bridges', '2.4: bridges are what ties several', [JUDGE, ONE_HAND], 'findBridges'],
    [
      'public',
      '2.4: public services tie nobody',
      [JUDGE, 'what an exchange paid ties nobody, and a public address among the members is unknown'],
      'judge-cohort#readingOf',
    ],
    [
      'unread',
      '2.4: where most could not be read nothing is concluded',
      [JUDGE, 'where most members could not be read nothing is concluded'],
      'judge-cohort#verdictOf',
    ],
  ]),
]
