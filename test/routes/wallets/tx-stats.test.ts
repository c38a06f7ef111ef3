import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TxStatsReply } from '../../../src/contract/tx-stats.ts'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/tx-stats')
const PAGE = 1_000

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const ask = async (wallet: string, query = '', of = server): Promise<TxStatsReply & { success: true }> =>
  success(await of.get(`/api/v2/wallets/${wallet}/tx-stats${query}`))

test('what the node lists of a wallet is counted', async () => {
  const { mint } = (await publishedTokens(sandbox))[0]!
  type Row = { err: unknown; blockTime: number }
  const rows: Row[] = await askNode(sandbox.urls['rpc']!, 'getSignaturesForAddress', [mint, { limit: PAGE }])
  const failed = rows.filter(({ err }) => err !== null).length
  const { ageDays, ...reply } = await ask(mint)
  assert.deepEqual(reply, {
    success: true,
    wallet: mint,
    totalTx: rows.length,
    failedCount: failed,
    failureRatePct: Math.round((failed / rows.length) * 1_000) / 10,
    oldestTs: rows.at(-1)!.blockTime,
    newestTs: rows[0]!.blockTime,
    capped: false,
    pagesScanned: 1,
  })
  assert(ageDays! >= 0)
})

test('a wallet that did nothing has zeros and no times', async () => {
  const wallet = strangerAddress(7_002)
  assert.deepEqual(await ask(wallet), {
    success: true,
    wallet,
    totalTx: 0,
    failedCount: 0,
    failureRatePct: 0,
    oldestTs: null,
    newestTs: null,
    ageDays: null,
    capped: false,
    pagesScanned: 1,
  })
})

test('what is no address is 400', async () => {
  assertFails(await server.get('/api/v2/wallets/no/tx-stats'), 400, 'invalid wallet address')
  // Of base58, but not 32 bytes.
  const long = 'bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy'
  assertFails(await server.get(`/api/v2/wallets/${long}/tx-stats`), 400, 'invalid wallet address')
})

/** A node with a wallet of so many transactions, of which each third failed; it breaks off after some pages. */
async function nodeWith(total: number, pagesUntilTrouble = Number.POSITIVE_INFINITY): Promise<LocalServer> {
  let pages = 0
  return await startLocalServer((request, response) => {
    const { id, method, params } = JSON.parse(request.body.toString())
    if (method !== 'getSignaturesForAddress') return sendJson(response, { jsonrpc: '2.0', id, result: null })
    if (pages++ >= pagesUntilTrouble)
      return sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
    const { before = '0', limit } = params[1] as { before?: string; limit: number }
    const from = Number(before.slice(-6).replaceAll('z', '0'))
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, at) => {
      const number = from + at + 1
      return {
        signature: `${'5'.repeat(80)}${String(number).padStart(6, '0').replaceAll('0', 'z')}`,
        slot: 1_000_000 - number,
        err: number % 3 === 0 ? { InstructionError: [0, { Custom: 1 }] } : null,
        memo: null,
        blockTime: 1_790_000_000 - number,
        confirmationStatus: 'finalized',
      }
    })
    sendJson(response, { jsonrpc: '2.0', id, result: rows })
  })
}

test('pages are clamped, and a wallet with more than was read is `capped`', async () => {
  const node = await nodeWith(2_500)
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    const wallet = strangerAddress(7_003)
    const of = async (query: string) => {
      const { totalTx, failedCount, failureRatePct, oldestTs, capped, pagesScanned } = await ask(wallet, query, live)
      return { totalTx, failedCount, failureRatePct, oldestTs, capped, pagesScanned }
    }
    const two = { totalTx: 2_000, failedCount: 666, failureRatePct: 33.3, oldestTs: 1_789_998_000, capped: true }
    assert.deepEqual(await of('?pages=2'), { ...two, pagesScanned: 2 })
    const all = { totalTx: 2_500, failedCount: 833, failureRatePct: 33.3, oldestTs: 1_789_997_500, capped: false }
    for (const query of ['', '?pages=50', '?pages=900', '?pages=x'])
      assert.deepEqual(await of(query), { ...all, pagesScanned: 3 })
    for (const query of ['?pages=0', '?pages=-3']) assert.equal((await of(query)).pagesScanned, 1)
  } finally {
    await live.stop()
    await node.close()
  }
})

test('a node that breaks off in the middle is 502 with the sentence, and no smaller count', async () => {
  const node = await nodeWith(5_000, 2)
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    assertFails(await live.get(`/api/v2/wallets/${strangerAddress(7_004)}/tx-stats`), 502, 'tx-stats unavailable')
  } finally {
    await live.stop()
    await node.close()
  }
})
