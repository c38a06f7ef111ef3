import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createJupiterDca, createJupiterLimitOrders } from '../../src/upstreams/jupiter-orders.ts'
import type { DcaPosition, LimitOrder } from '../../src/upstreams/swap-capabilities.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { noRecordings, recorded, recordedText } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { testClient } from '../support/test-client.ts'

const servers: LocalServer[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function ordersOver(text: string, status = 200) {
  const server = await startLocalServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  servers.push(server)
  const { client } = testClient(server.url)
  return { limit: createJupiterLimitOrders(client), dca: createJupiterDca(client), server }
}

const PAGE = { wallet: 'wallet', status: 'active', page: 3 } as const
const TRANSACTION = JSON.stringify({ requestId: 'r', transaction: 'AQ==' })

for (const path of recordedOf('jupiterLimitOrders')) {
  test(`${path}: every order, in base units, with its fills`, { skip: noRecordings }, async () => {
    const reply = recorded(path)
    const { limit } = await ordersOver(recordedText(path))
    const listed = await limit.list({ ...PAGE, wallet: reply.user })
    assert(listed.ok, JSON.stringify(listed))
    assert.deepEqual([listed.value.page, listed.value.totalPages], [reply.page, reply.totalPages])
    assert.equal(listed.value.rows.length, reply.orders.length)
    for (const [at, row] of reply.orders.entries()) {
      const order: LimitOrder = listed.value.rows[at]!
      assert.deepEqual(order, {
        key: row.orderKey,
        wallet: row.userPubkey,
        inputMint: row.inputMint,
        outputMint: row.outputMint,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        openSignature: row.openTx,
        closeSignature: row.closeTx || null,
        makingRaw: String(row.rawMakingAmount),
        takingRaw: String(row.rawTakingAmount),
        remainingMakingRaw: String(row.rawRemainingMakingAmount),
        remainingTakingRaw: String(row.rawRemainingTakingAmount),
        slippageBps: row.slippageBps === undefined ? null : Number(row.slippageBps),
        expiredAt: row.expiredAt,
        status: row.status,
        fills: row.trades.map((trade: Record<string, unknown>) => ({
          signature: trade['txId'],
          inputRaw: String(trade['rawInputAmount']),
          outputRaw: String(trade['rawOutputAmount']),
          feeMint: trade['feeMint'],
          feeRaw: String(trade['rawFeeAmount']),
          confirmedAt: trade['confirmedAt'],
        })),
      })
    }
  })
}

for (const path of recordedOf('jupiterDcaOrders')) {
  test(`${path}: every position, in base units, with its cycles`, { skip: noRecordings }, async () => {
    const reply = recorded(path)
    const { dca } = await ordersOver(recordedText(path))
    const listed = await dca.list({ ...PAGE, wallet: reply.user })
    assert(listed.ok, JSON.stringify(listed))
    assert.equal(listed.value.rows.length, reply.time.length)
    for (const [at, row] of reply.time.entries()) {
      const position: DcaPosition = listed.value.rows[at]!
      assert.deepEqual(
        [position.key, position.wallet, position.inputMint, position.outputMint],
        [row.orderKey, row.userPubkey ?? reply.user, row.inputMint, row.outputMint],
      )
      assert.deepEqual(
        [position.depositedRaw, position.usedRaw, position.receivedRaw, position.receivedWithdrawnRaw],
        [row.rawInDeposited, row.rawInUsed, row.rawOutReceived, row.rawOutWithdrawn].map(String),
      )
      assert.equal(position.fills.length, row.trades.length)
    }
  })
}

for (const path of recordedOf('jupiterOrderTransactions')) {
  test(`${path} is read as a transaction`, { skip: noRecordings }, async () => {
    const reply = recorded(path)
    const { limit, dca } = await ordersOver(recordedText(path))
    const told = { requestId: reply.requestId, transaction: reply.transaction }
    const limitCreated = await limit.create({
      inputMint: 'a',
      outputMint: 'b',
      maker: 'm',
      payer: undefined,
      makingRaw: 1n,
      takingRaw: 1n,
    })
    assert.deepEqual(limitCreated, { ok: true, value: { ...told, order: reply.order ?? null } })
    const closed = await dca.close({ position: 'p', user: 'u' })
    assert(closed.ok)
    assert.equal(closed.value.transaction, told.transaction)
  })
}

for (const path of recordedOf('jupiterOrderErrors')) {
  test(`${path}: the minimum worth of an order is reported in our words`, { skip: noRecordings }, async () => {
    const { dca } = await ordersOver(recordedText(path), 400)
    const outcome = await dca.close({ position: 'p', user: 'u' })
    assert(!outcome.ok)
    const least = path.includes('trigger') ? '5 USD' : '100.00 USDC'
    assert.deepEqual(
      [outcome.code, outcome.message],
      ['upstream_refused', `testProvider answered 400: an order must be worth at least ${least}`],
    )
  })
}

test('nothing else of a refusal is passed on', async () => {
  for (const text of ['{"error":"secret","cause":"key abc at least 5 EUR"}', '[]', 'null', '"x"']) {
    const { limit } = await ordersOver(text, 400)
    const outcome = await limit.list(PAGE)
    assert.deepEqual(outcome, { ok: false, code: 'upstream_refused', message: 'testProvider answered 400' })
  }
})

test('orders go out with amounts as text, DCA with integers, all digits there', async () => {
  const { limit, dca, server } = await ordersOver(TRANSACTION)
  const raw = 18_446_744_073_709_551_615n
  const pair = { inputMint: 'a', outputMint: 'b' }
  await limit.create({ ...pair, maker: 'm', payer: undefined, makingRaw: raw, takingRaw: 2n })
  await limit.create({ ...pair, maker: 'm', payer: 'p', makingRaw: 1n, takingRaw: 2n })
  await limit.cancel({ order: 'o', maker: 'm' })
  await dca.create({ ...pair, user: 'u', inputRaw: raw, cycles: 2n, cycleSecs: 60n })
  await dca.close({ position: 'd', user: 'u' })
  assert.deepEqual(
    server.seen.map(({ url }) => url),
    [
      '/trigger/v1/createOrder',
      '/trigger/v1/createOrder',
      '/trigger/v1/cancelOrder',
      '/recurring/v1/createOrder',
      '/recurring/v1/cancelOrder',
    ],
  )
  const bodies = server.seen.map(({ body }) => body)
  assert.deepEqual(JSON.parse(bodies[0]!), {
    ...pair,
    maker: 'm',
    payer: 'm',
    params: { makingAmount: '18446744073709551615', takingAmount: '2' },
    computeUnitPrice: 'auto',
    wrapAndUnwrapSol: true,
  })
  assert.equal(JSON.parse(bodies[1]!).payer, 'p')
  assert.deepEqual(JSON.parse(bodies[2]!), { maker: 'm', order: 'o', computeUnitPrice: 'auto' })
  assert.equal(
    bodies[3],
    '{"user":"u","inputMint":"a","outputMint":"b","params":{"time":{"inAmount":18446744073709551615,"numberOfOrders":2,"interval":60,"minPrice":null,"maxPrice":null,"startAt":null}}}',
  )
  assert.deepEqual(JSON.parse(bodies[4]!), { user: 'u', order: 'd', recurringType: 'time' })
})

test('lists are asked for page by page', async () => {
  const { limit, server } = await ordersOver('{"user":"wallet","orders":[],"hasMoreData":true}')
  const listed = await limit.list(PAGE)
  assert.deepEqual(listed, { ok: true, value: { rows: [], page: 3, totalPages: 4 } })
  const dca = await ordersOver('{"user":"wallet","time":[],"page":"1","totalPages":"2"}')
  assert.deepEqual(await dca.dca.list({ ...PAGE, status: 'history' }), {
    ok: true,
    value: { rows: [], page: 1, totalPages: 2 },
  })
  assert.deepEqual(
    [server.seen[0]!.url, dca.server.seen[0]!.url],
    [
      '/trigger/v1/getTriggerOrders?user=wallet&orderStatus=active&page=3&includeFailedTx=false',
      '/recurring/v1/getRecurringOrders?user=wallet&orderStatus=history&page=3&includeFailedTx=false&recurringType=time',
    ],
  )
})

const SOL = 'So11111111111111111111111111111111111111112'
const OTHER = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const ROW = {
  userPubkey: SOL,
  orderKey: SOL,
  inputMint: SOL,
  outputMint: SOL,
  createdAt: '2024-01-01T00:00:00Z',
  rawMakingAmount: '18446744073709551615',
  rawTakingAmount: 9_007_199_254_740_991,
  rawRemainingMakingAmount: '0',
  rawRemainingTakingAmount: '0',
  status: 'Open',
}

test('an order of another shape fails the list: one that is left out would look as if it were gone', async () => {
  const list = async (rows: readonly object[]) =>
    (await ordersOver(JSON.stringify({ user: SOL, orders: rows }))).limit.list({ ...PAGE, wallet: SOL })
  const good = await list([ROW])
  assert(good.ok)
  assert.deepEqual(
    [good.value.rows[0]!.makingRaw, good.value.rows[0]!.takingRaw, good.value.rows[0]!.slippageBps],
    ['18446744073709551615', '9007199254740991', null],
  )
  for (const broken of [
    { ...ROW, orderKey: 5 },
    { ...ROW, rawMakingAmount: '1.5' },
    { ...ROW, rawTakingAmount: 1.5 },
    { ...ROW, rawTakingAmount: -5 },
    { ...ROW, trades: [{}] },
    // What no chain holds, another wallet's, and what is no address.
    { ...ROW, rawMakingAmount: '18446744073709551616' },
    { ...ROW, userPubkey: OTHER },
    { ...ROW, orderKey: 'k' },
    { ...ROW, inputMint: `${SOL}11` },
  ]) {
    const listed = await list([ROW, broken])
    assert.equal(listed.ok ? '' : listed.code, 'upstream_failed', JSON.stringify(broken))
  }
})

test('times of an order that have not been, or are no times, are null; only its end may be to come', async () => {
  const times = { createdAt: '2999-01-01T00:00:00Z', updatedAt: 'soon', expiredAt: '2999-01-01T00:00:00Z' }
  const body = JSON.stringify({
    user: SOL,
    orders: [
      { ...ROW, ...times },
      { ...ROW, expiredAt: '0001-01-01' },
    ],
  })
  const listed = await (await ordersOver(body)).limit.list({ ...PAGE, wallet: SOL })
  assert(listed.ok)
  assert.deepEqual(
    listed.value.rows.map(({ createdAt, updatedAt, expiredAt }) => [createdAt, updatedAt, expiredAt]),
    [
      [null, null, '2999-01-01T00:00:00Z'],
      ['2024-01-01T00:00:00Z', null, null],
    ],
  )
})

test('positions of another wallet are dropped, whether the row or the page names it', async () => {
  const row = {
    ...ROW,
    rawInDeposited: '5',
    rawInWithdrawn: '0',
    rawInUsed: '0',
    rawOutReceived: '0',
    rawOutWithdrawn: '0',
  }
  const { userPubkey: _, ...bare } = row
  const list = async (user: string, one: object) =>
    (await ordersOver(JSON.stringify({ user, time: [one] }))).dca.list({ ...PAGE, wallet: SOL })
  for (const listed of [await list(SOL, row), await list(SOL, bare)]) assert(listed.ok)
  for (const listed of [await list(SOL, { ...row, userPubkey: OTHER }), await list(OTHER, bare)])
    assert.equal(listed.ok ? '' : listed.code, 'upstream_failed')
})
