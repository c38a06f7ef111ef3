import type { NodeCall, NodeCalls } from './node-calls.ts'

export type Transaction = {
  readonly from: string
  /** Absent: it creates a contract. */
  readonly to?: string
  readonly data: string
  readonly valueWei?: bigint
  readonly gas?: number
}

export type BlockMaker = {
  /** Puts these transactions into one block of this time, in this order. Rejects where the node refuses. */
  mine(timeSec: number, transactions: readonly Transaction[]): Promise<void>
  /** The newest block. */
  head(): Promise<{ readonly number: number; readonly timeSec: number }>
  /** Takes the newest `depth` blocks back; resolves with their times, the first first. */
  takeBack(depth: number): Promise<readonly number[]>
}

/** A swap takes a tenth of it. */
const GAS = 1_000_000
const TIP_WEI = 1_000_000
export const hex = (value: number | bigint): string => `0x${value.toString(16)}`

/** Blocks of transactions of any account: the node signs for everyone. */
export function createBlockMaker(calls: NodeCalls): BlockMaker {
  /** Next nonces; what is not here is asked for. */
  const nonces = new Map<string, number>()

  async function learnNonces(senders: readonly string[]): Promise<void> {
    const unknown = [...new Set(senders)].filter((sender) => !nonces.has(sender))
    const found = await calls.all(unknown.map((sender): NodeCall => ['eth_getTransactionCount', sender, 'latest']))
    unknown.forEach((sender, at) => {
      nonces.set(sender, Number(found[at]))
    })
  }
  function requestOf({ from, to, data, valueWei = 0n, gas = GAS }: Transaction): NodeCall {
    const nonce = nonces.get(from)!
    nonces.set(from, nonce + 1)
    const fees = { maxFeePerGas: hex(TIP_WEI), maxPriorityFeePerGas: hex(TIP_WEI) }
    const fields = { from, data, value: hex(valueWei), gas: hex(gas), nonce: hex(nonce), ...fees }
    return ['eth_sendTransaction', to === undefined ? fields : { ...fields, to }]
  }
  return {
    async mine(timeSec, transactions) {
      await learnNonces(transactions.map(({ from }) => from))
      try {
        await calls.all(transactions.map(requestOf))
        await calls.call('evm_mine', timeSec)
      } catch (error) {
        nonces.clear()
        throw error
      }
    },
    async head() {
      const { number, timestamp } = await blockAt(calls, 'latest')
      return { number: Number(number), timeSec: Number(timestamp) }
    },
    async takeBack(depth) {
      const { number } = await blockAt(calls, 'latest')
      const first = Number(number) - depth + 1
      const numbers = Array.from({ length: depth }, (_, at) => hex(first + at))
      const blocks = await calls.all(numbers.map((one): NodeCall => ['eth_getBlockByNumber', one, false]))
      await calls.call('anvil_rollback', depth)
      nonces.clear()
      return blocks.map((block) => Number((block as Header).timestamp))
    },
  }
}

type Header = { readonly number: string; readonly timestamp: string }

async function blockAt(calls: NodeCalls, tag: string): Promise<Header> {
  return (await calls.call('eth_getBlockByNumber', tag, false)) as Header
}
