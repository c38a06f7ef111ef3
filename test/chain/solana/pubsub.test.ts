import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listenToChain } from '../../../src/chain/solana/pubsub.ts'
import type { RawBlock } from '../../../src/chain/solana/rpc.ts'
import { INGEST } from '../../../src/config/ingest.ts'
import { startSubscriptionNode } from '../../support/subscription-node.ts'

const HASH = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const PARENT = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const SLOT = 460_000_311

const told = (slot: unknown, contextSlot = slot, parentSlot = SLOT - 1) => ({
  context: { slot: contextSlot },
  value: {
    slot,
    err: null,
    block: {
      blockhash: HASH,
      previousBlockhash: PARENT,
      parentSlot,
      blockHeight: 5,
      blockTime: 1_700_000_000,
      transactions: [],
    },
  },
})

async function listening(t: TestContext) {
  const node = await startSubscriptionNode(t)
  const blocks: RawBlock[] = []
  const slots: number[] = []
  const listener = listenToChain({ url: node.url, apiKey: null }, () => true, {
    onBlock: (block) => blocks.push(block),
    onSlot: (slot) => slots.push(slot),
    onBlocksServed() {},
    onClosed() {},
  })
  t.after(() => listener.close())
  await node.until(() => node.calls.some(({ method }) => method === 'slotSubscribe'))
  return { node, blocks, slots }
}

test('a block comes with its slot; one whose slot is impossible, or given in two ways, is dropped', async (t) => {
  const { node, blocks, slots } = await listening(t)
  const lies = [
    told(Number.MAX_SAFE_INTEGER),
    told(1e18),
    told(SLOT + 1, SLOT),
    told(SLOT, 1),
    told(SLOT, null),
    told(String(SLOT)),
    told(SLOT + 1_000_000),
    told(SLOT + INGEST.maxSlotsSkipped),
    told(-1),
    { value: told(SLOT).value },
    { context: { slot: SLOT }, value: { slot: SLOT, block: null } },
    null,
  ]
  for (const lie of lies) node.tell('blockSubscribe', lie)
  node.tell('blockSubscribe', told(SLOT))
  node.tell('blockSubscribe', told(SLOT, SLOT, SLOT - INGEST.maxSlotsSkipped))
  node.tell('slotSubscribe', { slot: SLOT + 1 })
  await node.until(() => slots.length > 0)
  assert.deepEqual(
    blocks.map(({ slot, parentSlot }) => [slot, parentSlot]),
    [
      [SLOT, SLOT - 1],
      [SLOT, SLOT - INGEST.maxSlotsSkipped],
    ],
  )
})
