import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatExecution } from '../../src/cli/repeat-execution.ts'
import type { Context } from '../../src/context.ts'
import { ok } from '../../src/contract/outcome.ts'
import type { SellProof } from '../../src/services/evidence-bundle/sell-proof.ts'
import { gatherSellProof } from '../../src/services/sell-proof/gather-sell-proof.ts'
import { createHost } from '../../src/svm/host.ts'
import type { ExecutionInput } from '../../src/workers/tasks.ts'
import { trapToken } from '../services/sell-proof/trap-token.ts'
import { accountNode } from '../support/account-node.ts'
import { fakeContext } from '../support/fake-context.ts'
import { transferFee } from '../support/mint-bytes.ts'

async function recordedProof(): Promise<SellProof> {
  const token = trapToken({ extensions: [transferFee({ epoch: 0, bps: 300 })] })
  const host = createHost()
  const workers = { run: async (_: string, input: ExecutionInput) => ok(host.execute(input)) } as unknown
  const chain = { rpc: accountNode(token.accounts).rpc }
  const { ctx } = fakeContext({ parts: { workers, chain } as Partial<Context> })
  const proof = await gatherSellProof(ctx, token.subject)
  assert(proof.ok)
  return proof.value
}
const bundleOf = (proof: SellProof | null) => Buffer.from(JSON.stringify({ sellProof: { value: proof } }))

test('a recorded proof is executed again, a changed case shows, and what was not kept is not claimed', async (t) => {
  t.mock.method(console, 'error', () => {})
  const proof = await recordedProof()
  assert.equal(await repeatExecution(bundleOf(proof)), true)
  const [first, ...rest] = proof.cases
  const changed = { ...proof, cases: [{ ...first!, computeUnits: first!.computeUnits + 1 }, ...rest] }
  assert.equal(await repeatExecution(bundleOf(changed)), false)
  assert.equal(await repeatExecution(bundleOf({ ...proof, isReExecutable: false })), null)
  assert.equal(await repeatExecution(bundleOf(null)), null)
})
