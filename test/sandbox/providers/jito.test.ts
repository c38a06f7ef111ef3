import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { createBlockEngine, type EngineMode } from '../../../sandbox/providers/block-engine.ts'
import { createJito } from '../../../sandbox/providers/jito.ts'
import { TIP_ACCOUNTS } from '../../../sandbox/world/tip-accounts.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createJitoBundles, createJitoTipPrices } from '../../../src/upstreams/jito-bundles.ts'
import { serveChain } from '../../support/serve-chain.ts'
import { pushedClock, testClient } from '../../support/test-client.ts'
import { ALICE, BOB, fund, openChain, SOL, sign } from '../chain/chain-fixture.ts'

const clock = pushedClock()
const chain = openChain()
for (const address of TIP_ACCOUNTS) fund(chain, address, SOL)
chain.advanceSlot()
const engine = createBlockEngine(chain, () => clock.nowMs())
const served = await serveChain(chain, [createJito({ chain, engine, nowMs: () => clock.nowMs() })])
const { client } = testClient(`${served.url}/jito`)
const bundles = createJitoBundles(client, systemClock())
after(async () => {
  await client.close()
  await served.close()
})

let payments = 0
/** A payment to Bob with a tip, unlike every other one. */
function paying({ tip = 10_000n, lamports = SOL, tipTo = TIP_ACCOUNTS[3] as string, from = ALICE } = {}) {
  return sign(
    chain,
    [
      make.setComputeUnitLimit(10_000 + ++payments),
      make.transferLamports({ from: from.address, to: BOB.address, lamports }),
      ...(tip === 0n ? [] : [make.transferLamports({ from: from.address, to: tipTo, lamports: tip })]),
    ],
    { payer: from },
  )
}

async function nextSlot(): Promise<void> {
  chain.advanceSlot()
  await new Promise((resolve) => setTimeout(resolve, 5))
}

async function statusOf(id: string) {
  const [inflight, landed] = await Promise.all([bundles.inflightStatuses([id]), bundles.bundleStatuses([id])])
  assert(inflight.ok && landed.ok)
  return { inflight: inflight.value.get(id)?.status, landed: landed.value.get(id) }
}

async function inMode(mode: EngineMode, work: () => Promise<void>): Promise<void> {
  engine.mode = mode
  try {
    await work()
  } finally {
    engine.mode = 'land'
  }
}

test('a bundle waits for the next slot and lands there; its id is the hash of its signatures', async () => {
  const [one, two] = [paying({ tip: 0n }), paying()]
  const sent = await bundles.sendBundle([one.wire, two.wire])
  assert(sent.ok)
  const signatures = [one, two].map(({ signature }) => signature)
  assert.equal(sent.value, createHash('sha256').update(signatures.join(',')).digest('hex'))
  assert.deepEqual(await statusOf(sent.value), { inflight: 'pending', landed: undefined })
  await nextSlot()
  const { inflight, landed } = await statusOf(sent.value)
  assert.equal(inflight, 'landed')
  const { slot } = chain.transaction(signatures[0]!)!
  assert.equal(chain.transaction(signatures[1]!)!.slot, slot)
  assert.deepEqual(landed, { bundleId: sent.value, signatures, slot, confirmation: 'processed', err: null })
  chain.advanceSlot()
  assert.equal((await statusOf(sent.value)).landed?.confirmation, 'confirmed')
})

test('all or none: a bundle whose last transaction fails leaves nothing', async () => {
  const good = paying({ tip: 0n })
  const bad = paying({ lamports: 10_000n * SOL })
  const sent = await bundles.sendBundle([good.wire, bad.wire])
  assert(sent.ok)
  await nextSlot()
  assert.deepEqual(await statusOf(sent.value), { inflight: 'failed', landed: undefined })
  assert.equal(chain.transaction(good.signature), undefined)
})

test('a tip under 1,000 lamports is none; 1,000 is enough', async () => {
  const [little, enough] = [paying({ tip: 999n }), paying({ tip: 1_000n })]
  const [refused, taken] = [await bundles.sendBundle([little.wire]), await bundles.sendBundle([enough.wire])]
  assert(refused.ok && taken.ok)
  await nextSlot()
  assert.equal((await statusOf(refused.value)).inflight, 'failed')
  assert.equal((await statusOf(taken.value)).inflight, 'landed')
})

test('bundles are refused: none, more than five, no tip account, twice the same, one that is on the chain', async () => {
  const refused = async (wires: readonly Uint8Array[]) => {
    const params = [wires.map((wire) => Buffer.from(wire).toString('base64')), { encoding: 'base64' }]
    const reply = await fetch(`${served.url}/jito/api/v1/bundles`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'sendBundle', params }),
    })
    const { error, id } = (await reply.json()) as { error: { code: number; message: string }; id: number }
    assert.deepEqual([reply.status, error.code, id], [400, -32_602, 7])
    return error.message
  }
  const one = paying()
  assert.match(await refused([]), /at least one/)
  assert.match(await refused(Array.from({ length: 6 }, () => paying().wire)), /max: 5/)
  assert.match(await refused([paying({ tip: 0n }).wire]), /write lock at least one tip account/)
  assert.match(await refused([one.wire, one.wire]), /duplicate/)
  assert.match(await refused([Uint8Array.of(1, 2, 3)]), /could not be decoded/)
  const forged = Uint8Array.from(paying().wire)
  forged[5] = forged[5]! ^ 1
  assert.match(await refused([forged]), /invalid signature/)
  assert(chain.send(one.wire).ok)
  assert.match(await refused([one.wire]), /already processed/)
})

test('in the auction the higher tip runs first', async () => {
  const [low, high] = [paying({ tip: 2_000n }), paying({ tip: 50_000n })]
  for (const { wire } of [low, high]) assert((await bundles.sendBundle([wire])).ok)
  await nextSlot()
  assert(chain.transaction(high.signature)!.indexInBlock < chain.transaction(low.signature)!.indexInBlock)
})

test('unknown bundles: left out of the statuses, Invalid among those on their way', async () => {
  const id = 'ab'.repeat(32)
  const reply = await fetch(`${served.url}/jito/api/v1/getBundleStatuses`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBundleStatuses', params: [[id]] }),
  })
  const { result } = (await reply.json()) as { result: { context: object; value: unknown[] } }
  assert.deepEqual(result, { context: { slot: chain.slot() }, value: [] })
  assert.deepEqual(await statusOf(id), { inflight: 'invalid', landed: undefined })
})

test('the engine looks back 300 slots for landed bundles and five minutes for those on their way', async () => {
  const sent = await bundles.sendBundle([paying().wire])
  assert(sent.ok)
  await nextSlot()
  assert.equal((await statusOf(sent.value)).inflight, 'landed')
  for (let slots = 0; slots < 301; slots++) chain.advanceSlot()
  assert.deepEqual(await statusOf(sent.value), { inflight: 'landed', landed: undefined })
  clock.push(5 * 60_000 + 1)
  assert.equal((await statusOf(sent.value)).inflight, 'invalid')
})

test('more ids than the engine takes at once are asked for in turns', async () => {
  const ids: string[] = []
  for (let made = 0; made < 12; made++) {
    const sent = await bundles.sendBundle([paying({ tip: 1_000n + BigInt(made) }).wire])
    assert(sent.ok)
    ids.push(sent.value)
  }
  await nextSlot()
  const landed = await bundles.bundleStatuses(ids)
  assert.deepEqual(landed.ok && [...landed.value.keys()], ids)
})

test('held bundles wait until their blockhash dies; dropped ones fail; lost ones are unknown', async () => {
  await inMode('hold', async () => {
    const held = await bundles.sendBundle([paying().wire])
    assert(held.ok)
    await nextSlot()
    assert.equal((await statusOf(held.value)).inflight, 'pending')
    for (let slots = 0; slots < 151; slots++) chain.advanceSlot()
    await nextSlot()
    assert.equal((await statusOf(held.value)).inflight, 'failed')
  })
  await inMode('drop', async () => {
    const dropped = await bundles.sendBundle([paying().wire])
    assert(dropped.ok)
    assert.equal((await statusOf(dropped.value)).inflight, 'failed')
  })
  await inMode('lose', async () => {
    const lost = await bundles.sendBundle([paying().wire])
    assert(lost.ok)
    await nextSlot()
    assert.equal((await statusOf(lost.value)).inflight, 'invalid')
  })
})

test('a leaked bundle fails and its transactions land without it', async () => {
  const leaked = paying()
  await inMode('leak', async () => {
    const sent = await bundles.sendBundle([leaked.wire])
    assert(sent.ok)
    await nextSlot()
    assert.deepEqual(await statusOf(sent.value), { inflight: 'failed', landed: undefined })
  })
  assert.equal(chain.transaction(leaked.signature)?.err, null)
})

test('sendTransaction passes on; with bundleOnly it is a bundle of one and the header names it', async () => {
  const send = (query: string, wire: Uint8Array) =>
    fetch(`${served.url}/jito/api/v1/transactions${query}`, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [Buffer.from(wire).toString('base64'), { encoding: 'base64' }],
      }),
    })
  const plain = paying({ tip: 0n })
  const passed = await send('', plain.wire)
  assert.deepEqual(
    [passed.headers.get('x-bundle-id'), ((await passed.json()) as { result: string }).result],
    [null, plain.signature],
  )
  assert(chain.transaction(plain.signature))
  const alone = paying()
  const bundled = await send('?bundleOnly=true', alone.wire)
  const id = bundled.headers.get('x-bundle-id')!
  assert.equal(((await bundled.json()) as { result: string }).result, alone.signature)
  await nextSlot()
  assert.equal((await statusOf(id)).inflight, 'landed')
})

test('the eight tip accounts, and what landed bundles paid', async () => {
  const accounts = await bundles.tipAccounts()
  assert.deepEqual(accounts.ok && [...accounts.value].sort(), [...TIP_ACCOUNTS].sort())
  const floor = await createJitoTipPrices(client).tipFloor()
  assert(floor.ok)
  const { p25, p50, p75, p95, p99 } = floor.value
  assert(p25 >= 1_000n && p25 <= p50 && p50 <= p75 && p75 <= p95 && p95 <= p99 && p99 === 50_000n)
})
