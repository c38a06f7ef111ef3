import { rulesOf } from './engine-rule.ts'

const ONE = 'GET /api/v2/tokens/{mint}/safety'
const MANY = 'GET /api/v2/tokens/safety'
const HERE = 'test/rules/safety-chip.test.ts'
const ROUTE = 'test/routes/tokens/safety.test.ts'
const READS = 'test/rules/parameters.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'
const CHIP = 'src/services/tokens/safety-chip.ts'

export const CHIP_RULES = [
  ...rulesOf('chip', ONE, [
    [
      'pending.nothing',
      '3: no warm scan and no intel is `pending` with source `venues`, score and grade null',
      [HERE, 'pending is for a token of which neither scan nor intel can be had: source venues, score and grade null'],
      [CHIP, "source: 'venues' as const, ...market }", '...market }'],
    ],
    [
      'pending.no-verdict',
      '3: intel without a verdict is no chip of intel',
      [HERE, 'pending is for a token of which neither scan nor intel can be had: source venues, score and grade null'],
      [CHIP, 'if (intel.ok && intel.value.verdict !== null)', 'if (intel.ok)'],
    ],
    [
      'pending.late',
      '3, 4.1: intel that is late leaves the chip pending',
      [HERE, 'intel that takes longer than a chip can wait leaves it pending'],
      [CHIP, "source: 'venues' as const, ...market }", "source: 'venues' as const, ...market, venues: [] }"],
    ],
    [
      'pending.failed',
      '3, 7: a chip that cannot be made is `pending` with source `error`, HTTP 200',
      [HERE, 'a chip that cannot be made is pending from error, with 200; a client that left is not answered'],
      [CHIP, "kept.code === 'cancelled' ? kept : ok(errorChip(mint), degradedNow(ctx))", 'kept'],
    ],
    [
      'pending.throws',
      '3: a mint that throws is `pending` with source `error`',
      [HERE, 'a mint that throws is pending from error and logged, alone and among others'],
      [CHIP, "    ctx.log.error({ err: error, mint }, 'safety chip failed')\n", '    throw error\n'],
    ],
    [
      'pending.all-down',
      '3, 7: never a 5xx, whatever is down',
      [ROUTE, 'with the node and every provider down the chip is pending and still 200'],
      [CHIP, 'if (intel.ok && intel.value.verdict !== null)', 'if (intel.ok)'],
    ],
    [
      'pending.stranger',
      '3: an address without a mint is pending with 200',
      [ROUTE, 'an address without a mint is pending, from its venues, with 200'],
      [CHIP, "    status: 'pending',", "    status: 'partial',"],
    ],
    [
      'partial',
      '3: a chip from intel is `partial` with source `intel`',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      [CHIP, "    source: 'intel',\n    status: 'partial',", "    source: 'intel',\n    status: 'complete',"],
    ],
    [
      'partial.score',
      '2.2, 3: the score of a partial chip is 100 less the intel risk',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      [CHIP, 'Math.min(100 - risk.score, most)', 'Math.min(90 - risk.score, most)'],
    ],
    [
      'partial.never-safe',
      '2.2: nothing is `safe` before it was scanned',
      [HERE, 'nothing is safe before it was scanned: 84 at most, 75 where the mint could take or stop tokens'],
      [CHIP, 'const INTEL_MAX = 84', 'const INTEL_MAX = 85'],
    ],
    [
      'partial.trap',
      '2.2: a mint that could take or stop tokens scores less than a clean one',
      [HERE, 'nothing is safe before it was scanned: 84 at most, 75 where the mint could take or stop tokens'],
      [CHIP, "verdict === 'safe' ? INTEL_MAX", 'verdict !== null ? INTEL_MAX'],
    ],
    [
      'partial.green',
      '2.2: a share that nobody knows is not green',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      [CHIP, '!found.has(id) && distribution[share] !== null', '!found.has(id)'],
    ],
    [
      'partial.severity',
      '2.2: a risk of 25 points and more is a high flag',
      [HERE, 'partial is from intel: 100 less its risk, below safe, with its shares as flags'],
      [CHIP, "weight >= 25 ? 'high'", "weight >= 26 ? 'high'"],
    ],
    [
      'complete',
      '3: a warm scan makes the chip `complete` with source `deepscan` and the score of the scan',
      [HERE, 'complete is from a deep scan at hand, with its score, grade, verdict and time'],
      [CHIP, "    source: 'deepscan',\n    status: 'complete',", "    source: 'deepscan',\n    status: 'partial',"],
    ],
    [
      'complete.score',
      '3: the score is equal to that of the scan',
      [HERE, 'complete is from a deep scan at hand, with its score, grade, verdict and time'],
      [CHIP, '    scannedAt: generatedAt,', '    scannedAt: null,'],
    ],
    [
      'complete.at-once',
      '3: a scan that came after the chip was kept replaces it at once',
      [ROUTE, 'after a scan the chip is complete at once, with its score and grade and its own checks'],
      [CHIP, "held !== undefined && held.source !== 'deepscan' &&", 'held === undefined &&'],
    ],
    [
      'no-scan',
      '4.1: a chip never runs a fresh deep scan',
      [ROUTE, 'a chip never runs a scan'],
      [
        CHIP,
        "  const scan = ctx.store.peek<DeepScanReport>('deepScan', mint)\n",
        "  await (await import('./deep-scan.ts')).getDeepScan(ctx, mint, { explain: false })\n  const scan = ctx.store.peek<DeepScanReport>('deepScan', mint)\n",
      ],
    ],
    [
      'flags.order',
      '2.2: the worst come first',
      [HERE, 'flags of a scan are checks of its own layers, worst first, info left out, warnings as low, five at most'],
      [CHIP, 'a.rank - b.rank', 'b.rank - a.rank'],
    ],
    [
      'flags.warning',
      '2.2: a chip knows no `warning`; such a check is `low` there',
      [HERE, 'flags of a scan are checks of its own layers, worst first, info left out, warnings as low, five at most'],
      [CHIP, "severity === 'warning' ? ('low' as const)", "severity === 'warning' ? ('medium' as const)"],
    ],
    [
      'flags.info',
      '2.2: information is no flag of a chip',
      [HERE, 'information is no flag of a chip'],
      [CHIP, ".filter(({ flag }) => flag.severity !== 'info')", '.filter(({ flag }) => flag.id)'],
    ],
    [
      'flags.own-layers',
      '2.2: own-layer checks only, nothing that providers say',
      [ROUTE, 'what outside providers say is on no chip'],
      [
        CHIP,
        'function chipOfScan({ mint, score, grade, verdict, layers, weights, generatedAt }: DeepScanReport): Judgement {\n  const checks = LAYER_NAMES.flatMap((name) => layers[name].checks.map((check) => ({ name, check })))',
        'function chipOfScan({ mint, score, grade, verdict, layers, weights, generatedAt, providers }: DeepScanReport): Judgement {\n  const checks: { name: string; check: (typeof layers)["contract"]["checks"][number] }[] = (["rugcheck", "goplus"] as const).flatMap((name) => providers[name].checks.map((check) => ({ name, check: { ...check, severity: "critical" as const } })))\n  checks.push(...LAYER_NAMES.flatMap((name) => layers[name].checks.map((check) => ({ name, check }))))',
      ],
    ],
    [
      'flags.default',
      '4.1: `flags` is 3 by default; unreadable text counts as that',
      [ROUTE, 'flags: 3 by default, clamped to 1..5, unreadable text counts as 3'],
      ['src/routes/tokens/safety.ts', 'default: 3,', 'default: 4,'],
    ],
    [
      'flags.min',
      '4.1: `flags` is clamped to at least 1',
      [READS, 'flags of a chip are 3 by default, clamped to 1 and 5'],
      ['src/routes/tokens/safety.ts', 'min: 1,', 'min: 0,'],
    ],
    [
      'flags.max',
      '4.1: `flags` is clamped to at most 5',
      [READS, 'flags of a chip are 3 by default, clamped to 1 and 5'],
      ['src/routes/tokens/safety.ts', 'max: 5,', 'max: 4,'],
    ],
    [
      'flags.both',
      '4.1: `flags` is the size of each of both lists',
      [HERE, 'flags says how many of each colour'],
      [CHIP, 'topGreen: chip.topGreen.slice(0, flags), ', ''],
    ],
    [
      'cap',
      '2.2: `hardCapReason` is the first reason of a held score, and null of any other',
      [HERE, 'a held score is said with its first reason, an unheld one without'],
      [CHIP, 'weights.hardCapped ? (weights.hardCapReasons[0] ?? null) : null', 'weights.hardCapReasons[0] ?? null'],
    ],
    [
      'venues.unique',
      '2.2: venues are deduplicated by `dexId`',
      [HERE, 'venues are one per DEX, the one with the highest volume of a day first and primary'],
      [CHIP, 'pair.base.address === mint && !busiest.has(pair.dexId)', 'pair.base.address === mint'],
    ],
    [
      'venues.primary',
      '2.2: primary is the venue with the highest volume of 24 hours',
      [HERE, 'venues are one per DEX, the one with the highest volume of a day first and primary'],
      [CHIP, '(b.volumeUsd.h24 ?? 0) - (a.volumeUsd.h24 ?? 0)', '(b.volumeUsd.h1 ?? 0) - (a.volumeUsd.h1 ?? 0)'],
    ],
    [
      'liquidity',
      '2.2: `liquidityUsd` is null where no pool says it',
      [HERE, 'liquidity is the sum of the pools that say theirs, null when none does'],
      [CHIP, 'figures.length === 0 ? null : figures', 'figures'],
    ],
    [
      'refresh',
      '4.1: `refresh` busts the memo of the chip and nothing else',
      [HERE, 'refresh passes by the memo of the chip alone'],
      [CHIP, 'signal, refresh || isOutdated)', 'signal, isOutdated)'],
    ],
    [
      'refresh.words',
      '4.1: `refresh` is a bool, false by default',
      [READS, 'refresh is false by default, and only 1 or true are true'],
      ['src/contract/params.ts', "(raw === '1' || raw.toLowerCase() === 'true')", "(raw !== '0')"],
    ],
    [
      'lives',
      '3, 8: a chip is kept 60 s',
      [HERE, 'a chip is kept 60 s'],
      ['src/config/cache-ttls.ts', 'safetyChip: { ttlMs: 60 * SECOND_MS', 'safetyChip: { ttlMs: 90 * SECOND_MS'],
    ],
    [
      'lives.shorter',
      '8: a chip is never kept for less than 60 s by its own memo',
      [HERE, 'a chip is kept 60 s'],
      ['src/config/cache-ttls.ts', 'safetyChip: { ttlMs: 60 * SECOND_MS', 'safetyChip: { ttlMs: 30 * SECOND_MS'],
    ],
    [
      'invalid-mint',
      '4.1, 7: an invalid mint is 400 `invalid mint`',
      [READS, 'a mint in a path is an address of 32 to 44 letters, trimmed, anything else is invalid mint'],
      ['src/contract/params.ts', "addressParam('invalid mint')", "addressParam('invalid wallet')"],
    ],
    [
      'unconfigured',
      '7: without any provider a chip is pending, not 503',
      [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
      ['src/routes/tokens/safety.ts', 'needs: [],', "needs: ['rpc'],"],
    ],
  ]),
  ...rulesOf('chips', MANY, [
    [
      'max',
      '4.1, 8: the first 30 valid mints count',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      ['src/config/limits.ts', 'safetyMints: 30,', 'safetyMints: 29,'],
    ],
    [
      'repeats',
      '4.1: invalid and repeated entries are dropped before they count',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      [
        'src/contract/params.ts',
        "      for (const entry of (raw ?? '').split(',')) {",
        "      for (const entry of (raw ?? '').split(',').slice(0, options.max)) {",
      ],
    ],
    [
      'none',
      '4.1, 7: no valid mint is 400 with the message of the route',
      [ROUTE, 'batch: none valid is 400'],
      ['src/routes/tokens/safety-batch.ts', ' valid mints)`', ' mints)`'],
    ],
    [
      'flags',
      '4.1: `flags` as on the single route',
      [ROUTE, 'batch: mints by comma, the first 30 valid ones, repeats and rubbish dropped; equal to the single chips'],
      [
        CHIP,
        'getSafetyChip(ctx, mint, { flags, refresh: false }, signal)',
        'getSafetyChip(ctx, mint, { flags: 1, refresh: false }, signal)',
      ],
    ],
    [
      'failing',
      '4.1: a mint that fails is a pending chip of source `error`, the others are whole',
      [HERE, 'a mint that throws is pending from error and logged, alone and among others'],
      [CHIP, "return fail('internal', 'safety chip failed')", "return fail('cancelled', 'safety chip failed')"],
    ],
    [
      'unconfigured',
      '7: without any provider every chip is pending, not 503',
      [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
      ['src/routes/tokens/safety-batch.ts', 'needs: [],', "needs: ['rpc'],"],
    ],
  ]),
]
