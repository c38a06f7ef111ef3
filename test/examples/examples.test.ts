import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from '../support/inherited-env.ts'
import { SHORT_PAST, type StartedServer, startServer } from '../support/start-server.ts'

let server: StartedServer
before(async () => {
  // A world of its own: the examples move funds, and one wants agents that trade.
  server = await startServer({
    env: { ...SHORT_PAST, SANDBOX_AGENTS: '1', SANDBOX_TPS: '8' },
    key: 'rt_sandbox_enterprise',
  })
})
after(() => server.stop())

function run(name: string, env: NodeJS.ProcessEnv = {}): string {
  const file = fileURLToPath(new URL(`../../examples/${name}.ts`, import.meta.url))
  const ran = spawnSync(process.execPath, [file], {
    env: { ...inheritedEnv(), MINTGLASS_URL: server.url, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(ran.status, 0, `${name}: ${ran.stderr}`)
  return ran.stdout
}

test('read-tokens prints a verdict for every archetype', () => {
  const printed = run('read-tokens')
  for (const archetype of ['bluechip', 'bundled', 'honeypot', 'no_pool', 'fresh_launch'])
    assert.match(printed, new RegExp(`^${archetype} `, 'm'))
  assert.match(printed, /^honeypot .*\n\s+Score 0 of 100 \(danger\)/m)
})

test('send-sol moves a quarter of a SOL', () => {
  assert.match(run('send-sol'), /has 0\.25 SOL more/)
})

test('follow-chain hears slots and program logs', () => {
  const printed = run('follow-chain', { SECONDS: '4' })
  assert.match(printed, / ok$/m)
  assert(Number(/(\d+) slots in/.exec(printed)?.[1]) >= 3, printed)
})

test('follow-events hears launches or trades of the running world and ends with a cursor', () => {
  const printed = run('follow-events', { SECONDS: '8' })
  assert.match(printed, /^hello \{/m)
  assert.match(printed, /^(launch|trade) /m)
  assert.match(printed, /go on later with cursor [0-9a-f]{8}-[0-9a-z]{11}/)
})

test('follow-feed hears launches or trades over the WebSocket and ends with a cursor', () => {
  const printed = run('follow-feed', { SECONDS: '8' })
  assert.match(printed, /^\{"type":"welcome"/m)
  assert.match(printed, /^snapshot launches:all of \d+ events$/m)
  assert.match(printed, /^(launches|token) #\d+ (launch|trade) /m)
  assert.match(printed, /go on later with cursor [0-9a-f]{8}-[0-9a-z]{11}/)
})

test('sign-trade buys and sells with a wallet of its own, as its manifest says', () => {
  const printed = run('sign-trade')
  const [, quoted, least] = /^0\.1 SOL buys (\d+) base units of \w+, at least (\d+)$/m.exec(printed) ?? []
  assert(Number(least) > 0 && Number(least) <= Number(quoted) * 0.9, printed)
  assert.match(printed, /^signing it means -100\d{6} lamports, \+\d+ \w+$/m)
  assert.match(printed, /^bought: \w{64,88}\nsold: {3}\w{64,88}$/m)
})

test('verify-webhook receives a test event and checks its signature', () => {
  const printed = run('verify-webhook')
  assert.match(printed, /^the signature holds: true$/m)
  assert.match(printed, /^with another body: false$/m)
  assert.match(printed, /^six minutes later: false$/m)
})

test('sign-in registers a key for a wallet of its own, signs in, and takes a change of the fee wallet back', () => {
  const printed = run('sign-in')
  assert.match(printed, /^127\.0\.0\.1(:\d+)? wants you to sign in with your Solana account:$/m)
  assert.match(printed, /^registered key \d+: mg_.{4}\.\.\. /m)
  assert.match(printed, /changed by somebody without your session$/m)
  assert.match(printed, /^undone: fees go to [1-9A-HJ-NP-Za-km-z]{32,44} again, your own wallet$/m)
})

test('close-accounts takes the deposits of empty accounts back', () => {
  const printed = run('close-accounts')
  assert.match(printed, /^\S+ has [1-9]\d* empty accounts with 0\.0\d+ SOL$/m)
  assert.match(printed, /^closed \d+: [1-9A-HJ-NP-Za-km-z]{80,90}$/m)
  assert.match(printed, /^left: 0 empty accounts$/m)
})
