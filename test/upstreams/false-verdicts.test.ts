import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { HttpClient } from '../../src/runtime/http-client.ts'
import type { SecurityFacts, SecurityReport } from '../../src/upstreams/capabilities.ts'
import { createGoplusSecurity } from '../../src/upstreams/goplus-security.ts'
import { createRugcheckReports } from '../../src/upstreams/rugcheck-report.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

/* A provider says something bad of a token, and then something that cannot be in its place: what cannot be read is
 * unknown, and never the good answer. */

let server: LocalServer
let client: HttpClient
let body: unknown
async function over(reply: unknown): Promise<HttpClient> {
  body = reply
  server ??= await startLocalServer((_, response) => sendJson(response, body))
  client ??= testClient(server.url).client
  return client
}
after(async () => {
  await client.close()
  await server.close()
})

const MINT = addressOf('mint')
const LIES: readonly unknown[] = [null, {}, [], true, '', 'x', 'NaN', -1, '-1', 7, '0.5', 1e300, '1e400']

async function goplus(record: Readonly<Record<string, unknown>>): Promise<SecurityReport | null> {
  const read = await createGoplusSecurity(await over({ code: 1, result: { [MINT]: record } })).securityReport(MINT)
  // A reply of another shape is no report.
  return read.ok ? read.value : null
}
async function rugcheck(report: Readonly<Record<string, unknown>>): Promise<SecurityReport | null> {
  const read = await createRugcheckReports(await over({ mint: MINT, ...report })).securityReport(MINT)
  return read.ok ? read.value : null
}

const OFF = { status: '0', authority: [] }
const GOOD = {
  mintable: OFF,
  freezable: OFF,
  balance_mutable_authority: OFF,
  closable: OFF,
  metadata_mutable: OFF,
  non_transferable: '0',
  default_account_state: '1',
  transfer_fee: {},
  transfer_hook: [],
  creators: [],
}

type Spoiled = {
  readonly fact: keyof SecurityFacts
  readonly check: string
  /** The record with this in the place that is bad when it is `bad`. */
  readonly with: (said: unknown) => Readonly<Record<string, unknown>>
  readonly bad: unknown
  readonly isGood: (fact: unknown) => boolean
}
const flag = (fact: keyof SecurityFacts, member: string, check: string): Spoiled => ({
  fact,
  check,
  with: (status) => ({ ...GOOD, [member]: { status, authority: [{ address: addressOf('a') }] } }),
  bad: '1',
  isGood: (value) => value === false,
})
const SPOILED: readonly Spoiled[] = [
  flag('mintable', 'mintable', 'mintable'),
  flag('freezable', 'freezable', 'freezable'),
  flag('permanentDelegate', 'balance_mutable_authority', 'balance_mutable'),
  flag('closable', 'closable', 'closable'),
  flag('metadataMutable', 'metadata_mutable', 'metadata_mutable'),
  {
    fact: 'nonTransferable',
    check: 'non_transferable',
    with: (said) => ({ ...GOOD, non_transferable: said }),
    bad: '1',
    isGood: (value) => value === false,
  },
  {
    fact: 'defaultFrozen',
    check: 'default_account_state',
    with: (said) => ({ ...GOOD, default_account_state: said }),
    bad: '2',
    isGood: (value) => value === false,
  },
  {
    fact: 'transferFeePct',
    check: 'transfer_fee',
    with: (fee_rate) => ({ ...GOOD, transfer_fee: { current_fee_rate: { fee_rate } } }),
    bad: '0.99',
    isGood: (value) => typeof value === 'number' && value < 5,
  },
  {
    fact: 'transferFeePct',
    check: 'transfer_fee',
    with: (fee_rate) => ({
      ...GOOD,
      transfer_fee: { current_fee_rate: { fee_rate: '0' }, scheduled_fee_rate: [{ fee_rate: '0.01' }, { fee_rate }] },
    }),
    bad: '0.99',
    // Known to be high later.
    isGood: () => false,
  },
  {
    fact: 'creatorMalicious',
    check: 'creator_malicious',
    with: (malicious_address) => ({
      ...GOOD,
      creators: [
        { address: addressOf('a'), malicious_address: 0 },
        { address: addressOf('b'), malicious_address },
      ],
    }),
    bad: '1',
    isGood: (value) => value === false,
  },
]

for (const [at, { fact, check, with: put, bad, isGood }] of SPOILED.entries())
  test(`goplus: what cannot be read of ${check} does not count as safe (${at})`, async () => {
    const good = await goplus(GOOD)
    assert.equal(good?.scoreSafe0to100, 100, 'the record is good but for this')
    const truth = await goplus(put(bad))
    assert(truth !== null && truth.scoreSafe0to100! < 100)
    assert.equal(truth.checks.find(({ id }) => id === check)?.ok, false)
    for (const lie of LIES) {
      // Half a fee is high, and a number like another.
      if (check === 'transfer_fee' && lie === '0.5') continue
      const report = await goplus(put(lie))
      if (report === null) continue
      const what = `${check}: ${JSON.stringify(lie)}`
      assert(!isGood(report.facts[fact]), `${what} reads as ${String(report.facts[fact])}`)
      assert.notEqual(report.checks.find(({ id }) => id === check)?.ok, true, what)
      assert(report.scoreSafe0to100 === null || report.scoreSafe0to100 <= truth.scoreSafe0to100!, what)
      assert(
        report.notes.some((note) => note.includes('cannot be read')),
        what,
      )
    }
  })

test('goplus: a share or a depth that cannot be leaves no sum and no lock that others have', async () => {
  for (const lie of LIES.filter((one) => one !== '0.5' && one !== 7)) {
    const holders = await goplus({ ...GOOD, holders: [{ percent: lie }, { percent: '0.01' }] })
    assert(holders === null || holders.facts.top10Pct === null, JSON.stringify(lie))
    const dex = [
      { tvl: lie, burn_percent: 0, price: 1 },
      { tvl: '5', burn_percent: 100, price: 1 },
    ]
    for (const pools of [dex, dex.toReversed()]) {
      const report = await goplus({ ...GOOD, dex: pools })
      assert(report === null || report.facts.lpLockedPct === null, JSON.stringify(lie))
    }
  }
  const whole = await goplus({ ...GOOD, holders: [{ percent: '0.2' }, { percent: '0.01' }] })
  assert.equal(whole?.facts.top10Pct, 21)
})

test('rugcheck: an authority that is not there is unknown, null is none, and anything else is one', async () => {
  const read = async (token: unknown) => {
    const facts = (await rugcheck({ token }))?.facts
    return facts && [facts.mintable, facts.freezable]
  }
  assert.deepEqual(await read({ mintAuthority: null, freezeAuthority: null }), [false, false])
  assert.deepEqual(await read({}), [null, null])
  assert.deepEqual(await read(null), [null, null])
  assert.deepEqual(await read({ mintAuthority: '', freezeAuthority: 'x' }), [true, true])
  for (const lie of LIES.filter((one) => one !== null && typeof one !== 'string'))
    assert.equal(await read({ mintAuthority: lie }), undefined, 'a report of another shape is none')
})

test('rugcheck: extensions that are no object say nothing, and a state without a name is unknown', async () => {
  const read = async (extensions: unknown) => (await rugcheck({ token_extensions: extensions }))!.facts
  for (const lie of LIES.filter((one) => one !== null && (typeof one !== 'object' || Array.isArray(one)))) {
    const { hook, permanentDelegate, nonTransferable, defaultFrozen } = await read(lie)
    const said = JSON.stringify(lie)
    assert.deepEqual([hook, permanentDelegate, nonTransferable, defaultFrozen], [null, null, null, null], said)
  }
  const { hook, defaultFrozen } = await read(null)
  assert.deepEqual([hook, defaultFrozen], [false, false], 'null is a mint without extensions')
  for (const state of ['frozen', 2, { state: 'frozen' }])
    assert.equal((await read({ defaultAccountState: state })).defaultFrozen, true)
  for (const state of ['initialized', 1, { state: 'initialized' }])
    assert.equal((await read({ defaultAccountState: state })).defaultFrozen, false)
  for (const state of [...LIES.filter((one) => one !== null), { state: null }, { state: 'Frozen?' }])
    assert.equal((await read({ defaultAccountState: state })).defaultFrozen, null, JSON.stringify(state))
})

test('rugcheck: a market whose depth cannot be leaves the lock unknown, not that of a smaller one', async () => {
  const market = (lpLockedPct: number, baseUSD: unknown) => ({
    pubkey: addressOf(`${lpLockedPct}`),
    lp: { lpLockedPct, baseUSD, quoteUSD: 1 },
  })
  const locked = async (markets: unknown[]) => (await rugcheck({ markets }))?.facts.lpLockedPct
  assert.equal(await locked([market(0, 900), market(100, 1)]), 0)
  for (const lie of [-1, 1e300, '900', {}]) {
    assert.equal(await locked([market(0, lie), market(100, 1)]), null)
    assert.equal(await locked([market(100, 1), market(0, lie)]), null)
    assert.equal(await locked([market(12, lie)]), 12, 'the only one is the deepest')
  }
})
