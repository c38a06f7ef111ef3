import { rulesOf } from './engine-rule.ts'

const HERE = 'test/rules/deep-scan-report.test.ts'
const SCORES = 'test/services/deep-scan/score.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'

const WHOLE = 'a layer whose input is missing is a stub that says why, and the others stay whole'
const ENTRIES = 'a provider that is not configured, one that failed and one that answered'
const FLAGS = 'flags are the failing checks of layers and providers, critical to info, then by source'
const CROSSED = 'cross-validation: the chain beside each provider, what is not said left out, null when no one spoke'

export const DEEP_SCAN_RULES = rulesOf('scan', 'GET /api/v2/tokens/{mint}/deepscan', [
  [
    'layers',
    '2.2: `layers` has the sixteen names in their order, whatever was read',
    [HERE, 'the report has the sixteen layers and both providers, whatever was read'],
    'judgeScan',
  ],
  [
    'layers.order',
    '2.2: layers stand in the order of the specification',
    [SCORES, 'the sixteen layers stand in the order of the report'],
    'LAYER_NAMES',
  ],
  [
    'stub.missing',
    '2.2: a failed layer is `{ok:false, checks:[], errors:[...], _stub:true}`',
    [HERE, WHOLE],
    'judge-scan#stub',
  ],
  ['stub.why', '2.2: a stub names what it misses', [HERE, WHOLE], 'judge-scan#judgeLayer'],
  ['stub.others', '2.2, 4.1: fail-soft per layer, the others stay whole', [HERE, WHOLE], 'judge-scan#judgeLayer'],
  [
    'stub.late',
    '4.1: a layer whose inputs came too late is a stub',
    [HERE, 'a layer whose inputs came after its deadline is a stub'],
    'judge-scan#judgeLayer',
  ],
  [
    'stub.throws',
    '2.2: a layer that throws is a stub',
    [HERE, 'a layer that throws is a stub, and the others stay whole'],
    'judge-scan#judgeLayer',
  ],
  [
    'provider.unconfigured',
    '2.2: an unconfigured provider is `{ok:false, available:false, scoreSafe0to100:null, _notConfigured:true}`',
    [HERE, ENTRIES],
    'index#toProviderReport',
  ],
  [
    'provider.failed',
    '2.2: a provider that failed is available and not ok, and says why',
    [HERE, ENTRIES],
    'index#toProviderReport',
  ],
  [
    'provider.entry',
    '2.2: a provider entry has its own score, its checks and its notes',
    [HERE, ENTRIES],
    'index#toProviderReport',
  ],
  [
    'provider.silent',
    '2.2: what providers say changes neither score nor layers',
    [HERE, 'what providers say changes neither score nor layers'],
    'scoreReport',
  ],
  ['flags.failing', '2.2: `flags[]` lists failing checks only', [HERE, FLAGS], 'judge-scan#flagsOf'],
  ['flags.severity', '2.2: flags are sorted from critical to info', [HERE, FLAGS], 'judge-scan#flagsOf'],
  ['flags.source', '2.2: flags of one severity are sorted by source', [HERE, FLAGS], 'judge-scan#flagsOf'],
  ['flags.providers', '2.2: flags list failing checks of providers too', [HERE, FLAGS], 'judgeScan'],
  [
    'cross.agree',
    '2.2: cross-validation holds each provider against the chain, which wins',
    [HERE, CROSSED],
    'crossValidate',
  ],
  ['cross.null', '2.2: agreement is null when no one was compared', [HERE, CROSSED], 'crossValidate'],
  ['cross.silent', '2.2: a fact that no provider gave is not compared', [HERE, CROSSED], 'crossValidate'],
  [
    'entity.null',
    '2.2: `entity` is null without a map',
    [HERE, 'entity is null without a map, and its figures with one'],
    'judge-scan#entityOf',
  ],
  [
    'entity',
    '2.2: `entity` has the nine figures of the map',
    [HERE, 'entity is null without a map, and its figures with one'],
    'judge-scan#entityOf',
  ],
  [
    'verdict',
    '2.2: the verdict is a text that names the worst finding',
    [HERE, 'the verdict names the worst finding, the summary the score and what held it'],
    'summarise',
  ],
  [
    'summary',
    '2.2: the summary states score and grade, and what was not judged',
    [HERE, 'the verdict names the worst finding, the summary the score and what held it'],
    'summarise',
  ],
  [
    'explain',
    '2.2: with `explain=1` every input has its source, age and slot, and what is missing says so',
    [HERE, 'each input has its source, age and slot in explain, and what is missing says so'],
    'explainInputs',
  ],
  ['lives', '4.1, 8: a report is kept 120 s', [LIVES, 'a deep scan lives 120 s'], 'CACHES.deepScan'],
  [
    'trimmed',
    '4.1: the mint in the path is trimmed',
    [LIVES, 'a path’s mint is trimmed on every route of one'],
    'addressParam',
  ],
  [
    'unconfigured',
    '7: without a node the engines are 503 with its name',
    [LIVES, 'engines without a node are 503 with its name; the chip and the chart are not'],
    'pipeline#admit',
  ],
])
