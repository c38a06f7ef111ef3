import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFails } from '../../support/reply-check.ts'
import { openTradeLab, type TradeLab, traded } from './trade-lab.ts'

/** Whose wallet a request is about, and whether it is the same request again, said in header, body or query. */

let lab: TradeLab
let mint: string
before(async () => {
  lab = await openTradeLab({})
  mint = lab.coins.get('raydium_cpmm')!.mint
})
after(() => lab?.stop())

const beyondAscii = (text: string): string => Buffer.from(text).toString('latin1')

test('the key of a request is the same in header, body and query: one trade, one answer', async () => {
  await lab.user('same-key')
  const body = { mint, amount_in: 0.02 }
  const [userRef, idempotencyKey] = ['same-key', 'order-1']
  const first = traded('buy', await lab.trade('buy', body, { userRef, idempotencyKey }))
  const again = [
    await lab.trade('buy', { ...body, idempotency_key: idempotencyKey }, { userRef }),
    await lab.trade('buy', { idempotency_key: idempotencyKey, ...body, user_ref: userRef }),
    await lab.trade('buy', { ...body, user_ref: userRef }, { idempotencyKey }),
    await lab.post(`/v1/trade/buy?user_ref=${userRef}&idempotency_key=${idempotencyKey}`, body),
  ]
  for (const reply of again) assert.equal(traded('buy', reply).signature, first.signature)
  const other = await lab.trade('buy', { mint, amount_in: 0.03, idempotency_key: idempotencyKey, user_ref: userRef })
  assertFails(other, 409, /used with another request/)
})

test('user_ref in the body names the wallet that pays, and reads name it in the query', async () => {
  const owner = await lab.user('in-body')
  const before = await lab.holdings(owner)
  traded('buy', await lab.trade('buy', { mint, amount_in: 0.02, user_ref: 'in-body' }))
  const bought = await lab.holdings(owner)
  assert(bought.tokens(mint) > 0n && bought.lamports < before.lamports)
  assert.equal((await lab.api.get('/v1/trade/sol-balance?user_ref=in-body')).json.wallet, owner)
})

test('a withdrawal with its key in the body or the header is paid once', async () => {
  await lab.user('pays-once')
  const to = await lab.user('takes-it')
  const path = await withdrawPath('pays-once')
  const params = { to, amount: '1000000' }
  const first = await lab.post(path, params, { idempotencyKey: 'w-1' })
  const second = await lab.post(path, { ...params, idempotency_key: 'w-1' })
  assert.deepEqual([first.status, second.status], [200, 200], first.text)
  assert.equal(second.json.signature, first.json.signature)
})

test('an Idempotency-Key beyond ASCII pays nothing, for it could not be known again', async () => {
  const from = await lab.user('beyond')
  const to = await lab.user('takes-it')
  const path = await withdrawPath('beyond')
  const before = (await lab.holdings(from)).lamports
  for (const key of ['注文', 'заказ-7', 'k\u00a0'])
    assertFails(
      await lab.post(path, { to, amount: '1000000' }, { idempotencyKey: beyondAscii(key) }),
      400,
      /^Idempotency-Key: /,
    )
  assert.equal((await lab.holdings(from)).lamports, before)
})

test('a user whose name ends beyond ASCII is not the user whose name ends before', async () => {
  await lab.user('alice')
  for (const name of ['alice\xe9', beyondAscii('alice😀'), '\xe9alice', 'alice\xff', '\xff', beyondAscii('李雷')])
    assertFails(await lab.trade('buy', { mint, amount_in: 0.02 }, { userRef: name }), 400, 'invalid X-User-Ref')
})

async function withdrawPath(userRef: string): Promise<string> {
  const { json } = await lab.post('/v1/wallets', { user_ref: userRef })
  return `/v1/wallets/${json.wallet.id}/withdraw`
}
