import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createRugcheckReports } from '../../src/upstreams/rugcheck-report.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded, recordedText } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function reportOver(text: string, { status = 200, mint = 'Mint' } = {}) {
  const server = await startLocalServer(({ url }, response) => {
    assert.equal(new URL(url, 'http://x').pathname, `/v1/tokens/${mint}/report`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  servers.push(server)
  return createRugcheckReports(testClient(`${server.url}/v1`).client).securityReport(mint)
}

for (const path of recordedOf('rugcheckReports')) {
  test(`${path} comes through with its own score turned round`, { skip: noRecordings }, async () => {
    const report = recorded(path)
    const read = await reportOver(recordedText(path), { mint: report.mint })
    assert(read.ok && read.value !== null)
    const { scoreSafe0to100, rugged, facts, checks } = read.value
    assert.equal(scoreSafe0to100, 100 - report.score_normalised)
    assert.equal(rugged, report.rugged)
    assert.equal(facts.creator, report.creator)
    assert.deepEqual([facts.mintable, facts.freezable], [false, false])
    assert.deepEqual(
      [facts.hook, facts.permanentDelegate, facts.nonTransferable, facts.defaultFrozen],
      Array(4).fill(false),
    )
    assert.equal(facts.holderCount, report.totalHolders)
    assert.equal(facts.lpLockedPct, report.markets[0].lp.lpLockedPct)
    assert.equal(facts.insidersDetected, report.graphInsidersDetected)
    assert.equal(facts.creatorTokens, report.creatorTokens?.length ?? null)
    assert.equal(facts.top10Pct === null, report.topHolders === null)
    for (const { name, level } of report.risks.filter(
      (risk: { name: string }) => !/^Creator history/.test(risk.name),
    )) {
      const check = checks.find(({ label }) => label === name)
      assert.deepEqual([check?.ok, check?.severity], [false, level === 'danger' ? 'high' : 'medium'], name)
    }
    const failing = (id: string) => checks.find((check) => check.id === id)?.ok === false
    assert.equal(failing('insider_network'), report.graphInsidersDetected >= 5)
    assert.equal(failing('creator_history'), /Creator history/.test(JSON.stringify(report.risks)))
    assert.equal(failing('rugged'), false)
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length)
  })
}

for (const path of recordedOf('rugcheckErrors')) {
  test(`${path} means that nothing is known of the token`, { skip: noRecordings }, async () => {
    for (const status of [400, 200])
      assert.deepEqual(await reportOver(recordedText(path), { status }), { ok: true, value: null })
  })
}

const BARE = { mint: 'Mint', score_normalised: 10, rugged: false }

test('a rugged token is not safe at all, whatever its score', async () => {
  const read = await reportOver(JSON.stringify({ ...BARE, rugged: true }))
  assert(read.ok && read.value !== null)
  assert.equal(read.value.scoreSafe0to100, 0)
  assert.deepEqual(
    read.value.checks.find(({ id }) => id === 'rugged'),
    { id: 'rugged', ok: false, severity: 'critical', label: 'Known as rugged', detail: '' },
  )
})

test('what the report leaves out is unknown, not false', async () => {
  const read = await reportOver(JSON.stringify(BARE))
  assert(read.ok && read.value !== null)
  const { facts, scoreSafe0to100, notes } = read.value
  assert.equal(scoreSafe0to100, 90)
  assert(Object.values(facts).every((value) => value === null))
  assert.deepEqual(notes, ['no market known', 'no holders listed'])
})

const AUTHORITY = addressOf('authority')

test('integers beyond 2^53, null lists and an unlocked market are read', async () => {
  const text = `{"mint":"Mint","score":123456789012345678901,"score_normalised":40,"rugged":false,
    "token":{"supply":18446744073709551615,"mintAuthority":"${AUTHORITY}","freezeAuthority":null},
    "topHolders":[{"address":"t1","owner":"pool","pct":60,"amount":99999999999999999999},
      {"address":"t2","owner":"w","pct":12.5},{"address":"t3","owner":"lock","pct":20}],
    "knownAccounts":{"pool":{"type":"AMM"},"lock":{"type":"LOCKER"}},
    "markets":[{"pubkey":"small","lp":{"lpLockedPct":100,"baseUSD":1,"quoteUSD":1}},
      {"pubkey":"deep","lp":{"lpLockedPct":12,"baseUSD":900,"quoteUSD":900}}],
    "transferFee":{"pct":7.5,"authority":"F"},"risks":null,"creatorTokens":null}`
  const read = await reportOver(text)
  assert(read.ok && read.value !== null)
  const { facts, checks } = read.value
  assert.deepEqual([facts.mintable, facts.mintAuthority, facts.freezable], [true, AUTHORITY, false])
  assert.deepEqual([facts.transferFeePct, facts.transferFeeMutable], [7.5, true])
  assert.equal(facts.top10Pct, 12.5)
  assert.equal(facts.lpLockedPct, 12)
  assert.equal(checks.find(({ id }) => id === 'lp_locked')?.ok, false)
  assert.equal(facts.creatorMalicious, null)
})

test('what a risk says is bounded and stripped of control characters', async () => {
  const risks = [{ name: `Evil\u0000\n${'x'.repeat(900)}`, value: '', description: 'y'.repeat(900), level: 'danger' }]
  const read = await reportOver(JSON.stringify({ ...BARE, risks: [...risks, ...Array(500).fill(risks[0])] }))
  assert(read.ok && read.value !== null)
  const check = read.value.checks.find(({ id }) => id.startsWith('risk_'))!
  assert(check.label.length <= 240 && check.detail.length <= 240 && check.id.length <= 70)
  assert(!/\p{C}/u.test(check.label))
  assert(read.value.checks.length < 10)
})

test('another token, another shape and an unknown error are failures', async () => {
  for (const text of ['{"mint":"Other","rugged":false}', '[]', '{"mint":5}', '{"mint":"Mint","risks":[{"name":5}]}'])
    assert.equal((await reportOver(text)).ok, false, text)
  const refused = await reportOver('{"error":"internal"}', { status: 400 })
  assert.equal(refused.ok ? '' : refused.code, 'upstream_refused')
  const missing = await reportOver('{"error":"anything"}', { status: 404 })
  assert.deepEqual(missing, { ok: true, value: null })
  const limited = await reportOver('{"error":"slow down"}', { status: 429 })
  assert.equal(limited.ok ? '' : limited.code, 'upstream_rate_limited')
})
