// A client-signed trade: quote, build, look at what the transaction does, sign with @solana/web3.js, broadcast, wait.
// The key of the wallet never leaves this process.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { decodeBase58 } from '../src/hot-paths/base58.ts'
import { ask, SERVER, type World } from './ask.ts'

const TRADE_KEY = process.env['MINTGLASS_TRADE_KEY'] ?? 'rt_sandbox_trade'

type Build = {
  data: { unsigned_tx_base64: string; last_valid_block_height: number }
  manifest: { owners: { owner: string; lamports: string; tokens: { mint: string; amount: string }[] }[] }
}
type Failed = { success: false; error: string; code: string; retry_safe?: boolean }

/** One call of the trading API: its key goes as a bearer. */
async function trading<T>(path: string, body?: object): Promise<T> {
  const headers = { Authorization: `Bearer ${TRADE_KEY}`, 'Idempotency-Key': randomUUID() }
  const reply = await fetch(
    SERVER + path,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  const answer = (await reply.json()) as ({ success: true } & T) | Failed
  if (!answer.success) throw new Error(`${path}: ${reply.status} ${answer.code}: ${answer.error}`)
  return answer
}

/** Signs what was built, sends it and waits for its end. */
async function signAndSend({ data }: Build, signer: Keypair): Promise<string> {
  const transaction = VersionedTransaction.deserialize(Buffer.from(data.unsigned_tx_base64, 'base64'))
  transaction.sign([signer])
  const signed_tx_base64 = Buffer.from(transaction.serialize()).toString('base64')
  const sent = await trading<{ signature: string }>('/v1/trade/broadcast', { signed_tx_base64 })
  for (let i = 0; i < 30; i++) {
    await setTimeout(1_000)
    const path = `/v1/trade/bundle-status?signature=${sent.signature}`
    const { landed, onchain_status } = await trading<{ landed: boolean; onchain_status: string }>(path)
    if (landed) return sent.signature
    if (onchain_status === 'failed') throw new Error(`${sent.signature} failed on the chain`)
  }
  throw new Error(`${sent.signature} is still pending`)
}

const { wallets, tokens } = await ask<World>('/api/sandbox')
const wallet = wallets.find(({ archetype }) => archetype === 'whale')!
const { mint, symbol } = tokens.find(({ archetype }) => archetype === 'bluechip')!
const signer = Keypair.fromSecretKey(decodeBase58(wallet.secretKey)!)
const signing = { client_signs: true, wallet: wallet.address }

const quote = { input_mint: 'SOL', output_mint: mint, amount: 100_000_000 }
const { out_amount, min_out_amount } = await trading<Record<string, number>>('/v1/trade/quote', quote)
console.log(`0.1 SOL buys ${out_amount} base units of ${symbol}, at least ${min_out_amount}`)

const buy = await trading<Build>('/v1/trade/buy', { mint, amount_in: 0.1, ...signing })
const own = buy.manifest.owners.find(({ owner }) => owner === wallet.address)!
console.log(
  `signing it means ${own.lamports} lamports, ${own.tokens.map(({ amount }) => `+${amount}`).join()} ${symbol}`,
)
console.log(`bought: ${await signAndSend(buy, signer)}`)

const sale = await trading<Build>('/v1/trade/sell', { mint, amount_in: own.tokens[0]!.amount, ...signing })
console.log(`sold:   ${await signAndSend(sale, signer)}`)
