import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Environment, openEnvironment, rowsIn } from '../../../src/store/environment.ts'
import { createAttempts } from '../../../src/store/volatile/attempts.ts'
import { createChallenges } from '../../../src/store/volatile/challenges.ts'
import { createSessions } from '../../../src/store/volatile/sessions.ts'
import { openTempStore, tempDir } from '../temp-store.ts'

const HOUR_MS = 3_600_000
const LIMIT = { limit: 3, windowMs: 1_000 }
const LIVES = { livesMs: 1_000, maxLive: 5 }

function openVolatile(t: TestContext): Environment {
  const env = openEnvironment({ name: 'volatile', path: join(tempDir(t), 'v'), mapBytes: 1024 ** 3, synced: false })
  t.after(() => env.close())
  return env
}

function session(at: number, wallet = 'w', livesMs = HOUR_MS) {
  return { digestHex: `${wallet}-${at}`, wallet, createdAtMs: at, expiresAtMs: at + livesMs }
}

test('a session is found until it runs out, and then it is gone for good', (t) => {
  const sessions = createSessions(openVolatile(t))
  sessions.open(session(1), { hasKey: true })
  assert.deepEqual(sessions.find('w-1', HOUR_MS), session(1))
  assert.equal(sessions.find('w-1', HOUR_MS + 1), undefined)
  assert.equal(sessions.find('w-1', 2), undefined, 'it was removed, not hidden')
  assert.equal(sessions.find('w-2', 2), undefined)
})

test('a wallet has ten sessions, the oldest goes; others of it are ended together', (t) => {
  const sessions = createSessions(openVolatile(t))
  for (let i = 1; i <= 12; i++) sessions.open(session(i), { hasKey: true })
  sessions.open(session(1, 'other'), { hasKey: true })
  const alive = () => Array.from({ length: 12 }, (_, i) => i + 1).filter((i) => sessions.find(`w-${i}`, 20))
  assert.deepEqual(alive(), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  assert.equal(sessions.dropOthers('w', 'w-5'), 9)
  assert.deepEqual(alive(), [5])
  assert(sessions.find('other-1', 20))
})

test('wallets without a key fill their own pool and never push out those with one', (t) => {
  const env = openVolatile(t)
  const sessions = createSessions(env, [20, 20])
  sessions.open(session(1, 'keyed'), { hasKey: true })
  for (let i = 1; i <= 100; i++) sessions.open(session(i, `stranger${i}`), { hasKey: false })
  assert(sessions.find('keyed-1', 200))
  assert.equal(sessions.find('stranger1-1', 200), undefined)
  assert(sessions.find('stranger100-100', 200))
  assert.equal(rowsIn(env.table('sessions.v1')), 21)
  assert.equal(rowsIn(env.table('sessionsOfWallet.v1')), 21)
})

test('sessions that ran out are swept as new ones come', (t) => {
  const env = openVolatile(t)
  const sessions = createSessions(env)
  for (let i = 1; i <= 40; i++) sessions.open(session(i, `w${i}`, 10), { hasKey: true })
  for (let i = 1; i <= 20; i++) sessions.open(session(1_000 + i, `later${i}`), { hasKey: true })
  assert.equal(rowsIn(env.table('sessions.v1')), 20)
})

test('challenges of one moment get times of their own, and five of a place are live', (t) => {
  const challenges = createChallenges(openVolatile(t))
  const place = { wallet: 'w', issuer: 'aaaaaa' }
  const times = Array.from({ length: 6 }, () => challenges.issue(place, { nowMs: 100, ...LIVES }))
  assert.deepEqual(times, [100, 101, 102, 103, 104, 105])
  const burn = (issuedAtMs: number, issuer = 'aaaaaa', nonce = `n${issuedAtMs}`) =>
    challenges.burn({ nonce, wallet: 'w', issuer, issuedAtMs, expiresAtMs: issuedAtMs + 1_000 }, 200)
  assert.equal(burn(100), false, 'ended by the sixth')
  assert.equal(burn(101), true)
  assert.equal(burn(101), false, 'used')
  assert.equal(burn(50, 'bbbbbb'), true, 'of a place that is not known: it stands for itself')
  assert.equal(burn(50, 'bbbbbb'), false)
})

test('a flood of places ends no one’s challenge, and what is kept is bounded', (t) => {
  const env = openVolatile(t)
  const challenges = createChallenges(env, { challengePlaces: 50, burnedChallenges: 10 })
  const own = challenges.issue({ wallet: 'w', issuer: 'aaaaaa' }, { nowMs: 1, ...LIVES })
  for (let i = 0; i < 500; i++)
    challenges.issue({ wallet: `w${i}`, issuer: 'ffffff' }, { nowMs: 2 + (i % 7), ...LIVES })
  assert(rowsIn(env.table('challengePlaces.v1')) <= 50)
  assert.equal(rowsIn(env.table('challengePlaceEnds.v1')), rowsIn(env.table('challengePlaces.v1')))
  const burn = (nonce: string, expiresAtMs: number, nowMs: number) =>
    challenges.burn({ nonce, wallet: 'w', issuer: 'aaaaaa', issuedAtMs: own, expiresAtMs }, nowMs)
  assert.equal(burn('own', 1_001, 20), true)
  for (let i = 0; i < 9; i++)
    assert.equal(
      challenges.burn({ nonce: `b${i}`, wallet: 'x', issuer: 'c', issuedAtMs: 5, expiresAtMs: 1_005 }, 20),
      true,
    )
  assert.equal(burn('too many', 1_001, 20), 'full', 'a used nonce is never forgotten early to make room')
  assert.equal(burn('own', 1_001, 20), false)
  for (let i = 0; i < 3; i++) burn(`sweep${i}`, 3_000, 2_000)
  assert(rowsIn(env.table('challengesBurned.v1')) <= 4)
})

test('attempts are counted in a window that begins with the first, per kind and person', (t) => {
  const attempts = createAttempts(openVolatile(t))
  const take = (nowMs: number, who = 'a') => attempts.take('register', who, LIMIT, nowMs)
  assert.equal(attempts.peek('register', 'a', LIMIT, 100), 0)
  assert.deepEqual([take(100), take(200), take(300)], [0, 0, 0])
  assert.equal(take(400), 700)
  assert.equal(attempts.peek('register', 'a', LIMIT, 1_099), 1)
  assert.equal(attempts.take('branding', 'a', LIMIT, 400), 0)
  assert.equal(take(400, 'b'), 0)
  assert.equal(take(1_100), 0, 'a new window')
  assert.equal(take(-50_000), 0, 'a clock that was set back keeps nobody out')
})

test('windows of attempts are bounded, and swept as they end', (t) => {
  const env = openVolatile(t)
  const attempts = createAttempts(env, 30)
  for (let i = 0; i < 300; i++) attempts.take('register', `flood${i}`, LIMIT, 1_000 + i)
  assert(rowsIn(env.table('attempts.v1')) <= 30)
  assert.equal(rowsIn(env.table('attemptEnds.v1')), rowsIn(env.table('attempts.v1')))
  for (let i = 0; i < 20; i++) attempts.take('register', `later${i}`, LIMIT, 100_000)
  assert.equal(rowsIn(env.table('attempts.v1')), 20)
})

test('the first server to start empties sessions, challenges and attempts, and makes a new secret', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const secret = first.challenges.secret.toString('hex')
  first.sessions.open(session(1), { hasKey: true })
  first.attempts.take('register', 'a', { limit: 1, windowMs: HOUR_MS }, 1)
  const beside = await openTempStore(t, { dir })
  assert.equal(beside.challenges.secret.toString('hex'), secret, 'a sibling has the same')
  assert(beside.sessions.find('w-1', 2))
  await Promise.all([first.close(), beside.close()])
  const second = await openTempStore(t, { dir })
  assert.notEqual(second.challenges.secret.toString('hex'), secret)
  assert.equal(second.sessions.find('w-1', 2), undefined)
  assert.equal(second.attempts.peek('register', 'a', { limit: 1, windowMs: HOUR_MS }, 1), 0)
})
