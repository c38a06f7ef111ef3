import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import {
  isStaticKeyWritable,
  parseWireTransaction,
  type WireTransaction,
} from '../../src/hot-paths/wire-transaction.ts'
import type { ExecutedTransaction, InnerInstruction, TokenBalanceRow } from '../chain/types.ts'
import { bareNumber } from './json.ts'
import { parseInstruction } from './parse-instruction.ts'
import type { TransactionEncoding } from './read-params.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { toUiTokenAmount } from './token-amount.ts'

export type EncodedKey = {
  readonly pubkey: string
  readonly signer: boolean
  readonly source: 'transaction' | 'lookupTable'
  readonly writable: boolean
}

/** A caller that names no version takes legacy only; a higher version than the one named is refused (-32015). */
export function checkVersion({ version }: ExecutedTransaction, maxVersion: number | undefined): void {
  if (version === 'legacy' || (maxVersion !== undefined && version <= maxVersion)) return
  throw new RpcRefusal(
    RPC_CODES.unsupportedVersion,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  )
}

/** `version` stands beside the transaction only for callers that named a highest version. */
export function versionMember({ version }: ExecutedTransaction, maxVersion: number | undefined) {
  return maxVersion === undefined ? {} : { version }
}

/** `{transaction, meta, version?}` as getTransaction, getBlock and blockSubscribe carry it. */
export function encodeFullTransaction(
  transaction: ExecutedTransaction,
  encoding: TransactionEncoding,
  maxVersion: number | undefined,
) {
  checkVersion(transaction, maxVersion)
  return {
    transaction: encodeBody(transaction, encoding),
    meta: encodeMeta(transaction, encoding === 'jsonParsed'),
    ...versionMember(transaction, maxVersion),
  }
}

function encodeBody(transaction: ExecutedTransaction, encoding: TransactionEncoding): unknown {
  if (encoding === 'binary') return encodeBase58(transaction.wire)
  if (encoding === 'base58') return [encodeBase58(transaction.wire), 'base58']
  if (encoding === 'base64') return [Buffer.from(transaction.wire).toString('base64'), 'base64']
  const wire = readOwnWire(transaction)
  return {
    signatures: wire.signatures.map(encodeBase58),
    message: encoding === 'json' ? encodeMessage(transaction, wire) : encodeParsedMessage(transaction, wire),
  }
}

/** The ledger holds only what the strict codec took in. */
export function readOwnWire(transaction: ExecutedTransaction): WireTransaction {
  const parsed = parseWireTransaction(transaction.wire)
  if (!parsed.ok) throw new Error(`ledger holds a malformed transaction ${transaction.signature}: ${parsed.reason}`)
  return parsed.transaction
}

function encodeMessage(transaction: ExecutedTransaction, wire: WireTransaction) {
  return {
    header: {
      numRequiredSignatures: wire.requiredSignatures,
      numReadonlySignedAccounts: wire.readonlySigned,
      numReadonlyUnsignedAccounts: wire.readonlyUnsigned,
    },
    accountKeys: transaction.accountKeys,
    recentBlockhash: encodeBase58(wire.blockhash),
    instructions: wire.instructions.map(({ programIndex, accountIndexes, data }) => ({
      programIdIndex: programIndex,
      accounts: [...accountIndexes],
      data: encodeBase58(data),
      stackHeight: 1,
    })),
    ...versionParts(wire),
  }
}

function encodeParsedMessage(transaction: ExecutedTransaction, wire: WireTransaction) {
  const keys = allKeys(transaction)
  return {
    accountKeys: encodeKeys(transaction, wire),
    recentBlockhash: encodeBase58(wire.blockhash),
    instructions: wire.instructions.map(({ programIndex, accountIndexes, data }) =>
      encodeParsedInstruction(keys, programIndex, accountIndexes, data, 1),
    ),
    ...versionParts(wire),
  }
}

/** Lookups of version 0, the configuration of version 1. */
function versionParts(wire: WireTransaction) {
  if (wire.version === 0)
    return {
      addressTableLookups: wire.lookups.map(({ table, writable, readonly }) => ({
        accountKey: encodeBase58(table),
        writableIndexes: [...writable],
        readonlyIndexes: [...readonly],
      })),
    }
  if (wire.config === null) return {}
  const { computeUnitLimit, heapSizeBytes, loadedAccountsDataSizeLimit, priorityFeeLamports } = wire.config
  return {
    transactionConfig: {
      computeUnitLimit,
      heapSize: heapSizeBytes,
      loadedAccountsDataSizeLimit,
      priorityFee: priorityFeeLamports === null ? null : bareNumber(priorityFeeLamports),
    },
  }
}

/** Static keys, then looked-up writable, then looked-up read-only: the index space of everything. */
export function allKeys({ accountKeys, loadedAddresses }: ExecutedTransaction): readonly string[] {
  return [...accountKeys, ...loadedAddresses.writable, ...loadedAddresses.readonly]
}

export function encodeKeys(transaction: ExecutedTransaction, wire: WireTransaction): EncodedKey[] {
  const { accountKeys, loadedAddresses } = transaction
  const loaded = (writable: boolean) => (pubkey: string) =>
    ({ pubkey, signer: false, source: 'lookupTable', writable }) as const
  return [
    ...accountKeys.map((pubkey, index) => ({
      pubkey,
      signer: index < wire.requiredSignatures,
      source: 'transaction' as const,
      writable: isStaticKeyWritable(wire, index),
    })),
    ...loadedAddresses.writable.map(loaded(true)),
    ...loadedAddresses.readonly.map(loaded(false)),
  ]
}

function encodeParsedInstruction(
  keys: readonly string[],
  programIndex: number,
  accountIndexes: ArrayLike<number>,
  data: Uint8Array,
  stackHeight: number,
) {
  const programId = keys[programIndex]!
  const accounts = Array.from(accountIndexes, (index) => keys[index]!)
  const parsed = parseInstruction(programId, accounts, data)
  return parsed === null
    ? { programId, accounts, data: encodeBase58(data), stackHeight }
    : { program: parsed.program, programId, parsed: parsed.parsed, stackHeight }
}

export function encodeInnerInstructions(
  groups: ExecutedTransaction['innerInstructions'],
  keys: readonly string[],
  parsed: boolean,
) {
  const encode = ({ programIdIndex, accounts, data, stackHeight }: InnerInstruction) =>
    parsed
      ? encodeParsedInstruction(keys, programIdIndex, accounts, data, stackHeight)
      : { programIdIndex, accounts, data: encodeBase58(data), stackHeight }
  return groups.map(({ index, instructions }) => ({ index, instructions: instructions.map(encode) }))
}

export function encodeMeta(transaction: ExecutedTransaction, parsed: boolean) {
  return {
    ...encodeBalanceMeta(transaction),
    computeUnitsConsumed: bareNumber(transaction.computeUnits),
    innerInstructions: transaction.isNoOp
      ? null
      : encodeInnerInstructions(transaction.innerInstructions, allKeys(transaction), parsed),
    ...(parsed ? {} : { loadedAddresses: transaction.loadedAddresses }),
    logMessages: transaction.isNoOp ? null : transaction.logs,
    ...(transaction.returnData === null ? {} : { returnData: encodeReturnData(transaction.returnData) }),
    rewards: [],
  }
}

/** The part of the meta that `transactionDetails: "accounts"` keeps. */
export function encodeBalanceMeta(transaction: ExecutedTransaction) {
  return {
    err: transaction.err,
    status: statusOf(transaction.err),
    fee: bareNumber(transaction.feeLamports),
    preBalances: transaction.preBalances.map(bareNumber),
    postBalances: transaction.postBalances.map(bareNumber),
    preTokenBalances: transaction.preTokenBalances.map(encodeTokenBalance),
    postTokenBalances: transaction.postTokenBalances.map(encodeTokenBalance),
  }
}

export function statusOf(err: unknown): { readonly Ok: null } | { readonly Err: unknown } {
  return err === null ? { Ok: null } : { Err: err }
}

export function encodeReturnData({ programId, data }: NonNullable<ExecutedTransaction['returnData']>) {
  return { programId, data: [Buffer.from(data).toString('base64'), 'base64'] }
}

function encodeTokenBalance(row: TokenBalanceRow) {
  return {
    accountIndex: row.accountIndex,
    mint: row.mint,
    uiTokenAmount: toUiTokenAmount(row.amountRaw, { decimals: row.decimals, multiplier: null }),
    owner: row.owner,
    programId: row.programId,
  }
}
