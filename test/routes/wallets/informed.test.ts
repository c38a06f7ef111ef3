import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InformedReply } from '../../../src/contract/wallet-informed.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/informed')

let sandbox: StartedSandbox
let server: OpenServer
let buyer = ''
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const ask = async (wallet: string, query = ''): Promise<InformedReply> =>
  success(await server.get(`/api/v2/wallets/${wallet}/informed${query}`))

test('the purchases of a wallet are considered, each token once, and their coverage adds up', async () => {
  const url = sandbox.urls['rpc']!
  const options = { encoding: 'json', maxSupportedTransactionVersion: 1 }
  let report: InformedReply | null = null
  for (const { mint } of await publishedTokens(sandbox)) {
    const [newest] = await askNode(url, 'getSignaturesForAddress', [mint, { limit: 1 }])
    if (newest === undefined) continue
    const { transaction } = await askNode(url, 'getTransaction', [newest.signature, options])
    buyer = transaction.message.accountKeys[0]
    report = await ask(buyer)
    if (report.buysConsidered > 0) break
  }
  const { buys, buysConsidered, evaluated, unpriced, coverage } = report!
  assert(buysConsidered > 0)
  assert.equal(evaluated + unpriced, buysConsidered)
  assert.equal(coverage, evaluated / buysConsidered)
  assert.equal(new Set(buys.map(({ mint }) => mint)).size, buysConsidered)
})

test('thresholds are clamped and echoed, and text in their place is the default', async () => {
  const standard = { windowSecs: 10_800, pumpPct: 50, minWins: 3, minHitRatePct: 50, maxLuck: 0.01 }
  const wallet = strangerAddress(7_021)
  assert.deepEqual((await ask(wallet, '?windowSecs=x&pumpPct=')).thresholds, standard)
  assert.deepEqual((await ask(wallet, '?windowSecs=1&pumpPct=1&minWins=0&minHitRatePct=900')).thresholds, {
    ...standard,
    windowSecs: 300,
    pumpPct: 5,
    minWins: 1,
    minHitRatePct: 100,
  })
})

test('a wallet that bought nothing is not informed, and nothing is concluded', async () => {
  const { informed, conclusive, buysConsidered, hitRatePct, luckProbability } = await ask(strangerAddress(7_022))
  assert.deepEqual([informed, conclusive, buysConsidered, hitRatePct, luckProbability], [false, false, 0, null, null])
})

test('a report is kept for half an hour', async () => {
  const { generatedAt } = await ask(buyer)
  assert.equal((await ask(buyer)).generatedAt, generatedAt)
})

test('what is no address is 400, and without a node the report is 503', async () => {
  assertFails(await server.get('/api/v2/wallets/no/informed'), 400, 'invalid wallet')
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    assert.equal((await bare.get(`/api/v2/wallets/${buyer}/informed`)).status, 503)
  } finally {
    await bare.stop()
  }
})
