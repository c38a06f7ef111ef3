import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { sampleSlotMs } from '../../../src/chain/solana/slot-samples.ts'
import { type Outcome, ok } from '../../../src/contract/outcome.ts'

const node = (answer: unknown) => ({ call: async () => ok(answer) }) as unknown as SolanaRpc
const codeOf = (read: Outcome<number>): string => (read.ok ? '' : read.code)

test('a slot takes as long as the newest sample says', async () => {
  const read = await sampleSlotMs(node([{ numSlots: 280, samplePeriodSecs: 60, slot: 1 }]))
  assert.equal(read.ok && Math.round(read.value), 214)
})

test('no sample, or one without slots, is no one’s slot time', async () => {
  for (const answer of [[], [{ numSlots: 0, samplePeriodSecs: 60 }], 'x', [{ numSlots: 5, samplePeriodSecs: 0 }]])
    assert.equal(codeOf(await sampleSlotMs(node(answer))), 'upstream_failed')
})
