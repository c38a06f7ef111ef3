import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { Block, ExecutedTransaction } from '../chain/types.ts'
import {
  checkVersion,
  encodeBalanceMeta,
  encodeFullTransaction,
  encodeKeys,
  readOwnWire,
  versionMember,
} from './encode-transaction.ts'
import {
  type Config,
  readFlag,
  readMaxVersion,
  readVariant,
  TRANSACTION_ENCODINGS,
  type TransactionEncoding,
} from './read-params.ts'

const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const
export type BlockForm = {
  readonly encoding: TransactionEncoding
  readonly details: (typeof DETAILS)[number]
  readonly rewards: boolean
  readonly maxVersion: number | undefined
}

/** How getBlock and blockSubscribe want a block; the latter calls the rewards switch `showRewards`. */
export function readBlockForm(config: Config, rewardsName: 'rewards' | 'showRewards'): BlockForm {
  return {
    encoding: readVariant(config['encoding'], TRANSACTION_ENCODINGS, 'json'),
    details: readVariant(config['transactionDetails'], DETAILS, 'full'),
    rewards: readFlag(config, rewardsName, true),
    maxVersion: readMaxVersion(config),
  }
}

/** A block with some of its transactions. Throws RpcRefusal (-32015) when it holds a version the caller cannot read.
 *  Fees are burnt in the sandbox: the list of rewards is empty. */
export function encodeBlock(block: Block, transactions: readonly ExecutedTransaction[], form: BlockForm) {
  return {
    blockHeight: block.blockHeight,
    blockTime: block.blockTimeSec,
    blockhash: block.blockhash,
    parentSlot: block.parentSlot,
    previousBlockhash: block.previousBlockhash,
    ...encodeTransactions(transactions, form),
    ...(form.rewards ? { rewards: [] } : {}),
  }
}

function encodeTransactions(transactions: readonly ExecutedTransaction[], form: BlockForm) {
  switch (form.details) {
    case 'full':
      return { transactions: transactions.map((one) => encodeFullTransaction(one, form.encoding, form.maxVersion)) }
    case 'accounts':
      return { transactions: transactions.map((one) => encodeAccountsOnly(one, form.maxVersion)) }
    case 'signatures':
      return { signatures: transactions.map(({ signature }) => signature) }
    case 'none':
      return {}
  }
}

function encodeAccountsOnly(transaction: ExecutedTransaction, maxVersion: number | undefined) {
  checkVersion(transaction, maxVersion)
  const wire = readOwnWire(transaction)
  return {
    transaction: { signatures: wire.signatures.map(encodeBase58), accountKeys: encodeKeys(transaction, wire) },
    meta: encodeBalanceMeta(transaction),
    ...versionMember(transaction, maxVersion),
  }
}
