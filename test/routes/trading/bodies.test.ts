import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buyBody, buyMultiHopBody, sellBody, sellMultiHopBody } from '../../../src/routes/trading/trade-body.ts'
import type { TradeParams } from '../../../src/services/trade-plan/trade-params.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { READ_KEY, SOL, type TradingServer, tradingServer, USDC, USDT } from './trading-server.ts'

const BODIES = { buy: buyBody, sell: sellBody, 'buy-multi-hop': buyMultiHopBody, 'sell-multi-hop': sellMultiHopBody }
type RouteName = keyof typeof BODIES
const ROUTES = Object.keys(BODIES) as RouteName[]
const MINT = strangerAddress(1)
const ADDRESS = strangerAddress(2)
const OTHER = strangerAddress(3)

let sandbox: StartedSandbox
let api: TradingServer
before(async () => {
  sandbox = await sharedSandbox()
  api = await tradingServer(sandbox)
})
after(async () => {
  await api?.server.stop()
  await sandbox?.stop()
})

/** The least that a route takes. */
const least = (route: RouteName): Record<string, unknown> =>
  route === 'buy'
    ? { mint: MINT, amount_in: 1 }
    : route === 'buy-multi-hop'
      ? { mint: MINT, amount_sol: 1 }
      : { mint: MINT }

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** The wish that a body is read as. */
function read(route: RouteName, body: object | string = {}): TradeParams {
  const text = textOf(typeof body === 'string' ? body : { ...least(route), ...body })
  const params = BODIES[route].parse(JSON.parse(text), text)
  assert(params.ok, params.ok ? '' : `${text}: ${params.message}`)
  return params.value
}

/** A body is refused over the socket with this sentence and code, and nothing has begun. */
async function refused(route: RouteName, body: unknown, error: string | RegExp, code = 'bad_request'): Promise<void> {
  const reply = await api.post(`/v1/trade/${route}`, textOf(body))
  assertFails(reply, 400, error)
  const { code: told, stage, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([told, stage, fee_lamports, retry_safe], [code, 'validate', 0, true], textOf(body))
}

async function refusedWith(
  routes: readonly RouteName[],
  name: string,
  values: readonly unknown[],
  error: string | RegExp,
  code?: string,
): Promise<void> {
  for (const route of routes)
    for (const value of values) await refused(route, { ...least(route), [name]: value }, error, code)
}

const raw = ({ amount }: TradeParams): bigint | null => (amount.kind === 'raw' ? amount.raw : null)
const micro = ({ amount }: TradeParams): bigint | null => (amount.kind === 'percent' ? amount.micro : null)
const BUYS = ['buy', 'buy-multi-hop'] as const
const SALES = ['sell', 'sell-multi-hop'] as const
const SINGLES = ['buy', 'sell'] as const

test('what is not said has its default', () => {
  for (const route of ROUTES) {
    const { json: _, amount, mint, ...params } = read(route)
    assert.equal(mint, MINT)
    assert.deepEqual(
      params,
      {
        side: route.startsWith('buy') ? 'buy' : 'sell',
        money: 'SOL',
        dex: null,
        poolAddress: null,
        slippageBps: 1_000,
        maxImpactBps: null,
        mevProtect: false,
        tipLamports: 1_500_000n,
        computeUnitPrice: 500_000n,
        clientSigns: false,
        wallet: null,
        useRouter: false,
        mevTipLamports: null,
        mevTipBps: null,
        feeBps: null,
        feeWallet: null,
        nonce: null,
        simulate: false,
        closeTokenAccount: false,
        wantsManifest: true,
      },
      route,
    )
    assert.deepEqual(
      amount,
      route.startsWith('buy') ? { kind: 'raw', raw: 1_000_000_000n } : { kind: 'percent', micro: 100_000_000n },
    )
  }
})

test('a body of more than 64 KiB is too large, and nothing has begun', async () => {
  const tooLong = (body: object): string => JSON.stringify({ ...body, note: 'x'.repeat(65_536) })
  const asked: [string, object][] = [
    ...ROUTES.map((route): [string, object] => [`/v1/trade/${route}`, least(route)]),
    ['/v1/trade/quote', { input_mint: 'SOL', output_mint: MINT, amount: 1 }],
    ['/v1/wallets/wal_none/withdraw', { to: ADDRESS, amount: 'max' }],
  ]
  for (const [path, body] of asked) {
    const reply = await api.post(path, tooLong(body))
    assertFails(reply, 413, 'payload too large')
    const { code, stage, fee_lamports, retry_safe } = reply.json
    assert.deepEqual([code, stage, fee_lamports, retry_safe], ['payload_too_large', 'validate', 0, true], path)
  }
})

test('what is refused before anyone looks at the trade says, too, that nothing was done', async () => {
  const order = JSON.stringify(least('buy'))
  for (const [status, body, options] of [
    [401, order, { key: null }],
    [401, order, { key: 'rt_nobody' }],
    [403, order, { key: READ_KEY }],
    [400, '{"mint":', {}],
    [400, `{"mint":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, {}],
    [413, `"${'x'.repeat(2 * 1024 * 1024)}"`, {}],
  ] as const) {
    const reply = await api.post('/v1/trade/buy', body, options)
    assert.equal(reply.status, status, reply.text)
    const { success, error, code, stage, fee_lamports, retry_safe } = reply.json
    assert.deepEqual([success, typeof error, typeof code], [false, 'string', 'string'])
    assert.deepEqual([stage, fee_lamports, retry_safe], ['validate', 0, true], reply.text)
  }
})

test('a body is a JSON object', async () => {
  for (const route of ROUTES) {
    for (const body of ['', '[]', '7', '"x"', 'null']) await refused(route, body, 'expected a JSON object')
    const broken = await api.post(`/v1/trade/${route}`, '{')
    assertFails(broken, 400, 'invalid JSON body')
  }
})

test('mint is required and an address', async () => {
  for (const route of ROUTES)
    for (const mint of [undefined, null, '', 'x', 7, true, [MINT], `${MINT}x`])
      await refused(route, { ...least(route), mint }, 'invalid mint', 'invalid_mint')
  const long = await api.post('/v1/trade/buy', { mint: NO_ADDRESS, amount_in: 1, client_signs: true, wallet: ADDRESS })
  assertFails(long, 400, 'invalid mint')
  assert.deepEqual([long.json.code, long.json.stage], ['invalid_mint', 'validate'])
})

test('a buy takes 0.00001 to 100 whole units', async () => {
  const within = 'amount_in: expected 0.00001 to 100'
  for (const route of BUYS) {
    assert.equal(raw(read(route, { amount_in: 0.00001 })), 10_000n)
    assert.equal(raw(read(route, { amount_in: 100 })), 100_000_000_000n)
    assert.equal(raw(read(route, { amount_in: '0.000010000' })), 10_000n)
    for (const amount_in of [0, 0.000009999, 100.000000001, 1e9, '100.1', '0'])
      await refused(route, { mint: MINT, amount_in }, within, 'invalid_amount')
  }
})

test('the amount of a buy is required, a number or its text, and read from its digits', async () => {
  for (const route of BUYS) {
    await refused(route, { mint: MINT }, 'amount_in is required', 'invalid_amount')
    await refused(route, { mint: MINT, amount_in: null }, 'amount_in is required', 'invalid_amount')
    const odd = /^amount_in: expected a number with at most \d decimals$/
    for (const amount_in of [-1, '-1', 'x', '', '1,5', true, [], {}, '0x10', '1.0000000001'])
      await refused(route, { mint: MINT, amount_in }, odd, 'invalid_amount')
    assert.equal(raw(read(route, `{"mint":"${MINT}","amount_in":0.123456789}`)), 123_456_789n)
    assert.equal(raw(read(route, `{"mint":"${MINT}","amount_in":99.999999999}`)), 99_999_999_999n)
    assert.equal(raw(read(route, `{"mint":"${MINT}","amount_in":1e-5}`)), 10_000n)
    assert.equal(raw(read(route, `{"mint":"${MINT}","amount_in":1.50}`)), 1_500_000_000n)
  }
})

test('the amount of a buy goes by three names, the first of them first', async () => {
  for (const route of BUYS) {
    const bare = (body: object) => raw(read(route, { amount_in: undefined, amount_sol: undefined, ...body }))
    assert.equal(bare({ amount_sol: 2 }), 2_000_000_000n)
    assert.equal(bare({ amount: 3 }), 3_000_000_000n)
    assert.equal(bare({ amount: 3, amount_sol: 2 }), 2_000_000_000n)
    assert.equal(bare({ amount: 3, amount_sol: 2, amount_in: 1 }), 1_000_000_000n)
    const nothing = 'amount_in: must not be null; leave it out or give a value'
    await refused(route, { mint: MINT, amount_in: null, amount: 3 }, nothing, 'invalid_amount')
    const within = 'amount_in: expected 0.00001 to 100'
    await refused(route, { mint: MINT, amount_in: 1, amount: 0 }, within, 'invalid_amount')
  }
})

test('an amount in dollars has six decimals', async () => {
  assert.equal(raw(read('buy', { amount_in: 0.00001, pay_with_mint: 'USDC' })), 10n)
  assert.equal(raw(read('buy', { amount_in: 12.345678, pay_with_mint: 'USDT' })), 12_345_678n)
  for (const pay_with_mint of ['USDC', 'USDT']) {
    const fine = { mint: MINT, amount_in: 1.2345678, pay_with_mint }
    await refused('buy', fine, `amount_in: ${pay_with_mint} has 6 decimals`, 'invalid_amount')
  }
})

test('money goes by its name in any case or by its mint', async () => {
  for (const [route, name] of [
    ['buy', 'pay_with_mint'],
    ['sell', 'receive_mint'],
  ] as const) {
    for (const [given, money] of [
      ['SOL', 'SOL'],
      ['sol', 'SOL'],
      [SOL, 'SOL'],
      ['WSOL', 'WSOL'],
      ['wSol', 'WSOL'],
      ['usdc', 'USDC'],
      [USDC, 'USDC'],
      ['USDT', 'USDT'],
      [USDT, 'USDT'],
    ])
      assert.equal(read(route, { [name!]: given }).money, money)
    await refusedWith(
      [route],
      name,
      ['EUR', '', 7, true, MINT],
      `${name}: expected SOL, WSOL, USDC or USDT`,
      'unsupported_quote',
    )
  }
})

test('over two hops money is SOL, whatever is said', () => {
  assert.equal(read('buy-multi-hop', { pay_with_mint: 'nonsense' }).money, 'SOL')
  assert.equal(read('sell-multi-hop', { receive_mint: 'USDC' }).money, 'SOL')
})

test('a sale takes 1 to 100 percent, to the millionth', async () => {
  for (const route of SALES) {
    assert.equal(micro(read(route, { percent: 1 })), 1_000_000n)
    assert.equal(micro(read(route, { percent: 100 })), 100_000_000n)
    assert.equal(micro(read(route, { percent: '33.333333' })), 33_333_333n)
    const values = [0, 0.999999, 100.000001, 101, -1, 'half', true, 1.0000001]
    await refusedWith(
      [route],
      'percent',
      values,
      /^percent: expected (1 to 100|a number with at most 6 decimals)$/,
      'invalid_amount',
    )
  }
})

test('a sale takes base units by two names, before a percentage', async () => {
  for (const route of SALES) {
    assert.equal(raw(read(route, { amount_in: 5 })), 5n)
    assert.equal(raw(read(route, { amount_tokens: '18446744073709551615' })), 18_446_744_073_709_551_615n)
    assert.equal(raw(read(route, { amount_tokens: 6, amount_in: 5, percent: 50 })), 5n)
    assert.equal(raw(read(route, { amount_tokens: 9_007_199_254_740_991 })), 9_007_199_254_740_991n)
    for (const name of ['amount_in', 'amount_tokens'])
      await refusedWith(
        [route],
        name,
        [0, -1, 1.5, '1.5', 'x', '', true, 2 ** 53, '0'],
        /^amount_in: expected base units from 1/,
        'invalid_amount',
      )
  }
})

test('slippage is an integer from 0 to 100000', async () => {
  for (const route of ROUTES) {
    assert.equal(read(route, { slippage_bps: 0 }).slippageBps, 0)
    assert.equal(read(route, { slippage_bps: 100_000 }).slippageBps, 100_000)
  }
  const error = 'slippage_bps: expected an integer from 0 to 100000'
  await refusedWith(ROUTES, 'slippage_bps', [-1, 100_001, 1.5, '50', true], error)
})

test('the tip is an integer up to a SOL', async () => {
  for (const route of ROUTES) {
    assert.equal(read(route, { tip_lamports: 0 }).tipLamports, 0n)
    assert.equal(read(route, { tip_lamports: 1_000_000_000 }).tipLamports, 1_000_000_000n)
    assert.equal(read(route, { mev_tip_lamports: 0 }).mevTipLamports, 0n)
  }
  for (const name of ['tip_lamports', 'mev_tip_lamports'])
    await refusedWith(
      ROUTES,
      name,
      [-1, 1.5, 1_000_000_001, 'x', true],
      `${name}: expected an integer from 0 to 1000000000`,
    )
  await refusedWith(ROUTES, 'mev_tip_bps', [-1, 1_001, 0.5, '5'], 'mev_tip_bps: expected an integer from 0 to 1000')
  assert.equal(read('buy', { mev_tip_bps: 1_000 }).mevTipBps, 1_000)
})

test('the price of a unit is refused above its limit, and a priority goes before it and is clamped', async () => {
  for (const route of ROUTES) {
    assert.equal(read(route, { compute_unit_price: 0 }).computeUnitPrice, 0n)
    assert.equal(read(route, { compute_unit_price: 50_000_000 }).computeUnitPrice, 50_000_000n)
    assert.equal(read(route, { compute_unit_price: 1, priority_micro_lamports: 2 }).computeUnitPrice, 2n)
    assert.equal(read(route, { priority_micro_lamports: 50_000_001 }).computeUnitPrice, 50_000_000n)
    assert.equal(read(route, { priority_micro_lamports: -1 }).computeUnitPrice, 0n)
    assert.equal(read(route, { compute_unit_price: 3, priority_micro_lamports: null }).computeUnitPrice, 3n)
  }
  const error = 'compute_unit_price: expected an integer from 0 to 50000000'
  await refusedWith(ROUTES, 'compute_unit_price', [-1, 50_000_001, 0.5, 'x', true], error)
  await refusedWith(ROUTES, 'priority_micro_lamports', [0.5, 'x', true], 'priority_micro_lamports: expected an integer')
})

test('flags are true or false', async () => {
  for (const route of ROUTES) {
    const params = read(route, {
      mev_protect: true,
      client_signs: true,
      wallet: ADDRESS,
      use_router: true,
      manifest: false,
    })
    assert.deepEqual(
      [params.mevProtect, params.clientSigns, params.useRouter, params.wantsManifest],
      [true, true, true, false],
    )
  }
  for (const name of ['mev_protect', 'client_signs', 'use_router', 'manifest'])
    await refusedWith(ROUTES, name, [1, 'true', 'yes', []], `${name}: expected true or false`)
  await refusedWith(SINGLES, 'simulate', [1, 'true'], 'simulate: expected true or false')
  assert.equal(read('buy', { simulate: true }).simulate, true)
})

test('a sale closes the account by either name, and a buy never does', async () => {
  for (const route of SALES) {
    assert.equal(read(route, { close_token_account: true }).closeTokenAccount, true)
    assert.equal(read(route, { close_ata: true }).closeTokenAccount, true)
    assert.equal(read(route, { close_token_account: false, close_ata: true }).closeTokenAccount, false)
    for (const name of ['close_token_account', 'close_ata'])
      await refusedWith([route], name, ['yes', 1], 'close_token_account: expected true or false')
  }
  for (const route of BUYS) assert.equal(read(route, { close_token_account: true }).closeTokenAccount, false)
})

test('a DEX goes by either name, in any spelling, and an unknown one is refused', async () => {
  for (const route of ROUTES) {
    for (const body of [
      { dex: 'raydium_cpmm' },
      { dex_type: 'Raydium-CPMM' },
      { dex: 'raydium_cpmm', dex_type: 'orca' },
    ])
      assert.equal(read(route, body).dex, 'raydium_cpmm')
    for (const name of ['dex', 'dex_type'])
      await refusedWith([route], name, ['uniswap', '', 7, true], /^unknown dex: expected one of pumpfun, /)
  }
})

test('a pool goes by either name and is an address', async () => {
  for (const route of ROUTES) {
    assert.equal(read(route, { pool_address: ADDRESS, pair_address: OTHER }).poolAddress, ADDRESS)
    assert.equal(read(route, { pair_address: OTHER }).poolAddress, OTHER)
    for (const name of ['pool_address', 'pair_address'])
      await refusedWith([route], name, ['x', '', 7, true], 'pool_address: expected an address')
  }
  const body = { ...least('buy'), pool_address: NO_ADDRESS, client_signs: true, wallet: ADDRESS }
  await refused('buy', body, 'pool_address: expected an address')
})

test('a caller who signs names the wallet, and only such a one uses the router', async () => {
  for (const route of ROUTES) {
    await refused(route, { ...least(route), client_signs: true }, 'wallet: needed with client_signs')
    await refused(route, { ...least(route), use_router: true }, 'use_router: only with client_signs')
    await refusedWith([route], 'wallet', ['x', '', 7], 'wallet: expected an address')
    const body = { ...least(route), client_signs: true, wallet: NO_ADDRESS }
    await refused(route, body, 'wallet: expected an address')
    assert.equal(read(route, { client_signs: true, wallet: ADDRESS }).wallet, ADDRESS)
  }
})

test('a platform fee is at most a quarter, and its wallet an address', async () => {
  for (const route of ROUTES) {
    const params = read(route, { fee_bps: 2_500, fee_wallet: ADDRESS })
    assert.deepEqual([params.feeBps, params.feeWallet], [2_500, ADDRESS])
  }
  await refusedWith(ROUTES, 'fee_bps', [-1, 2_501, 1.5, '5'], 'fee_bps: expected an integer from 0 to 2500')
  await refusedWith(ROUTES, 'fee_wallet', ['x', '', 7], 'fee_wallet: expected an address')
})

test('a durable nonce is an account and its value, both or neither', async () => {
  const nonce = { nonce_account: ADDRESS, nonce_value: OTHER }
  for (const route of SINGLES) {
    assert.deepEqual(read(route, nonce).nonce, { account: ADDRESS, value: OTHER })
    for (const value of [undefined, 'x', 7])
      await refused(
        route,
        { ...least(route), ...nonce, nonce_value: value },
        'nonce_value: expected the value the nonce holds',
      )
    for (const account of [undefined, 'x', 7])
      await refused(route, { ...least(route), ...nonce, nonce_account: account }, 'nonce_account: expected an address')
    const nobodys = { ...least(route), ...nonce, client_signs: true, wallet: strangerAddress(5) }
    await refused(route, nobodys, 'nonce_account: not a durable nonce account')
  }
})

test('over two hops nonce, simulation and the bridge are what they are whatever is said', () => {
  for (const route of ['buy-multi-hop', 'sell-multi-hop'] as const) {
    const body = { nonce_account: 7, nonce_value: [], simulate: true, bridge_slippage_bps: 'x', intermediate_mint: {} }
    const params = read(route, body)
    assert.deepEqual([params.nonce, params.simulate], [null, false])
  }
})

test('a member that is null counts as absent', () => {
  for (const route of ROUTES) {
    const { json: _, ...bare } = read(route)
    const empty = { dex: null, pool_address: null, slippage_bps: null, mev_protect: null, wallet: null, fee_bps: null }
    const { json: __, ...same } = read(route, { ...empty, tip_lamports: null, manifest: null })
    assert.deepEqual(same, bare)
  }
})
