import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config/env.ts'
import { SERVER_SETTINGS } from '../../src/config/settings.ts'
import { readSources } from '../support/source-facts.ts'
import { type ConfigMembers, memberNames, unreadMembers, unreadSettings } from '../support/unread-settings.ts'

/** A setting that nothing reads. One that is read and not declared does not compile. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENV = 'config/env.ts'
const facts = readSources(ROOT)

test('every setting has its place in the configuration', () => {
  assert.deepEqual(unreadSettings(facts, ENV, Object.keys(SERVER_SETTINGS)), [])
})

test('every member of the configuration is read', () => {
  // Providers are looked up by their name; what each is used for is in upstreams/registry.ts.
  const { providers: _, ...config } = readConfig({ MINTGLASS_CACHE: 'keep' })
  assert.deepEqual(unreadMembers(facts, [{ file: ENV, name: 'Config', members: memberNames(config) }]), [])
})

test('every number of a table of src/config is read', async () => {
  const tables: ConfigMembers[] = []
  for (const file of globSync('src/config/*.ts', { cwd: ROOT })) {
    const exported: Record<string, unknown> = await import(join(ROOT, file))
    for (const [name, value] of Object.entries(exported))
      if (/^[A-Z]/.test(name) && value?.constructor === Object)
        tables.push({ file: file.replace(/^src\//, ''), name, members: Object.keys(value) })
  }
  assert(tables.length > 40)
  assert.deepEqual(unreadMembers(facts, tables), [])
})

test('a number, a member and a setting that only their own file names are faults', () => {
  const planted = [
    { path: 'config/limits.ts', words: new Set(['LIMITS', 'pageRows', 'deadRows']) },
    { path: ENV, words: new Set(['HOST', 'host', 'quiet']) },
    { path: 'http/server.ts', words: new Set(['host', 'pageRows']) },
  ]
  assert.deepEqual(
    unreadMembers(planted, [
      { file: 'config/limits.ts', name: 'LIMITS', members: ['pageRows', 'deadRows'] },
      { file: ENV, name: 'Config', members: memberNames({ host: '', log: { quiet: 1 } }) },
    ]),
    [
      'config/limits.ts: nothing reads LIMITS.deadRows: use it or take it out',
      'config/env.ts: nothing reads Config.log: use it or take it out',
      'config/env.ts: nothing reads Config.quiet: use it or take it out',
    ],
  )
  assert.deepEqual(unreadSettings(planted, ENV, ['HOST', 'LOG_QUIET']), [
    'config/settings.ts: config/env.ts does not read LOG_QUIET: give it its place there or take it out',
  ])
})
