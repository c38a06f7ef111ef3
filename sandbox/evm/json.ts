import { quantity } from './hex.ts'
import { headerMembers, receiptMembers } from './sealed.ts'
import type { PlacedLog, SandboxBlock, SandboxTransaction } from './world.ts'

/* Blocks, logs and receipts as go-ethereum writes them. */

export function headerJson(block: SandboxBlock) {
  return { ...headerMembers(block), hash: block.hash }
}

export function blockJson(block: SandboxBlock, isFull: boolean) {
  const transactions = isFull
    ? block.transactions.map((one, at) => transactionJson(block, one, at))
    : block.transactions.map(({ hash }) => hash)
  return { ...headerJson(block), size: '0x400', transactions, uncles: [], withdrawals: [] }
}

function transactionJson(block: SandboxBlock, { hash, from, to }: SandboxTransaction, at: number) {
  return {
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    from,
    gas: '0x30d40',
    gasPrice: '0x77359400',
    hash,
    // Of a call of a router, as long as they are.
    input: `0x3593564c${'00'.repeat(228)}`,
    nonce: quantity(at),
    to,
    transactionIndex: quantity(at),
    type: '0x2',
    value: '0x0',
  }
}

export function logJson(block: SandboxBlock, transaction: SandboxTransaction, at: number, log: PlacedLog) {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: quantity(block.number),
    transactionHash: transaction.hash,
    transactionIndex: quantity(at),
    blockHash: block.hash,
    blockTimestamp: quantity(block.timeSec),
    logIndex: quantity(log.logIndex),
    removed: false,
  }
}

export function receiptsJson(block: SandboxBlock) {
  return block.transactions.map((transaction, at) => ({
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    contractAddress: null,
    effectiveGasPrice: '0x77359400',
    from: transaction.from,
    gasUsed: '0x5208',
    logs: transaction.logs.map((log) => logJson(block, transaction, at, log)),
    ...receiptMembers(block.chain, transaction, at),
    to: transaction.to,
    transactionHash: transaction.hash,
    transactionIndex: quantity(at),
  }))
}

/** Logs of a block with one of these topics first; all of them without a list. */
export function logsJson(block: SandboxBlock, topics: readonly string[] | null) {
  const wanted = topics === null ? null : new Set(topics)
  return block.transactions.flatMap((transaction, at) =>
    transaction.logs
      .filter((log) => wanted === null || wanted.has(log.topics[0]!))
      .map((log) => logJson(block, transaction, at, log)),
  )
}
