import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberRefusals } from '../../../src/chain/solana/refused-methods.ts'
import { REFUSED_METHOD_MS } from '../../../src/config/upstream-limits.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import type { JsonRpc } from '../../../src/runtime/json-rpc.ts'

const LARGEST = { method: 'getTokenLargestAccounts', params: [] }
const SLOT = { method: 'getSlot', params: [] }
const OPTIONS = { timeoutMs: 1_000 }
const HASTY = fail('upstream_rate_limited', 'solanaRpc answered 429')

function node(answers: Readonly<Record<string, () => unknown>>) {
  const asked: string[] = []
  let nowMs = 0
  const call: JsonRpc['call'] = async ({ method }) => {
    asked.push(method)
    nowMs += 10
    return (await answers[method]!()) as never
  }
  const rpc = rememberRefusals({ call, callRows: call } as unknown as JsonRpc, { monotonicMs: () => nowMs })
  return {
    rpc,
    asked,
    push(ms: number) {
      nowMs += ms
    },
  }
}

test('a scan that is refused for haste while the node answers others is not waited for again for ten minutes', async () => {
  const { rpc, asked, push } = node({
    getTokenLargestAccounts: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return HASTY
    },
    getSlot: () => ok(1),
  })
  const first = rpc.call(LARGEST, OPTIONS)
  await rpc.call(SLOT, OPTIONS)
  assert.equal((await first).ok, false)
  const again = await rpc.call(LARGEST, OPTIONS)
  assert.deepEqual([again.ok, !again.ok && again.code], [false, 'upstream_refused'])
  assert.deepEqual(asked, ['getTokenLargestAccounts', 'getSlot'])
  push(REFUSED_METHOD_MS)
  await rpc.call(LARGEST, OPTIONS)
  assert.equal(asked.length, 3)
})

test('a limit on the whole address says nothing of the method, and other methods are never refused', async () => {
  const { rpc, asked } = node({ getTokenLargestAccounts: () => HASTY, getSlot: () => HASTY })
  for (const request of [LARGEST, SLOT, LARGEST, SLOT]) await rpc.call(request, OPTIONS)
  assert.equal(asked.length, 4)
})

test('a scan that the node does not have is asked for once', async () => {
  const gone = { ...fail('upstream_refused', 'refused'), rpcCode: -32601 }
  const { rpc, asked } = node({ getTokenLargestAccounts: () => gone })
  await rpc.call(LARGEST, OPTIONS)
  await rpc.call(LARGEST, OPTIONS)
  assert.equal(asked.length, 1)
})
