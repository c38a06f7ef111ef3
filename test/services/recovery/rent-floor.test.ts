import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { SAID_ONCE_TTL_MS } from '../../../src/config/cache-ttls.ts'
import { ok } from '../../../src/contract/outcome.ts'
import { rentFloor } from '../../../src/services/recovery/rent-floor.ts'
import { fakeContext } from '../../support/fake-context.ts'

test('a rent that a node said once is soon asked again, one that it said twice in a row is kept', async () => {
  const { ctx, clock } = fakeContext({ store: { worldVersion: () => 1 } })
  const [LIE, TRUTH] = [1, 650_240]
  let says = LIE
  let asked = 0
  const rpc = {
    async callMany() {
      asked++
      return [ok(says)]
    },
  } as unknown as SolanaRpc
  const floor = async () => {
    const read = await rentFloor(ctx, rpc)
    return read.ok ? Number(read.value) : read.message
  }
  assert.equal(await floor(), LIE)
  says = TRUTH
  assert.equal(await floor(), LIE)
  await clock.advance(SAID_ONCE_TTL_MS)
  assert.equal(await floor(), TRUTH)
  await clock.advance(SAID_ONCE_TTL_MS)
  assert.equal(await floor(), TRUTH)
  assert.equal(asked, 3)
  await clock.advance(30 * 60_000)
  assert.equal(await floor(), TRUTH)
  assert.equal(asked, 3)
})
