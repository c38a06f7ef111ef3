import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeEventBlock } from '../../../src/hot-paths/event-block.ts'
import { createBlockCache } from '../../../src/store/tape/blocks.ts'
import type { TapeDay } from '../../../src/store/tape/day.ts'
import { BLOCK_NAMES } from '../../../src/store/tape/to-event.ts'
import { tradeFact } from '../../support/tape-facts.ts'

test('of blocks with one event each no more stay open than of others', async () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const bytes = new Map<number, Uint8Array>()
  for (let seq = 1; seq <= 50; seq++) bytes.set(seq, encodeEventBlock([tradeFact(seq, 0)], seq, BLOCK_NAMES))
  const day = { blocks: { get: (seq: number) => bytes.get(seq) } } as unknown as TapeDay
  const limits = { blocks: 4, events: 1_000 }
  const cache = createBlockCache(limits)
  const opened: WeakRef<object>[] = []
  for (const seq of bytes.keys()) {
    const one = cache.get(day, seq)!
    assert.equal(one.eventAt(0).seq, seq)
    opened.push(new WeakRef(one.block))
  }
  for (let times = 0; times < 3; times++) {
    await turn()
    gc()
  }
  assert.equal(opened.filter((one) => one.deref() !== undefined).length, limits.blocks)
})
