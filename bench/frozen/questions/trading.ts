import { withBearer } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { type Facts, NOBODY, signTransaction } from '../world-facts.ts'

/** Of everything that is sent: enough for a landing and a look afterwards. */
const SLOTS = 4

export async function askTrading(recorder: Recorder, facts: Facts): Promise<void> {
  await askReads(recorder, facts)
  await askBuilds(recorder, facts)
  await askCustodial(recorder, facts)
}

async function askReads(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withBearer(facts.keys['trade']!)
  const { mint } = facts.token('bluechip')
  for (const path of ['/v1/trade/detect', '/v1/token/info', '/v1/test/discover', '/v1/trade/pool-params']) {
    await recorder.askAll({ operation: `GET ${path}`, as, query: { mint } })
    for (const archetype of ['graduated', 'fresh_launch', 'other_dex', 'no_pool'])
      await recorder.ask({
        operation: `GET ${path}`,
        name: archetype,
        as,
        query: { mint: facts.token(archetype).mint },
      })
  }
  const free = withBearer(facts.keys['free']!)
  await recorder.ask({ operation: 'GET /v1/test/discover', name: 'free key', as: free, query: { mint } })
  const estimate = { mint, amount: '50000000', side: 'buy' }
  await recorder.askAll({ operation: 'GET /v1/trade/estimate', as, query: estimate })
  const quote = { input_mint: 'SOL', output_mint: mint, amount: 50_000_000, slippage_bps: 300 }
  await recorder.askAll({ operation: 'POST /v1/trade/quote', as, body: quote })
  await recorder.askAll({ operation: 'GET /v1/trade/balance', as, query: { mint, user_ref: 'alice' } })
  await recorder.askAll({ operation: 'GET /v1/trade/sol-balance', as, query: { user_ref: 'alice' } })
  await recorder.ask({
    operation: 'GET /v1/trade/sol-balance',
    name: 'no such user',
    as,
    query: { user_ref: 'nobody' },
  })
}

/** Trades that their wallet signs: built, signed here, broadcast, looked after. */
async function askBuilds(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withBearer(facts.keys['trade']!)
  const whale = facts.wallet('whale')
  const { mint } = facts.token('bluechip')
  const signing = { client_signs: true, wallet: whale.address }
  const needed = ['client_signs']
  const build = { operation: 'POST /v1/trade/buy', name: 'client signs', as, needed }
  const built = await recorder.askAll({ ...build, body: { mint, amount_in: 0.05, ...signing } })
  const routed = { mint, amount_in: 0.05, use_router: true, ...signing }
  await recorder.ask({ ...build, name: 'through the aggregator', body: routed })
  const hop = { mint, amount_sol: 0.05, ...signing }
  await recorder.askAll({ ...build, operation: 'POST /v1/trade/buy-multi-hop', name: 'client signs', body: hop })
  const unsigned = built.json?.data?.unsigned_tx_base64 ?? ''
  const broadcast = { operation: 'POST /v1/trade/broadcast', as, slots: SLOTS }
  const body = { signed_tx_base64: signTransaction(whale, unsigned), idempotency_key: 'frozen-broadcast' }
  const sent = await recorder.ask({ ...broadcast, body })
  await recorder.ask({ ...broadcast, name: 'the same again', body, slots: 0 })
  await recorder.askMistakes({ ...broadcast, body: { signed_tx_base64: 'AA==' }, slots: 0 })
  const query = { signature: sent.json?.signature ?? facts.signatures[0] }
  await recorder.askAll({ operation: 'GET /v1/trade/bundle-status', as, query })
  const unknown = { bundle_id: 'ab'.repeat(32) }
  await recorder.ask({ operation: 'GET /v1/trade/bundle-status', name: 'no such bundle', as, query: unknown })
}

/** Trades with wallets of the server: simulated with every mistake, then sent. */
async function askCustodial(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withBearer(facts.keys['trade']!)
  const { mint } = facts.token('bluechip')
  const user_ref = 'alice'
  const trade = (path: string) => ({ operation: `POST /v1/trade/${path}`, as, needed: ['simulate'] })
  const simulated = { mint, amount_in: 0.02, user_ref, simulate: true }
  await recorder.askAll({ ...trade('buy'), name: 'simulated', body: simulated })
  const order = { mint, amount_in: 0.1, user_ref, idempotency_key: 'frozen-buy-1' }
  await recorder.ask({ ...trade('buy'), body: order, slots: SLOTS })
  await recorder.ask({ ...trade('buy'), name: 'the same again', body: order })
  await recorder.ask({ ...trade('buy'), name: 'another body', body: { ...order, amount_in: 0.2 } })
  const curve = facts.token('fresh_launch').mint
  const onCurve = { mint: curve, amount_in: 0.05, user_ref, mev_protect: true }
  await recorder.ask({ ...trade('buy'), name: 'as a bundle', body: onCurve, slots: SLOTS })
  const paid = { mint: facts.token('other_dex').mint, amount_in: 0.05, user_ref }
  await recorder.ask({ ...trade('buy'), name: 'another DEX', body: paid, slots: SLOTS })
  await recorder.ask({ ...trade('buy'), name: 'no pool', body: { ...order, mint: facts.token('no_pool').mint } })
  await recorder.ask({ ...trade('buy'), name: 'too much', body: { mint, amount_in: 90, user_ref, simulate: true } })
  const sale = { mint, percent: 50, user_ref, simulate: true }
  await recorder.askAll({ ...trade('sell'), name: 'simulated', body: sale })
  await recorder.ask({ ...trade('sell'), body: { mint, percent: 50, user_ref }, slots: SLOTS })
  const inDollars = { mint, percent: 100, user_ref, receive_mint: 'USDC' }
  await recorder.ask({ ...trade('sell'), name: 'for dollars', body: inDollars, slots: SLOTS })
  const hop = { mint, amount_sol: 0.05, user_ref }
  await recorder.ask({ ...trade('buy-multi-hop'), body: hop, slots: SLOTS })
  await recorder.ask({ ...trade('sell-multi-hop'), body: { mint, percent: 100, user_ref }, slots: SLOTS })
  await recorder.askMistakes({ ...trade('sell-multi-hop'), body: { mint: NOBODY, percent: 100, user_ref } })
  const readOnly = withBearer(facts.keys['trade_read_only']!)
  await recorder.ask({ ...trade('buy'), name: 'no scope', as: readOnly, body: simulated })
}
