import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTable } from '../../src/cli/table.ts'

test('columns are as wide as their widest cell', () => {
  assert.equal(
    formatTable(
      ['id', 'name'],
      [
        ['1', 'long name'],
        ['12', ''],
      ],
    ),
    'id  name\n1   long name\n12',
  )
})
