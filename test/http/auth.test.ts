import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/contract/api-key.ts'
import { createCredentials, presentedCredential } from '../../src/http/auth.ts'
import { createRateLimiter } from '../../src/http/rate-limit.ts'
import { checkDomain } from '../../src/services/account/check-domain.ts'
import { fakeContext } from '../support/fake-context.ts'

function setUp(maxHolders = 100) {
  const fake = fakeContext()
  const asked: string[] = []
  const credentials = createCredentials({
    authenticate: (presented): Caller | null => {
      asked.push(presented)
      return presented === 'preview' ? { kind: 'preview', limitPer10s: 7 } : fake.authenticate(presented)
    },
    authenticateSession: undefined,
    authenticateTicket: () => null,
    keysVersion: () => fake.ctx.store.apiKeys.version(),
    limiter: createRateLimiter({ maxWindows: 1_000, siblings: null }),
    defaultLimit: 10,
    maxHolders,
  })
  return { ...fake, asked, credentials }
}

test('a key is looked up once per version of the key table', async () => {
  const { credentials, addKey, asked, ctx } = setUp()
  const { id } = addKey('mg_a')
  assert.equal(credentials.knownHolder('mg_a'), undefined)
  const holder = credentials.holderOf('apiKey', 'mg_a')
  assert.equal(credentials.holderOf('apiKey', 'mg_a'), holder)
  assert.equal(credentials.knownHolder('mg_a'), holder)
  assert.deepEqual(asked, ['mg_a'])
  addKey('mg_b')
  assert.equal(credentials.knownHolder('mg_a'), undefined)
  assert.equal(credentials.holderOf('bearer', 'mg_a').keyId, id)
  assert.deepEqual(asked, ['mg_a', 'mg_a'])
  await ctx.store.apiKeys.update(id, { revokedAtMs: 1 })
  assert.equal(credentials.knownHolder('mg_a'), undefined)
  assert.equal(credentials.holderOf('apiKey', 'mg_a').caller, null)
  assert.equal(credentials.knownHolder('mg_a'), undefined)
})

test('strangers are not remembered, and their texts are no one else’s', () => {
  const { credentials, addKey } = setUp()
  addKey('mg_a')
  credentials.holderOf('apiKey', 'mg_a')
  for (let i = 0; i < 500; i++) {
    assert.equal(credentials.holderOf('apiKey', `mg_${i}`).caller, null)
    assert.equal(credentials.knownHolder(`mg_${i}`), undefined)
  }
  assert(credentials.knownHolder('mg_a'))
})

test('holders are bounded, the oldest is forgotten and found again', () => {
  const { credentials, addKey } = setUp(3)
  for (let i = 0; i < 5; i++) addKey(`mg_${i}`)
  for (let i = 0; i < 5; i++) credentials.holderOf('apiKey', `mg_${i}`)
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((i) => credentials.knownHolder(`mg_${i}`) !== undefined),
    [false, false, true, true, true],
  )
  assert.equal(credentials.holderOf('apiKey', 'mg_0').keyId, 1)
  assert(credentials.knownHolder('mg_0'))
})

test('the preview key has scopes of its plan, its own limit and no id', () => {
  const { credentials } = setUp()
  const { keyId, scopes, window } = credentials.holderOf('apiKey', 'preview')
  assert.deepEqual([keyId, scopes, window.limit], [null, ['read'], 7])
})

test('a key too long for the short way still works the long way', () => {
  const { credentials, addKey } = setUp()
  const long = `mg_${'x'.repeat(200)}`
  addKey(long)
  assert.equal(credentials.holderOf('apiKey', long).caller?.kind, 'key')
  assert.equal(credentials.knownHolder(long), undefined)
})

test('sessions are strangers where no sessions are kept', () => {
  assert.equal(setUp().credentials.holderOf('session', 's').caller, null)
})

test('the bearer scheme is read in any case, and only that scheme', () => {
  assert.equal(presentedCredential('bearer', 'BEARER  abc'), 'abc')
  for (const text of ['abc', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic abc', ''])
    assert.equal(presentedCredential('bearer', text), '')
  assert.equal(presentedCredential('apiKey', 'Bearer abc'), 'Bearer abc')
})

test('a domain list is matched by host of a web page, whatever port and path', () => {
  const passes = (origin: string, referer = '') => checkDomain(['a.example', '*.b.example'], origin, referer) === null
  assert(passes('http://a.example:81') && passes('', 'https://x.b.example/p') && passes('https://x.y.b.example'))
  for (const origin of [
    'https://b.example',
    'https://xa.example',
    'https://a.example.evil',
    'a.example',
    'https://.b.example',
    'file://',
    'javascript://a.example/',
    'file://a.example',
    'ftp://a.example',
    'chrome-extension://a.example',
    'https://user@a.example',
    'https://:secret@a.example/',
  ])
    assert(!passes(origin), origin)
})
