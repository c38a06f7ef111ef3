import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { getBubbleMap } from '../../../src/services/bubble-map/get-bubble-map.ts'

test('where too many tokens wait to be scanned, the map is refused instead of judged without evidence', async () => {
  const ctx = {
    store: { memo: (_cache: string, _mint: string, draw: () => unknown) => draw(), peek: () => undefined },
    scans: { enter: async () => 'full', leave: () => assert.fail('it has no place to give back') },
    workers: { run: () => assert.fail('nothing is judged') },
  } as unknown as Context
  const refused = await getBubbleMap(ctx, 'So11111111111111111111111111111111111111112')
  assert(!refused.ok)
  assert.deepEqual([refused.code, refused.retryAfterSec], ['too_busy', 5])
})
