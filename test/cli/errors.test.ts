import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errors, printErrorsDoc } from '../../src/cli/errors.ts'
import { FAILURES } from '../../src/contract/failures.ts'

const PAGE = new URL('../../docs/errors.md', import.meta.url)

test('docs/errors.md is what `mintglass errors` prints', () => {
  assert.equal(readFileSync(PAGE, 'utf8'), printErrorsDoc())
})

test('every code has one row with its status, its meaning, an action and whether to retry', () => {
  const rows = printErrorsDoc()
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
  assert.equal(rows.length, Object.keys(FAILURES).length)
  for (const [code, { status, retryable }] of Object.entries(FAILURES)) {
    const found = rows.filter(([, name]) => name!.split(',')[0] === `\`${code}\``)
    assert.equal(found.length, 1, code)
    const cells = found[0]!
    assert.equal(cells.length, 5, code)
    assert.equal(cells[0], String(status), code)
    assert(cells[2]!.length > 10 && cells[3]!.length > 5, code)
    assert.equal(cells[4], retryable ? 'yes' : 'no', code)
  }
})

test('codes that have another name on /v1 show it', () => {
  assert.match(printErrorsDoc(), /`invalid_request`, on `\/v1` `bad_request`/)
  assert.match(printErrorsDoc(), /`upstream_timeout`, on `\/v1` `upstream`/)
})

test('the command takes no arguments', async () => {
  await assert.rejects(errors(['--all']), /usage: errors/)
})
