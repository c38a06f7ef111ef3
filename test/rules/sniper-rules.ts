import { rulesOf } from './engine-rule.ts'

const COHORT = 'test/services/forensics/snipers.test.ts'
const ROUTE = 'test/routes/tokens/forensics.test.ts'
const FAULTS = 'test/routes/tokens/forensics-faults.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'

const NO_LAUNCH = 'nothing is known of a launch that was not found; the window is the configured one'
const DEGRADED = 'degraded forensics give an empty sample and no ratio; the counts stay'
const SAMPLED = 'a sniper is serial with one other snipe and heavy with fifty tokens or endless transactions'
const COUNTED = 'snipers of the launch slot and of the slots after it are counted apart, bundlers are not among them'
const EXITS = 'what snipers hold next to what they bought in the window shows what they did'
const EDGES = 'the edges of gone, whole and more are a hundredth'

export const SNIPER_RULES = rulesOf('snipers', 'GET /api/v2/tokens/{mint}/snipers', [
  [
    'null',
    '2.2: counts are null where the launch was not found',
    [COHORT, NO_LAUNCH],
    'snipers#NOBODY_KNOWN.sniperCount',
  ],
  [
    'null.why',
    '2.2: and `errors` say so',
    [ROUTE, 'tokens without a launch on record give nulls and say why'],
    'snipers#errorsOf',
  ],
  ['null.checks', '2.2: no check is asked then', [COHORT, NO_LAUNCH], 'checkSnipers'],
  ['window', '2.2: the window is the configured one', [COHORT, NO_LAUNCH], 'judgeSnipers'],
  ['degraded.sample', '2.2: degraded forensics give an empty sample', [COHORT, DEGRADED], 'snipers#sampleOf'],
  ['degraded.ratio', '2.2: and a null ratio', [COHORT, DEGRADED], 'judgeSnipers'],
  ['degraded.why', '2.2: and say why', [COHORT, DEGRADED], 'snipers#errorsOf'],
  [
    'degraded.counts',
    '2.2, 4.1: while the counts stay',
    [FAULTS, 'degraded forensics: the counts stay, the sample is empty and its ratio null'],
    'get-snipers#read',
  ],
  ['serial', '2.2: `serial` from one other snipe on', [COHORT, SAMPLED], 'SNIPERS.serialOtherSnipes'],
  ['heavy', '2.2: `heavy` from fifty tokens on', [COHORT, SAMPLED], 'SNIPERS.heavyFungibles'],
  ['ratio', '2.2: `serialSniperRatio` is of those that were read', [COHORT, SAMPLED], 'snipers#serialRatio'],
  [
    'ratio.none',
    '2.2: and null of no one',
    [COHORT, 'no snipers at all: an empty sample, and no ratio of no one'],
    'snipers#serialRatio',
  ],
  [
    'slot0',
    '2.2: `slot0SniperCount` and `cohortSniperCount` add up to `sniperCount`',
    [COHORT, COUNTED],
    'snipers#countSnipers',
  ],
  [
    'slot0.share',
    '2.2: `slot0SniperPct` is what those of the launch slot hold',
    [COHORT, COUNTED],
    'snipers#countSnipers',
  ],
  [
    'bundled',
    '2.2: `bundledPct` and `bundleWalletCount` are of the bundlers',
    [COHORT, COUNTED],
    'snipers#countSnipers',
  ],
  [
    'shares',
    '2.2: the shares are those of the intel record',
    [ROUTE, 'bundlers and snipers are those of the truth, with the very shares of the intel record'],
    'snipers#countSnipers',
  ],
  ['exit.sold', '2.2: `soldPartial` and `soldFull` are distinguished', [COHORT, EXITS], 'SNIPERS.goneBelowPerMille'],
  ['exit.more', '2.2: `boughtMore` from a hundredth above what was bought', [COHORT, EDGES], 'SNIPERS.wholeToPerMille'],
  ['exit.holding', '2.2: `holding` from 99 percent of what was bought', [COHORT, EDGES], 'SNIPERS.wholeFromPerMille'],
  [
    'exit.classified',
    '2.2: a sniper whose purchase was not read is not classified',
    [COHORT, EXITS],
    'snipers#classifyExits',
  ],
  [
    'exit.window',
    '2.2: what was bought later does not count as bought in the window',
    [COHORT, EXITS],
    'boughtInWindow',
  ],
  [
    'share.null',
    '2.2: a share is null while one balance is unknown',
    [COHORT, 'a share is null while one balance is unknown, and known again when it was asked for'],
    'heldTogetherPct',
  ],
  [
    'checks.share',
    '2.2: snipers above ten percent fail',
    [COHORT, 'snipers fail above ten percent of the supply, not at it'],
    'SNIPERS.sharePct',
  ],
  ['checks.crowd', '2.2: ten snipers are a crowd', [COHORT, 'ten snipers are a crowd, nine are not'], 'SNIPERS.count'],
  [
    'checks.dumped',
    '2.2: four fifths of at least five gone have dumped',
    [COHORT, 'snipers have dumped when four fifths of at least five are gone'],
    'SNIPERS.dumpedOf',
  ],
  [
    'checks.serial',
    '2.2: what most snipers do is asked of three sampled at least',
    [COHORT, 'two sampled snipers do not show what most of them do'],
    'SNIPERS.serialOf',
  ],
  [
    'sample.cap',
    '2.2: at most twelve are sampled',
    [COHORT, 'at most twelve snipers are sampled, launch slot first'],
    'SNIPERS.sampled',
  ],
  [
    'unconfigured',
    '7: without a node it is 503 with its name',
    [ROUTE, 'without a node both are 503 with its name'],
    'tokenSnipers.needs',
  ],
  ['lives', '4.1, 8: an answer is kept 120 s', [LIVES, 'a sniper cohort lives 120 s'], 'CACHES.snipers'],
  [
    'configured-window',
    '2.2: the launch window is configurable and said',
    [ROUTE, 'a wider launch window is configured, said, and counts more snipers'],
    'loadLaunch',
  ],
])
