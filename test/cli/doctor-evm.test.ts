import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEvmNode } from '../../sandbox/evm/start-node.ts'
import { askEvmNodes } from '../../src/cli/doctor-evm.ts'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { SILENT } from '../store/temp-store.ts'

const ask = (env: Readonly<Record<string, string>>) =>
  askEvmNodes({ clock: systemClock(), log: SILENT, metrics: createMetrics(), config: readConfig(env) })

test('each node of the chains beside Solana is asked: one that answers, one of another chain, one that is away', async (t) => {
  const ethereum = await startEvmNode({ chain: 'ethereum', seed: 'doctor' })
  const base = await startEvmNode({ chain: 'base', seed: 'doctor' })
  t.after(() => {
    ethereum.close()
    base.close()
  })
  ethereum.mine(3)
  base.mine(3)
  const head = ethereum.world.blocks().at(-1)!.number
  ethereum.finalize(head - 1)
  const findings = await ask({
    ETHEREUM_RPC_URLS: `${ethereum.url}, ${base.url}`,
    BASE_RPC_URLS: 'http://127.0.0.1:9',
  })
  assert.deepEqual(
    findings.map(({ name, state }) => [name, state]),
    [
      ['ethereum', 'live'],
      ['ethereum 2', 'degraded'],
      ['base', 'degraded'],
    ],
  )
  assert.equal(findings[0]!.why, `at block ${head}, final up to ${head - 1}`)
  assert.equal(findings[1]!.why, 'it is a node of chain 8453, and ethereum is 1')
})

test('without a node a chain is off, and the setting is named', async () => {
  assert.deepEqual(await ask({}), [
    { name: 'ethereum', state: 'off', why: 'set ETHEREUM_RPC_URLS to follow it' },
    { name: 'base', state: 'off', why: 'set BASE_RPC_URLS to follow it' },
  ])
})
