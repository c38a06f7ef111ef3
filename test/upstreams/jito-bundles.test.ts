import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock } from '../../src/runtime/clock.ts'
import { createJitoBundles, createJitoTipPrices } from '../../src/upstreams/jito-bundles.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function engineOver(answer: (request: { method: string; params: unknown[] }) => unknown, status = 200) {
  const server = await startLocalServer(({ body, url }, response) => {
    assert.equal(url, '/api/v1/bundles')
    const request = JSON.parse(body) as { id: number; method: string; params: unknown[] }
    sendJson(response, { jsonrpc: '2.0', id: request.id, ...(answer(request) as object) }, status)
  })
  servers.push(server)
  return { bundles: createJitoBundles(testClient(server.url).client, systemClock()), server }
}

test('bundles go out in base64, said so', async () => {
  const { bundles, server } = await engineOver(() => ({ result: 'ab' }))
  const sent = await bundles.sendBundle([Uint8Array.of(1, 2), Uint8Array.of(3)])
  assert.deepEqual(sent, { ok: true, value: 'ab' })
  assert.deepEqual(JSON.parse(server.seen[0]!.body).params, [['AQI=', 'Aw=='], { encoding: 'base64' }])
  await assert.rejects(bundles.sendBundle([]), /one to five/)
  await assert.rejects(bundles.sendBundle(Array.from({ length: 6 }, () => Uint8Array.of(1))), /one to five/)
})

test('unknown bundles are absent, whether the engine leaves them out, sends null or no list at all', async () => {
  for (const value of [[], [null, null], null]) {
    const { bundles } = await engineOver(() => ({ result: { context: { slot: 1 }, value } }))
    const landed = await bundles.bundleStatuses(['aa', 'bb'])
    assert.deepEqual(landed.ok && [...landed.value], [], JSON.stringify(value))
    const inflight = await bundles.inflightStatuses(['aa'])
    assert.deepEqual(inflight.ok && [...inflight.value], [])
  }
  const { bundles } = await engineOver(() => ({ result: null }))
  const landed = await bundles.bundleStatuses(['aa'])
  assert.deepEqual(landed.ok && [...landed.value], [])
})

test('what failed is reported in the words of the engine, success is null', async () => {
  const row = { bundle_id: 'aa', transactions: ['x'], slot: 5, confirmation_status: 'confirmed' }
  for (const [err, read] of [
    [{ Ok: null }, null],
    [null, null],
    [{ Err: 'InstructionError' }, 'InstructionError'],
  ]) {
    const { bundles } = await engineOver(() => ({ result: { value: [{ ...row, err }] } }))
    const landed = await bundles.bundleStatuses(['aa'])
    assert.deepEqual(landed.ok && landed.value.get('aa')?.err, read)
  }
})

test('an engine that is congested asks to slow down; what it refuses is refused', async () => {
  const congested = await engineOver(() => ({ error: { code: -32_097, message: 'Network congested' } }))
  const slow = await congested.bundles.sendBundle([Uint8Array.of(1)])
  assert.equal(slow.ok ? '' : slow.code, 'upstream_rate_limited')
  const refusing = await engineOver(() => ({ error: { code: -32_602, message: 'no tip' } }), 400)
  const refused = await refusing.bundles.sendBundle([Uint8Array.of(1)])
  assert.deepEqual([refused.ok ? '' : refused.code, refused.ok ? '' : refused.rpcCode], ['upstream_refused', -32_602])
})

test('answers of another shape are failures, never a landed bundle', async () => {
  for (const result of [5, { value: [{ bundle_id: 'aa', status: 'Landed?' }] }, { value: 'x' }]) {
    const { bundles } = await engineOver(() => ({ result }))
    for (const outcome of await Promise.all([bundles.bundleStatuses(['aa']), bundles.inflightStatuses(['aa'])]))
      assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed', JSON.stringify(result))
    const id = await bundles.sendBundle([Uint8Array.of(1)])
    assert.equal(id.ok ? '' : id.code, 'upstream_failed')
  }
})

test('recorded answers are read', { skip: noRecordings }, async () => {
  const resultOf = (name: string) => ({ result: recorded(`jito/${name}.json`).result })
  const { bundles } = await engineOver(({ method }) =>
    resultOf(method === 'sendBundle' ? 'sendTransaction_or_sendBundle' : method),
  )
  const [landedRow] = recorded('jito/getBundleStatuses.json').result.value
  const landed = await bundles.bundleStatuses([landedRow.bundle_id])
  assert.deepEqual(landed.ok && landed.value.get(landedRow.bundle_id), {
    bundleId: landedRow.bundle_id,
    signatures: landedRow.transactions,
    slot: landedRow.slot,
    confirmation: 'finalized',
    err: null,
  })
  const rows = recorded('jito/getInflightBundleStatuses.json').result.value as { bundle_id: string }[]
  const inflight = await bundles.inflightStatuses(rows.map(({ bundle_id }) => bundle_id))
  assert.deepEqual(
    inflight.ok && [...inflight.value.values()],
    rows.map(({ bundle_id }) => ({ bundleId: bundle_id, status: 'invalid', landedSlot: null })),
  )
  const accounts = await bundles.tipAccounts()
  assert.deepEqual(accounts.ok && accounts.value, recorded('jito/getTipAccounts.json').result)
  const sent = await bundles.sendBundle([Uint8Array.of(1)])
  assert.deepEqual(sent.ok && sent.value, recorded('jito/sendTransaction_or_sendBundle.json').result)
})

test('recorded tips are lamports', { skip: noRecordings }, async () => {
  const server = await startLocalServer(({ url }, response) => {
    assert.equal(url, '/api/v1/bundles/tip_floor')
    sendJson(response, recorded('jito/tip_floor.json'))
  })
  servers.push(server)
  const floor = await createJitoTipPrices(testClient(server.url).client).tipFloor()
  assert.deepEqual(floor.ok && floor.value, {
    p25: 6_001n,
    p50: 10_000n,
    p75: 36_197n,
    p95: 1_447_906n,
    p99: 10_007_999n,
    emaP50: 9_836n,
  })
})
