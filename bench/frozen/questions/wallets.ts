import { withBearer } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { type Facts, NOBODY } from '../world-facts.ts'

const SLOTS = 4

export async function askWallets(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withBearer(facts.keys['trade']!)
  const to = facts.wallet('trader').address
  const body = { user_ref: 'dave', label: 'frozen', withdraw_to: [to] }
  const created = await recorder.askAll({ operation: 'POST /v1/wallets', as, body })
  const watched = { user_ref: 'watcher', kind: 'watch', address: facts.wallet('dormant').address }
  await recorder.ask({ operation: 'POST /v1/wallets', name: 'watched', as, body: watched })
  const { json } = await recorder.askAll({ operation: 'GET /v1/wallets', as, query: { limit: '2' } })
  const next = { limit: '2', cursor: json?.next_cursor ?? '' }
  await recorder.askAll({ operation: 'GET /v1/wallets', name: 'next', as, query: next })
  const all = await recorder.ask({ operation: 'GET /v1/wallets', name: 'all', as, query: { limit: '100' } })
  const alice = (all.json?.wallets ?? []).find((one: { user_ref: string }) => one.user_ref === 'alice')
  const path = { id: String(alice?.id) }
  await recorder.askAll({ operation: 'GET /v1/wallets/{id}', as, path })
  const withdraw = { operation: 'POST /v1/wallets/{id}/withdraw', as, path, needed: ['simulate'] }
  await recorder.askAll({ ...withdraw, name: 'simulated', body: { to, amount: '1000000', simulate: true } })
  const payment = { to, amount: '1000000', idempotency_key: 'frozen-out-1' }
  await recorder.ask({ ...withdraw, body: payment, slots: SLOTS })
  await recorder.ask({ ...withdraw, name: 'the same again', body: payment })
  await recorder.ask({ ...withdraw, name: 'another body', body: { ...payment, amount: '2' } })
  await recorder.ask({ ...withdraw, name: 'too much', body: { to, amount: '900000000000' } })
  const bound = { ...withdraw, path: { id: String(created.json?.wallet?.id) } }
  await recorder.ask({ ...bound, name: 'not on the list', body: { to: NOBODY, amount: '1' } })
}

export async function askRefunds(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withBearer(facts.keys['trade']!)
  const query = { user_ref: 'rosa' }
  const scan = 'GET /v1/refund/scan'
  await recorder.askAll({ operation: scan, as, query })
  const more = { ...query, include_accounts: 'true', include_dust_usd: '1' }
  await recorder.ask({ operation: scan, name: 'with accounts', as, query: more })
  await recorder.ask({ operation: scan, name: 'a wallet', as, query: { wallet: facts.wallet('closeable').address } })
  const close = { operation: 'POST /v1/refund/close', as, needed: ['simulate'] }
  const kinds = ['empty', 'wsol', 'nonces']
  await recorder.askAll({ ...close, name: 'simulated', body: { kinds, simulate: true, user_ref: 'rosa' } })
  const { address } = facts.wallet('closeable')
  await recorder.ask({ ...close, name: 'client signs', body: { client_signs: true, wallet: address } })
  const once = { kinds, user_ref: 'rosa', idempotency_key: 'frozen-close-1' }
  await recorder.ask({ ...close, body: once, slots: SLOTS })
  await recorder.ask({ ...close, name: 'the same again', body: once })
  const excess = { operation: 'POST /v1/refund/excess', as, needed: ['simulate'] }
  await recorder.askAll({ ...excess, name: 'simulated', body: { simulate: true, user_ref: 'rosa' } })
  await recorder.ask({ ...excess, body: { user_ref: 'rosa' }, slots: SLOTS })
  await recorder.askAll({ operation: 'GET /v1/refund/history', as, query: { ...query, limit: '5' } })
}
