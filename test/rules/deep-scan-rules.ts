import { rulesOf } from './engine-rule.ts'

const HERE = 'test/rules/deep-scan-report.test.ts'
const SCORES = 'test/services/deep-scan/score.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'
const JUDGE = 'src/services/deep-scan/judge-scan.ts'
const SCORE = 'src/services/deep-scan/score.ts'
const PROVIDERS = 'src/services/deep-scan/providers/index.ts'
const CROSS = 'src/services/deep-scan/cross-validate.ts'

const WHOLE = 'a layer whose input is missing is a stub that says why, and the others stay whole'
const ENTRIES = 'a provider that is not configured, one that failed and one that answered'
const FLAGS = 'flags are the failing checks of layers and providers, critical to info, then by source'
const CROSSED = 'cross-validation: the chain beside each provider, what is not said left out, null when nobody spoke'

export const DEEP_SCAN_RULES = rulesOf('scan', 'GET /api/v2/tokens/{mint}/deepscan', [
  [
    'layers',
    '2.2: `layers` has the sixteen names in their order, whatever was read',
    [HERE, 'the report has the sixteen layers and both providers, whatever was read'],
    [JUDGE, 'const judged: Judged[] = LAYERS.map(', 'const judged: Judged[] = LAYERS.slice(1).map('],
  ],
  [
    'layers.order',
    '2.2: layers stand in the order of the specification',
    [SCORES, 'the sixteen layers stand in the order of the report'],
    ['src/contract/deep-scan.ts', "  'contract',\n  'holders',", "  'holders',\n  'contract',"],
  ],
  [
    'stub.missing',
    '2.2: a failed layer is `{ok:false, checks:[], errors:[...], _stub:true}`',
    [HERE, WHOLE],
    [JUDGE, 'errors, _stub: true }', 'errors }'],
  ],
  ['stub.why', '2.2: a stub names what it misses', [HERE, WHOLE], [JUDGE, '[`${part', '[`${gap']],
  [
    'stub.others',
    '2.2, 4.1: fail-soft per layer, the others stay whole',
    [HERE, WHOLE],
    [
      JUDGE,
      'const errors = layer.needs.flatMap((part) => {',
      "const errors = [...layer.needs, 'dev' as const].flatMap((part) => {",
    ],
  ],
  [
    'stub.late',
    '4.1: a layer whose inputs came too late is a stub',
    [HERE, 'a layer whose inputs came after its deadline is a stub'],
    [
      JUDGE,
      'errors.length === 0 && bundle.late.includes(layer.name)',
      'errors.length > 0 && bundle.late.includes(layer.name)',
    ],
  ],
  [
    'stub.throws',
    '2.2: a layer that throws is a stub',
    [HERE, 'a layer that throws is a stub, and the others stay whole'],
    [JUDGE, 'return stub([`the layer failed:', 'throw new Error([`the layer failed:'],
  ],
  [
    'provider.unconfigured',
    '2.2: an unconfigured provider is `{ok:false, available:false, scoreSafe0to100:null, _notConfigured:true}`',
    [HERE, ENTRIES],
    [PROVIDERS, 'errors: [], _notConfigured: true }', 'errors: [] }'],
  ],
  [
    'provider.failed',
    '2.2: a provider that failed is available and not ok, and says why',
    [HERE, ENTRIES],
    [PROVIDERS, 'ok: false, available: true', 'ok: false, available: false'],
  ],
  [
    'provider.entry',
    '2.2: a provider entry has its own score, its checks and its notes',
    [HERE, ENTRIES],
    [PROVIDERS, 'scoreSafe0to100: value.scoreSafe0to100', 'scoreSafe0to100: null'],
  ],
  [
    'provider.silent',
    '2.2: what providers say changes neither score nor layers',
    [HERE, 'what providers say changes neither score nor layers'],
    [
      SCORE,
      '    score,\n    grade: gradeOf(score),',
      '    score: bundle.providers.rugcheck.value === null ? score : score / 2,\n    grade: gradeOf(score),',
    ],
  ],
  [
    'flags.failing',
    '2.2: `flags[]` lists failing checks only',
    [HERE, FLAGS],
    [JUDGE, 'checks.filter(({ ok }) => !ok)', 'checks.filter(({ ok }) => ok !== null)'],
  ],
  [
    'flags.severity',
    '2.2: flags are sorted from critical to info',
    [HERE, FLAGS],
    [
      JUDGE,
      'SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)',
      'SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)',
    ],
  ],
  [
    'flags.source',
    '2.2: flags of one severity are sorted by source',
    [HERE, FLAGS],
    [JUDGE, 'compareText(a.source, b.source)', 'compareText(b.source, a.source)'],
  ],
  [
    'flags.providers',
    '2.2: flags list failing checks of providers too',
    [HERE, FLAGS],
    [
      JUDGE,
      '...PROVIDER_NAMES.map((name) => ({ source: name,',
      '...PROVIDER_NAMES.slice(1).map((name) => ({ source: name,',
    ],
  ],
  [
    'cross.agree',
    '2.2: cross-validation holds each provider against the chain, which wins',
    [HERE, CROSSED],
    [CROSS, 'opinion !== (chain ?? spoken[0]![1])', 'opinion !== spoken[0]![1] && chain === null'],
  ],
  [
    'cross.null',
    '2.2: agreement is null when nobody was compared',
    [HERE, CROSSED],
    [CROSS, 'compared === 0 ? null', 'compared === 0 ? 1'],
  ],
  [
    'cross.silent',
    '2.2: a fact that no provider told is not compared',
    [HERE, CROSSED],
    [CROSS, 'if (spoken.length + (chain === null ? 0 : 1) < 2) continue', 'if (mint === null) continue'],
  ],
  [
    'entity.null',
    '2.2: `entity` is null without a map',
    [HERE, 'entity is null without a map, and its figures with one'],
    [JUDGE, 'if (!map.ok) return null', ''],
  ],
  [
    'entity',
    '2.2: `entity` has the nine figures of the map',
    [HERE, 'entity is null without a map, and its figures with one'],
    [JUDGE, 'nodeCount: summary.nodeCount', 'nodeCount: summary.linkCount'],
  ],
  [
    'verdict',
    '2.2: the verdict is a text that names the worst finding',
    [HERE, 'the verdict names the worst finding, the summary the score and what held it'],
    ['src/services/deep-scan/summarise.ts', ': ${worst.label', ': ${worst.id'],
  ],
  [
    'summary',
    '2.2: the summary tells score and grade, and what was not judged',
    [HERE, 'the verdict names the worst finding, the summary the score and what held it'],
    ['src/services/deep-scan/summarise.ts', 'weights.layersFailed.length > 0', 'weights.layersFailed.length > 99'],
  ],
  [
    'explain',
    '2.2: with `explain=1` every input has its source, age and slot, and what is missing says so',
    [HERE, 'each input has its source, age and slot in explain, and what is missing says so'],
    ['src/services/deep-scan/explain.ts', 'note: gap ??', 'note: null ??'],
  ],
  [
    'lives',
    '4.1, 8: a report is kept 120 s',
    [LIVES, 'a deep scan lives 120 s'],
    ['src/config/cache-ttls.ts', 'deepScan: { ttlMs: 120 * SECOND_MS', 'deepScan: { ttlMs: 60 * SECOND_MS'],
  ],
  [
    'trimmed',
    '4.1: the mint in the path is trimmed',
    [LIVES, 'a path’s mint is trimmed on every route of one'],
    ['src/contract/params.ts', 'const text = raw?.trim()\n    ', 'const text = raw\n    '],
  ],
  [
    'unconfigured',
    '7: without a node the engines are 503 with its name',
    [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
    ['src/http/pipeline.ts', '`provider not configured: $', '`not configured: $'],
  ],
])
