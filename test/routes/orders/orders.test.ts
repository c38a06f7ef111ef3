import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseWritten, type WrittenNumber } from '../../../src/contract/exact-amount.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { noRecordings, recorded, recordedText } from '../../support/recorded.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type AggregatorLab, BAD_ANSWERS, openAggregatorLab, SECRET } from '../swap/aggregator.ts'
import { SOL, USDC } from '../trading/trading-server.ts'
import { orderOf, orderWire, positionOf } from './order-wires.ts'

const LIMIT = '/api/v2/orders/limit'
const DCA = '/api/v2/orders/dca'
const limitCreate = successOf(`POST ${LIMIT}/create`)
const limitCancel = successOf(`POST ${LIMIT}/cancel`)
const limitList = successOf(`GET ${LIMIT}`)
const limitHistory = successOf(`GET ${LIMIT}/history`)
const dcaCreate = successOf(`POST ${DCA}/create`)
const dcaClose = successOf(`POST ${DCA}/close`)
const dcaList = successOf(`GET ${DCA}`)

const [WALLET, OTHER, KEY] = [strangerAddress(1), strangerAddress(2), orderOf(strangerAddress(1))] as const
const PAIR = { inputMint: SOL, outputMint: USDC }
const LIMIT_BODY = { ...PAIR, makingAmount: 1_000_000, takingAmount: '2000000', maker: WALLET }
const DCA_BODY = { ...PAIR, inAmount: 1_000_000, cycleSecondsApart: 60, numberOfCycles: 2, user: WALLET }

const built = (path: string, body: string): string => orderWire(path, body, { wallet: WALLET, blockhash: OTHER })
/** What the aggregator builds for LIMIT_BODY and DCA_BODY. */
const OPENS_ORDER = built(
  '/trigger/v1/createOrder',
  JSON.stringify({ ...PAIR, maker: WALLET, params: { makingAmount: '1000000', takingAmount: '2000000' } }),
)
const OPENS_POSITION = built(
  '/recurring/v1/createOrder',
  JSON.stringify({ ...PAIR, user: WALLET, params: { time: { inAmount: 1_000_000, numberOfOrders: 2, interval: 60 } } }),
)

let lab: AggregatorLab
before(async () => {
  lab = await openAggregatorLab()
})
after(() => lab?.stop())

const answerWith = (body: unknown) => lab.answer(() => ({ body }))
const lastBody = () => JSON.parse(lab.seen.at(-1)!.body)
/** An aggregator that builds whatever it is asked for. */
const builds = () => lab.answer(({ url, body }) => ({ body: { requestId: 'r1', transaction: built(url, body) } }))

test('a limit order: its account and the transaction that opens it', async () => {
  builds()
  const created = limitCreate(await lab.post(`${LIMIT}/create`, LIMIT_BODY))
  assert.deepEqual(created, { success: true, order: KEY, tx: OPENS_ORDER, requestId: 'r1' })
  assert.equal(lab.seen[0]!.url, '/trigger/v1/createOrder')
  assert.deepEqual(lastBody(), {
    ...PAIR,
    maker: WALLET,
    payer: WALLET,
    params: { makingAmount: '1000000', takingAmount: '2000000' },
    computeUnitPrice: 'auto',
    wrapAndUnwrapSol: true,
  })
})

test('an order that the aggregator does not name is read off its transaction', async () => {
  answerWith({ requestId: 'r1', transaction: OPENS_ORDER })
  assert.equal(limitCreate(await lab.post(`${LIMIT}/create`, LIMIT_BODY)).order, KEY)
  answerWith({ requestId: 'r1', transaction: OPENS_POSITION })
  assertFails(await lab.post(`${LIMIT}/create`, LIMIT_BODY), 502, /^jupiter built no transaction/)
})

test('the recorded transactions name their accounts', { skip: noRecordings }, async () => {
  // As they were asked for.
  const maker = 'REFER4ZgmyYx9c6He5XfaTMiGfdLwRnkV4RPp9t9iF3'
  const pair = { inputMint: USDC, outputMint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN' }
  const trigger = recorded('jupiter/post_trigger_create_order.json')
  answerWith({ requestId: 'r1', transaction: trigger.transaction })
  const limit = { ...pair, makingAmount: 10_000_000, takingAmount: 10_000_000, maker }
  assert.equal(limitCreate(await lab.post(`${LIMIT}/create`, limit)).order, trigger.order)
  for (const other of [{ makingAmount: 9_999_999 }, { takingAmount: 10_000_001 }, { inputMint: SOL }])
    assertFails(await lab.post(`${LIMIT}/create`, { ...limit, ...other }), 422, /: call, /)
  assertFails(await lab.post(`${LIMIT}/create`, { ...limit, maker: WALLET }), 422, /: fee_payer, /)

  answerWith(recordedText('jupiter/post_recurring_create_order_time.json'))
  const dca = { ...pair, inAmount: 110_000_000, numberOfCycles: 10, cycleSecondsApart: 3_600, user: maker }
  const created = dcaCreate(await lab.post(`${DCA}/create`, dca))
  assert.equal(created.tx, recorded('jupiter/post_recurring_create_order_time.json').transaction)
  assert.match(created.dca, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  for (const other of [{ inAmount: 110_000_001 }, { numberOfCycles: 11 }, { cycleSecondsApart: 60 }])
    assertFails(await lab.post(`${DCA}/create`, { ...dca, ...other }), 422, /: call, /)

  const cancelled = recorded('jupiter/post_trigger_cancel_order.json')
  answerWith({ requestId: 'r1', transaction: cancelled.transaction })
  const own = {
    order: '6oPnzS5QGorUTrGq8B14bdizBDCHb2z73JWeqCjzinoj',
    maker: 'G96b5mAiKrrDXwsXtnVBh2Gse3HeCwjpAPeJjjAnHANF',
  }
  assert.equal(limitCancel(await lab.post(`${LIMIT}/cancel`, own)).tx, cancelled.transaction)
  assertFails(await lab.post(`${LIMIT}/cancel`, { ...own, order: KEY }), 422, /: call, /)
})

test('who pays for a limit order is handed on as it is', async () => {
  for (const payer of [OTHER, 'anybody', 5, { a: 1.5 }, false]) {
    builds()
    limitCreate(await lab.post(`${LIMIT}/create`, { ...LIMIT_BODY, payer }))
    assert.deepEqual(lastBody().payer, payer)
  }
  limitCreate(await lab.post(`${LIMIT}/create`, { ...LIMIT_BODY, payer: null }))
  assert.equal(lastBody().payer, WALLET)
})

test('both mints of an order are required, and addresses', async () => {
  builds()
  for (const path of [`${LIMIT}/create`, `${DCA}/create`])
    for (const pair of [
      { inputMint: undefined },
      { outputMint: null },
      { inputMint: '' },
      { outputMint: 'USDC' },
      { inputMint: 5 },
      { outputMint: [USDC] },
    ])
      assertFails(await lab.post(path, { ...LIMIT_BODY, ...DCA_BODY, ...pair }), 400, 'inputMint, outputMint required')
  for (const body of [undefined, '', 'null', '[]', '"x"', '5'])
    assertFails(await lab.server.send('POST', `${LIMIT}/create`, { body }), 400, 'inputMint, outputMint required')
  assert.equal(lab.seen.length, 0)
})

const NO_WHOLE_NUMBERS = [
  undefined,
  null,
  '',
  'x',
  'NaN',
  -1,
  0,
  1.5,
  '1.5',
  [],
  {},
  true,
  1e300,
  '18446744073709551616',
]

test('both amounts of a limit order are required, whole base units', async () => {
  builds()
  for (const bad of NO_WHOLE_NUMBERS)
    for (const name of ['makingAmount', 'takingAmount'])
      assertFails(
        await lab.post(`${LIMIT}/create`, { ...LIMIT_BODY, [name]: bad }),
        400,
        bad == null ? `${name} is required` : `${name}: expected an integer from 1 to 18446744073709551615`,
      )
  assert.equal(lab.seen.length, 0)
  const wide = `{"inputMint":"${SOL}","outputMint":"${USDC}","maker":"${WALLET}","makingAmount":18446744073709551615,"takingAmount":"9007199254740993"}`
  limitCreate(await lab.server.send('POST', `${LIMIT}/create`, { body: wide }))
  assert.deepEqual(lastBody().params, { makingAmount: '18446744073709551615', takingAmount: '9007199254740993' })
})

test('a limit order needs its maker, an address', async () => {
  builds()
  for (const maker of [undefined, null])
    assertFails(await lab.post(`${LIMIT}/create`, { ...LIMIT_BODY, maker, payer: OTHER }), 400, 'maker is required')
  for (const maker of ['', 'me', 5, {}, `${WALLET}0`])
    assertFails(await lab.post(`${LIMIT}/create`, { ...LIMIT_BODY, maker }), 400, 'maker must be a valid address')
  assert.equal(lab.seen.length, 0)
})

test('a DCA position: its account, read off the transaction, and the transaction that opens it', async () => {
  builds()
  const created = dcaCreate(await lab.post(`${DCA}/create`, DCA_BODY))
  assert.deepEqual(created, { success: true, dca: positionOf(WALLET, PAIR), tx: OPENS_POSITION, requestId: 'r1' })
  assert.equal(lab.seen[0]!.url, '/recurring/v1/createOrder')
  assert.deepEqual(lastBody(), {
    user: WALLET,
    ...PAIR,
    params: {
      time: { inAmount: 1_000_000, numberOfOrders: 2, interval: 60, minPrice: null, maxPrice: null, startAt: null },
    },
  })
  answerWith({ requestId: 'r1', transaction: OPENS_ORDER })
  assertFails(await lab.post(`${DCA}/create`, DCA_BODY), 502, /^jupiter built no transaction/)
})

test('amount, interval and number of cycles of a DCA are required, whole numbers with all their digits', async () => {
  builds()
  for (const bad of NO_WHOLE_NUMBERS)
    for (const name of ['inAmount', 'cycleSecondsApart', 'numberOfCycles'])
      assertFails(
        await lab.post(`${DCA}/create`, { ...DCA_BODY, [name]: bad }),
        400,
        bad == null ? `${name} is required` : `${name}: expected an integer from 1 to 18446744073709551615`,
      )
  assert.equal(lab.seen.length, 0)
  dcaCreate(await lab.post(`${DCA}/create`, { ...DCA_BODY, inAmount: '18446744073709551615', numberOfCycles: '7' }))
  const { params } = parseWritten(lab.seen.at(-1)!.body) as {
    params: { time: { inAmount: WrittenNumber; numberOfOrders: WrittenNumber } }
  }
  assert.deepEqual([params.time.inAmount.text, params.time.numberOfOrders.text], ['18446744073709551615', '7'])
})

test('a DCA position needs its user, an address', async () => {
  builds()
  for (const user of [undefined, null])
    assertFails(await lab.post(`${DCA}/create`, { ...DCA_BODY, user }), 400, 'user is required')
  for (const user of ['', 'me', 5, {}])
    assertFails(await lab.post(`${DCA}/create`, { ...DCA_BODY, user }), 400, 'user must be a valid address')
  assert.equal(lab.seen.length, 0)
})

/** The two routes that end something. */
const ENDINGS = [
  {
    path: `${LIMIT}/cancel`,
    name: 'order',
    owner: 'maker',
    upstream: '/trigger/v1/cancelOrder',
    read: limitCancel,
    extra: { computeUnitPrice: 'auto' },
  },
  {
    path: `${DCA}/close`,
    name: 'dca',
    owner: 'user',
    upstream: '/recurring/v1/cancelOrder',
    read: dcaClose,
    extra: { recurringType: 'time' },
  },
] as const

test('what ends is named by its account or by an entry of the list, which names its owner too', async () => {
  for (const { path, name, owner, upstream, read, extra } of ENDINGS) {
    const told = { order: KEY, [owner]: WALLET, ...extra }
    for (const body of [
      { [name]: KEY, [owner]: WALLET },
      { [name]: { publicKey: KEY }, [owner]: WALLET },
      { [name]: { publicKey: KEY, account: { [owner]: WALLET } } },
      { [name]: { publicKey: KEY, account: { [owner]: OTHER } }, [owner]: WALLET },
      { [name]: { orderKey: KEY, userPubkey: WALLET } },
      { [name]: { [name]: KEY, [owner]: WALLET } },
    ]) {
      builds()
      const ended = read(await lab.post(path, body))
      assert.deepEqual(ended, { success: true, tx: built(upstream, lab.seen[0]!.body), requestId: 'r1' })
      assert.equal(lab.seen[0]!.url, upstream)
      assert.deepEqual(lastBody(), told, JSON.stringify(body))
    }
    answerWith({ requestId: 'r1', transaction: 'AQID' })
    assertFails(await lab.post(path, { [name]: KEY, [owner]: WALLET }), 502, /^jupiter built no transaction/)
  }
})

test('what ends must be named, by a text or an object', async () => {
  builds()
  for (const { path, name, owner } of ENDINGS)
    for (const given of [undefined, null, '', 'x', 5, true, [], {}, [KEY], { publicKey: 5 }, { publicKey: 'x' }])
      assertFails(await lab.post(path, { [name]: given, [owner]: WALLET }), 400, `${name} object required`)
  assert.equal(lab.seen.length, 0)
})

test('the owner of what ends is handed on as it is, and must be known from somewhere', async () => {
  for (const { path, name, owner } of ENDINGS) {
    for (const said of ['anybody', 5, { a: 1 }]) {
      builds()
      await lab.post(path, { [name]: KEY, [owner]: said })
      assert.deepEqual(lastBody()[owner], said)
    }
    lab.answer(() => ({ body: {} }))
    const message = `${owner} required: the ${name} does not name it`
    for (const given of [
      KEY,
      { publicKey: KEY },
      { publicKey: KEY, account: { [owner]: 'x' } },
      { publicKey: KEY, account: 5 },
    ])
      assertFails(await lab.post(path, { [name]: given }), 400, message)
    assert.equal(lab.seen.length, 0)
  }
})

test('bodies of amounts are bounded; an entry of a list may be as long as its fills make it', async () => {
  const numbers = Array(15_000).fill(0.5)
  for (const body of [LIMIT_BODY, DCA_BODY])
    assertFails(
      await lab.post(`${body === LIMIT_BODY ? LIMIT : DCA}/create`, { ...body, numbers }),
      413,
      /too many values|too large/,
    )
  for (const { path, name, owner, read } of ENDINGS) {
    builds()
    read(await lab.post(path, { [name]: { publicKey: KEY, account: { [owner]: WALLET }, fills: numbers } }))
  }
})

const LISTS = [`${LIMIT}`, `${LIMIT}/history`, `${DCA}`]

test('a list is of a wallet, an address', async () => {
  answerWith({ user: WALLET, orders: [], time: [] })
  for (const path of LISTS)
    for (const query of [{}, { wallet: '' }, { wallet: 'x' }, { wallet: `${WALLET}0` }])
      assertFails(await lab.get(path, query as Record<string, string>), 400, 'wallet required')
  assert.equal(lab.seen.length, 0)
})

const TRIGGER_ROW = {
  userPubkey: WALLET,
  orderKey: KEY,
  inputMint: SOL,
  outputMint: USDC,
  makingAmount: '0.001',
  takingAmount: '2',
  rawMakingAmount: '1000000',
  rawTakingAmount: '18446744073709551615',
  rawRemainingMakingAmount: '400000',
  rawRemainingTakingAmount: '800000',
  slippageBps: '0',
  expiredAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  status: 'Open',
  openTx: 'sig1',
  closeTx: '',
  programVersion: 'x',
  trades: [
    {
      orderKey: KEY,
      keeper: OTHER,
      inputMint: SOL,
      outputMint: USDC,
      rawInputAmount: '600000',
      rawOutputAmount: '1200000',
      feeMint: USDC,
      rawFeeAmount: '1200',
      txId: 'sig2',
      confirmedAt: '2026-01-02T00:00:00Z',
      action: 'Fill',
      productMeta: null,
    },
  ],
}
const FILL = {
  signature: 'sig2',
  inputAmount: '600000',
  outputAmount: '1200000',
  feeMint: USDC,
  feeAmount: '1200',
  confirmedAt: '2026-01-02T00:00:00Z',
}
const ORDER = {
  publicKey: KEY,
  account: {
    maker: WALLET,
    inputMint: SOL,
    outputMint: USDC,
    oriMakingAmount: '1000000',
    oriTakingAmount: '18446744073709551615',
    makingAmount: '400000',
    takingAmount: '800000',
    slippageBps: 0,
    expiredAt: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-02T00:00:00Z',
  },
  status: 'Open',
  openSignature: 'sig1',
  closeSignature: null,
  fills: [FILL],
}

test('open limit orders, under the names that an order has on the chain', async () => {
  answerWith({ user: WALLET, orderStatus: 'active', orders: [TRIGGER_ROW], totalPages: 1, page: 1 })
  const listed = limitList(await lab.get(LIMIT, { wallet: WALLET }))
  assert.deepEqual(listed, { success: true, orders: [ORDER], hasMoreData: false })
  assert.deepEqual(
    lab.seen.map(({ url }) => url),
    [`/trigger/v1/getTriggerOrders?user=${WALLET}&orderStatus=active&page=1&includeFailedTx=false`],
  )
})

test('of what is open every page is read, up to ten, and more is said to be there', async () => {
  const pageAsked = (url: string) => Number(new URL(url, 'http://x').searchParams.get('page'))
  for (const [path, name, read] of [
    [LIMIT, 'orders', limitList],
    [DCA, 'positions', dcaList],
  ] as const)
    for (const [totalPages, pages] of [
      [3, 3],
      [10, 10],
      [11, 10],
    ] as const) {
      lab.answer(({ url }) => {
        // An order that was opened meanwhile moves the last of each page to the next.
        const keys = [pageAsked(url), pageAsked(url) + 1].map((n) => strangerAddress(100 + n))
        const rows = keys.map((orderKey) => (path === LIMIT ? { ...TRIGGER_ROW, orderKey } : { ...DCA_ROW, orderKey }))
        return { body: { user: WALLET, orders: rows, time: rows, totalPages, page: pageAsked(url) } }
      })
      const listed = read(await lab.get(path, { wallet: WALLET }))
      assert.equal(lab.seen.length, pages)
      assert.equal(listed[name].length, pages + 1, 'each once')
      assert.equal(listed.hasMoreData, totalPages > 10)
    }
  lab.answer(({ url }) => ({ body: { user: WALLET, orders: [], totalPages: 99, page: pageAsked(url) } }))
  assert.equal(limitList(await lab.get(LIMIT, { wallet: WALLET })).hasMoreData, false)
  assert.equal(lab.seen.length, 1, 'an empty page is the last')
})

test('the history of limit orders, with status and fills, is read page by page', async () => {
  answerWith({
    user: WALLET,
    orders: [{ ...TRIGGER_ROW, status: 'Completed', closeTx: 'sig3' }],
    totalPages: 4,
    page: 2,
  })
  const listed = limitHistory(await lab.get(`${LIMIT}/history`, { wallet: WALLET, page: '2' }))
  assert.deepEqual(listed, {
    success: true,
    orders: [{ ...ORDER, status: 'Completed', closeSignature: 'sig3' }],
    page: 2,
    totalPages: 4,
    hasMoreData: true,
  })
  assert.equal(lab.seen.length, 1)
  assert.equal(
    lab.seen[0]!.url,
    `/trigger/v1/getTriggerOrders?user=${WALLET}&orderStatus=history&page=2&includeFailedTx=false`,
  )
  for (const [given, asked] of [
    [undefined, '1'],
    ['0', '1'],
    ['x', '1'],
    ['10001', '10000'],
  ] as const) {
    await lab.get(`${LIMIT}/history`, { wallet: WALLET, ...(given === undefined ? {} : { page: given }) })
    assert.equal(new URL(lab.seen.at(-1)!.url, 'http://x').searchParams.get('page'), asked)
  }
})

const DCA_ROW = {
  userPubkey: WALLET,
  orderKey: KEY,
  inputMint: SOL,
  outputMint: USDC,
  inDeposited: '1',
  rawInDeposited: '1000000',
  rawInWithdrawn: '0',
  rawInUsed: '600000',
  rawInAmountPerCycle: '200000',
  rawOutReceived: '1200000',
  rawOutWithdrawn: '1200000',
  rawMinOutAmount: '0',
  rawMaxOutAmount: '0',
  cycleFrequency: 60,
  openTx: 'sig1',
  closeTx: '',
  userClosed: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  trades: TRIGGER_ROW.trades,
}

test('DCA positions with their cycles', async () => {
  answerWith({ user: WALLET, orderStatus: 'active', time: [DCA_ROW], totalPages: 1, page: 1 })
  const listed = dcaList(await lab.get(DCA, { wallet: WALLET }))
  assert.deepEqual(listed, {
    success: true,
    positions: [
      {
        publicKey: KEY,
        account: {
          user: WALLET,
          inputMint: SOL,
          outputMint: USDC,
          inDeposited: '1000000',
          inWithdrawn: '0',
          inUsed: '600000',
          inAmountPerCycle: '200000',
          outReceived: '1200000',
          outWithdrawn: '1200000',
          minOutAmount: '0',
          maxOutAmount: '0',
          cycleFrequency: 60,
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-02T00:00:00Z',
        },
        userClosed: false,
        openSignature: 'sig1',
        closeSignature: null,
        fills: [FILL],
      },
    ],
    hasMoreData: false,
  })
  assert.equal(
    lab.seen[0]!.url,
    `/recurring/v1/getRecurringOrders?user=${WALLET}&orderStatus=active&page=1&includeFailedTx=false&recurringType=time`,
  )
})

test('the recorded lists are lists', { skip: noRecordings }, async () => {
  answerWith(recordedText('jupiter/get_trigger_orders_active.json'))
  const owner = (name: string) => ({ wallet: recorded(name).user })
  assert.equal(limitList(await lab.get(LIMIT, owner('jupiter/get_trigger_orders_active.json'))).orders.length, 2)
  answerWith(recordedText('jupiter/get_trigger_orders_history.json'))
  const history = limitHistory(await lab.get(`${LIMIT}/history`, owner('jupiter/get_trigger_orders_history.json')))
  const recordedOrders: { trades: unknown[] }[] = recorded('jupiter/get_trigger_orders_history.json').orders
  assert.deepEqual(
    history.orders.map(({ fills }: { fills: unknown[] }) => fills.length),
    recordedOrders.map(({ trades }) => trades.length),
  )
  answerWith(recordedText('jupiter/get_recurring_orders_active_time.json'))
  assert(dcaList(await lab.get(DCA, owner('jupiter/get_recurring_orders_active_time.json'))).positions.length > 0)
})

test('orders whose key or tokens are 31 bytes, or another wallet’s, are left out', { skip: noRecordings }, async () => {
  const name = 'jupiter/get_trigger_orders_active.json'
  const page = recorded(name)
  for (const odd of [{ orderKey: page.orders[0].orderKey.slice(1) }, { inputMint: '2'.repeat(32) }]) {
    answerWith(JSON.stringify({ ...page, orders: [{ ...page.orders[0], ...odd }] }))
    assertFails(await lab.get(LIMIT, { wallet: page.user }), 502, /unexpected shape/)
  }
  answerWith(recordedText(name))
  assertFails(await lab.get(LIMIT, { wallet: WALLET }), 502, /unexpected shape/)
})

/** Every order route with a request that is fine. */
const ASKS: readonly (readonly [name: string, ask: (lab: AggregatorLab) => ReturnType<AggregatorLab['get']>])[] = [
  ['limit/create', (at) => at.post(`${LIMIT}/create`, LIMIT_BODY)],
  ['limit/cancel', (at) => at.post(`${LIMIT}/cancel`, { order: KEY, maker: WALLET })],
  ['dca/create', (at) => at.post(`${DCA}/create`, DCA_BODY)],
  ['dca/close', (at) => at.post(`${DCA}/close`, { dca: KEY, user: WALLET })],
  ['limit', (at) => at.get(LIMIT, { wallet: WALLET })],
  ['limit/history', (at) => at.get(`${LIMIT}/history`, { wallet: WALLET })],
  ['dca', (at) => at.get(DCA, { wallet: WALLET })],
]

test('whatever the aggregator answers but what was asked for is 502, and its words and key are no one’s', async () => {
  const keyed = await openAggregatorLab()
  for (const [name, ask] of ASKS)
    for (const answer of BAD_ANSWERS) {
      keyed.answer(() => answer)
      const reply = await ask(keyed)
      assertFails(reply, 502, /^jupiter /)
      assert(!reply.text.includes(SECRET), name)
      assert.equal(keyed.seen[0]?.headers['x-api-key'], SECRET)
      keyed.server.clock.push(130_000)
    }
  assert(!keyed.server.logLines.join('').includes(SECRET))
  await keyed.stop()
})

test('the minimum worth of an order is reported', async () => {
  const cause = `input mint making amount must be at least 5 USD, received: 2 ${SECRET}`
  lab.answer(() => ({ status: 400, body: { error: 'invalid create order request', cause, code: 400 } }))
  assertFails(
    await lab.post(`${LIMIT}/create`, LIMIT_BODY),
    502,
    'jupiter answered 400: an order must be worth at least 5 USD',
  )
})

test('an aggregator that does not answer is 502 after twelve seconds for what is built, eight for lists', async () => {
  const hanging = await openAggregatorLab()
  hanging.answer(() => 'hang')
  await Promise.all(
    ASKS.map(async ([name, ask]) => {
      const seconds = /create|cancel|close/.test(name) ? 12 : 8
      const startMs = Date.now()
      assertFails(await ask(hanging), 502, /timeout|in time/)
      const tookMs = Date.now() - startMs
      assert(tookMs > seconds * 1_000 - 500 && tookMs < seconds * 1_000 + 2_500, `${name}: ${tookMs} ms`)
    }),
  )
  await hanging.stop()
})

test('a key is needed', async () => {
  for (const path of LISTS) assertFails(await lab.server.get(path, { key: null }), 401, 'missing API key')
  for (const path of [`${LIMIT}/create`, `${LIMIT}/cancel`, `${DCA}/create`, `${DCA}/close`])
    assertFails(await lab.server.post(path, {}, { key: null }), 401, 'missing API key')
})
