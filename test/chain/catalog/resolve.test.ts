import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '../../../src/chain/catalog/chains.ts'
import { resolveChain } from '../../../src/chain/catalog/resolve.ts'

const SPELLINGS: readonly (readonly [text: string, key: string])[] = [
  ['solana', 'solana'],
  ['SOLANA', 'solana'],
  ['  Sol ', 'solana'],
  ['mainnet-beta', 'solana'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
  ['solana:solana', 'solana'],
  ['ETH', 'ethereum'],
  ['1', 'ethereum'],
  ['evm:1', 'ethereum'],
  ['eip155:1', 'ethereum'],
  ['EIP155:8453', 'base'],
  ['evm:8453', 'base'],
  ['sui:mainnet', 'sui'],
  ['sui-network', 'sui'],
  ['tvm:-239', 'ton'],
  ['ton:-239', 'ton'],
  ['eip155:295', 'hedera'],
  ['bip122:000000000019d6689c085ae165831e93', 'bitcoin'],
]
for (const [text, key] of SPELLINGS) {
  test(`"${text}" is ${key}`, () => assert.equal(resolveChain(text)?.key, key))
}

const UNKNOWN = ['', ' ', 'solanaa', 'evm:', 'evm:01', '1.0', '-1', '0x1', 'constructor', 'x'.repeat(10_000)]
for (const text of UNKNOWN) {
  test(`${JSON.stringify(text.slice(0, 20))} names no chain`, () => assert.equal(resolveChain(text), null))
}

test('every key, CAIP-2 id and EIP-155 spelling leads to its own chain', () => {
  for (const chain of CHAINS) {
    assert.equal(resolveChain(chain.key), chain)
    for (const id of chain.caip2) assert.equal(resolveChain(id), chain, id)
    if (chain.eip155 === null) continue
    for (const text of [`${chain.eip155}`, `evm:${chain.eip155}`, `eip155:${chain.eip155}`])
      assert.equal(resolveChain(text), chain, text)
  }
  assert.equal(new Set(CHAINS.map(({ key }) => key)).size, CHAINS.length)
})

test('aliases lead to their chain, and a key stands before another chain’s name for it', () => {
  for (const chain of CHAINS) for (const alias of chain.aliases) assert.equal(resolveChain(alias), chain, alias)
  assert.equal(resolveChain('bob')?.key, 'bob')
  assert.equal(resolveChain('hyperliquid')?.key, 'hyperliquid')
})

test('a provider’s id that two chains share names neither', () => {
  const owners = CHAINS.filter(({ providerIds }) => Object.values(providerIds).includes('bch')).map(({ key }) => key)
  assert.equal(owners.length, 2)
  assert.equal(resolveChain('bch'), null)
})
