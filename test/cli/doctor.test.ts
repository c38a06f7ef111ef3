import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { redactUrl } from '../../src/runtime/redact-url.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { type CliRan, runCliNow } from '../support/run-cli.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
type Finding = { name: string; state: 'live' | 'degraded' | 'off'; why: string }
type Report = {
  mode: string
  providers: Finding[]
  node: Finding[]
  wallets: Finding[]
  front: Finding[]
  families: Finding[]
}

let sandbox: StartedSandbox
before(async () => {
  sandbox = await sharedSandbox()
})
after(() => sandbox.stop())

/** In a process of its own. */
function runAlone(words: readonly string[], env: Readonly<Record<string, string>> = {}): CliRan {
  const options = { env: { ...inheritedEnv(), ...env }, encoding: 'utf8', timeout: 60_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], options)
  return { code: status ?? -1, out: stdout, err: stderr }
}

function doctor(env: Readonly<Record<string, string>>, run = runCliNow) {
  const { code, out, err } = run(['doctor', '--json'], { MINTGLASS_MODE: 'live', ...env })
  const report = out === '' ? null : (JSON.parse(out) as Report)
  const find = (name: string) =>
    [report!.providers, report!.node, report!.wallets, report!.front, report!.families]
      .flat()
      .find((one) => one.name === name)
  return {
    code,
    err,
    out: out + err,
    find: (name: string) => [find(name)?.state, find(name)?.why],
  }
}

test('with a node alone it names the settings that would add what is missing', () => {
  const { code, find } = doctor({ SOLANA_RPC_URL: sandbox.urls['rpc']! }, runAlone)
  assert.equal(code, 0)
  assert.deepEqual(find('solanaRpc'), ['live', 'answers'])
  assert.equal(find('getProgramAccounts')[0], 'live')
  assert.deepEqual(find('POST /api/v2/rpc'), ['live', 'has rpc'])
  assert.deepEqual(find('POST /api/v2/tokens/metadata'), ['degraded', 'answers without assets (DAS_URL)'])
  assert.deepEqual(find('GET /api/v2/tokens/search'), ['degraded', 'answers without pairs (DEXSCREENER_URL)'])
  assert.deepEqual(find('calls in 10 s'), ['live', 'answered 120 in a row: SOLANA_RPC_PER_10S may stay empty'])
  assert.deepEqual(find('GET /api/v2/market/sol-price'), ['live', 'needs nothing'])
  assert.deepEqual(find('GET /api/sandbox'), ['off', 'sandbox mode only'])
  assert.match(String(find('HTTP parser')), /^live,header values arrive whole/)
})

test('it measures how many calls a node allows and prints the sentence for the settings', async (t) => {
  // Refused after 30 calls: those of the other checks and those of the measurement.
  const limited = await startSandbox()
  t.after(() => limited.stop())
  await limited.control('POST', '/faults', { provider: 'rpc', kind: 'rateLimit', limit: 30, windowMs: 60_000 })
  const { find } = doctor({ SOLANA_RPC_URL: limited.urls['rpc']! })
  const [state, why] = find('calls in 10 s')
  assert.equal(state, 'degraded')
  const said = /^answered (\d+) in a row, then refused: set SOLANA_RPC_PER_10S=(\d+)$/.exec(String(why))
  assert(said !== null && said[1] === said[2] && Number(said[1]) >= 4 && Number(said[1]) <= 30, String(why))
})

test('of several nodes each is measured, and the settings that fit are printed without an address', async (t) => {
  const limited = await startSandbox()
  t.after(() => limited.stop())
  await limited.control('POST', '/faults', { provider: 'rpc', kind: 'rateLimit', limit: 40, windowMs: 60_000 })
  const own = sandbox.urls['rpc']!
  const { code, find, out } = doctor({
    SOLANA_RPC_URL: own,
    SOLANA_RPC_MORE_URLS: [own, limited.urls['rpc']!, 'http://127.0.0.1:9/s3cret?api-key=s3cret'].join(),
    SOLANA_RPC_MORE_API_KEYS: '-,s3cret',
  })
  assert.equal(code, 0)
  assert.equal(find('1: getProgramAccounts')[0], 'live')
  assert.match(find(`2: ${redactUrl(own)}`).join(), /^live,\d+ slots? behind the newest; blocks from slot \d+$/)
  const elsewhere = find(`3: ${redactUrl(limited.urls['rpc']!)}`)
  assert.deepEqual(elsewhere, ['off', 'of another chain than the first node: it is never asked'])
  assert.match(String(find('3: calls in 10 s')[1]), /then refused: set SOLANA_RPC_MORE_PER_10S \(place 2\)=\d+$/)
  assert.deepEqual(find('4: http://127.0.0.1:9/...'), ['degraded', 'does not say its slot'])
  assert.deepEqual(find('4: calls in 10 s'), ['off', 'answered no call'])
  assert.match(String(find('settings')[1]), /^SOLANA_RPC_MORE_PER_10S=-,\d+,- SOLANA_RPC_ROLES=-,-,-,reads$/)
  assert(!out.includes('s3cret'))
})

test('with every provider of the token routes they are live', () => {
  const { rpc, das, dexscreener, jupiter } = sandbox.urls
  const { code, find } = doctor({
    SOLANA_RPC_URL: rpc!,
    DAS_URL: das!,
    DEXSCREENER_URL: dexscreener!,
    JUPITER_URL: jupiter!,
  })
  assert.equal(code, 0)
  for (const name of ['GET /api/v2/tokens/trending', 'GET /api/v2/tokens/{mint}/intel', 'POST /api/v2/tokens/metadata'])
    assert.equal(find(name)[0], 'live', name)
})

test('each provider is asked, but for the one that only takes transactions', () => {
  const { rpc, ws, jitoTips, swqos, tokenInfo } = sandbox.urls
  const { code, find } = doctor({
    SOLANA_RPC_URL: rpc!,
    SOLANA_WS_URL: ws!,
    JITO_TIPS_URL: jitoTips!,
    SWQOS_URL: swqos!,
    TOKEN_INFO_URL: tokenInfo!,
  })
  assert.equal(code, 0)
  for (const name of ['solanaRpc', 'solanaWs', 'jitoTips', 'tokenInfo'])
    assert.deepEqual(find(name), ['live', 'answers'])
  assert.deepEqual(find('swqos'), ['live', 'configured; not checked'])
})

test('a node whose socket sends nothing is degraded', () => {
  const { code, find } = doctor({ SOLANA_RPC_URL: sandbox.urls['rpc']!, SOLANA_WS_URL: 'ws://127.0.0.1:9' })
  assert.deepEqual([code, ...find('solanaWs')], [1, 'degraded', 'no slot notification within 5 s'])
})

test('a provider that does not answer is degraded and the exit code says so', () => {
  const { code, find } = doctor({ SOLANA_RPC_URL: 'http://127.0.0.1:9' })
  assert.equal(code, 1)
  assert.equal(find('solanaRpc')[0], 'degraded')
  assert.match(find('getProgramAccounts')[1]!, /^failed \(.*\): exact holder counts/)
  assert.equal(find('POST /api/v2/rpc')[0], 'off')
  const [state, why] = find('GET /api/v2/market/sol-price')
  assert.deepEqual([state, why?.startsWith('always the fallback price')], ['degraded', true])
})

test('a wallet that is configured and not ready is named, and the exit code says so', () => {
  const { code, find } = doctor({ SOLANA_RPC_URL: sandbox.urls['rpc']!, RECOVERY_FEE_PAYER: '1' })
  assert.equal(code, 1)
  assert.equal(find('WALLET_KEY_FILE')[0], 'off')
  assert.equal(find('RECOVERY_FEE_PAYER')[0], 'degraded')
})

test('in sandbox mode it asks the running server, and says where it looked when there is none', () => {
  const { code, err } = doctor({ MINTGLASS_MODE: 'sandbox', PORT: '1' })
  assert.equal(code, 2)
  assert.match(err, /no server in sandbox mode answers at http:\/\/127\.0\.0\.1:1/)
})
