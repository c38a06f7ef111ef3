import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ed25519Program } from '@solana/web3.js'
import { compileV1Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import {
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import {
  ALICE,
  BOB,
  createToken,
  expectRefused,
  fund,
  land,
  openChain,
  SOL,
  START,
  sign,
  VERSIONS,
} from './chain-fixture.ts'

const pay = (lamports: bigint, to = BOB.address) => make.transferLamports({ from: ALICE.address, to, lamports })

for (const version of VERSIONS)
  test(`a SOL transfer of version ${version} lands with exact balances, fee and bytes`, () => {
    const chain = openChain()
    const { wire, signature } = sign(chain, [pay(3n * SOL)], { version })
    const result = chain.send(wire)
    assert(result.ok)
    const { transaction } = result
    assert.equal(result.signature, signature)
    assert.equal(transaction.version, version)
    assert.deepEqual(Buffer.from(transaction.wire), Buffer.from(wire))
    assert.deepEqual(transaction.accountKeys, [ALICE.address, BOB.address, SYSTEM_PROGRAM])
    assert.equal(transaction.feeLamports, 5_000n)
    assert.deepEqual(transaction.preBalances, [100n * SOL, 100n * SOL, 1n])
    assert.deepEqual(transaction.postBalances, [97n * SOL - 5_000n, 103n * SOL, 1n])
    assert.equal(transaction.err, null)
    assert.deepEqual(transaction.logs, [`Program ${SYSTEM_PROGRAM} invoke [1]`, `Program ${SYSTEM_PROGRAM} success`])
    assert.deepEqual(transaction.innerInstructions, [])
    assert.equal(transaction.returnData, null)
    assert.equal(chain.account(BOB.address)?.lamports, 103n * SOL)
    assert.equal(chain.transaction(signature), transaction)
  })

for (const [name, program] of [
  ['SPL Token', TOKEN_PROGRAM],
  ['Token-2022', TOKEN_2022_PROGRAM],
] as const)
  test(`${name}: a checked transfer records token balances with owner, program and decimals`, () => {
    const chain = openChain()
    const { mint, alice, bob } = createToken(chain, 'coin', 5_000_000n, program)
    const transfer = make.transferTokensChecked({
      from: alice,
      to: bob,
      mint,
      authority: ALICE.address,
      amountRaw: 1_500_000n,
      decimals: 6,
      tokenProgram: program,
    })
    const transaction = land(chain, [transfer], { version: 0 })
    const row = (address: string, owner: string, amountRaw: bigint) => ({
      accountIndex: transaction.accountKeys.indexOf(address),
      mint,
      owner,
      programId: program,
      amountRaw,
      decimals: 6,
    })
    const sorted = (rows: readonly { accountIndex: number }[]) =>
      rows.toSorted((a, b) => a.accountIndex - b.accountIndex)
    assert.deepEqual(
      transaction.preTokenBalances,
      sorted([row(alice, ALICE.address, 5_000_000n), row(bob, BOB.address, 0n)]),
    )
    assert.deepEqual(
      transaction.postTokenBalances,
      sorted([row(alice, ALICE.address, 3_500_000n), row(bob, BOB.address, 1_500_000n)]),
    )
  })

test('accounts made and closed in a transaction have a row on one side only', () => {
  const chain = openChain()
  const { mint, alice, bob } = createToken(chain, 'coin', 7n)
  const created = chain.signaturesOf(alice, { limit: 1 })
  assert(created !== 'unknown')
  assert.equal(created[0]!.preTokenBalances.length, 0)
  assert.equal(created[0]!.postTokenBalances.length, 2)
  const burn = make.burnTokens({ account: alice, mint, authority: ALICE.address, amountRaw: 7n })
  const close = make.closeTokenAccount({ account: alice, destination: ALICE.address, authority: ALICE.address })
  const closed = land(chain, [burn, close])
  assert.equal(closed.preTokenBalances.length, 1)
  assert.equal(closed.postTokenBalances.length, 0)
  assert.equal(closed.postBalances[closed.accountKeys.indexOf(alice)], 0n)
  assert.equal(chain.account(alice), null)
  assert.deepEqual(chain.tokenAccountsOfMint(mint), [bob])
})

test('inner instructions are listed under their index with stack heights, empty ones left out', () => {
  const chain = openChain()
  const { mint } = createToken(chain, 'coin', 7n)
  const owner = keypairFromText('someone').address
  const create = make.createAssociatedTokenAccount({ payer: ALICE.address, owner, mint })
  const transaction = land(chain, [make.setComputeUnitLimit(100_000), create])
  assert.equal(transaction.innerInstructions.length, 1)
  assert.equal(transaction.innerInstructions[0]!.index, 1)
  const programs = transaction.innerInstructions[0]!.instructions.map(
    (one) => transaction.accountKeys[one.programIdIndex],
  )
  assert(programs.includes(TOKEN_PROGRAM) && programs.includes(SYSTEM_PROGRAM))
  assert(transaction.innerInstructions[0]!.instructions.every((one) => one.stackHeight === 2))
})

test('the fee is what the payer really lost, whatever the price, limit and number of signatures', () => {
  const chain = openChain()
  const cosigner = keypairFromText('cosigner')
  const self = make.transferLamports({ from: ALICE.address, to: ALICE.address, lamports: 1n })
  const cases: [string, make.Instruction[]][] = [
    ['no budget', [self]],
    ['price without limit', [make.setComputeUnitPrice(1_234_567n), self]],
    ['price without limit, token program', [make.setComputeUnitPrice(77_777n), make.memo('x'), self]],
    ['price and limit', [make.setComputeUnitLimit(123_457), make.setComputeUnitPrice(999_999n), self]],
    ['limit over the maximum', [make.setComputeUnitLimit(9_999_999), make.setComputeUnitPrice(10n), self]],
    ['two signatures', [self, make.memo('both', [cosigner.address])]],
  ]
  for (const [name, instructions] of cases)
    for (const version of ['legacy', 0] as const) {
      const signers = name === 'two signatures' ? [cosigner] : []
      chain.advanceSlot()
      const transaction = land(chain, instructions, { version, signers })
      assert.equal(
        transaction.feeLamports,
        transaction.preBalances[0]! - transaction.postBalances[0]!,
        `${name} ${version}`,
      )
    }
})

test('the fee of version 1 is named in the message, and paid on top of the signatures', () => {
  const chain = openChain()
  const { blockhash } = chain.latestBlockhash('processed')
  const instructions = [make.setComputeUnitPrice(1_000_000n), pay(1n)]
  const config = { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 1 << 20, priorityFeeLamports: 123_456n }
  const { wire } = signMessage(compileV1Message({ payer: ALICE.address, blockhash, instructions, config }), [ALICE])
  const result = chain.send(wire)
  assert(result.ok)
  assert.equal(result.transaction.feeLamports, 128_456n)
  assert.equal(chain.account(ALICE.address)?.lamports, 100n * SOL - 128_456n - 1n)
})

test('signatures that a precompile checks are paid like those of the message', () => {
  const chain = openChain()
  const theirs = Ed25519Program.createInstructionWithPrivateKey({
    privateKey: BOB.secretKey,
    message: Buffer.from('signed elsewhere'),
  })
  const instruction = { programId: theirs.programId.toBase58(), accounts: [], data: theirs.data }
  const transaction = land(chain, [instruction])
  assert.equal(transaction.feeLamports, 10_000n)
  assert.equal(transaction.preBalances[0]! - transaction.postBalances[0]!, 10_000n)
})

test('a failed run is refused with logs by the preflight and charges nothing', () => {
  const chain = openChain()
  const poor = keypairFromText('poor')
  fund(chain, poor.address, SOL)
  const send = make.transferLamports({ from: poor.address, to: BOB.address, lamports: 2n * SOL })
  const refused = expectRefused(
    chain.send(sign(chain, [send], { payer: poor }).wire),
    -32_002,
    /^Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1$/,
  )
  assert.deepEqual(refused.err, { InstructionError: [0, { Custom: 1 }] })
  assert.equal(refused.logs.length, 3)
  assert.equal(refused.unitsConsumed, 150n)
  assert.equal(chain.account(poor.address)?.lamports, SOL)
  assert.equal(chain.transactionCount(), 0)
})

test('with skipPreflight a failed run lands, pays its fee and can not be sent again', () => {
  const chain = openChain()
  const { wire } = sign(chain, [pay(1_000n * SOL)])
  const result = chain.send(wire, { skipPreflight: true })
  assert(result.ok)
  assert.deepEqual(result.transaction.err, { InstructionError: [0, { Custom: 1 }] })
  assert.equal(chain.account(ALICE.address)?.lamports, 100n * SOL - 5_000n)
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL)
  assert.equal(expectRefused(chain.send(wire), -32_002, /already been processed/).err, 'AlreadyProcessed')
})

test('a payer who does not exist or can not pay never lands, preflight or not', () => {
  const chain = openChain()
  const nobody = keypairFromText('nobody')
  const memo = make.memo('hello')
  for (const skipPreflight of [true, false]) {
    const result = chain.send(sign(chain, [memo], { payer: nobody }).wire, { skipPreflight })
    assert.equal(expectRefused(result, -32_002, /no record of a prior credit/).err, 'AccountNotFound')
  }
  fund(chain, nobody.address, 4_000n)
  const result = chain.send(sign(chain, [memo], { payer: nobody }).wire, { skipPreflight: true })
  assert.equal(expectRefused(result, -32_002, /Insufficient funds for fee/).err, 'InsufficientFundsForFee')
})

test('a wrong or missing signature is refused as -32003', () => {
  const chain = openChain()
  for (const version of VERSIONS) {
    const { wire } = sign(chain, [pay(1n)], { version })
    const at = version === 1 ? wire.length - 10 : 10
    const bent = Uint8Array.from(wire)
    bent[at]! ^= 1
    expectRefused(chain.send(bent), -32_003, /^Transaction signature verification failure$/)
    bent.fill(0, version === 1 ? wire.length - 64 : 1, version === 1 ? wire.length : 65)
    expectRefused(chain.send(bent), -32_003, /signature verification/)
  }
  assert.equal(chain.transactionCount(), 0)
})

test('bytes that are no transaction, too many bytes and broken indexes are invalid params', () => {
  const chain = openChain()
  const { wire } = sign(chain, [pay(1n)])
  expectRefused(chain.send(new Uint8Array(0)), -32_602, /failed to deserialize/)
  expectRefused(chain.send(wire.subarray(0, 100)), -32_602, /failed to deserialize/)
  expectRefused(chain.send(new Uint8Array(1_233)), -32_602, /too large: 1233 bytes \(max: 1232 bytes\)/)
  expectRefused(chain.send(new Uint8Array(4_097).fill(0x81)), -32_602, /too large: 4097 bytes \(max: 4096 bytes\)/)
  const broken = Uint8Array.from(wire)
  broken[broken.length - 17] = 99
  expectRefused(chain.send(broken), -32_602, /invalid transaction: Transaction failed to sanitize/)
})

test('a blockhash lives for 150 blocks and no longer; an unknown one never', () => {
  const chain = openChain()
  const { blockhash, lastValidBlockHeight } = chain.latestBlockhash('processed')
  for (let i = 0; i < 150; i++) {
    if (chain.blockHeight() === lastValidBlockHeight) break
    chain.advanceSlot()
  }
  assert.equal(chain.blockHeight(), lastValidBlockHeight)
  assert(chain.isBlockhashValid(blockhash))
  land(chain, [pay(1n)], { blockhash })
  chain.advanceSlot()
  assert(!chain.isBlockhashValid(blockhash))
  const late = chain.send(sign(chain, [pay(2n)], { blockhash }).wire)
  assert.equal(
    expectRefused(late, -32_002, /^Transaction simulation failed: Blockhash not found$/).err,
    'BlockhashNotFound',
  )
  const unknown = keypairFromText('no block').address
  expectRefused(chain.send(sign(chain, [pay(3n)], { blockhash: unknown }).wire), -32_002, /Blockhash not found/)
})

test('simulation changes nothing, shows the outcome, and on request needs neither signature nor blockhash', () => {
  const chain = openChain()
  const { wire } = sign(chain, [pay(SOL)], { blockhash: keypairFromText('no block').address })
  const unsigned = Uint8Array.from(wire).fill(0, 1, 65)
  const result = chain.simulate(unsigned, { replaceRecentBlockhash: true })
  assert(!('ok' in result))
  assert.equal(result.err, null)
  assert.equal(result.feeLamports, 5_000n)
  assert.equal(result.postAccounts?.get(BOB.address)?.lamports, 101n * SOL)
  assert.equal(chain.account(BOB.address)?.lamports, 100n * SOL)
  assert.equal(chain.transactionCount(), 0)
  const stale = chain.simulate(unsigned)
  assert(!('ok' in stale))
  assert.equal(stale.err, 'BlockhashNotFound')
  const refused = chain.simulate(unsigned, { sigVerify: true })
  assert('ok' in refused && refused.code === -32_003)
  const both = chain.simulate(wire, { sigVerify: true, replaceRecentBlockhash: true })
  assert('ok' in both && both.code === -32_602)
  const failing = chain.simulate(sign(chain, [pay(999n * SOL)]).wire, { sigVerify: true })
  assert(!('ok' in failing))
  assert.deepEqual(failing.err, { InstructionError: [0, { Custom: 1 }] })
  assert.equal(failing.postAccounts, null)
})

test('blocks are sealed in order, chained by hash, and final 32 slots later', () => {
  const chain = openChain()
  const roots: number[] = []
  chain.on('root', (slot) => roots.push(slot))
  const first = land(chain, [pay(1n)])
  for (let i = 0; i < 40; i++) chain.advanceSlot()
  const block = chain.block(START.slot)!
  assert.deepEqual(block.transactions, [first])
  assert.equal(block.blockTimeSec, START.unixTimeSec)
  assert.equal(chain.slot(), START.slot + 40)
  assert.equal(chain.confirmedSlot(), START.slot + 39)
  assert.equal(chain.finalizedSlot(), START.slot + 39 - 32)
  assert.deepEqual(
    roots,
    Array.from({ length: 8 }, (_, i) => START.slot + i),
  )
  const slots = chain.blockSlots(START.slot, START.slot + 100, 1_000)
  assert.equal(slots.length, 40)
  for (const slot of slots.slice(1)) {
    assert.equal(chain.block(slot)!.parentSlot, slot - 1)
    assert.equal(chain.block(slot)!.previousBlockhash, chain.block(slot - 1)!.blockhash)
  }
  assert.equal(chain.latestBlockhash('confirmed').blockhash, chain.block(START.slot + 39)!.blockhash)
  assert.equal(chain.latestBlockhash('finalized').blockhash, chain.block(START.slot + 7)!.blockhash)
  assert.deepEqual(chain.blockSlots(START.slot + 3, START.slot + 9, 2), [START.slot + 3, START.slot + 4])
  assert.equal(chain.block(START.slot + 40), undefined)
})

test('a warp skips slots, moves the clock of the programs and keeps block heights dense', () => {
  const chain = openChain()
  land(chain, [pay(1n)])
  const height = chain.blockHeight()
  chain.warpTo(START.slot + 1_000, START.unixTimeSec + 9_999)
  assert.equal(chain.blockHeight(), height + 1)
  assert.equal(chain.unixTimeSec(), START.unixTimeSec + 9_999)
  assert.equal(Buffer.from(chain.account(CLOCK_SYSVAR)!.data).readBigInt64LE(32), BigInt(START.unixTimeSec + 9_999))
  assert.equal(Buffer.from(chain.account(CLOCK_SYSVAR)!.data).readBigUInt64LE(0), BigInt(START.slot + 1_000))
  chain.advanceSlot()
  assert.equal(chain.block(START.slot + 1_000)!.parentSlot, START.slot)
  assert.equal(chain.finalizedSlot(), START.slot)
  assert.throws(() => chain.warpTo(START.slot, 0), /is not after/)
})

test('the clock sysvar has its epoch and epoch start', () => {
  const chain = openChain({ clockStart: { slot: 432_000 * 900 - 2, unixTimeSec: 5_000 } })
  const clock = () => Buffer.from(chain.account(CLOCK_SYSVAR)!.data)
  assert.equal(clock().readBigUInt64LE(16), 899n)
  chain.advanceSlot(10_000)
  chain.advanceSlot(10_000)
  assert.equal(clock().readBigUInt64LE(16), 900n)
  assert.equal(clock().readBigUInt64LE(24), 901n)
  assert.equal(clock().readBigInt64LE(8), 5_020n)
})

test('rent is that of 5,080 lamports a byte', () => {
  const chain = openChain()
  assert.equal(chain.minimumBalanceLamports(0), 650_240n)
  assert.equal(chain.minimumBalanceLamports(82), 1_066_800n)
  assert.equal(chain.minimumBalanceLamports(165), 1_488_440n)
})

test('listings follow what transactions and world building do, in the order of addresses', () => {
  const chain = openChain()
  const { mint, alice, bob } = createToken(chain, 'coin', 10n)
  const other = createToken(chain, 'other coin', 10n)
  assert.deepEqual(chain.tokenAccountsOfMint(mint), [alice, bob].sort())
  assert.deepEqual(chain.tokenAccountsOfOwner(ALICE.address), [alice, other.alice].sort())
  assert(chain.accountsOfProgram(TOKEN_PROGRAM).includes(mint))
  assert(chain.accountsOfProgram(TOKEN_PROGRAM).includes(NATIVE_MINT))
  land(chain, [make.approveTokens({ account: alice, delegate: BOB.address, owner: ALICE.address, amountRaw: 3n })])
  assert.deepEqual(chain.tokenAccountsOfDelegate(BOB.address), [alice])
  land(chain, [make.revokeTokens({ account: alice, owner: ALICE.address })])
  assert.deepEqual(chain.tokenAccountsOfDelegate(BOB.address), [])
  const hand = { account: alice, authority: ALICE.address, type: 'accountOwner', newAuthority: BOB.address } as const
  land(chain, [make.setTokenAuthority(hand)])
  assert.deepEqual(chain.tokenAccountsOfOwner(BOB.address), [alice, bob, other.bob].sort())
  const state = chain.account(bob)!
  chain.setAccount(bob, null)
  assert.deepEqual(chain.tokenAccountsOfMint(mint), [alice])
  chain.setAccount(bob, state)
  assert.deepEqual(chain.tokenAccountsOfMint(mint), [alice, bob].sort())
})

test('signatures of an address come newest first, between exclusive cursors', () => {
  const chain = openChain()
  const sent: string[] = []
  for (let i = 1; i <= 6; i++) {
    sent.unshift(land(chain, [pay(BigInt(i))]).signature)
    if (i % 2 === 0) chain.advanceSlot()
  }
  const list = (options: { before?: string; until?: string; limit: number }) => {
    const rows = chain.signaturesOf(BOB.address, options)
    return rows === 'unknown' ? rows : rows.map((row) => row.signature)
  }
  assert.deepEqual(list({ limit: 10 }), sent)
  assert.deepEqual(list({ limit: 2 }), sent.slice(0, 2))
  assert.deepEqual(list({ limit: 10, before: sent[1]! }), sent.slice(2))
  assert.deepEqual(list({ limit: 10, before: sent[0]!, until: sent[3]! }), sent.slice(1, 3))
  assert.equal(list({ limit: 10, before: encodeBase58(new Uint8Array(64).fill(1)) }), 'unknown')
  assert.deepEqual(chain.signaturesOf(keypairFromText('stranger').address, { limit: 5 }), [])
})

test('listeners hear of slots, transactions, accounts and blocks until they stop listening', () => {
  const chain = openChain()
  const heard: string[] = []
  const stop = [
    chain.on('transaction', (one) => heard.push(`transaction ${one.indexInBlock}`)),
    chain.on('account', (address, state) =>
      heard.push(`account ${address === BOB.address ? 'bob' : 'alice'} ${state?.lamports}`),
    ),
    chain.on('block', (block) => heard.push(`block ${block.slot - START.slot} of ${block.transactions.length}`)),
    chain.on('slot', (slot, parent, root) =>
      heard.push(`slot ${slot - START.slot} on ${parent - START.slot} root ${root - START.slot}`),
    ),
  ]
  land(chain, [pay(SOL)])
  chain.advanceSlot()
  for (const one of stop) one()
  chain.advanceSlot()
  assert.deepEqual(heard, [
    'transaction 0',
    'account alice 98999995000',
    'account bob 101000000000',
    'block 0 of 1',
    'slot 1 on 0 root -1',
  ])
})

test('trusted senders need no key: the signature follows from the message, and given ones are still checked', () => {
  const chain = openChain()
  const exchange = keypairFromText('exchange')
  fund(chain, exchange.address, 10n * SOL)
  const send = make.transferLamports({ from: exchange.address, to: BOB.address, lamports: SOL })
  const { wire } = sign(chain, [send], { payer: exchange })
  const unsigned = Uint8Array.from(wire).fill(0, 1, 65)
  expectRefused(chain.send(unsigned), -32_003, /signature/)
  const bent = Uint8Array.from(wire)
  bent[5]! ^= 1
  expectRefused(chain.send(bent, { trustUnsigned: true }), -32_003, /signature/)
  const result = chain.send(unsigned, { trustUnsigned: true })
  assert(result.ok)
  assert.equal(chain.account(exchange.address)?.lamports, 9n * SOL - 5_000n)
  const again = openChain()
  fund(again, exchange.address, 10n * SOL)
  const same = again.send(unsigned, { trustUnsigned: true })
  assert(same.ok)
  assert.equal(same.signature, result.signature)
  expectRefused(chain.send(unsigned, { trustUnsigned: true }), -32_002, /already been processed/)
})

test('what belongs to the runtime can not be overwritten', () => {
  const chain = openChain()
  assert.throws(() => chain.setAccount(CLOCK_SYSVAR, null), /belongs to the runtime/)
  assert.throws(() => fund(chain, COMPUTE_BUDGET_PROGRAM, 5n), /belongs to the runtime/)
})

test('a program file that is no program, or has no address for a name, is refused at start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  try {
    writeFileSync(join(folder, 'swap.so'), Buffer.alloc(100))
    assert.throws(() => openChain({ programsDir: folder }), /swap\.so: expected <program id>\.so/)
    rmSync(join(folder, 'swap.so'))
    writeFileSync(join(folder, `${BOB.address}.so`), Buffer.alloc(100))
    assert.throws(() => openChain({ programsDir: folder }), /no ELF/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the oldest blocks leave a full ledger with their transactions and mentions', () => {
  const chain = openChain({ maxTransactions: 20, maxBlocks: 100_000 })
  const old = land(chain, [pay(1n)])
  for (let i = 0; i < 400; i++) {
    chain.advanceSlot()
    if (i % 10 === 0) land(chain, [pay(BigInt(i + 2))])
  }
  assert.equal(chain.transaction(old.signature), undefined)
  assert(chain.firstAvailableSlot() > START.slot)
  assert.equal(chain.block(START.slot), undefined)
  assert.equal(chain.transactionCount(), 41)
  const rows = chain.signaturesOf(BOB.address, { limit: 1_000 })
  assert(rows !== 'unknown' && rows.length < 41 && rows.length >= 20)
  assert.equal(chain.signaturesOf(BOB.address, { limit: 5, before: old.signature }), 'unknown')
  assert.deepEqual(chain.blockSlots(START.slot, START.slot + 1_000, 1), [chain.firstAvailableSlot()])
})
