import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findNodeProgram } from '../../../sandbox/evm-node/installed.ts'
import { createNodeCalls } from '../../../sandbox/evm-node/node-calls.ts'
import { EVM_NODE_INSTALL } from '../../../src/config/sandbox-evm.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

const skip = findNodeProgram() === null ? `the EVM node is not installed: ${EVM_NODE_INSTALL}` : false

type State = { readonly chain: string; readonly head: number; readonly paused: boolean; readonly maxForkDepth: number }
type Shown = State & { readonly url: string; readonly pools: readonly { readonly isTrap: boolean }[] }

let sandbox: StartedSandbox
before(async () => {
  if (skip === false) sandbox = await startSandbox({ SANDBOX_EVM: 'base' })
})
after(() => sandbox?.stop())

test('the sandbox plays the chains of SANDBOX_EVM, and its control port moves and forks them', { skip }, async () => {
  const { base, ethereum } = sandbox.urls
  assert.equal(ethereum, undefined)
  const { call } = createNodeCalls(base!)
  assert.equal(await call('eth_chainId'), '0x2105')
  const { chains } = await sandbox.control<{ chains: readonly Shown[] }>('GET', '/evm')
  assert.deepEqual(
    chains.map(({ chain, url }) => [chain, url]),
    [['base', base]],
  )
  assert(chains[0]!.pools.some(({ isTrap }) => isTrap) && chains[0]!.pools.some(({ isTrap }) => !isTrap))
  const { head, paused } = await sandbox.control<State>('POST', '/evm/base/pause')
  assert.equal(paused, true)
  const mined = await sandbox.control<State>('POST', '/evm/base/mine', { count: 3 })
  assert(mined.head >= head + 3)
  const blockAt = (back: number) => call('eth_getBlockByNumber', `0x${(mined.head - back).toString(16)}`, false)
  const hashes = async () =>
    (await Promise.all([0, 1, 2].map(blockAt))).map((block) => (block as { readonly hash: string }).hash)
  const before = await hashes()
  // No one trades in this sandbox: blocks that are forked differ all the same.
  assert.equal((await sandbox.control<State>('POST', '/evm/base/fork', { depth: 2 })).head, mined.head)
  const now = await hashes()
  assert.deepEqual(
    now.map((hash, at) => hash === before[at]),
    [false, false, true],
  )
})

test('commands that make no sense are refused', { skip }, async () => {
  await assert.rejects(sandbox.control('POST', '/evm/base/fork', { depth: 49 }), /400 .*from 1 to/)
  await assert.rejects(sandbox.control('POST', '/evm/base/mine', { count: 0 }), /400 .*from 1 to/)
  await assert.rejects(sandbox.control('POST', '/evm/ethereum/fork', {}), /404 .*\/evm\/base\/fork/)
  await assert.rejects(sandbox.control('POST', '/fork/evm', {}), /404/)
})
