import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { readChainMint } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/metadata'
const NONE = 'mints[] required (max 100 valid mints)'
const success = successOf(`POST ${PATH}`)
let sandbox: StartedSandbox
let server: OpenServer
let tokens: readonly PublishedToken[]

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function upstreamCalls(): Promise<number> {
  await server.flushUsage()
  return (await server.get('/api/v2/stats?range=24h')).json.summary.provider_calls
}

test('each token of the world by its mint, with the decimals and supply of its account', async () => {
  const body = success(await server.post(PATH, { mints: tokens.map(({ mint }) => mint) }))
  assert.equal(body.count, tokens.length)
  for (const { mint, symbol } of tokens) {
    const entry = body.tokens[mint]
    const { supplyRaw, decimals } = await readChainMint(sandbox.urls['rpc']!, mint)
    assert.deepEqual(
      [entry.mint, entry.symbol, entry.decimals, entry.supply, entry.source],
      [mint, symbol, decimals, String(supplyRaw), 'das'],
    )
    assert.match(entry.image, /^http.*\.svg$/)
    assert(entry.name.length > 0 && entry.description.length > 0)
    assert.deepEqual(entry.ownership.frozen, false)
  }
})

test('what is no token is absent, what is no address is dropped, what is named twice is there once', async () => {
  const { mint } = tokens[0]!
  const mints = ['', 'short', 5, null, { mint }, '0OIl'.repeat(10), ` ${mint} `, mint, strangerAddress(1), NO_ADDRESS]
  const body = success(await server.post(PATH, { mints, other: 'members do not matter' }))
  assert.deepEqual([body.count, Object.keys(body.tokens)], [1, [mint]])
})

test('the first hundred valid mints count: the hundredth is answered, the next is not', async () => {
  const { mint } = tokens[0]!
  const strangers = Array.from({ length: 100 }, (_, i) => strangerAddress(i))
  const within = success(await server.post(PATH, { mints: ['no', ...strangers.slice(0, 99), mint] }))
  assert.deepEqual(Object.keys(within.tokens), [mint])
  const beyond = success(await server.post(PATH, { mints: [...strangers, mint] }))
  assert.deepEqual([beyond.count, beyond.tokens], [0, {}])
})

test('a body without any valid mint is refused', async () => {
  for (const body of [{}, { mints: [] }, { mints: 'x' }, { mints: ['no', 1, null] }, [], null, 'text', 5])
    assertFails(await server.post(PATH, JSON.stringify(body)), 400, NONE)
  assertFails(await server.post(PATH, ''), 400, NONE)
})

test('an entry lives five minutes: what is known is not asked for again, a new mint is', async () => {
  const [first, second] = [tokens[5]!.mint, tokens[6]!.mint]
  await server.post(PATH, { mints: [first] })
  const before = await upstreamCalls()
  server.clock.push(4 * 60_000)
  await server.post(PATH, { mints: [first] })
  assert.equal(await upstreamCalls(), before)
  server.clock.push(2 * 60_000)
  assert.equal(success(await server.post(PATH, { mints: [first, second] })).count, 2)
  assert.equal(await upstreamCalls(), before + 1, 'one batch for both')
})
