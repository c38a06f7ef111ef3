import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { curlOf } from '../../explorer/src/api/curl.ts'
import { patience } from '../../explorer/src/api/patience.ts'
import { isSecret } from '../../explorer/src/ui/secrets.ts'

const ORIGIN = 'http://127.0.0.1:8787'
const ADDRESS = 'EW2JA1CKpwkkwn8SdXHGjjFJohdjqm9qxUa42of7NAec'

test('the command behind figures is the call, with the key left to the reader', () => {
  assert.equal(curlOf(ORIGIN, '/api/v2/x?a=1&b=2'), `curl -s -H "X-API-Key: $KEY" '${ORIGIN}/api/v2/x?a=1&b=2'`)
  assert.equal(curlOf(ORIGIN, '/health', { as: 'nobody' }), `curl -s '${ORIGIN}/health'`)
  assert.equal(
    curlOf(ORIGIN, '/v1/trade/buy', { method: 'POST', as: 'trade', body: { mint: 'x' } }),
    `curl -s -X POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"mint":"x"}' '${ORIGIN}/v1/trade/buy'`,
  )
  assert.equal(
    curlOf(ORIGIN, '/api/me', { as: 'session', session: 'secret' }),
    `curl -s -H "X-Session-Token: $SESSION" '${ORIGIN}/api/me'`,
  )
})

test('whatever is in a path or a body is one word for the shell', () => {
  for (const odd of ["'", "a'b'c", "'; touch /tmp/x; '", '$(id)`id`"\\!', 'a\nb']) {
    const said = curlOf(ORIGIN, `/x?q=${odd}`, { method: 'POST', body: { odd } }).replace(/^curl -s/, 'printf "%s\\0"')
    const words = execFileSync('/bin/sh', ['-c', said], { env: { KEY: 'k' } })
      .toString()
      .split('\0')
    assert.equal(words.at(-2), `${ORIGIN}/x?q=${odd}`)
    assert.equal(words.at(-3), JSON.stringify({ odd }))
  }
})

test('what looks like a key is not searched for; names, symbols and addresses are', () => {
  for (const text of [
    'mg_rsvJ',
    'rt_sandbox_enterprise',
    `${ADDRESS}${ADDRESS}`,
    '[12, 34,56,78,90,1,2,3,4]',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'key: mg_abcdef',
  ])
    assert.equal(isSecret(text), true, text)
  for (const text of ['so', 'mg', 'mg_', 'MG_TOKEN_', 'Smart_wallet', 'rt', ADDRESS, '[1,2]', 'the cat in the hat', ''])
    assert.equal(isSecret(text), false, text)
  assert.equal(isSecret('xx-my-own-key-xx', ['my-own-key']), true)
  assert.equal(isSecret('short', ['', 'sho']), false)
})

test('a request that is not answered ends, and so does one that is no longer wanted', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const late = patience(1_000)
  t.mock.timers.tick(999)
  assert.equal(late.aborted, false)
  t.mock.timers.tick(1)
  assert.equal((late.reason as DOMException).name, 'TimeoutError')
  const own = new AbortController()
  const given = patience(1_000, own.signal)
  own.abort()
  assert.equal((given.reason as DOMException).name, 'AbortError')
  assert.equal(patience(1_000, own.signal).aborted, true, 'given up before it began')
})
