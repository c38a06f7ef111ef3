import { rulesOf } from './engine-rule.ts'

const HISTORY = 'test/services/forensics/dev-history.test.ts'
const OUTCOME = 'test/services/forensics/rug-outcome.test.ts'
const RING = 'test/services/forensics/operator-ring.test.ts'
const TRACE = 'test/services/forensics/funder-trace.test.ts'
const ROUTE = 'test/routes/tokens/forensics.test.ts'
const FAULTS = 'test/routes/tokens/forensics-faults.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'

const NO_PRIOR = 'behavioural verdicts are null when there is no prior token, and the checks were not asked'
const UNREAD = 'everything is null, with the reason, when the creator’s history could not be read'
const SERIAL = 'a serial rugger has rugged two tokens and half of those whose end is known'
const FAST = 'a fast rugger’s median rug comes within ten minutes'
const SOLD = 'what the creator sold is of all it ever had, in four classes'
const PEEL = 'through relays the root funder is the last wallet before the exchange, and two relays are a peel'

export const DEV_HISTORY_RULES = rulesOf('dev', 'GET /api/v2/tokens/{mint}/dev-history', [
  [
    'null.verdicts',
    '2.2: behavioural verdicts are null when there is no prior history',
    [HISTORY, NO_PRIOR],
    'dev-history#summarise',
  ],
  ['null.rate', '2.2: `rugRate` is null without prior tokens', [HISTORY, NO_PRIOR], 'dev-history#summarise'],
  ['null.median', '2.2: `medianTimeToRugSecs` is null without a rug', [HISTORY, NO_PRIOR], 'dev-history#medianOf'],
  ['null.peak', '2.2: `peakPriorValueUsd` is null without prior tokens', [HISTORY, NO_PRIOR], 'dev-history#summarise'],
  [
    'null.checks',
    '2.2: checks on behaviour are not asked without prior tokens',
    [HISTORY, NO_PRIOR],
    'dev-checks#checkRugs',
  ],
  [
    'unread',
    '2.2: `priorTokens` is null, not empty, when the history could not be read',
    [HISTORY, UNREAD],
    'dev-history#summarise',
  ],
  ['unread.ok', '2.2: `ok` is false then, and the creator still named', [HISTORY, UNREAD], 'judgeDevHistory'],
  ['unread.why', '2.2: `errors` say why', [HISTORY, UNREAD], 'dev-history#errorsOf'],
  [
    'unread.ring',
    '2.2: the ring is null when the funders were not read',
    [RING, 'nothing is said of a ring when the funders were not read'],
    'judgeRing',
  ],
  [
    'unread.part',
    '2.2: earlier tokens of which too little was read give no verdict',
    [HISTORY, 'earlier tokens of which too little was read give no verdict'],
    'rug-outcome#undisturbed',
  ],
  [
    'unread.status',
    '4.1: a node that fails leaves the creator named, the answer is 200',
    [FAULTS, 'a node that answers only what was asked before leaves the creator named and its past unknown'],
    'judgeDevHistory',
  ],
  [
    'none',
    '2.2: a token whose creator no one can name says so',
    [HISTORY, 'a token whose creator no one can name says so'],
    'dev-history#errorsOf',
  ],
  ['serial.count', '2.2: a serial rugger has rugged at least two tokens', [HISTORY, SERIAL], 'DEV_HISTORY.serialRugs'],
  ['serial.rate', '2.2: and half of those whose end is known', [HISTORY, SERIAL], 'DEV_HISTORY.serialRate'],
  ['fast', '2.2: a fast rugger’s median rug comes within ten minutes', [HISTORY, FAST], 'DEV_HISTORY.fastRugSecs'],
  ['fast.unknown', '2.2: rugs without a time say nothing about speed', [HISTORY, FAST], 'dev-history#summarise'],
  [
    'median',
    '2.2: `medianTimeToRugSecs` of an even number is the middle of both',
    [HISTORY, FAST],
    'dev-history#medianOf',
  ],
  [
    'median.samples',
    '2.2: `medianTimeToRugSamples` counts the rugs whose time is known',
    [HISTORY, FAST],
    'dev-history#summarise',
  ],
  [
    'peak',
    '2.2: `peakPriorValueUsd` is the highest peak price times supply',
    [HISTORY, 'the value of an earlier token is its peak price times its supply in dollars, null without a SOL price'],
    'dev-history#summarise',
  ],
  ['sold.none', '2.2: `devSoldClass` is `none` below one percent', [HISTORY, SOLD], 'DEV_HISTORY.soldNonePct'],
  ['sold.most', '2.2: `most` from half', [HISTORY, SOLD], 'DEV_HISTORY.soldMostPct'],
  ['sold.all', '2.2: `all` from 95 percent', [HISTORY, SOLD], 'DEV_HISTORY.soldAllPct'],
  [
    'sold.of',
    '2.2: `devSoldPct` is of all the creator ever had, null of nothing',
    [HISTORY, SOLD],
    'dev-history#soldPct',
  ],
  [
    'evidence',
    '2.2: a failing check names the transactions',
    [HISTORY, 'checks fail with the transactions that show it'],
    'dev-checks#checkRugs',
  ],
  [
    'ring',
    '2.2: two other creators of one funder are a ring',
    [RING, 'one other creator may be a friend, two are a ring; their tokens do not count twice'],
    'RING.minSiblings',
  ],
  [
    'ring.rugs',
    '2.2: one funder of creators whose tokens live is no ring',
    [
      RING,
      'principle 10: a ring needs rugs: a studio all of whose tokens live is none, and its creators are still named',
    ],
    'RING.endedShare',
  ],
  [
    'ring.unread',
    '2.2: the ring is null where it is not known what became of the tokens',
    [RING, 'principle 10: tokens of which nothing was read are neither rugged nor alive'],
    'operator-ring#judgeRugs',
  ],
  [
    'ring.burst',
    '2.2: `ringCoLaunchBurst` is three launches within the hour',
    [RING, 'three launches within the hour, this one among them, are a burst'],
    'operator-ring#hasBurst',
  ],
  [
    'ring.strangers',
    '2.2: creators paid by one public service are strangers',
    [RING, 'creators paid by the same public service are strangers'],
    'judgeRing',
  ],
  ['funder.root', '2.2: `devRootFunder` is the last wallet before the exchange', [TRACE, PEEL], 'traceFunder'],
  ['funder.peel', '2.2: `devFunderPeeled` from two relays on', [TRACE, PEEL], 'FUNDER_TRACE.peelRelays'],
  [
    'pulled',
    '2.2: a token whose liquidity was taken out is rugged',
    [OUTCOME, 'liquidity taken out is a rug from half of the pool on, with the time since the launch'],
    'rug-outcome#pulled',
  ],
  [
    'exit',
    '2.2: an exit counts from three percent of the supply on',
    [OUTCOME, 'an exit counts from three percent of the supply on'],
    'RUG.exitSupplyPct',
  ],
  [
    'collapse',
    '2.2: a token is rugged by an exit before its fall, not by one after it',
    [OUTCOME, 'a collapse is a rug only with the exit of its makers in it'],
    'rug-outcome#collapsed',
  ],
  [
    'source',
    '2.2: `dev` and `devSource` are those of the launch',
    [ROUTE, 'serial ruggers are found with every token they rugged, when, and by which transaction'],
    'judgeDevHistory',
  ],
  [
    'stranger',
    '4.1: an address without a mint is 200 with nothing known',
    [ROUTE, 'an address without a mint is 200 with nothing known; text that is no address likewise or 400'],
    'get-dev-history#read',
  ],
  [
    'unconfigured',
    '7: without a node it is 503 with its name',
    [ROUTE, 'without a node both are 503 with its name'],
    'tokenDevHistory.needs',
  ],
  ['lives', '4.1, 8: an answer is kept 120 s', [LIVES, 'a developer’s history lives 120 s'], 'CACHES.devHistory'],
])
