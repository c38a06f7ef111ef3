import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SHARED_SANDBOX } from './support/shared-sandbox.ts'
import { startSandbox } from './support/start-sandbox.ts'

/** Runs the test files, all of them or those named as arguments, on two cores beside one sandbox that they share. Files
 *  in which a test failed run a second time, one after the other and alone: on a busy machine a test that waits for
 *  something may wait too long. A file that fails twice is a failure; one that needed its second run is named at the
 *  end, and is a defect of the test or of what it tests. */

const ALL = ['test/**/*.test.ts']
const RUNNER = ['--test', '--test-timeout=300000', '--test-reporter=spec', '--test-reporter-destination=stdout']
/** More failed files than this are no accident. */
const MAX_SECOND_RUNS = 8
const reporter = fileURLToPath(new URL('./support/failed-files.ts', import.meta.url))

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))

const sandbox = await startSandbox()
const { urls, genesisHash, seed, readyAtMs } = sandbox
const scratch = mkdtempSync(join(tmpdir(), 'mintglass-tests-'))
const env = { ...process.env, NODE_COMPILE_CACHE: join(scratch, 'compiled'), [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed, readyAtMs }) }

const first = await runFiles(files.length === 0 ? ALL : files, '--test-concurrency=2')
let code = first.code
if (code !== 0 && first.failed.length > 0 && first.failed.length <= MAX_SECOND_RUNS) {
  console.log(`\nfailed: ${first.failed.join(' ')}\na second run, one file at a time\n`)
  const second = await runFiles(first.failed, '--test-concurrency=1')
  code = second.code
  const passed = first.failed.filter((file) => !second.failed.includes(file))
  if (passed.length > 0) console.log(`\nFLAKY, passed only in their second run: ${passed.join(' ')}`)
  if (second.failed.length > 0) console.log(`\nFAILED twice: ${second.failed.join(' ')}`)
}
await sandbox.stop()
rmSync(scratch, { recursive: true, force: true })
process.exitCode = code

async function runFiles(names: readonly string[], concurrency: string): Promise<{ code: number; failed: string[] }> {
  const list = join(scratch, 'failed.txt')
  const failures = [`--test-reporter=${reporter}`, `--test-reporter-destination=${list}`]
  const runner = spawn(process.execPath, [...RUNNER, ...failures, concurrency, ...options, ...names], {
    stdio: 'inherit',
    env,
  })
  const passOn = (signal: NodeJS.Signals): void => void runner.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const status = await new Promise<number>((resolve) => runner.once('exit', (ended) => resolve(ended ?? 1)))
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return { code: status, failed: failed.map((file) => relative(process.cwd(), file)) }
}
