// second run: waits for transactions to be confirmed in the sandbox

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeTransaction } from '../../../src/chain/solana/decode-transaction.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { transferTokensChecked } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import { nobody, openTradeLab, type TradeLab, traded } from './trade-lab.ts'
import { tradingServer } from './trading-server.ts'

/** A mint whose amounts are scaled for display, as those of tokenised stocks: on every path base units decide. */

const MULTIPLIER = 3.5
const HEADERS = { userRef: 'scaled' }
const info = successOf('GET /v1/token/info')

let lab: TradeLab
let mint: string
before(async () => {
  lab = await openTradeLab({}, { isNew: true })
  mint = await scalable()
})
after(() => lab?.stop())

/** A mint of Token-2022 that has a pool. */
async function scalable(): Promise<string> {
  for (const { mint: address, pool } of await publishedTokens(lab.sandbox)) {
    if (pool === null) continue
    const { value } = await lab.rpc('getAccountInfo', [address, { encoding: 'base64' }])
    const sold = await lab.api.post('/v1/trade/quote', { input_mint: address, output_mint: SOL, amount: '1000000' })
    if (value.owner === TOKEN_2022_PROGRAM && sold.status === 200) return address
  }
  return assert.fail('the world has a mint of Token-2022 that can be sold')
}
const SOL = 'So11111111111111111111111111111111111111112'

/** What a server with cold caches says of the mint. */
async function said() {
  const api = await tradingServer(lab.sandbox)
  try {
    const { price_usd, price_sol, supply, decimals, market_cap, ui_multiplier } = info(
      await api.get(`/v1/token/info?mint=${mint}`),
    )
    const quote = await api.post('/v1/trade/quote', { input_mint: SOL, output_mint: mint, amount: '10000000' })
    const { holders, top10 } = (await api.server.get(`/api/v2/tokens/${mint}/intel`)).json
    const { json: prices } = await api.server.post('/api/v2/tokens/prices', { mints: [mint] })
    return {
      multiplier: ui_multiplier,
      figures: {
        price_usd,
        price_sol,
        supply,
        decimals,
        market_cap,
        out: quote.json.out_amount,
        holders,
        top10,
        price: prices.prices[mint]?.priceUsd,
      },
    }
  } finally {
    await api.server.stop()
  }
}

test('prices, supply, quotes and holders are the same before and after the scale, which is named', async () => {
  const plain = await said()
  assert.equal(plain.multiplier, null)
  const laterSec = Math.floor(Date.now() / 1_000) + 86_400
  await lab.sandbox.control('POST', '/mints/scale', { mint, multiplier: MULTIPLIER, next: 7, nextSec: laterSec })
  await lab.sandbox.control('POST', '/slots/step', { count: 2 })
  const { value } = await lab.rpc('getTokenSupply', [mint])
  assert.notEqual(value.uiAmountString, String(Number(value.amount) / 10 ** value.decimals), 'the node shows it scaled')
  const scaled = await said()
  assert.equal(scaled.multiplier, MULTIPLIER)
  assert.deepEqual(scaled.figures, plain.figures)
})

test('a buy, its balance, a transfer, a withdrawal and a sale move base units, to the unit', async () => {
  const owner = await lab.user('scaled')
  const balance = async () => (await lab.api.get(`/v1/trade/balance?mint=${mint}`, HEADERS)).json
  const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, HEADERS))
  const held = (await lab.holdings(owner)).tokens(mint)
  assert.equal(BigInt(bought.amount_received), held)
  assert.equal(BigInt((await balance()).total_balance), held)
  const giver = await lab.wallet()
  await lab.giveTokens(giver.address, mint, 1_000_000n)
  const { value } = await lab.rpc('getTokenSupply', [mint])
  const [from, to] = [giver.address, owner].map((one) => associatedTokenAddress(one, mint, TOKEN_2022_PROGRAM))
  const parts = { from: from!, to: to!, mint, authority: giver.address, decimals: value.decimals }
  const fee = await arrived(owner, () =>
    lab.send(giver, [transferTokensChecked({ ...parts, amountRaw: 1_000_000n, tokenProgram: TOKEN_2022_PROGRAM })]),
  )
  assert.equal(BigInt((await balance()).total_balance), held + fee)
  const { json } = await lab.post('/v1/wallets', { user_ref: 'scaled' })
  const receiver = nobody()
  const out = await lab.post(`/v1/wallets/${json.wallet.id}/withdraw`, { to: receiver, mint, amount: '1000' })
  assert.equal(out.status, 200, out.text)
  assert.equal(BigInt(out.json.received), (await lab.holdings(receiver)).tokens(mint))
  assert.equal(out.json.amount, '1000')
  const left = (await lab.holdings(owner)).tokens(mint)
  const sold = traded('sell', await lab.trade('sell', { mint, percent: 50 }, HEADERS))
  assert.equal(BigInt(sold.amount_spent), left / 2n)
  assert.equal((await lab.holdings(owner)).tokens(mint), left - left / 2n)
})

/** What came into an account of the owner's, its fee left out. */
async function arrived(owner: string, work: () => Promise<unknown>): Promise<bigint> {
  const before = (await lab.holdings(owner)).tokens(mint)
  await work()
  return (await lab.holdings(owner)).tokens(mint) - before
}

test('the decoder of the tape says base units, whatever the node shows', async () => {
  const bought = traded('buy', await lab.trade('buy', { mint, amount_in: 0.02 }, HEADERS))
  const options = { commitment: 'confirmed', encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 }
  const record = await lab.rpc('getTransaction', [bought.signature, options])
  const decoded = decodeTransaction(record)
  assert(decoded.ok)
  const trades = DEXES.flatMap((dex) => dex.decodeTrades(decoded.value)).filter(({ baseMint }) => baseMint === mint)
  assert.deepEqual(
    trades.map(({ baseAmountRaw }) => baseAmountRaw),
    [BigInt(bought.amount_received)],
  )
})
