import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WalletProfileReply } from '../../../src/contract/wallet-profile.ts'
import type { WalletRoast, WalletWrapped } from '../../../src/contract/wallet-roast.ts'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

type Profile = WalletProfileReply & { success: true }
const profileSuccess = successOf('GET /api/v2/wallets/{wallet}/profile')
const wrappedSuccess = successOf('GET /api/v2/wallets/{wallet}/wrapped')
const roastSuccess = successOf('GET /api/v2/wallets/{wallet}/roast')
type Row = { readonly signature: string; readonly err: unknown; readonly blockTime: number }

let sandbox: StartedSandbox
let server: OpenServer
let url: string
/** The address with most transactions among those that traded last, and all of them, newest first. */
let wallet = ''
let rows: readonly Row[] = []
before(async () => {
  sandbox = await sharedSandbox()
  url = sandbox.urls['rpc']!
  server = await openServer({ SANDBOX_URL: url })
  const options = { encoding: 'json', maxSupportedTransactionVersion: 1 }
  for (const { mint } of await publishedTokens(sandbox)) {
    const [newest] = await askNode(url, 'getSignaturesForAddress', [mint, { limit: 1 }])
    if (newest === undefined) continue
    const { transaction } = await askNode(url, 'getTransaction', [newest.signature, options])
    const payer = transaction.message.accountKeys[0]
    const listed: readonly Row[] = await askNode(url, 'getSignaturesForAddress', [payer, { limit: 500 }])
    if (listed.length > rows.length) [wallet, rows] = [payer, listed]
  }
  assert(rows.length >= 5, 'a wallet with five transactions')
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const pathOf = (name: string, query = '', of = wallet) => `/api/v2/wallets/${of}/${name}${query}`
const ask = async (query = '', of = wallet): Promise<Profile> =>
  profileSuccess(await server.get(pathOf('profile', query, of)))

test('a profile counts what the node lists, and its fees are those of the node’s records', async () => {
  const profile = await ask()
  assert.equal(profile.scanned, rows.length)
  assert.equal(profile.activity.failed, rows.filter(({ err }) => err !== null).length)
  assert.equal(profile.newestTs, rows[0]!.blockTime)
  assert.equal(profile.oldestTs, rows.at(-1)!.blockTime)
  assert.equal(profile.depth, 'deep')
  assert(Object.keys(profile).length >= 38)
  let lamports = 0
  for (const { signature } of rows) {
    const options = { encoding: 'json', maxSupportedTransactionVersion: 1 }
    const { transaction, meta } = await askNode(url, 'getTransaction', [signature, options])
    if (transaction.message.accountKeys[0] === wallet) lamports += meta.fee
  }
  assert.equal(Math.round(profile.fees.networkSol * 1e9), lamports)
  const { value } = await askNode(url, 'getBalance', [wallet])
  assert.equal(Math.round(profile.holdings!.sol * 1e9), value)
})

test('`explain=1` adds the rule and the evidence of each judgement, and nothing else changes', async () => {
  const { explain: none, ...plain } = await ask()
  assert.equal(none, undefined)
  const { explain, ...rest } = await ask('?explain=1')
  assert.deepEqual(rest, plain)
  assert.deepEqual(
    explain!.tags.map(({ key }) => key),
    plain.traderTags.map(({ key }) => key),
  )
  assert(explain!.classification.rule !== '')
})

test('profile, wrapped and roast are of one profile, kept five minutes, with the cache header of the spec', async () => {
  const profile = await ask()
  const reply = await server.get(pathOf('wrapped'))
  const wrapped: WalletWrapped = wrappedSuccess(reply)
  const roast: WalletRoast = roastSuccess(await server.get(pathOf('roast', '?explain=1')))
  assert.equal(reply.headers['cache-control'], 'public, max-age=300, s-maxage=300, stale-while-revalidate=600')
  for (const { generatedAt, classification } of [wrapped, roast])
    assert.deepEqual([generatedAt, classification], [profile.generatedAt, profile.classification])
  assert.equal(wrapped.stats.transactions, profile.scanned)
  assert(roast.roast.lScore >= 1 && roast.roast.lScore <= 99)
  assert.deepEqual(roastSuccess(await server.get(pathOf('roast', '?explain=1'))), roast)
})

test('`since` is floored to a day, and ignored when not positive; any other `depth` is deep', async () => {
  const day = 86_400
  const newest = rows[0]!.blockTime
  const floor = Math.floor(newest / day) * day
  const today = await ask(`?since=${newest}`)
  assert.equal(today.since, floor)
  assert.equal(today.scanned, rows.filter(({ blockTime }) => blockTime >= floor).length)
  assert.equal((await ask(`?since=${floor}`)).generatedAt, today.generatedAt)
  const whole = await ask()
  for (const query of ['?since=0', '?since=-5', '?since=x', '?depth=quick', '?depth=deep'])
    assert.deepEqual([(await ask(query)).since, (await ask(query)).generatedAt], [null, whole.generatedAt])
  assert.equal((await ask('?depth=fast')).depth, 'fast')
})

test('a wallet that did nothing has zeros and the fixed verdict', async () => {
  const stranger = strangerAddress(7_011)
  const profile = await ask('', stranger)
  assert.deepEqual([profile.scanned, profile.pnl.winRatePct, profile.traderTags], [0, null, []])
  const { roast } = roastSuccess(await server.get(pathOf('roast', '', stranger))) as WalletRoast
  assert.equal(roast.headline, 'Nothing to roast.')
  assert.equal(roast.lScore, 1)
})

test('what is no address is 400 on profile, wrapped and roast', async () => {
  // The second is base58 of an address's length, but not 32 bytes.
  for (const bad of ['no', 'bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy']) {
    assertFails(await server.get(`/api/v2/wallets/${bad}/profile`), 400, 'invalid wallet')
    assertFails(await server.get(`/api/v2/wallets/${bad}/wrapped`), 400, 'invalid wallet')
    assertFails(await server.get(`/api/v2/wallets/${bad}/roast`), 400, 'invalid wallet')
  }
})

test('without a node a profile is 503, and 502 where the node fails', async () => {
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  const node = await startLocalServer((request, response) => {
    const { id } = JSON.parse(request.body.toString())
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  })
  const broken = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    for (const name of ['profile', 'wrapped', 'roast']) {
      assert.equal((await bare.get(pathOf(name))).status, 503)
      assert.equal((await broken.get(pathOf(name))).status, 502)
    }
  } finally {
    await Promise.all([bare.stop(), broken.stop()])
    await node.close()
  }
})

/** The sandbox's node behind a counter of calls; `refused`: what it answers an error to. */
async function countingNode(refused: readonly string[] = []): Promise<{ node: LocalServer; calls: () => number }> {
  let calls = 0
  const node = await startLocalServer(async (request, response) => {
    const body = JSON.parse(request.body.toString())
    const asked: readonly { id: number; method: string }[] = Array.isArray(body) ? body : [body]
    calls += asked.length
    const no = asked.filter(({ method }) => refused.includes(method))
    if (no.length > 0)
      return sendJson(response, { jsonrpc: '2.0', id: no[0]!.id, error: { code: -32603, message: 'no' } })
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    sendJson(response, await reply.json())
  })
  return { node, calls: () => calls }
}

test('a cold profile costs a call for each transaction and at most 25 more, a warm one none', async () => {
  const { node, calls } = await countingNode()
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    const before = calls()
    const { scanned }: Profile = profileSuccess(await live.get(pathOf('profile')))
    assert.equal(scanned, rows.length)
    const cold = calls() - before
    assert(cold >= scanned && cold <= scanned + 25, `${cold} calls for ${scanned} transactions`)
    roastSuccess(await live.get(pathOf('roast')))
    assert.equal(calls() - before, cold)
  } finally {
    await live.stop()
    await node.close()
  }
})

test('a node that lists no token accounts leaves holdings null, and the profile says so', async () => {
  const { node } = await countingNode(['getTokenAccountsByOwner'])
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    const profile: Profile = profileSuccess(await live.get(pathOf('profile')))
    assert.deepEqual([profile.holdings, profile.closeableAccounts, profile.stakingOpportunity], [null, null, null])
    assert(profile.coverage.missing.includes('token accounts'))
  } finally {
    await live.stop()
    await node.close()
  }
})
