import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAssociatedTokenAccount } from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { chainFee, nobody, openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { FULL_KEY, SOL } from '../trading/trading-server.ts'

/* Quote, build, sign, send: against the sandbox's aggregator, as its users do it. */

const quoteReply = successOf('GET /api/v2/swap/quote')
const buildReply = successOf('POST /api/v2/swap/build')
const IN_RAW = 150_000_000n

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const asKey = { key: FULL_KEY }

async function quote(inputMint: string, outputMint: string, amount: bigint, extra: Record<string, string> = {}) {
  const query = new URLSearchParams({ inputMint, outputMint, amount: String(amount), ...extra })
  return quoteReply(await lab.api.server.get(`/api/v2/swap/quote?${query}`, asKey)).quote
}

const build = (quoteResponse: unknown, wallet: Keypair, extra: object = {}) =>
  lab.api.server.post('/api/v2/swap/build', { quoteResponse, userPublicKey: wallet.address, ...extra }, asKey)

test('on every DEX a swap there and back moves what was quoted, and the network charges what was stated', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const wallet = await lab.wallet()
    const start = await lab.holdings(wallet.address)
    const there = await quote(SOL, mint, IN_RAW)
    assert.equal(there.inAmount, String(IN_RAW))
    const built = buildReply(await build(there, wallet))
    const bought = await lab.record(await lab.signAndSend(wallet, built.swapTransaction))
    const between = await lab.holdings(wallet.address)
    assert.equal(bought.err, null, dex)
    assert.equal(between.tokens(mint), BigInt(there.outAmount), dex)
    assert.equal(bought.feeLamports, 5_000n + BigInt(built.prioritizationFeeLamports), dex)
    assert.equal(bought.feeLamports, chainFee(bought), dex)
    const deposits = [...between.accounts.values()].reduce((sum, { lamports }) => sum + lamports, 0n)
    assert.equal(start.lamports - between.lamports, IN_RAW + bought.feeLamports + deposits + bought.deposits, dex)

    const back = await quote(mint, SOL, between.tokens(mint))
    const sale = buildReply(await build(back, wallet))
    const sold = await lab.record(await lab.signAndSend(wallet, sale.swapTransaction))
    const end = await lab.holdings(wallet.address)
    assert.deepEqual([sold.err, end.tokens(mint)], [null, 0n], dex)
    assert.equal(end.lamports - between.lamports, BigInt(back.outAmount) - sold.feeLamports - sold.deposits, dex)
  }
})

test('a token is swapped for another one through SOL', async () => {
  const [one, other] = [lab.coins.get('raydium_cpmm')!.mint, lab.coins.get('orca')!.mint]
  const wallet = await lab.wallet()
  await lab.giveTokens(wallet.address, one, 5_000_000_000n)
  const quoted = await quote(one, other, 5_000_000_000n)
  assert.equal(quoted.routePlan.length, 2)
  const built = buildReply(await build(quoted, wallet))
  assert.equal((await lab.record(await lab.signAndSend(wallet, built.swapTransaction))).err, null)
  const end = await lab.holdings(wallet.address)
  assert.deepEqual([end.tokens(one), end.tokens(other)], [0n, BigInt(quoted.outAmount)])
})

test('a platform fee goes to its account, and the wallet receives what the quote says', async () => {
  const { mint } = lab.coins.get('raydium_cpmm')!
  const wallet = await lab.wallet()
  const owner = nobody()
  await lab.send(wallet, [createAssociatedTokenAccount({ payer: wallet.address, owner, mint })])
  const plain = await quote(SOL, mint, IN_RAW)
  const quoted = await quote(SOL, mint, IN_RAW, { platformFeeBps: '100' })
  assert.equal(plain.platformFee, null)
  const feeRaw = BigInt(quoted.platformFee.amount)
  assert(feeRaw > 0n && BigInt(quoted.outAmount) < BigInt(plain.outAmount))
  const feeAccount = associatedTokenAddress(owner, mint)
  const built = buildReply(await build(quoted, wallet, { feeAccount }))
  assert.equal((await lab.record(await lab.signAndSend(wallet, built.swapTransaction))).err, null)
  assert.equal((await lab.holdings(wallet.address)).tokens(mint), BigInt(quoted.outAmount))
  assert.equal((await lab.holdings(owner)).tokens(mint), feeRaw)
  assertFails(await build(quoted, wallet), 502, /^jupiter answered 400/)
})

test('the price of the compute units is what was asked for', async () => {
  const { mint } = lab.coins.get('meteora_damm_v2')!
  const wallet = await lab.wallet()
  const built = buildReply(
    await build(await quote(SOL, mint, IN_RAW), wallet, { computeUnitPriceMicroLamports: 123_457 }),
  )
  const record = await lab.record(await lab.signAndSend(wallet, built.swapTransaction))
  assert.equal(record.unitPrice, 123_457n)
  assert.equal(record.feeLamports, 5_000n + BigInt(built.prioritizationFeeLamports))
})

test('what cannot be swapped is 502', async () => {
  const query = new URLSearchParams({ inputMint: SOL, outputMint: nobody(), amount: '1000' })
  assertFails(await lab.api.server.get(`/api/v2/swap/quote?${query}`, asKey), 502, /^jupiter answered 400/)
})
