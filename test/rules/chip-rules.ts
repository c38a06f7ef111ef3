import { rulesOf } from './engine-rule.ts'

const ONE = 'GET /api/v2/tokens/{mint}/safety'
const MANY = 'GET /api/v2/tokens/safety'
const HERE = 'test/rules/safety-chip.test.ts'
const ROUTE = 'test/routes/tokens/safety.test.ts'
const READS = 'test/rules/parameters.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'

export const CHIP_RULES = [
  ...rulesOf('chip', ONE, [
    [
      'pending.nothing',
      '3: no warm scan and no intel is `pending` with source `venues`, score and grade null',
      [HERE, 'pending is for a token of which neither scan nor intel can be had: source venues, score and grade null'],
      'safety-chip#buildInTime',
    ],
    [
      'pending.no-verdict',
      '3: intel without a verdict is no chip of intel',
      [HERE, 'pending is for a token of which neither scan nor intel can be had: source venues, score and grade null'],
      'safety-chip#buildInTime',
    ],
    [
      'pending.late',
      '3, 4.1: intel that is late leaves the chip pending',
      [HERE, 'intel that takes longer than a chip can wait leaves it pending'],
      'safety-chip#buildInTime',
    ],
    [
      'pending.failed',
      '3, 7: a chip that cannot be made is `pending` with source `error`, HTTP 200',
      [HERE, 'a chip that cannot be made is pending from error, with 200; a client that left is not answered'],
      'getSafetyChip',
    ],
    [
      'pending.throws',
      '3: a mint that throws is `pending` with source `error`',
      [HERE, 'a mint that throws is pending from error and logged, alone and among others'],
      'safety-chip#keptOrFailed',
    ],
    [
      'pending.all-down',
      '3, 7: never a 5xx, whatever is down',
      [ROUTE, 'with the node and every provider down the chip is pending and still 200'],
      'safety-chip#buildInTime',
    ],
    [
      'pending.stranger',
      '3: an address without a mint is pending with 200',
      [ROUTE, 'an address without a mint is pending, from its venues, with 200'],
      'safety-chip#errorChip',
    ],
    [
      'partial',
      '3: a chip from intel is `partial` with source `intel`',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      'safety-chip#chipOfIntel',
    ],
    [
      'partial.score',
      '2.2, 3: the score of a partial chip is 100 less the intel risk, in the band of the verdict of intel',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      'safety-chip#chipOfIntel',
    ],
    [
      'partial.never-safe',
      '2.2: nothing is `safe` before it was scanned',
      [HERE, 'nothing is safe before it was scanned: 84 at most, 75 where the mint could take or stop tokens'],
      'safety-chip#MOST',
    ],
    [
      'partial.trap',
      '2.2: a mint that could take or stop tokens scores less than a clean one',
      [HERE, 'nothing is safe before it was scanned: 84 at most, 75 where the mint could take or stop tokens'],
      'safety-chip#chipOfIntel',
    ],
    [
      'partial.green',
      '2.2: a share that no one knows is not green',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      'safety-chip#chipOfIntel',
    ],
    [
      'partial.severity',
      '2.2: a risk of 25 points and more is a high flag',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      'safety-chip#chipOfIntel',
    ],
    [
      'complete',
      '3: a warm scan makes the chip `complete` with source `deepscan` and the score of the scan',
      [HERE, 'complete is from a deep scan at hand, with its score, grade, verdict and time'],
      'safety-chip#chipOfScan',
    ],
    [
      'complete.score',
      '3: the score is equal to that of the scan',
      [HERE, 'complete is from a deep scan at hand, with its score, grade, verdict and time'],
      'safety-chip#chipOfScan',
    ],
    [
      'complete.at-once',
      '3: a scan that came after the chip was kept replaces it at once',
      [ROUTE, 'after a scan the chip is complete at once, with its score and grade and its own checks'],
      'getSafetyChip',
    ],
    [
      'no-scan',
      '4.1: a chip never runs a fresh deep scan',
      [ROUTE, 'a chip never runs a scan'],
      'safety-chip#buildInTime',
    ],
    [
      'flags.order',
      '2.2: the worst come first',
      [HERE, 'flags of a scan are checks of its own layers, worst first, info left out, warnings as low, five at most'],
      'safety-chip#chipOfScan',
    ],
    [
      'flags.warning',
      '2.2: a chip knows no `warning`; such a check is `low` there',
      [HERE, 'flags of a scan are checks of its own layers, worst first, info left out, warnings as low, five at most'],
      'safety-chip#chipOfScan',
    ],
    [
      'flags.info',
      '2.2: information is no flag of a chip',
      [HERE, 'information is no flag of a chip'],
      'safety-chip#chipOfScan',
    ],
    [
      'flags.own-layers',
      '2.2: own-layer checks only, nothing that providers say',
      [ROUTE, 'what outside providers say is on no chip'],
      'safety-chip#chipOfScan',
    ],
    [
      'flags.default',
      '4.1: `flags` is 3 by default; unreadable text counts as that',
      [ROUTE, 'flags: 3 by default, clamped to 1..5, unreadable text counts as 3'],
      'CHIP_FLAGS',
    ],
    [
      'flags.min',
      '4.1: `flags` is clamped to at least 1',
      [READS, 'flags of a chip are 3 by default, clamped to 1 and 5'],
      'CHIP_FLAGS',
    ],
    [
      'flags.max',
      '4.1: `flags` is clamped to at most 5',
      [READS, 'flags of a chip are 3 by default, clamped to 1 and 5'],
      'CHIP_FLAGS',
    ],
    [
      'flags.both',
      '4.1: `flags` is the size of each of both lists',
      [HERE, 'flags says how many of each colour'],
      'safety-chip#cut',
    ],
    [
      'cap',
      '2.2: `hardCapReason` is the first reason of a held score, and null of any other',
      [HERE, 'a held score is said with its first reason, an unheld one without'],
      'safety-chip#chipOfScan',
    ],
    [
      'venues.unique',
      '2.2: venues are deduplicated by `dexId`',
      [HERE, 'venues are one per DEX, the one with the highest volume of a day first and primary'],
      'safety-chip#venuesOf',
    ],
    [
      'venues.primary',
      '2.2: primary is the venue with the highest volume of 24 hours',
      [HERE, 'venues are one per DEX, the one with the highest volume of a day first and primary'],
      'safety-chip#byVolumeThenAddress',
    ],
    [
      'liquidity',
      '2.2: `liquidityUsd` is null where no pool says it',
      [HERE, 'liquidity is the sum of the pools that say theirs, null when none does'],
      'safety-chip#liquidityOf',
    ],
    [
      'refresh',
      '4.1: `refresh` busts the memo of the chip and nothing else',
      [HERE, 'refresh passes by the memo of the chip alone'],
      'getSafetyChip',
    ],
    [
      'refresh.words',
      '4.1: `refresh` is a bool, false by default',
      [READS, 'refresh is false by default, and only 1 or true are true'],
      'params#flag',
    ],
    ['lives', '3, 8: a chip is kept 60 s', [HERE, 'a chip is kept 60 s'], 'CACHES.safetyChip'],
    [
      'lives.shorter',
      '8: a chip is never kept for less than 60 s by its own memo',
      [HERE, 'a chip is kept 60 s'],
      'CACHES.safetyChip',
    ],
    [
      'invalid-mint',
      '4.1, 7: an invalid mint is 400 `invalid mint`',
      [READS, 'a mint in a path is an address of 32 to 44 letters, trimmed, anything else is invalid mint'],
      'MintParams',
    ],
    [
      'unconfigured',
      '7: without any provider a chip is pending, not 503',
      [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
      'tokenSafety.needs',
    ],
  ]),
  ...rulesOf('chips', MANY, [
    [
      'max',
      '4.1, 8: the first 30 valid mints count',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      'LIMITS.safetyMints',
    ],
    [
      'repeats',
      '4.1: invalid and repeated entries are dropped before they count',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      'addressList',
    ],
    [
      'none',
      '4.1, 7: no valid mint is 400 with the message of the route',
      [ROUTE, 'batch: none valid is 400'],
      'tokensSafety.query',
    ],
    [
      'flags',
      '4.1: `flags` as on the single route',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      'getSafetyChips',
    ],
    [
      'failing',
      '4.1: a mint that fails is a pending chip of source `error`, the others are whole',
      [HERE, 'a mint that throws is pending from error and logged, alone and among others'],
      'safety-chip#keptOrFailed',
    ],
    [
      'unconfigured',
      '7: without any provider every chip is pending, not 503',
      [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
      'tokensSafety.needs',
    ],
  ]),
]
