import { bloomOf } from './bloom.ts'
import { hashOf, quantity, words } from './hex.ts'
import type { PlacedLog, SandboxBlock, SandboxTransaction } from './world.ts'

/* Blocks, logs and receipts as go-ethereum writes them. */

const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

export function headerJson(block: SandboxBlock) {
  const { number, hash, parentHash, timeSec, logsBloom } = block
  return {
    baseFeePerGas: '0x5f5e100',
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: '0x1c9c380',
    gasUsed: quantity(21_000 * block.transactions.length),
    hash,
    logsBloom,
    miner: `0x${'0'.repeat(40)}`,
    mixHash: hashOf(hash),
    nonce: '0x0000000000000000',
    number: quantity(number),
    parentHash,
    receiptsRoot: hashOf(hashOf(hash)),
    sha3Uncles: NO_UNCLES,
    stateRoot: hashOf(words(number)),
    timestamp: quantity(timeSec),
    transactionsRoot: hashOf(parentHash),
  }
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
    cumulativeGasUsed: quantity(21_000 * (at + 1)),
    effectiveGasPrice: '0x77359400',
    from: transaction.from,
    gasUsed: '0x5208',
    logs: transaction.logs.map((log) => logJson(block, transaction, at, log)),
    logsBloom: bloomOf(transaction.logs),
    status: '0x1',
    to: transaction.to,
    transactionHash: transaction.hash,
    transactionIndex: quantity(at),
    type: '0x2',
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
