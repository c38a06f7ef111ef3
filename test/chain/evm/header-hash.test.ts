import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockJson, receiptsJson } from '../../../sandbox/evm/json.ts'
import { createEvmWorld } from '../../../sandbox/evm/world.ts'
import { checkHeaderHash } from '../../../src/chain/evm/header-hash.ts'
import { receiptsRoot } from '../../../src/chain/evm/receipts-root.ts'

const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`
const NO_ROWS = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The first block of Ethereum, as every client has it. */
const GENESIS = {
  parentHash: zeros(32),
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: zeros(20),
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: NO_ROWS,
  receiptsRoot: NO_ROWS,
  logsBloom: zeros(256),
  difficulty: '0x400000000',
  number: '0x0',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: zeros(32),
  nonce: '0x0000000000000042',
}
const GENESIS_HASH = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'

test('the first block of Ethereum has the hash that it is known by, and any other member makes it false', () => {
  assert.equal(checkHeaderHash(GENESIS, GENESIS_HASH), 'true')
  assert.equal(checkHeaderHash({ ...GENESIS, size: '0x21c', totalDifficulty: '0x1' }, GENESIS_HASH), 'true')
  for (const name of Object.keys(GENESIS)) {
    assert.equal(checkHeaderHash({ ...GENESIS, [name]: '0x1' }, GENESIS_HASH), 'false', name)
    assert.equal(checkHeaderHash({ ...GENESIS, [name]: undefined }, GENESIS_HASH), 'false', name)
  }
  // A gap between members of upgrades is no header.
  assert.equal(checkHeaderHash({ ...GENESIS, blobGasUsed: '0x0' }, GENESIS_HASH), 'false')
  assert.deepEqual(checkHeaderHash({ ...GENESIS, laterRoot: zeros(32), gasUsed: '0x1' }, GENESIS_HASH), {
    unknown: ['laterRoot'],
  })
})

test('blocks of an emulated chain hash to their hash, and their receipts of every type to the root in it', () => {
  for (const chain of ['ethereum', 'base'] as const) {
    const world = createEvmWorld({ chain, seed: 'sealed', swapsPerBlock: 30 })
    world.mine(12)
    const types = new Set<unknown>()
    for (const block of [world.genesis, ...world.blocks()]) {
      assert.equal(checkHeaderHash(blockJson(block, true), block.hash), 'true')
      const receipts: readonly Readonly<Record<string, unknown>>[] = receiptsJson(block)
      for (const { type } of receipts) types.add(type)
      assert.equal(receiptsRoot(receipts), block.receiptsRoot)
      if (receipts.length > 1) assert.notEqual(receiptsRoot(receipts.toReversed()), block.receiptsRoot)
    }
    assert.equal(types.size, 5)
  }
})

test('as many receipts as a block may have, and what is none', () => {
  const world = createEvmWorld({ chain: 'base', seed: 'many', swapsPerBlock: 450 })
  world.mine(1)
  const [block] = world.blocks()
  // Indexes of one, two and three written bytes.
  assert(block!.transactions.length > 256)
  assert.equal(receiptsRoot(receiptsJson(block!)), block!.receiptsRoot)
  assert.equal(receiptsRoot([]), NO_ROWS)
  for (const bad of [null, 7, {}, { type: '0x2' }, { ...receiptsJson(block!)[0], logs: [null] }])
    assert.equal(receiptsRoot([bad]), null)
})
