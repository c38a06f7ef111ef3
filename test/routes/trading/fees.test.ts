import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTokenAuthority } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { assertFails } from '../../support/reply-check.ts'
import { moved, nobody, openTradeLab, quoteOf, ROUTING_KEY, type TradeLab, traded } from './trade-lab.ts'
import { SOL, USDC } from './trading-server.ts'

const OPERATOR_BPS = 150n
const operator = nobody()

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({ TRADE_FEE_BPS: String(OPERATOR_BPS), TRADE_FEE_WALLET: operator })
  await lab.sandbox.control('POST', '/airdrop', { address: operator, lamports: 1_000_000_000 })
})
after(() => lab?.stop())

const mintOf = (dex: Parameters<TradeLab['coins']['get']>[0]): string => lab.coins.get(dex)!.mint

async function fundedNobody(): Promise<string> {
  const address = nobody()
  await lab.sandbox.control('POST', '/airdrop', { address, lamports: 1_000_000_000 })
  return address
}

test("the operator's fee comes out of what a buy spends and out of what a sale yields, rounded down", async () => {
  for (const dex of ['pumpswap', 'pumpfun', 'meteora'] as const) {
    const mint = mintOf(dex)
    const userRef = `payer-${dex}`
    const owner = await lab.user(userRef)
    const start = await lab.holdings(owner)
    const buyQuote = await quoteOf(lab, 'buy', mint, 100_000_033n)
    const buy = traded('buy', await lab.trade('buy', { mint, amount_in: 0.100000033 }, { userRef }))
    const buyRecord = await lab.record(buy.signature)
    const between = await lab.holdings(owner)
    const bought = moved(start, between, buyRecord)
    assert.equal(buyRecord.change(operator), 1_500_000n, dex)
    assert.deepEqual([bought.lamports, bought.tokens(mint)], [-100_000_033n, BigInt(buyQuote.net_out_amount)], dex)
    assert.deepEqual(
      [buy.amount_spent, buy.amount_received, buy.min_received, buy.platform_fee],
      [100_000_033, buyQuote.net_out_amount, buyQuote.min_net_out_amount, 1_500_000],
      dex,
    )
    const saleQuote = await quoteOf(lab, 'sell', mint, between.tokens(mint))
    const sale = traded('sell', await lab.trade('sell', { mint }, { userRef }))
    const saleRecord = await lab.record(sale.signature)
    const fee = (BigInt(saleQuote.out_amount) * OPERATOR_BPS) / 10_000n
    assert.equal(saleRecord.change(operator), fee, dex)
    assert.equal(
      moved(between, await lab.holdings(owner), saleRecord).lamports,
      BigInt(saleQuote.out_amount) - fee,
      dex,
    )
    assert.deepEqual(
      [sale.amount_received, sale.min_received, BigInt(sale.platform_fee)],
      [saleQuote.net_out_amount, saleQuote.min_net_out_amount, fee],
      dex,
    )
    const { id } = lab.api.ctx.store.trades.findBySignature(sale.signature)!
    const kept = lab.api.ctx.store.trades.find(id)!.platformFee
    assert.deepEqual(kept, { mint: SOL, wallet: operator, raw: String(fee) })
  }
})

test('with the scope fee_routing a trade names its own fee and who gets it, instead of the operator', async () => {
  const mint = mintOf('orca')
  const own = await fundedNobody()
  await lab.user('router', 100_000_000_000n, ROUTING_KEY)
  const asker = { userRef: 'router', key: ROUTING_KEY }
  const spend = async (body: object) => {
    const reply = traded('buy', await lab.trade('buy', { mint, amount_in: 0.1, ...body }, asker))
    const record = await lab.record(reply.signature)
    return [record.change(own), record.change(operator), BigInt(reply.platform_fee)]
  }
  assert.deepEqual(await spend({ fee_bps: 77, fee_wallet: own }), [770_000n, 0n, 770_000n])
  assert.deepEqual(await spend({ fee_bps: 2_500, fee_wallet: own }), [25_000_000n, 0n, 25_000_000n])
  assert.deepEqual(await spend({ fee_bps: 10 }), [0n, 100_000n, 100_000n], "the operator's wallet, another share")
  assert.deepEqual(await spend({ fee_bps: 0 }), [0n, 0n, 0n], 'none')
  assert.deepEqual(await spend({ fee_bps: 0, fee_wallet: own }), [0n, 0n, 0n])
  assert.deepEqual(await spend({}), [0n, 1_500_000n, 1_500_000n], "the operator's")
  const sale = traded('sell', await lab.trade('sell', { mint, fee_bps: 200, fee_wallet: own }, asker))
  const received = BigInt(sale.amount_received) + BigInt(sale.platform_fee)
  assert.deepEqual(
    [(await lab.record(sale.signature)).change(own), (received * 200n) / 10_000n],
    [BigInt(sale.platform_fee), BigInt(sale.platform_fee)],
  )
})

test('a fee in SOL goes to no mint, no token account and no program, where it would be lost', async () => {
  const mint = mintOf('orca')
  const owner = await lab.user('careful', 10_000_000_000n, ROUTING_KEY)
  const asker = { userRef: 'careful', key: ROUTING_KEY }
  const start = await lab.holdings(owner)
  const account = associatedTokenAddress(operator, SOL)
  await lab.giveTokens(operator, SOL, 1_000n)
  for (const fee_wallet of [mint, SOL, account, TOKEN_PROGRAM]) {
    const reply = await lab.trade('buy', { mint, amount_in: 0.1, fee_bps: 100, fee_wallet }, asker)
    assertFails(reply, 400, 'fee_wallet: a token account, a mint or a program is no wallet')
    const { code, stage, fee_lamports, retry_safe } = reply.json
    assert.deepEqual([code, stage, fee_lamports, retry_safe], ['bad_request', 'quote', 0, true])
  }
  assert.equal((await lab.holdings(owner)).lamports, start.lamports)
})

test('without that scope either member is refused with 403, on every route and for every signer', async () => {
  const mint = mintOf('orca')
  const wallet = await lab.wallet()
  await lab.user('plain')
  await lab.giveTokens(await lab.user('plain', 0n), mint, 1_000_000n)
  for (const fee of [{ fee_bps: 10 }, { fee_bps: 10, fee_wallet: operator }, { fee_bps: 0 }]) {
    for (const [route, body] of [
      ['buy', { amount_in: 0.01 }],
      ['buy', { amount_in: 0.01, client_signs: true, wallet: wallet.address }],
      ['sell', {}],
      ['buy-multi-hop', { amount_sol: 0.01 }],
      ['sell-multi-hop', {}],
    ] as const) {
      const reply = await lab.trade(route, { mint, ...body, ...fee }, { userRef: 'plain' })
      assertFails(reply, 403, 'scope required: fee_routing')
      const { code, stage, fee_lamports, retry_safe } = reply.json
      assert.deepEqual([code, stage, fee_lamports, retry_safe], ['scope_required', 'validate', 0, true])
    }
  }
  const alone = await lab.trade('buy', { mint, amount_in: 0.01, fee_wallet: operator }, { userRef: 'plain' })
  assertFails(alone, 403, 'scope required: fee_routing')
})

test('a fee in dollars or wrapped SOL goes to an account of the fee wallet, which the first one who pays makes', async () => {
  const mint = mintOf('raydium_cpmm')
  const own = nobody()
  const owner = await lab.user('dollars', 100_000_000_000n, ROUTING_KEY)
  const asker = { userRef: 'dollars', key: ROUTING_KEY }
  await lab.giveTokens(owner, USDC, 500_000_000n)
  await lab.giveTokens(owner, SOL, 5_000_000_000n)
  const rent = await lab.rent(165)
  const routed = { fee_bps: 100, fee_wallet: own }
  for (const [money, moneyMint, amount_in, raw] of [
    ['USDC', USDC, 40, 40_000_000n],
    ['WSOL', SOL, 1, 1_000_000_000n],
  ] as const) {
    let paid = 0n
    for (const deposit of [rent, 0n]) {
      const start = await lab.holdings(owner)
      const body = { mint, amount_in, pay_with_mint: money, ...routed }
      const buy = traded('buy', await lab.trade('buy', body, asker))
      const end = await lab.holdings(owner)
      const record = await lab.record(buy.signature)
      paid += raw / 100n
      assert.equal((await lab.holdings(own)).tokens(moneyMint), paid, money)
      assert.equal(end.tokens(moneyMint) - start.tokens(moneyMint), -raw, money)
      assert.deepEqual([buy.amount_spent, buy.platform_fee], [Number(raw), Number(raw / 100n)])
      const made = record.change(associatedTokenAddress(own, moneyMint)) - (money === 'WSOL' ? raw / 100n : 0n)
      assert.equal(made, deposit, money)
    }
    const before = (await lab.holdings(own)).tokens(moneyMint)
    const start = await lab.holdings(owner)
    const sale = traded('sell', await lab.trade('sell', { mint, receive_mint: money, ...routed }, asker))
    const fee = (await lab.holdings(own)).tokens(moneyMint) - before
    assert.equal(BigInt(sale.platform_fee), fee, money)
    assert.equal(fee, ((BigInt(sale.amount_received) + fee) * 100n) / 10_000n, money)
    const end = await lab.holdings(owner)
    assert.equal(end.tokens(moneyMint) - start.tokens(moneyMint), BigInt(sale.amount_received), money)
  }
})

test('a fee in dollars is paid to no one to whom the fee wallet gave its account', async () => {
  const mint = mintOf('raydium_cpmm')
  const [feeWallet, stranger] = [await lab.wallet(), nobody()]
  const owner = await lab.user('spender', 100_000_000_000n, ROUTING_KEY)
  await lab.giveTokens(owner, USDC, 500_000_000n)
  await lab.giveTokens(feeWallet.address, USDC, 1n)
  const account = associatedTokenAddress(feeWallet.address, USDC)
  const order = { mint, amount_in: 40, pay_with_mint: 'USDC', fee_bps: 100, fee_wallet: feeWallet.address }
  const asker = { userRef: 'spender', key: ROUTING_KEY }
  // Known and in memory before it passes on.
  traded('buy', await lab.trade('buy', order, asker))
  await lab.send(feeWallet, [
    setTokenAuthority({ account, authority: feeWallet.address, type: 'accountOwner', newAuthority: stranger }),
  ])
  const before = await lab.holdings(owner)
  const signer = await lab.wallet()
  await lab.giveTokens(signer.address, USDC, 500_000_000n)
  const built = { ...order, client_signs: true, wallet: signer.address }
  for (const body of [order, built, { ...built, use_router: true }, { ...built, manifest: false }]) {
    const refused = await lab.trade('buy', body, asker)
    assertFails(refused, 422, /has another owner$|is no account of/)
    const { code, fee_lamports, retry_safe } = refused.json
    assert.deepEqual([code, fee_lamports, retry_safe], ['policy_blocked', 0, true])
  }
  assert.equal((await lab.holdings(owner)).tokens(USDC), before.tokens(USDC))
  assert.equal((await lab.holdings(stranger)).tokens(USDC), 400_001n, 'what lay there before')
})

test('what a caller signs pays the fee, too, and over two hops it is taken from the money', async () => {
  const wallet = await lab.wallet()
  const own = await fundedNobody()
  const mint = await lab.coin('HUSD')
  const routed = { fee_bps: 50, fee_wallet: own, client_signs: true, wallet: wallet.address, mev_tip_lamports: 0 }
  const order = { mint, amount_sol: 0.4, ...routed }
  const buy = traded('buy-multi-hop', await lab.trade('buy-multi-hop', order, { key: ROUTING_KEY }))
  const start = await lab.holdings(wallet.address)
  const bought = await lab.record(await lab.signAndSend(wallet, buy.data.unsigned_tx_base64))
  assert.equal(bought.change(own), 2_000_000n)
  const between = await lab.holdings(wallet.address)
  assert.equal(moved(start, between, bought).lamports, -400_000_000n)
  const sell = traded('sell-multi-hop', await lab.trade('sell-multi-hop', { mint, ...routed }, { key: ROUTING_KEY }))
  const sold = await lab.record(await lab.signAndSend(wallet, sell.data.unsigned_tx_base64))
  const net = moved(between, await lab.holdings(wallet.address), sold).lamports
  assert.equal(sold.change(own), ((net + sold.change(own)) * 50n) / 10_000n)
})

test('a fee that rounds to nothing is not paid, and one that cannot open its wallet is refused beforehand', async () => {
  const mint = mintOf('bonk')
  await lab.user('small', 100_000_000_000n, ROUTING_KEY)
  const asker = { userRef: 'small', key: ROUTING_KEY }
  const empty = nobody()
  const nothing = { mint, amount_in: 0.000_01, fee_bps: 0, fee_wallet: empty }
  assert.equal(traded('buy', await lab.trade('buy', nothing, asker)).platform_fee, 0)
  const little = await lab.trade('buy', { mint, amount_in: 0.01, fee_bps: 1, fee_wallet: empty }, asker)
  assertFails(little, 400, /^fee_wallet: holds less than \d+ lamports, and a fee of 1000 is too little to open it$/)
  const enough = { mint, amount_in: 1, fee_bps: 100, fee_wallet: empty }
  const reply = traded('buy', await lab.trade('buy', enough, asker))
  assert.equal((await lab.record(reply.signature)).change(empty), 10_000_000n)
})

test('a fee wallet without a fee is refused', async () => {
  const bare = { mint: mintOf('bonk'), amount_in: 0.01 }
  const alone = await lab.trade('buy', { ...bare, fee_wallet: operator }, { key: ROUTING_KEY })
  assertFails(alone, 400, 'fee_wallet: needs fee_bps')
})
