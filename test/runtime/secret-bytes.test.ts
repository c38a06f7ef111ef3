import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeKeyFile, readKeyBytes, secretBytes, withSecret } from '../../src/runtime/secret-bytes.ts'

const dir = mkdtempSync(join(tmpdir(), 'mintglass-secret-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const DIGITS = '0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCD'

function file(name: string, text: string): string {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}

test('a key file is 64 hex digits in either case and trailing white space', () => {
  for (const [at, end] of ['', '\n', '\r\n', ' '].entries())
    assert.deepEqual(Buffer.from(readKeyBytes(file(`good-${at}`, DIGITS + end))), Buffer.from(DIGITS, 'hex'))
})

test('anything else is refused with the name of the file and nothing of what is in it', () => {
  const bad = [
    DIGITS.slice(1),
    `${DIGITS}0`,
    `${DIGITS}\n\n\n`,
    `${DIGITS}\nx`,
    `\n${DIGITS}`,
    `g${DIGITS.slice(1)}`,
    `${DIGITS.slice(1)}/`,
    '',
  ]
  for (const [at, text] of bad.entries()) {
    const path = file(`bad-${at}`, text)
    assert.throws(
      () => readKeyBytes(path),
      ({ message }: Error) => message.includes(path) && !message.includes(DIGITS.slice(1, 20)),
    )
  }
  mkdirSync(join(dir, 'folder'))
  assert.throws(() => readKeyBytes(join(dir, 'folder')), /must hold 64 hex digits/)
  assert.throws(() => readKeyBytes(join(dir, 'absent')), /cannot be read/)
})

test('a secret is overwritten when its use ends, also by an error, and its result is handed on', () => {
  const secret = secretBytes(4).fill(7)
  assert.equal(
    withSecret(secret, (bytes) => bytes[0]),
    7,
  )
  assert.deepEqual([...secret], [0, 0, 0, 0])
  secret.fill(7)
  assert.throws(() =>
    withSecret(secret, () => {
      throw new Error('used wrongly')
    }),
  )
  assert.deepEqual([...secret], [0, 0, 0, 0])
})

test('a key file is made once, for its owner alone, and nothing is left beside it', () => {
  const path = join(dir, 'made', 'wallet.key')
  makeKeyFile(path)
  const text = readFileSync(path, 'utf8')
  assert.match(text, /^[0-9a-f]{64}\n$/)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  makeKeyFile(path)
  assert.equal(readFileSync(path, 'utf8'), text)
  assert.deepEqual(readdirSync(join(dir, 'made')), ['wallet.key'])
})
