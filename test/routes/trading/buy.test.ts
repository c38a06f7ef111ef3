import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { assertFails } from '../../support/reply-check.ts'
import { chainFee, moved, openTradeLab, quoteOf, TRADE_KEY, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY, SOL, USDC, USDT } from './trading-server.ts'

const BUY_LAMPORTS = 150_000_000n
const TIP_DEFAULT = 1_500_000n

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
  await lab.openPool({ baseMint: USDT, quoteMint: SOL, baseRaw: 900_000_000_000n, quoteRaw: 6_000_000_000_000n })
})
after(() => lab?.stop())

const mintOf = (dex: Parameters<TradeLab['coins']['get']>[0]): string => lab.coins.get(dex)!.mint

test('a buy on every DEX yields what was quoted and takes what was asked for, to the base unit', async () => {
  assert.equal(lab.coins.size, DEXES.length)
  for (const [dex, { mint }] of lab.coins) {
    const userRef = `buyer-${dex}`
    const owner = await lab.user(userRef)
    const start = await lab.holdings(owner)
    const quote = await quoteOf(lab, 'buy', mint, BUY_LAMPORTS)
    const reply = traded('buy', await lab.trade('buy', { mint, amount_in: 0.15 }, { userRef }))
    const end = await lab.holdings(owner)
    const record = await lab.record(reply.signature)
    const change = moved(start, end, record)
    assert.equal(change.tokens(mint), BigInt(quote.out_amount), dex)
    assert.equal(change.lamports, -BUY_LAMPORTS, dex)
    assert.deepEqual(
      [reply.amount_received, reply.amount_spent, reply.min_received, reply.platform_fee, reply.tip_lamports],
      [quote.out_amount, Number(BUY_LAMPORTS), quote.min_out_amount, 0, 0],
      dex,
    )
    assert.equal(record.err, null)
    assert.deepEqual([record.feeLamports, BigInt(reply.fee_lamports)], [chainFee(record), chainFee(record)], dex)
    assert.equal(record.unitPrice, 500_000n, 'the default')
    assert.deepEqual([reply.timing.dex_name, reply.timing.landed_slot], [dex, record.slot])
    assert.deepEqual([reply.timing.mev_service, reply.timing.bundle_id], [null, null])
  }
})

test('tokens arrive at the associated account, whose deposit is the rent of the chain; a second buy needs none', async () => {
  const mint = mintOf('raydium_cpmm')
  const owner = await lab.user('twice')
  const before = await lab.holdings(owner)
  const first = traded('buy', await lab.trade('buy', { mint, amount_in: '0.02' }, { userRef: 'twice' }))
  const between = await lab.holdings(owner)
  const at = associatedTokenAddress(owner, mint)
  const rent = await lab.rent(165)
  assert.deepEqual([...between.accounts.keys()], [at])
  assert.equal(between.accounts.get(at)!.lamports, rent)
  const fees = BigInt(first.fee_lamports)
  assert.equal(before.lamports - between.lamports, 20_000_000n + fees + rent)
  const second = traded('buy', await lab.trade('buy', { mint, amount_in: '0.02' }, { userRef: 'twice' }))
  const after = await lab.holdings(owner)
  assert.equal(between.lamports - after.lamports, 20_000_000n + BigInt(second.fee_lamports))
  assert.equal(after.tokens(mint), BigInt(first.amount_received) + BigInt(second.amount_received))
})

test('the price of the chain is what was asked for: compute_unit_price, or priority_micro_lamports before it', async () => {
  const mint = mintOf('raydium')
  await lab.user('priced')
  const priceOf = async (body: object): Promise<bigint> => {
    const reply = traded('buy', await lab.trade('buy', { mint, amount_in: 0.001, ...body }, { userRef: 'priced' }))
    const record = await lab.record(reply.signature)
    assert.deepEqual([record.feeLamports, BigInt(reply.fee_lamports)], [chainFee(record), chainFee(record)])
    return record.unitPrice
  }
  assert.equal(await priceOf({ compute_unit_price: 0 }), 0n)
  assert.equal(await priceOf({ compute_unit_price: 1_234_567 }), 1_234_567n)
  assert.equal(await priceOf({ compute_unit_price: 7, priority_micro_lamports: 9_999 }), 9_999n)
  assert.equal(await priceOf({ priority_micro_lamports: 10 ** 12 }), 50_000_000n, 'clamped')
  assert.equal(await priceOf({ priority_micro_lamports: -5 }), 0n, 'clamped')
})

test('with mev_protect it goes as a bundle and pays the tip, 1,500,000 lamports unless another is named', async () => {
  const mint = mintOf('orca')
  const owner = await lab.user('tipper')
  for (const [body, tip] of [
    [{}, TIP_DEFAULT],
    [{ tip_lamports: 23_456 }, 23_456n],
  ] as const) {
    const start = await lab.holdings(owner)
    const order = { mint, amount_in: 0.01, mev_protect: true, ...body }
    const reply = traded('buy', await lab.trade('buy', order, { userRef: 'tipper' }))
    const record = await lab.record(reply.signature)
    assert.equal(moved(start, await lab.holdings(owner), record).lamports, -10_000_000n - tip)
    assert.deepEqual([reply.amount_spent, reply.tip_lamports], [10_000_000, Number(tip)])
    assert.deepEqual([reply.timing.mev_service, reply.timing.submitted_via], ['jito', 'jito_bundle'])
    const status = await lab.api.get(`/v1/trade/bundle-status?bundle_id=${reply.timing.bundle_id}`)
    assert.deepEqual([status.json.landed, status.json.mev_protected], [true, true], status.text)
  }
  const unprotected = await lab.trade('buy', { mint, amount_in: 0.01, tip_lamports: 99_999 }, { userRef: 'tipper' })
  assert.equal(traded('buy', unprotected).tip_lamports, 0, 'no tip without a bundle')
})

test('wrapped SOL pays from its own account, on a pool and on a curve, and the lamports stay', async () => {
  const owner = await lab.user('wrapped')
  await lab.giveTokens(owner, SOL, 1_000_000_000n)
  for (const dex of ['pumpswap', 'meteora', 'pumpfun', 'bonk', 'meteora_dbc'] as const) {
    const mint = mintOf(dex)
    const quote = await quoteOf(lab, 'buy', mint, 30_000_000n)
    const start = await lab.holdings(owner)
    const order = { mint, amount_in: 0.03, pay_with_mint: 'WSOL' }
    const reply = traded('buy', await lab.trade('buy', order, { userRef: 'wrapped' }))
    const end = await lab.holdings(owner)
    const record = await lab.record(reply.signature)
    const change = moved(start, end, record)
    assert.deepEqual([change.tokens(mint), change.tokens(SOL)], [BigInt(quote.out_amount), -30_000_000n], dex)
    assert.equal(change.lamports, -30_000_000n, dex)
    assert.equal(end.lamports - start.lamports, -record.feeLamports - record.deposits - newRent(start, end), dex)
    assert.equal(reply.amount_spent, 30_000_000)
  }
})

/** Lamports of the accounts that came to be. */
function newRent(start: Awaited<ReturnType<TradeLab['holdings']>>, end: typeof start): bigint {
  let lamports = 0n
  for (const [address, account] of end.accounts) if (!start.accounts.has(address)) lamports += account.lamports
  return lamports
}

test('dollars pay for a token that is quoted in SOL over a second pool, and for one in dollars at once', async () => {
  const owner = await lab.user('dollars')
  for (const money of [USDC, USDT]) await lab.giveTokens(owner, money, 1_000_000_000n)
  const husd = await lab.coin('HUSD')
  for (const [pay_with_mint, mint, money] of [
    ['USDC', mintOf('raydium'), USDC],
    [USDC, mintOf('pumpfun'), USDC],
    ['usdc', husd, USDC],
    ['USDT', mintOf('meteora_damm_v2'), USDT],
  ] as const) {
    const start = await lab.holdings(owner)
    const order = { mint, amount_in: 12.345678, pay_with_mint }
    const foreseen = traded('buy', await lab.trade('buy', { ...order, simulate: true }, { userRef: 'dollars' }))
    const reply = traded('buy', await lab.trade('buy', order, { userRef: 'dollars' }))
    const record = await lab.record(reply.signature)
    const change = moved(start, await lab.holdings(owner), record)
    assert.equal(change.tokens(money), -12_345_678n)
    assert.deepEqual([reply.amount_spent, foreseen.amount_spent], [12_345_678, 12_345_678])
    assert.equal(change.tokens(mint), BigInt(reply.amount_received))
    assert.equal(reply.amount_received, foreseen.amount_received)
    assert(reply.amount_received >= reply.min_received && reply.min_received > 0)
    // What the first swap yields beyond the second one's fixed amount comes back as SOL: half a percent at most.
    assert(change.lamports >= 0n && change.lamports < 5_000_000n, `${change.lamports}`)
    if (mint === husd) assert.equal(change.lamports, 0n)
  }
})

test('a simulated buy reports what the real one does and moves nothing', async () => {
  const mint = mintOf('meteora_damm_v2')
  const owner = await lab.user('simulant')
  const start = await lab.holdings(owner)
  const order = { mint, amount_in: 0.3, mev_protect: true }
  const told = traded('buy', await lab.trade('buy', { ...order, simulate: true }, { userRef: 'simulant' }))
  assert.deepEqual([told.simulated, told.signature], [true, null])
  assert(told.compute_units > 0 && told.logs.length > 0)
  assert.equal(moved(start, await lab.holdings(owner), null).lamports, 0n)
  const done = traded('buy', await lab.trade('buy', order, { userRef: 'simulant' }))
  for (const name of ['amount_received', 'amount_spent', 'min_received', 'fee_lamports', 'tip_lamports'])
    assert.equal(told[name], done[name], name)
  assert.equal(done.simulated, undefined)
})

test('a buy can live by a durable nonce of its wallet, which moves on', async () => {
  const mint = mintOf('raydium_cpmm')
  const owner = await lab.user('noncer')
  const nonce = await lab.nonce(owner)
  const order = { mint, amount_in: 0.01, nonce_account: nonce.account, nonce_value: nonce.value }
  const start = await lab.holdings(owner)
  const reply = traded('buy', await lab.trade('buy', order, { userRef: 'noncer' }))
  const record = await lab.record(reply.signature)
  assert.equal(moved(start, await lab.holdings(owner), record).lamports, -10_000_000n)
  assert.notEqual(await nonce.read(), nonce.value)
  const again = await lab.trade('buy', order, { userRef: 'noncer' })
  assertFails(again, 400, /^nonce_value: the nonce holds /)
  const other = await lab.trade('buy', { ...order, nonce_value: await nonce.read() }, { userRef: 'buyer-orca' })
  assertFails(other, 400, 'nonce_account: the wallet is not its authority')
})

test('every user of a key has a wallet of its own, the default one too', async () => {
  const mint = mintOf('bonk')
  const [one, other, usual] = await Promise.all([lab.user('one'), lab.user('other'), lab.user('default')])
  assert.equal(new Set([one, other, usual]).size, 3)
  const held = async () =>
    Promise.all([one, other, usual].map(async (owner) => (await lab.holdings(owner)).tokens(mint)))
  assert.deepEqual(await held(), [0n, 0n, 0n])
  const first = traded('buy', await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'one' }))
  assert.deepEqual(await held(), [BigInt(first.amount_received), 0n, 0n])
  const second = traded('buy', await lab.trade('buy', { mint, amount_in: 0.01 }))
  assert.deepEqual(await held(), [BigInt(first.amount_received), 0n, BigInt(second.amount_received)])
  const stranger = await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'one', key: TRADE_KEY })
  assertFails(stranger, 403, 'scope required: wallet (the user has none yet)')
  assert.deepEqual([stranger.json.code, stranger.json.stage], ['scope_required', 'validate'])
  assertFails(await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'a b' }), 400, 'invalid X-User-Ref')
})

test('an idempotency key trades once: the answer comes again, another body is refused', async () => {
  const mint = mintOf('orca')
  const owner = await lab.user('once')
  const asker = { userRef: 'once', idempotencyKey: 'buy-1' }
  const [first, beside] = await Promise.all([1, 2].map(() => lab.trade('buy', { mint, amount_in: 0.05 }, asker)))
  const start = await lab.holdings(owner)
  const again = await lab.trade('buy', { mint, amount_in: 0.05 }, asker)
  const { signature } = traded('buy', first!)
  assert.deepEqual([beside!.json, again.json], [first!.json, first!.json])
  assert.equal(start.tokens(mint), BigInt(first!.json.amount_received))
  assert.equal(moved(start, await lab.holdings(owner), null).lamports, 0n)
  const changed = await lab.trade('buy', { mint, amount_in: 0.06 }, asker)
  assertFails(changed, 409, 'this Idempotency-Key was used with another request')
  assert.equal(changed.json.code, 'idempotency_mismatch')
  const elsewhere = await lab.trade('buy', { mint, amount_in: 0.05 }, { ...asker, userRef: 'other' })
  assert.notEqual(traded('buy', elsewhere).signature, signature, 'the key is one of each user')
})

test('dex and pool are where it is traded, by either of their names', async () => {
  const graduated = await lab.coin('HHDOG')
  await lab.user('chooser')
  const { pool } = lab.coins.get('raydium')!
  const order = { mint: mintOf('raydium'), amount_in: 0.001, simulate: true }
  for (const body of [{ dex: 'raydium' }, { dex_type: 'RAYDIUM' }, { pool_address: pool }, { pair_address: pool }]) {
    const reply = traded('buy', await lab.trade('buy', { ...order, ...body }, { userRef: 'chooser' }))
    assert.equal(reply.timing.dex_name, 'raydium')
  }
  const wrong = await lab.trade('buy', { ...order, dex: 'orca' }, { userRef: 'chooser' })
  assertFails(wrong, 422, 'no pool on orca')
  const moved = await lab.trade('buy', { ...order, mint: graduated, dex: 'bonk' }, { userRef: 'chooser' })
  assertFails(moved, 422, /./)
  const best = traded('buy', await lab.trade('buy', { ...order, mint: graduated }, { userRef: 'chooser' }))
  assert.equal(best.timing.dex_name, 'raydium_cpmm')
})

test('trading takes a bearer key with the scope trade', async () => {
  const order = { mint: mintOf('orca'), amount_in: 0.01 }
  assertFails(await lab.trade('buy', order, { key: null }), 401, 'missing API key')
  assertFails(await lab.trade('buy', order, { key: 'rt_nobody' }), 401, 'invalid API key')
  const reader = await lab.trade('buy', order, { key: 'rt_test_read' })
  assertFails(reader, 403, /scope/)
  assert.equal(reader.json.code, 'scope_required')
  const header = await lab.api.server.post('/v1/trade/buy', order, { key: FULL_KEY })
  assertFails(header, 401, 'missing API key: this route takes it as Authorization: Bearer')
})

test('a curve that fills up takes only what it can, and that is what was spent', async () => {
  const owner = await lab.user('filler', 1_000_000_000_000n)
  for (const dex of ['pumpfun', 'bonk', 'meteora_dbc'] as const) {
    const mint = mintOf(dex)
    const start = await lab.holdings(owner)
    const reply = traded(
      'buy',
      await lab.trade('buy', { mint, amount_in: 100, max_price_impact_bps: 10_000 }, { userRef: 'filler' }),
    )
    const change = moved(start, await lab.holdings(owner), await lab.record(reply.signature))
    assert.deepEqual([-change.lamports, change.tokens(mint)], [reply.amount_spent, reply.amount_received].map(BigInt))
    assert(reply.amount_spent < 100_000_000_000, dex)
    const full = await lab.trade('buy', { mint, amount_in: 0.1 }, { userRef: 'filler' })
    assertFails(full, 422, /no pool/)
    assert.equal(full.json.code, 'no_route')
  }
})
