import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createGoplusSecurity } from '../../src/upstreams/goplus-security.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function reportOver(body: unknown, mint = 'Mint') {
  const server = await startLocalServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    assert.equal(pathname, '/api/v1/solana/token_security')
    assert.equal(searchParams.get('contract_addresses'), mint)
    sendJson(response, body)
  })
  servers.push(server)
  return createGoplusSecurity(testClient(server.url).client).securityReport(mint)
}
async function read(record: Record<string, unknown>, code = 1) {
  const outcome = await reportOver({ code, message: 'OK', result: { Mint: record } })
  assert(outcome.ok && outcome.value !== null, JSON.stringify(outcome))
  return outcome.value
}

for (const path of recordedOf('goplusTokens')) {
  test(`${path} comes through`, { skip: noRecordings }, async () => {
    const body = recorded(path)
    const [mint] = Object.keys(body.result) as [string]
    const record = body.result[mint]
    const outcome = await reportOver(body, mint)
    assert(outcome.ok && outcome.value !== null)
    const { facts, scoreSafe0to100, checks, notes } = outcome.value
    assert.equal(facts.mintable, record['mintable'].status === '1')
    assert.equal(facts.freezeAuthority, record['freezable'].authority[0]?.address ?? null)
    assert.equal(facts.holderCount, Number(record['holder_count']))
    assert.equal(facts.trusted, record['trusted_token'] === 1)
    assert.deepEqual(
      [facts.hook, facts.defaultFrozen, facts.nonTransferable, facts.transferFeePct],
      [false, false, false, 0],
    )
    const flags = ['mintable', 'freezable', 'metadata_mutable'].filter((name) => record[name].status === '1')
    assert.deepEqual(
      checks.filter(({ ok }) => !ok).map(({ id }) => id),
      flags,
    )
    const own = 100 - flags.length * 25 + (flags.includes('metadata_mutable') ? 20 : 0)
    assert.equal(scoreSafe0to100, facts.trusted ? Math.max(90, own) : own)
    const share = record['holders'].reduce((sum: number, { percent }: { percent: string }) => sum + Number(percent), 0)
    assert(Math.abs(facts.top10Pct! - share * 100) < 1e-9)
    assert.deepEqual(notes, [])
  })
}

for (const path of recordedOf('goplusCodes')) {
  test(`${path}: the code decides, not the status`, { skip: noRecordings }, async () => {
    const body = recorded(path)
    const outcome = await reportOver(body)
    if (body.code === 4029) {
      assert.equal(outcome.ok ? '' : outcome.code, 'upstream_rate_limited')
      return
    }
    assert(outcome.ok && outcome.value !== null)
    assert.equal(outcome.value.scoreSafe0to100, null)
    assert(outcome.value.notes.includes('the provider is still collecting data'))
  })
}

const flag = (address: string, malicious: number | string = 0) => ({
  status: '1',
  authority: [{ address, malicious_address: malicious }],
})
const none = { status: '0', authority: [] }

const MALLORY = addressOf('mallory')

test('every flag costs what it weighs, and the authority is named', async () => {
  const cases: [Record<string, unknown>, string, number][] = [
    [{ mintable: flag('M') }, 'mintable', 75],
    [{ freezable: flag('F') }, 'freezable', 75],
    [{ balance_mutable_authority: flag('B') }, 'balance_mutable', 60],
    [{ closable: flag('C') }, 'closable', 60],
    [{ non_transferable: '1' }, 'non_transferable', 0],
    [{ none_transferable: '1' }, 'non_transferable', 0],
    [{ default_account_state: '2' }, 'default_account_state', 0],
    [{ transfer_fee: { current_fee_rate: { fee_rate: '0.051' } } }, 'transfer_fee', 80],
    [{ transfer_hook: [{ address: 'H', malicious_address: 0 }] }, 'transfer_hook', 75],
    [{ creators: [{ address: 'X', malicious_address: '1' }] }, 'creator_malicious', 40],
    [{ metadata_mutable: { status: '1', metadata_upgrade_authority: [{ address: 'U' }] } }, 'metadata_mutable', 95],
  ]
  for (const [record, id, score] of cases) {
    const report = await read(record)
    assert.equal(report.scoreSafe0to100, score, id)
    assert.deepEqual(
      report.checks.filter(({ ok }) => !ok).map((check) => check.id),
      [id],
    )
  }
  const report = await read({ mintable: flag(MALLORY, '1'), freezable: none })
  assert.equal(report.checks.find(({ id }) => id === 'mintable')?.detail, `${MALLORY} (listed as malicious)`)
  assert.equal(report.checks.find(({ id }) => id === 'freezable')?.ok, true)
})

test('a label says what is true: the fault where it is found, its absence where it is not', async () => {
  const { checks } = await read({ mintable: flag('Mallory'), freezable: none })
  const labelOf = (id: string) => checks.find((check) => check.id === id)?.label
  assert.equal(labelOf('mintable'), 'Supply can be increased')
  assert.equal(labelOf('freezable'), 'Accounts cannot be frozen')
})

test('a fee of 5 % and less passes, one that is scheduled counts now', async () => {
  const fee = (now: string, later?: string) => ({
    transfer_fee: {
      current_fee_rate: { fee_rate: now, maximum_fee: '1' },
      scheduled_fee_rate: later === undefined ? [] : [{ epoch: '9', fee_rate: later }],
    },
  })
  assert.equal((await read(fee('0.05'))).scoreSafe0to100, 100)
  const later = await read(fee('0', '0.99'))
  assert.equal(later.scoreSafe0to100, 80)
  assert.deepEqual([later.facts.transferFeePct, later.facts.scheduledTransferFeePct], [0, 99])
  assert.match(later.checks.find(({ id }) => id === 'transfer_fee')!.detail, /0 % now, 99 % scheduled/)
  assert.equal((await read({ transfer_fee: {} })).facts.transferFeePct, 0)
})

test('a trusted token is at least at 90, and the score never goes below 0', async () => {
  assert.equal((await read({ mintable: flag('M'), freezable: flag('F'), trusted_token: 1 })).scoreSafe0to100, 90)
  const worst = { closable: flag('C'), balance_mutable_authority: flag('B'), mintable: flag('M') }
  assert.equal((await read(worst)).scoreSafe0to100, 0)
})

test('flags that are missing are unknown and noted', async () => {
  const { facts, notes, scoreSafe0to100 } = await read({ mintable: none })
  assert.deepEqual([facts.freezable, facts.transferFeePct, facts.hook], [null, null, null])
  assert.equal(scoreSafe0to100, 100)
  assert.match(notes[0]!, /freezable, balance_mutable, closable, non_transferable, transfer_fee/)
  assert.equal((await read({})).scoreSafe0to100, null)
})

test('the only row is taken when its key was folded, and never a row of many', async () => {
  const one = await reportOver({ code: 1, result: { mint: { mintable: none } } })
  assert.equal(one.ok && one.value?.facts.mintable, false)
  const many = await reportOver({ code: 1, result: { a: { mintable: none }, b: { mintable: none } } })
  assert.deepEqual(many, { ok: true, value: null })
})

test('codes of unknown tokens are answers, the others are failures', async () => {
  for (const code of [2004, 2020, 2021])
    assert.deepEqual(await reportOver({ code, result: null }), { ok: true, value: null })
  for (const result of [null, {}]) assert.deepEqual(await reportOver({ code: 1, result }), { ok: true, value: null })
  for (const [code, failure] of [
    [4010, 'upstream_refused'],
    [4022, 'upstream_refused'],
    [5000, 'upstream_failed'],
  ] as const) {
    const outcome = await reportOver({ code, result: null })
    assert.equal(outcome.ok ? '' : outcome.code, failure)
  }
  for (const body of [{ code: 'x' }, [], { code: 1, result: { Mint: { mintable: 'yes' } } }]) {
    const outcome = await reportOver(body)
    assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed', JSON.stringify(body))
  }
})
