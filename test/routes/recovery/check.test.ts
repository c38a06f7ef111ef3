import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SANDBOX_PREVIEW_KEY } from '../../../src/config/sandbox-keys.ts'
import { type MadeWallet, toLamports } from '../../support/recovery-truth.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { BUILDER_KEY, openRecoveryLab, type RecoveryLab } from './recovery-lab.ts'

const NOBODY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const FEE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const KEY_WALLET = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'
const success = successOf('POST /api/v1/check')

let lab: RecoveryLab
let wallets: readonly MadeWallet[]
before(async () => {
  lab = await openRecoveryLab()
  wallets = await lab.wallets({ count: 12, maxAccounts: 200, largeWallets: 1, largeAccounts: 200 })
})
after(() => lab?.stop())

const sumOf = (wallet: MadeWallet, kinds: readonly string[]) => ({
  accounts: kinds.reduce((sum, kind) => sum + (wallet.made[kind]?.accounts ?? 0), 0),
  lamports: kinds.reduce((sum, kind) => sum + BigInt(wallet.made[kind]?.lamports ?? 0), 0n),
})
const EMPTY = ['empty', 'overfunded', 'withheld', 'emptyWrapped']
const BURNABLE = ['dust', 'withheldDust', 'nft']

test('the figures are the lamports that lie in the accounts, of each wallet and of all', async () => {
  const { results, totals } = await lab.check({ walletAddresses: wallets.map(({ address }) => address) })
  let [empty, burnable] = [0n, 0n]
  for (const [at, wallet] of wallets.entries()) {
    const result = results[at]
    const [gone, dust] = [sumOf(wallet, EMPTY), sumOf(wallet, BURNABLE)]
    assert.equal(result.address, wallet.address)
    assert.equal(toLamports(result.potentialRecovery), gone.lamports)
    assert.equal(toLamports(result.burnPotentialRecovery), dust.lamports)
    assert.equal(toLamports(result.totalPotentialRecovery), gone.lamports + dust.lamports)
    assert.equal(result.emptyAccounts, gone.accounts)
    assert.equal(result.burnableAccounts, dust.accounts)
    assert.equal(toLamports(result.balance), BigInt(wallet.lamports))
    for (const name of ['fee', 'burnFee', 'totalFee']) assert.equal(result[name], 0)
    empty += gone.lamports
    burnable += dust.lamports
  }
  assert.equal(toLamports(totals.potentialRecovery), empty)
  assert.equal(toLamports(totals.burnPotentialRecovery), burnable)
  assert.equal(toLamports(totals.totalEstimatedReturn), empty + burnable)
  assert.equal(totals.wallets, wallets.length)
})

test('deposits of both rates lie side by side: no constant is counted', async () => {
  const [wallet] = wallets
  const { results } = await lab.check({ walletAddresses: [wallet!.address], includeAccounts: true })
  const deposits = new Set(
    results[0].accounts.empty
      .filter(({ program }: { program: string }) => program === 'spl-token')
      .map(({ recovery }: { recovery: number }) => recovery),
  )
  assert(deposits.has(0.00203928) && deposits.has(0.00148844), [...deposits].join())
})

test('frozen accounts, those that someone else may close, encrypted and paused ones stay and are said', async () => {
  const { results } = await lab.check({ walletAddresses: [wallets[0]!.address], includeAccounts: true })
  const [result] = results
  const of = (kinds: readonly string[]) => sumOf(wallets[0]!, kinds).accounts
  assert.deepEqual(result.skipped, {
    frozen: of(['frozen', 'frozenDust']),
    foreign_authority: of(['foreignAuthority']),
    confidential_pending: of(['confidential']),
    not_burnable: of(['pausedDust']),
  })
  for (const one of result.accounts.skipped) {
    assert.notEqual(one.why, '')
    assert.equal(one.isFrozen, one.type === 'frozen')
    assert.equal(one.state, one.type === 'frozen' ? 'frozen' : 'initialized')
  }
  const why = (type: string): string => result.accounts.skipped.find((one: { type: string }) => one.type === type).why
  assert.match(why('foreign_authority'), /^only [1-9A-HJ-NP-Za-km-z]{32,44} may close it$/)
  assert.equal(why('not_burnable'), 'its mint is paused')
  assert.equal(why('confidential_pending'), 'holds encrypted amounts')
})

test('wrapped SOL is listed apart and counts in no figure, an empty account of it is empty', async () => {
  const wallet = wallets.find(({ made }) => made['wrapped'] !== undefined)!
  const { results } = await lab.check({ walletAddresses: [wallet.address] })
  const wrapped = sumOf(wallet, ['wrapped'])
  assert.equal(results[0].wrappedSol.accounts, wrapped.accounts)
  assert.equal(toLamports(results[0].wrappedSol.balance), wrapped.lamports)
})

test('accounts are listed with what they hold when that is asked for, and not otherwise', async () => {
  const { address } = wallets[0]!
  const plain = await lab.check({ walletAddresses: [address] })
  assert.equal('accounts' in plain.results[0], false)
  const { results } = await lab.check({ walletAddresses: [address], includeAccounts: true })
  const { empty, burnable } = results[0].accounts
  assert.equal(empty.length, results[0].emptyAccounts)
  assert.equal(burnable.length, results[0].burnableAccounts)
  for (const one of [...empty, ...burnable]) {
    const { value } = await lab.rpc('getAccountInfo', [
      one.account,
      { encoding: 'jsonParsed', commitment: 'confirmed' },
    ])
    const { info } = value.data.parsed
    assert.equal(one.owner, address)
    assert.equal(one.mint, info.mint)
    assert.equal(one.amountRaw, info.tokenAmount.amount)
    assert.equal(one.uiAmount, info.tokenAmount.uiAmount ?? 0)
    assert.equal(one.decimals, info.tokenAmount.decimals)
    assert.equal(one.program, value.data.program)
    assert.equal(one.state, info.state)
    assert.equal(one.type, info.tokenAmount.amount === '0' ? 'empty' : 'burnable')
    assert.equal(toLamports(one.recovery), BigInt(value.lamports))
    assert.match(one.displayName, /^\S+$/)
  }
})

test('lists of all wallets together are bounded and say where they end; the figures count all', async () => {
  const [large] = await lab.wallets({ count: 1, largeWallets: 1, largeAccounts: 1_900 })
  const others = Array.from({ length: 19 }, (_, at) => keypairFromText(`nobody ${at}`).address)
  const { results, warnings } = await lab.check({
    walletAddresses: [large!.address, ...others],
    includeAccounts: true,
  })
  assert(results[0].emptyAccounts > 1_000)
  assert.equal(results[0].accounts.empty.length, 1_000)
  assert.equal(results[0].emptyAccounts, sumOf(large!, EMPTY).accounts)
  assert.deepEqual(warnings, [`${large!.address}: the lists end at 1000 accounts of each kind; the figures count all`])
})

test('a token that is known has its symbol as its display name', async () => {
  const { keypair } = await lab.emptyWallet(2, 0n)
  const { results } = await lab.check({ walletAddresses: [keypair.address], includeAccounts: true })
  for (const one of results[0].accounts.empty) assert.match(one.displayName, /^[^.]+$/)
})

test('canProcess: more than 5,000 lamports, or no empty accounts', async () => {
  const rich = await lab.emptyWallet(1, 5_001n)
  const poor = await lab.emptyWallet(1, 5_000n)
  const { results } = await lab.check({ walletAddresses: [rich.keypair.address, poor.keypair.address, NOBODY] })
  assert.deepEqual(
    results.map(({ canProcess }: { canProcess: boolean }) => canProcess),
    [true, false, true],
  )
})

test('a wallet without anything has figures of zero', async () => {
  const { results, totals } = await lab.check({ walletAddresses: [NOBODY], includeAccounts: true })
  assert.equal(results[0].totalPotentialRecovery, 0)
  assert.deepEqual(results[0].accounts, { empty: [], burnable: [], skipped: [] })
  assert.deepEqual(results[0].skipped, {})
  assert.equal(totals.totalPotentialRecovery, 0)
})

test('a wallet that is none is named with its error, repeated ones count once, and the rest is answered', async () => {
  const { address } = wallets[0]!
  const { results, totals } = await lab.check({ walletAddresses: [address, 'nobody', ` ${address} `] })
  assert.equal(results.length, 2)
  assert.deepEqual(results[1], { address: 'nobody', error: 'invalid wallet' })
  assert.equal(totals.totalPotentialRecovery, results[0].totalPotentialRecovery)
  assert.equal(totals.wallets, 1)
})

test('a wallet whose accounts the node will not list fails alone and is left out of the totals', async () => {
  const [one, other] = [wallets[0]!.address, wallets[1]!.address]
  const whole = await lab.check({ walletAddresses: [one, other] })
  await lab.sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getTokenAccountsByOwner',
    kind: 'rpcError',
    code: -32_602,
    message: 'no',
    times: 1,
  })
  try {
    const { results, totals } = await lab.check({ walletAddresses: [one, other] })
    const failed = results.filter((result: { error?: string }) => result.error !== undefined)
    assert.equal(failed.length, 1)
    assert.deepEqual(Object.keys(failed[0]).sort(), ['address', 'error'])
    assert.match(failed[0].error, /refused getTokenAccountsByOwner/)
    const at = results.findIndex((result: { error?: string }) => result.error === undefined)
    assert.deepEqual(results[at], whole.results[at])
    assert.equal(totals.totalPotentialRecovery, whole.results[at].totalPotentialRecovery)
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
})

test('fees are taken account by account, those of the platform and those of the key, and the license is said', async () => {
  const server = await lab.open({
    RECOVERY_FEE_BPS: '333',
    RECOVERY_FEE_WALLET: FEE_WALLET,
    RECOVERY_KEY_FEE_BPS: '77',
  })
  const { id } = server.ctx.store.apiKeys.addVolatile(BUILDER_KEY, {
    label: 'builder',
    tier: 'enterprise',
    limitPer10s: 1_000_000,
    hasBrandingLicense: true,
  })
  await server.ctx.store.apiKeys.update(id, { feeWallet: KEY_WALLET })
  const body = { walletAddresses: [wallets[0]!.address], includeAccounts: true }
  // Wallets that hold nothing cannot be paid a fee that is smaller than the least deposit.
  const unopened = success(await server.post('/api/v1/check', body, { key: BUILDER_KEY }))
  assert.equal(unopened.totals.totalFee, 0)
  assert.match(unopened.warnings[0], /^no platform fee is taken: its wallet .* holds less than the \d+ lamports/)
  for (const address of [FEE_WALLET, KEY_WALLET]) await lab.airdrop(address, 1_000_000_000n)
  const mine = success(await server.post('/api/v1/check', body, { key: BUILDER_KEY }))
  const other = success(await server.post('/api/v1/check', body))
  const [result] = mine.results
  const feeOf = (list: readonly { recovery: number }[], rates: readonly bigint[]): bigint =>
    list.reduce(
      (sum, { recovery }) => rates.reduce((part, bps) => part + (toLamports(recovery) * bps) / 10_000n, sum),
      0n,
    )
  const { empty, burnable } = result.accounts
  assert.equal(toLamports(result.fee), feeOf(empty, [333n, 77n]))
  assert.equal(toLamports(result.burnFee), feeOf(burnable, [333n, 77n]))
  assert.equal(toLamports(result.totalFee), feeOf([...empty, ...burnable], [333n, 77n]))
  assert.equal(
    toLamports(result.totalEstimatedReturn),
    toLamports(result.totalPotentialRecovery) - toLamports(result.totalFee),
  )
  assert.equal(toLamports(other.results[0].fee), feeOf(empty, [333n]))
  assert.deepEqual([mine.hasBrandingLicense, other.hasBrandingLicense], [true, false])
  assert.deepEqual(mine.warnings, [])
})

test('the public builder key may check', async () => {
  const reply = success(
    await lab.server.post('/api/v1/check', { walletAddresses: [NOBODY] }, { key: SANDBOX_PREVIEW_KEY }),
  )
  assert.equal(reply.hasBrandingLicense, false)
})

test('check and close are inside the limiter, stats is outside of it', async () => {
  const key = 'mg_test_limited'
  lab.server.ctx.store.apiKeys.addVolatile(key, { label: 'limited', tier: 'free', limitPer10s: 3 })
  for (let i = 0; i < 8; i++) assert.equal((await lab.server.get('/api/v1/stats', { key })).status, 200)
  const body = { walletAddresses: [NOBODY] }
  for (const path of ['/api/v1/check', '/api/v1/close', '/api/v1/check'])
    assert.equal((await lab.server.post(path, body, { key })).status, 200)
  for (const path of ['/api/v1/check', '/api/v1/close', '/api/v1/confirm'])
    assertFails(await lab.server.post(path, body, { key }), 429, 'rate limit exceeded')
  assert.equal((await lab.server.get('/api/v1/stats', { key })).status, 200)
})

test('a node that answers nothing is 502, no node is 503', async () => {
  const body = { walletAddresses: [NOBODY] }
  const fresh = await lab.open({})
  await lab.sandbox.control('POST', '/faults', { provider: 'rpc', kind: 'status', status: 500 })
  try {
    for (const path of ['/api/v1/check', '/api/v1/close']) assert.equal((await fresh.post(path, body)).status, 502)
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
  const bare = await lab.open({ MINTGLASS_MODE: 'live', SANDBOX_URL: '' })
  for (const path of ['/api/v1/check', '/api/v1/close'])
    assertFails(await bare.post(path, body), 503, 'provider not configured: rpc')
})
