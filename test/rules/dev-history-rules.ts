import { rulesOf } from './engine-rule.ts'

const HISTORY = 'test/services/forensics/dev-history.test.ts'
const OUTCOME = 'test/services/forensics/rug-outcome.test.ts'
const RING = 'test/services/forensics/operator-ring.test.ts'
const TRACE = 'test/services/forensics/funder-trace.test.ts'
const ROUTE = 'test/routes/tokens/forensics.test.ts'
const FAULTS = 'test/routes/tokens/forensics-faults.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'
const HERE = 'src/services/forensics'

const NO_PRIOR = 'behavioural verdicts are null when there is no prior coin, and the checks were not asked'
const UNREAD = 'everything is null, with the reason, when the creator’s history could not be read'
const SERIAL = 'a serial rugger has rugged two coins and half of those whose end is known'
const FAST = 'a fast rugger’s median rug comes within ten minutes'
const SOLD = 'what the creator sold is of all it ever had, in four classes'
const PEEL = 'behind relays the root funder is the last wallet before the exchange, and two relays are a peel'

export const DEV_HISTORY_RULES = rulesOf('dev', 'GET /api/v2/tokens/{mint}/dev-history', [
  [
    'null.verdicts',
    '2.2: behavioural verdicts are null when there is no prior history',
    [HISTORY, NO_PRIOR],
    [`${HERE}/dev-history.ts`, 'serialRugger: rate === null ? null :', 'serialRugger: rate === null ? false :'],
  ],
  [
    'null.rate',
    '2.2: `rugRate` is null without prior coins',
    [HISTORY, NO_PRIOR],
    [
      `${HERE}/dev-history.ts`,
      'known.length === 0 ? null : rugged.length / known.length',
      'known.length === 0 ? 0 : rugged.length / known.length',
    ],
  ],
  [
    'null.median',
    '2.2: `medianTimeToRugSecs` is null without a rug',
    [HISTORY, NO_PRIOR],
    [
      `${HERE}/dev-history.ts`,
      'if (values.length === 0) return null\n  const sorted',
      'if (values.length === 0) return 0\n  const sorted',
    ],
  ],
  [
    'null.peak',
    '2.2: `peakPriorValueUsd` is null without prior coins',
    [HISTORY, NO_PRIOR],
    [`${HERE}/dev-history.ts`, 'values.length === 0 ? null : Math.max(...values)', 'Math.max(0, ...values)'],
  ],
  [
    'null.checks',
    '2.2: checks on behaviour are not asked without prior coins',
    [HISTORY, NO_PRIOR],
    [
      `${HERE}/dev-checks.ts`,
      'if (priorTokens.length === 0) return rules.map((rule) => unasked(rule,',
      'if (priorTokens.length === 0) return rules.map((rule) => passed(rule,',
    ],
  ],
  [
    'unread',
    '2.2: `priorTokens` is null, not empty, when the history could not be read',
    [HISTORY, UNREAD],
    [
      `${HERE}/dev-history.ts`,
      'priorTokens: judged === null ? null : judged.tokens',
      'priorTokens: judged === null ? [] : judged.tokens',
    ],
  ],
  [
    'unread.ok',
    '2.2: `ok` is false then, and the creator still named',
    [HISTORY, UNREAD],
    [`${HERE}/dev-history.ts`, 'ok: creator !== null && dev !== null', 'ok: creator !== null'],
  ],
  [
    'unread.why',
    '2.2: `errors` say why',
    [HISTORY, UNREAD],
    [`${HERE}/dev-history.ts`, 'if (dev.gap !== null) errors.push(', 'if (dev.gap === null) errors.push('],
  ],
  [
    'unread.ring',
    '2.2: the ring is null when the funders were not read',
    [RING, 'nothing is said of a ring when the funders were not read'],
    [
      `${HERE}/operator-ring.ts`,
      '{ operatorRing: null, operatorRingDetected: null,',
      '{ operatorRing: [], operatorRingDetected: false,',
    ],
  ],
  [
    'unread.part',
    '2.2: earlier coins of which too little was read give no verdict',
    [HISTORY, 'earlier coins of which too little was read give no verdict'],
    [
      `${HERE}/rug-outcome.ts`,
      "outcome: 'unknown', rugged: null, detail: `only a part",
      "outcome: 'unknown', rugged: false, detail: `only a part",
    ],
  ],
  [
    'unread.status',
    '4.1: a node that fails leaves the creator named, the answer is 200',
    [FAULTS, 'a node that answers only what was asked before leaves the creator named and its past unknown'],
    [`${HERE}/dev-history.ts`, 'const creator = dev?.dev ?? launch?.dev ?? null', 'const creator = dev?.dev ?? null'],
  ],
  [
    'nobody',
    '2.2: a coin whose creator nobody can name says so',
    [HISTORY, 'a coin whose creator nobody can name says so'],
    [
      `${HERE}/dev-history.ts`,
      'if (creator === null && evidence.gap === null)',
      'if (creator === null && evidence.gap !== null)',
    ],
  ],
  [
    'serial.count',
    '2.2: a serial rugger has rugged at least two coins',
    [HISTORY, SERIAL],
    [`${HERE}/dev-thresholds.ts`, 'serialRugs: 2', 'serialRugs: 1'],
  ],
  [
    'serial.rate',
    '2.2: and half of those whose end is known',
    [HISTORY, SERIAL],
    [`${HERE}/dev-thresholds.ts`, 'serialRate: 0.5', 'serialRate: 0.6'],
  ],
  [
    'fast',
    '2.2: a fast rugger’s median rug comes within ten minutes',
    [HISTORY, FAST],
    [`${HERE}/dev-thresholds.ts`, 'fastRugSecs: 600', 'fastRugSecs: 599'],
  ],
  [
    'fast.unknown',
    '2.2: rugs without a time say nothing about speed',
    [HISTORY, FAST],
    [
      `${HERE}/dev-history.ts`,
      'rate === null || (rugged.length > 0 && median === null) ? null',
      'rate === null ? null',
    ],
  ],
  [
    'median',
    '2.2: `medianTimeToRugSecs` of an even number is the middle of both',
    [HISTORY, FAST],
    [`${HERE}/dev-history.ts`, '(sorted[middle - 1]! + sorted[middle]!) / 2', 'sorted[middle]!'],
  ],
  [
    'median.samples',
    '2.2: `medianTimeToRugSamples` counts the rugs whose time is known',
    [HISTORY, FAST],
    [`${HERE}/dev-history.ts`, 'medianTimeToRugSamples: times.length', 'medianTimeToRugSamples: known.length + 1'],
  ],
  [
    'peak',
    '2.2: `peakPriorValueUsd` is the highest peak price times supply',
    [HISTORY, 'the value of an earlier coin is its peak price times its supply in dollars, null without a SOL price'],
    [`${HERE}/dev-history.ts`, 'Math.max(...values)', 'Math.min(...values)'],
  ],
  [
    'sold.none',
    '2.2: `devSoldClass` is `none` below one percent',
    [HISTORY, SOLD],
    [`${HERE}/dev-thresholds.ts`, 'soldNonePct: 1,', 'soldNonePct: 2,'],
  ],
  [
    'sold.most',
    '2.2: `most` from half',
    [HISTORY, SOLD],
    [`${HERE}/dev-thresholds.ts`, 'soldMostPct: 50,', 'soldMostPct: 51,'],
  ],
  [
    'sold.all',
    '2.2: `all` from 95 percent',
    [HISTORY, SOLD],
    [`${HERE}/dev-thresholds.ts`, 'soldAllPct: 95,', 'soldAllPct: 96,'],
  ],
  [
    'sold.of',
    '2.2: `devSoldPct` is of all the creator ever had, null of nothing',
    [HISTORY, SOLD],
    [`${HERE}/dev-history.ts`, 'if (hadRaw <= 0n) return null', 'if (hadRaw <= 0n) return 0'],
  ],
  [
    'evidence',
    '2.2: a failing check names the transactions',
    [HISTORY, 'checks fail with the transactions that show it'],
    [
      `${HERE}/dev-checks.ts`,
      '(history.serialRugger ? failed : passed)(serialRugger, of, evidence)',
      '(history.serialRugger ? failed : passed)(serialRugger, of)',
    ],
  ],
  [
    'ring',
    '2.2: two other creators of one funder are a ring',
    [RING, 'one other creator may be a friend, two are a ring; their coins do not count twice'],
    [`${HERE}/operator-ring.ts`, 'minSiblings: 2', 'minSiblings: 1'],
  ],
  [
    'ring.burst',
    '2.2: `ringCoLaunchBurst` is three launches within the hour',
    [RING, 'three launches within the hour, this one among them, are a burst'],
    [`${HERE}/operator-ring.ts`, '<= burstSecs) return true', '< burstSecs) return true'],
  ],
  [
    'ring.strangers',
    '2.2: creators paid by one public service are strangers',
    [RING, 'creators paid by the same public service are strangers'],
    [`${HERE}/operator-ring.ts`, '!strangers.has(funder)', '!strangers.has(funder + funder)'],
  ],
  [
    'funder.root',
    '2.2: `devRootFunder` is the last wallet before the exchange',
    [TRACE, PEEL],
    [`${HERE}/funder-trace.ts`, 'telling.at(-1) ?? path.at(-1)!', 'path.at(-1)!'],
  ],
  [
    'funder.peel',
    '2.2: `devFunderPeeled` from two relays on',
    [TRACE, PEEL],
    [`${HERE}/funder-trace.ts`, 'peelRelays: 2', 'peelRelays: 3'],
  ],
  [
    'pulled',
    '2.2: a coin whose liquidity was taken out is rugged',
    [OUTCOME, 'liquidity taken out is a rug from half of the pool on, with the time since the launch'],
    [`${HERE}/rug-outcome.ts`, 'sharePct < RUG.pulledPct', 'sharePct <= RUG.pulledPct'],
  ],
  [
    'exit',
    '2.2: an exit counts from three percent of the supply on',
    [OUTCOME, 'an exit counts from three percent of the supply on'],
    [`${HERE}/rug-outcome.ts`, 'exitSupplyPct: 3', 'exitSupplyPct: 4'],
  ],
  [
    'collapse',
    '2.2: a coin is rugged by an exit before its fall, not by one after it',
    [OUTCOME, 'a collapse is a rug only with the exit of its makers in it'],
    [`${HERE}/rug-outcome.ts`, 'exit.timeSec > collapsedTimeSec) return null', 'exit.timeSec < 0) return null'],
  ],
  [
    'source',
    '2.2: `dev` and `devSource` are those of the launch',
    [ROUTE, 'serial ruggers are found with every coin they rugged, when, and by which transaction'],
    [`${HERE}/dev-history.ts`, 'devSource: dev?.devSource ?? sourceOf(launch)', 'devSource: sourceOf(null)'],
  ],
  [
    'stranger',
    '4.1: an address without a mint is 200 with nothing known',
    [ROUTE, 'an address without a mint is 200 with nothing known; text that is no address likewise or 400'],
    [
      'src/services/tokens/dev-history.ts',
      "if (signal.aborted) return fail('cancelled', 'the request was cancelled')",
      "if (!evidence.ok || evidence.value.mintInfo === null) return fail('not_found', 'no mint')",
    ],
  ],
  [
    'unconfigured',
    '7: without a node it is 503 with its name',
    [ROUTE, 'without a node both are 503 with its name'],
    ['src/routes/tokens/dev-history.ts', "needs: ['rpc'],", 'needs: [],'],
  ],
  [
    'lives',
    '4.1, 8: an answer is kept 120 s',
    [LIVES, 'a developer’s history lives 120 s'],
    ['src/config/cache-ttls.ts', 'devHistory: { ttlMs: 120 * SECOND_MS', 'devHistory: { ttlMs: 60 * SECOND_MS'],
  ],
])
