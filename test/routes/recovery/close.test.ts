import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transferTokens } from '../../../src/chain/solana/instructions.ts'
import { keypairFromSecretKey, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SANDBOX_PREVIEW_KEY } from '../../../src/config/sandbox-keys.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { type MadeWallet, proveWallets, toLamports } from '../../support/recovery-truth.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { openRecoveryLab, type RecoveryLab } from './recovery-lab.ts'

const NOBODY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const FEE_WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const KEY_WALLET = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'
const KEY = 'mg_test_fee_split'
const success = successOf('POST /api/v1/close')

let lab: RecoveryLab
before(async () => {
  lab = await openRecoveryLab()
})
after(() => lab?.stop())

type Built = {
  readonly transaction: string
  readonly accountsInTx: number
  readonly estimatedFee: number
  readonly usedFeePayer: boolean
  readonly version: 0 | 1
  readonly recovery: number
  readonly fee: number
  readonly estimatedReturn: number
}
const keyOf = ({ secretKey }: MadeWallet) => keypairFromSecretKey(decodeBase58(secretKey)!)!
/** One that can pay for itself and has accounts of all classes. */
async function richWallet(accounts = 120): Promise<MadeWallet> {
  const [wallet] = await lab.wallets({ count: 1, largeWallets: 1, largeAccounts: accounts })
  await lab.airdrop(wallet!.address, 50_000_000n)
  return wallet!
}
const sumOf = (list: readonly Built[], name: 'recovery' | 'fee' | 'estimatedFee' | 'estimatedReturn'): bigint =>
  list.reduce((sum, one) => sum + toLamports(one[name]), 0n)

test('forty wallets, one with 600 accounts: what check predicts arrives to the lamport, in transactions of either version', async () => {
  const server = await lab.open({ RECOVERY_FEE_PAYER: '1', RECOVERY_FEE_PAYER_DAY_LAMPORTS: '1000000000' })
  const { feePayerOf } = await import('../../../src/services/recovery/fee-payer.ts')
  const payer = feePayerOf(server.ctx)
  assert(payer.ok && payer.value !== null)
  await lab.airdrop(payer.value.address, 1_000_000_000n)
  const before = await lab.lamportsOf(payer.value.address)
  const params = { count: 20, maxAccounts: 100 }
  const first = await lab.wallets({ ...params, largeWallets: 1, largeAccounts: 600 })
  const zero = await proveWallets(server, lab.sandbox, first)
  const one = await proveWallets(server, lab.sandbox, await lab.wallets(params), { version: 1 })
  assert.equal(zero.wallets + one.wallets, 40)
  assert(zero.inFullTransactions / zero.fullTransactions > 14, 'more than a known closer puts into one')
  assert(zero.advanced > 0, 'some were advanced')
  assert([...zero.classes.keys()].length >= 6, 'at least six classes')
  assert.equal(await lab.lamportsOf(payer.value.address), before, 'the fee payer has got back all that it advanced')
})

test('every transaction is within the limit of its version and passes the simulation of the node as it is', async () => {
  const wallet = await richWallet(300)
  const counts: number[] = []
  for (const maxTransactionVersion of [0, 1] as const) {
    const { walletTransactions } = await lab.close({ walletAddresses: [wallet.address], maxTransactionVersion })
    const list: readonly Built[] = walletTransactions[wallet.address]
    counts.push(list.length)
    for (const { transaction, version, accountsInTx } of list) {
      assert.equal(version, maxTransactionVersion)
      const wire = Buffer.from(transaction, 'base64')
      assert(wire.length <= (version === 1 ? 4_096 : 1_232), `${wire.length} bytes`)
      const parsed = parseWireTransaction(wire)
      assert(parsed.ok)
      assert.equal(parsed.transaction.version, version)
      const { value } = await lab.rpc('simulateTransaction', [transaction, { encoding: 'base64', sigVerify: false }])
      assert.equal(value.err, null, JSON.stringify(value))
      assert(accountsInTx > 0)
    }
  }
  assert(counts[1]! < counts[0]!, `version 1 needs fewer: ${counts.join(' and ')}`)
})

test('the compute limit is what the run needs with some room, and the fee follows from it', async () => {
  const { keypair } = await lab.emptyWallet(5, 50_000_000n)
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address] })
  const [one]: readonly Built[] = walletTransactions[keypair.address]
  const parsed = parseWireTransaction(Buffer.from(one!.transaction, 'base64'))
  assert(parsed.ok)
  const [limit, price] = parsed.transaction.instructions
  assert.deepEqual([limit!.data[0], price!.data[0]], [2, 3])
  const units = Buffer.from(limit!.data).readUInt32LE(1)
  const { value } = await lab.rpc('simulateTransaction', [one!.transaction, { encoding: 'base64', sigVerify: false }])
  assert(
    units >= value.unitsConsumed && units < value.unitsConsumed * 1.2 + 3_000,
    `${units} for ${value.unitsConsumed}`,
  )
  const priority = (BigInt(units) * Buffer.from(price!.data).readBigUInt64LE(1) + 999_999n) / 1_000_000n
  assert.equal(toLamports(one!.estimatedFee), 5_000n + priority)
})

test('the summary adds up what the transactions say, and their last block is named', async () => {
  const [one, other] = [await richWallet(), await richWallet(30)]
  const reply = await lab.close({ walletAddresses: [one.address, other.address] })
  const list: readonly Built[] = [...reply.walletTransactions[one.address], ...reply.walletTransactions[other.address]]
  const { summary } = reply
  assert.equal(summary.wallets, 2)
  assert.equal(summary.transactions, list.length)
  assert.equal(
    summary.accounts,
    list.reduce((sum, { accountsInTx }) => sum + accountsInTx, 0),
  )
  for (const name of ['recovery', 'fee', 'estimatedFee', 'estimatedReturn'] as const)
    assert.equal(toLamports(summary[name]), sumOf(list, name))
  assert.equal(
    toLamports(summary.estimatedReturn),
    toLamports(summary.recovery) - toLamports(summary.fee) - toLamports(summary.estimatedFee),
  )
  const height = await lab.rpc('getBlockHeight', [{ commitment: 'confirmed' }])
  assert(reply.lastValidBlockHeight > height && reply.lastValidBlockHeight <= height + 151)
})

test('the lamports go to the refund wallet, and the owner pays the chain alone', async () => {
  const { keypair } = await lab.emptyWallet(6, 50_000_000n)
  const refundWallet = keypairFromText(`refund ${keypair.address}`).address
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address], refundWallet })
  const list: readonly Built[] = walletTransactions[keypair.address]
  await lab.land(keypair, list)
  assert.equal(await lab.lamportsOf(refundWallet), sumOf(list, 'recovery'))
  assert.equal(await lab.lamportsOf(keypair.address), 50_000_000n - sumOf(list, 'estimatedFee'))
})

test('an owner pays for no more transactions to elsewhere than it can, and the rest is said to be left', async () => {
  const made = await lab.wallets({ count: 12, largeWallets: 12, largeAccounts: 400 })
  const wallet = made.find(({ lamports }) => BigInt(lamports) < 2_000_000n)!
  const own = 2_100_000n
  await lab.airdrop(wallet.address, own - BigInt(wallet.lamports))
  const refundWallet = keypairFromText('refund of a small purse').address
  const { walletTransactions, warnings } = await lab.close({ walletAddresses: [wallet.address], refundWallet })
  const list: readonly Built[] = walletTransactions[wallet.address]
  assert.match(warnings[0], /\d+ accounts are left for another call: the wallet cannot pay for more transactions/)
  assert(list.length > 1)
  await lab.land(keyOf(wallet), list)
  assert.equal(await lab.lamportsOf(refundWallet), sumOf(list, 'recovery'))
  assert.equal(await lab.lamportsOf(wallet.address), own - sumOf(list, 'estimatedFee'))
})

test('a refund wallet that is a program’s, a mint or a token account is 400: what is sent there is lost', async () => {
  const { keypair, accounts } = await lab.emptyWallet(1, 50_000_000n)
  for (const refundWallet of [TOKEN_PROGRAM, 'So11111111111111111111111111111111111111112', accounts[0]!])
    assertFails(
      await lab.server.post('/api/v1/close', { walletAddresses: [keypair.address], refundWallet }),
      400,
      'invalid refundWallet: it belongs to a program and is no wallet',
    )
})

test('the fee is split between the platform and the key, to the lamport, also with a refund wallet', async () => {
  const server = await lab.open({
    RECOVERY_FEE_BPS: '250',
    RECOVERY_FEE_WALLET: FEE_WALLET,
    RECOVERY_KEY_FEE_BPS: '125',
  })
  const { id } = server.ctx.store.apiKeys.addVolatile(KEY, {
    label: 'split',
    tier: 'enterprise',
    limitPer10s: 1_000_000,
    hasBrandingLicense: true,
  })
  await server.ctx.store.apiKeys.update(id, { feeWallet: KEY_WALLET })
  for (const address of [FEE_WALLET, KEY_WALLET]) await lab.airdrop(address, 1_000_000_000n)
  const { keypair } = await lab.emptyWallet(7, 50_000_000n)
  const refundWallet = keypairFromText('refund of the split').address
  const before = await Promise.all([FEE_WALLET, KEY_WALLET].map(lab.lamportsOf))
  const body = { walletAddresses: [keypair.address], refundWallet }
  const check = (await server.post('/api/v1/check', { ...body, includeAccounts: true }, { key: KEY })).json
  const reply = success(await server.post('/api/v1/close', body, { key: KEY }))
  assert.equal(reply.hasBrandingLicense, true)
  const list: readonly Built[] = reply.walletTransactions[keypair.address]
  await lab.land(keypair, list)
  const deposits: readonly bigint[] = check.results[0].accounts.empty.map((one: { recovery: number }) =>
    toLamports(one.recovery),
  )
  const shareOf = (bps: bigint) => deposits.reduce((sum, lamports) => sum + (lamports * bps) / 10_000n, 0n)
  const after = await Promise.all([FEE_WALLET, KEY_WALLET].map(lab.lamportsOf))
  assert.equal(after[0]! - before[0]!, shareOf(250n))
  assert.equal(after[1]! - before[1]!, shareOf(125n))
  const fee = shareOf(250n) + shareOf(125n)
  assert.equal(sumOf(list, 'fee'), fee)
  assert.equal(toLamports(check.results[0].fee), fee)
  assert.equal(await lab.lamportsOf(refundWallet), sumOf(list, 'recovery') - fee)
  assert.equal(await lab.lamportsOf(keypair.address), 50_000_000n - sumOf(list, 'estimatedFee'))
})

test('a fee wallet that is none takes no fee, keeps no closing back and is named', async () => {
  const server = await lab.open({ RECOVERY_KEY_FEE_BPS: '500' })
  const { id } = server.ctx.store.apiKeys.addVolatile('mg_test_spoiled', {
    label: 'spoiled',
    tier: 'enterprise',
    limitPer10s: 1_000_000,
  })
  const { keypair, accounts } = await lab.emptyWallet(2, 50_000_000n)
  const clock = 'SysvarC1ock11111111111111111111111111111111'
  for (const feeWallet of [TOKEN_PROGRAM, SYSTEM_PROGRAM, clock, accounts[0]!]) {
    await server.ctx.store.apiKeys.update(id, { feeWallet })
    const body = { walletAddresses: [keypair.address] }
    const named = [`no key fee is taken: its wallet ${feeWallet} belongs to a program and is no wallet`]
    const check = (await server.post('/api/v1/check', body, { key: 'mg_test_spoiled' })).json
    assert.deepEqual([check.warnings, check.totals.totalFee], [named, 0])
    const reply = success(await server.post('/api/v1/close', body, { key: 'mg_test_spoiled' }))
    assert.deepEqual(reply.warnings, named)
    assert.equal(sumOf(reply.walletTransactions[keypair.address], 'fee'), 0n, feeWallet)
  }
})

test('burnAccounts without selectedTokens burns nothing and says so', async () => {
  const wallet = await richWallet(60)
  const plain = await lab.close({ walletAddresses: [wallet.address] })
  for (const more of [{ burnAccounts: true }, { burnAccounts: true, selectedTokens: [] }]) {
    const reply = await lab.close({ walletAddresses: [wallet.address], ...more })
    assert.deepEqual(reply.warnings, ['burnAccounts without selectedTokens burns nothing: name the mints to be burnt'])
    assert.equal(reply.summary.accounts, plain.summary.accounts)
    assert.equal(reply.summary.recovery, plain.summary.recovery)
  }
})

test('selectedTokens without burnAccounts burn nothing', async () => {
  const wallet = await richWallet(60)
  const { results } = await lab.check({ walletAddresses: [wallet.address], includeAccounts: true })
  const selectedTokens = results[0].accounts.burnable.map(({ mint }: { mint: string }) => mint)
  const reply = await lab.close({ walletAddresses: [wallet.address], selectedTokens })
  assert.equal(reply.summary.accounts, results[0].emptyAccounts)
  assert.deepEqual(reply.warnings, ['selectedTokens count only with burnAccounts: nothing is burnt'])
})

test('only the selected mints are burnt, in every wallet of the request', async () => {
  const wallets = [await richWallet(80), await richWallet(80)]
  const walletAddresses = wallets.map(({ address }) => address)
  const { results } = await lab.check({ walletAddresses, includeAccounts: true })
  const mints = [
    ...new Set<string>(
      results.flatMap((result: { accounts: { burnable: { mint: string }[] } }) =>
        result.accounts.burnable.map(({ mint }) => mint),
      ),
    ),
  ]
  const selectedTokens = mints.filter((_, at) => at % 3 === 0)
  const { walletTransactions } = await lab.close({ walletAddresses, burnAccounts: true, selectedTokens })
  for (const wallet of wallets) await lab.land(keyOf(wallet), walletTransactions[wallet.address])
  const after = await lab.check({ walletAddresses, includeAccounts: true })
  for (const [at, result] of after.results.entries()) {
    assert.equal(result.emptyAccounts, 0)
    const spared = results[at].accounts.burnable.filter(({ mint }: { mint: string }) => !selectedTokens.includes(mint))
    const left = result.accounts.burnable
    const facts = ({ account, amountRaw, recovery }: Record<string, unknown>) => ({ account, amountRaw, recovery })
    assert.deepEqual(left.map(facts), spared.map(facts))
  }
})

test('what is worth something is burnt only when that is said, and what cannot be priced for want of a source neither', async () => {
  const { keypair, accounts } = await lab.emptyWallet(3, 50_000_000n)
  const info = (await (await fetch(`${lab.sandbox.urls['rpc']}/info`)).json()) as {
    tokens: { mint: string; archetype: string }[]
  }
  const token = info.tokens.find(({ archetype }) => archetype === 'stablecoin')!.mint
  await lab.sandbox.control('POST', '/tokens', { address: keypair.address, mint: token, amountRaw: '9000000' })
  const body = { walletAddresses: [keypair.address], burnAccounts: true, selectedTokens: [token] }
  const empties = (await lab.check({ walletAddresses: [keypair.address] })).results[0].emptyAccounts
  const kept = await lab.close(body)
  assert.equal(kept.summary.accounts, empties)
  const [spared] = kept.skipped[keypair.address].accounts
  assert.equal(spared.mint, token)
  assert.match(spared.why, /^worth about [89]\.\d\d USD: set burnValuable to burn it anyway$/)
  const told = await lab.close({ ...body, burnValuable: true })
  assert.equal(told.summary.accounts, empties + 1)
  assert.deepEqual(told.skipped, {})
  assert(accounts.length > 0)

  // Dollars are worth a dollar whoever answers, and pools are read of the chain: a token without one.
  const unpriced = info.tokens.find(({ archetype }) => archetype === 'no_pool')!.mint
  await lab.sandbox.control('POST', '/tokens', { address: keypair.address, mint: unpriced, amountRaw: '9000000000000' })
  const blind = await lab.open({})
  for (const provider of ['dexscreener', 'jupiter'])
    await lab.sandbox.control('POST', '/faults', { provider, kind: 'status', status: 500 })
  try {
    const unknown = success(await blind.post('/api/v1/close', { ...body, selectedTokens: [unpriced] }))
    assert.equal(unknown.summary.accounts, empties)
    assert.match(unknown.skipped[keypair.address].accounts[0].why, /^its value could not be read/)
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
})

test('frozen accounts and those that someone else may close are skipped and said', async () => {
  const wallet = await richWallet(150)
  const { walletTransactions, skipped } = await lab.close({ walletAddresses: [wallet.address] })
  const of = (kinds: readonly string[]) => kinds.reduce((sum, kind) => sum + (wallet.made[kind]?.accounts ?? 0), 0)
  const named = skipped[wallet.address]
  assert.equal(named.count, of(['frozen', 'frozenDust', 'foreignAuthority', 'confidential']))
  const types = new Set(named.accounts.map(({ type }: { type: string }) => type))
  assert(types.has('frozen') && types.has('foreign_authority'), [...types].join())
  const closedAccounts = new Set<string>()
  for (const { transaction } of walletTransactions[wallet.address]) {
    const { value } = await lab.rpc('simulateTransaction', [transaction, { encoding: 'base64', sigVerify: false }])
    assert.equal(value.err, null)
    const parsed = parseWireTransaction(Buffer.from(transaction, 'base64'))
    assert(parsed.ok)
    const { encodeBase58 } = await import('../../../src/hot-paths/base58.ts')
    for (const key of parsed.transaction.keys) closedAccounts.add(encodeBase58(key))
  }
  for (const { account, why } of named.accounts) {
    assert(!closedAccounts.has(account))
    assert.notEqual(why, '')
  }
})

test('withheld fees are harvested first', async () => {
  const wallet = await richWallet(200)
  assert(wallet.made['withheld']!.accounts > 0)
  const { walletTransactions, summary } = await lab.close({ walletAddresses: [wallet.address] })
  const empties = ['empty', 'overfunded', 'withheld', 'emptyWrapped']
  assert.equal(
    summary.accounts,
    empties.reduce((sum, kind) => sum + (wallet.made[kind]?.accounts ?? 0), 0),
  )
  await lab.land(keyOf(wallet), walletTransactions[wallet.address])
  assert.equal((await lab.check({ walletAddresses: [wallet.address] })).results[0].emptyAccounts, 0)
})

test('a wallet with nothing to close is omitted, one that fails is named, and the call is 200', async () => {
  const broke = await lab.emptyWallet(2, 4_999n)
  const able = await lab.emptyWallet(2, 50_000_000n)
  const reply = await lab.close({ walletAddresses: [broke.keypair.address, NOBODY, 'nobody', able.keypair.address] })
  assert.deepEqual(Object.keys(reply.walletTransactions), [broke.keypair.address, 'nobody', able.keypair.address])
  assert.deepEqual(reply.walletTransactions[broke.keypair.address], {
    error: 'the wallet holds 4999 lamports and cannot pay the network fee of 5000',
  })
  assert.deepEqual(reply.walletTransactions['nobody'], { error: 'invalid wallet' })
  assert.equal(reply.summary.wallets, 1)
  const nothing = await lab.close({ walletAddresses: [NOBODY] })
  assert.deepEqual(nothing.walletTransactions, {})
  assert.equal(nothing.lastValidBlockHeight, null)
})

test('a wallet whose accounts the node will not list fails alone', async () => {
  const [one, other] = [await lab.emptyWallet(1, 50_000_000n), await lab.emptyWallet(1, 50_000_000n)]
  await lab.sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getTokenAccountsByOwner',
    kind: 'rpcError',
    code: -32_602,
    message: 'no',
    times: 1,
  })
  try {
    const addresses = [one.keypair.address, other.keypair.address]
    const { walletTransactions, summary } = await lab.close({ walletAddresses: addresses })
    const failed = addresses.filter((address) => walletTransactions[address].error !== undefined)
    assert.equal(failed.length, 1)
    assert.match(walletTransactions[failed[0]!].error, /refused getTokenAccountsByOwner/)
    assert.equal(summary.wallets, 1)
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
})

test('tokens that arrive after the build keep their account: the whole transaction fails and nothing is lost', async () => {
  const { keypair, accounts } = await lab.emptyWallet(2, 50_000_000n)
  const giver = await lab.emptyWallet(0, 50_000_000n)
  const { walletTransactions } = await lab.close({ walletAddresses: [keypair.address] })
  const { value } = await lab.rpc('getAccountInfo', [accounts[0], { encoding: 'jsonParsed', commitment: 'confirmed' }])
  const { mint } = value.data.parsed.info
  await lab.sandbox.control('POST', '/tokens', { address: giver.keypair.address, mint, amountRaw: '5' })
  const [from] = (
    await lab.rpc('getTokenAccountsByOwner', [giver.keypair.address, { mint }, { encoding: 'base64' }])
  ).value.map(({ pubkey }: { pubkey: string }) => pubkey)
  await lab.send(giver.keypair, [
    transferTokens({ from, to: accounts[0]!, authority: giver.keypair.address, amountRaw: 5n }),
  ])
  await assert.rejects(
    lab.land(keypair, walletTransactions[keypair.address]),
    /simulation failed|custom program error/i,
  )
  const again = await lab.close({ walletAddresses: [keypair.address] })
  assert.equal(again.summary.accounts, 1)
  await lab.land(keypair, again.walletTransactions[keypair.address])
  assert.equal((await lab.check({ walletAddresses: [keypair.address] })).results[0].burnableAccounts, 1)
})

test('the public builder key may close', async () => {
  const { keypair } = await lab.emptyWallet(1, 50_000_000n)
  const reply = success(
    await lab.server.post('/api/v1/close', { walletAddresses: [keypair.address] }, { key: SANDBOX_PREVIEW_KEY }),
  )
  assert.equal(reply.hasBrandingLicense, false)
  assert.equal(reply.summary.transactions, 1)
})
