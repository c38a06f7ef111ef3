import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signBytes } from '../../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AccountLab, HOST, openAccountLab, sign, walletNamed } from './account-lab.ts'

const LOGIN = '/api/auth/login'
const CHALLENGE = '/api/auth/challenge'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const challenged = successOf('POST /api/auth/challenge')
const loggedIn = successOf('POST /api/auth/login')
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

let lab: AccountLab
before(async () => {
  lab = await openAccountLab()
})
after(() => lab?.stop())

function assertBetween(atMs: number, earliestMs: number, latestMs: number): void {
  assert(earliestMs <= atMs && atMs <= latestMs, `${atMs} is not between ${earliestMs} and ${latestMs}`)
}

test('a challenge names host, purpose, wallet, nonce and both times, and says that nothing will be sent', async () => {
  const wallet = walletNamed('plain')
  const nowMs = lab.server.clock.nowMs()
  const { nonce, message, expiresAt } = challenged(await lab.post(CHALLENGE, { ownerWallet: wallet.address }))
  assert.match(nonce, /^[0-9a-f]{32}$/)
  assertBetween(expiresAt - 5 * MINUTE_MS, nowMs, lab.server.clock.nowMs())
  const lines = message.split('\n')
  assert.equal(lines[0], `${HOST} wants you to sign in with your Solana account:`)
  assert.equal(lines[1], wallet.address)
  assert.match(message, /^Sign in to manage your API key\. No transaction will be sent\.$/m)
  assert(lines.includes(`Nonce: ${nonce}`))
  assert(lines.includes(`Expiration Time: ${new Date(expiresAt).toISOString()}`))
  assert(lines.includes(`Issued At: ${new Date(expiresAt - 5 * MINUTE_MS).toISOString()}`))
  const other = await lab.challenge(wallet, 'register')
  assert.match(other.message, /^Register an API key for this wallet\. No transaction will be sent\.$/m)
})

test('what no challenge can be made for is 400', async () => {
  for (const [body, message] of [
    [undefined, 'expected a JSON object'],
    ['[]', 'expected a JSON object'],
    [{}, 'ownerWallet is required'],
    [{ ownerWallet: '' }, 'Invalid wallet address'],
    [{ ownerWallet: null }, 'ownerWallet is required'],
    [{ ownerWallet: 5 }, 'Invalid wallet address'],
    [{ ownerWallet: '1'.repeat(44) }, 'Invalid wallet address'],
    [{ ownerWallet: walletNamed('a').address.slice(2) }, 'Invalid wallet address'],
    [{ ownerWallet: walletNamed('a').address, purpose: 'admin' }, 'purpose: expected login or register'],
  ] as const)
    assertFails(await lab.post(CHALLENGE, body), 400, message)
})

test('a wallet that signs its challenge gets a session of 24 hours, in base58 or base64, with or without a key', async () => {
  const wallet = walletNamed('both forms')
  const nowMs = lab.server.clock.nowMs()
  const first = loggedIn(await lab.post(LOGIN, await lab.signed(wallet)))
  assert.match(first.sessionToken, /^[A-Za-z0-9_-]{43}$/)
  assertBetween(first.expiresAt - 24 * HOUR_MS, nowMs, lab.server.clock.nowMs())
  assert.equal(first.apiKeyId, null, 'no 404 for a wallet without a key')
  const { apiKeyId } = await lab.register(wallet)
  const { nonce, message } = await lab.challenge(wallet)
  const signature = Buffer.from(signBytes(wallet, Buffer.from(message))).toString('base64')
  const second = loggedIn(await lab.post(LOGIN, { ownerWallet: wallet.address, nonce, signature }))
  assert.equal(second.apiKeyId, apiKeyId)
  assert.notEqual(second.sessionToken, first.sessionToken)
})

test('a sign-in with something missing is 400 naming it', async () => {
  const good = await lab.signed(walletNamed('lacking'))
  for (const [body, message] of [
    [undefined, 'expected a JSON object'],
    [{}, 'ownerWallet is required'],
    [{ ...good, nonce: '' }, 'nonce: expected a text of 1 to 128 characters'],
    [{ ...good, signature: null }, 'signature is required'],
    [{ ...good, ownerWallet: 'x' }, 'Invalid wallet address'],
    [{ ...good, nonce: 5 }, 'nonce: expected a text of 1 to 128 characters'],
    [{ ...good, nonce: 'a'.repeat(129) }, 'nonce: expected a text of 1 to 128 characters'],
    [{ ...good, signature: [1] }, 'signature: expected a text of 1 to 128 characters'],
    [{ ...good, signature: 'a'.repeat(129) }, 'signature: expected a text of 1 to 128 characters'],
  ] as const)
    assertFails(await lab.post(LOGIN, body), 400, message)
  loggedIn(await lab.post(LOGIN, good))
})

test('a nonce is good once: the same answer again is refused', async () => {
  const body = await lab.signed(walletNamed('replayed'))
  loggedIn(await lab.post(LOGIN, body))
  assertFails(await lab.post(LOGIN, body), 401, 'challenge expired')
})

test('of two answers with one nonce at once, one signs in', async () => {
  const body = await lab.signed(walletNamed('raced'))
  const replies = await Promise.all(Array.from({ length: 8 }, () => lab.post(LOGIN, body)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)])
})

test('every try uses the nonce up, also one with a wrong signature or none', async () => {
  const wallet = walletNamed('burned')
  for (const wrong of [sign(walletNamed('another'), 'x'), 'no signature at all', 'A'.repeat(86)]) {
    const body = await lab.signed(wallet)
    assertFails(await lab.post(LOGIN, { ...body, signature: wrong }), 401, 'invalid signature')
    assertFails(await lab.post(LOGIN, body), 401, 'challenge expired')
  }
})

test('a challenge expires after five minutes', async () => {
  const wallet = walletNamed('late')
  const [inTime, late] = [await lab.signed(wallet), await lab.signed(wallet)]
  lab.server.clock.push(5 * MINUTE_MS - 2_000)
  loggedIn(await lab.post(LOGIN, inTime))
  lab.server.clock.push(2_000)
  assertFails(await lab.post(LOGIN, late), 401, 'challenge expired')
})

test('a challenge is good for one wallet and one purpose', async () => {
  const [one, other] = [walletNamed('one'), walletNamed('other')]
  const forOne = await lab.challenge(one)
  const stolen = { ownerWallet: other.address, nonce: forOne.nonce, signature: sign(other, forOne.message) }
  assertFails(await lab.post(LOGIN, stolen), 401, 'challenge expired')
  const asRegistration = await lab.signed(one, 'register')
  assertFails(await lab.post(LOGIN, asRegistration), 401, 'challenge expired')
  assertFails(await lab.post('/api/register-key', await lab.signed(one, 'login')), 401, 'challenge expired')
  const invented = { ...(await lab.signed(one)), nonce: 'ab'.repeat(16) }
  assertFails(await lab.post(LOGIN, invented), 401, 'challenge expired')
  const upper = await lab.signed(one)
  assertFails(await lab.post(LOGIN, { ...upper, nonce: upper.nonce.toUpperCase() }), 401, 'challenge expired')
})

test("another wallet's signature is refused", async () => {
  const [victim, thief] = [walletNamed('victim'), walletNamed('thief')]
  const { nonce, message } = await lab.challenge(victim)
  const body = { ownerWallet: victim.address, nonce, signature: sign(thief, message) }
  assertFails(await lab.post(LOGIN, body), 401, 'invalid signature')
})

test('the host in the text is the configured one, whatever a request calls the server', async () => {
  const wallet = walletNamed('host')
  const headers = { Host: 'evil.example', Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }
  const { nonce, message } = await lab.challenge(wallet, 'login', { headers })
  assert(message.startsWith(`${HOST} wants`))
  const forged = message.replace(HOST, 'evil.example')
  const body = { ownerWallet: wallet.address, nonce, signature: sign(wallet, forged) }
  assertFails(await lab.post(LOGIN, body, { headers }), 401, 'invalid signature')
})

test('a text that looks alike is another text', async () => {
  const wallet = walletNamed('alike')
  for (const twist of [
    (text: string) => text.replace('keys', 'kеys'),
    (text: string) => text.replace(/\n/g, '\r\n'),
    (text: string) => `${text} `,
    (text: string) => `${text}\n`,
    (text: string) => text.replace('Nonce', 'nonce'),
    (text: string) => text.replace('sign in', 'sign\u00a0in'),
    (text: string) => text.replace('account:', 'account:\u200b'),
    (text: string) => text.normalize('NFD').replace('Expiration Time', 'Expiration\u2009Time'),
  ]) {
    const { nonce, message } = await lab.challenge(wallet)
    const twisted = twist(message)
    assert.notEqual(twisted, message)
    const body = { ownerWallet: wallet.address, nonce, signature: sign(wallet, twisted) }
    assertFails(await lab.post(LOGIN, body), 401, 'invalid signature')
  }
})

test('a signature changed into another valid-looking one is refused: scalar beyond the order, other spellings', async () => {
  const wallet = walletNamed('malleated')
  const twists: readonly ((bytes: Uint8Array) => string)[] = [
    (bytes) => encodeBase58(withScalar(bytes, (scalar) => scalar + ORDER)),
    (bytes) => encodeBase58(withScalar(bytes, (scalar) => ORDER - scalar)),
    (bytes) => `1${encodeBase58(bytes)}`,
    (bytes) => Buffer.from(bytes).toString('base64url'),
    (bytes) => ` ${Buffer.from(bytes).toString('base64')}`,
    (bytes) => Buffer.from(bytes).toString('base64').replace('==', ''),
    (bytes) => Buffer.from(bytes).toString('hex'),
  ]
  for (const twist of twists) {
    const { nonce, message } = await lab.challenge(wallet)
    const signature = twist(signBytes(wallet, Buffer.from(message)))
    const body = { ownerWallet: wallet.address, nonce, signature }
    assertFails(await lab.post(LOGIN, body), 401, 'invalid signature')
  }
})

test('a key of small order, for which anyone can sign, never signs in', async () => {
  const points = [
    Buffer.alloc(32),
    Buffer.from('01'.padEnd(64, '0'), 'hex'),
    Buffer.from('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'hex'),
    Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa', 'hex'),
  ]
  for (const point of points) {
    const ownerWallet = encodeBase58(point)
    for (let i = 0; i < 8; i++) {
      const reply = await lab.post(CHALLENGE, { ownerWallet })
      const { nonce } = reply.json
      // The neutral point as commitment and zero as scalar satisfy the equation for such a key, for some texts or all.
      const identity = Buffer.alloc(64)
      identity[0] = 1
      const body = { ownerWallet, nonce, signature: encodeBase58(identity) }
      assertFails(await lab.post(LOGIN, body), 401, 'invalid signature')
    }
  }
})

test('of a wallet five challenges are live, the oldest ends with the sixth', async () => {
  const wallet = walletNamed('five')
  const from = '192.0.2.5'
  const asked = []
  for (let i = 0; i < 6; i++) asked.push(await lab.signed(wallet, 'login', { from }))
  assertFails(await lab.post(LOGIN, asked[0]), 401, 'challenge expired')
  for (const body of asked.slice(1)) loggedIn(await lab.post(LOGIN, body))
})

test('strangers who ask for challenges of a wallet cannot keep it from signing in', async () => {
  const wallet = walletNamed('besieged')
  const own = await lab.signed(wallet, 'login', { from: '192.0.2.10' })
  for (let i = 0; i < 60; i++) await lab.challenge(wallet, 'login', { from: `198.51.100.${i % 30}` })
  loggedIn(await lab.post(LOGIN, own))
})

test('a flood of failed sign-ins from one address is 429; other addresses go on, and it ends after ten minutes', async () => {
  const wallet = walletNamed('guessed')
  const from = '203.0.113.7'
  for (let i = 0; i < 30; i++) {
    const body = { ownerWallet: wallet.address, nonce: '00'.repeat(16), signature: 'x' }
    assertFails(await lab.post(LOGIN, body, { from }), 401, 'challenge expired')
  }
  const limited = await lab.post(LOGIN, await lab.signed(wallet), { from })
  assertFails(limited, 429, 'too many failed sign-ins from this address')
  assert(Number(limited.headers['retry-after']) > 500)
  loggedIn(await lab.post(LOGIN, await lab.signed(wallet), { from: '203.0.113.8' }))
  lab.server.clock.push(10 * MINUTE_MS)
  loggedIn(await lab.post(LOGIN, await lab.signed(wallet), { from }))
})

test('a session token is made by the server alone, and no token of before is raised', async () => {
  const wallet = walletNamed('fixed')
  await lab.register(wallet)
  const planted = 'A'.repeat(43)
  const reply = await lab.post(
    LOGIN,
    { ...(await lab.signed(wallet)), sessionToken: planted, token: planted },
    { session: planted, headers: { Cookie: `session=${planted}` } },
  )
  const { sessionToken } = loggedIn(reply)
  assert.notEqual(sessionToken, planted)
  assert.equal(reply.headers['set-cookie'], undefined)
  assertFails(await lab.get('/api/dashboard-session', { session: planted }), 401, 'invalid session token')
})

test('the store knows digests of tokens, and no log line has one', async () => {
  const wallet = walletNamed('secret')
  const token = await lab.signIn(wallet)
  assert.equal(lab.server.ctx.store.sessions.find(token, 0), undefined)
  assert(!lab.server.logLines.some((line) => line.includes(token)))
})

function withScalar(signature: Uint8Array, change: (scalar: bigint) => bigint): Uint8Array {
  const scalar = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`)
  const changed = Buffer.from(change(scalar).toString(16).padStart(64, '0'), 'hex').reverse()
  return Buffer.concat([signature.subarray(0, 32), changed])
}
