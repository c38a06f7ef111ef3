import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { runCli } from '../support/run-cli.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const EXAMPLE = fileURLToPath(new URL('../../examples/read-tokens.ts', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...inheritedEnv(), ...env }, timeout: 60_000 }
    execFile(process.execPath, words, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

test('every command says how it is used, and --version is that of package.json', async () => {
  for (const name of ['openapi', 'replay', 'engines', 'errors', 'tape', 'config', 'keys', 'audit', 'doctor']) {
    const { code, out, err } = await runCli([name, '--help'])
    assert.deepEqual([code, err], [0, ''], name)
    assert.match(out, /^usage:/, name)
  }
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  assert.deepEqual(await run([CLI, '--version']), { code: 0, out: `${version}\n`, err: '' })
})

test('a command that reads a store says which', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-usage-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const { out, err } = await run([CLI, 'keys', 'list'], { MINTGLASS_DATA_DIR: dir })
  assert.match(out, /^no keys yet/)
  assert.equal(err, `store: ${join(dir, 'sandbox')} (MINTGLASS_DATA_DIR, MINTGLASS_MODE)\n`)
})

test('an example without a server says in one line where it looked, and honours PORT', async () => {
  const port = await freePort()
  const said = `no server at http://127.0.0.1:${port}; start it with \`npm start\`, or set MINTGLASS_URL or PORT\n`
  assert.deepEqual(await run([EXAMPLE], { PORT: String(port) }), { code: 1, out: '', err: said })
})
