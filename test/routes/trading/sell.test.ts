import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { chainFee, moved, openTradeLab, quoteOf, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY, SOL, USDC, USDT } from './trading-server.ts'

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
  await lab.openPool({ baseMint: USDT, quoteMint: SOL, baseRaw: 900_000_000_000n, quoteRaw: 6_000_000_000_000n })
})
after(() => lab?.stop())

const mintOf = (dex: Parameters<TradeLab['coins']['get']>[0]): string => lab.coins.get(dex)!.mint

/** A user with SOL and so many base units of a token. */
async function holder(userRef: string, mint: string, amountRaw: bigint): Promise<string> {
  const owner = await lab.user(userRef)
  await lab.giveTokens(owner, mint, amountRaw)
  return owner
}

const positions = (userRef: string, isOpen: boolean) =>
  lab.api.ctx.store.trades.positions(lab.api.ctx.store.apiKeys.findByDigest(digestKey(FULL_KEY))!.id, userRef, {
    isOpen,
    limit: 10,
  })

test('a sale of everything on every DEX yields what was quoted, to the base unit, and ends the position', async () => {
  assert.equal(lab.coins.size, DEXES.length)
  for (const [dex, { mint }] of lab.coins) {
    const userRef = `seller-${dex}`
    const owner = await lab.user(userRef)
    const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.2 }, { userRef }))
    assert.equal(positions(userRef, true)[0]?.amountRaw, String(bought.amount_received), dex)
    const start = await lab.holdings(owner)
    const quote = await quoteOf(lab, 'sell', mint, start.tokens(mint))
    const reply = traded('sell', await lab.trade('sell', { mint }, { userRef }))
    const record = await lab.record(reply.signature)
    const change = moved(start, await lab.holdings(owner), record)
    assert.equal(change.tokens(mint), -start.tokens(mint), dex)
    assert.equal(change.lamports, BigInt(quote.out_amount), dex)
    assert.deepEqual(
      [reply.amount_received, reply.amount_spent, reply.min_received, reply.platform_fee, reply.tip_lamports],
      [quote.out_amount, bought.amount_received, quote.min_out_amount, 0, 0],
      dex,
    )
    assert.deepEqual([BigInt(reply.fee_lamports), record.feeLamports], [chainFee(record), chainFee(record)], dex)
    assert.deepEqual([reply.timing.dex_name, reply.timing.landed_slot], [dex, record.slot])
    assert.deepEqual(positions(userRef, true), [], dex)
    const [position] = positions(userRef, false)
    assert.deepEqual([position!.mint, position!.amountRaw, position!.trades], [mint, '0', 2], dex)
    assert.equal(position!.proceeds[SOL], String(reply.amount_received), dex)
  }
})

test('a part of the tokens is sold by percent, rounded down, and an amount goes before a percentage', async () => {
  const mint = mintOf('orca')
  const owner = await holder('partly', mint, 1_000_000_001n)
  const sold = async (body: object): Promise<bigint> => {
    const start = await lab.holdings(owner)
    const reply = traded('sell', await lab.trade('sell', { mint, ...body }, { userRef: 'partly' }))
    const spent = start.tokens(mint) - (await lab.holdings(owner)).tokens(mint)
    assert.equal(BigInt(reply.amount_spent), spent)
    return spent
  }
  assert.equal(await sold({ percent: 33.333333 }), 333_333_330n)
  assert.equal(await sold({ percent: 1 }), 6_666_666n)
  assert.equal(await sold({ amount_in: 1_234_567 }), 1_234_567n)
  assert.equal(await sold({ amount_tokens: '1234568', percent: 50 }), 1_234_568n)
  assert.equal(await sold({}), 1_000_000_001n - 333_333_330n - 6_666_666n - 1_234_567n - 1_234_568n, 'all of it')
})

test('the emptied account is closed on request, and its deposit comes back; one that still holds tokens stays', async () => {
  for (const [name, dex] of [
    ['close_token_account', 'raydium_cpmm'],
    ['close_ata', 'meteora_damm_v2'],
  ] as const) {
    const mint = mintOf(dex)
    const userRef = `closer-${dex}`
    const owner = await holder(userRef, mint, 400_000_000n)
    const [at] = (await lab.holdings(owner)).accounts.keys()
    const part = traded('sell', await lab.trade('sell', { mint, percent: 50, [name]: true }, { userRef }))
    const between = await lab.holdings(owner)
    assert.equal(between.accounts.get(at!)?.raw, 200_000_000n)
    const deposit = between.accounts.get(at!)!.lamports
    const reply = traded('sell', await lab.trade('sell', { mint, [name]: true }, { userRef }))
    const end = await lab.holdings(owner)
    assert.deepEqual([...end.accounts.keys()], [])
    const gained = end.lamports - between.lamports
    assert.equal(gained, BigInt(reply.amount_received) - BigInt(reply.fee_lamports) + deposit)
    assert(part.amount_received > 0)
  }
  const mint = mintOf('raydium')
  const owner = await holder('keeper', mint, 1_000_000n)
  traded('sell', await lab.trade('sell', { mint }, { userRef: 'keeper' }))
  assert.deepEqual(
    [...(await lab.holdings(owner)).accounts.values()].map(({ raw }) => raw),
    [0n],
    'nobody asked',
  )
})

test('wrapped SOL is received on its own account, from a pool and from a curve', async () => {
  for (const dex of ['pumpswap', 'bonk', 'pumpfun'] as const) {
    const mint = mintOf(dex)
    const userRef = `wrapper-${dex}`
    const owner = await holder(userRef, mint, 900_000_000_000n)
    const start = await lab.holdings(owner)
    const quote = await quoteOf(lab, 'sell', mint, 900_000_000_000n)
    const reply = traded('sell', await lab.trade('sell', { mint, receive_mint: 'WSOL' }, { userRef }))
    const end = await lab.holdings(owner)
    const change = moved(start, end, await lab.record(reply.signature))
    assert.equal(change.tokens(SOL), BigInt(quote.out_amount), dex)
    assert.equal(change.lamports, BigInt(quote.out_amount), `${dex}: nothing went into the lamports`)
    assert.equal(reply.amount_received, quote.out_amount, dex)
  }
})

test('dollars are received over a second pool, and from a pool that is quoted in them', async () => {
  const husd = await lab.coin('HUSD')
  for (const [userRef, mint, receive_mint, money] of [
    ['usdc', mintOf('raydium'), 'USDC', USDC],
    ['usdc-curve', mintOf('pumpfun'), 'usdc', USDC],
    ['usdc-once', husd, USDC, USDC],
    ['usdt', mintOf('orca'), 'USDT', USDT],
  ] as const) {
    const owner = await holder(userRef, mint, 50_000_000_000n)
    const start = await lab.holdings(owner)
    const order = { mint, receive_mint }
    const told = traded('sell', await lab.trade('sell', { ...order, simulate: true }, { userRef }))
    const reply = traded('sell', await lab.trade('sell', order, { userRef }))
    const change = moved(start, await lab.holdings(owner), await lab.record(reply.signature))
    assert.equal(change.tokens(mint), -50_000_000_000n)
    assert.equal(change.tokens(money), BigInt(reply.amount_received))
    assert.deepEqual([reply.amount_received, reply.amount_spent], [told.amount_received, 50_000_000_000])
    assert(reply.amount_received >= reply.min_received && reply.min_received > 0)
    // What the first swap yields beyond the second one's fixed amount stays as SOL.
    if (mint === husd) assert.equal(change.lamports, 0n)
    else assert(change.lamports >= 0n)
  }
})

test('a token with a transfer fee is bought and sold as quoted, and its account can be closed', async () => {
  // Three quarters of every transfer are withheld, those of the purchase in the account that is to be closed.
  const mint = await lab.coin('NEPICK')
  const owner = await lab.user('taxed')
  const buyQuote = await quoteOf(lab, 'buy', mint, 500_000_000n)
  const bought = traded(
    'buy',
    await lab.trade('buy', { mint, amount_in: 0.5, max_price_impact_bps: 10_000 }, { userRef: 'taxed' }),
  )
  const start = await lab.holdings(owner)
  assert.deepEqual([start.tokens(mint), bought.amount_received], [BigInt(buyQuote.out_amount), buyQuote.out_amount])
  const quote = await quoteOf(lab, 'sell', mint, start.tokens(mint))
  const order = { mint, close_token_account: true, max_price_impact_bps: 10_000 }
  const reply = traded('sell', await lab.trade('sell', order, { userRef: 'taxed' }))
  const end = await lab.holdings(owner)
  assert.equal(reply.amount_received, quote.out_amount)
  assert.equal(moved(start, end, await lab.record(reply.signature)).lamports, BigInt(quote.out_amount))
  assert.deepEqual([...end.accounts.keys()], [])
})

test('a simulated sale reports what the real one does and moves nothing; a bundle pays its tip', async () => {
  const mint = mintOf('meteora')
  const owner = await holder('telling', mint, 700_000_000n)
  const start = await lab.holdings(owner)
  const order = { mint, mev_protect: true, tip_lamports: 77_777, compute_unit_price: 1_000 }
  const told = traded('sell', await lab.trade('sell', { ...order, simulate: true }, { userRef: 'telling' }))
  assert.deepEqual([told.simulated, told.signature], [true, null])
  assert.equal(moved(start, await lab.holdings(owner), null).lamports, 0n)
  const done = traded('sell', await lab.trade('sell', order, { userRef: 'telling' }))
  for (const name of ['amount_received', 'amount_spent', 'min_received', 'fee_lamports', 'tip_lamports'])
    assert.equal(told[name], done[name], name)
  assert.deepEqual([done.timing.mev_service, done.tip_lamports], ['jito', 77_777])
  const record = await lab.record(done.signature)
  const { lamports } = moved(start, await lab.holdings(owner), record)
  assert.equal(lamports, BigInt(done.amount_received) - 77_777n)
})

test('a sale can live by a durable nonce, and trade once under an idempotency key', async () => {
  const mint = mintOf('raydium')
  const owner = await holder('noncer', mint, 2_000_000_000n)
  const nonce = await lab.nonce(owner)
  const order = { mint, percent: 25, nonce_account: nonce.account, nonce_value: nonce.value }
  const asker = { userRef: 'noncer', idempotencyKey: 'sell-1' }
  const first = await lab.trade('sell', order, asker)
  traded('sell', first)
  assert.notEqual(await nonce.read(), nonce.value)
  assert.deepEqual((await lab.trade('sell', order, asker)).json, first.json)
  assert.equal((await lab.holdings(owner)).tokens(mint), 1_500_000_000n)
})

test('a position is counted by its user: what another one sells leaves it open', async () => {
  const mint = mintOf('pumpswap')
  await lab.user('pat')
  await holder('sam', mint, 5_000_000n)
  const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'pat' }))
  traded('sell', await lab.trade('sell', { mint }, { userRef: 'sam' }))
  const part = traded('sell', await lab.trade('sell', { mint, percent: 10 }, { userRef: 'pat' }))
  const [open] = positions('pat', true)
  assert.equal(open!.amountRaw, String(bought.amount_received - part.amount_spent))
  assert.deepEqual(positions('pat', false), [])
  assert.deepEqual(positions('sam', false), [], 'what was not bought here is no position')
})
