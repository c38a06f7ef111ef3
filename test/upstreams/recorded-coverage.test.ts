import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noRecordings, recordedFiles } from '../support/recorded.ts'
import { LEFT_OUT, RECORDED_FOLDERS, RECORDED_KINDS } from '../support/recorded-kinds.ts'

test('every recorded reply of our providers is read by a test or left out for a reason', { skip: noRecordings }, () => {
  const rows = [...Object.values(RECORDED_KINDS), ...LEFT_OUT]
  for (const folder of RECORDED_FOLDERS) {
    for (const name of recordedFiles(folder)) {
      const hits = rows.filter((row) => row.folder === folder && row.names.test(name)).length
      assert.equal(hits, 1, `${folder}/${name} is in ${hits} rows of test/support/recorded-kinds.ts`)
    }
  }
})

test('no row has lost its files', { skip: noRecordings }, () => {
  for (const { folder, names } of [...Object.values(RECORDED_KINDS), ...LEFT_OUT]) {
    assert(
      recordedFiles(folder).some((name) => names.test(name)),
      `${folder} has no ${names}`,
    )
  }
})
