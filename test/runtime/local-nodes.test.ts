import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/env.ts'
import { localNodesOf } from '../../src/runtime/local-nodes.ts'
import { pointAtSandbox } from '../../src/runtime/sandbox-link.ts'

const OFFERED = { rpc: 'http://127.0.0.1:1', base: 'http://127.0.0.1:2', baseWs: 'ws://127.0.0.1:2' }
const configOf = (env: Readonly<Record<string, string>>) => readConfig({ MINTGLASS_MODE: 'sandbox', ...env })

test('of the configured nodes of a chain a sandbox takes those on this machine', () => {
  const urls = 'https://node.example/key, http://localhost:8545, http://[::1]:8546'
  const both = configOf({ BASE_RPC_URLS: urls, BASE_WS_URL: 'wss://node.example/key' })
  assert.deepEqual(localNodesOf(both, 'base'), {
    ...{ urls: ['http://localhost:8545', 'http://[::1]:8546'], wsUrl: null, backfillSlots: 0 },
  })
  assert.equal(localNodesOf(both, 'ethereum'), null)
  assert.equal(localNodesOf(configOf({ BASE_RPC_URLS: 'https://node.example/key' }), 'base'), null)
})

test('a server in a sandbox follows the chain that the sandbox plays, unless a node of it is on this machine', () => {
  const { evm } = pointAtSandbox(configOf({}), OFFERED)
  assert.deepEqual([evm.base?.urls, evm.base?.wsUrl, evm.ethereum], [[OFFERED.base], OFFERED.baseWs, null])
  const own = configOf({ BASE_RPC_URLS: 'http://127.0.0.1:8545' })
  assert.deepEqual(pointAtSandbox(own, OFFERED).evm.base?.urls, ['http://127.0.0.1:8545'])
  const afar = configOf({ BASE_RPC_URLS: 'https://node.example/key' })
  assert.deepEqual(pointAtSandbox(afar, OFFERED).evm.base?.urls, [OFFERED.base])
})

test('SANDBOX_EVM names chains, none of them, or is refused', () => {
  assert.deepEqual(configOf({}).sandbox.evm, { chains: ['ethereum', 'base'], blockMs: null })
  assert.deepEqual(configOf({ SANDBOX_EVM: 'base', SANDBOX_EVM_BLOCK_MS: '1000' }).sandbox.evm, {
    ...{ chains: ['base'], blockMs: 1_000 },
  })
  assert.deepEqual(configOf({ SANDBOX_EVM: 'none' }).sandbox.evm.chains, [])
  assert.throws(() => configOf({ SANDBOX_EVM: 'base,solana' }), /SANDBOX_EVM: solana is none of ethereum, base, none/)
})
