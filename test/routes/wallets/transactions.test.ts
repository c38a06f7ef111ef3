import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WalletTransactionsReply } from '../../../src/contract/parsed-transaction.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/transactions')

let sandbox: StartedSandbox
let server: OpenServer
/** An address with many transactions, and those of them that landed without an error, newest first. */
let wallet: string
let landed: readonly string[]
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const url = sandbox.urls['rpc']!
  for (const { mint } of await publishedTokens(sandbox)) {
    const [newest] = await askNode(url, 'getSignaturesForAddress', [mint, { limit: 1 }])
    if (newest === undefined) continue
    const options = { encoding: 'json', maxSupportedTransactionVersion: 1 }
    const { transaction } = await askNode(url, 'getTransaction', [newest.signature, options])
    wallet = transaction.message.accountKeys[0]
    const rows: { signature: string; err: unknown }[] = await askNode(url, 'getSignaturesForAddress', [
      wallet,
      { limit: 1_000 },
    ])
    landed = rows.filter(({ err }) => err === null).map(({ signature }) => signature)
    if (landed.length >= 5) return
  }
  assert.fail('no wallet with five transactions')
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const ask = async (query = '', address = wallet): Promise<WalletTransactionsReply> =>
  success(await server.get(`/api/v2/wallets/${address}/transactions${query}`))
const signatures = ({ transactions }: WalletTransactionsReply) => transactions.map(({ signature }) => signature)

test('the wallet’s transactions as the node has them, newest first, without those that failed', async () => {
  const reply = await ask('?limit=100')
  assert.deepEqual(signatures(reply), landed.slice(0, 100))
  assert.equal(reply.count, reply.transactions.length)
  for (const { transactionError } of reply.transactions) assert.equal(transactionError, null)
})

test('pages join without a gap and without a repetition', async () => {
  const seen: string[] = []
  let before = ''
  for (let page = 0; page < 40; page++) {
    const reply = await ask(`?limit=2${before === '' ? '' : `&before=${before}`}`)
    seen.push(...signatures(reply))
    if (reply.nextBefore === null || seen.length >= landed.length) break
    before = reply.nextBefore
  }
  assert.deepEqual(seen, landed.slice(0, seen.length))
  assert(seen.length >= Math.min(landed.length, 80) - 1)
})

test('`until` ends a page, and what is no signature is ignored', async () => {
  assert.deepEqual(signatures(await ask(`?until=${landed[2]}`)), landed.slice(0, 2))
  assert.deepEqual(signatures(await ask('?limit=2&before=no&until=never')), landed.slice(0, 2))
})

test('text that only looks like a signature is ignored, a transaction that no one knows is 400', async () => {
  for (const text of ['O'.repeat(64), 'z'.repeat(60), '2'.repeat(100)])
    assert.deepEqual(signatures(await ask(`?limit=2&before=${text}&until=${text}`)), landed.slice(0, 2))
  const unknown = encodeBase58(new Uint8Array(64).fill(7))
  for (const name of ['before', 'until']) {
    const reply = await server.get(`/api/v2/wallets/${wallet}/transactions?${name}=${unknown}`)
    assertFails(reply, 400, 'before or until: the node knows no such transaction')
  }
})

test('filters by type and source take any case, and text beyond forty characters is cut', async () => {
  const all = await ask('?limit=100')
  const { type, source } = all.transactions[0]!
  for (const query of [
    `type=${type.toLowerCase()}`,
    `source=${source}`,
    `type=${type}&source=${source.toLowerCase()}`,
  ]) {
    const rows = (await ask(`?limit=100&${query}`)).transactions
    assert(rows.length > 0)
    for (const row of rows) {
      if (query.includes('type')) assert.equal(row.type, type)
      if (query.includes('source')) assert.equal(row.source, source)
    }
  }
  assert.equal((await ask('?type=NO_SUCH_TYPE')).count, 0)
  assert.equal((await ask(`?type=${'X'.repeat(200)}`)).count, 0)
})

test('`limit` is clamped, and text in its place is the default', async () => {
  assert.equal((await ask('?limit=0')).count, 1)
  assert.equal((await ask('?limit=-5')).count, 1)
  for (const limit of ['1000', 'x'])
    assert.equal((await ask(`?limit=${limit}`)).count, Math.min(landed.length, limit === 'x' ? 50 : 100))
})

test('a wallet that did nothing has an empty list; what is no address is 400', async () => {
  assert.deepEqual(await ask('', strangerAddress(7_001)), {
    success: true,
    count: 0,
    transactions: [],
    nextBefore: null,
  })
  assertFails(await server.get('/api/v2/wallets/no/transactions'), 400, 'invalid wallet')
  // Of base58, but not 32 bytes.
  const long = 'bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy'
  assertFails(await server.get(`/api/v2/wallets/${long}/transactions`), 400, 'invalid wallet')
})
