import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReason } from '../../../../src/chain/evm/security/revert-reason.ts'
import { toWord } from '../../../../src/chain/evm/words.ts'

const ofText = (text: string, length = Buffer.byteLength(text)): string =>
  `0x08c379a0${toWord(32)}${toWord(length)}${Buffer.from(text).toString('hex')}`

test('the text of an error is its reason, without what a terminal or a page would act on', () => {
  assert.equal(readReason(ofText('max wallet')), 'max wallet')
  assert.equal(readReason(ofText('a\u0000b\u001b[31m\u202e\ud800c')), 'ab[31mc')
  assert.equal([...readReason(ofText('😀'.repeat(500)))!].length, 120)
})
test('a text that is cut off is read as far as it goes', () => {
  assert.equal(readReason(ofText('not now', 900)), 'not now')
  assert.equal(readReason('0x08c379a0'), null)
  assert.equal(readReason(ofText('')), null)
})
test('panics and own errors are named by their numbers', () => {
  assert.equal(readReason(`0x4e487b71${toWord(17)}`), 'panic 0x11')
  assert.equal(readReason(`0xdeadbeef${toWord(1)}`), 'error 0xdeadbeef')
  assert.equal(readReason('0x4e487b71'), 'error 0x4e487b71')
  assert.equal(readReason('0x0102'), 'bytes 0x0102')
  assert.equal(readReason('0x'), null)
})
