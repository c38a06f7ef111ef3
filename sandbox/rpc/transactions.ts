import { MEMO_PROGRAM, MEMO_V1_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { ExecutedTransaction, SandboxChain } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { readEncodingOrConfig } from './blocks.ts'
import { encodeFullTransaction, readOwnWire, statusOf } from './encode-transaction.ts'
import {
  expectCount,
  readAddress,
  readConfig,
  readFlag,
  readLedgerCommitment,
  readLimit,
  readMaxVersion,
  readOptionalU64,
  readSignature,
  readVariant,
  TRANSACTION_ENCODINGS,
} from './read-params.ts'
import { invalidParams, invalidType, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { commitmentOf, type RpcMethod, readSlot, slotAt, withContext } from './world.ts'

const getTransaction: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const signature = readSignature(params[0])
  const config = readEncodingOrConfig(params[1])
  const encoding = readVariant(config['encoding'], TRANSACTION_ENCODINGS, 'json')
  const maxVersion = readMaxVersion(config)
  const newest = slotAt(chain, readLedgerCommitment(config))
  const transaction = chain.transaction(signature)
  if (transaction === undefined || !isVisible(chain, transaction, newest)) return null
  const { slot } = transaction
  return {
    blockTime: chain.block(slot)?.blockTimeSec ?? null,
    ...encodeFullTransaction(transaction, encoding, maxVersion),
    slot,
  }
}

/** The ledger answers from sealed blocks alone. */
function isVisible(chain: SandboxChain, transaction: ExecutedTransaction, newestSlot: number): boolean {
  return transaction.slot <= newestSlot && chain.isSealed(transaction)
}

const getSignatureStatuses: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const list = params[0]
  if (!Array.isArray(list)) throw invalidType(list, 'a sequence')
  if (list.length > SANDBOX_LIMITS.signatureStatuses)
    throw invalidParams(`Too many inputs provided; max ${SANDBOX_LIMITS.signatureStatuses}`)
  const signatures = list.map(readSignature)
  const searchHistory = readFlag(readConfig(params[1]), 'searchTransactionHistory', false)
  const oldest = searchHistory ? 0 : chain.slot() - SANDBOX_LIMITS.recentStatusSlots
  const value = signatures.map((signature) => {
    const transaction = chain.transaction(signature)
    return transaction === undefined || transaction.slot < oldest ? null : encodeStatus(chain, transaction)
  })
  return withContext(chain.slot(), value)
}

function encodeStatus(chain: SandboxChain, transaction: ExecutedTransaction) {
  const { slot, err } = transaction
  const confirmationStatus = commitmentOf(chain, transaction)
  const confirmations =
    confirmationStatus === 'finalized' ? null : confirmationStatus === 'processed' ? 0 : chain.slot() - slot
  return { slot, confirmations, status: statusOf(err), err, confirmationStatus }
}

const getSignaturesForAddress: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const address = readAddress(params[0])
  const config = readConfig(params[1])
  const cursor = (name: string) =>
    config[name] === undefined || config[name] === null ? undefined : readSignature(config[name])
  const before = cursor('before')
  const until = cursor('until')
  const limit = readLimit(config['limit'], SANDBOX_LIMITS.signaturesForAddress)
  const newest = readSlot(chain, readLedgerCommitment(config), readOptionalU64(config['minContextSlot']))
  return readPage(chain, address, { before, until, limit }, newest).map((transaction) => ({
    signature: transaction.signature,
    slot: transaction.slot,
    err: transaction.err,
    memo: memosOf(transaction),
    blockTime: chain.block(transaction.slot)?.blockTimeSec ?? null,
    confirmationStatus: commitmentOf(chain, transaction),
  }))
}

/** The ledger lists the newest first, younger ones than the commitment allows among them: those are passed over. */
function readPage(
  chain: SandboxChain,
  address: string,
  page: { before: string | undefined; until: string | undefined; limit: number },
  newestSlot: number,
): ExecutedTransaction[] {
  const found: ExecutedTransaction[] = []
  let { before } = page
  for (;;) {
    const rows = chain.signaturesOf(address, {
      limit: page.limit,
      ...(before === undefined ? {} : { before }),
      ...(page.until === undefined ? {} : { until: page.until }),
    })
    if (rows === 'unknown') {
      const cursors = [page.before, page.until].filter((one) => one !== undefined)
      const missing = cursors.find((one) => chain.transaction(one) === undefined) ?? cursors[0]
      throw new RpcRefusal(RPC_CODES.filterTransactionNotFound, `Transaction ${missing} not found`)
    }
    for (const row of rows) if (isVisible(chain, row, newestSlot) && found.length < page.limit) found.push(row)
    if (found.length === page.limit || rows.length < page.limit) return found
    before = rows.at(-1)!.signature
  }
}

/** `[length] text` of every memo of the message, as nodes list them; null without one. */
function memosOf(transaction: ExecutedTransaction): string | null {
  const { accountKeys } = transaction
  if (!accountKeys.includes(MEMO_PROGRAM) && !accountKeys.includes(MEMO_V1_PROGRAM)) return null
  const memos: string[] = []
  for (const { programIndex, data } of readOwnWire(transaction).instructions) {
    const program = accountKeys[programIndex]
    if (program === MEMO_PROGRAM || program === MEMO_V1_PROGRAM)
      memos.push(`[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  }
  return memos.length === 0 ? null : memos.join('; ')
}

export const TRANSACTION_METHODS: Readonly<Record<string, RpcMethod>> = {
  getTransaction,
  getSignatureStatuses,
  getSignaturesForAddress,
}
