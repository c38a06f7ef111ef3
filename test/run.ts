import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { groupFiles } from './support/group-files.ts'
import type { RunLine } from './support/run-report.ts'
import { SHARED_SANDBOX } from './support/shared-sandbox.ts'
import { startSandbox } from './support/start-sandbox.ts'

/** Runs the test files, all of them or those named as arguments, on two cores beside one sandbox that they share. Of all
 *  of them those that neither start nor change anything share processes; a named one has a process of its own. Files in
 *  which a test failed run a second time, one after the other and alone: on a busy machine a test that waits for
 *  something may wait too long. A file that fails twice is a failure; one that needed its second run is named at the
 *  end, and is a defect of the test or of what it tests. */

const AT_ONCE = 2
const RUNNER = ['--test', '--test-timeout=300000', '--test-reporter=spec', '--test-reporter-destination=stdout']
const ONE_PROCESS = '--experimental-test-isolation=none'
/** More failed files than this are no accident. */
const MAX_SECOND_RUNS = 8
const SLOWEST_FILES = 12
const reporter = fileURLToPath(new URL('./support/run-report.ts', import.meta.url))

type Ran = { readonly code: number; readonly lines: readonly RunLine[] }

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const named = given.filter((argument) => !argument.startsWith('-'))

const startMs = performance.now()
const sandbox = await startSandbox()
const { urls, genesisHash, seed, readyAtMs } = sandbox
const scratch = mkdtempSync(join(tmpdir(), 'mintglass-tests-'))
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed, readyAtMs }),
}
let runs = 0

const first = await runAll()
const failed = [
  ...new Set(first.lines.flatMap((line) => ('failed' in line ? [relative(process.cwd(), line.failed)] : []))),
]
const counts = first.lines.filter((line) => 'tests' in line)
const sum = (of: (count: (typeof counts)[number]) => number): number => counts.reduce((all, one) => all + of(one), 0)
const slowest = first.lines
  .filter((line) => 'tookMs' in line)
  .toSorted((a, b) => b.tookMs - a.tookMs)
  .slice(0, SLOWEST_FILES)
let code = first.code
if (code !== 0 && failed.length > 0 && failed.length <= MAX_SECOND_RUNS) {
  console.log(`\nfailed: ${failed.join(' ')}\na second run, one file at a time\n`)
  code = 0
  for (const file of failed) {
    const again = await runFiles([file], [])
    console.log(again.code === 0 ? `\nFLAKY, passed only in its second run: ${file}` : `\nFAILED twice: ${file}`)
    if (again.code !== 0) code = again.code
  }
}
console.log(
  `\nslowest: ${slowest.map(({ file, tookMs }) => `${relative(process.cwd(), file)} ${Math.round(tookMs / 1_000)} s`).join(', ')}`,
)
console.log(
  `\nall files: ${sum(({ tests }) => tests)} tests, ${sum(({ passed }) => passed)} passed, ${sum(({ skipped }) => skipped)} skipped, ${sum(({ failures }) => failures)} failed at first, ${Math.round((performance.now() - startMs) / 1000)} s`,
)
await sandbox.stop()
rmSync(scratch, { recursive: true, force: true })
process.exitCode = code

/** Groups first, so many at once as there are cores; then the files that want processes of their own. */
async function runAll(): Promise<Ran> {
  if (named.length > 0) return runFiles(named, [`--test-concurrency=${AT_ONCE}`])
  const all = globSync('test/**/*.test.ts', { exclude: (name) => name === 'node_modules' }).sort()
  const { together, apart } = groupFiles(all)
  const waiting = [...together]
  const ran: Ran[] = []
  const drain = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      ran.push(await runFiles(group, [ONE_PROCESS]))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, drain))
  ran.push(await runFiles(apart, [`--test-concurrency=${AT_ONCE}`]))
  return { code: ran.find((one) => one.code !== 0)?.code ?? 0, lines: ran.flatMap(({ lines }) => lines) }
}

async function runFiles(names: readonly string[], how: readonly string[]): Promise<Ran> {
  const report = join(scratch, `report-${runs++}.jsonl`)
  const reports = [`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`]
  const runner = spawn(process.execPath, [...RUNNER, ...reports, ...how, ...options, ...names], {
    stdio: 'inherit',
    env,
  })
  const passOn = (signal: NodeJS.Signals): void => void runner.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const code = await new Promise<number>((resolve) => runner.once('exit', (ended) => resolve(ended ?? 1)))
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  return { code, lines: lines.map((line) => JSON.parse(line) as RunLine) }
}
