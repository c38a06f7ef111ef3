import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { intBytes } from '../../../sandbox/programs/byte-fields.ts'
import {
  DCA_PROGRAM,
  DCA_TAGS,
  dcaEventAuthority,
  dcaFeeOwner,
  decodeDca,
  FULFILL_ACCOUNTS,
} from '../../../sandbox/programs/jupiter/recurring-layout.ts'
import {
  decodeTriggerOrder,
  FILL_ORDER_ACCOUNTS,
  TRIGGER_PROGRAM,
  TRIGGER_TAGS,
  triggerEventAuthority,
  triggerFeeOwner,
} from '../../../sandbox/programs/jupiter/trigger-layout.ts'
import { createJupiterApi } from '../../../sandbox/providers/jupiter-api.ts'
import { routeInstruction } from '../../../sandbox/providers/jupiter-trading/build-swap.ts'
import { findRoute } from '../../../sandbox/providers/jupiter-trading/find-route.ts'
import { cancelOrderInstructions } from '../../../sandbox/providers/jupiter-trading/order-transactions.ts'
import { poolTable } from '../../../sandbox/providers/jupiter-trading/pool-tables.ts'
import { recurringLives } from '../../../sandbox/providers/jupiter-trading/recurring-history.ts'
import { legOf } from '../../../sandbox/providers/jupiter-trading/swap-legs.ts'
import { triggerLives } from '../../../sandbox/providers/jupiter-trading/trigger-history.ts'
import { heldRaw, tokensIn } from '../../../sandbox/world/holdings.ts'
import { createOrderKeeper } from '../../../sandbox/world/order-keeper.ts'
import { watchOrders } from '../../../sandbox/world/watch-orders.ts'
import { accountUses } from '../../../src/chain/solana/account-list.ts'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import { createAssociatedTokenAccount, type Instruction } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { until } from '../../support/until.ts'
import { type Built, openJupiterLab, type Quote, signWire } from './jupiter-lab.ts'

const lab = openJupiterLab()
const { chain, world, trader } = lab
const { market } = world
const keeper = createOrderKeeper({ chain, market })

const DOLLARS = 1_000_000n
const HUNDRED = 100n * DOLLARS

type Made = { readonly requestId: string; readonly transaction: string; readonly order: string }
type Row = Readonly<Record<string, string>> & { readonly trades: readonly Readonly<Record<string, string>>[] }
type Page<Name extends string> = { readonly totalPages: number; readonly page: number } & Readonly<
  Record<Name, readonly Row[]>
>

function amountOut(inputMint: string, outputMint: string, amount: bigint): bigint {
  const reply = lab.get<Quote>('/swap/v1/quote', { inputMint, outputMint, amount: String(amount) })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return BigInt(reply.body.outAmount)
}

function swap(inputMint: string, outputMint: string, amount: bigint): void {
  const quoted = lab.get<Quote>('/swap/v1/quote', { inputMint, outputMint, amount: String(amount) })
  const built = lab.post<Built>('/swap/v1/swap', { quoteResponse: quoted.body, userPublicKey: trader.address })
  assert.equal(lab.land(built.body.swapTransaction).err, null)
}

function makeOrder(order: {
  readonly inputMint: string
  readonly outputMint: string
  readonly making: bigint
  readonly taking: bigint
  readonly extra?: Record<string, string>
}): string {
  const { inputMint, outputMint, making, taking, extra = {} } = order
  const made = lab.post<Made>('/trigger/v1/createOrder', {
    inputMint,
    outputMint,
    maker: trader.address,
    payer: trader.address,
    params: { makingAmount: String(making), takingAmount: String(taking), ...extra },
    computeUnitPrice: 'auto',
    wrapAndUnwrapSol: true,
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { err, executed } = lab.land(made.body.transaction)
  assert.equal(err, null, executed.logs.join('\n'))
  return made.body.order
}

function ordersOf(status: 'active' | 'history', more: Record<string, string> = {}): Page<'orders'> {
  const query = { user: trader.address, orderStatus: status, ...more }
  const reply = lab.get<Page<'orders'>>('/trigger/v1/getTriggerOrders', query)
  assert.equal(reply.status, 200)
  return reply.body
}

const rowOf = (status: 'active' | 'history', key: string): Row | undefined =>
  ordersOf(status).orders.find(({ orderKey }) => orderKey === key)

function cancel(order: string): void {
  const built = lab.post<Made>('/trigger/v1/cancelOrder', { maker: trader.address, order, computeUnitPrice: 'auto' })
  assert.equal(built.status, 200, JSON.stringify(built.body))
  assert.equal(lab.land(built.body.transaction).err, null)
}

const reserveOf = (order: string, mint: string): bigint =>
  tokensIn(chain, associatedTokenAddress(order, mint, chain.account(mint)!.owner))

swap(WSOL_MINT, USDC_MINT, 60_000_000_000n)

test('an order puts the tokens into its own account, is listed, and waits while the market pays less', () => {
  const before = lab.held(USDC_MINT)
  const taking = (amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 103n) / 100n
  const order = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  assert.equal(before - lab.held(USDC_MINT), HUNDRED)
  assert.equal(reserveOf(order, USDC_MINT), HUNDRED)
  assert.equal(keeper.tick(), 0)
  const row = rowOf('active', order)!
  assert.equal(row['status'], 'Open')
  assert.deepEqual(
    [row['rawMakingAmount'], row['rawTakingAmount'], row['rawRemainingMakingAmount'], row['makingAmount']],
    [String(HUNDRED), String(taking), String(HUNDRED), '100'],
  )
  assert.deepEqual([row['closeTx'], row['expiredAt'], row['trades']], ['', null, []])
  assert.equal(chain.transaction(row['openTx']!)?.err, null)
  const rent = chain.account(order)!.lamports
  const lamports = lab.held(WSOL_MINT)
  cancel(order)
  assert.equal(lab.held(USDC_MINT), before)
  assert.equal(chain.account(order), null)
  assert(lab.held(WSOL_MINT) > lamports + rent, 'the rent of both accounts comes back')
  assert.equal(rowOf('active', order), undefined)
  assert.equal(rowOf('history', order)!['status'], 'Cancelled')
})

test('an order is filled once the market pays its price, never below, and the fee is a thousandth', () => {
  const taking = (amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 1_010n) / 1_000n
  const order = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  const fees = associatedTokenAddress(triggerFeeOwner().address, WSOL_MINT)
  const feesBefore = tokensIn(chain, fees)
  let rounds = 0
  while (chain.account(order) !== null && rounds++ < 60) {
    const pays = amountOut(USDC_MINT, WSOL_MINT, HUNDRED)
    const before = lab.held(WSOL_MINT)
    const rents =
      chain.account(order)!.lamports +
      chain.account(decodeTriggerOrder(chain.account(order)!.data)!.inputMintReserve)!.lamports
    const left = BigInt(rowOf('active', order)!['rawRemainingMakingAmount']!)
    keeper.tick()
    if (left === HUNDRED && pays >= taking) {
      const fee = taking / 1_000n
      assert.equal(lab.held(WSOL_MINT) - before, taking - fee + rents)
      assert.equal(tokensIn(chain, fees) - feesBefore, fee)
      break
    }
    chain.advanceSlot()
    if (chain.account(order) !== null) swap(WSOL_MINT, USDC_MINT, 40_000_000_000n)
  }
  const row = rowOf('history', order)!
  assert.equal(row['status'], 'Completed')
  assert.equal(row['rawRemainingMakingAmount'], '0')
  const paid = row.trades.reduce((sum, trade) => sum + BigInt(trade['rawOutputAmount']!), 0n)
  assert(paid >= taking && paid <= taking + BigInt(row.trades.length))
  assert.equal(chain.transaction(row.trades[0]!['txId']!)?.err, null)
})

test('what the pools cannot take at once is filled in parts at the order’s price, and a cancel gives the rest back', () => {
  const pool = lab.poolOf('raydium')
  const mint = pool.baseMint
  const making = 400_000_000_000n
  // The price of a quarter: the whole would push the market far beyond it.
  const taking = amountOut(WSOL_MINT, mint, making / 4n) * 4n
  assert(amountOut(WSOL_MINT, mint, making) < taking)
  const tokens = lab.held(mint)
  const order = makeOrder({ inputMint: WSOL_MINT, outputMint: mint, making, taking })
  assert.equal(keeper.tick(), 1)
  const row = rowOf('active', order)!
  const sold = making - BigInt(row['rawRemainingMakingAmount']!)
  assert.equal(sold, making / 4n)
  assert.equal(row['status'], 'Open')
  assert.equal(row.trades.length, 1)
  const due = (taking * sold + making - 1n) / making
  assert.equal(row.trades[0]!['rawOutputAmount'], String(due))
  assert.equal(lab.held(mint) - tokens, due - due / 1_000n)
  assert.equal(row['rawRemainingTakingAmount'], String(taking - due))
  assert.equal(keeper.tick(), 0)
  const lamports = lab.held(WSOL_MINT)
  cancel(order)
  assert(lab.held(WSOL_MINT) - lamports > making - sold - 1_000_000n, 'the SOL comes back unwrapped')
  assert.equal(heldRaw(chain, trader.address, WSOL_MINT), 0n)
})

test('no one but the maker takes an order back, and no one fills it below its price', () => {
  const thief = keypairFromText('order thief')
  lab.fund(thief.address, 5_000_000_000n)
  const taking = amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 2n
  const address = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  const state = decodeTriggerOrder(chain.account(address)!.data)!
  const stolen = sendAs(thief, cancelOrderInstructions([{ address, state }], thief.address))
  assert.match(JSON.stringify(stolen), /"Custom":6010/)
  const route = findRoute(
    { chain, market },
    { inputMint: USDC_MINT, outputMint: WSOL_MINT, inRaw: HUNDRED, onlyDirectRoutes: true, allows: () => true },
  )!
  const call = routeOf(thief.address, USDC_MINT, HUNDRED)
  const own = (mint: string) => associatedTokenAddress(thief.address, mint)
  const ensure = (owner: string, mint: string): Instruction =>
    createAssociatedTokenAccount({ payer: thief.address, owner, mint })
  const accounts = accountUses(
    FILL_ORDER_ACCOUNTS,
    {
      keeper: thief.address,
      maker: trader.address,
      order: address,
      inputMintReserve: state.inputMintReserve,
      keeperInputAccount: own(USDC_MINT),
      keeperOutputAccount: own(WSOL_MINT),
      makerOutputAccount: trader.address,
      feeAccount: associatedTokenAddress(triggerFeeOwner().address, WSOL_MINT),
      inputMint: USDC_MINT,
      outputMint: WSOL_MINT,
      inputTokenProgram: TOKEN_PROGRAM,
      outputTokenProgram: TOKEN_PROGRAM,
      systemProgram: SYSTEM_PROGRAM,
      eventAuthority: triggerEventAuthority().address,
      program: TRIGGER_PROGRAM,
    },
    call.accounts,
  )
  const data = Buffer.concat([TRIGGER_TAGS.fillOrder, intBytes(8, HUNDRED), call.data])
  const fill = { programId: TRIGGER_PROGRAM, accounts, data }
  const setup = [ensure(thief.address, USDC_MINT), ensure(thief.address, WSOL_MINT)]
  const tables = route.legs.map(({ leg }) => poolTable(chain, leg))
  const failed = sendAs(thief, [...setup, ensure(triggerFeeOwner().address, WSOL_MINT), fill], tables)
  assert.match(JSON.stringify(failed), /"Custom":6001/)
  assert.equal(reserveOf(address, USDC_MINT), HUNDRED)
  cancel(address)
})

/** The router and its call as part of a fill. */
function routeOf(user: string, inputMint: string, inRaw: bigint): Instruction {
  const { legs } = findRoute(
    { chain, market },
    { inputMint, outputMint: WSOL_MINT, inRaw, onlyDirectRoutes: true, allows: () => true },
  )!
  const route = routeInstruction(chain, {
    user,
    payer: user,
    legs: legs.map(({ leg }) => legOf(chain, leg.pool, { inputMint, amountRaw: inRaw, wallet: user })!),
    inRaw,
    quotedOutRaw: 1n,
    slippageBps: 0,
    feeBps: 0,
    feeAccount: null,
    wrapAndUnwrapSol: false,
    destinationTokenAccount: null,
    nativeDestinationAccount: null,
    tip: null,
    instructionVersion: 1,
  })
  const program = { address: route.programId, isSigner: false, isWritable: false }
  return { ...route, accounts: [program, ...route.accounts] }
}

function sendAs(
  signer: Keypair,
  instructions: readonly Instruction[],
  lookupTables: Parameters<typeof compileV0Message>[0]['lookupTables'] = [],
): unknown {
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileV0Message({ payer: signer.address, blockhash, instructions, lookupTables: lookupTables ?? [] })
  const sent = chain.send(signMessage(message, [signer]).wire, { skipPreflight: true })
  assert(sent.ok, sent.ok ? '' : sent.message)
  chain.advanceSlot()
  return sent.transaction.err
}

test('an order past its time goes back to its maker and counts as expired', () => {
  const before = lab.held(USDC_MINT)
  const order = makeOrder({
    inputMint: USDC_MINT,
    outputMint: WSOL_MINT,
    making: HUNDRED,
    taking: amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 3n,
    extra: { expiredAt: String(chain.unixTimeSec() + 30) },
  })
  assert.equal(keeper.tick(), 0)
  assert.notEqual(rowOf('active', order)!['expiredAt'], null)
  chain.advanceSlot(40_000)
  assert.equal(keeper.tick(), 1)
  assert.equal(lab.held(USDC_MINT), before)
  assert.equal(rowOf('history', order)!['status'], 'Expired')
})

test('lists come in pages of ten, newest first, and are filtered by mint', () => {
  const taking = amountOut(USDC_MINT, WSOL_MINT, 10n * DOLLARS) * 2n
  const made = Array.from({ length: 12 }, (_, i) =>
    makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: 10n * DOLLARS, taking: taking + BigInt(i) }),
  )
  const first = ordersOf('active')
  assert.deepEqual([first.orders.length, first.totalPages, first.page], [10, 2, 1])
  assert.equal(first.orders[0]!['orderKey'], made.at(-1))
  const second = ordersOf('active', { page: '2' })
  assert.deepEqual(
    second.orders.map(({ orderKey }) => orderKey),
    [made[1], made[0]],
  )
  assert.equal(ordersOf('active', { page: '9' }).orders.length, 0)
  assert.equal(ordersOf('active', { inputMint: WSOL_MINT }).orders.length, 0)
  const all = lab.post<{ transactions: string[] }>('/trigger/v1/cancelOrders', { maker: trader.address })
  assert.equal(all.body.transactions.length, 3)
  for (const transaction of all.body.transactions) assert.equal(lab.land(transaction).err, null)
  assert.equal(ordersOf('active').orders.length, 0)
  assert.equal(lab.post('/trigger/v1/cancelOrders', { maker: trader.address }).status, 400)
})

test('a fork takes an order back from the lists', () => {
  const taking = amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 2n
  const order = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  assert(rowOf('active', order))
  chain.dropBlocks(1)
  assert.equal(rowOf('active', order), undefined)
})

test('an open order stays listed when the ledger has forgotten how it began', () => {
  const taking = amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 2n
  const order = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  const dca = openPosition({
    inputMint: USDC_MINT,
    outputMint: WSOL_MINT,
    inAmount: 2n * HUNDRED,
    cycles: 2,
    interval: 60,
  })
  const forgetful = { ...chain, signaturesOf: () => [] }
  const [life, position] = [triggerLives(forgetful, trader.address)[0]!, recurringLives(forgetful, trader.address)[0]!]
  const full = triggerLives(chain, trader.address)[0]!
  assert.deepEqual({ ...life, openTx: full.openTx }, full)
  assert.deepEqual([position.address, position.terms.inRaw, position.inUsed], [dca, 2n * HUNDRED, 0n])
  cancel(order)
  const built = lab.post<Made>('/recurring/v1/cancelOrder', { user: trader.address, order: dca, recurringType: 'time' })
  assert.equal(lab.land(built.body.transaction).err, null)
})

test('an order is sent by the execute call too', () => {
  const taking = amountOut(USDC_MINT, WSOL_MINT, HUNDRED) * 2n
  const made = lab.post<Made>('/trigger/v1/createOrder', {
    inputMint: USDC_MINT,
    outputMint: WSOL_MINT,
    maker: trader.address,
    payer: trader.address,
    params: { makingAmount: String(HUNDRED), takingAmount: String(taking) },
  })
  const signedTransaction = Buffer.from(signWire(made.body.transaction, trader)).toString('base64')
  const sent = lab.post<{ status: string; signature: string }>('/trigger/v1/execute', {
    requestId: made.body.requestId,
    signedTransaction,
  })
  assert.equal(sent.body.status, 'Success')
  assert.equal(rowOf('active', made.body.order)!['openTx'], sent.body.signature)
  assert.equal(lab.post('/trigger/v1/execute', { requestId: 'x', signedTransaction: 'AAAA' }).status, 400)
  cancel(made.body.order)
})

test('orders that cannot be made are refused in upstream’s shape', () => {
  const good = {
    inputMint: USDC_MINT,
    outputMint: WSOL_MINT,
    maker: trader.address,
    payer: trader.address,
    params: { makingAmount: '100000000', takingAmount: '1' },
  }
  const small = lab.post('/trigger/v1/createOrder', { ...good, params: { makingAmount: '2000000', takingAmount: '1' } })
  assert.deepEqual(small.body, {
    error: 'invalid create order request',
    cause: 'input mint making amount must be at least 5 USD, received: 2',
    code: 400,
  })
  const rows: readonly unknown[] = [
    {},
    null,
    { ...good, maker: 'x' },
    { ...good, outputMint: USDC_MINT },
    { ...good, outputMint: keypairFromText('no mint').address },
    { ...good, params: {} },
    { ...good, params: { ...good.params, makingAmount: '-5' } },
    { ...good, params: { ...good.params, takingAmount: '0' } },
    { ...good, params: { ...good.params, slippageBps: '10001' } },
    { ...good, params: { ...good.params, expiredAt: '1' } },
    { ...good, computeUnitPrice: 'dear' },
    { ...good, feeAccount: trader.address },
  ]
  for (const body of rows) {
    const reply = lab.post<{ code: number; error: string }>('/trigger/v1/createOrder', body)
    assert.deepEqual([reply.status, reply.body.code], [400, 400], JSON.stringify(body))
  }
  assert.equal(lab.post('/trigger/v1/cancelOrder', { maker: trader.address, order: trader.address }).status, 400)
  const queries: readonly Record<string, string>[] = [
    {},
    { user: trader.address },
    { user: 'x', orderStatus: 'active' },
  ]
  for (const query of queries) assert.equal(lab.get('/trigger/v1/getTriggerOrders', query).status, 400)
  const page = { user: trader.address, orderStatus: 'active', page: '0' }
  assert.equal(lab.get('/trigger/v1/getTriggerOrders', page).status, 400)
  assert.equal(lab.raw('POST', '/trigger/v1/createOrder', '{').status, 400)
  assert.equal(lab.get('/trigger/v1/constructor').status, 404)
})

function openPosition(order: {
  readonly inputMint: string
  readonly outputMint: string
  readonly inAmount: bigint
  readonly cycles: number
  readonly interval: number
}): string {
  const { inputMint, outputMint, inAmount, cycles, interval } = order
  const time = {
    inAmount: Number(inAmount),
    numberOfOrders: cycles,
    interval,
    minPrice: null,
    maxPrice: null,
    startAt: null,
  }
  const made = lab.post<Made>('/recurring/v1/createOrder', {
    user: trader.address,
    inputMint,
    outputMint,
    params: { time },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { err, executed } = lab.land(made.body.transaction)
  assert.equal(err, null, executed.logs.join('\n'))
  return keyOfPosition(made.body.transaction)
}

/** As the server reads it: the first account of the program's instruction. */
function keyOfPosition(transaction: string): string {
  const parsed = parseWireTransaction(new Uint8Array(Buffer.from(transaction, 'base64')))
  assert(parsed.ok && parsed.transaction.version === 'legacy')
  const { keys, instructions } = parsed.transaction
  const open = instructions.find(({ data }) => Buffer.from(data).toString('hex').startsWith('8e772b6da2340bb1'))!
  assert.equal(encodeBase58(keys[open.programIndex]!), DCA_PROGRAM)
  return encodeBase58(keys[open.accountIndexes[0]!]!)
}

function positionsOf(status: 'active' | 'history'): readonly Row[] {
  const query = { user: trader.address, orderStatus: status, recurringType: 'time' }
  const reply = lab.get<Page<'time'>>('/recurring/v1/getRecurringOrders', query)
  assert.equal(reply.status, 200)
  return reply.body.time
}

test('a position buys at its times only, pays the owner less a thousandth, and ends when all is spent', () => {
  const mint = lab.poolOf('raydium_cpmm').baseMint
  const dca = openPosition({
    inputMint: USDC_MINT,
    outputMint: mint,
    inAmount: 3n * HUNDRED + 1n,
    cycles: 3,
    interval: 60,
  })
  let owned = lab.held(mint)
  let received = 0n
  for (let cycle = 1; cycle <= 3; cycle++) {
    const spend = cycle < 3 ? HUNDRED + 1n : HUNDRED - 1n
    const out = amountOut(USDC_MINT, mint, spend)
    assert.equal(keeper.tick(), 1)
    const net = out - out / 1_000n
    assert.equal(lab.held(mint) - owned, net)
    assert.equal(keeper.tick(), 0)
    owned = lab.held(mint)
    received += net
    if (cycle < 3) {
      assert.equal(positionsOf('active').find(({ orderKey }) => orderKey === dca)!.trades.length, cycle)
      chain.advanceSlot(58_000)
      assert.equal(keeper.tick(), 0)
      chain.advanceSlot(2_000)
    }
  }
  const row = positionsOf('history').find(({ orderKey }) => orderKey === dca)!
  assert.deepEqual(
    [row['rawInDeposited'], row['rawInUsed'], row['rawOutReceived'], row['rawOutWithdrawn'], row['userClosed']],
    [String(3n * HUNDRED + 1n), String(3n * HUNDRED + 1n), String(received), String(received), false],
  )
  assert.equal(row['cycleFrequency'], '60')
  assert.equal(chain.account(dca), null)
})

test('the owner ends a position and gets what is left; no one else can, and no one buys in the keeper’s place', () => {
  const thief = keypairFromText('dca thief')
  lab.fund(thief.address, 5_000_000_000n)
  const before = lab.held(USDC_MINT)
  const dca = openPosition({
    inputMint: USDC_MINT,
    outputMint: WSOL_MINT,
    inAmount: 2n * HUNDRED,
    cycles: 2,
    interval: 3_600,
  })
  const lamports = lab.held(WSOL_MINT)
  const out = amountOut(USDC_MINT, WSOL_MINT, HUNDRED)
  assert.equal(keeper.tick(), 1)
  assert.equal(lab.held(WSOL_MINT) - lamports, out - out / 1_000n)
  chain.advanceSlot(3_700_000)
  assert.match(JSON.stringify(sendAs(thief, [fulfilAs(thief.address, dca)])), /"Custom":6017/)
  const other = { user: thief.address, order: dca, recurringType: 'time' }
  assert.equal(lab.post('/recurring/v1/cancelOrder', other).status, 400)
  const built = lab.post<Made>('/recurring/v1/cancelOrder', { user: trader.address, order: dca, recurringType: 'time' })
  assert.equal(lab.land(built.body.transaction).err, null)
  assert.equal(before - lab.held(USDC_MINT), HUNDRED)
  const row = positionsOf('history').find(({ orderKey }) => orderKey === dca)!
  assert.deepEqual(
    [row['rawInUsed'], row['rawInWithdrawn'], row['userClosed']],
    [String(HUNDRED), String(HUNDRED), true],
  )
  assert.equal(keeper.tick(), 0)
})

function fulfilAs(keeperAddress: string, dca: string): Instruction {
  const state = decodeDca(chain.account(dca)!.data)!
  const own = (mint: string): string => associatedTokenAddress(keeperAddress, mint)
  const accounts = accountUses(FULFILL_ACCOUNTS, {
    keeper: keeperAddress,
    user: state.user,
    dca,
    inputMint: state.inputMint,
    outputMint: state.outputMint,
    keeperInAta: own(state.inputMint),
    keeperOutAta: own(state.outputMint),
    inAta: state.inAccount,
    outAta: state.outAccount,
    userOutAccount: state.user,
    feeAccount: associatedTokenAddress(dcaFeeOwner().address, state.outputMint),
    tokenProgram: TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    eventAuthority: dcaEventAuthority().address,
    program: DCA_PROGRAM,
  })
  return { programId: DCA_PROGRAM, accounts, data: DCA_TAGS.fulfill }
}

test('SOL is wrapped into a position and comes back as SOL', () => {
  const before = lab.held(WSOL_MINT)
  const dca = openPosition({
    inputMint: WSOL_MINT,
    outputMint: USDC_MINT,
    inAmount: 4_000_000_000n,
    cycles: 2,
    interval: 600,
  })
  assert.equal(reserveOf(dca, NATIVE_MINT), 4_000_000_000n)
  assert(before - lab.held(WSOL_MINT) < 4_010_000_000n)
  const built = lab.post<Made>('/recurring/v1/cancelOrder', { user: trader.address, order: dca, recurringType: 'time' })
  assert.equal(lab.land(built.body.transaction).err, null)
  assert(before - lab.held(WSOL_MINT) < 100_000n, 'only network fees are gone')
})

test('positions that cannot be opened are refused in upstream’s shape', () => {
  const time = { inAmount: 2_990_000, numberOfOrders: 2, interval: 60 }
  const good = { user: trader.address, inputMint: USDC_MINT, outputMint: WSOL_MINT, params: { time } }
  const small = lab.post('/recurring/v1/createOrder', good)
  assert.deepEqual(
    [small.status, small.body],
    [400, { code: 400, error: 'Order is valued at 2.99 USDC, minimum is 100.00 USDC', status: 'Bad Request' }],
  )
  const many = lab.post<{ error: string }>('/recurring/v1/createOrder', {
    ...good,
    params: { time: { ...time, inAmount: 120_000_000, numberOfOrders: 3 } },
  })
  assert.match(many.body.error, /valued at 40\.00 USDC, minimum is 50\.00 USDC/)
  const newer = market.pools().find(({ baseMint }) => chain.account(baseMint)?.owner === TOKEN_2022_PROGRAM)!.baseMint
  const rich = { ...time, inAmount: 200_000_000 }
  const rows: readonly unknown[] = [
    {},
    null,
    { ...good, user: 'x' },
    { ...good, outputMint: newer, params: { time: rich } },
    { ...good, params: { time: { ...rich, numberOfOrders: 1 } } },
    { ...good, params: { time: { ...rich, interval: 0 } } },
    { ...good, params: { time: { ...rich, inAmount: -1 } } },
    { ...good, params: { time: { ...rich, minPrice: 'low' } } },
    { ...good, params: { price: {} } },
  ]
  for (const body of rows) {
    const reply = lab.post<{ status: string }>('/recurring/v1/createOrder', body)
    assert.deepEqual([reply.status, reply.body.status], [400, 'Bad Request'], JSON.stringify(body))
  }
  assert.equal(lab.get('/recurring/v1/getRecurringOrders', { user: trader.address }).status, 400)
})

test('an amount beyond what a double holds keeps its digits', () => {
  const text = `{"user":"${trader.address}","inputMint":"${WSOL_MINT}","outputMint":"${USDC_MINT}","params":{"time":{"inAmount":9007199254740993,"numberOfOrders":2,"interval":60}}}`
  const reply = lab.raw('POST', '/recurring/v1/createOrder', text)
  assert.equal(reply.status, 200)
  const { transaction } = reply.body as Made
  const parsed = parseWireTransaction(new Uint8Array(Buffer.from(transaction, 'base64')))
  assert(parsed.ok)
  const open = parsed.transaction.instructions.find(({ data }) => data[0] === 0x8e)!
  assert.equal(Buffer.from(open.data).readBigUInt64LE(16), 9_007_199_254_740_993n)
})

const RECORDED = join(import.meta.dirname, '../../../../shared/upstreams/recorded/jupiter')
test('made transactions are laid out as the recorded ones', {
  skip: existsSync(RECORDED) ? false : 'no recordings',
}, () => {
  const recorded = (name: string): string => JSON.parse(readFileSync(join(RECORDED, name), 'utf8')).transaction
  const order = {
    inputMint: USDC_MINT,
    outputMint: lab.poolOf('raydium').baseMint,
    maker: trader.address,
    payer: trader.address,
  }
  const made = lab.post<Made>('/trigger/v1/createOrder', {
    ...order,
    params: { makingAmount: '100000000', takingAmount: '5' },
  })
  const dca = { user: trader.address, inputMint: USDC_MINT, outputMint: lab.poolOf('raydium').baseMint }
  const time = { inAmount: 200_000_000, numberOfOrders: 2, interval: 60 }
  const opened = lab.post<Made>('/recurring/v1/createOrder', { ...dca, params: { time } })
  for (const [ours, name, program] of [
    [made.body.transaction, 'post_trigger_create_order.json', TRIGGER_PROGRAM],
    [opened.body.transaction, 'post_recurring_create_order_time.json', DCA_PROGRAM],
  ] as const)
    assert.deepEqual(outline(ours, program), outline(recorded(name), program), name)
})

/** Version, programs in a set, and the form of one program's instruction: tag, length, places that sign or are
 *  written. */
function outline(base64: string, program: string) {
  const parsed = parseWireTransaction(new Uint8Array(Buffer.from(base64, 'base64')))
  assert(parsed.ok)
  const { version, keys, instructions } = parsed.transaction
  const name = (index: number): string => encodeBase58(keys[index]!)
  const own = instructions.find(({ programIndex }) => name(programIndex) === program)!
  return {
    version,
    programs: instructions.map(({ programIndex }) => name(programIndex)).sort(),
    tag: Buffer.from(own.data.subarray(0, 8)).toString('hex'),
    bytes: own.data.length,
    fixed: [...own.accountIndexes].map((at) => (WELL_KNOWN.has(name(at)) ? name(at) : '')),
  }
}

const WELL_KNOWN = new Set([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TRIGGER_PROGRAM,
  DCA_PROGRAM,
  triggerEventAuthority().address,
  dcaEventAuthority().address,
])

test('while slots go by, the watcher lets the keeper act, and answers of the one address come from both its parts', async () => {
  const taking = amountOut(USDC_MINT, WSOL_MINT, HUNDRED) / 2n
  const order = makeOrder({ inputMint: USDC_MINT, outputMint: WSOL_MINT, making: HUNDRED, taking })
  const faults: unknown[] = []
  const stop = watchOrders({ chain, market }, (error) => faults.push(error))
  chain.advanceSlot()
  await until(() => chain.account(order) === null, 'the order is filled')
  stop()
  assert.deepEqual([faults, rowOf('history', order)!['status']], [[], 'Completed'])
  const data = { prefix: '/jupiter', handle: () => ({ status: 200, body: 'data' }) }
  const api = createJupiterApi(data, { chain, market, monotonicMs: () => 0 })
  const ask = async (path: string) =>
    await api.handle({ method: 'GET', path, query: new URLSearchParams(), headers: {}, body: new Uint8Array() })
  assert.equal((await ask('/price/v3')).body, 'data')
  assert.equal((await ask('/swap/v1/program-id-to-label')).status, 200)
  assert.equal((await ask('/trigger/v1/getTriggerOrders')).status, 400)
})
