import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ApiReply } from '../../support/api-client.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { openTradeLab, type TradeLab, traded } from './trade-lab.ts'
import { SOL, USDC } from './trading-server.ts'

/* Where money moves nothing is taken for left out that was only misspelt, empty, said twice or put into the wrong
 * place. */

const [PAYEE, OTHER] = [strangerAddress(11), strangerAddress(12)]

let lab: TradeLab
let mint: string
before(async () => {
  lab = await openTradeLab()
  mint = lab.coins.get('raydium_cpmm')!.mint
})
after(() => lab?.stop())

function refused(reply: ApiReply, message: string | RegExp, code = 'bad_request'): void {
  assertFails(reply, 400, message)
  const { code: told, stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([told, stage, fee_lamports, retry_safe], [code, 'validate', 0, true], reply.text)
}

async function walletOf(userRef: string): Promise<{ readonly address: string; readonly path: string }> {
  const address = await lab.user(userRef)
  const { json } = await lab.post('/v1/wallets', { user_ref: userRef })
  return { address, path: `/v1/wallets/${json.wallet.id}` }
}

test('a sale whose amount is misspelt or null sells nothing', async () => {
  const { address } = await walletOf('seller')
  traded('buy', await lab.trade('buy', { mint, amount_in: 0.05 }, { userRef: 'seller' }))
  const before = await lab.holdings(address)
  const asker = { userRef: 'seller' }
  for (const route of ['sell', 'sell-multi-hop'] as const) {
    for (const [body, message, code] of [
      [{ amount: '1000' }, /^unknown member amount: did you mean amount_(in|tokens)\?$/],
      [{ amountIn: 1_000 }, 'unknown member amountIn: did you mean amount_in?'],
      [{ amount_sol: 1 }, /^unknown member amount_sol/],
      [{ percentage: 10 }, 'unknown member percentage: did you mean percent?'],
      [{ amount_in: Number.NaN }, /^amount_in: must not be null/, 'invalid_amount'],
      [{ amount_tokens: null }, /^amount_tokens: must not be null/, 'invalid_amount'],
      [{ percent: null }, /^percent: must not be null/, 'invalid_amount'],
    ] as const)
      refused(await lab.trade(route, { mint, ...body }, asker), message, code)
  }
  const [written, twice] = [`{"mint":"${mint}","percent":1`, 'percent: given twice']
  refused(await lab.trade('sell', `${written},"percent":100}`, asker), twice)
  refused(await lab.trade('sell', `${written},"\\u0070ercent":100}`, asker), twice)
  const now = await lab.holdings(address)
  assert.deepEqual([now.tokens(mint), now.lamports], [before.tokens(mint), before.lamports])
})

test('a request that asks in a wrong way to be only simulated pays nothing', async () => {
  const { address, path } = await walletOf('careful')
  const before = await lab.holdings(address)
  const payout = { to: PAYEE, amount: '1000000' }
  const order = { mint, amount_in: 0.05 }
  const asker = { userRef: 'careful' }
  const inBody = 'simulate: belongs into the body, not into the query'
  refused(await lab.post(`${path}/withdraw?simulate=true`, payout), inBody)
  refused(await lab.post(`/v1/trade/buy?simulate=true`, order, asker), inBody)
  refused(await lab.post(`${path}/withdraw?dry_run=1`, payout), 'unknown query parameter dry_run')
  refused(await lab.post(`${path}/withdraw`, { ...payout, dry_run: true }), 'unknown member dry_run')
  for (const simulate of [null, Number.NaN]) {
    const message = 'simulate: must not be null; leave it out or give a value'
    refused(await lab.post(`${path}/withdraw`, { ...payout, simulate }), message)
    refused(await lab.trade('buy', { ...order, simulate }, asker), message)
    refused(await lab.post('/v1/refund/close', { simulate }, asker), message)
  }
  refused(
    await lab.post('/v1/refund/close', { simulated: true }, asker),
    'unknown member simulated: did you mean simulate?',
  )
  assert.equal((await lab.holdings(address)).lamports, before.lamports)
})

test('whose wallet, and which request, is said once and as a text', async () => {
  const { address, path } = await walletOf('named')
  const before = await lab.holdings(address)
  const payout = { to: PAYEE, amount: '1000000' }
  const order = { mint, amount_in: 0.05 }
  for (const name of ['idempotency_key', 'user_ref']) {
    const message = `${name}: must not be null; leave it out or give a value`
    refused(await lab.trade('buy', { ...order, [name]: null }), message)
  }
  refused(
    await lab.post(`${path}/withdraw`, { ...payout, idempotency_key: null }),
    /^idempotency_key: must not be null/,
  )
  refused(await lab.post(`${path}/withdraw`, { ...payout, idempotencyKey: 'x' }), /did you mean idempotency_key\?$/)
  refused(await lab.trade('buy', { ...order, userRef: 'named' }), /did you mean user_ref\?$/)
  const twice = (name: string) => `${name}: given twice in the query`
  refused(await lab.post('/v1/trade/buy?user_ref=named&user_ref=other', order), twice('user_ref'))
  const keys = 'idempotency_key=a&idempotency_key=b'
  refused(await lab.post(`${path}/withdraw?${keys}`, payout), twice('idempotency_key'))
  refused(await lab.post(`${path}/withdraw?idempotency%5fkey=a&idempotency_key=a`, payout), twice('idempotency_key'))
  const text = `"user_ref":"named","mint":"${mint}","amount_in":0.05`
  refused(await lab.trade('buy', `{${text},"user_ref":"other"}`), 'user_ref: given twice')
  const read = await lab.api.get('/v1/trade/sol-balance?user_ref=named&user_ref=other')
  refused(read, twice('user_ref'))
  assert.equal((await lab.api.get('/v1/trade/sol-balance?user_ref=named&fresh=1')).status, 200, 'reads are as before')
  assert.equal((await lab.holdings(address)).lamports, before.lamports)
})

test('a custodial trade that names another wallet is refused, and so is what it would take from its own', async () => {
  const { address } = await walletOf('mine')
  const order = { mint, amount_in: 0.05 }
  const before = await lab.holdings(address)
  refused(await lab.trade('buy', { ...order, wallet: OTHER }, { userRef: 'mine' }), /^wallet: only with client_signs/)
  assert.equal((await lab.holdings(address)).lamports, before.lamports)
  traded('buy', await lab.trade('buy', { ...order, wallet: address, client_signs: false }, { userRef: 'mine' }))
})

test('a list of recipients that is misspelt or null makes no wallet, and the answer repeats the list', async () => {
  const made = async (body: object) => lab.post('/v1/wallets', { user_ref: 'listed', ...body })
  refused(await made({ withdrawTo: [PAYEE] }), 'unknown member withdrawTo: did you mean withdraw_to?')
  refused(await made({ withdraw_to: null }), /^withdraw_to: must not be null/)
  refused(await made({ label: 'a\u001b[2Jb' }), /^label: expected/)
  refused(await made({ label: 'a\u202eb' }), /^label: expected/)
  const query = await lab.post(`/v1/wallets?withdraw_to=${PAYEE}`, { user_ref: 'listed' })
  refused(query, 'withdraw_to: belongs into the body, not into the query')
  refused(await lab.post('/v1/wallets', `{"user_ref":"a","user_ref":"b"}`), 'user_ref: given twice')
  const reply = await made({ withdraw_to: [PAYEE, OTHER] })
  assert.equal(reply.status, 201, reply.text)
  assert.deepEqual(reply.json.wallet.withdraw_to, [PAYEE, OTHER])
  const { json } = await lab.api.get('/v1/wallets?limit=100')
  const listed = json.wallets.find(({ id }: { id: string }) => id === reply.json.wallet.id)
  assert.deepEqual(listed, reply.json.wallet)
})

test('what builds transactions refuses what it does not know: an expiry that no one heeds, a refund wallet that is none', async () => {
  const signer = await lab.wallet()
  const own = signer.address
  const pair = { inputMint: SOL, outputMint: USDC }
  const limit = { ...pair, makingAmount: 1_000_000, takingAmount: '2000000', maker: own }
  const dca = { ...pair, inAmount: 1_000_000, cycleSecondsApart: 60, numberOfCycles: 2, user: own }
  for (const [path, body, message] of [
    ['/api/v2/orders/limit/create', { ...limit, expiredAt: 1 }, 'unknown member expiredAt'],
    ['/api/v2/orders/dca/create', { ...dca, minPrice: 5 }, 'unknown member minPrice'],
    ['/api/v2/orders/limit/cancel', { order: own, maker: own, makr: own }, /did you mean maker\?$/],
    ['/api/v2/orders/dca/close', { dca: own, user: own, usr: own }, /did you mean user\?$/],
    ['/api/v1/close', { walletAddresses: [signer.address], refund_wallet: PAYEE }, /did you mean refundWallet\?$/],
    ['/api/v1/close?burnAccounts=false', { walletAddresses: [signer.address] }, /belongs into the body/],
  ] as const)
    assertFails(await lab.api.server.post(path, body), 400, message)
  refused(
    await lab.post('/v1/trade/broadcast', { signed_tx_base64: 'AA==', simulate: true }),
    /^(unknown member simulate|signed_tx_base64)/,
  )
})
