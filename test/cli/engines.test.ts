import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { engines, printEngineRules } from '../../src/cli/engines.ts'
import { LINK_RULES } from '../../src/services/bubble-map/links/index.ts'
import { RULES_VERSION } from '../../src/services/checks/rules-version.ts'
import { LAYERS } from '../../src/services/deep-scan/layers/index.ts'
import { HARD_CAPS } from '../../src/services/deep-scan/score.ts'

const PAGE = new URL('../../docs/engines.md', import.meta.url)
const FROM = '<!-- rules -->'
const TO = '<!-- /rules -->'

test('the rules name every layer, check, cap and link kind, with threshold and origin', () => {
  const text = printEngineRules()
  assert(text.startsWith(`Rules ${RULES_VERSION}.`))
  const lines = text.split('\n')
  for (const { name, rules, deadlineMs } of LAYERS) {
    const from = lines.findIndex((line) => line.startsWith(`**${name}**: `))
    assert(from >= 0 && lines[from]!.includes(`${deadlineMs} ms`), name)
    const next = lines.findIndex((line, i) => i > from && (line.startsWith('**') || line.startsWith('#')))
    const rows = lines.slice(from, next).filter((line) => line.startsWith('| `'))
    assert.deepEqual(
      rows.map((row) => row.split('`')[1]),
      rules.map(({ id }) => id),
      name,
    )
    for (const [i, { threshold, severity }] of rules.entries())
      assert(rows[i]!.includes(threshold.replaceAll('|', '\\|')) && rows[i]!.includes(`| ${severity} |`), rows[i])
  }
  for (const { check, cap } of HARD_CAPS) assert(text.includes(`| \`${check}\` | ${cap} |`), check)
  for (const { kind } of LINK_RULES) assert(text.includes(`\n**\`${kind}\`** (`), kind)
})

test('every row of a table has as many cells as its head', () => {
  let cells = 0
  for (const line of printEngineRules().split('\n')) {
    if (!line.startsWith('|')) {
      cells = 0
      continue
    }
    const found = line.replaceAll('\\|', '').split('|').length
    if (cells === 0) cells = found
    assert.equal(found, cells, line)
  }
})

test('the command prints them and takes no arguments', async (t) => {
  const printed = t.mock.method(console, 'log', () => {})
  assert.equal(await engines([]), 0)
  assert.equal(printed.mock.calls[0]!.arguments[0], printEngineRules())
  await assert.rejects(engines(['--all']), /usage: engines/)
})

test('docs/engines.md shows the rules as they are: `mintglass engines` prints what belongs between its marks', () => {
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(FROM), page.indexOf(TO)]
  assert(from >= 0 && to > from, `the page has no ${FROM} ... ${TO}`)
  assert.equal(page.slice(from + FROM.length, to).trim(), printEngineRules())
})
