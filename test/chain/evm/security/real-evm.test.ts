import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'

/* The probe in a real EVM beside the published Uniswap contracts, which are installed apart: `npm install` in
 * test/differential/evm-security. */

const FOLDER = new URL('../../../differential/evm-security/', import.meta.url)
const skip = existsSync(new URL('node_modules', FOLDER)) ? false : 'no EVM is installed (docs/evm.md)'
const run = (...words: readonly string[]) => promisify(execFile)(process.execPath, words, { cwd: FOLDER })

test('the committed bytecode is what the sources compile to', { skip }, async () => {
  await run('compile.mjs', '--check')
})
test('traps of every kind with numbers drawn now are told, and no healthy token is accused', { skip }, async (t) => {
  const { stdout } = await run('try-traps.mjs')
  t.diagnostic(stdout.trim().split('\n').at(-1)!)
})
