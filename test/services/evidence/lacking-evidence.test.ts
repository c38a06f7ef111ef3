import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../../src/context.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { hasGap } from '../../../src/services/evidence-bundle/has-gap.ts'
import { gatherDev } from '../../../src/services/forensics/gather-dev.ts'
import { getSellProof } from '../../../src/services/sell-proof/get-sell-proof.ts'
import { createHost } from '../../../src/svm/host.ts'
import type { ExecutionInput } from '../../../src/workers/tasks.ts'
import { accountNode } from '../../support/account-node.ts'
import { evidenceOf } from '../../support/bundle-of.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { trapToken } from '../sell-proof/trap-token.ts'

/** What is made of evidence that a failing node left incomplete lives no longer than it. */

const gapsOf = (...parts: string[]) => parts.map((part) => ({ part, reason: 'upstream_failed: resting' }))

test('a gap is found by the name of its part', () => {
  assert.equal(hasGap({ gaps: gapsOf('pools') }, 'mint', 'pools'), true)
  assert.equal(hasGap({ gaps: gapsOf('pools') }, 'mint'), false)
  assert.equal(hasGap({}, 'mint'), false)
})

test('a sell proof without the holders or pools that could not be read is soon made again', async () => {
  const token = trapToken()
  const host = createHost()
  const workers = { run: async (_: string, input: ExecutionInput) => ok(host.execute(input)) } as unknown
  const { ctx } = fakeContext({
    parts: { workers, chain: { rpc: accountNode(token.accounts).rpc } } as Partial<Context>,
  })
  const degraded = async (...parts: string[]) => {
    const proof = await getSellProof(ctx, { ...token.subject, gaps: gapsOf(...parts) })
    assert(proof.ok)
    return proof.cache?.degraded ?? false
  }
  for (const part of ['mint', 'pools', 'holders', 'launch']) assert.equal(await degraded(part), true, part)
  assert.equal(await degraded('tables', 'owners', 'funding'), false)
})

test('that no one knows a creator is soon asked again when the launch or its provider failed', async () => {
  const { signal } = new AbortController()
  const degraded = async (gaps: ReturnType<typeof gapsOf>, tokens: unknown = null) => {
    const parts = { chain: { rpc: {} }, upstreams: { ...NO_UPSTREAMS, tokens } } as unknown as Partial<Context>
    const dev = await gatherDev(fakeContext({ parts }).ctx, evidenceOf({ gaps }), signal)
    assert(dev.ok && dev.value === null)
    return dev.cache?.degraded ?? false
  }
  assert.equal(await degraded([]), false)
  assert.equal(await degraded(gapsOf('launch')), true)
  assert.equal(await degraded(gapsOf('history')), true)
  assert.equal(await degraded(gapsOf('tables')), false)
  const answer = (outcome: unknown) => ({ provider: 'facts', tokensByMints: async () => outcome })
  assert.equal(await degraded([], answer(ok(new Map()))), false)
  assert.equal(await degraded([], answer(fail('upstream_failed', 'down'))), true)
})
