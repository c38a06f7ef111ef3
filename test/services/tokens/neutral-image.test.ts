import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neutralImageUrl } from '../../../src/services/tokens/neutral-image.ts'

test('https addresses of named hosts and inline images pass', () => {
  assert.equal(neutralImageUrl('https://cdn.example.com/a.png?w=64'), 'https://cdn.example.com/a.png?w=64')
  assert.equal(neutralImageUrl(' https://cdn.example.com/a.png '), 'https://cdn.example.com/a.png')
  assert.equal(neutralImageUrl('data:image/png;base64,AAAA'), 'data:image/png;base64,AAAA')
})

for (const address of [
  'http://cdn.example.com/a.png',
  'javascript:alert(1)',
  'data:text/html,<script>',
  'https://user:pass@example.com/a.png',
  'https://127.0.0.1/a.png',
  'https://2130706433/a.png',
  'https://[::1]/a.png',
  'https://localhost/a.png',
  'https://printer.local/a.png',
  'ipfs://Qm',
  'no address',
  '',
]) {
  test(`${JSON.stringify(address)} is no image to show`, () => assert.equal(neutralImageUrl(address), null))
}

test('no address stays none', () => assert.equal(neutralImageUrl(null), null))
