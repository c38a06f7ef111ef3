import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { assertFails } from '../../support/reply-check.ts'
import { moved, openTradeLab, quoteOf, type TradeLab, traded } from './trade-lab.ts'
import { SOL, USDC, USDT } from './trading-server.ts'

let lab: TradeLab
/** Quoted in USDC only, and in USDT only. */
let inUsdc: string
let inUsdt: string
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
  inUsdc = await lab.coin('HUSD')
  inUsdt = await lab.coin('WAYF')
  await lab.openPool({ baseMint: inUsdt, quoteMint: USDT, baseRaw: 5_000_000_000_000n, quoteRaw: 200_000_000_000n })
  await lab.openPool({ baseMint: USDT, quoteMint: SOL, baseRaw: 900_000_000_000n, quoteRaw: 6_000_000_000_000n })
})
after(() => lab?.stop())

test('a token that is quoted in dollars is bought with SOL and sold for it over two pools', async () => {
  for (const [userRef, mint, money] of [
    ['usdc', inUsdc, USDC],
    ['usdt', inUsdt, USDT],
  ] as const) {
    const owner = await lab.user(userRef)
    const start = await lab.holdings(owner)
    const buy = { mint, amount_sol: 0.5 }
    const reply = traded('buy-multi-hop', await lab.post('/v1/trade/buy-multi-hop', buy, { userRef }))
    const between = await lab.holdings(owner)
    const bought = moved(start, between, await lab.record(reply.signature))
    assert.deepEqual([bought.lamports, reply.amount_spent], [-500_000_000n, 500_000_000])
    assert.equal(bought.tokens(mint), BigInt(reply.amount_received))
    assert(reply.amount_received >= reply.min_received && reply.min_received > 0)
    // The dollars that the first swap yields beyond the second one's fixed amount stay: half a percent.
    const left = between.tokens(money)
    assert(left >= 0n && left < 600_000n, `${left}`)

    const close = { mint, close_ata: true }
    const sale = traded('sell-multi-hop', await lab.post('/v1/trade/sell-multi-hop', close, { userRef }))
    const end = await lab.holdings(owner)
    const sold = moved(between, end, await lab.record(sale.signature))
    assert.deepEqual([sold.tokens(mint), sale.amount_spent], [-between.tokens(mint), reply.amount_received])
    assert.equal(sold.lamports, BigInt(sale.amount_received))
    assert(sale.amount_received > 450_000_000 && sale.amount_received < 500_000_000)
    assert.deepEqual(
      [...end.accounts.values()].map((account) => account.mint),
      [money],
      'the account of the coin is closed',
    )
  }
})

test('the second swap takes what the first yields at least, half a percent below its quote, and the rest stays', async () => {
  const wallet = await lab.wallet()
  const body = { mint: inUsdt, amount_sol: 0.2, client_signs: true, wallet: wallet.address, mev_tip_lamports: 0 }
  const built = traded('buy-multi-hop', await lab.trade('buy-multi-hop', body))
  const [first, second] = cpmmSwaps(built.data.unsigned_tx_base64)
  assert.deepEqual([first!.inRaw, second!.inRaw], [200_000_000n, first!.minOutRaw])
  const question = { input_mint: 'USDT', output_mint: inUsdt, amount: String(second!.inRaw) }
  const quote = (await lab.post('/v1/trade/quote', question)).json
  assert.equal(second!.minOutRaw, BigInt(quote.min_out_amount))
  const start = await lab.holdings(wallet.address)
  const signature = await lab.signAndSend(wallet, built.data.unsigned_tx_base64)
  const end = await lab.holdings(wallet.address)
  const change = moved(start, end, await lab.record(signature))
  assert.deepEqual([change.lamports, change.tokens(inUsdt)], [-200_000_000n, BigInt(quote.out_amount)])
  const yielded = second!.inRaw + end.tokens(USDT)
  assert.equal(first!.minOutRaw, (yielded * 9_950n) / 10_000n)
  const tight = { ...body, slippage_bps: 10 }
  const [exact] = cpmmSwaps(traded('buy-multi-hop', await lab.trade('buy-multi-hop', tight)).data.unsigned_tx_base64)
  const loose = cpmmSwaps(traded('buy-multi-hop', await lab.trade('buy-multi-hop', body)).data.unsigned_tx_base64)
  assert(exact!.minOutRaw > loose[0]!.minOutRaw, 'never more than the slippage of the trade')
})

/** Amounts of the swaps on Raydium's CPMM that a transaction is made of. */
function cpmmSwaps(unsigned: string): { readonly inRaw: bigint; readonly minOutRaw: bigint }[] {
  const parsed = parseWireTransaction(Buffer.from(unsigned, 'base64'))
  assert(parsed.ok)
  const { keys, instructions } = parsed.transaction
  return instructions
    .filter(({ programIndex }) => encodeBase58(keys[programIndex]!) === CPMM_PROGRAM)
    .map(({ data }) => {
      const bytes = Buffer.from(data)
      return { inRaw: bytes.readBigUInt64LE(8), minOutRaw: bytes.readBigUInt64LE(16) }
    })
}

test('on a token that is quoted in SOL they do what buy and sell do', async () => {
  const { mint } = lab.coins.get('pumpswap')!
  const owner = await lab.user('direct')
  const start = await lab.holdings(owner)
  const quote = await quoteOf(lab, 'buy', mint, 30_000_000n)
  const asker = { userRef: 'direct' }
  const buy = traded('buy-multi-hop', await lab.trade('buy-multi-hop', { mint, amount_sol: '0.03' }, asker))
  assert.deepEqual([buy.amount_received, buy.min_received], [quote.out_amount, quote.min_out_amount])
  const between = await lab.holdings(owner)
  assert.equal(moved(start, between, await lab.record(buy.signature)).lamports, -30_000_000n)
  const saleQuote = await quoteOf(lab, 'sell', mint, 1_000_000n)
  const sale = traded('sell-multi-hop', await lab.trade('sell-multi-hop', { mint, amount_tokens: 1_000_000 }, asker))
  assert.deepEqual([sale.amount_received, sale.amount_spent], [saleQuote.out_amount, 1_000_000])
  const half = traded('sell-multi-hop', await lab.trade('sell-multi-hop', { mint, percent: 50 }, asker))
  assert.equal(BigInt(half.amount_spent), (between.tokens(mint) - 1_000_000n) / 2n)
})

test('wrapped SOL pays for and receives a token that is quoted in dollars, and the lamports stay', async () => {
  const owner = await lab.user('wrapped')
  await lab.giveTokens(owner, SOL, 2_000_000_000n)
  const asker = { userRef: 'wrapped' }
  const start = await lab.holdings(owner)
  const buy = traded('buy', await lab.trade('buy', { mint: inUsdc, amount_in: 1, pay_with_mint: 'WSOL' }, asker))
  const between = await lab.holdings(owner)
  const bought = moved(start, between, await lab.record(buy.signature))
  assert.deepEqual([bought.tokens(SOL), bought.lamports], [-1_000_000_000n, -1_000_000_000n])
  assert.deepEqual([bought.tokens(inUsdc), buy.amount_spent], [BigInt(buy.amount_received), 1_000_000_000])
  const sale = traded('sell', await lab.trade('sell', { mint: inUsdc, receive_mint: 'WSOL' }, asker))
  const sold = moved(between, await lab.holdings(owner), await lab.record(sale.signature))
  assert.deepEqual([sold.tokens(SOL), sold.lamports], [BigInt(sale.amount_received), BigInt(sale.amount_received)])
})

test('bridge fields are ignored whatever they are, and nonce and simulation are off', async () => {
  const { mint } = lab.coins.get('raydium')!
  const owner = await lab.user('ignored')
  const start = await lab.holdings(owner)
  const body = {
    mint,
    amount_sol: 0.01,
    bridge_slippage_bps: 'anything',
    intermediate_mint: { no: 'mint' },
    simulate: true,
    nonce_account: 7,
    nonce_value: 'not a nonce',
    pay_with_mint: 'USDC',
  }
  const reply = traded('buy-multi-hop', await lab.trade('buy-multi-hop', body, { userRef: 'ignored' }))
  assert.equal(reply.simulated, undefined, 'it was sent')
  assert.equal(moved(start, await lab.holdings(owner), await lab.record(reply.signature)).lamports, -10_000_000n)
  const sale = { ...body, amount_sol: undefined, receive_mint: 'USDC', simulate: 1 }
  const sold = traded('sell-multi-hop', await lab.trade('sell-multi-hop', sale, { userRef: 'ignored' }))
  assert.equal(sold.simulated, undefined)
  assert.equal((await lab.holdings(owner)).tokens(USDC), 0n, 'settled in SOL')
})

test('dex, pool, bundle and slippage are taken as on the single routes', async () => {
  const { mint, pool } = lab.coins.get('orca')!
  await lab.user('named')
  const body = { mint, amount_sol: 0.02, dex_type: 'orca', pair_address: pool, mev_protect: true, slippage_bps: 50 }
  const reply = traded('buy-multi-hop', await lab.trade('buy-multi-hop', body, { userRef: 'named' }))
  assert.deepEqual([reply.timing.dex_name, reply.timing.mev_service], ['orca', 'jito'])
  assert.equal(reply.tip_lamports, 1_500_000)
  assert.equal(BigInt(reply.min_received), (BigInt(reply.amount_received) * 9_950n) / 10_000n)
  const elsewhere = await lab.trade('buy-multi-hop', { ...body, dex_type: 'bonk' }, { userRef: 'named' })
  assertFails(elsewhere, 422, 'pool_address is a pool of orca, not of bonk')
})

test('where no pool trades the token, or one money for the other, there is no route', async () => {
  await lab.user('stuck')
  const none = await lab.coin('KSTRL')
  assertFails(await lab.trade('buy-multi-hop', { mint: none, amount_sol: 1 }, { userRef: 'stuck' }), 422, 'no pool')
})
