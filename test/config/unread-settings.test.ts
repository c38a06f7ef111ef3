import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config/env.ts'
import { SERVER_SETTINGS, SETTINGS } from '../../src/config/settings.ts'
import { CAPABILITIES } from '../../src/upstreams/registry.ts'
import { readSources } from '../support/source-facts.ts'
import {
  type ConfigMembers,
  memberNames,
  unknownSettings,
  unreadMembers,
  unreadSettings,
} from '../support/unread-settings.ts'

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

test('every capability of providers is used by a service or named by a route', () => {
  // These say what there is; a question of doctor is no use of it.
  const using = facts.filter(({ path }) => /^(services|chain|jobs|http|routes|ingest)\//.test(path))
  const members = Object.keys(CAPABILITIES)
  const unread = unreadMembers(using, [{ file: 'upstreams/capabilities.ts', name: 'Upstreams', members }])
  assert.deepEqual(unread, [])
})

test('tests, benches and the evaluation start servers with settings that there are: a mistyped one would do nothing', () => {
  const files = globSync('{test,bench,eval}/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('node_modules'))
  const wrong = files.flatMap((file) =>
    unknownSettings(readFileSync(join(ROOT, file), 'utf8'), SETTINGS).map((name) => `${file}: no setting is ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('a mistyped setting is found wherever a server is given it', () => {
  const known = { LOG_LEVEL: 1, PORT: 1 }
  // Written in two parts, so that the test over all files does not read them.
  const asked = (call: string) => unknownSettings(`start${call}`, known)
  assert.deepEqual(asked("Server({ env: { PORT: '0', LOG_LEVL: 'info' }, key: 'x' })"), ['LOG_LEVL'])
  assert.deepEqual(asked("Server({ ...OWN, LOG_LEVEL: 'info', POT: PORTS.A })"), ['POT'])
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
