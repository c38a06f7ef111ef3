import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordSolPrice } from '../../../src/jobs/record-sol-price.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { readChainSolPriceUsd } from '../../support/read-chain.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/market/sol-price'
const success = successOf(`GET ${PATH}`)
const MINUTE_MS = 60_000
let sandbox: StartedSandbox
let server: OpenServer

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

test('live while nothing is stored: what the SOL pool on chain says', async () => {
  const { price, source, recordedAt, generatedAt } = success(await server.get(PATH))
  const onChain = await readChainSolPriceUsd(sandbox.urls['rpc']!)
  assert(Math.abs(price / onChain - 1) < 1e-6)
  assert.equal(source, 'jupiter')
  assert(recordedAt <= generatedAt)
})

test('a row the job stored serves for ten minutes, then it is asked live again', async () => {
  assert((await recordSolPrice(server.ctx)).ok)
  const row = server.ctx.store.solPrices.latest()!
  server.clock.push(31_000)
  const first = success(await server.get(PATH))
  assert.deepEqual([first.price, first.source, first.recordedAt], [row.priceUsd, 'db', row.tMs])
  server.clock.push(20_000)
  assert.equal(success(await server.get(PATH)).generatedAt, first.generatedAt, 'kept for half a minute')
  server.clock.push(9 * MINUTE_MS - 1_000)
  assert.equal(success(await server.get(PATH)).source, 'db')
  server.clock.push(25_000)
  const later = success(await server.get(PATH))
  assert.equal(later.source, 'jupiter', 'the row is older than ten minutes')
  assert(later.recordedAt > row.tMs)
})

test('without any source it is exactly 120, and nothing of it is stored', async () => {
  const alone = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    const { price, source } = success(await alone.get(PATH))
    assert.deepEqual([price, source], [120, 'fallback'])
    assert((await recordSolPrice(alone.ctx)).ok)
    assert.equal(alone.ctx.store.solPrices.latest(), undefined)
  } finally {
    await alone.stop()
  }
})
