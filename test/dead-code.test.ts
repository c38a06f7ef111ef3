import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findUnusedExports } from './support/unused-exports.ts'

/** `npm run check` finds exports that no program uses. Here it looks at small trees with planted ones. */
const ROOT = fileURLToPath(new URL('..', import.meta.url))

function unusedIn(files: Readonly<Record<string, string>>): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'mintglass-dead-code-'))
  try {
    cpSync(join(ROOT, 'tsconfig.json'), join(tree, 'tsconfig.json'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(tree, path, '..'), { recursive: true })
      writeFileSync(join(tree, path), text)
    }
    return findUnusedExports(tree)
  } finally {
    rmSync(tree, { recursive: true })
  }
}

const CLEAN = {
  'src/server.ts':
    "import { used as one } from './part.ts'\nimport type { Shape } from './shape.ts'\none({} as Shape)\n",
  'src/part.ts': 'export function used(_: object) {}\n/** @internal For tests. */\nexport function forTests() {}\n',
  'src/shape.ts': 'export type Shape = object\nexport const OWN = 1\nexport const TWICE = OWN * 2\nTWICE\n',
}

test('exports that programs use, or that are for tests, are left alone', () => {
  assert.deepEqual(unusedIn(CLEAN), [])
})

test('an unused function, constant, type, class and re-export are found', () => {
  const part = `${CLEAN['src/part.ts']}export function planted() {}\nexport const LEFT = 1\nexport type Gone = 1\nexport class Old {}\nexport { OWN as again } from './shape.ts'\n`
  assert.deepEqual(
    unusedIn({ ...CLEAN, 'src/part.ts': part }),
    ['planted', 'LEFT', 'Gone', 'Old', 'again'].map((name) => `src/part.ts: ${name}`),
  )
})

test('what only a test imports is unused', () => {
  const test = "import { planted } from '../src/part.ts'\nplanted()\n"
  const part = `${CLEAN['src/part.ts']}export function planted() {}\n`
  assert.deepEqual(unusedIn({ ...CLEAN, 'src/part.ts': part, 'test/part.test.ts': test }), ['src/part.ts: planted'])
})
