import { spawn } from 'node:child_process'
import { SHARED_SANDBOX } from './support/shared-sandbox.ts'
import { startSandbox } from './support/start-sandbox.ts'

/** Runs the test files, all of them or those named as arguments, on two cores beside one sandbox that they share. Ends
 *  with the code of the test runner. */

const ALL = ['test/**/*.test.ts']
const RUNNER = ['--test', '--test-concurrency=2', '--test-timeout=300000']

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))

const sandbox = await startSandbox()
const { urls, genesisHash, seed, readyAtMs } = sandbox
const runner = spawn(process.execPath, [...RUNNER, ...options, ...(files.length === 0 ? ALL : files)], {
  stdio: 'inherit',
  env: { ...process.env, [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed, readyAtMs }) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))
await sandbox.stop()
process.exitCode = code
