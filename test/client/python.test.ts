import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inheritedEnv } from '../support/inherited-env.ts'
import { openFollower } from '../support/kept-tape.ts'
import type { OpenServer } from '../support/open-server.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'

/** The Python client as a program uses it. Skipped, with the reason, where there is no Python of 3.11 or newer. */

const FOLDER = fileURLToPath(new URL('../../client/python', import.meta.url))
const SCRIPT = fileURLToPath(new URL('try-client.py', import.meta.url))

const found = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
const skip = found.status === 0 ? false : 'no python3 of 3.11 or newer here'

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  if (skip !== false) return
  sandbox = await sharedSandbox()
  server = await openFollower(sandbox.urls['rpc']!)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('calls, failures, repetitions, a stream that is cut, and a signature, in Python', { skip }, async () => {
  const { stdout } = await promisify(execFile)('python3', [SCRIPT], {
    env: { ...inheritedEnv(), PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: '1', MINTGLASS_URL: server.url },
    timeout: 120_000,
  })
  assert.match(stdout, /^all of it holds$/m)
})
