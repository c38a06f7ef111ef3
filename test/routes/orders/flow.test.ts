// second run: waits for the sandbox to fill an order

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { FULL_KEY, SOL } from '../trading/trading-server.ts'

/* Orders against the sandbox's aggregator: made, signed, filled as its market moves, listed and ended. */

const LIMIT = '/api/v2/orders/limit'
const DCA = '/api/v2/orders/dca'
const read = {
  quote: successOf('GET /api/v2/swap/quote'),
  limitCreate: successOf(`POST ${LIMIT}/create`),
  limitCancel: successOf(`POST ${LIMIT}/cancel`),
  limitList: successOf(`GET ${LIMIT}`),
  limitHistory: successOf(`GET ${LIMIT}/history`),
  dcaCreate: successOf(`POST ${DCA}/create`),
  dcaClose: successOf(`POST ${DCA}/close`),
  dcaList: successOf(`GET ${DCA}`),
}
const MAKING = 1_000_000_000n

let lab: TradeLab
let mint: string
before(async () => {
  lab = await openTradeLab()
  mint = lab.coins.get('raydium_cpmm')!.mint
})
after(() => lab?.stop())

const get = (path: string, query: Record<string, string>): Promise<ApiReply> =>
  lab.api.server.get(`${path}?${new URLSearchParams(query)}`, { key: FULL_KEY })
const post = (path: string, body: object): Promise<ApiReply> => lab.api.server.post(path, body, { key: FULL_KEY })

async function outOf(amount: bigint): Promise<bigint> {
  const asked = { inputMint: SOL, outputMint: mint, amount: String(amount) }
  return BigInt(read.quote(await get('/api/v2/swap/quote', asked)).quote.outAmount)
}

/** What `look` gives, once it gives something. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined
  await until(async () => {
    found = await look()
    return found !== undefined
  }, 'the order is filled')
  return found!
}

async function openOrder(wallet: Keypair, takingAmount: bigint): Promise<string> {
  const body = { inputMint: SOL, outputMint: mint, makingAmount: String(MAKING), takingAmount: String(takingAmount) }
  const made = read.limitCreate(await post(`${LIMIT}/create`, { ...body, maker: wallet.address }))
  assert.equal((await lab.record(await lab.signAndSend(wallet, made.tx))).err, null)
  return made.order
}

test('a limit order whose price the market gives is filled, and is history with its fill', async () => {
  const wallet = await lab.wallet()
  const market = await outOf(MAKING)
  const order = await openOrder(wallet, (market * 9n) / 10n)
  const [row] = await eventually(async () => {
    const { orders } = read.limitHistory(await get(`${LIMIT}/history`, { wallet: wallet.address }))
    return orders.length > 0 ? orders : undefined
  })
  assert.deepEqual([row.publicKey, row.status, row.account.maker], [order, 'Completed', wallet.address])
  assert.deepEqual([row.account.oriMakingAmount, row.account.makingAmount], [String(MAKING), '0'])
  assert.equal(row.account.oriTakingAmount, String((market * 9n) / 10n))
  const received = (await lab.holdings(wallet.address)).tokens(mint)
  assert(received >= (((market * 9n) / 10n) * 99n) / 100n, `${received} of ${market}`)
  const [fill] = row.fills
  assert.equal(row.fills.length, 1)
  assert.equal(fill.inputAmount, String(MAKING))
  assert.equal(BigInt(fill.outputAmount) - BigInt(fill.feeAmount), received)
  await lab.confirmed(fill.signature)
  assert.equal((await lab.record(fill.signature)).err, null)
  assert.equal(row.closeSignature, fill.signature)
  assert.deepEqual(read.limitList(await get(LIMIT, { wallet: wallet.address })).orders, [])
})

test('one that asks for more than the market gives stays open until it is cancelled, and gives everything back', async () => {
  const wallet = await lab.wallet()
  const order = await openOrder(wallet, (await outOf(MAKING)) * 2n)
  const held = await lab.holdings(wallet.address)
  await sleep(1_000)
  const { orders, hasMoreData } = read.limitList(await get(LIMIT, { wallet: wallet.address }))
  assert.deepEqual([orders.length, hasMoreData], [1, false])
  const [entry] = orders
  assert.deepEqual([entry.publicKey, entry.status, entry.fills], [order, 'Open', []])
  assert.equal(entry.account.makingAmount, String(MAKING))
  // The entry of the list names its maker.
  const { tx } = read.limitCancel(await post(`${LIMIT}/cancel`, { order: entry }))
  const record = await lab.record(await lab.signAndSend(wallet, tx))
  assert.equal(record.err, null)
  const after = await lab.holdings(wallet.address)
  assert(after.lamports - held.lamports > MAKING - record.feeLamports, 'the money and the deposit of the order')
  assert.deepEqual(read.limitList(await get(LIMIT, { wallet: wallet.address })).orders, [])
  const history = read.limitHistory(await get(`${LIMIT}/history`, { wallet: wallet.address }))
  assert.equal(history.orders[0].status, 'Cancelled')
  assertFails(await post(`${LIMIT}/cancel`, { order, maker: wallet.address }), 502, /^jupiter answered 400/)
})

test('an order of little worth is refused in words', async () => {
  const { address } = await lab.wallet()
  const limit = { inputMint: SOL, outputMint: mint, makingAmount: 1_000, takingAmount: 1, maker: address }
  assertFails(await post(`${LIMIT}/create`, limit), 502, /an order must be worth at least 5 USD$/)
  const dca = { inputMint: SOL, outputMint: mint, inAmount: 1_000, cycleSecondsApart: 60, numberOfCycles: 2 }
  assertFails(
    await post(`${DCA}/create`, { ...dca, user: address }),
    502,
    /an order must be worth at least 100.00 USDC$/,
  )
})

const CYCLE_SECS = 3_600
const positionsOf = async (address: string) => read.dcaList(await get(DCA, { wallet: address })).positions

async function openPosition(wallet: Keypair, inAmount: bigint, numberOfCycles: number): Promise<string> {
  const terms = { inputMint: SOL, outputMint: mint, inAmount: String(inAmount), cycleSecondsApart: CYCLE_SECS }
  const made = read.dcaCreate(await post(`${DCA}/create`, { ...terms, numberOfCycles, user: wallet.address }))
  assert.equal((await lab.record(await lab.signAndSend(wallet, made.tx))).err, null)
  return made.dca
}

test('a DCA position buys at each cycle; closed, it gives back what it has not spent', async () => {
  const wallet = await lab.wallet()
  const total = 4_000_000_000n
  const dca = await openPosition(wallet, total, 4)
  const cycles = async (count: number) =>
    eventually(async () =>
      (await positionsOf(wallet.address)).find(({ fills }: never) => (fills as []).length === count),
    )
  let position = await cycles(1)
  await lab.sandbox.control('POST', '/clock/advance', { seconds: CYCLE_SECS })
  position = await cycles(2)
  assert.equal(position.publicKey, dca)
  const { account, fills } = position
  assert.deepEqual(
    [account.user, account.inDeposited, account.inUsed, account.inAmountPerCycle, account.cycleFrequency],
    [wallet.address, String(total), String(total / 2n), String(total / 4n), CYCLE_SECS],
  )
  const bought = fills.reduce((sum: bigint, fill: { outputAmount: string }) => sum + BigInt(fill.outputAmount), 0n)
  assert.equal((await lab.holdings(wallet.address)).tokens(mint), bought)

  const held = await lab.holdings(wallet.address)
  const { tx } = read.dcaClose(await post(`${DCA}/close`, { dca: position }))
  const record = await lab.record(await lab.signAndSend(wallet, tx))
  assert.equal(record.err, null)
  const returned = (await lab.holdings(wallet.address)).lamports - held.lamports
  assert(returned > total / 2n - record.feeLamports, `${returned}`)
  assert.deepEqual(await positionsOf(wallet.address), [])
})

test('a position whose cycles are over is no longer open', async () => {
  const wallet = await lab.wallet()
  await openPosition(wallet, 2_000_000_000n, 2)
  await eventually(async () => ((await positionsOf(wallet.address))[0]?.fills.length === 1 ? true : undefined))
  await lab.sandbox.control('POST', '/clock/advance', { seconds: CYCLE_SECS })
  await eventually(async () => ((await positionsOf(wallet.address)).length === 0 ? true : undefined))
  assert((await lab.holdings(wallet.address)).tokens(mint) > 0n)
})
