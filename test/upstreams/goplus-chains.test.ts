import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chainOfKey } from '../../src/chain/catalog/chains.ts'
import { providerChain } from '../../src/services/chain-tiers/provider-chain.ts'
import { createGoplusChains } from '../../src/upstreams/goplus-chains.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

const BASE = providerChain(chainOfKey('base')!, 'goplus')!
const TOKEN = `0x${'a'.repeat(40)}`
const HOLDER = {
  address: `0x${'B'.repeat(40)}`,
  percent: '0.1',
  balance: '12.5',
  is_contract: 0,
  is_locked: 0,
  tag: '',
}
const SAFE = { is_honeypot: '0', is_open_source: '1', is_mintable: '0', buy_tax: '0.02', sell_tax: '0' }

async function report(record: unknown, code = 1) {
  const server = await startLocalServer((_, response) => sendJson(response, { code, message: 'x', result: record }))
  servers.push(server)
  const found = await createGoplusChains(testClient(server.url).client).tokenReport(BASE, TOKEN)
  return { found, url: server.seen[0]!.url }
}
async function read(record: object) {
  const { found } = await report({ [TOKEN]: record })
  assert(found.ok && found.value !== null)
  return found.value
}

test('one call by the chain’s id; taxes and shares are percent; holders are addresses of the chain', async () => {
  const { found, url } = await report({
    [TOKEN.toUpperCase().replace('0X', '0x')]: {
      ...SAFE,
      holders: [HOLDER, { ...HOLDER, address: 'x' }],
      holder_count: '12',
    },
  })
  assert(found.ok && found.value !== null)
  assert.equal(url, `/api/v1/token_security/8453?contract_addresses=${TOKEN}`)
  assert.deepEqual([found.value.buyTaxPct, found.value.sellTaxPct, found.value.transferTaxPct], [2, 0, null])
  assert.deepEqual(
    found.value.holders.map(({ address, pct, balance, tag }) => [address, pct, balance, tag]),
    [[HOLDER.address.toLowerCase(), 10, '12.5', null]],
  )
  assert.deepEqual([found.value.holderCount, found.value.honeypot, found.value.scoreSafe0to100], [12, false, 100])
})

test('faults cost points, a honeypot all of them, and an open question of weight leaves no score', async () => {
  assert.equal((await read({ ...SAFE, is_honeypot: '1' })).scoreSafe0to100, 0)
  assert.equal((await read({ ...SAFE, is_mintable: '1' })).scoreSafe0to100, 80)
  assert.equal((await read({ ...SAFE, sell_tax: '0.5' })).scoreSafe0to100, 70)
  for (const member of ['is_honeypot', 'is_open_source', 'is_mintable'])
    for (const value of [undefined, '', '2', 'yes']) {
      const { scoreSafe0to100, checks } = await read({ ...SAFE, [member]: value })
      assert.equal(scoreSafe0to100, null, `${member} ${value}`)
      assert(checks.some(({ ok }) => ok === null))
    }
  assert.equal((await read({ ...SAFE, buy_tax: '1.5' })).buyTaxPct, null)
})

test('an unknown token is null; refusals and other codes are failures', async () => {
  for (const [record, code] of [
    [null, 1],
    [{}, 1],
    [null, 2021],
    [null, 2020],
  ] as const) {
    const { found } = await report(record, code)
    assert(found.ok && found.value === null)
  }
  const limited = (await report(null, 4029)).found
  assert(!limited.ok && limited.code === 'upstream_rate_limited')
  assert(!(await report(null, 5000)).found.ok)
})
