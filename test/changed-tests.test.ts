import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testsReaching } from './support/changed-tests.ts'

/** As a template says it. */
const PUT_IN = ['$', '{name}'].join('')

const FILES: Readonly<Record<string, string>> = {
  'src/server.ts': `const { runServer } = await import('./run-server.ts')\nnew URL('../sandbox/main.ts', import.meta.url)`,
  'src/run-server.ts': `import { quote } from './chain/quote.ts'`,
  'sandbox/main.ts': `readFileSync(new URL('./program.b64', import.meta.url))`,
  'sandbox/program.b64': 'AAAA',
  'src/chain/quote.ts': `import type { Shape } from './shape.ts'\nexport { half } from './half.ts'`,
  'src/chain/half.ts': '',
  'src/chain/shape.ts': '',
  'src/workers/tasks/sum.ts': '',
  'src/workers/resident.ts': `const load = (name) => import(\`./tasks/${PUT_IN}.ts\`)`,
  'docs/engines.md': '# Engines',
  'README.md': '',
  'test/support/start.ts': `const ENTRY = new URL('../../src/server.ts', import.meta.url)`,
  'test/chain/half.test.ts': `import { half } from '../../src/chain/half.ts'`,
  'test/chain/quote.test.ts': `import { quote } from '../../src/chain/quote.ts'`,
  'test/routes/health.test.ts': `import { start } from '../support/start.ts'`,
  'test/workers/pool.test.ts': `import '../../src/workers/resident.ts'`,
  'test/docs.test.ts': `const page = join(ROOT, 'docs/engines.md')`,
  'test/dexes.test.ts': `const facts = read(new URL(\`./fixtures/dexes/${PUT_IN}.json\`, import.meta.url))`,
  'test/fixtures/dexes/orca.json': '{}',
  'test/house-rules.test.ts': '',
  'package.json': '{}',
}
const paths = new Set(Object.keys(FILES))
const reached = (...changed: string[]) =>
  testsReaching(changed, paths, (path) => FILES[path] ?? null).filter((path) => path !== 'test/house-rules.test.ts')

test('a change runs the tests that import it, nearest first, and those of programs that load it', () => {
  assert.deepEqual(reached('src/chain/half.ts'), [
    'test/chain/half.test.ts',
    'test/chain/quote.test.ts',
    'test/routes/health.test.ts',
  ])
  assert.deepEqual(reached('src/chain/quote.ts'), ['test/chain/quote.test.ts', 'test/routes/health.test.ts'])
})

test('files that are read, loaded by a name put together, or named from the top are reached as well', () => {
  assert.deepEqual(reached('sandbox/program.b64'), ['test/routes/health.test.ts'])
  assert.deepEqual(reached('src/workers/tasks/sum.ts'), ['test/workers/pool.test.ts'])
  assert.deepEqual(reached('test/fixtures/dexes/orca.json'), ['test/dexes.test.ts'])
  assert.deepEqual(reached('docs/engines.md'), ['test/docs.test.ts'])
  assert.deepEqual(reached('test/support/start.ts'), ['test/routes/health.test.ts'])
})

test('a changed test runs itself; types alone, which the checker sees to, run none', () => {
  assert.deepEqual(reached('test/chain/half.test.ts'), ['test/chain/half.test.ts'])
  assert.deepEqual(reached('src/chain/shape.ts'), [])
  assert.deepEqual(reached('README.md'), [])
})

test('what is installed may change every test, and the house rules are held against any change, but none against none', () => {
  const tests = Object.keys(FILES).filter((path) => path.endsWith('.test.ts'))
  const all = (...changed: string[]) => testsReaching(changed, paths, (path) => FILES[path] ?? null)
  assert.deepEqual(all('package.json').toSorted(), tests.toSorted())
  assert.deepEqual(all('README.md'), ['test/house-rules.test.ts'])
  assert.deepEqual(all(), [])
})

test('a file that is gone reaches those that still name it', () => {
  const gone = { ...FILES, 'src/chain/half.ts': undefined }
  const tests = testsReaching(['src/chain/half.ts'], paths, (path) => gone[path as keyof typeof gone] ?? null)
  assert(tests.includes('test/chain/half.test.ts'))
})
