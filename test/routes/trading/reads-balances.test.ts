// second run: waits for a balance to follow the chain

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileV0Message } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { signFor } from '../../../src/services/custody/signer.ts'
import { openServer } from '../../support/open-server.ts'
import { readChainMint } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { openTradeLab, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY, READ_KEY, SOL, tradingServer, USDC } from './trading-server.ts'

const balance = successOf('GET /v1/trade/balance')
const solBalance = successOf('GET /v1/trade/sol-balance')

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const balanceOf = async (mint: string, userRef?: string) =>
  balance(await lab.api.get(`/v1/trade/balance?mint=${mint}`, userRef === undefined ? {} : { userRef }))
const solOf = async (userRef?: string) =>
  solBalance(await lab.api.get('/v1/trade/sol-balance', userRef === undefined ? {} : { userRef }))

/** What the control port writes is told a moment later. */
const soon = (check: () => Promise<boolean>): Promise<void> => until(check, 'the balance is told')

/** Has a custodial wallet sign and send instructions of our own. */
async function sendAs(userRef: string, owner: string, instructions: readonly make.Instruction[]): Promise<void> {
  const made = await lab.post('/v1/wallets', { user_ref: userRef })
  const { value } = await lab.rpc('getLatestBlockhash', [{ commitment: 'confirmed' }])
  const message = compileV0Message({ payer: owner, blockhash: value.blockhash, instructions })
  const signature = signFor(lab.api.ctx, made.json.wallet.id, message.bytes)
  assert(signature.ok)
  const wire = Buffer.concat([Uint8Array.of(1), signature.value, message.bytes])
  await lab.rpc('sendTransaction', [wire.toString('base64'), { encoding: 'base64' }])
  await lab.confirmed(encodeBase58(signature.value))
}

test('a balance is the sum of the standard account and the seed-derived one, which the chain shows as well', async () => {
  const { mint } = lab.coins.get('raydium_cpmm')!
  const owner = await lab.user('both')
  const none = await balanceOf(mint, 'both')
  assert.deepEqual([none.total_balance, none.standard_balance, none.seed_balance], [0, 0, 0])
  const standard = associatedTokenAddress(owner, mint)
  const seed = mint.slice(0, 32)
  const seedDerived = addressWithSeed(owner, seed, TOKEN_PROGRAM)
  assert.deepEqual([none.wallet, none.standard_account, none.seed_account], [owner, standard, seedDerived])

  await lab.giveTokens(owner, mint, 1_000_000_007n)
  await soon(async () => (await balanceOf(mint, 'both')).total_balance === 1_000_000_007)
  const lamports = await lab.rent(165)
  await sendAs('both', owner, [
    make.createAccountWithSeed({
      payer: owner,
      account: seedDerived,
      seed,
      lamports,
      dataBytes: 165,
      owner: TOKEN_PROGRAM,
    }),
    make.initializeTokenAccount({ account: seedDerived, mint, owner }),
    make.transferTokens({ from: standard, to: seedDerived, authority: owner, amountRaw: 400_000_002n }),
  ])
  await soon(async () => (await balanceOf(mint, 'both')).seed_balance > 0)
  const split = await balanceOf(mint, 'both')
  assert.deepEqual(
    [split.total_balance, split.standard_balance, split.seed_balance],
    [1_000_000_007, 600_000_005, 400_000_002],
  )
  assert.equal(BigInt(split.total_balance), (await lab.holdings(owner)).tokens(mint))
  const { decimals } = await readChainMint(lab.sandbox.urls['rpc']!, mint)
  assert.deepEqual([split.mint, split.decimals], [mint, decimals])
})

test('a token of Token-2022 is held in accounts of that program', async () => {
  let mint: string | null = null
  for (const coin of lab.coins.values())
    if ((await readChainMint(lab.sandbox.urls['rpc']!, coin.mint)).program === TOKEN_2022_PROGRAM) mint = coin.mint
  assert(mint !== null)
  const owner = await lab.user('extended')
  await lab.giveTokens(owner, mint, 55n)
  await soon(async () => (await balanceOf(mint, 'extended')).total_balance === 55)
  const told = await balanceOf(mint, 'extended')
  assert.equal(told.standard_account, associatedTokenAddress(owner, mint, TOKEN_2022_PROGRAM))
  assert.equal(told.seed_account, addressWithSeed(owner, mint.slice(0, 32), TOKEN_2022_PROGRAM))
})

test('an amount beyond 2^53 is written with all its digits', async () => {
  const { mint } = lab.coins.get('raydium')!
  const owner = await lab.user('vast')
  await lab.giveTokens(owner, mint, 9_007_199_254_740_993n)
  await soon(async () => (await balanceOf(mint, 'vast')).total_balance > 0)
  const reply = await lab.api.get(`/v1/trade/balance?mint=${mint}`, { userRef: 'vast' })
  assert.match(reply.text, /"total_balance":9007199254740993,/)
})

test('after a trade both balances are what the chain has, at once', async () => {
  const { mint } = lab.coins.get('pumpswap')!
  const owner = await lab.user('trades')
  await balanceOf(mint, 'trades')
  for (let i = 0; i < 3; i++) {
    traded('buy', await lab.trade('buy', { mint, amount_in: 0.03 }, { userRef: 'trades' }))
    const [coins, sol, chain] = [await balanceOf(mint, 'trades'), await solOf('trades'), await lab.holdings(owner)]
    assert.equal(BigInt(coins.total_balance), chain.tokens(mint))
    assert.equal(BigInt(sol.balance_lamports), chain.lamports)
  }
})

test('a SOL balance is in lamports and in SOL, 0 for a wallet that holds none', async () => {
  const owner = await lab.user('saver', 0n)
  const none = await solOf('saver')
  assert.deepEqual([none.wallet, none.balance_lamports, none.balance_sol], [owner, 0, 0])
  await lab.sandbox.control('POST', '/airdrop', { address: owner, lamports: 1_234_567_891 })
  await soon(async () => (await solOf('saver')).balance_lamports > 0)
  const some = await solOf('saver')
  assert.deepEqual([some.balance_lamports, some.balance_sol], [1_234_567_891, 1.234567891])
})

test('X-User-Ref says whose wallet: each user its own, none the default one, and readers make none', async () => {
  const mint = USDC
  const [one, two, usual] = [await lab.user('one'), await lab.user('two'), await lab.user('default')]
  await lab.giveTokens(one, mint, 11n)
  await lab.giveTokens(usual, mint, 33n)
  await soon(async () => (await balanceOf(mint)).total_balance === 33)
  await soon(async () => (await balanceOf(mint, 'one')).total_balance === 11)
  assert.equal((await balanceOf(mint, 'two')).total_balance, 0)
  assert.deepEqual(
    [(await solOf('one')).wallet, (await solOf('two')).wallet, (await solOf()).wallet],
    [one, two, usual],
  )
  for (const path of ['/v1/trade/sol-balance', `/v1/trade/balance?mint=${mint}`]) {
    const odd = await lab.api.get(path, { userRef: 'a b' })
    assertFails(odd, 400, 'invalid X-User-Ref')
    assert.deepEqual([odd.json.code, odd.json.stage, odd.json.retry_safe], ['bad_request', 'validate', true])
    const unknown = await lab.api.get(path, { userRef: 'nobody', key: READ_KEY })
    assertFails(unknown, 403, 'scope required: wallet (the user has none yet)')
    assert.deepEqual([unknown.json.code, unknown.json.stage], ['scope_required', 'validate'])
    const stranger = await lab.api.get(path, { userRef: 'one', key: READ_KEY })
    assertFails(stranger, 403, 'scope required: wallet (the user has none yet)')
  }
  const made = await lab.post('/v1/wallets', { user_ref: 'eyes', kind: 'watch', address: one })
  assert.equal(made.status, 201, made.text)
  const watched = await lab.api.get('/v1/trade/sol-balance', { userRef: 'eyes' })
  assertFails(watched, 409, 'the wallet of this user ref is only watched')
  assert.equal(watched.json.code, 'conflict')
})

const asks = (mint: string) => [
  `/v1/trade/pool-params?mint=${mint}`,
  `/v1/trade/estimate?mint=${mint}&amount=1000000`,
  `/v1/trade/detect?mint=${mint}`,
  `/v1/token/info?mint=${mint}`,
  `/v1/test/discover?mint=${mint}`,
  `/v1/trade/balance?mint=${mint}`,
  '/v1/trade/sol-balance',
]
const quoteBody = (mint: string) => ({ input_mint: SOL, output_mint: mint, amount: 1_000 })

test('a node that is away is 502 and nothing was done; once it is back every question is answered', async (t) => {
  const { mint } = lab.coins.get('orca')!
  const server = await tradingServer(lab.sandbox)
  t.after(async () => {
    await lab.sandbox.control('DELETE', '/faults')
    await server.server.stop()
  })
  await lab.sandbox.control('POST', '/faults', { provider: 'rpc', kind: 'status', status: 503 })
  for (const path of asks(mint)) {
    const reply = await server.get(path)
    assertFails(reply, 502, /./)
    assert.deepEqual(
      [reply.json.code, reply.json.stage, reply.json.fee_lamports, reply.json.retry_safe],
      ['upstream', 'quote', 0, true],
      path,
    )
  }
  assertFails(await server.post('/v1/trade/quote', quoteBody(mint)), 502, /./)
  await lab.sandbox.control('DELETE', '/faults')
  // The first call that gets through shows that the node is back; scans that failed beside it come again soon.
  server.server.clock.push(60_000)
  await server.get('/v1/trade/sol-balance')
  for (const path of asks(mint)) assert.equal((await server.get(path)).status, 200, path)
})

test('without a node every question is 503 unconfigured', async (t) => {
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  t.after(() => bare.stop())
  bare.ctx.store.apiKeys.addVolatile(FULL_KEY, { label: 'full', tier: 'enterprise', scopes: ['read', 'wallet'] })
  const headers = { Authorization: `Bearer ${FULL_KEY}` }
  const { mint } = lab.coins.get('orca')!
  const replies = [
    ...(await Promise.all(asks(mint).map((path) => bare.get(path, { key: null, headers })))),
    await bare.post('/v1/trade/quote', quoteBody(mint), { key: null, headers }),
  ]
  for (const reply of replies) {
    assertFails(reply, 503, /./)
    assert.equal(reply.json.code, 'unconfigured')
  }
})
