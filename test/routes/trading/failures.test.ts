// second run: waits for a trade that fails to be settled

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressWithSeed } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { TRADE_LIMITS } from '../../../src/config/trade-limits.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { landingUnderWay } from '../../../src/services/landing/land.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { assertFails } from '../../support/reply-check.ts'
import { until } from '../../support/until.ts'
import { chainFee, moved, openTradeLab, signUnsigned, TRADE_KEY, type TradeLab, traded } from './trade-lab.ts'
import { FULL_KEY, SOL, tradingServer, USDC } from './trading-server.ts'

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
})
after(() => lab?.stop())

const mintOf = (dex: Parameters<TradeLab['coins']['get']>[0]): string => lab.coins.get(dex)!.mint

/** The failure says how far it came, what the chain took, and that asking again is safe. */
function assertUnspent(reply: ApiReply, code: string, stage: string): void {
  const { json } = reply
  assert.deepEqual([json.code, json.stage, json.fee_lamports, json.retry_safe], [code, stage, 0, true], reply.text)
  assert.equal(json.signature, undefined)
}

/** Fails every offer of a transaction while the work runs. */
async function withoutSenders<T>(work: () => Promise<T>): Promise<T> {
  const { control } = lab.sandbox
  const refusal = { kind: 'rpcError', code: -32_002, message: 'dropped' }
  await control('POST', '/faults', { provider: 'rpc', match: 'sendTransaction', ...refusal })
  try {
    return await work()
  } finally {
    await control('DELETE', '/faults')
  }
}

const ledgerOf = (signature: string) => lab.api.ctx.store.trades.findBySignature(signature)

test('a stale transaction of a caller fails on the chain of every DEX when less than its minimum would arrive', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const [wallet, mover] = [await lab.wallet(), await lab.wallet()]
    const order = { mint, client_signs: true, slippage_bps: 0, mev_tip_lamports: 0 }
    const stale = traded('buy', await lab.trade('buy', { ...order, wallet: wallet.address, amount_in: 0.1 }))
    const big = traded('buy', await lab.trade('buy', { ...order, wallet: mover.address, amount_in: 20 }))
    await lab.signAndSend(mover, big.data.unsigned_tx_base64)
    const before = await lab.holdings(wallet.address)
    const { wire, signature } = signUnsigned(wallet, stale.data.unsigned_tx_base64)
    const sent = await lab.post('/v1/trade/broadcast', { signed_tx_base64: wire })
    assert.deepEqual([sent.status, sent.json.landing], [200, 'pending'], sent.text)
    await lab.confirmed(signature)
    const record = await lab.record(signature)
    assert.notEqual(record.err, null, dex)
    const after = await lab.holdings(wallet.address)
    assert.equal(before.lamports - after.lamports, chainFee(record), `${dex}: the fee and nothing else`)
    assert.deepEqual([...after.accounts.keys()], [])
    const status = await lab.api.get(`/v1/trade/bundle-status?signature=${signature}`)
    assert.deepEqual([status.json.landed, status.json.onchain_status], [false, 'failed'], status.text)
    const again = await lab.trade('buy', { ...order, wallet: wallet.address, amount_in: 0.1 })
    assert(traded('buy', again).data, 'quoted anew it would go through')
  }
})

/** Moves the price of a token where the server cannot hear of it: slots stand still until the work has sent
 *  something. */
async function behindItsBack<T>(mint: string, work: () => Promise<T>, { isSent }: { isSent: boolean }): Promise<T> {
  const { control } = lab.sandbox
  const mover = await lab.wallet()
  const big = { mint, client_signs: true, wallet: mover.address, amount_in: 20, mev_tip_lamports: 0 }
  const { data } = traded('buy', await lab.trade('buy', big))
  const { wire } = signUnsigned(mover, data.unsigned_tx_base64)
  await until(
    async () => (await lab.api.get(`/v1/trade/pool-params?mint=${mint}`)).json.cache_hit === true,
    'what is read of the pool is kept',
  )
  await control('POST', '/slots/pause')
  try {
    await lab.rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }])
    const count = async () => (await control<{ transactionCount: number }>('GET', '/state')).transactionCount
    const moved = await count()
    const done = work()
    if (isSent) await until(async () => (await count()) > moved, 'something is sent')
    else await done
    return await await control('POST', '/slots/resume').then(() => done)
  } finally {
    await control('POST', '/slots/resume')
  }
}

test('a custodial trade whose price moves before it lands is reported as such, with the fee that the chain charged', async () => {
  for (const [dex, { mint }] of lab.coins) {
    const asker = { userRef: `moved-${dex}`, idempotencyKey: 'moved' }
    const owner = await lab.user(asker.userRef)
    const before = await lab.holdings(owner)
    const order = { mint, amount_in: 0.1, slippage_bps: 0, manifest: false }
    const reply = await behindItsBack(mint, () => lab.trade('buy', order, asker), { isSent: true })
    assertFails(reply, 422, 'the price moved: less than the minimum would arrive')
    const { code, stage, signature, fee_lamports, retry_safe, details } = reply.json
    const record = await lab.record(signature)
    assert.deepEqual([code, stage, retry_safe], ['price_moved', 'confirm', true], dex)
    assert.deepEqual([BigInt(fee_lamports), record.feeLamports], [chainFee(record), chainFee(record)], dex)
    assert.deepEqual([details.err, details.landed_slot], [record.err, record.slot], dex)
    assert.match(details.error, /^program:\w+:Custom\(\d+\)$/)
    const after = await lab.holdings(owner)
    assert.equal(before.lamports - after.lamports, record.feeLamports, `${dex}: the fee and nothing else`)
    const { status, feeLamports, error } = ledgerOf(signature)!
    assert.deepEqual([status, feeLamports, error], ['failed', String(fee_lamports), JSON.stringify(record.err)])
    const again = await lab.trade('buy', order, asker)
    assert.deepEqual(
      [again.status, { ...again.json, requestId: '' }],
      [422, { ...reply.json, requestId: '' }],
      'the key is used up',
    )
  }
})

test('where it moves before anything is signed, the execution beforehand shows it and nothing is spent', async () => {
  const mint = mintOf('raydium')
  const owner = await lab.user('forewarned')
  const before = await lab.holdings(owner)
  const order = { mint, amount_in: 0.1, slippage_bps: 0 }
  const reply = await behindItsBack(mint, () => lab.trade('buy', order, { userRef: 'forewarned' }), { isSent: false })
  assertFails(reply, 422, 'the price moved: less than the minimum would arrive')
  assertUnspent(reply, 'price_moved', 'simulate')
  assert(reply.json.details.logs.length > 0)
  assert.equal(moved(before, await lab.holdings(owner), null).lamports, 0n)
})

test('with slippage of the whole there is no minimum, and the trade goes through at any price', async () => {
  const mint = mintOf('orca')
  await lab.user('careless')
  const order = { mint, amount_in: 0.1, slippage_bps: 10_000, max_price_impact_bps: 10_000, manifest: false }
  const reply = await behindItsBack(mint, () => lab.trade('buy', order, { userRef: 'careless' }), { isSent: true })
  assert.equal(traded('buy', reply).min_received, 0)
})

test('a wallet with too little gets what it needs and what it holds', async () => {
  const mint = mintOf('pumpswap')
  const owner = await lab.user('poor', 50_000_000n)
  await lab.giveTokens(owner, mint, 1_000n)
  const lamports = await lab.trade('buy', { mint, amount_in: 0.2 }, { userRef: 'poor' })
  assertFails(lamports, 402, /^insufficient balance: \d+ lamports are needed, the wallet holds 50000000$/)
  assertUnspent(lamports, 'insufficient_balance', 'quote')
  assert.deepEqual([lamports.json.details.mint, lamports.json.details.held], [null, '50000000'])
  assert(BigInt(lamports.json.details.needed) > 200_000_000n)

  const dollars = await lab.trade('buy', { mint, amount_in: 3, pay_with_mint: 'USDC' }, { userRef: 'poor' })
  assertFails(dollars, 402, `insufficient balance: 3000000 units of ${USDC} are needed, the wallet holds 0`)
  assertUnspent(dollars, 'insufficient_balance', 'quote')

  const nothing = await lab.trade('sell', { mint: mintOf('orca') }, { userRef: 'poor' })
  assertFails(nothing, 402, `insufficient balance: the wallet holds 0 units of ${mintOf('orca')}`)
  const more = await lab.trade('sell', { mint, amount_in: 1_001 }, { userRef: 'poor' })
  assertFails(more, 402, `insufficient balance: 1001 units of ${mint} are needed, the wallet holds 1000`)
  assertUnspent(more, 'insufficient_balance', 'quote')

  // The amount is there; the deposits and the fee of the chain are not.
  const fees = await lab.trade('buy', { mint: mintOf('raydium'), amount_in: 0.048 }, { userRef: 'poor' })
  assertFails(fees, 402, 'insufficient balance')
  assertUnspent(fees, 'insufficient_balance', 'simulate')
  const penniless = await lab.trade('buy', { mint, amount_in: 0.01, client_signs: true, wallet: strangerAddress(3) })
  assertFails(penniless, 402, /^insufficient balance/)
})

test('what cannot be traded has no route, and the reason is said', async () => {
  await lab.user('lost')
  for (const [body, error] of [
    [{ mint: await lab.coin('KSTRL') }, 'no pool'],
    [{ mint: mintOf('orca'), dex: 'bonk' }, 'no pool on bonk'],
    [{ mint: mintOf('orca'), pool_address: strangerAddress(2) }, 'no account at pool_address'],
    [{ mint: mintOf('orca'), pool_address: lab.coins.get('bonk')!.pool }, /./],
    [{ mint: await lab.coin('ELBADG') }, /run a program of their own/],
    [{ mint: await lab.coin('VEMOOS') }, /are paused$/],
  ] as const) {
    const reply = await lab.trade('buy', { amount_in: 0.01, ...body }, { userRef: 'lost' })
    assertFails(reply, 422, error)
    assertUnspent(reply, 'no_route', 'quote')
  }
  for (const mint of [SOL, USDC]) {
    const reply = await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'lost' })
    assertFails(reply, 400, /^mint must be the traded token/)
    assertUnspent(reply, 'unsupported_quote', 'quote')
  }
  const stranger = await lab.trade('buy', { mint: strangerAddress(7), amount_in: 0.01 }, { userRef: 'lost' })
  assertFails(stranger, 400, 'no mint at this address')
  assertUnspent(stranger, 'invalid_mint', 'quote')
})

test('a trade that the chain would refuse is not sent; the logs say why', async () => {
  const mint = await lab.coin('GOYAK')
  const owner = await lab.user('frozen')
  const before = await lab.holdings(owner)
  const reply = await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'frozen' })
  assertFails(reply, 422, /^the transaction fails: token:AccountFrozen$/)
  assertUnspent(reply, 'simulation_failed', 'simulate')
  const { error, err, logs } = reply.json.details
  assert.equal(error, 'token:AccountFrozen')
  assert(err.InstructionError && logs.some((line: string) => line.includes('frozen')))
  assert.equal(moved(before, await lab.holdings(owner), null).lamports, 0n)
  const blind = await lab.trade('buy', { mint, amount_in: 0.01, manifest: false }, { userRef: 'frozen' })
  const { code, stage, signature, fee_lamports, retry_safe } = blind.json
  const record = await lab.record(signature)
  assert.deepEqual([blind.status, code, stage, retry_safe], [422, 'simulation_failed', 'confirm', true], blind.text)
  assert.equal(BigInt(fee_lamports), record.feeLamports, 'who does not want to know pays for it')
})

test('a transaction that no one takes has definitely not landed once its blockhash is dead', async () => {
  const mint = mintOf('meteora_damm_v2')
  const asker = { userRef: 'dropped', idempotencyKey: 'dropped' }
  const owner = await lab.user('dropped')
  const before = await lab.holdings(owner)
  const order = { mint, amount_in: 0.05 }
  const reply = await withoutSenders(async () => {
    const trade = lab.trade('buy', order, asker)
    await until(() => lastOf(asker.userRef) !== undefined, 'the trade is signed')
    await lab.pass(160)
    return trade
  })
  assertFails(reply, 504, /^it did not land and never will: its blockhash is dead/)
  const { code, stage, signature, fee_lamports, retry_safe } = reply.json
  assert.deepEqual([code, stage, fee_lamports, retry_safe], ['not_landed', 'send', 0, true])
  assert.equal(await lab.rpc('getTransaction', [signature, { maxSupportedTransactionVersion: 1 }]), null)
  assert.deepEqual([ledgerOf(signature)!.status, ledgerOf(signature)!.feeLamports], ['expired', '0'])
  const again = await lab.trade('buy', order, asker)
  assert.deepEqual({ ...again.json, requestId: reply.json.requestId }, reply.json)
  assert.equal(moved(before, await lab.holdings(owner), null).lamports, 0n)
  traded('buy', await lab.trade('buy', order, { ...asker, idempotencyKey: 'anew' }))
})

const keyId = () => lab.api.ctx.store.apiKeys.findByDigest(digestKey(FULL_KEY))!.id
const lastOf = (userRef: string) => lab.api.ctx.store.trades.list(keyId(), userRef, { limit: 1, beforeId: null })[0]

test('what is not confirmed in time is pending; asked again under its key it is answered in the end', async () => {
  const mint = mintOf('bonk')
  const asker = { userRef: 'waiting', idempotencyKey: 'waiting' }
  await lab.user('waiting')
  const { clock } = lab.api.server
  const { sleep } = clock
  Object.assign(clock, {
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms === TRADE_LIMITS.landDeadlineMs ? 400 : ms, signal),
  })
  const order = { mint, amount_in: 0.05 }
  const [keyed, bare] = await withoutSenders(() =>
    Promise.all([lab.trade('buy', order, asker), lab.trade('buy', order, { userRef: 'waiting' })]),
  )
  Object.assign(clock, { sleep })
  for (const [reply, retry_safe] of [
    [keyed!, true],
    [bare!, false],
  ] as const) {
    assert.equal(reply.status, 202, reply.text)
    const { success, code, stage, fee_lamports } = reply.json
    assert.deepEqual([success, code, stage, fee_lamports], [false, 'pending', 'confirm', null])
    assert.equal(reply.json.retry_safe, retry_safe, 'without a key it would be another trade')
    assert.equal(ledgerOf(reply.json.signature)!.status, 'pending')
  }
  const end = traded('buy', await lab.trade('buy', order, asker))
  assert.equal(end.signature, keyed!.json.signature)
  assert.equal((await lab.record(end.signature)).err, null)
  await until(() => landingUnderWay(lab.api.ctx, bare!.json.signature) === null, 'the other trade has landed')
})

test('while the node is away nothing is begun, and asking again is safe', async () => {
  const other = await tradingServer(lab.sandbox)
  await lab.sandbox.control('POST', '/faults', { provider: 'rpc', kind: 'status', status: 503 })
  const body = { mint: mintOf('orca'), amount_in: 0.01, client_signs: true, wallet: strangerAddress(4) }
  const reply = await other.post('/v1/trade/buy', body)
  await lab.sandbox.control('DELETE', '/faults')
  assert.equal(reply.status, 502, reply.text)
  assertUnspent(reply, 'upstream', 'quote')
  await other.server.stop()
  // What the lab's own server read in the background meanwhile may have opened its circuit.
  await lab.user('back')
  const order = { mint: body.mint, amount_in: 0.01, simulate: true }
  await until(async () => (await lab.trade('buy', order, { userRef: 'back' })).status === 200, 'the node is back')
})

test('who occupies the account that wrapped SOL passes through stops no one, unless it is all of them', async () => {
  const mint = mintOf('raydium')
  const owner = await lab.user('beset')
  const occupy = (index: number) =>
    lab.sandbox.control('POST', '/airdrop', {
      address: addressWithSeed(owner, `scratch${index}`, TOKEN_PROGRAM),
      lamports: 1_000_000,
    })
  await occupy(0)
  traded('buy', await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'beset' }))
  for (let i = 1; i < 8; i++) await occupy(i)
  await until(
    async () => (await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'beset' })).status === 409,
    'the last account is seen to be occupied',
  )
  const reply = await lab.trade('buy', { mint, amount_in: 0.01 }, { userRef: 'beset' })
  assertFails(reply, 409, 'all accounts that wrapped SOL could pass through are occupied')
  assertUnspent(reply, 'conflict', 'quote')
})

test('keys, users and wallets that will not do are refused before anything is read', async () => {
  const order = { mint: mintOf('orca'), amount_in: 0.01 }
  const long = await lab.trade('buy', order, { idempotencyKey: 'x'.repeat(256) })
  assertFails(long, 400, /Idempotency-Key/)
  assertUnspent(long, 'bad_request', 'validate')
  const bad = await lab.trade('buy', order, { userRef: 'no spaces please' })
  assertFails(bad, 400, 'invalid X-User-Ref')
  assertUnspent(bad, 'bad_request', 'validate')
  const unknown = await lab.trade('buy', order, { userRef: 'nobody-yet', key: TRADE_KEY })
  assertFails(unknown, 403, 'scope required: wallet (the user has none yet)')
  assertUnspent(unknown, 'scope_required', 'validate')
  const watched = await lab.post('/v1/wallets', { user_ref: 'watched', kind: 'watch', address: strangerAddress(9) })
  assert.equal(watched.status, 201, watched.text)
  const blind = await lab.trade('buy', order, { userRef: 'watched' })
  assertFails(blind, 409, 'the wallet of this user ref is only watched')
  assertUnspent(blind, 'conflict', 'validate')
  await lab.user('keyed')
  const first = await lab.trade('buy', { ...order, simulate: false }, { userRef: 'keyed', idempotencyKey: 'k' })
  traded('buy', first)
  const other = await lab.trade('buy', { ...order, amount_in: 0.02 }, { userRef: 'keyed', idempotencyKey: 'k' })
  assertFails(other, 409, /another request/)
  assertUnspent(other, 'idempotency_mismatch', 'validate')
})
