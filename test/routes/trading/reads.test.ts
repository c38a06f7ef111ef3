import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import { PUMP_GLOBAL } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { findTradePool } from '../../../src/services/trade-pools/hot-pools.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { NO_ADDRESS, type PublishedToken, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'
import { listenToReads, readAlone } from './reads-chain.ts'
import { QUEST_KEY, READ_KEY, SOL, type TradingServer, tradingServer, USDC } from './trading-server.ts'

const poolParams = successOf('GET /v1/trade/pool-params')
const estimate = successOf('GET /v1/trade/estimate')
const quote = successOf('POST /v1/trade/quote')
const detect = successOf('GET /v1/trade/detect')
const discover = successOf('GET /v1/test/discover')

let sandbox: StartedSandbox
let api: TradingServer
let tokens: readonly PublishedToken[]
/** One token of each DEX that has one. */
let coins: ReadonlyMap<DexName, PublishedToken & { pool: string }>

before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  api = await tradingServer(sandbox)
  const found = new Map<DexName, PublishedToken & { pool: string }>()
  for (const token of tokens) {
    const { dex, pool } = token
    if (pool !== null && !found.has(dex as DexName) && token.archetype !== 'stablecoin')
      found.set(dex as DexName, { ...token, pool })
  }
  coins = found
})
after(async () => {
  await api?.server.stop()
  await sandbox?.stop()
})

/** The pool of a token once the server has it at hand: when the node confirms that it watches it is up to the machine. */
async function atHand(mint: string): Promise<ApiReply['json']> {
  let warm: ApiReply['json'] = {}
  await until(async () => {
    warm = poolParams(await api.get(`/v1/trade/pool-params?mint=${mint}`))
    return warm.cache_hit === true
  }, 'the pool is at hand')
  return warm
}

test('the pool of a token of every DEX, cold and then at hand', async () => {
  assert.equal(coins.size, DEXES.length)
  for (const [dex, { mint, pool }] of coins) {
    const cold = poolParams(await api.get(`/v1/trade/pool-params?mint=${mint}`))
    assert.deepEqual([cold.mint, cold.dex_type, cold.pair_address], [mint, dex, pool])
    assert.equal(cold.is_sol_quoted, true)
    assert.equal(cold.quote_mint, dex === 'pumpfun' ? null : SOL, 'a pump.fun curve trades lamports')
    assert.deepEqual([cold.cache_hit, cold.degraded], [false, []])
    assert(cold.detect_ms > 0 && cold.fetch_ms > 0)
    const warm = await atHand(mint)
    assert.deepEqual([warm.detect_ms, warm.pair_address], [0, pool])
  }
})

test('a DEX and a pool can be named, by either of their names, in any spelling of the DEX', async () => {
  const { mint, pool } = coins.get('raydium_cpmm')!
  for (const query of [
    `dex_type=raydium_cpmm`,
    `dex=raydium-cpmm`,
    `dex_type=RAYDIUM_CPMM`,
    `pair_address=${pool}`,
    `pool_address=${pool}`,
    `dex=raydium_cpmm&pool_address=${pool}`,
    'dex_type=&pair_address=',
  ]) {
    const found = poolParams(await api.get(`/v1/trade/pool-params?mint=${mint}&${query}`))
    assert.equal(found.pair_address, pool, query)
  }
})

test('a pool by its address is read straight away: nothing is searched for', async (t) => {
  const { mint, pool } = coins.get('orca')!
  const other = await tradingServer(sandbox)
  t.after(() => other.server.stop())
  const { scans } = listenToReads(other.ctx)
  poolParams(await other.get(`/v1/trade/pool-params?mint=${mint}&pair_address=${pool}`))
  assert.deepEqual(scans, [])
  poolParams(await other.get(`/v1/trade/pool-params?mint=${mint}`))
  assert(scans.length > 0)
})

test('an estimate is what the DEX itself says, both ways, to the base unit', async () => {
  for (const [dex, { mint, pool }] of coins) {
    const alone = await readAlone(api.ctx, dex, pool, mint)
    const clock = await api.ctx.chain.rpc!.accounts(['SysvarC1ock11111111111111111111111111111111'])
    assert(clock.ok)
    const found = await findTradePool(api.ctx, { mint })
    assert(found.ok)
    for (const [side, input, output] of [
      ['buy', alone.quoteMint, mint],
      ['sell', mint, alone.quoteMint],
    ] as const) {
      for (const amount of [1_000_000n, 123_456_789n]) {
        const own = alone.quote(input, amount, found.value.clock)
        assert(own !== null, `${dex} ${side}`)
        const told = estimate(await api.get(`/v1/trade/estimate?mint=${mint}&amount=${amount}&side=${side}`))
        assert.deepEqual([told.side, told.input_mint, told.output_mint], [side, input, output])
        assert.equal(told.amount, Number(amount))
        assert.equal(told.estimated_output, Number(own.amountOutRaw), `${dex} ${side} ${amount}`)
        assert.equal(told.price_impact_pct, own.priceImpactPpm / 10_000)
      }
    }
    const usual = estimate(await api.get(`/v1/trade/estimate?mint=${mint}&amount=1000000`))
    assert.equal(usual.side, 'buy', 'the default')
  }
})

test('a quote is what the DEX says, with the least that slippage lets through, and no fee unless one is set', async () => {
  for (const [dex, { mint, pool }] of coins) {
    const alone = await readAlone(api.ctx, dex, pool, mint)
    const found = await findTradePool(api.ctx, { mint })
    assert(found.ok)
    const amount = 50_000_000n
    const own = alone.quote(alone.quoteMint, amount, found.value.clock)!
    const told = quote(
      await api.post('/v1/trade/quote', { input_mint: SOL, output_mint: mint, amount: Number(amount) }),
    )
    assert.equal(told.out_amount, Number(own.amountOutRaw), dex)
    assert.equal(told.min_out_amount, Number((own.amountOutRaw * 9_000n) / 10_000n), 'a tenth is the default')
    assert.deepEqual([told.net_out_amount, told.min_net_out_amount], [told.out_amount, told.min_out_amount])
    assert.deepEqual([told.platform_fee, told.platform_fee_bps, told.slippage_bps], [0, 0, 1_000])
    assert.equal(told.price_impact_bps, Math.ceil(own.priceImpactPpm / 100))
    assert.deepEqual([told.side, told.input_mint, told.output_mint], ['buy', SOL, mint])
    assert.equal(told.route.length, 1)
    const [step] = told.route
    assert.deepEqual([step.dex_type, step.pair_address, step.out_amount], [dex, pool, told.out_amount])
    assert.equal(step.in_amount, Number(own.amountInRaw))
    assert.equal(step.fees.length, own.fees.length)
    assert.equal(told.token.mint, mint)
    assert.match(told.token.symbol, /^\w+$/)
  }
})

test('money goes by name or mint, on either side, and the amount by number or text', async () => {
  const { mint } = coins.get('pumpswap')!
  const bodies = [
    { input_mint: 'SOL', output_mint: mint, amount: 1_000_000 },
    { input_mint: 'wsol', output_mint: mint, amount: '1000000' },
    { input_mint: ` ${SOL} `, output_mint: mint, amount: '1000000', slippage_bps: null, dex: 'pumpswap' },
  ]
  const outs = await Promise.all(bodies.map(async (body) => quote(await api.post('/v1/trade/quote', body)).out_amount))
  assert.equal(new Set(outs).size, 1)
  const sale = quote(await api.post('/v1/trade/quote', { input_mint: mint, output_mint: 'Sol', amount: outs[0] }))
  assert.equal(sale.side, 'sell')
  assert(sale.out_amount > 0 && sale.out_amount < 1_000_000)
})

test('slippage of the whole and more leaves no least amount', async () => {
  const { mint } = coins.get('pumpswap')!
  const of = async (slippage_bps: number) =>
    quote(await api.post('/v1/trade/quote', { input_mint: 'SOL', output_mint: mint, amount: 1_000_000, slippage_bps }))
  const [none, whole, most] = [await of(0), await of(10_000), await of(100_000)]
  assert.equal(none.min_out_amount, none.out_amount)
  assert.deepEqual([whole.min_out_amount, most.min_out_amount], [0, 0])
})

test('with a platform fee a buy swaps less and a sale keeps less', async (t) => {
  const { mint } = coins.get('pumpswap')!
  const wallet = strangerAddress(1)
  const other = await tradingServer(sandbox, { TRADE_FEE_BPS: '150', TRADE_FEE_WALLET: wallet })
  t.after(() => other.server.stop())
  const buy = quote(await other.post('/v1/trade/quote', { input_mint: 'SOL', output_mint: mint, amount: 1_000_001 }))
  assert.deepEqual([buy.platform_fee, buy.platform_fee_bps], [15_000, 150], 'rounded down')
  const bare = { input_mint: 'SOL', output_mint: mint }
  const less = quote(await api.post('/v1/trade/quote', { ...bare, amount: 985_001 }))
  const whole = quote(await api.post('/v1/trade/quote', { ...bare, amount: 1_000_001 }))
  assert.equal(buy.out_amount, whole.out_amount)
  assert.equal(buy.net_out_amount, less.out_amount)
  assert.equal(buy.min_net_out_amount, less.min_out_amount)
  const sale = quote(await other.post('/v1/trade/quote', { input_mint: mint, output_mint: 'SOL', amount: 10_000_000 }))
  assert.equal(sale.platform_fee, Math.floor((sale.out_amount * 150) / 10_000))
  assert.equal(sale.net_out_amount, sale.out_amount - sale.platform_fee)
  assert.equal(sale.min_net_out_amount, sale.min_out_amount - sale.platform_fee)
})

test('exactly one side of a quote is money', async () => {
  const [one, two] = [coins.get('pumpswap')!.mint, coins.get('orca')!.mint]
  for (const [input_mint, output_mint] of [
    [one, two],
    ['SOL', 'USDC'],
    [SOL, SOL],
  ]) {
    const reply = await api.post('/v1/trade/quote', { input_mint, output_mint, amount: 1 })
    assertFails(reply, 400, /exactly one of input_mint and output_mint/)
    assert.equal(reply.json.code, 'unsupported_quote')
  }
})

test('a request for a token in money that it is not traded in gets the money that it is traded in', async () => {
  const { mint } = coins.get('orca')!
  for (const money of ['USDC', 'USDT']) {
    const reply = await api.post('/v1/trade/quote', { input_mint: money, output_mint: mint, amount: 1_000 })
    assertFails(reply, 400, `the token is traded against ${SOL} there`)
    assert.equal(reply.json.code, 'unsupported_quote')
  }
})

test('what a quote body must hold, member by member', async () => {
  const { mint } = coins.get('pumpswap')!
  const good = { input_mint: 'SOL', output_mint: mint, amount: 1_000 }
  const cases: readonly (readonly [body: unknown, error: string | RegExp, code: string])[] = [
    ['', 'expected a JSON object', 'bad_request'],
    ['[]', 'expected a JSON object', 'bad_request'],
    ['7', 'expected a JSON object', 'bad_request'],
    ['{', 'invalid JSON body', 'bad_request'],
    [{ ...good, input_mint: undefined }, 'input_mint: invalid mint', 'invalid_mint'],
    [{ ...good, output_mint: 'x' }, 'output_mint: invalid mint', 'invalid_mint'],
    [{ ...good, output_mint: 7 }, 'output_mint: invalid mint', 'invalid_mint'],
    [{ ...good, output_mint: NO_ADDRESS }, 'invalid mint', 'invalid_mint'],
    [{ ...good, output_mint: strangerAddress(5) }, 'no mint at this address', 'invalid_mint'],
    [{ ...good, amount: undefined }, 'amount is required', 'invalid_amount'],
    [{ ...good, amount: null }, 'amount is required', 'invalid_amount'],
    ...[0, -1, 1.5, '', '0', '1.5', '1e3', 'x', true, [], '18446744073709551616', 2 ** 53].map(
      (amount) => [{ ...good, amount }, /^amount: expected base units from 1/, 'invalid_amount'] as const,
    ),
    ['{"input_mint":"SOL","output_mint":"x"}', 'output_mint: invalid mint', 'invalid_mint'],
    ...[-1, 1.5, 100_001, '50', true].map(
      (slippage_bps) =>
        [{ ...good, slippage_bps }, 'slippage_bps: expected an integer from 0 to 100000', 'bad_request'] as const,
    ),
    [{ ...good, dex_type: 'nodex' }, /^unknown dex: expected one of pumpfun, /, 'bad_request'],
    [{ ...good, dex: 7 }, /^unknown dex: /, 'bad_request'],
    [{ ...good, pair_address: 'x' }, 'pair_address: expected an address', 'bad_request'],
    [{ ...good, pool_address: NO_ADDRESS }, 'pool_address: expected an address', 'bad_request'],
  ]
  for (const [body, error, code] of cases) {
    const reply = await api.post('/v1/trade/quote', body)
    assertFails(reply, 400, error)
    assert.deepEqual(
      [reply.json.code, reply.json.fee_lamports, reply.json.retry_safe],
      [code, 0, true],
      JSON.stringify(body),
    )
  }
})

test('the largest amount there is is read to its last digit', async () => {
  const { mint } = coins.get('pumpswap')!
  const reply = await api.post('/v1/trade/quote', {
    input_mint: 'SOL',
    output_mint: mint,
    amount: '18446744073709551615',
  })
  assert.equal(reply.status, 200, reply.text)
  assert.match(reply.text, /"in_amount":18446744073709551615,/)
})

test('every parameter of a question is held to its rule', async () => {
  const { mint } = coins.get('pumpswap')!
  const cases: readonly (readonly [path: string, error: string | RegExp, code: string])[] = [
    ...['pool-params?', 'estimate?amount=1&', 'detect?', 'balance?'].flatMap((path) => [
      [`/v1/trade/${path}`, 'invalid mint', 'invalid_mint'] as const,
      [`/v1/trade/${path}mint=`, 'invalid mint', 'invalid_mint'] as const,
      [`/v1/trade/${path}mint=0OIl`, 'invalid mint', 'invalid_mint'] as const,
      [`/v1/trade/${path}mint=${NO_ADDRESS}`, 'invalid mint', 'invalid_mint'] as const,
      [`/v1/trade/${path}mint=${strangerAddress(1)}`, 'no mint at this address', 'invalid_mint'] as const,
    ]),
    ...['/v1/test/discover', '/v1/token/info'].flatMap((path) => [
      [path, 'invalid mint', 'invalid_mint'] as const,
      [`${path}?mint=${NO_ADDRESS}`, 'invalid mint', 'invalid_mint'] as const,
      [`${path}?mint=${strangerAddress(1)}`, 'no mint at this address', 'invalid_mint'] as const,
    ]),
    ...['', '&amount=', '&amount=0', '&amount=-1', '&amount=1.5', '&amount=1e3', '&amount=18446744073709551616'].map(
      (amount) =>
        [`/v1/trade/estimate?mint=${mint}${amount}`, 'amount: expected base units from 1', 'invalid_amount'] as const,
    ),
    [`/v1/trade/estimate?mint=${mint}&amount=1&side=sel`, 'side: expected buy or sell', 'bad_request'],
    [`/v1/trade/pool-params?mint=${mint}&dex_type=x`, /^unknown dex: expected one of/, 'bad_request'],
    [`/v1/trade/estimate?mint=${mint}&amount=1&dex=uniswap`, /^unknown dex: /, 'bad_request'],
    [`/v1/trade/pool-params?mint=${mint}&pair_address=x`, 'pair_address: expected an address', 'bad_request'],
    [
      `/v1/trade/pool-params?mint=${mint}&pool_address=${NO_ADDRESS}`,
      'pool_address: expected an address',
      'bad_request',
    ],
    [`/v1/trade/pool-params?mint=${USDC}`, /^mint must be the traded token/, 'unsupported_quote'],
    [`/v1/trade/detect?mint=${SOL}`, /^mint must be the traded token/, 'unsupported_quote'],
  ]
  for (const [path, error, code] of cases) {
    const reply = await api.get(path)
    assertFails(reply, 400, error)
    assert.deepEqual([reply.json.code, reply.json.fee_lamports, reply.json.retry_safe], [code, 0, true], path)
  }
})

test('no route says why: no pool, another DEX, another token, no pool at all', async () => {
  const { mint, pool } = coins.get('orca')!
  const bare = tokens.find(({ archetype }) => archetype === 'no_pool')!
  const cases: readonly (readonly [query: string, error: string | RegExp])[] = [
    [`mint=${bare.mint}`, 'no pool'],
    [`mint=${mint}&dex_type=bonk`, 'no pool on bonk'],
    [`mint=${mint}&dex_type=bonk&pair_address=${pool}`, 'pool_address is a pool of orca, not of bonk'],
    [`mint=${mint}&pair_address=${strangerAddress(2)}`, 'no account at pool_address'],
    [`mint=${mint}&pair_address=${mint}`, 'pool_address is no pool of a DEX that is traded'],
    // An account of a DEX's program that is not one of its pools.
    [`mint=${mint}&pair_address=${PUMP_GLOBAL}`, 'pool_address is no pool of a DEX that is traded'],
    [`mint=${bare.mint}&pair_address=${pool}`, /pool/],
  ]
  for (const [query, error] of cases) {
    const reply = await api.get(`/v1/trade/pool-params?${query}`)
    assertFails(reply, 422, error)
    assert.deepEqual([reply.json.code, reply.json.stage, reply.json.retry_safe], ['no_route', 'quote', true], query)
  }
})

test('an amount that buys nothing, or that no pool can pay, is no route', async () => {
  const { mint } = coins.get('bonk')!
  const reply = await api.get(`/v1/trade/estimate?mint=${mint}&amount=18446744073709551615&side=sell`)
  assertFails(reply, 422, 'the pool cannot trade this amount')
  const nothing = await api.get(`/v1/trade/estimate?mint=${mint}&amount=1&side=sell`)
  assertFails(nothing, 422, 'the pool cannot trade this amount')
})

test('a token is detected with its pool and its name', async (t) => {
  for (const [dex, { mint, pool, symbol }] of coins) {
    await atHand(mint)
    const found = detect(await api.get(`/v1/trade/detect?mint=${mint}`))
    assert.deepEqual([found.mint, found.dex_type, found.pair_address, found.symbol], [mint, dex, pool, symbol])
    assert.equal(typeof found.name, 'string')
    assert.equal(found.data_source, 'cache', 'it was asked for before')
    assert(found.detect_ms >= 0)
  }
  const cold = await tradingServer(sandbox)
  t.after(() => cold.server.stop())
  const first = detect(await cold.get(`/v1/trade/detect?mint=${coins.get('raydium')!.mint}`))
  assert.equal(first.data_source, 'chain')
})

test('all pools of a token are discovered, tradable or not', async () => {
  for (const [dex, { mint, pool }] of coins) {
    const found = discover(await api.get(`/v1/test/discover?mint=${mint}`))
    assert.equal(found.pools_found, found.pools.length)
    const own = found.pools.find(({ pool_address }: { pool_address: string }) => pool_address === pool)
    const { programIds } = DEXES.find(({ name }) => name === dex)!
    assert.deepEqual([own.dex_type, own.quote_mint], [dex, SOL])
    assert(programIds.includes(own.program_id))
    assert.deepEqual(found.degraded, [])
  }
  const graduated = tokens.find(({ archetype }) => archetype === 'graduated')!
  const both = discover(await api.get(`/v1/test/discover?mint=${graduated.mint}`))
  assert.deepEqual(both.pools.map(({ dex_type }: { dex_type: string }) => dex_type).sort(), ['pumpfun', 'pumpswap'])
  const none = tokens.find(({ archetype }) => archetype === 'no_pool')!
  assert.equal(discover(await api.get(`/v1/test/discover?mint=${none.mint}`)).pools_found, 0)
  const dollar = discover(await api.get(`/v1/test/discover?mint=${USDC}`))
  assert(dollar.pools_found >= 0)
})

test('reading takes a bearer key with the scope read', async () => {
  const { mint } = coins.get('pumpswap')!
  const paths = [
    `/v1/trade/pool-params?mint=${mint}`,
    `/v1/trade/estimate?mint=${mint}&amount=1000000`,
    `/v1/trade/balance?mint=${mint}`,
    '/v1/trade/sol-balance',
    `/v1/trade/detect?mint=${mint}`,
    `/v1/token/info?mint=${mint}`,
    `/v1/test/discover?mint=${mint}`,
  ]
  const ask = [
    ...paths.map((path) => (key: string | null) => api.get(path, { key })),
    (key: string | null) =>
      api.post('/v1/trade/quote', { input_mint: 'SOL', output_mint: mint, amount: 1_000_000 }, { key }),
  ]
  for (const send of ask) {
    assertFails(await send(null), 401, 'missing API key')
    assertFails(await send('rt_nobody'), 401, 'invalid API key')
    const forbidden = await send(QUEST_KEY)
    assertFails(forbidden, 403, /scope/)
    assert.equal(forbidden.json.code, 'scope_required')
    const { status, json } = await send(READ_KEY)
    // A user's first wallet is made by keys that may.
    if (status === 403) assert.match(json.error, /^scope required: wallet \(the user has none yet\)$/)
    else assert.equal(status, 200)
    api.server.clock.push(10_000)
  }
  const header = await api.server.get(paths[0]!, { key: READ_KEY })
  assertFails(header, 401, 'missing API key: this route takes it as Authorization: Bearer')
})
