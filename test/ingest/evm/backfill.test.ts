// second run: waits for a follower to read blocks of a node in this process

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvmNode } from '../../../sandbox/evm/start-node.ts'
import { openServer } from '../../support/open-server.ts'
import { until } from '../../support/until.ts'

test('a new tape begins as many blocks before the head as the setting says', async (t) => {
  const startSec = Math.floor(Date.now() / 1_000) - 60
  const node = await startEvmNode({ chain: 'base', seed: 'backfill', swapsPerBlock: 2, startSec })
  t.after(() => node.close())
  node.mine(20)
  const head = node.world.blocks().at(-1)!.number
  const env = { MINTGLASS_MODE: 'live', BASE_RPC_URLS: node.url, BASE_BACKFILL_BLOCKS: '7' }
  const server = await openServer(env, { follows: true })
  t.after(() => server.stop())
  const { tape } = server.ctx.store
  const covered = () => {
    tape.refresh()
    return tape.coverage('base')
  }
  await until(
    () => covered()?.toSlot === head,
    () => `the tape has ${JSON.stringify(covered())}`,
  )
  assert.equal(covered()?.fromSlot, head - 7)
})
