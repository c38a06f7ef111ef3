import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverUrl } from '../../src/runtime/server-url.ts'

test('the address can be pasted, whatever the server listens on', () => {
  const tls = { certFile: '/c', keyFile: '/k' }
  const shown: [string, typeof tls | null, string][] = [
    ['127.0.0.1', null, 'http://127.0.0.1:8787'],
    ['::1', null, 'http://[::1]:8787'],
    ['0.0.0.0', null, 'http://127.0.0.1:8787'],
    ['::', tls, 'https://[::1]:8787'],
    ['api.example', tls, 'https://api.example:8787'],
  ]
  for (const [host, own, url] of shown) assert.equal(serverUrl({ host, port: 8787, tls: own }), url)
})
