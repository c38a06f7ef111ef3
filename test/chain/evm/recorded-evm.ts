import { recorded, recordedText } from '../../support/recorded.ts'

/** A receipt of a real chain with at least one event of a DEX. */
export type RecordedReceipt = {
  readonly chainId: number
  readonly kinds: readonly string[]
  readonly result: { readonly logsBloom: string; readonly logs: readonly unknown[] }
}

export function recordedReceipts(): readonly RecordedReceipt[] {
  return ['base', 'ethereum', 'optimism'].flatMap((chain) =>
    recordedText(`evm/${chain}-receipts.jsonl`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedReceipt),
  )
}

export type RecordedBlocks = {
  readonly eth_getBlockByNumber: readonly { readonly hash: string; readonly logsBloom: string }[]
  readonly eth_getLogs: readonly { readonly blockHash: string }[]
}

/** Two blocks of Ethereum in a row, with every log. */
export function recordedBlocks(): RecordedBlocks {
  const { eth_getBlockByNumber, eth_getLogs } = recorded('evm/ethereum-17173049-17173050.rpc.json')
  return { eth_getBlockByNumber, eth_getLogs: eth_getLogs.flat() }
}
