import { rulesOf } from './engine-rule.ts'

const COHORT = 'test/services/forensics/snipers.test.ts'
const ROUTE = 'test/routes/tokens/forensics.test.ts'
const FAULTS = 'test/routes/tokens/forensics-faults.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'
const HERE = 'src/services/forensics'

const NO_LAUNCH = 'nothing is known of a launch that was not found; the window is the configured one'
const DEGRADED = 'degraded forensics give an empty sample and no ratio; the counts stay'
const SAMPLED = 'a sniper is serial with one other snipe and heavy with fifty tokens or endless transactions'
const COUNTED = 'snipers of the launch slot and of the slots after it are counted apart, bundlers are not among them'
const EXITS = 'what snipers hold beside what they bought in the window tells what they did'
const EDGES = 'the edges of gone, whole and more are a hundredth'

export const SNIPER_RULES = rulesOf('snipers', 'GET /api/v2/tokens/{mint}/snipers', [
  [
    'null',
    '2.2: counts are null where the launch was not found',
    [COHORT, NO_LAUNCH],
    [`${HERE}/snipers.ts`, '  sniperCount: null,', '  sniperCount: 0,'],
  ],
  [
    'null.why',
    '2.2: and `errors` say so',
    [ROUTE, 'tokens without a launch on record give nulls and say why'],
    [`${HERE}/snipers.ts`, "'the launch was not found on the chain'", "'no launch'"],
  ],
  [
    'null.checks',
    '2.2: no check is asked then',
    [COHORT, NO_LAUNCH],
    [
      `${HERE}/sniper-checks.ts`,
      'return Object.values(SNIPER_RULES).map((rule) => unasked(rule,',
      'return Object.values(SNIPER_RULES).map((rule) => passed(rule,',
    ],
  ],
  [
    'window',
    '2.2: the window is the configured one',
    [COHORT, NO_LAUNCH],
    [
      `${HERE}/snipers.ts`,
      'observed?.launch?.windowSlots ?? windowSlots',
      'observed?.launch?.windowSlots ?? LIMITS.launchWindowSlots',
    ],
  ],
  [
    'degraded.sample',
    '2.2: degraded forensics give an empty sample',
    [COHORT, DEGRADED],
    [
      `${HERE}/snipers.ts`,
      'sampled.length > 0 && sampled.every(({ otherSnipes }) => otherSnipes === null)',
      'sampled.length > 9',
    ],
  ],
  [
    'degraded.ratio',
    '2.2: and a null ratio',
    [COHORT, DEGRADED],
    [`${HERE}/snipers.ts`, 'serialSniperRatio: sample === null ? null :', 'serialSniperRatio: sample === null ? 0 :'],
  ],
  [
    'degraded.why',
    '2.2: and say why',
    [COHORT, DEGRADED],
    [`${HERE}/snipers.ts`, 'errors.push(`snipers: $', 'errors.push(`$'],
  ],
  [
    'degraded.counts',
    '2.2, 4.1: while the counts stay',
    [FAULTS, 'degraded forensics: the counts stay, the sample is empty and its ratio null'],
    [
      'src/services/tokens/snipers.ts',
      "asGathered(ctx, 'chain:evidence', evidence, ({ slot }) => slot)",
      "asGathered(ctx, 'chain:evidence', snipers.ok ? evidence : snipers, ({ slot }) => slot)",
    ],
  ],
  [
    'serial',
    '2.2: `serial` from one other snipe on',
    [COHORT, SAMPLED],
    [`${HERE}/sniper-thresholds.ts`, 'serialOtherSnipes: 1', 'serialOtherSnipes: 2'],
  ],
  [
    'heavy',
    '2.2: `heavy` from fifty tokens on',
    [COHORT, SAMPLED],
    [`${HERE}/sniper-thresholds.ts`, 'heavyFungibles: 50', 'heavyFungibles: 49'],
  ],
  [
    'ratio',
    '2.2: `serialSniperRatio` is of those that were read',
    [COHORT, SAMPLED],
    [
      `${HERE}/snipers.ts`,
      'known.filter(({ serial }) => serial).length / known.length',
      'known.filter(({ serial }) => serial).length / sample.length',
    ],
  ],
  [
    'ratio.nobody',
    '2.2: and null of nobody',
    [COHORT, 'no snipers at all: an empty sample, and no ratio of nobody'],
    [`${HERE}/snipers.ts`, 'return known.length === 0 ? null :', 'return known.length === 0 ? 0 :'],
  ],
  [
    'slot0',
    '2.2: `slot0SniperCount` and `cohortSniperCount` add up to `sniperCount`',
    [COHORT, COUNTED],
    [
      `${HERE}/snipers.ts`,
      'cohortSniperCount: launch.snipers.length - slot0.length',
      'cohortSniperCount: launch.snipers.length',
    ],
  ],
  [
    'slot0.share',
    '2.2: `slot0SniperPct` is what those of the launch slot hold',
    [COHORT, COUNTED],
    [`${HERE}/snipers.ts`, 'slot0SniperPct: together(slot0)', 'slot0SniperPct: together(launch.snipers)'],
  ],
  [
    'bundled',
    '2.2: `bundledPct` and `bundleWalletCount` are of the bundlers',
    [COHORT, COUNTED],
    [`${HERE}/snipers.ts`, 'bundledPct: together(launch.bundlers)', 'bundledPct: together(launch.snipers)'],
  ],
  [
    'shares',
    '2.2: the shares are those of the intel record',
    [ROUTE, 'bundlers and snipers are those of the truth, with the very shares of the intel record'],
    [
      `${HERE}/snipers.ts`,
      'sniperPct: together(launch.snipers)',
      'sniperPct: together([...launch.snipers, ...launch.bundlers])',
    ],
  ],
  [
    'exit.sold',
    '2.2: `soldPartial` and `soldFull` are told apart',
    [COHORT, EXITS],
    [`${HERE}/sniper-thresholds.ts`, 'goneBelowPerMille: 10n', 'goneBelowPerMille: 600n'],
  ],
  [
    'exit.more',
    '2.2: `boughtMore` from a hundredth above what was bought',
    [COHORT, EDGES],
    [`${HERE}/sniper-thresholds.ts`, 'wholeToPerMille: 1_010n', 'wholeToPerMille: 1_050n'],
  ],
  [
    'exit.holding',
    '2.2: `holding` from 99 percent of what was bought',
    [COHORT, EDGES],
    [`${HERE}/sniper-thresholds.ts`, 'wholeFromPerMille: 990n', 'wholeFromPerMille: 980n'],
  ],
  [
    'exit.classified',
    '2.2: a sniper whose purchase was not read is not classified',
    [COHORT, EXITS],
    [`${HERE}/snipers.ts`, 'if (boughtRaw === 0n || heldRaw === null) continue', 'if (heldRaw === null) continue'],
  ],
  [
    'exit.window',
    '2.2: what was bought later does not count as bought in the window',
    [COHORT, EXITS],
    [`${HERE}/snipers.ts`, 'slot > launchSlot + windowSlots', 'slot > launchSlot + windowSlots + 50'],
  ],
  [
    'share.null',
    '2.2: a share is null while one balance is unknown',
    [COHORT, 'a share is null while one balance is unknown, and known again when it was asked for'],
    [
      'src/services/evidence/launch-shares.ts',
      'if (amountRaw === null) return null',
      'if (amountRaw === null) continue',
    ],
  ],
  [
    'checks.share',
    '2.2: snipers above ten percent fail',
    [COHORT, 'snipers fail above ten percent of the supply, not at it'],
    [`${HERE}/sniper-thresholds.ts`, 'sharePct: 10', 'sharePct: 11'],
  ],
  [
    'checks.crowd',
    '2.2: ten snipers are a crowd',
    [COHORT, 'ten snipers are a crowd, nine are not'],
    [`${HERE}/sniper-thresholds.ts`, 'count: 10', 'count: 9'],
  ],
  [
    'checks.dumped',
    '2.2: four fifths of at least five gone have dumped',
    [COHORT, 'snipers have dumped when four fifths of at least five are gone'],
    [`${HERE}/sniper-thresholds.ts`, 'dumpedOf: 5', 'dumpedOf: 4'],
  ],
  [
    'sample.cap',
    '2.2: at most twelve are sampled',
    [COHORT, 'at most twelve snipers are sampled, launch slot first'],
    [`${HERE}/sniper-thresholds.ts`, 'sampled: 12', 'sampled: 11'],
  ],
  [
    'unconfigured',
    '7: without a node it is 503 with its name',
    [ROUTE, 'without a node both are 503 with its name'],
    ['src/routes/tokens/snipers.ts', "needs: ['rpc'],", 'needs: [],'],
  ],
  [
    'lives',
    '4.1, 8: an answer is kept 120 s',
    [LIVES, 'a sniper cohort lives 120 s'],
    ['src/config/cache-ttls.ts', 'snipers: { ttlMs: 120 * SECOND_MS', 'snipers: { ttlMs: 60 * SECOND_MS'],
  ],
  [
    'configured-window',
    '2.2: the launch window is configurable and said',
    [ROUTE, 'a wider launch window is configured, said, and counts more snipers'],
    [
      'src/services/tokens/intel/load-launch.ts',
      'const windowSlots = ctx.config.launchWindowSlots',
      'const windowSlots = 2',
    ],
  ],
])
