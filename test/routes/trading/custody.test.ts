import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { deriveWallet } from '../../../src/services/custody/signer.ts'
import type { ApiReply } from '../../support/api-client.ts'
import {
  nobody,
  openTradeLab,
  quoteOf,
  ROUTING_KEY,
  TRADE_KEY,
  type TradeLab,
  type TradeRoute,
  traded,
} from './trade-lab.ts'
import { FULL_KEY, SOL } from './trading-server.ts'

/* What binds a trade that the server signs, whatever the request says: where value may go, and how much of it a trade
 * may lose. */

const [LISTED, operator] = [nobody(), nobody()]
const SOL_RAW = 1_000_000_000n

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({ TRADE_FEE_BPS: '100', TRADE_FEE_WALLET: operator })
  for (const address of [LISTED, operator])
    await lab.sandbox.control('POST', '/airdrop', { address, lamports: Number(SOL_RAW) })
})
after(() => lab?.stop())

function assertBlocked(reply: ApiReply, rule: string): ApiReply['json'] {
  assert.deepEqual([reply.status, reply.json.code, reply.json.details?.rule], [422, 'policy_blocked', rule], reply.text)
  assert.deepEqual([reply.json.fee_lamports, reply.json.retry_safe], [0, true])
  return reply.json
}

/** A custodial wallet with a list, and 20 SOL. */
async function confined(userRef: string, key = ROUTING_KEY): Promise<{ address: string; id: string }> {
  const made = await lab.post('/v1/wallets', { user_ref: userRef, withdraw_to: [LISTED] }, { key })
  assert.equal(made.status, 201, made.text)
  const { address, id } = made.json.wallet
  await lab.sandbox.control('POST', '/airdrop', { address, lamports: 20_000_000_000 })
  return { address, id }
}

/** A wallet of a key that may trade and nothing else: someone with the scope `wallet` made it. */
async function tradersWallet(userRef: string): Promise<string> {
  const { ctx } = lab.api
  const key = ctx.store.apiKeys.findByDigest(digestKey(TRADE_KEY))!
  const made = await deriveWallet(ctx, key, { userRef, label: '', withdrawTo: [] })
  assert(made.ok)
  const { address } = made.value.record
  await lab.sandbox.control('POST', '/airdrop', { address, lamports: 100_000_000_000 })
  return address
}

test('a wallet with a list pays no fee to an address that is not on it, on any route and in any spelling', async () => {
  const mint = lab.coins.get('orca')!.mint
  const own = await confined('fees')
  await lab.giveTokens(own.address, mint, 1_000_000_000n)
  const asker = { userRef: 'fees', key: ROUTING_KEY }
  const stranger = nobody()
  await lab.sandbox.control('POST', '/airdrop', { address: stranger, lamports: Number(SOL_RAW) })
  const bodies: readonly (readonly [TradeRoute, object])[] = [
    ['buy', { amount_in: 0.1 }],
    ['buy', { amount_in: 0.1, simulate: true }],
    ['buy', { amount_in: 0.1, manifest: false }],
    ['buy', { amount_in: 1, pay_with_mint: 'USDC' }],
    ['buy-multi-hop', { amount_sol: 0.1 }],
    ['sell', { percent: 10 }],
    ['sell', { percent: 10, receive_mint: 'USDC' }],
    ['sell', { amount_in: 1_000 }],
    ['sell-multi-hop', { percent: 10 }],
  ]
  const start = await lab.holdings(own.address)
  for (const [route, body] of bodies)
    for (const fee of [
      { fee_bps: 2_500, fee_wallet: stranger },
      { fee_bps: '1', fee_wallet: stranger },
      { fee_bps: 1, fee_wallet: associatedTokenAddress(LISTED, SOL) },
      // The operator's wallet, but more than the operator takes.
      { fee_bps: 2_500 },
    ]) {
      const reply = await lab.trade(route, { mint, ...body, ...fee }, asker)
      if (typeof fee.fee_bps === 'string') assert.equal(reply.status, 400, reply.text)
      else assertBlocked(reply, 'withdraw_to')
    }
  assert.deepEqual((await lab.holdings(own.address)).lamports, start.lamports)
  assert.equal((await lab.holdings(stranger)).lamports, SOL_RAW)
  const paid = traded('buy', await lab.trade('buy', { mint, amount_in: 0.1, fee_bps: 200, fee_wallet: LISTED }, asker))
  assert.equal((await lab.record(paid.signature)).change(LISTED), 2_000_000n)
  traded('buy', await lab.trade('buy', { mint, amount_in: 0.1, fee_bps: 0 }, asker))
  const usual = traded('buy', await lab.trade('buy', { mint, amount_in: 0.1 }, asker))
  assert.equal((await lab.record(usual.signature)).change(operator), 1_000_000n, 'the operator set that one')
})

test('no other parameter moves value of a wallet with a list to an address of the caller’s', async () => {
  const mint = lab.coins.get('orca')!.mint
  const own = await confined('others')
  const asker = { userRef: 'others', key: ROUTING_KEY }
  const thief = await lab.wallet()
  const nonce = await lab.nonce(thief.address)
  const refused: readonly (readonly [string, number, () => Promise<ApiReply>])[] = [
    ['the aggregator', 400, () => lab.trade('buy', { mint, amount_in: 0.1, use_router: true }, asker)],
    [
      "somebody's nonce",
      400,
      () => lab.trade('buy', { mint, amount_in: 0.1, nonce_account: nonce.account, nonce_value: nonce.value }, asker),
    ],
    [
      'a withdrawal',
      422,
      () => lab.post(`/v1/wallets/${own.id}/withdraw`, { to: thief.address, amount: '1000000' }, { key: ROUTING_KEY }),
    ],
    [
      'a withdrawal to a token account of theirs',
      422,
      () =>
        lab.post(
          `/v1/wallets/${own.id}/withdraw`,
          { to: associatedTokenAddress(thief.address, mint), mint, amount: 'max' },
          { key: ROUTING_KEY },
        ),
    ],
    ['a refund for another', 400, () => lab.post('/v1/refund/close', { wallet: thief.address }, asker)],
  ]
  const start = await lab.holdings(thief.address)
  for (const [name, status, ask] of refused) assert.equal((await ask()).status, status, name)
  // Members that name recipients elsewhere are no members here, and another wallet than the one that trades is refused.
  for (const name of ['to', 'recipient', 'destination', 'tip_account', 'wallet'])
    for (const [side, params] of [
      ['buy', { mint, amount_in: 0.1 }],
      ['sell', { mint }],
    ] as const)
      assert.equal((await lab.trade(side, { ...params, [name]: thief.address }, asker)).status, 400, name)
  const tips = { mev_protect: true, tip_lamports: 2_000_000 }
  const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.1, ...tips }, asker))
  assert.equal((await lab.record(bought.signature)).change(thief.address), 0n)
  const before = await lab.holdings(own.address)
  const sold = traded('sell', await lab.trade('sell', { mint, close_token_account: true }, asker))
  const after = await lab.holdings(own.address)
  assert.equal(after.accounts.size, before.accounts.size - 1, 'its account is closed')
  const deposits = [...before.accounts.values()].reduce((sum, { lamports }) => sum + lamports, 0n)
  const { feeLamports } = await lab.record(sold.signature)
  assert.equal(after.lamports - before.lamports, deposits + BigInt(sold.amount_received) - feeLamports)
  assert.deepEqual((await lab.holdings(thief.address)).lamports, start.lamports)
})

test('a trade that would lose more than the bound is refused on every DEX, whatever slippage it allows', async () => {
  await tradersWallet('bound')
  const asker = { userRef: 'bound', key: TRADE_KEY }
  let refusals = 0
  for (const [dex, { mint }] of lab.coins)
    for (const amount_in of [0.05, 5, 90]) {
      const body = { mint, amount_in, slippage_bps: 100_000, simulate: true }
      const reply = await lab.trade('buy', body, asker)
      if (reply.status === 422 && reply.json.code === 'policy_blocked') {
        const { details } = assertBlocked(reply, 'price_impact')
        assert(details.price_impact_bps > 2_500 && details.max_price_impact_bps === 2_500, dex)
        refusals++
        continue
      }
      if (reply.status === 422 && reply.json.code === 'no_route') continue
      const probe = await quoteOf(lab, 'buy', mint, 1_000_000n)
      const fair = (BigInt(probe.out_amount) * BigInt(Math.round(amount_in * 0.99 * 1e9))) / 1_000_000n
      const { min_received, amount_received } = traded('buy', reply)
      assert(BigInt(min_received) * 100n >= fair * 74n, `${dex}: ${min_received} of ${fair}`)
      assert(BigInt(amount_received) * 100n >= fair * 74n, dex)
    }
  assert(refusals > 0)
})

test('a small wallet of a trade key keeps its tokens’ worth: sales are bound as purchases are', async () => {
  const address = await tradersWallet('seller')
  const { mint } = lab.coins.get('orca')!
  // Of 30 SOL, at a twentieth of the market's price.
  const worthOfSol = BigInt((await quoteOf(lab, 'buy', mint, SOL_RAW / 100n)).out_amount) * 100n
  const baseRaw = worthOfSol * 30n * 20n
  const pool = await lab.openPool({ baseMint: mint, quoteMint: SOL, baseRaw, quoteRaw: 30n * SOL_RAW })
  lab.api.server.clock.push(3_000)
  await lab.giveTokens(address, mint, worthOfSol)
  const asker = { userRef: 'seller', key: TRADE_KEY }
  const reply = await lab.trade('sell', { mint, percent: 10, pool_address: pool, slippage_bps: 100_000 }, asker)
  const { details } = assertBlocked(reply, 'price_impact')
  assert(details.price_impact_bps > 9_000, `${details.price_impact_bps}`)
  const fair = traded('sell', await lab.trade('sell', { mint, percent: 10, slippage_bps: 100_000 }, asker))
  assert(BigInt(fair.amount_received) > SOL_RAW / 12n, fair.amount_received)
})

test('a pool that is named must hold something', async () => {
  await tradersWallet('thin')
  const { mint } = lab.coins.get('meteora')!
  const spot = await quoteOf(lab, 'buy', mint, SOL_RAW / 100n)
  const baseRaw = BigInt(spot.out_amount) * 100n
  const pool = await lab.openPool({ baseMint: mint, quoteMint: SOL, baseRaw, quoteRaw: SOL_RAW })
  lab.api.server.clock.push(3_000)
  const asker = { userRef: 'thin', key: TRADE_KEY }
  for (const name of ['pool_address', 'pair_address'])
    for (const route of ['buy', 'buy-multi-hop'] as const) {
      const reply = await lab.trade(route, { mint, amount_in: 0.01, [name]: pool }, asker)
      const { details } = assertBlocked(reply, 'pool_liquidity')
      assert.equal(details.min_pool_lamports, '5000000000')
    }
  // Who may empty the wallet may trade there too.
  await lab.user('free')
  const body = { mint, amount_in: 0.01, pool_address: pool, max_price_impact_bps: 10_000 }
  traded('buy', await lab.trade('buy', body, { userRef: 'free' }))
})

test('a bound may be tightened by anyone, and lifted by who may empty the wallet', async () => {
  await tradersWallet('tight')
  await confined('kept', FULL_KEY)
  await lab.user('lifted')
  const { mint } = lab.coins.get('raydium_cpmm')!
  const body = { mint, amount_in: 1, simulate: true }
  const trader = { userRef: 'tight', key: TRADE_KEY }
  const tight = await lab.trade('buy', { ...body, max_price_impact_bps: 1 }, trader)
  assert.equal(assertBlocked(tight, 'price_impact').details.max_price_impact_bps, 1)
  traded('buy', await lab.trade('buy', { ...body, max_price_impact_bps: 2_500 }, trader))
  const refused = await lab.trade('buy', { ...body, max_price_impact_bps: 2_501 }, trader)
  assert.deepEqual([refused.status, refused.json.code], [403, 'scope_required'])
  const kept = await lab.trade('buy', { ...body, max_price_impact_bps: 2_501 }, { userRef: 'kept' })
  assertBlocked(kept, 'withdraw_to')
  const large = { mint: lab.coins.get('pumpfun')!.mint, amount_in: 60, slippage_bps: 100_000, simulate: true }
  assertBlocked(await lab.trade('buy', large, { userRef: 'lifted' }), 'price_impact')
  traded('buy', await lab.trade('buy', { ...large, max_price_impact_bps: 10_000 }, { userRef: 'lifted' }))
  for (const max_price_impact_bps of [-1, 10_001, 1.5, 'x'])
    assert.equal((await lab.trade('buy', { ...body, max_price_impact_bps }, trader)).status, 400)
})

test('who signs for themselves has the bound they ask for, and none otherwise', async () => {
  const { address } = await lab.wallet()
  const { mint } = lab.coins.get('pumpfun')!
  const body = { mint, amount_in: 60, slippage_bps: 100_000, client_signs: true, wallet: address }
  assert.equal((await lab.trade('buy', body)).status, 200)
  assertBlocked(await lab.trade('buy', { ...body, max_price_impact_bps: 2_500 }), 'price_impact')
  const routed = await lab.trade('buy', { ...body, use_router: true, max_price_impact_bps: 2_500 })
  assert.equal(routed.status, 400)
})
