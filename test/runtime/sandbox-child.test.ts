import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { startSandboxChild } from '../../src/runtime/sandbox-child.ts'
import { keptLog } from '../support/test-client.ts'

/** Says its own environment in place of a world. */
const SAYS_ENVIRONMENT = `
import { getCompileCacheDir } from 'node:module'
const urls = { ...process.env, compiled: getCompileCacheDir() }
process.send({ type: 'ready', urls: { rpc: 'http://127.0.0.1:1' }, genesisHash: JSON.stringify(urls), seed: '' })
process.once('disconnect', () => process.exit(0))
`

test('the sandbox gets its own settings and where node keeps what it compiled, and no key', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-child-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, SAYS_ENVIRONMENT)
  // In a whole run it is on already, and stays where it is.
  enableCompileCache(join(folder, 'compiled'))
  const config = readConfig({ MINTGLASS_DATA_DIR: folder, SANDBOX_SEED: 'its own', SOLANA_RPC_API_KEY: 'secret' })
  const { log } = keptLog()
  const child = startSandboxChild({ config, clock: systemClock(), log }, pathToFileURL(entry))
  const environment = JSON.parse((await child.ready()).genesisHash) as Record<string, string>
  await child.stop()
  assert.equal(environment['compiled'], getCompileCacheDir())
  assert.equal(environment['SANDBOX_SEED'], 'its own')
  assert(!JSON.stringify(environment).includes('secret'))
  assert.deepEqual(
    Object.keys(environment).filter(
      (name) => !/^(MINTGLASS|SANDBOX|LOG|NODE_CHANNEL)_|^(NODE_COMPILE_CACHE|compiled)$/.test(name),
    ),
    [],
  )
})
