import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChainAddress, readChainPool } from '../../../src/chain/catalog/addresses.ts'
import { chainOfKey } from '../../../src/chain/catalog/chains.ts'
import { keccak256 } from '../../../src/chain/evm/keccak.ts'

const read = (key: string, text: string) => readChainAddress(chainOfKey(key)!, text)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('keccak-256 of Ethereum: published digests, and lengths around a block', () => {
  assert.equal(hex(keccak256(new Uint8Array())), 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  assert.equal(
    hex(keccak256(Buffer.from('Transfer(address,address,uint256)'))),
    'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
  assert.equal(
    hex(keccak256(Buffer.from('Swap(address,uint256,uint256,uint256,uint256,address)'))),
    'd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  )
  const digests = [0, 1, 134, 135, 136, 137, 271, 272, 273].map((length) => hex(keccak256(Buffer.alloc(length, 7))))
  assert.equal(new Set(digests).size, digests.length)
})

// The examples of EIP-55.
const CHECKSUMMED = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
test('EVM addresses: any case of the checksum is read, a wrong one is refused, the answer is lower case', () => {
  for (const text of CHECKSUMMED) {
    const lower = text.toLowerCase()
    assert.equal(read('base', text), lower)
    assert.equal(read('base', lower), lower)
    assert.equal(read('base', `0x${text.slice(2).toUpperCase()}`), lower)
    const at = [...text].findIndex((letter, place) => place > 1 && /[a-zA-Z]/.test(letter))
    const letter = text[at]!
    const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    assert.equal(read('base', text.slice(0, at) + flipped + text.slice(at + 1)), null)
  }
  for (const text of ['', '0x', CHECKSUMMED[0]!.slice(2), `${CHECKSUMMED[0]}0`, CHECKSUMMED[0]!.slice(0, -1), 'So1'])
    assert.equal(read('ethereum', text), null, text)
})

test('each family has its own rule', () => {
  const sol = 'So11111111111111111111111111111111111111112'
  assert.equal(read('solana', sol), sol)
  assert.equal(read('solana', CHECKSUMMED[0]!), null)
  assert.equal(read('ethereum', sol), null)
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  assert.equal(read('tron', usdt), usdt)
  assert.equal(read('tron', usdt.replace('R7', 'R8')), null)
  const ton = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
  assert.equal(read('ton', ton), ton)
  assert.equal(read('ton', ton.replace('sDs', 'sDt')), null)
  assert.equal(read('sui', '0x2::sui::SUI'), '0x2::sui::SUI')
  assert.equal(read('sui', '0x2::sui::'), null)
  assert.equal(read('osmosis', 'uosmo'), 'uosmo')
  assert.equal(read('near', 'wrap.near'), 'wrap.near')
  assert.equal(read('near', 'Wrap..near'), null)
  // A chain of another family that also runs an EVM.
  assert.equal(read('hedera', CHECKSUMMED[1]!) !== null, true)
  for (const key of ['ethereum', 'solana', 'tron', 'ton', 'sui', 'osmosis', 'near', 'bitcoin', 'cardano'])
    for (const text of ['../..', 'a b', 'a?b', 'a#b', '%2e', 'x'.repeat(300), ' ', '\u0000'])
      assert.equal(read(key, text), null, `${key} ${text}`)
})

test('a pool on an EVM chain may be an id of 32 bytes', () => {
  const id = `0x${'Ab'.repeat(32)}`
  assert.equal(readChainPool(chainOfKey('ethereum')!, id), id.toLowerCase())
  assert.equal(readChainAddress(chainOfKey('ethereum')!, id), null)
  assert.equal(readChainPool(chainOfKey('solana')!, id), null)
})
