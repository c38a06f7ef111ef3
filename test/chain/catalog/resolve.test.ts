import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '../../../src/chain/catalog/chains.ts'
import { readChain, resolveChain, spellingsOf } from '../../../src/chain/catalog/resolve.ts'

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

const UNKNOWN = ['', ' ', 'solanaa', 'evm:', 'evm:01', '1.0', '1e0', '+1', '-1', '0x1', 'eip155:1e0', 'eip155:0x1']
UNKNOWN.push('constructor', '__proto__', 'base\0', 'ba\u200bse', 'x'.repeat(10_000))
// Look-alikes: a Cyrillic a, full-width letters, the Kelvin sign.
UNKNOWN.push('b\u0430se', '\uff42\uff41\uff53\uff45', '\u212aava', '\u212aaia')
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

test('every spelling of every chain resolves to it, or is refused with it among the candidates', () => {
  let spellings = 0
  const ambiguous = new Set<string>()
  for (const chain of CHAINS) {
    const others = new Set<string>()
    for (const other of CHAINS) {
      if (other === chain) continue
      for (const kind of ['key', 'alias', 'name', 'eip155', 'caip2'] as const)
        for (const text of spellingsOf(other)[kind]) others.add(text.toLowerCase())
    }
    for (const [kind, texts] of Object.entries(spellingsOf(chain)))
      for (const text of texts)
        for (const spelled of [text, text.toUpperCase(), ` ${text}\t`]) {
          spellings++
          const found = readChain(spelled)
          // A provider may call a chain as another one is called everywhere.
          if (kind === 'providerId' && others.has(text.toLowerCase())) {
            assert(found.kind === 'chain' && found.chain !== chain, spelled)
            continue
          }
          if (found.kind === 'ambiguous') {
            assert.equal(kind, 'providerId', spelled)
            assert(found.candidates.includes(chain) && found.candidates.length > 1, spelled)
            ambiguous.add(text)
          } else assert(found.kind === 'chain' && found.chain === chain, spelled)
        }
  }
  assert(spellings > 5_000, `${spellings}`)
  assert(ambiguous.size > 0 && ambiguous.size < 10, [...ambiguous].join(' '))
})

test('a provider’s id is never ambiguous together with its provider', () => {
  for (const chain of CHAINS)
    for (const [provider, id] of Object.entries(chain.providerIds))
      assert.equal(resolveChain(`${provider}:${id}`), chain, `${provider}:${id}`)
  assert.equal(resolveChain('lifi:bch')?.key, 'bitcoin-cash')
  assert.equal(resolveChain('defillama:hyperliquid')?.key, 'hyperevm')
})

test('what several chains are called is ambiguous, and what names none has the nearest keys', () => {
  const bch = readChain('bch')
  assert(bch.kind === 'ambiguous')
  assert.equal(bch.candidates.length, 2)
  const wrong = readChain('etherum')
  assert(wrong.kind === 'unknown')
  assert.equal(wrong.suggestions[0], 'ethereum')
  for (const text of ['', 'x'.repeat(10_000), 'qqqqqqqqqqqqqqqqqqqq'])
    assert.deepEqual(readChain(text), { kind: 'unknown', suggestions: [] }, text.slice(0, 20))
})
