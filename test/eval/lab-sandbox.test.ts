import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type LabSandbox, openLabSandbox } from '../../eval/lab-sandbox.ts'
import { openCallCounter } from '../../eval/practices/count-calls.ts'

let lab: LabSandbox | null = null
after(() => lab?.close())

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await reply.json()) as { result?: unknown }).result
}

test('a lab answers like any node, gives its truth to its opener and is gone when closed', async () => {
  const opened = await openLabSandbox({ seed: 'opened', recipes: ['direct-bundle', 'organic'], launches: 2 })
  lab = opened
  const launched = opened.truth.tokens.filter(({ recipe }) => recipe !== undefined)
  assert.deepEqual(launched.map(({ recipe }) => recipe!.name).sort(), ['direct-bundle', 'organic'])
  for (const { mint, launchSlot } of launched) {
    assert(launchSlot !== null)
    const account = (await ask(opened.urls['rpc']!, 'getAccountInfo', [mint, { encoding: 'base64' }])) as {
      value: unknown
    }
    assert(account.value !== null)
    const block = (await ask(opened.urls['rpc']!, 'getBlock', [launchSlot, { maxSupportedTransactionVersion: 1 }])) as {
      transactions: unknown[]
    }
    assert(block.transactions.length >= 1)
  }
  assert(opened.truth.funding.every(({ lamports }) => typeof lamports === 'bigint'))
  assert(opened.figures.transactions > 100)
  await opened.close()
  await assert.rejects(fetch(opened.urls['rpc']!))
})

test('a recipe that no one knows is named in the refusal', async () => {
  await assert.rejects(
    openLabSandbox({ seed: 'unknown', recipes: ['no-such-recipe'], launches: 1 }),
    /no recipe "no-such-recipe"/,
  )
})

test('a lab that ends before its time fails the evaluation, and so does a call that its node left unanswered', async () => {
  const opened = await openLabSandbox({ seed: 'ended', recipes: ['organic'], launches: 1 })
  const counter = await openCallCounter(opened.urls['rpc']!)
  assert.equal(typeof (await ask(counter.url, 'getSlot', [])), 'number')
  assert.equal(counter.failure(), null)
  process.kill(opened.pid, 'SIGKILL')
  await assert.rejects(opened.ended(), /lab "ended" ended before its time \(SIGKILL\)/)
  await assert.rejects(ask(counter.url, 'getSlot', []))
  assert.match(counter.failure() ?? '', /^the node did not answer getSlot: fetch failed, /)
  await counter.close()
  await assert.rejects(opened.close(), /ended before its time/)
})
