import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as make from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { chainFee, moved, nobody, openTradeLab, ROUTING_KEY, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY, SOL, USDC } from './trading-server.ts'

/* `use_router`: the swap is the aggregator's, what is around it is ours. */

const TIP_DEFAULT = 100_000n
const quoteReply = successOf('GET /api/v2/swap/quote')

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

async function quotedOut(inputMint: string, outputMint: string, amount: bigint): Promise<bigint> {
  const query = new URLSearchParams({ inputMint, outputMint, amount: String(amount), slippageBps: '1000' })
  const reply = quoteReply(await lab.api.server.get(`/api/v2/swap/quote?${query}`, { key: FULL_KEY }))
  return BigInt(reply.quote.outAmount)
}

const ask = (side: 'buy' | 'sell', { address }: Pick<Keypair, 'address'>, body: object, key?: string) =>
  lab.trade(side, { client_signs: true, use_router: true, wallet: address, ...body }, key === undefined ? {} : { key })

test('bought and sold on every DEX for what the aggregator quoted, with the tip beside it', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const wallet = await lab.wallet()
    const start = await lab.holdings(wallet.address)
    const outRaw = await quotedOut(SOL, mint, 200_000_000n)
    const buy = traded('buy', await ask('buy', wallet, { mint, amount_in: 0.2 }))
    const bought = await lab.record(await lab.signAndSend(wallet, buy.data.unsigned_tx_base64))
    const between = await lab.holdings(wallet.address)
    const there = moved(start, between, bought)
    assert.deepEqual([bought.err, there.tokens(mint), there.lamports], [null, outRaw, -200_000_000n - TIP_DEFAULT], dex)
    assert.deepEqual([bought.feeLamports, bought.unitPrice], [chainFee(bought), 500_000n], dex)
    const shown = buy.manifest.owners.find(({ owner }: { owner: string }) => owner === wallet.address)
    assert.deepEqual(shown.tokens, [{ mint, amount: String(outRaw) }], dex)

    const backRaw = await quotedOut(mint, SOL, between.tokens(mint))
    const sale = traded('sell', await ask('sell', wallet, { mint, mev_tip_lamports: 0, close_token_account: true }))
    const sold = await lab.record(await lab.signAndSend(wallet, sale.data.unsigned_tx_base64))
    const end = await lab.holdings(wallet.address)
    const back = moved(between, end, sold)
    assert.deepEqual([sold.err, back.lamports], [null, backRaw], dex)
    assert.deepEqual([...end.accounts.keys()], [], `${dex}: the account is closed`)
  }
})

test('a routed fee is paid to whom it was routed, from the input of a buy and the output of a sale', async () => {
  const { mint } = lab.coins.get('raydium')!
  const wallet = await lab.wallet()
  const to = (await lab.wallet()).address
  const fee = { fee_bps: 200, fee_wallet: to, mev_tip_lamports: 0 }
  const outRaw = await quotedOut(SOL, mint, 490_000_000n)
  const buy = traded('buy', await ask('buy', wallet, { mint, amount_in: 0.5, ...fee }, ROUTING_KEY))
  const bought = await lab.record(await lab.signAndSend(wallet, buy.data.unsigned_tx_base64))
  assert.equal(bought.change(to), 10_000_000n)
  const held = await lab.holdings(wallet.address)
  assert.equal(held.tokens(mint), outRaw)
  const backRaw = await quotedOut(mint, SOL, outRaw)
  const sale = traded('sell', await ask('sell', wallet, { mint, ...fee }, ROUTING_KEY))
  const sold = await lab.record(await lab.signAndSend(wallet, sale.data.unsigned_tx_base64))
  assert.equal(sold.change(to), (backRaw * 200n) / 10_000n)
  assertRefused(await ask('buy', wallet, { mint, amount_in: 0.5, ...fee }), 403, 'scope_required', /fee_routing/)
})

test('paid with dollars, sold for dollars, with a fee in dollars', async () => {
  const { mint } = lab.coins.get('pumpswap')!
  const wallet = await lab.wallet()
  const to = (await lab.wallet()).address
  await lab.giveTokens(wallet.address, USDC, 300_000_000n)
  const fee = { fee_bps: 100, fee_wallet: to }
  const outRaw = await quotedOut(USDC, mint, 99_000_000n)
  const body = { mint, amount_in: 100, pay_with_mint: 'USDC', ...fee }
  const buy = traded('buy', await ask('buy', wallet, body, ROUTING_KEY))
  await lab.signAndSend(wallet, buy.data.unsigned_tx_base64)
  const held = await lab.holdings(wallet.address)
  assert.deepEqual([held.tokens(mint), held.tokens(USDC)], [outRaw, 200_000_000n])
  assert.equal((await lab.holdings(to)).tokens(USDC), 1_000_000n)
  const backRaw = await quotedOut(mint, USDC, outRaw)
  const sale = traded('sell', await ask('sell', wallet, { mint, receive_mint: 'USDC', ...fee }, ROUTING_KEY))
  await lab.signAndSend(wallet, sale.data.unsigned_tx_base64)
  const feeRaw = backRaw / 100n
  assert.equal((await lab.holdings(wallet.address)).tokens(USDC), 200_000_000n + backRaw - feeRaw)
  assert.equal((await lab.holdings(to)).tokens(USDC), 1_000_000n + feeRaw)
})

test('it lives by a durable nonce where one is named', async () => {
  const { mint } = lab.coins.get('orca')!
  const wallet = await lab.wallet()
  const nonce = await lab.nonce(wallet.address)
  const body = { mint, amount_in: 0.1, nonce_account: nonce.account, nonce_value: nonce.value }
  const buy = traded('buy', await ask('buy', wallet, body))
  assert.deepEqual([buy.data.recent_blockhash, buy.data.last_valid_block_height], [nonce.value, null])
  const record = await lab.record(await lab.signAndSend(wallet, buy.data.unsigned_tx_base64))
  assert.equal(record.err, null)
  assert.notEqual(await nonce.read(), nonce.value)
})

test('tokens in the account of the second kind are brought to where the aggregator sells from', async () => {
  const { mint } = lab.coins.get('raydium_cpmm')!
  const wallet = await lab.wallet()
  await lab.giveTokens(wallet.address, mint, 5_000_000n)
  const { address } = wallet
  const account = addressWithSeed(address, mint.slice(0, 32), TOKEN_PROGRAM)
  const from = associatedTokenAddress(address, mint)
  const lamports = await lab.rent(165)
  await lab.send(wallet, [
    make.createAccountWithSeed({
      payer: address,
      account,
      seed: mint.slice(0, 32),
      lamports,
      dataBytes: 165,
      owner: TOKEN_PROGRAM,
    }),
    make.initializeTokenAccount({ account, mint, owner: address }),
    make.transferTokens({ from, to: account, authority: address, amountRaw: 5_000_000n }),
    make.closeTokenAccount({ account: from, destination: address, authority: address }),
  ])
  const backRaw = await quotedOut(mint, SOL, 5_000_000n)
  const before = await lab.holdings(wallet.address)
  const body = { mint, close_token_account: true, mev_tip_lamports: 0 }
  const sale = traded('sell', await ask('sell', wallet, body))
  const record = await lab.record(await lab.signAndSend(wallet, sale.data.unsigned_tx_base64))
  const end = await lab.holdings(wallet.address)
  assert.deepEqual([record.err, moved(before, end, record).lamports], [null, backRaw])
  assert.equal(end.tokens(mint), 0n)
})

test('what only a pool of one’s own choice can do is refused, and so is who does not sign', async () => {
  const { mint, pool } = lab.coins.get('raydium')!
  const wallet = await lab.wallet()
  for (const extra of [{ dex: 'raydium' }, { pool_address: pool }])
    assertRefused(await ask('buy', wallet, { mint, amount_in: 0.1, ...extra }), 400, 'bad_request', /use_router/)
  for (const [side, extra] of [
    ['buy', { amount_in: 0.1, pay_with_mint: 'WSOL' }],
    ['sell', { receive_mint: 'WSOL' }],
  ] as const)
    assertRefused(await ask(side, wallet, { mint, ...extra }), 400, 'bad_request', /use_router/)
  assertRefused(
    await ask('buy', wallet, { mint: USDC, amount_in: 0.1 }),
    400,
    'unsupported_quote',
    /must be the traded token/,
  )
  assertRefused(await ask('buy', wallet, { mint: nobody(), amount_in: 0.1 }), 400, 'invalid_mint', /mint/)
  assertRefused(await ask('buy', nobodyKey(), { mint, amount_in: 0.1 }), 402, 'insufficient_balance', /balance/)
  assertRefused(await ask('sell', wallet, { mint }), 402, 'insufficient_balance', /balance/)
  assertRefused(await lab.trade('buy', { mint, amount_in: 0.1, use_router: true }), 400, 'bad_request', /use_router/)
})

test('the transaction is one of version 0 with one signature that is not there yet', async () => {
  const { mint } = lab.coins.get('meteora')!
  const wallet = await lab.wallet()
  const buy = traded('buy', await ask('buy', wallet, { mint, amount_in: 0.1, manifest: false }))
  assert.equal(buy.manifest, null)
  const parsed = parseWireTransaction(new Uint8Array(Buffer.from(buy.data.unsigned_tx_base64, 'base64')))
  assert(parsed.ok)
  assert.deepEqual([parsed.transaction.version, parsed.transaction.signatures.length], [0, 1])
  assert(parsed.transaction.signatures[0]!.every((byte) => byte === 0))
})

const nobodyKey = () => ({ address: nobody() })

function assertRefused(reply: ApiReply, status: number, code: string, words: RegExp): void {
  assertFails(reply, status, words)
  assert.deepEqual([reply.json.code, reply.json.fee_lamports, reply.json.retry_safe], [code, 0, true])
}
