import { bloomOf } from './bloom.ts'
import { hashOf, quantity, words } from './hex.ts'
import { hexBytes, numberBytes, type RlpItem, rlp } from './rlp.ts'
import { rootOfList } from './trie.ts'
import type { SandboxBlock, SandboxTransaction } from './world.ts'

/* What the hash of a block is made of: its header and, by their root, its receipts. */

const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
const DEPOSIT = 0x7e
const TYPES = { ethereum: [0, 1, 2, 3, 4], base: [0, 1, 2, DEPOSIT, 4] } as const

/** Members of a receipt that its block proves, but for the logs; every type is there. */
export function receiptMembers(chain: keyof typeof TYPES, { hash, logs }: SandboxTransaction, at: number) {
  const type = TYPES[chain][Number.parseInt(hash.slice(2, 4), 16) % 5]!
  return {
    type: quantity(type),
    status: '0x1',
    cumulativeGasUsed: quantity(21_000 * (at + 1)),
    logsBloom: bloomOf(logs),
    ...(type === DEPOSIT ? { depositNonce: quantity(7 * at), depositReceiptVersion: '0x1' } : {}),
  }
}

export function receiptsRootOf(chain: keyof typeof TYPES, transactions: readonly SandboxTransaction[]): string {
  return rootOfList(
    transactions.map((transaction, at) => {
      const { type, status, cumulativeGasUsed, logsBloom, ...deposit } = receiptMembers(chain, transaction, at)
      const logs = transaction.logs.map(({ address, topics, data }): RlpItem => {
        return [hexBytes(address), topics.map(hexBytes), hexBytes(data)]
      })
      const numbers = Object.values(deposit).map((value) => numberBytes(BigInt(value)))
      const gas = numberBytes(BigInt(cumulativeGasUsed))
      const written = rlp([numberBytes(BigInt(status)), gas, hexBytes(logsBloom), logs, ...numbers])
      return type === '0x0' ? written : Buffer.concat([Buffer.of(Number(type)), written])
    }),
  )
}

/** The header as a node writes it, without its hash. */
export function headerMembers(block: Omit<SandboxBlock, 'hash' | 'swaps'>) {
  const { number, parentHash, timeSec, logsBloom, receiptsRoot, mix, transactions } = block
  return {
    parentHash,
    sha3Uncles: NO_UNCLES,
    miner: `0x${'0'.repeat(40)}`,
    stateRoot: hashOf(words(number)),
    transactionsRoot: hashOf(parentHash),
    receiptsRoot,
    logsBloom,
    difficulty: '0x0',
    number: quantity(number),
    gasLimit: '0x1c9c380',
    gasUsed: quantity(21_000 * transactions.length),
    timestamp: quantity(timeSec),
    extraData: '0x',
    mixHash: mix,
    nonce: '0x0000000000000000',
    baseFeePerGas: '0x5f5e100',
    withdrawalsRoot: hashOf(words(number, 1)),
    blobGasUsed: '0x0',
    excessBlobGas: quantity(131_072 * (number % 3)),
    parentBeaconBlockRoot: hashOf(words(number, 2)),
    requestsHash: hashOf('0x'),
  }
}

const NUMBERS = [
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
]

/** The members of a header stand in the order in which they are hashed. */
export function headerHash(members: Readonly<Record<string, string>>): string {
  const items = Object.entries(members).map(([name, value]) =>
    NUMBERS.includes(name) ? numberBytes(BigInt(value)) : hexBytes(value),
  )
  return hashOf(`0x${rlp(items).toString('hex')}`)
}
