import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compileLegacyMessage, compileV1Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import { memo, setComputeUnitPrice, transferLamports } from '../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type Any, fundedWallet, land, landMessage, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

let sandbox: TestSandbox
let alice: Keypair
let bob: string
before(async () => {
  sandbox = await openTestSandbox()
  alice = fundedWallet(sandbox.chain, 'alice')
  bob = fundedWallet(sandbox.chain, 'bob').address
})
after(() => sandbox.close())

const pay = (lamports: bigint) => transferLamports({ from: alice.address, to: bob, lamports })
function signedPayment(lamports: bigint, blockhash = sandbox.chain.latestBlockhash('confirmed').blockhash) {
  return signMessage(compileLegacyMessage({ payer: alice.address, blockhash, instructions: [pay(lamports)] }), [alice])
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const finalize = () => sandbox.slots.step(33)

test('a transaction is seen at each commitment in its time', async () => {
  const signature = land(sandbox.chain, [pay(1n)], [alice])
  const slot = sandbox.chain.slot()
  const status = async () => (await sandbox.result('getSignatureStatuses', [[signature]])).value[0]
  const read = (commitment: string) => sandbox.result('getTransaction', [signature, { commitment }])
  const listed = async (commitment: string) =>
    (await sandbox.result('getSignaturesForAddress', [bob, { commitment, limit: 1 }]))[0]?.signature ?? null
  assert.deepEqual(await status(), {
    slot,
    confirmations: 0,
    status: { Ok: null },
    err: null,
    confirmationStatus: 'processed',
  })
  assert.deepEqual([await read('confirmed'), await listed('confirmed')], [null, null])
  sandbox.slots.step(1)
  assert.equal((await status()).confirmationStatus, 'confirmed')
  assert.equal((await status()).confirmations, 1)
  assert.equal((await read('confirmed')).slot, slot)
  assert.deepEqual(
    [await read('finalized'), await listed('finalized'), await listed('confirmed')],
    [null, null, signature],
  )
  assert.equal((await sandbox.call('getTransaction', [signature, { commitment: 'processed' }])).error?.code, -32602)
  finalize()
  assert.deepEqual(await status(), {
    slot,
    confirmations: null,
    status: { Ok: null },
    err: null,
    confirmationStatus: 'finalized',
  })
  assert.equal((await read('finalized')).slot, slot)
  sandbox.slots.step(200)
  assert.equal(await status(), null)
  const found = await sandbox.result('getSignatureStatuses', [[signature], { searchTransactionHistory: true }])
  assert.equal(found.value[0].slot, slot)
})

test('pages of signatures go backwards through the ledger and a foreign cursor is said to be unknown', async () => {
  const carol = fundedWallet(sandbox.chain, 'carol')
  const signatures: string[] = []
  for (let i = 0; i < 7; i++) {
    signatures.unshift(
      land(
        sandbox.chain,
        [transferLamports({ from: carol.address, to: bob, lamports: 1n }), memo(`note ${i}`)],
        [carol],
      ),
    )
    sandbox.slots.step(1)
  }
  const page = async (options: Any) =>
    (await sandbox.result('getSignaturesForAddress', [carol.address, { commitment: 'confirmed', ...options }])).map(
      (row: Any) => row.signature,
    )
  assert.deepEqual(await page({}), signatures)
  assert.deepEqual(await page({ limit: 3 }), signatures.slice(0, 3))
  assert.deepEqual(await page({ limit: 3, before: signatures[2] }), signatures.slice(3, 6))
  assert.deepEqual(await page({ until: signatures[4] }), signatures.slice(0, 4))
  const unknown = encodeBase58(new Uint8Array(64).fill(9))
  const { error } = await sandbox.call('getSignaturesForAddress', [carol.address, { before: unknown }])
  assert.deepEqual([error?.code, error?.message], [-32020, `Transaction ${unknown} not found`])
  const [newest] = await sandbox.result('getSignaturesForAddress', [
    carol.address,
    { commitment: 'confirmed', limit: 1 },
  ])
  assert.equal(newest.memo, '[6] note 6')
  assert.equal(newest.blockTime, sandbox.chain.block(newest.slot)!.blockTimeSec)
})

test('each transaction encoding carries the same transaction', async () => {
  const payment = signedPayment(3n)
  sandbox.chain.send(payment.wire)
  sandbox.slots.step(1)
  const read = async (encoding: string) =>
    (await sandbox.result('getTransaction', [payment.signature, { encoding, commitment: 'confirmed' }])).transaction
  assert.deepEqual(await read('base64'), [base64(payment.wire), 'base64'])
  assert.deepEqual(await read('base58'), [encodeBase58(payment.wire), 'base58'])
  assert.equal(await read('binary'), encodeBase58(payment.wire))
  const json = await read('json')
  assert.deepEqual(json.message.instructions, [
    { programIdIndex: 2, accounts: [0, 1], data: json.message.instructions[0].data, stackHeight: 1 },
  ])
  assert.deepEqual(json.message.accountKeys, [alice.address, bob, '11111111111111111111111111111111'])
  const parsed = await read('jsonParsed')
  assert.deepEqual(parsed.message.accountKeys[1], { pubkey: bob, signer: false, source: 'transaction', writable: true })
  assert.equal(parsed.message.instructions[0].parsed.info.lamports, 3)
  const old = await sandbox.result('getTransaction', [payment.signature, 'base64'])
  assert.equal(old, null)
})

test('a transaction of version 1 is refused to callers that do not name the version', async () => {
  const message = compileV1Message({
    payer: alice.address,
    blockhash: sandbox.chain.latestBlockhash('confirmed').blockhash,
    instructions: [pay(4n)],
    config: { computeUnitLimit: 5_000, loadedAccountsDataSizeLimit: 100_000 },
  })
  const slot = sandbox.chain.slot()
  const signature = landMessage(sandbox.chain, message, [alice])
  sandbox.slots.step(1)
  const read = (max?: number) =>
    sandbox.call('getTransaction', [
      signature,
      { commitment: 'confirmed', ...(max === undefined ? {} : { maxSupportedTransactionVersion: max }) },
    ])
  for (const max of [undefined, 0]) {
    const { error } = await read(max)
    assert.equal(error?.code, -32015)
    assert.match(error?.message ?? '', /"maxSupportedTransactionVersion": 1/)
  }
  assert.equal((await read(1)).result.version, 1)
  const block = (config: Any) => sandbox.call('getBlock', [slot, { commitment: 'confirmed', ...config }])
  assert.equal((await block({})).error?.code, -32015)
  assert.equal((await block({ transactionDetails: 'accounts' })).error?.code, -32015)
  assert.deepEqual((await block({ transactionDetails: 'signatures' })).result.signatures, [signature])
})

test('a block is returned in the requested details', async () => {
  const slot = sandbox.chain.slot()
  const signature = land(sandbox.chain, [pay(5n)], [alice])
  sandbox.slots.step(1)
  const read = (config: Any) => sandbox.result('getBlock', [slot, { commitment: 'confirmed', ...config }])
  const full = await read({})
  assert.deepEqual(Object.keys(full).sort(), [
    'blockHeight',
    'blockTime',
    'blockhash',
    'parentSlot',
    'previousBlockhash',
    'rewards',
    'transactions',
  ])
  assert.equal(full.transactions[0].version, undefined)
  assert.equal((await read({ maxSupportedTransactionVersion: 0 })).transactions[0].version, 'legacy')
  const accounts = await read({ transactionDetails: 'accounts' })
  assert.deepEqual(Object.keys(accounts.transactions[0].transaction).sort(), ['accountKeys', 'signatures'])
  assert.equal(accounts.transactions[0].meta.logMessages, undefined)
  assert.deepEqual((await read({ transactionDetails: 'signatures' })).signatures, [signature])
  const none = await read({ transactionDetails: 'none', rewards: false })
  assert.deepEqual([none.transactions, none.signatures, none.rewards], [undefined, undefined, undefined])
  assert.equal(
    full.previousBlockhash,
    (await sandbox.result('getBlock', [full.parentSlot, { commitment: 'confirmed', transactionDetails: 'none' }]))
      .blockhash,
  )
})

test('slots without a block are open, skipped or gone, each by its code', async () => {
  sandbox.chain.warpTo(sandbox.chain.slot() + 10, sandbox.chain.unixTimeSec() + 4)
  const skipped = sandbox.chain.slot() - 1
  sandbox.slots.step(1)
  const code = async (slot: number, commitment = 'confirmed') =>
    (await sandbox.call('getBlock', [slot, { commitment }])).error
  assert.deepEqual(await code(sandbox.chain.slot()), {
    code: -32004,
    message: `Block not available for slot ${sandbox.chain.slot()}`,
  })
  assert.equal((await code(skipped))?.code, -32004)
  assert.equal((await code(sandbox.chain.confirmedSlot(), 'finalized'))?.code, -32004)
  finalize()
  assert.deepEqual(await code(skipped), {
    code: -32007,
    message: `Slot ${skipped} was skipped, or missing due to ledger jump to recent snapshot`,
  })
  const first = sandbox.chain.firstAvailableSlot()
  assert.deepEqual(await code(first - 1), {
    code: -32001,
    message: `Block ${first - 1} cleaned up, does not exist on node. First available block: ${first}`,
  })
  assert.deepEqual(await sandbox.result('getBlocks', [skipped - 1, skipped + 2, { commitment: 'confirmed' }]), [
    skipped + 1,
    skipped + 2,
  ])
  assert.deepEqual(await sandbox.result('getBlocksWithLimit', [skipped, 2]), [skipped + 1, skipped + 2])
  assert.deepEqual(await sandbox.result('getBlocks', [sandbox.chain.slot() + 5]), [])
  assert.equal((await sandbox.call('getBlockTime', [skipped])).error?.code, -32007)
})

test('sending refuses what a node refuses, and says what it saw', async () => {
  const send = (bytes: Uint8Array, options: Any = {}) =>
    sandbox.call('sendTransaction', [base64(bytes), { encoding: 'base64', ...options }])
  const payment = signedPayment(6n)
  assert.equal((await send(payment.wire)).result, payment.signature)
  const again = (await send(payment.wire)).error
  assert.deepEqual([again?.code, again?.data.err], [-32002, 'AlreadyProcessed'])

  const poor = signedPayment(10n ** 15n)
  const failed = (await send(poor.wire)).error
  assert.equal(failed?.code, -32002)
  assert.match(failed?.message ?? '', /^Transaction simulation failed: Error processing Instruction 0/)
  assert.deepEqual(failed?.data.err, { InstructionError: [0, { Custom: 1 }] })
  assert.ok(failed?.data.logs.length > 0 && failed?.data.unitsConsumed > 0)

  const forged = Uint8Array.from(signedPayment(7n).wire)
  forged[5] = forged[5]! ^ 1
  assert.equal((await send(forged)).error?.code, -32003)
  const stale = signedPayment(8n, encodeBase58(new Uint8Array(32).fill(3)))
  assert.deepEqual((await send(stale.wire)).error?.data.err, 'BlockhashNotFound')

  const param = async (...params: Any[]) => (await sandbox.call('sendTransaction', params)).error
  assert.match((await param('0'))!.message, /invalid base58 encoding/)
  assert.match((await param('a b', { encoding: 'base64' }))!.message, /invalid base64 encoding/)
  assert.match(
    (await param('AAAA', { encoding: 'json' }))!.message,
    /unsupported encoding: json\. Supported encodings: base58, base64/,
  )
  assert.match((await param('A'.repeat(6_000), { encoding: 'base64' }))!.message, /too large/)
  assert.match(
    (await param(base64(payment.wire.subarray(0, 100)), { encoding: 'base64' }))!.message,
    /failed to deserialize/,
  )
  assert.match(
    (await param(base64(Buffer.concat([payment.wire, Uint8Array.of(0)])), { encoding: 'base64' }))!.message,
    /trailing/,
  )
})

test('without preflight a doomed transaction gets its signature and never lands, and a failing one lands failed', async () => {
  const send = async (bytes: Uint8Array) =>
    sandbox.result('sendTransaction', [base64(bytes), { encoding: 'base64', skipPreflight: true }])
  const stale = signedPayment(9n, encodeBase58(new Uint8Array(32).fill(4)))
  assert.equal(await send(stale.wire), stale.signature)
  const poor = signedPayment(10n ** 15n + 1n)
  assert.equal(await send(poor.wire), poor.signature)
  sandbox.slots.step(1)
  const { value } = await sandbox.result('getSignatureStatuses', [[stale.signature, poor.signature]])
  assert.equal(value[0], null)
  assert.deepEqual(value[1].status, { Err: { InstructionError: [0, { Custom: 1 }] } })
})

test('a simulation shows accounts, inner instructions and the blockhash it took', async () => {
  const payment = signedPayment(11n, encodeBase58(new Uint8Array(32).fill(5)))
  const simulate = (options: Any) =>
    sandbox.call('simulateTransaction', [base64(payment.wire), { encoding: 'base64', ...options }])
  assert.equal((await simulate({})).result.value.err, 'BlockhashNotFound')
  const before = sandbox.chain.account(bob)!.lamports
  const { value } = (
    await simulate({
      replaceRecentBlockhash: true,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: [bob, '11111111111111111111111111111111'] },
    })
  ).result
  assert.equal(value.err, null)
  assert.equal(value.accounts[0].lamports, Number(before + 11n))
  assert.equal(value.accounts[1].executable, true)
  assert.deepEqual(value.innerInstructions, [])
  assert.equal(value.replacementBlockhash.blockhash, sandbox.chain.latestBlockhash('finalized').blockhash)
  assert.equal(sandbox.chain.account(bob)!.lamports, before)
  assert.deepEqual((await simulate({ sigVerify: true, replaceRecentBlockhash: true })).error, {
    code: -32602,
    message: 'sigVerify may not be used with replaceRecentBlockhash',
  })
  assert.equal(
    (await simulate({ accounts: { encoding: 'base58', addresses: [bob] } })).error?.message,
    'base58 encoding not supported',
  )
  assert.match(
    (await simulate({ accounts: { addresses: [bob, bob, bob, bob] } })).error!.message,
    /Too many accounts provided; max 3/,
  )
})

test('fees are quoted before and reported after they are paid', async () => {
  const message = compileLegacyMessage({
    payer: alice.address,
    blockhash: sandbox.chain.latestBlockhash('confirmed').blockhash,
    instructions: [setComputeUnitPrice(1_000_000n), pay(12n)],
  })
  const asked = await sandbox.result('getFeeForMessage', [base64(message.bytes)])
  const slot = sandbox.chain.slot()
  const signature = landMessage(sandbox.chain, message, [alice])
  sandbox.slots.step(1)
  const landed = await sandbox.result('getTransaction', [signature, { commitment: 'confirmed' }])
  assert.equal(asked.value, landed.meta.fee)
  assert.ok(asked.value > 5_000)
  const rows = await sandbox.result('getRecentPrioritizationFees', [[alice.address]])
  assert.deepEqual(
    rows.find((row: Any) => row.slot === slot),
    { slot, prioritizationFee: 1_000_000 },
  )
  const stale = compileLegacyMessage({
    payer: alice.address,
    blockhash: encodeBase58(new Uint8Array(32).fill(6)),
    instructions: [pay(1n)],
  })
  assert.equal((await sandbox.result('getFeeForMessage', [base64(stale.bytes)])).value, null)
  assert.equal((await sandbox.call('getFeeForMessage', [base64(message.bytes.subarray(1))])).error?.code, -32602)
})

test('two equal airdrops in one slot are two transactions, and too large a one is refused', async () => {
  const dave = encodeBase58(new Uint8Array(32).fill(77))
  const signatures = [
    await sandbox.result('requestAirdrop', [dave, 1_000_000_000]),
    await sandbox.result('requestAirdrop', [dave, 1_000_000_000]),
  ]
  assert.notEqual(signatures[0], signatures[1])
  assert.equal((await sandbox.result('getBalance', [dave])).value, 2_000_000_000)
  assert.equal((await sandbox.call('requestAirdrop', [dave, 5_000_000_001])).error?.code, -32602)
})
