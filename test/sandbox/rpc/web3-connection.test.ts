// second run: waits for subscriptions to be counted

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  ComputeBudgetProgram,
  Connection,
  type Logs,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  Keypair as Web3Keypair,
} from '@solana/web3.js'
import { compileV1Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  createLookupTable,
  extendLookupTable,
  initializeMint,
  mintTokens,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { fundedWallet, land, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

/** `@solana/web3.js`'s own Connection, unchanged: the proof that shapes, codes and notifications are a node's. */

let sandbox: TestSandbox
let connection: Connection
const sol = (amount: number) => amount * 1_000_000_000

before(async () => {
  sandbox = await openTestSandbox()
  connection = new Connection(sandbox.server.rpcUrl, 'confirmed')
})
after(async () => {
  closeSocketOf(connection)
  sandbox.close()
})

/** web3.js has no way to close its socket for good. */
function closeSocketOf(one: Connection): void {
  const inner = one as unknown as {
    _rpcWebSocket: { reconnect: boolean; close(): void }
    _rpcWebSocketHeartbeat: NodeJS.Timeout
  }
  clearInterval(inner._rpcWebSocketHeartbeat)
  inner._rpcWebSocket.reconnect = false
  inner._rpcWebSocket.close()
}

function web3Wallet(name: string): Web3Keypair {
  return Web3Keypair.fromSecretKey(fundedWallet(sandbox.chain, name).secretKey)
}

test('accounts, balances, slots and epochs read through the client of the official library', async () => {
  const wallet = web3Wallet('reader')
  assert.equal(await connection.getBalance(wallet.publicKey), sol(100))
  const info = await connection.getAccountInfo(wallet.publicKey)
  assert.equal(info?.owner.toBase58(), SystemProgram.programId.toBase58())
  assert.equal(info?.data.length, 0)
  const many = await connection.getMultipleAccountsInfo([
    wallet.publicKey,
    new PublicKey(TOKEN_PROGRAM),
    Web3Keypair.generate().publicKey,
  ])
  assert.deepEqual(
    many.map((one) => one?.executable ?? null),
    [false, true, null],
  )
  assert.equal(await connection.getSlot('processed'), sandbox.chain.slot())
  assert.equal(await connection.getSlot('finalized'), sandbox.chain.finalizedSlot())
  assert.equal((await connection.getEpochInfo()).epoch, Math.floor(sandbox.chain.confirmedSlot() / 432_000))
  assert.equal(await connection.getMinimumBalanceForRentExemption(165), 1_488_440)
  assert.equal(await connection.getGenesisHash(), sandbox.chain.genesisHash)
  assert.ok((await connection.getVersion())['solana-core'])
  assert.ok((await connection.getClusterNodes()).length > 0)
  assert.deepEqual(await connection.getVoteAccounts(), { current: [], delinquent: [] })
  assert.equal((await connection.getEpochSchedule()).slotsPerEpoch, 432_000)
  assert.equal((await connection.getSupply()).value.nonCirculating, 0)
  assert.equal((await connection.getLargestAccounts()).value.length > 0, true)
  assert.ok((await connection.getLeaderSchedule())[await connection.getSlotLeader()])
})

test('a SOL transfer is sent, confirmed through the socket and read back', async () => {
  await sandbox.whileTicking(async () => {
    const [from, to] = [web3Wallet('sol-from'), Web3Keypair.generate()]
    const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports: sol(1) })
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [from])
    assert.equal(await connection.getBalance(to.publicKey), sol(1))
    const status = (await connection.getSignatureStatus(signature)).value
    assert.equal(status?.err, null)
    assert.match(status?.confirmationStatus ?? '', /confirmed|finalized/)
    const parsed = await connection.getParsedTransaction(signature, {
      maxSupportedTransactionVersion: 1,
      commitment: 'confirmed',
    })
    const instruction = parsed!.transaction.message.instructions[0]!
    assert.deepEqual('parsed' in instruction && instruction.parsed, {
      type: 'transfer',
      info: { source: from.publicKey.toBase58(), destination: to.publicKey.toBase58(), lamports: sol(1) },
    })
    const [row] = await connection.getSignaturesForAddress(to.publicKey, {}, 'confirmed')
    assert.equal(row?.signature, signature)
  })
})

test('a token transfer is sent, confirmed and read back', async () => {
  const owner = fundedWallet(sandbox.chain, 'token-owner')
  const mint = keypairFromText('web3 mint')
  const receiver = keypairFromText('web3 receiver').address
  const [from, to] = [
    associatedTokenAddress(owner.address, mint.address),
    associatedTokenAddress(receiver, mint.address),
  ]
  land(
    sandbox.chain,
    [
      createAccount({
        payer: owner.address,
        account: mint.address,
        lamports: sandbox.chain.minimumBalanceLamports(82),
        dataBytes: 82,
        owner: TOKEN_PROGRAM,
      }),
      initializeMint({ mint: mint.address, decimals: 6, mintAuthority: owner.address, freezeAuthority: null }),
      createAssociatedTokenAccount({ payer: owner.address, owner: owner.address, mint: mint.address }),
      createAssociatedTokenAccount({ payer: owner.address, owner: receiver, mint: mint.address }),
      mintTokens({ mint: mint.address, to: from, authority: owner.address, amountRaw: 5_000_000n }),
    ],
    [owner, mint],
  )
  sandbox.chain.advanceSlot()
  await sandbox.whileTicking(async () => {
    const signer = Web3Keypair.fromSecretKey(owner.secretKey)
    const keys = [from, mint.address, to].map((address, at) => ({
      pubkey: new PublicKey(address),
      isSigner: false,
      isWritable: at !== 1,
    }))
    keys.push({ pubkey: signer.publicKey, isSigner: true, isWritable: false })
    const data = Buffer.alloc(10)
    data[0] = 12
    data.writeBigUInt64LE(1_500_000n, 1)
    data[9] = 6
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: signer.publicKey, blockhash, lastValidBlockHeight }).add(
      new TransactionInstruction({ programId: new PublicKey(TOKEN_PROGRAM), keys, data }),
    )
    transaction.sign(signer)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    const confirmed = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }, 'confirmed')
    assert.equal(confirmed.value.err, null)

    assert.equal((await connection.getTokenAccountBalance(new PublicKey(to))).value.uiAmountString, '1.5')
    assert.equal((await connection.getTokenSupply(new PublicKey(mint.address))).value.amount, '5000000')
    const owned = await connection.getParsedTokenAccountsByOwner(new PublicKey(receiver), {
      mint: new PublicKey(mint.address),
    })
    assert.equal(owned.value[0]?.account.data.parsed.info.tokenAmount.amount, '1500000')
    const raw = await connection.getTokenAccountsByOwner(signer.publicKey, { programId: new PublicKey(TOKEN_PROGRAM) })
    assert.equal(raw.value[0]?.account.data.readBigUInt64LE(64), 3_500_000n)
    const largest = await connection.getTokenLargestAccounts(new PublicKey(mint.address))
    assert.deepEqual(
      largest.value.map(({ address, amount }) => [address.toBase58(), amount]),
      [
        [from, '3500000'],
        [to, '1500000'],
      ],
    )
    const holders = await connection.getProgramAccounts(new PublicKey(TOKEN_PROGRAM), {
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint.address } }],
    })
    assert.equal(holders.length, 2)

    const parsed = await connection.getParsedTransaction(signature, { commitment: 'confirmed' })
    const instruction = parsed!.transaction.message.instructions[0]!
    assert.ok('parsed' in instruction)
    assert.equal(instruction.parsed.type, 'transferChecked')
    assert.equal(instruction.parsed.info.tokenAmount.uiAmountString, '1.5')
    assert.deepEqual(
      parsed!.meta!.postTokenBalances!.map(({ owner: who, uiTokenAmount }) => [who, uiTokenAmount.amount]).sort(),
      [
        [owner.address, '3500000'],
        [receiver, '1500000'],
      ].sort(),
    )
  })
})

test('slots, logs, accounts and signatures are heard of as they happen', async () => {
  await sandbox.whileTicking(async () => {
    const wallet = web3Wallet('listener')
    const other = Web3Keypair.generate()
    const slot = Promise.withResolvers<number>()
    const logs = Promise.withResolvers<Logs>()
    const account = Promise.withResolvers<number>()
    const ids = [
      connection.onSlotChange((info) => slot.resolve(info.slot)),
      connection.onLogs(wallet.publicKey, (found) => logs.resolve(found), 'confirmed'),
      connection.onAccountChange(other.publicKey, (info) => account.resolve(info.lamports), {
        commitment: 'processed',
      }),
    ] as const
    assert.ok((await slot.promise) > 0)
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: wallet.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: other.publicKey, lamports: sol(2) }),
    )
    transaction.sign(wallet)
    await untilSubscribed(3)
    const landed = Promise.withResolvers<unknown>()
    const signature = await connection.sendRawTransaction(transaction.serialize())
    connection.onSignature(signature, (result) => landed.resolve(result.err), 'confirmed')
    assert.equal(await landed.promise, null)
    assert.equal((await logs.promise).signature, signature)
    assert.match((await logs.promise).logs[0]!, /^Program 11111111111111111111111111111111 invoke/)
    assert.equal(await account.promise, sol(2))
    await connection.removeSlotChangeListener(ids[0])
    await connection.removeOnLogsListener(ids[1])
    await connection.removeAccountChangeListener(ids[2])
    assert.equal(sandbox.pubsub.load().subscriptions, 0)
  })
})

/** The client subscribes in the background. */
async function untilSubscribed(count: number): Promise<void> {
  while (sandbox.pubsub.load().subscriptions < count) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('transactions of all three versions are read one by one and in their block', async () => {
  const payer = fundedWallet(sandbox.chain, 'versions')
  const signer = Web3Keypair.fromSecretKey(payer.secretKey)
  const target = fundedWallet(sandbox.chain, 'versions-target').address
  const table = createLookupTable({
    authority: payer.address,
    payer: payer.address,
    recentSlot: sandbox.chain.confirmedSlot(),
  })
  land(
    sandbox.chain,
    [
      table.instruction,
      extendLookupTable({ table: table.table, authority: payer.address, payer: payer.address, addresses: [target] }),
    ],
    [payer],
  )
  sandbox.chain.advanceSlot()
  sandbox.chain.advanceSlot()
  const { blockhash } = await connection.getLatestBlockhash()
  const transfer = SystemProgram.transfer({
    fromPubkey: signer.publicKey,
    toPubkey: new PublicKey(target),
    lamports: 7,
  })

  const legacy = new Transaction({ feePayer: signer.publicKey, recentBlockhash: blockhash }).add(transfer)
  legacy.sign(signer)
  const tableAccount = (await connection.getAddressLookupTable(new PublicKey(table.table))).value!
  assert.deepEqual(tableAccount.state.addresses.map(String), [target])
  const v0 = new VersionedTransaction(
    new TransactionMessage({
      payerKey: signer.publicKey,
      recentBlockhash: blockhash,
      instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: 5_000 }), transfer],
    }).compileToV0Message([tableAccount]),
  )
  v0.sign([signer])
  const v1 = signMessage(
    compileV1Message({
      payer: payer.address,
      blockhash,
      instructions: [transferLamports({ from: payer.address, to: target, lamports: 7n })],
      config: { computeUnitLimit: 10_000, loadedAccountsDataSizeLimit: 200_000, priorityFeeLamports: 11n },
    }),
    [payer],
  )
  const slot = sandbox.chain.slot()
  const signatures = [
    await connection.sendRawTransaction(legacy.serialize()),
    await connection.sendRawTransaction(v0.serialize()),
    await connection.sendRawTransaction(v1.wire),
  ]
  assert.equal(signatures[2], v1.signature)
  sandbox.chain.advanceSlot()

  const read = await Promise.all(
    signatures.map((one) =>
      connection.getTransaction(one, { maxSupportedTransactionVersion: 1, commitment: 'confirmed' }),
    ),
  )
  assert.deepEqual(
    read.map((one) => one!.version),
    ['legacy', 0, 1],
  )
  assert.deepEqual(
    read.map((one) => one!.slot),
    [slot, slot, slot],
  )
  assert.deepEqual(
    read.map((one) => one!.meta!.err),
    [null, null, null],
  )
  assert.deepEqual(read[1]!.meta!.loadedAddresses!.writable.map(String), [target])
  assert.equal(read[2]!.meta!.fee, 5_011)
  const message = read[2]!.transaction.message
  assert.ok('transactionConfig' in message)
  assert.deepEqual(message.transactionConfig, {
    computeUnitLimit: 10_000,
    heapSize: null,
    loadedAccountsDataSizeLimit: 200_000,
    priorityFee: 11,
  })
  const parsed = await connection.getParsedTransaction(signatures[1]!, {
    maxSupportedTransactionVersion: 1,
    commitment: 'confirmed',
  })
  assert.deepEqual(
    parsed!.transaction.message.accountKeys
      .filter(({ source }) => source === 'lookupTable')
      .map(({ pubkey, writable }) => [String(pubkey), writable]),
    [[target, true]],
  )

  const block = await connection.getBlock(slot, { maxSupportedTransactionVersion: 1, commitment: 'confirmed' })
  assert.deepEqual(
    block!.transactions.map((one) => [one.version, one.transaction.signatures[0]]),
    [
      ['legacy', signatures[0]],
      [0, signatures[1]],
      [1, signatures[2]],
    ],
  )
  await assert.rejects(
    connection.getBlock(slot, { maxSupportedTransactionVersion: 0, commitment: 'confirmed' }),
    /Transaction version \(1\) is not supported/,
  )
  await assert.rejects(
    connection.getTransaction(signatures[1]!, { commitment: 'confirmed' }),
    /Transaction version \(0\) is not supported/,
  )
  const listed = await connection.getBlockSignatures(slot, 'confirmed')
  assert.deepEqual(listed.signatures, signatures)
})

test('an airdrop confirms, and a simulation shows what would happen', async () => {
  await sandbox.whileTicking(async () => {
    const wallet = Web3Keypair.generate()
    const signature = await connection.requestAirdrop(wallet.publicKey, sol(2))
    const latest = await connection.getLatestBlockhash()
    assert.equal((await connection.confirmTransaction({ signature, ...latest }, 'confirmed')).value.err, null)
    assert.equal(await connection.getBalance(wallet.publicKey), sol(2))

    const message = new TransactionMessage({
      payerKey: wallet.publicKey,
      recentBlockhash: latest.blockhash,
      instructions: [
        SystemProgram.transfer({
          fromPubkey: wallet.publicKey,
          toPubkey: Web3Keypair.generate().publicKey,
          lamports: sol(50),
        }),
      ],
    }).compileToV0Message()
    assert.equal((await connection.getFeeForMessage(message)).value, 5_000)
    const simulated = await connection.simulateTransaction(new VersionedTransaction(message), {
      replaceRecentBlockhash: true,
    })
    assert.deepEqual(simulated.value.err, { InstructionError: [0, { Custom: 1 }] })
    assert.ok(simulated.value.logs?.some((line) => line.includes('insufficient lamports')))
    const signed = new VersionedTransaction(message)
    signed.sign([wallet])
    await assert.rejects(connection.sendTransaction(signed), /Transaction simulation failed/)
  })
})

test('fees, performance and the range of the ledger can be asked for', async () => {
  const payer = fundedWallet(sandbox.chain, 'fees')
  const signer = Web3Keypair.fromSecretKey(payer.secretKey)
  const { blockhash } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: signer.publicKey, recentBlockhash: blockhash }).add(
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_234 }),
    SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: signer.publicKey, lamports: 1 }),
  )
  transaction.sign(signer)
  const slot = sandbox.chain.slot()
  await connection.sendRawTransaction(transaction.serialize())
  for (let i = 0; i < 200; i++) sandbox.chain.advanceSlot()
  const fees = await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [signer.publicKey] })
  assert.equal(fees.length, 150)
  const near = await sandbox.result('getBlocks', [slot, slot + 3])
  assert.deepEqual(near, [slot, slot + 1, slot + 2, slot + 3])
  const [sample] = await connection.getRecentPerformanceSamples(1)
  assert.ok(sample!.numSlots > 145 && sample!.samplePeriodSecs >= 60)
  assert.equal(await connection.getFirstAvailableBlock(), sandbox.chain.firstAvailableSlot())
  assert.equal(await connection.getBlockTime(slot), sandbox.chain.block(slot)!.blockTimeSec)
})
