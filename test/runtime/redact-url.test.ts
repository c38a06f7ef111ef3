import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactUrl } from '../../src/runtime/redact-url.ts'

test('keys in the user name, the path and the query are not shown', () => {
  for (const address of [
    'https://user:KEY@node.example:8899',
    'https://node.example:8899/KEY/',
    'https://node.example:8899/?api-key=KEY',
  ]) {
    assert.equal(redactUrl(address), 'https://node.example:8899/...')
  }
  assert.equal(redactUrl('https://node.example'), 'https://node.example')
  assert.equal(redactUrl('KEY'), '[no address]')
})
