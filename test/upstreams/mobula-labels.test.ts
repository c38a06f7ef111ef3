import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMobulaLabels } from '../../src/upstreams/mobula-labels.ts'
import { sendJson, startLocalServer } from '../support/local-server.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

/** Rows after the provider's published schema: no recording of this route is public. */

const WALLET = addressOf('wallet')
const ROW = {
  walletAddress: WALLET,
  labels: ['proTrader', 'smartTrader', 'somethingNew', 'freshTrader30d', 'freshTrader', 5],
  walletMetadata: {
    entityName: 'Acme',
    entityType: 'cex',
    entityLogo: 'https://acme.example/logo.png',
    entityLabels: [],
    entityTwitter: 'javascript:alert(1)',
    entityDescription: null,
  },
  platform: { id: 'x', name: 'Axiom', logo: null },
  fundingInfo: null,
}
const READ = {
  entity: 'Acme',
  entityType: 'cex',
  entityLogoUrl: 'https://acme.example/logo.png',
  entityTwitterUrl: null,
  platform: 'Axiom',
  flags: ['pro_trader', 'smart_money', 'fresh_wallet'],
}

async function over(t: TestContext, body: unknown, status = 200) {
  const server = await startLocalServer((_request, response) => sendJson(response, body, status))
  t.after(() => server.close())
  return { labels: createMobulaLabels(testClient(server.url).client), seen: server.seen }
}

test('asks once for all wallets, and reads names, kinds and known words', async (t) => {
  const { labels, seen } = await over(t, { data: [ROW] })
  assert.deepEqual(await labels.labelsOf([WALLET]), { ok: true, value: new Map([[WALLET, READ]]) })
  assert.deepEqual([seen.length, seen[0]!.method, seen[0]!.url], [1, 'POST', '/1/wallet/labels'])
  assert.deepEqual(JSON.parse(seen[0]!.body), { walletAddresses: [WALLET] })
})

test('a row that says nothing, or of a wallet that was not asked for, is left out', async (t) => {
  const empty = { walletAddress: WALLET, labels: [], walletMetadata: null, platform: null }
  const other = { ...ROW, walletAddress: addressOf('other') }
  const { labels } = await over(t, { data: [empty, other] })
  assert.deepEqual(await labels.labelsOf([WALLET]), { ok: true, value: new Map() })
})

test('pools and lockers are kinds, not flags', async (t) => {
  for (const [word, entityType] of [
    ['liquidityPool', 'liquidity'],
    ['locker', 'locker'],
  ] as const) {
    const { labels } = await over(t, { data: [{ walletAddress: WALLET, labels: [word] }] })
    const said = await labels.labelsOf([WALLET])
    assert.deepEqual(said.ok && said.value.get(WALLET), {
      entity: null,
      entityType,
      entityLogoUrl: null,
      entityTwitterUrl: null,
      platform: null,
      flags: [],
    })
  }
})

test('another shape is a failure, and no wallet known is none', async (t) => {
  for (const body of [{ data: [{ labels: 5 }] }, { data: 'x' }, []]) {
    const { labels } = await over(t, body)
    const answer = await labels.labelsOf([WALLET])
    assert.equal(answer.ok ? '' : answer.code, 'upstream_failed')
  }
  const { labels } = await over(t, { message: 'Not found' }, 404)
  assert.deepEqual(await labels.labelsOf([WALLET]), { ok: true, value: new Map() })
})
