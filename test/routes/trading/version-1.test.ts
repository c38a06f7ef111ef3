// second run: waits for transactions to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAssociatedTokenAccount } from '../../../src/chain/solana/instructions.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { successOf } from '../../support/reply-check.ts'
import { nobody, openTradeLab, signUnsigned, type TradeLab, traded } from './trade-lab.ts'

/** A server whose operator says that the chain takes version 1: everything that it builds is version 1. */

let lab: TradeLab
before(async () => {
  lab = await openTradeLab({ SOLANA_MESSAGE_VERSION: '1' })
})
after(() => lab?.stop())

test('buys and sales of the server’s wallets are version 1 on every DEX, and cost what the chain charged', async () => {
  const owner = await lab.user('first')
  for (const [dex, { mint }] of lab.coins) {
    const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'first' }))
    const buy = await lab.record(bought.signature)
    assert.deepEqual([buy.version, buy.err], [1, null], dex)
    assert.equal(BigInt(bought.fee_lamports), buy.feeLamports, dex)
    const raw = (await lab.holdings(owner)).tokens(mint)
    assert.equal(raw, BigInt(bought.amount_received), dex)
    const sold = traded('sell', await lab.trade('sell', { mint, percent: 100 }, { userRef: 'first' }))
    const sell = await lab.record(sold.signature)
    assert.deepEqual([sell.version, sell.err, sell.feeLamports], [1, null, BigInt(sold.fee_lamports)], dex)
    assert.equal((await lab.holdings(owner)).tokens(mint), 0n, dex)
  }
})

test('what a caller signs is version 1, is taken by broadcast, and lands as its manifest says', async () => {
  const wallet = await lab.wallet()
  const [, { mint }] = [...lab.coins][0]!
  const order = { mint, client_signs: true, wallet: wallet.address, amount_in: 0.1, mev_tip_lamports: 0 }
  const built = traded('buy', await lab.trade('buy', order))
  const { wire, signature } = signUnsigned(wallet, built.data.unsigned_tx_base64)
  const sent = await lab.post('/v1/trade/broadcast', { signed_tx_base64: wire })
  assert.equal(sent.status, 200, sent.text)
  await lab.confirmed(signature)
  const record = await lab.record(signature)
  assert.deepEqual([record.version, record.err], [1, null])
  assert((await lab.holdings(wallet.address)).tokens(mint) > 0n)
})

test('a withdrawal of SOL and one of tokens are version 1', async () => {
  const owner = await lab.user('leaving')
  const [, { mint }] = [...lab.coins][0]!
  await lab.giveTokens(owner, mint, 5_000n)
  const { json } = await lab.post('/v1/wallets', { user_ref: 'leaving' })
  const path = `/v1/wallets/${json.wallet.id}/withdraw`
  const withdrawn = successOf('POST /v1/wallets/{id}/withdraw')
  for (const body of [
    { to: nobody(), amount: '1000000000' },
    { to: nobody(), mint, amount: '5000' },
  ]) {
    const reply = withdrawn(await lab.post(path, body))
    const record = await lab.record(reply.signature)
    assert.deepEqual([record.version, record.err, record.feeLamports], [1, null, BigInt(reply.fee_lamports)])
  }
})

test('a refund of the server’s wallet is version 1', async () => {
  const owner = await lab.user('refunded')
  const payer = await lab.wallet()
  for (const [, { mint }] of lab.coins)
    if (await isClassic(mint))
      await lab.send(payer, [createAssociatedTokenAccount({ payer: payer.address, owner, mint })])
  const empty = (await lab.holdings(owner)).accounts.size
  assert(empty > 2)
  const reply = await lab.post('/v1/refund/close', { kinds: ['empty'] }, { userRef: 'refunded' })
  assert.equal(reply.status, 200, reply.text)
  assert(reply.json.signatures.length > 0, reply.text)
  for (const signature of reply.json.signatures) assert.equal((await lab.record(signature)).version, 1)
  assert.equal((await lab.holdings(owner)).accounts.size, 0)
})

async function isClassic(mint: string): Promise<boolean> {
  const { value } = await lab.rpc('getAccountInfo', [mint, { encoding: 'base64' }])
  return value.owner === TOKEN_PROGRAM
}

test('a swap of the aggregator is built as version 1 where its accounts fit', async () => {
  const wallet = await lab.wallet()
  const [, { mint }] = [...lab.coins][0]!
  const order = { client_signs: true, use_router: true, wallet: wallet.address, mint, amount_in: 0.2 }
  const built = traded('buy', await lab.trade('buy', order))
  const record = await lab.record(await lab.signAndSend(wallet, built.data.unsigned_tx_base64))
  assert.deepEqual([record.version, record.err], [1, null])
})
