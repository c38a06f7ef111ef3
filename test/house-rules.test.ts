import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TAPE_DEXES } from '../src/contract/tape-event.ts'
import { chainConstantFaults, emptyHomes } from './support/chain-constants.ts'
import {
  familyCircles,
  familyFaults,
  fileCircles,
  importerFaults,
  longFunctionFaults,
  untestedUpstreamFaults,
} from './support/layer-rules.ts'
import { FUNCTION_LINES, LONG_FUNCTIONS } from './support/long-functions.ts'
import { FAMILIES } from './support/service-families.ts'
import { SOLANA_IMPORTERS } from './support/solana-importers.ts'
import { COMPUTED_NAME, readSources, resolveFrom } from './support/source-facts.ts'

/** House rules that a machine can hold (docs/architecture.md, CONTRIBUTING.md). A message says what to use instead. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'hot-paths': [],
  contract: [],
  config: ['contract'],
  runtime: ['config', 'contract'],
  workers: ['svm', 'hot-paths', 'runtime', 'config', 'contract'],
  svm: ['hot-paths', 'runtime', 'config', 'contract'],
  store: ['hot-paths', 'runtime', 'config', 'contract'],
  upstreams: ['hot-paths', 'runtime', 'config', 'contract'],
  chain: ['hot-paths', 'runtime', 'config', 'contract'],
  // Types only: which parts there are. What builds them stands above the services.
  'parts.ts': ['services', 'push', 'runtime'],
  'context.ts': ['parts.ts', 'store', 'upstreams', 'chain', 'workers', 'runtime', 'config', 'contract'],
  'create-parts.ts': ['context.ts', 'parts.ts', 'services', 'push', 'runtime'],
  'create-context.ts': ['context.ts', 'create-parts.ts'],
  services: ['context.ts', 'store', 'upstreams', 'chain', 'workers', 'hot-paths', 'runtime', 'config', 'contract'],
  ingest: ['context.ts', 'store', 'chain', 'hot-paths', 'runtime', 'config', 'contract'],
  push: ['context.ts', 'services', 'store', 'runtime', 'config', 'contract'],
  routes: ['context.ts', 'services', 'push', 'config', 'contract'],
  jobs: ['context.ts', 'services', 'push', 'store', 'runtime', 'config', 'contract'],
  http: ['context.ts', 'routes', 'services', 'push', 'hot-paths', 'runtime', 'config', 'contract'],
  sandbox: ['svm', 'chain', 'hot-paths', 'runtime', 'config', 'contract'],
  cli: [
    'context.ts',
    'store',
    'upstreams',
    'chain',
    'workers',
    'http',
    'routes',
    'config',
    'runtime',
    'contract',
    'services',
    'hot-paths',
    // `tape verify` reads the chain again as the follower does.
    'ingest',
  ],
  'run-server.ts': [
    'context.ts',
    'create-context.ts',
    'http',
    'routes',
    'services',
    'push',
    'ingest',
    'jobs',
    'store',
    'runtime',
    'config',
    'contract',
  ],
  // Loads little before the sandbox's process is on its way, then the rest.
  'server.ts': ['run-server.ts', 'store', 'runtime', 'config', 'contract'],
}

/** Processes are started by address, not imported: who may name which entry. */
const MAY_START: Readonly<Record<string, readonly string[]>> = {
  'server.ts': ['sandbox/main.ts', 'ingest/main.ts', 'runtime/strip-modules.ts'],
  // Judging is the product's rules, which live in services; a compute thread loads it by address.
  workers: [
    'services/deep-scan/judge-task.ts',
    'services/bubble-map/judge-task.ts',
    'services/wallet-profile/judge-task.ts',
    'services/cohort/judge-task.ts',
    'services/whales/read-rows-task.ts',
    'services/whales/join-rows-task.ts',
  ],
}

const PACKAGE_HOMES: Readonly<Record<string, RegExp>> = {
  // Threads load the file of a task when it is first asked for.
  [COMPUTED_NAME]: /^workers\/thread-loop\.ts$/,
  'uWebSockets.js': /^runtime\/uws-library\.ts$/,
  lmdb: /^store\//,
  'fs-native-extensions': /^store\//,
  msgpackr: /^store\//,
  piscina: /^workers\//,
  undici: /^runtime\//,
  pino: /^runtime\//,
  'prom-client': /^runtime\//,
  'ipaddr.js': /^runtime\//,
  'swagger-ui-dist': /^http\//,
  litesvm: /^(svm|sandbox\/chain)\//,
  '@solana/web3.js': /^chain\//,
  typebox: /^(contract|config|upstreams|routes|runtime|http|chain)\//,
}

/** Words that only one place may use, and what to use elsewhere. */
const HOMES: readonly { readonly text: string; readonly home: RegExp; readonly instead: string }[] = [
  { text: 'process.env', home: /^config\/env\.ts$/, instead: 'read settings through config' },
  { text: 'Date.now', home: /^(runtime\/clock\.ts|sandbox\/main\.ts)$/, instead: 'use ctx.clock.nowMs()' },
  { text: 'performance.now', home: /^(runtime|workers)\//, instead: 'use ctx.clock.monotonicMs()' },
  { text: 'Math.random', home: /^runtime\/backoff\.ts$/, instead: 'take a seeded generator or node:crypto' },
  { text: 'console.log', home: /^cli\//, instead: 'use ctx.log' },
  { text: 'console.error', home: /^cli\//, instead: 'use ctx.log' },
  { text: 'console.warn', home: /^cli\//, instead: 'use ctx.log' },
]

const BANNED_NAMES = /(^|[-/])(utils?|helpers?|common|misc|manager)([-.]|$)/
/** Where programs and threads begin; the evaluation opens labs and recipes (`eval`). */
const ENTRIES = [
  'server.ts',
  'cli/main.ts',
  'sandbox/main.ts',
  'sandbox/evm/main.ts',
  'sandbox/evm-node/main.ts',
  'ingest/main.ts',
  'workers/tasks.ts',
]

const facts = readSources(ROOT)

const folderOf = (path: string): string => path.split('/')[0]!

test('imports follow the arrows', () => {
  const wrong: string[] = []
  for (const { path, imports, starts } of facts) {
    const own = folderOf(path)
    const allowed = MAY_IMPORT[own]
    if (allowed === undefined) {
      wrong.push(`${path}: ${own} has no row in MAY_IMPORT`)
      continue
    }
    for (const target of imports.filter((name) => name.startsWith('.'))) {
      const resolved = resolveFrom(path, target)
      const to = folderOf(resolved)
      if (to === own || to.startsWith('..')) continue
      if (!allowed.includes(to))
        wrong.push(`${path} imports ${resolved}; ${own} may import: ${allowed.join(', ') || 'nothing'}`)
    }
    for (const target of starts) {
      const resolved = resolveFrom(path, target)
      if (folderOf(resolved) !== own && !(MAY_START[own] ?? []).includes(resolved))
        wrong.push(`${path} starts ${resolved}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the list of parts is types only, so that a service loads no other family for its own', () => {
  const parts = facts.find(({ path }) => path === 'parts.ts')
  assert.deepEqual(parts?.valueImports, [])
  const loading = facts.filter(({ path, valueImports }) => /^(services|push)\//.test(path) && valueImports.length > 0)
  const wrong = loading.flatMap(({ path, valueImports }) =>
    valueImports.filter((name) => /\/(create-)?(context|parts)\.ts$/.test(name)).map((name) => `${path} loads ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('families of services import what their row of FAMILIES names', () => {
  assert.deepEqual(familyFaults(facts, FAMILIES), [])
})

test('no circle of families: none imports itself over others', () => {
  assert.deepEqual(familyCircles(facts), [])
})

test('no circle of files: none loads itself over others', () => {
  assert.deepEqual(fileCircles(facts), [])
})

test('Solana is imported by path where the list says so, and nowhere else: the tape, the follower and push take any chain', () => {
  const own = facts.filter(({ path }) => !path.startsWith('sandbox/'))
  assert.deepEqual(importerFaults(own, 'chain/solana', SOLANA_IMPORTERS), [])
})

test('functions fit a screen, and those that do not may only shrink', () => {
  assert.deepEqual(longFunctionFaults(facts, FUNCTION_LINES, LONG_FUNCTIONS), [])
})

/** Files that hold or tell what the world's plan knows and no chain shows. */
const TRUTH_HOMES =
  /^sandbox\/(tell-truth\.ts|world\/(describe-truth|plan-[a-z0-9-]+|build-world|world)\.ts|world\/recipes\/.+)$/
/** What emulates the outside world answers from the chain and from what is public about a token. */
const EMULATORS = /^sandbox\/(providers|das|rpc|programs|chain)\//
const TRUTH_WORDS =
  /^(truth|trueTokens|entities|laterTokens|archetype|GroundTruth|DrawnWorld|WorldPlan|(describe|encode|with)Truth|True[A-Z]\w+|Planned(Token|Wallet))$/
/** May import what tells the truth: the process that serves it to tests. */
const TRUTH_TELLERS: Readonly<Record<string, readonly string[]>> = {
  'sandbox/world/describe-truth.ts': ['sandbox/serve-truth.ts'],
  'sandbox/serve-truth.ts': ['sandbox/open-sandbox.ts'],
}

test('emulators know nothing of the ground truth', () => {
  const emulators = facts.filter(({ path }) => EMULATORS.test(path))
  assert(emulators.length > 50)
  const wrong: string[] = []
  for (const { path, imports, words } of emulators) {
    for (const target of imports.filter((name) => name.startsWith('.')).map((name) => resolveFrom(path, name)))
      if (TRUTH_HOMES.test(target)) wrong.push(`${path} imports ${target}, which knows the truth`)
    for (const word of words) if (TRUTH_WORDS.test(word)) wrong.push(`${path} says ${word}: answer from the chain`)
  }
  assert.deepEqual(wrong, [])
})

/** What an emulator has in common with the code that it tests: where things are and how they are written. */
const SHARED_WITH_EMULATORS = /^(addresses|account-lists|events|instructions|migrate-instruction|state)\.ts$/

test('the sandbox computes with arithmetic of its own, one folder a DEX', () => {
  const wrong: string[] = []
  for (const { path, imports } of facts.filter((one) => one.path.startsWith('sandbox/')))
    for (const target of imports.filter((name) => name.startsWith('.')).map((name) => resolveFrom(path, name))) {
      const file = /^chain\/solana\/dexes\/[^/]+\/(.+)$/.exec(target)?.[1]
      if (file !== undefined && !SHARED_WITH_EMULATORS.test(file))
        wrong.push(`${path} imports ${target}: an emulator that computes with what it tests proves nothing`)
    }
  const folderNames = (pattern: RegExp) => new Set(facts.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []))
  const emulated = folderNames(/^sandbox\/programs\/([^/]+)\/[^/]+\.ts$/)
  for (const dex of folderNames(/^chain\/solana\/dexes\/([^/]+)\/index\.ts$/))
    if (!emulated.has(dex)) wrong.push(`sandbox/programs/${dex} is missing: the emulators of a DEX have its name`)
  assert.deepEqual(wrong, [])
})

test('only tests and the evaluation may read the ground truth', () => {
  const wrong: string[] = []
  for (const { path, imports } of facts)
    for (const target of imports.filter((name) => name.startsWith('.')).map((name) => resolveFrom(path, name)))
      if (TRUTH_TELLERS[target]?.includes(path) === false) wrong.push(`${path} imports ${target}`)
  for (const { path, text } of facts)
    if (!path.startsWith('sandbox/') && /[/'"`]truth['"`?]/.test(text)) wrong.push(`${path} asks the control port`)
  for (const file of globSync('{bench,examples}/**/*.ts', { cwd: ROOT })) {
    const path = file.split(sep).join('/')
    if (path.includes('node_modules')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (/describe-truth|tell-truth|sandbox\/world\/(plan-|recipes)/.test(text)) wrong.push(`${path} names the truth`)
  }
  assert.deepEqual(wrong, [])
})

test('each outside package is imported only in its home', () => {
  const wrong: string[] = []
  for (const { path, imports } of facts) {
    for (const name of imports.filter((one) => !one.startsWith('.') && !one.startsWith('node:'))) {
      const bare = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]!
      const home = PACKAGE_HOMES[bare]
      if (home === undefined) wrong.push(`${path} imports ${bare}, which has no home`)
      else if (!home.test(path)) wrong.push(`${path} imports ${bare}; its home is ${home.source}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the environment, the clock, chance and the console are used only in their homes', () => {
  const wrong: string[] = []
  for (const { path, properties } of facts) {
    for (const { text, home, instead } of HOMES) {
      if (!home.test(path) && properties.some((property) => property === text || property.startsWith(`${text}.`))) {
        wrong.push(`${path} uses ${text}: ${instead}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
})

test('each DEX has tests in a folder of its name, one of them of its trades', () => {
  const wrong: string[] = []
  for (const { path } of facts) {
    const dex = /^chain\/solana\/dexes\/([^/]+)\/index\.ts$/.exec(path)?.[1]
    if (dex === undefined) continue
    const tests = globSync(`test/chain/solana/dexes/${dex}/*.test.ts`, { cwd: ROOT })
    if (tests.every((file) => file.endsWith('trading.test.ts')))
      wrong.push(`test/chain/solana/dexes/${dex} has no test of what is decoded`)
    if (existsSync(join(ROOT, `src/chain/solana/dexes/${dex}/trading.ts`)) && !tests.some(isTradingTest))
      wrong.push(`test/chain/solana/dexes/${dex}/trading.test.ts is missing: every pool of the world, there and back`)
  }
  assert.deepEqual(wrong, [])
})

const isTradingTest = (file: string): boolean => /[/\\]trading\.test\.ts$/.test(file)

/** A list of DEXs: facts of each, or a choice between them. */
const DEX_LIST_HOMES: readonly RegExp[] = [
  /^contract\/tape-event\.ts$/,
  /^chain\/solana\/dexes\//,
  // Its DEXs differ by their factories alone.
  /^chain\/evm\/contracts\.ts$/,
  // The sales of these two need more than their pool: what is left of the curve, and who is paid.
  /^services\/sell-proof\/prepare-pool-sale\.ts$/,
  // The sandbox has names of its own for what the market-data providers say.
  /^sandbox\//,
]

test('a length of time has one name and one home', () => {
  // What imports nothing has its own.
  const home = /^(config\/durations\.ts|hot-paths\/.+)$/
  const wrong: string[] = []
  for (const { path, text } of facts.filter((one) => !home.test(one.path))) {
    for (const [, name] of text.matchAll(/^(?:export )?const ((?:SECOND|MINUTE|HOUR|DAY|WEEK)_(?:MS|SECS?))\b/gm))
      wrong.push(`${path} defines ${name}: take it from config/durations.ts`)
    if (!path.startsWith('sandbox/') && /(?<![\w.])(3_600_000|86_400_000|604_800_000|86_400)\b/.test(text))
      wrong.push(`${path} writes an hour or a day as a number: take HOUR_MS, DAY_MS or DAY_SECS of config/durations.ts`)
  }
  assert.deepEqual(wrong, [])
})

test('a figure of the chain that moves has one home', () => {
  assert.deepEqual([...chainConstantFaults(facts), ...emptyHomes(facts)], [])
})

test('what is known of each DEX is in its row, and its name is read in one place', () => {
  const named = new RegExp(`'(${TAPE_DEXES.join('|')})'|\\b(${TAPE_DEXES.join('|')}):`, 'g')
  const wrong: string[] = []
  for (const { path, text, properties } of facts) {
    if (DEX_LIST_HOMES.some((home) => home.test(path))) continue
    const names = new Set([...text.matchAll(named)].map(([, quoted, key]) => quoted ?? key))
    if (names.size > 1)
      wrong.push(`${path} lists ${[...names].join(', ')}: make it a member of Dex (chain/solana/dexes/dex.ts)`)
    if (properties.some((one) => /^TAPE_DEXES\.(find|some|includes)$/.test(one)))
      wrong.push(`${path} looks a DEX up by its name: use isTapeDex()`)
  }
  assert.deepEqual(wrong, [])
})

test('the page of launches offers every DEX: the explorer loads nothing of src', () => {
  const text = readFileSync(join(ROOT, 'explorer/src/pages/launches.tsx'), 'utf8')
  const listed = /^const DEXES = \[([^\]]*)\]/m.exec(text)?.[1] ?? ''
  const names = Array.from(listed.matchAll(/'(\w+)'/g), ([, name]) => name!)
  assert.deepEqual(names.toSorted(), TAPE_DEXES.toSorted(), 'DEXES of explorer/src/pages/launches.tsx')
})

test('no file is named after nothing in particular', () => {
  assert.deepEqual(
    facts.filter(({ path }) => BANNED_NAMES.test(path)).map(({ path }) => path),
    [],
  )
})

test('no catch swallows and no TODO is without an issue', () => {
  const wrong = facts.flatMap(({ path, emptyCatches, text }) => [
    ...(emptyCatches > 0 ? [`${path}: empty catch`] : []),
    ...(/\b(TODO|FIXME|XXX)\b(?!.*#\d+)/.test(text) ? [`${path}: TODO without an issue number`] : []),
  ])
  assert.deepEqual(wrong, [])
})

/** Reading a body by hand. Its type lets no route bring a rule that `jsonBody` did not make (`test/contract`); these
 *  would be a kind of member of its own, or a parser in its handler. */
const HAND_READERS = /(?:^|[{,])\s*(?:async )?read\s*[:(]|\b(?:parseWritten|WrittenNumber|JSON\.parse)\b/m

test('routes declare their bodies and read none by hand', () => {
  for (const { path, text } of facts.filter(({ path: one }) => one.startsWith('routes/')))
    assert(
      !HAND_READERS.test(text),
      `${path} reads a body by hand: declare it of the members of src/contract/members.ts, or add a kind there`,
    )
})

test('every figure of a reply has a range', () => {
  const bare = /\bType\.(Number|Integer|BigInt)\(\)/
  const wrong = facts
    .filter(({ path, text }) => /^(upstreams|chain)\//.test(path) && bare.test(text))
    .map(
      ({ path }) => `${path}: a bare number in a schema: take the type of runtime/reply-ranges.ts that says what it is`,
    )
  assert.deepEqual(wrong, [])
})

test('a reply schema is made once: one that is made for a call is compiled again at every call', () => {
  const made = facts
    .filter(({ path, text }) => /^(upstreams|chain|runtime)\//.test(path) && /^ {3,}schema: Type\./m.test(text))
    .map(({ path }) => `${path}: a schema within a call: make it a constant beside the others`)
  assert.deepEqual(made, [])
})

/** Node keeps an entry for each `AbortSignal.any` at each of its signals until that one is gone. Here they end with a
 *  request or a job, or are joined once a job. */
const ANY_SIGNAL = [
  'runtime/with-deadline.ts',
  'services/account/session-dashboard.ts',
  'services/cohort/analyse-cohort.ts',
  'services/cohort/cohort-jobs.ts',
  'services/landing/land.ts',
  'services/refund/find-reclaimables.ts',
  'services/tokens/intel/load-launch.ts',
]

test('signals are joined with `AbortSignal.any` only where all of them are short-lived', () => {
  const found = facts.filter(({ text }) => text.includes('AbortSignal.any([')).map(({ path }) => path)
  assert.deepEqual(found.sort(), ANY_SIGNAL)
})

test('nothing throws where no one awaits it', () => {
  // Node ends the process for it. The sandbox is a world of its own, which no one depends on.
  const unawaited: readonly [RegExp, string][] = [
    [/^(.*(\)|else|:|\?) )?\s*void (?!0\b)[\w.]+\(/m, 'a promise that is let go: use inBackground()'],
    [/\bsetInterval\((?!\s*guarded\()/, 'an interval: give it guarded(name, work)'],
  ]
  const wrong = facts
    .filter(({ path }) => !path.startsWith('sandbox/') && !path.startsWith('cli/'))
    .flatMap(({ path, text }) => {
      const code = text.replace(/=> void |: void /g, '')
      return unawaited.filter(([pattern]) => pattern.test(code)).map(([, instead]) => `${path}: ${instead}`)
    })
  assert.deepEqual(wrong, [])
})

test('every source file is reached from an entry', () => {
  const byPath = new Map(facts.map((one) => [one.path, one]))
  const named = [...ENTRIES, ...Object.values(MAY_START).flat()]
  assert.deepEqual(
    named.filter((entry) => !byPath.has(entry)),
    [],
    'ENTRIES and MAY_START name files that are gone',
  )
  const reached = new Set<string>()
  const queue = [...ENTRIES]
  while (queue.length > 0) {
    const path = queue.pop()!
    if (reached.has(path)) continue
    reached.add(path)
    const file = byPath.get(path)
    if (file === undefined) continue
    for (const target of [...file.imports.filter((name) => name.startsWith('.')), ...file.starts])
      queue.push(resolveFrom(path, target))
  }
  assert.deepEqual(
    // Types of a package that brings none are read by the compiler alone.
    facts.map(({ path }) => path).filter((path) => !reached.has(path) && !path.endsWith('.d.ts')),
    [],
  )
})

test('every hot path has a test and a bench', () => {
  const missing = facts
    .filter(({ path }) => path.startsWith('hot-paths/'))
    .map(({ path }) => path.replace(/\.ts$/, ''))
    .flatMap((path) =>
      [`test/${path}.test.ts`, `bench/${path}.bench.ts`].filter((file) => !existsSync(join(ROOT, file))),
    )
  assert.deepEqual(missing, [])
})

test('every upstream has a contract test', () => {
  const testOf = (file: string): string | null =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : null
  assert.deepEqual(untestedUpstreamFaults(facts, testOf), [])
})

/** Adapters that hand on no address of Solana but those that they were asked about. */
const NAME_NO_ADDRESS: Readonly<Record<string, string>> = {
  'coingecko-price': 'prices',
  'dexscreener-chains': 'other chains',
  'geckoterminal-networks': 'other chains',
  'goplus-chains': 'other chains',
  'jupiter-price': 'prices',
  'jupiter-swap': 'quotes',
  'mobula-lighthouse': 'sums by launchpad',
  'pyth-price': 'prices',
  'solana-sender': 'signatures',
  'token-info': 'relayed as it came',
}

test('every upstream that names addresses has a row among those that lie about them', () => {
  const lies = readFileSync(join(ROOT, 'test/upstreams/false-addresses.test.ts'), 'utf8')
  const registry = facts.find(({ path }) => path === 'upstreams/registry.ts')
  const adapters = (registry?.valueImports ?? []).flatMap((name) => /^\.\/(.+)\.ts$/.exec(name)?.[1] ?? [])
  assert(adapters.length > 20)
  const isListed = (name: string) => NAME_NO_ADDRESS[name] !== undefined
  const isTried = (name: string) => lies.includes(`/src/upstreams/${name}.ts'`)
  assert.deepEqual(
    [
      ...adapters
        .filter((name) => !isListed(name) && !isTried(name))
        .map(
          (name) => `upstreams/${name}.ts: add a row to test/upstreams/false-addresses.test.ts, or to NAME_NO_ADDRESS`,
        ),
      ...Object.keys(NAME_NO_ADDRESS)
        .filter((name) => !adapters.includes(name) || isTried(name))
        .map((name) => `NAME_NO_ADDRESS: ${name} is gone or has a row`),
    ],
    [],
  )
})

test('no machine path or registry address stands in the tree', () => {
  const wrong: string[] = []
  const home = ['', 'work', ''].join('/')
  for (const file of globSync(
    [
      'src/**/*.ts',
      'sandbox/**/*.ts',
      'eval/**/*.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'explorer/*.ts',
      'explorer/src/**/*.{ts,tsx,css}',
      'docs/**/*',
      'systemd/**/*',
      '*.md',
      '*.json',
    ],
    { cwd: ROOT },
  )) {
    if (file.includes('node_modules') || !/\.(ts|md|json|service|sh|sample)$/.test(file)) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (text.includes(home)) wrong.push(`${file} names a path of one machine`)
    if (file.endsWith('package-lock.json') && /"resolved": *"[a-z+]+:/.test(text))
      wrong.push(`${file} names a registry`)
  }
  assert.deepEqual(wrong, [])
})

test('who starts a sandbox ends it: a file that runs alone would wait for it for ever', () => {
  const TAKES = /(\w+) = await (?:shared|used|start)Sandbox\(/g
  const kept: string[] = []
  for (const file of globSync('{test,bench}/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (text.includes('endsWithProcess: true')) continue
    for (const [, name] of text.matchAll(TAKES))
      if (!new RegExp(`\\b${name}[)!?]*\\.stop\\(`).test(text)) kept.push(`${file}: ${name} is never stopped`)
  }
  assert.deepEqual(kept, [])
})
