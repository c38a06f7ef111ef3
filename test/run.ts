import { spawn } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { findChangedTests } from './support/changed-tests.ts'
import { cpuTimeMs } from './support/cpu-time.ts'
import { FAST_SLOT_MS } from './support/fast-slots.ts'
import { feedProcesses } from './support/feed-processes.ts'
import { groupFiles } from './support/group-files.ts'
import { CACHE, PRELOAD } from './support/inherited-env.ts'
import { makeWorldFor } from './support/make-worlds.ts'
import { preloadStripped } from './support/preload-stripped.ts'
import { type Ran, REPORTER, readReport } from './support/read-report.ts'
import { describeCosts } from './support/run-costs.ts'
import { makeScratch } from './support/scratch-folder.ts'
import { judgeFailures } from './support/second-runs.ts'
import { SHARED_SANDBOX } from './support/shared-sandbox.ts'
import { startSandbox } from './support/start-sandbox.ts'

/** Runs the test files, all of them or those of the files or folders named as arguments, or with `--changed` those that
 *  a change reaches (`--changed=<branch>`: since that branch was left, else `main`), beside one sandbox that they
 *  share. A few processes take one file after the other; files that change their process have one of their own, as
 *  every file has that is named. A file in which a test failed has failed. One that says which wait on the clock it
 *  depends on (`// second run: waits for ...`) runs a second time, alone: on a busy machine such a wait may be too
 *  short. Never one in which a property found a counterexample. Each second run is counted and named at the end, and
 *  one that was needed is a defect of the test or of what it tests. `--costs` lists what each file took and cost. */

/** More than there are cores, as tests also wait, some of them most of their time: one more where memory is small, else
 *  two. A process of tests, with the programs it starts, takes about 1.5 GB at most. */
const LARGE_MEMORY_BYTES = 6e9
const AT_ONCE = Math.min(availableParallelism(), 3) + (totalmem() < LARGE_MEMORY_BYTES ? 1 : 2)
const NAMED_AT_ONCE = 2
const FAST_SLOTS = { SANDBOX_SLOT_MS: String(FAST_SLOT_MS) }
/** The runner prints the message of an error that no one caught, and not where it comes from. */
const UNCAUGHT = new URL('./support/print-uncaught.ts', import.meta.url).href
const RUNNER = [
  '--import',
  UNCAUGHT,
  '--test',
  '--test-timeout=300000',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
]
/** More failed files than this are no accident. */
const MAX_SECOND_RUNS = 8

const given = process.argv.slice(2)
const CHANGED = /^--changed(?:=(.+))?$/
const sinceBranch = given.map((argument) => CHANGED.exec(argument)).findLast((match) => match !== null)
const COSTS = '--costs'
const hasCosts = given.includes(COSTS)
const options = given.filter((argument) => argument.startsWith('-') && argument !== COSTS && !CHANGED.test(argument))
const named = given.filter((argument) => !argument.startsWith('-'))

const startMs = performance.now()
const files = filesToRun()
if (files.length === 0) {
  console.log(sinceBranch === undefined ? `no test: ${named.join(' ')}` : 'nothing has changed')
  process.exit(sinceBranch === undefined ? 1 : 0)
}
/** Files that are named each have a process of their own, which loads the sources as they are. */
const areNamed = sinceBranch === undefined && named.length > 0 && named.every((name) => name.endsWith('.ts'))
const scratch = makeScratch()
let hasBegun = false
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true
    if (hasBegun) return
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  })
process.env['TMPDIR'] = join(scratch, 'tmp')
process.env['NODE_COMPILE_CACHE'] = join(scratch, 'compiled')
const cache = join(scratch, 'world')
if (!areNamed) process.env[CACHE] = cache
const preload = areNamed ? null : await preloadStripped(join(scratch, 'stripped'), cache)
if (preload !== null) process.env[PRELOAD] = preload
// Both worlds at once, as there is nothing else to do yet.
const [sandbox] = await Promise.all([startSandbox(), named.length === 0 ? makeWorldFor(FAST_SLOTS) : null])
// The processes below get it from whoever starts them.
delete process.env[PRELOAD]
const { urls, genesisHash, seed, readyAtMs } = sandbox
const env = { ...process.env, [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed, readyAtMs }) }
let runs = 0
hasBegun = true

const first =
  preload === null
    ? await runFiles(files, [`--test-concurrency=${NAMED_AT_ONCE}`])
    : await feedProcesses(groupFiles(files, { keepsOrder: sinceBranch !== undefined }), {
        atOnce: AT_ONCE,
        options,
        env,
        preload,
        scratch,
      })
const verdicts = judgeFailures(first.lines)
const counts = first.lines.filter((line) => 'tests' in line)
const sum = (of: (count: (typeof counts)[number]) => number): number => counts.reduce((all, one) => all + of(one), 0)
let code = first.code
const again = verdicts.filter(({ waitsFor }) => waitsFor !== null)
const closing = verdicts
  .filter(({ waitsFor }) => waitsFor === null)
  .map(({ file, why }) => `FAILED, no second run: ${file} (${why})`)
const hasSecondRuns = !isStopped && code !== 0 && again.length > 0 && again.length <= MAX_SECOND_RUNS
if (hasSecondRuns) {
  console.log(`\nfailed: ${again.map(({ file }) => file).join(' ')}\na second run, one file at a time\n`)
  code = again.length < verdicts.length ? code : 0
  for (const { file, waitsFor } of again) {
    if (isStopped) break
    const second = await runFiles([file], [])
    const how = second.code === 0 ? 'FLAKY, passed only in its second run' : 'FAILED twice'
    closing.push(`${how}: ${file} (waits for ${waitsFor})`)
    if (second.code !== 0) code = second.code
  }
} else for (const { file } of again) closing.push(`FAILED: ${file}`)
// At the end, where it is seen also by those who keep only the last lines.
for (const line of first.lines) if ('failure' in line) console.log(`\nfailed: ${line.failure}\n${line.says}`)
for (const costs of describeCosts(first.lines, hasCosts)) console.log(`\n${costs}`)
await sandbox.stop()
console.log(
  `\nall files: ${sum(({ tests }) => tests)} tests, ${sum(({ passed }) => passed)} passed, ${sum(({ skipped }) => skipped)} skipped, ${sum(({ failures }) => failures)} failed at first, ${hasSecondRuns ? again.length : 0} second runs, ${Math.round((performance.now() - startMs) / 1000)} s, ${Math.round(cpuTimeMs() / 1000)} s of processor time`,
)
for (const line of closing) console.log(line)
rmSync(scratch, { recursive: true, force: true })
process.exitCode = isStopped ? 1 : code

function filesToRun(): readonly string[] {
  if (sinceBranch !== undefined) {
    const { changed, tests } = findChangedTests(sinceBranch[1] ?? 'main')
    console.log(`changed: ${changed.join(' ') || 'nothing'}\ntests that it reaches: ${tests.join(' ') || 'none'}\n`)
    return tests
  }
  const places = named.length === 0 ? ['test'] : named
  const within = places.map((place) => (place.endsWith('.ts') ? place : join(place, '**/*.test.ts')))
  return globSync(within, { exclude: (name) => name === 'node_modules' }).sort()
}

async function runFiles(names: readonly string[], how: readonly string[]): Promise<Ran> {
  const report = join(scratch, `report-${runs++}.jsonl`)
  const reports = [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${report}`]
  const runner = spawn(process.execPath, [...RUNNER, ...reports, ...how, ...options, ...names], {
    stdio: 'inherit',
    env,
  })
  const passOn = (signal: NodeJS.Signals): void => void runner.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const code = await new Promise<number>((resolve) => runner.once('exit', (ended) => resolve(ended ?? 1)))
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  return { code, lines: readReport(report) }
}
