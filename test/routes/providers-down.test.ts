import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SANDBOX_KEYS } from '../../src/config/sandbox-keys.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { type GoodValues, goodPath, readGoodValues } from '../support/good-requests.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { successOf } from '../support/reply-check.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { usedSandbox } from '../support/used-sandbox.ts'

/** Every provider fails, and the node answers: a provider that is down is no worse than none. */

const PROVIDERS = [
  'das',
  'dexscreener',
  'jupiter',
  'mobula',
  'geckoterminal',
  'coingecko',
  'pyth',
  'rugcheck',
  'goplus',
]
const SENDERS = ['helius', 'jito']
/** Where the interface says 502 (spec 4.1 and 4.7), or only the provider knows: orders of the aggregator, pairs that are
 *  not on the tape, tokens by a word that no token traded now has. */
const MAY_FAIL =
  /^\/api\/v2\/(tokens\/trending\/raw|tokens\/search|tokens\/screener|market\/lighthouse|swap\/quote|orders|screener\/pairs\/\{)/
/** Streams, objects of others, and the surface of other chains. */
const LEFT_OUT = /\/(stream|webhooks|screens|chain)(\/|$)|^\/(v1|mcp|udf|docs)|^\/api\/(?!v2\/)|^\/[^a]/
const TRADE_KEY = SANDBOX_KEYS.find(({ name }) => name === 'trade')!.key

let sandbox: StartedSandbox
let server: OpenServer
let good: GoodValues

before(async () => {
  sandbox = await usedSandbox('faults')
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  good = await readGoodValues(sandbox, server, TRADE_KEY)
  for (const provider of [...PROVIDERS, ...SENDERS])
    await sandbox.control('POST', '/faults', { provider, kind: 'status', status: 500 })
})
after(async () => {
  await sandbox?.control('DELETE', '/faults')
  await server?.stop()
  await sandbox?.stop()
})

test('with every provider down, no route that a node can answer fails', async () => {
  const asked = ROUTES.filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path) && !MAY_FAIL.test(path))
  assert(asked.length > 60, `${asked.length} routes`)
  const failed: string[] = []
  for (const route of asked) {
    const { status, text } = await server.get(goodPath(route, good))
    if (status >= 500) failed.push(`${route.path}: ${status} ${text}`)
  }
  assert.deepEqual(failed, [])
})

test('trades and a token by its address come from the chain, trades as the provider has them', async () => {
  const path = `/api/v2/tokens/${good.mint}/trades?limit=5`
  const own = successOf('GET /api/v2/tokens/{mint}/trades')(await server.get(path))
  assert.equal(own.count, 5)
  const screened = await server.get(`/api/v2/tokens/screener?input=${good.mint}`)
  assert.deepEqual(
    successOf('GET /api/v2/tokens/screener')(screened).results.map(({ mint }: { mint: string }) => mint),
    [good.mint],
  )
  await sandbox.control('DELETE', '/faults')
  const other = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    const listed = successOf('GET /api/v2/tokens/{mint}/trades')(await other.get(path))
    const hashes = ({ trades }: { trades: { hash: string; side: string }[] }) =>
      trades.map(({ hash, side }) => `${hash} ${side}`)
    assert.deepEqual(hashes(own), hashes(listed))
  } finally {
    await other.stop()
  }
})
