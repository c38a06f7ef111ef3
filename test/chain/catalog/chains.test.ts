import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChainAddress } from '../../../src/chain/catalog/addresses.ts'
import { CHAIN_PROVIDERS, CHAINS, chainOfKey } from '../../../src/chain/catalog/chains.ts'

const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const MEMBERS = [
  'key',
  'name',
  'aliases',
  'family',
  'eip155',
  'caip2',
  'nativeCurrency',
  'wrappedNative',
  'providerIds',
  'aggregators',
  'explorers',
  'blockTimeMs',
  'status',
]

function assertUnique(what: string, values: readonly string[]): void {
  const twice = values.filter((value, at) => values.indexOf(value) !== at)
  assert.deepEqual(twice, [], `${what} of two chains`)
}

test('the catalog recognises 118 chains and more, each record whole and under a key of its own', () => {
  assert(CHAINS.length >= 118, `${CHAINS.length}`)
  for (const chain of CHAINS) {
    assert.deepEqual(Object.keys(chain), MEMBERS, chain.key)
    assert.match(chain.key, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert(chain.name.trim() !== '' && chain.nativeCurrency.symbol !== '', chain.key)
    assert(Number.isInteger(chain.nativeCurrency.decimals) && chain.nativeCurrency.decimals >= 0, chain.key)
    assert(['live', 'unknown', 'sunset'].includes(chain.status), chain.key)
    for (const provider of Object.keys(chain.providerIds))
      assert((CHAIN_PROVIDERS as readonly string[]).includes(provider), `${chain.key}: ${provider}`)
    for (const url of chain.explorers) assert.match(url, /^https:\/\//, chain.key)
    assert.equal(chainOfKey(chain.key), chain)
  }
  assertUnique(
    'keys and aliases',
    CHAINS.flatMap(({ key, aliases }) => [key, ...aliases]),
  )
})

test('ids are unique in their space, CAIP-2 ids follow its grammar, and those of EVM chains are their number', () => {
  for (const chain of CHAINS) {
    for (const id of chain.caip2) assert.match(id, CAIP2, chain.key)
    for (const alias of chain.aliases) assert.match(alias, /^(?!\d+$)[^A-Z]+$/, `${chain.key}: ${alias}`)
    if (chain.family === 'evm') assert.equal(chain.caip2[0], `eip155:${chain.eip155}`, chain.key)
  }
  assertUnique(
    'EIP-155 numbers',
    CHAINS.flatMap(({ eip155 }) => (eip155 === null ? [] : [String(eip155)])),
  )
  assertUnique(
    'CAIP-2 ids',
    CHAINS.flatMap(({ caip2 }) => caip2),
  )
  for (const provider of CHAIN_PROVIDERS)
    assertUnique(
      `ids of ${provider}`,
      CHAINS.flatMap(({ providerIds }) => providerIds[provider] ?? []),
    )
})

test('wrapped native tokens are addresses of their own chain in its canonical form', () => {
  const anchored = CHAINS.filter(({ wrappedNative }) => wrappedNative !== null)
  assert(anchored.length > 100)
  for (const chain of anchored)
    assert.equal(readChainAddress(chain, chain.wrappedNative!), chain.wrappedNative, chain.key)
})
