import { type Asker, withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { type Facts, signTransaction, USDC, WSOL } from '../world-facts.ts'

/** Of everything that is sent: enough for a landing and a look afterwards. */
const SLOTS = 4

export async function askMarket(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  await recorder.askAll({ operation: 'GET /api/v2/market/lighthouse', as })
  await recorder.askAll({ operation: 'GET /api/v2/market/sol-price', as })
  await recorder.askAll({ operation: 'GET /api/v2/market/sol-price/history', as, query: { range: '24h' } })
  const pool = facts.token('bluechip').pool ?? ''
  const query = { pool, period: '1h', amount: '10' }
  await recorder.askAll({ operation: 'GET /api/v2/market/pool-ohlcv', as, query })
  const launches = 'GET /api/v2/launches/recent'
  const { json } = await recorder.askAll({ operation: launches, as, query: { limit: '3' } })
  if (typeof json?.nextCursor === 'string')
    await recorder.askAll({ operation: launches, name: 'next', as, query: { limit: '3', cursor: json.nextCursor } })
  await recorder.ask({ operation: launches, name: 'one DEX', as, query: { dex: 'pumpfun' } })
}

export async function askSwaps(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  const wallet = facts.wallet('whale')
  const mint = facts.token('bluechip').mint
  const quote = { inputMint: WSOL, outputMint: mint, amount: '1000000000', slippageBps: '100' }
  const { json } = await recorder.askAll({ operation: 'GET /api/v2/swap/quote', as, query: quote })
  const body = { quoteResponse: json?.quote, userPublicKey: wallet.address }
  await recorder.askAll({ operation: 'POST /api/v2/swap/build', as, body })
  await askOrders(recorder, facts)
}

async function askOrders(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  const { address } = facts.wallet('whale')
  const outputMint = facts.token('bluechip').mint
  const limit = {
    inputMint: WSOL,
    outputMint,
    makingAmount: '2000000000',
    takingAmount: '900000000000',
    maker: address,
  }
  const opened = await recorder.askAll({ operation: 'POST /api/v2/orders/limit/create', as, body: limit })
  await send(recorder, facts, 'limit order', opened.json?.tx)
  const order = opened.json?.order ?? address
  await askOrderLists(recorder, address, as, ['limit'])
  const ended = await recorder.askAll({
    operation: 'POST /api/v2/orders/limit/cancel',
    as,
    body: { order, maker: address },
  })
  await send(recorder, facts, 'cancelled order', ended.json?.tx)
  const dca = {
    inputMint: USDC,
    outputMint,
    inAmount: '500000000',
    cycleSecondsApart: 3_600,
    numberOfCycles: 4,
    user: address,
  }
  const begun = await recorder.askAll({ operation: 'POST /api/v2/orders/dca/create', as, body: dca })
  await send(recorder, facts, 'DCA', begun.json?.tx)
  const position = begun.json?.dca ?? address
  await recorder.askAll({ operation: 'POST /api/v2/orders/dca/close', as, body: { dca: position, user: address } })
  await askOrderLists(recorder, address, as, ['limit/history', 'dca'])
}

async function askOrderLists(recorder: Recorder, wallet: string, as: Asker, lists: readonly string[]): Promise<void> {
  for (const list of lists) await recorder.askAll({ operation: `GET /api/v2/orders/${list}`, as, query: { wallet } })
}

/** Signs what was built and brings it onto the chain. */
async function send(recorder: Recorder, facts: Facts, name: string, built: string | undefined): Promise<void> {
  const transaction = signTransaction(facts.wallet('whale'), built ?? '')
  await recorder.ask({ operation: 'POST /api/rpc/send', name, as: null, body: { transaction }, slots: SLOTS })
}
