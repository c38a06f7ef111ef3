import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ROUTES } from '../src/routes/index.ts'
import { readTestRequests, type TestRequest, untestedRoutes } from './support/test-requests.ts'

/** A route without a test of its own: the generated tests (conventions, bodies, openapi) ask every mounted route, so
 *  they pass for one whose behaviour nothing looks at. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TSCONFIG = { compilerOptions: { module: 'nodenext', allowImportingTsExtensions: true, noEmit: true, types: [] } }
const PLANTED_ROUTES = [
  { method: 'GET', path: '/v1/things/{id}' },
  { method: 'GET', path: '/v1/things/list' },
  { method: 'POST', path: '/v1/things' },
]

test('each mounted route is named by a test file that asks for it itself', () => {
  const untested = untestedRoutes(ROUTES, readTestRequests(ROOT))
  assert.deepEqual(
    untested.map(({ method, path }) => `${method} ${path}: test it in test/routes, through the socket`),
    [],
  )
})

/** The planted routes that no request of these files names; `@{name}` in them is a placeholder. */
function untestedIn(files: Readonly<Record<string, string>>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'mintglass-routes-'))
  try {
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text.replaceAll('@{', '${'))
    }
    return named(readTestRequests(root))
  } finally {
    rmSync(root, { recursive: true })
  }
}
const named = (requests: readonly TestRequest[]) =>
  untestedRoutes(PLANTED_ROUTES, requests).map(({ method, path }) => `${method} ${path}`)

const [SHOW, LIST, CREATE] = PLANTED_ROUTES.map(({ method, path }) => `${method} ${path}`) as [string, string, string]

test('a request counts for the route and the method that it names, and for no other', () => {
  const asked = (text: string) => untestedIn({ 'test/a.test.ts': text })
  assert.deepEqual(asked('export {}\n'), [SHOW, LIST, CREATE])
  assert.deepEqual(asked("await api.get('/v1/things')\n"), [SHOW, LIST, CREATE])
  assert.deepEqual(asked("await api.post('/v1/things?dry=1', {})\n"), [SHOW, LIST])
  assert.deepEqual(asked("await api.send('POST', '/v1/things')\n"), [SHOW, LIST])
  assert.deepEqual(asked("await fetch(`@{base}/v1/things`, { method: 'POST' })\n"), [SHOW, LIST])
  assert.deepEqual(asked('await fetch(`@{base}/v1/things`)\n'), [SHOW, LIST, CREATE])
  assert.deepEqual(asked('await api.get(`/v1/things/@{id}`)\n'), [LIST, CREATE])
  assert.deepEqual(asked("await api.get('/v1/things/list')\n"), [SHOW, CREATE])
  assert.deepEqual(asked("check('POST /v1/things', reply)\n"), [SHOW, LIST])
  assert.deepEqual(asked("for (const [method, path] of [['POST', '/v1/things']]) await ask(method, path)\n"), [
    SHOW,
    LIST,
  ])
})

test('names, functions and constants of other files mean what they say; a word that is known only at run time counts for none', () => {
  const asked = (text: string) =>
    untestedIn({
      'test/a.test.ts': `import { THINGS, pathOf } from './lab.ts'\n${text}`,
      'test/lab.ts': "export const THINGS = '/v1/things'\nexport const pathOf = (id: string) => `@{THINGS}/@{id}`\n",
    })
  assert.deepEqual(asked('await api.post(THINGS, {})\n'), [SHOW, LIST])
  assert.deepEqual(asked('await api.get(pathOf(id))\n'), [LIST, CREATE])
  assert.deepEqual(asked("for (const name of ['list', 'a']) await api.get(`@{THINGS}/@{name}`)\n"), [CREATE])
  assert.deepEqual(asked('for (const name of names()) await api.post(`/v1/@{name}`)\n'), [SHOW, LIST, CREATE])
  // The name of a constant that nothing uses asks for nothing.
  assert.deepEqual(asked("const PATH = '/v1/things'\n"), [SHOW, LIST, CREATE])
})

test('a file over the table of routes is a test of none of them, nor is a support file', () => {
  const request = "await api.post('/v1/things')\n"
  const table = "import { ROUTES } from '../src/routes/index.ts'\n"
  assert.deepEqual(
    untestedIn({ 'test/a.test.ts': table + request, 'src/routes/index.ts': 'export const ROUTES = []\n' }),
    [SHOW, LIST, CREATE],
  )
  assert.deepEqual(untestedIn({ 'test/lab.ts': request }), [SHOW, LIST, CREATE])
})
