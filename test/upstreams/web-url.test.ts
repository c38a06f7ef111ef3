import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentUrl, imageUrl, webUrl } from '../../src/upstreams/web-url.ts'

const INLINE = 'data:image/svg+xml;base64,PHN2Zz4='

test('web addresses pass unchanged everywhere', () => {
  for (const read of [webUrl, contentUrl, imageUrl])
    assert.equal(read('https://a.example/x.png'), 'https://a.example/x.png')
})
test('inline pictures pass as images only, and only when they are small', () => {
  assert.equal(imageUrl(INLINE), INLINE)
  assert.equal(webUrl(INLINE), null)
  assert.equal(contentUrl(INLINE), null)
  assert.equal(imageUrl(`data:image/png;base64,${'A'.repeat(20_000)}`), null)
})
for (const hostile of [
  'javascript:alert(1)',
  'data:text/html,<script>',
  'file:///etc/passwd',
  '//a.example/x',
  'https://',
  5,
  null,
])
  test(`${JSON.stringify(hostile)} is no address`, () => {
    for (const read of [webUrl, contentUrl, imageUrl]) assert.equal(read(hostile), null)
  })
