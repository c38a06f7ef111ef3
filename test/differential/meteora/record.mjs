import * as kit from '@solana/kit'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import bs58 from 'bs58'

/* Records of transactions as a node answers `getTransaction`, put together by the chain's own libraries around
 * instructions and events that the programs' SDKs and IDLs encode. */

const BLOCKHASH = bs58.encode(Buffer.alloc(32, 7))
/** Any program that calls others. */
export const ROUTER = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')

/** Seeded 32-bit generator (xorshift). */
export function seeded(seed) {
  let state = seed >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
  return {
    u32: next,
    below: (bound) => next() % bound,
    bytes: (length) => Buffer.from(Array.from({ length }, () => next() & 255)),
    /** Not zero, below 2^bits. */
    big: (bits) => {
      let value = 0n
      for (let at = 0; at < bits; at += 32) value = (value << 32n) | BigInt(next())
      return BigInt.asUintN(bits, value) || 1n
    },
    key: () => new PublicKey(Buffer.from(Array.from({ length: 32 }, () => next() & 255))),
    wallet: () => Keypair.fromSeed(Buffer.from(Array.from({ length: 32 }, () => next() & 255))).publicKey,
  }
}

/** A call: an instruction, what it called, and what it logged as data when these were done. */
export const call = (ix, calls = [], logged = []) => ({ ix, calls, logged })

/** A router's call that makes `calls`, with every account of theirs among its own. */
export function routed(calls, signers) {
  const keys = signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: true }))
  const visit = ({ ix, calls: below }) => {
    keys.push({ pubkey: ix.programId, isSigner: false, isWritable: false })
    // A program signs for its own accounts inside; outside only the wallet does.
    for (const key of ix.keys) keys.push({ ...key, isSigner: signers.some((signer) => key.pubkey.equals(signer)) })
    below.forEach(visit)
  }
  calls.forEach(visit)
  return call(new TransactionInstruction({ programId: ROUTER, keys, data: Buffer.from([1]) }), calls)
}

/** An Anchor program's call to itself that carries an event. */
export function eventCall(programId, eventAuthority, event) {
  const data = Buffer.concat([Buffer.from('e445a52e51cb9a1d', 'hex'), event])
  const keys = [{ pubkey: eventAuthority, isSigner: true, isWritable: false }]
  return call(new TransactionInstruction({ programId, keys, data }))
}

/** The whole answer. `balances`: token accounts with what was in them before and after. */
export function record({ version, payer, calls, balances, err = null, hidden = [], signature }) {
  const compiled = version === 1 ? compileV1(payer, calls) : compileOlder(version, payer, calls)
  const { accountKeys, message, loaded } = compiled
  const indexOf = (key) => {
    const index = accountKeys.indexOf(key.toBase58())
    if (index < 0) throw new Error(`${key} is not among the transaction's accounts`)
    return index
  }
  const inner = calls.flatMap(({ calls: below }, index) => {
    const instructions = []
    const visit = (one, stackHeight) => {
      const accounts = one.ix.keys.map(({ pubkey }) => indexOf(pubkey))
      const data = bs58.encode(one.ix.data)
      const isHidden = hidden.includes('transfers') && one.ix.programId.toBase58().startsWith('Token')
      // What a node takes apart and we cannot put together again has neither accounts nor data.
      const shown = isHidden ? { accounts: [], data: '' } : { accounts, data }
      instructions.push({ programIdIndex: indexOf(one.ix.programId), ...shown, stackHeight })
      for (const child of one.calls) visit(child, stackHeight + 1)
    }
    for (const child of below) visit(child, 2)
    return instructions.length === 0 ? [] : [{ index, instructions }]
  })
  const rows = (side) =>
    balances.map(({ address, mint, owner, tokenProgram, decimals, [side]: amount }) => ({
      accountIndex: indexOf(address),
      mint: mint.toBase58(),
      owner: owner.toBase58(),
      programId: tokenProgram.toBase58(),
      uiTokenAmount: { amount: amount.toString(), decimals, uiAmount: null, uiAmountString: '' },
    }))
  // The first signature is the transaction's; of the others only the room counts here.
  const signatures = Buffer.concat([signature, Buffer.alloc(64 * (compiled.signerCount - 1), 1)])
  const wire = version === 1 ? message : Buffer.concat([Buffer.of(compiled.signerCount), signatures, message])
  if (version === 1) signatures.copy(wire, wire.length - signatures.length)
  return {
    slot: 400_000_000,
    blockTime: 1_790_000_000,
    version,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
    meta: {
      err,
      fee: 5_000,
      innerInstructions: hidden.includes('inner') ? [] : inner,
      preBalances: accountKeys.map(() => 1_000_000),
      postBalances: accountKeys.map(() => 1_000_000),
      preTokenBalances: rows('before'),
      postTokenBalances: rows('after'),
      logMessages: hidden.includes('logs') ? ['Log truncated'] : calls.flatMap((one) => logsOf(one, 1)),
      loadedAddresses: loaded,
      computeUnitsConsumed: 100_000,
    },
  }
}

function logsOf({ ix, calls, logged }, height) {
  const program = ix.programId.toBase58()
  return [
    `Program ${program} invoke [${height}]`,
    ...calls.flatMap((one) => logsOf(one, height + 1)),
    ...logged.map((bytes) => `Program data: ${bytes.toString('base64')}`),
    `Program ${program} success`,
  ]
}

function compileOlder(version, payer, calls) {
  const instructions = calls.map(({ ix }) => ix)
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: BLOCKHASH, instructions })
  if (version === 'legacy') {
    const compiled = message.compileToLegacyMessage()
    const accountKeys = compiled.accountKeys.map((key) => key.toBase58())
    const signerCount = compiled.header.numRequiredSignatures
    return { accountKeys, signerCount, message: compiled.serialize(), loaded: { writable: [], readonly: [] } }
  }
  const programs = new Set(instructions.map(({ programId }) => programId.toBase58()))
  const addresses = instructions
    .flatMap(({ keys }) => keys)
    .filter(({ pubkey, isSigner }) => !isSigner && !programs.has(pubkey.toBase58()))
    .map(({ pubkey }) => pubkey)
    .filter((key, at, all) => at === all.findIndex((other) => other.equals(key)) && !key.equals(payer))
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 1,
    lastExtendedSlotStartIndex: 0,
    addresses: addresses.filter((_, at) => at % 2 === 0),
  }
  const table = new AddressLookupTableAccount({ key: new PublicKey(Buffer.alloc(32, 9)), state })
  const compiled = message.compileToV0Message([table])
  const [lookup] = compiled.addressTableLookups
  const loadedOf = (indexes = []) => [...indexes].map((index) => state.addresses[index].toBase58())
  const loaded = { writable: loadedOf(lookup?.writableIndexes), readonly: loadedOf(lookup?.readonlyIndexes) }
  const statics = compiled.staticAccountKeys.map((key) => key.toBase58())
  return {
    accountKeys: [...statics, ...loaded.writable, ...loaded.readonly],
    signerCount: compiled.header.numRequiredSignatures,
    message: Buffer.from(compiled.serialize()),
    loaded,
  }
}

function compileV1(payer, calls) {
  let message = kit.createTransactionMessage({ version: 1 })
  message = kit.setTransactionMessageFeePayer(payer.toBase58(), message)
  message = kit.setTransactionMessageLifetimeUsingBlockhash({ blockhash: BLOCKHASH, lastValidBlockHeight: 1n }, message)
  message = kit.setTransactionMessageConfig({ computeUnitLimit: 300_000, priorityFeeLamports: 12n }, message)
  for (const { ix } of calls)
    message = kit.appendTransactionMessageInstruction(
      {
        programAddress: ix.programId.toBase58(),
        accounts: ix.keys.map(({ pubkey, isSigner, isWritable }) => ({
          address: pubkey.toBase58(),
          role: (isSigner ? 2 : 0) | (isWritable ? 1 : 0),
        })),
        data: new Uint8Array(ix.data),
      },
      message,
    )
  const transaction = kit.compileTransaction(message)
  const compiled = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  return {
    accountKeys: compiled.staticAccounts.map(String),
    signerCount: compiled.header.numSignerAccounts,
    message: Buffer.from(kit.getTransactionEncoder().encode(transaction)),
    loaded: { writable: [], readonly: [] },
  }
}
