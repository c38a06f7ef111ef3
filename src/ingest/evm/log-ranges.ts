import type { EvmLog } from '../../chain/evm/log.ts'
import type { EvmHeader, EvmRpc } from '../../chain/evm/rpc.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'

export type LogRanges = {
  /** Logs by block hash, of blocks with consecutive numbers; a block that no call returned is absent. */
  of(headers: readonly EvmHeader[]): Promise<ReadonlyMap<string, readonly EvmLog[]>>
}

/** Asks for the logs of many blocks by one call. Nodes bound the blocks, the logs or the time of a call, each in words
 *  and codes of its own: any refusal halves the range, and it grows again after some that went well. Blocks of a range
 *  that is refused down to one block are left to be asked for by hash. */
export function createLogRanges(rpc: Pick<EvmRpc, 'logsBetween'>, signal: AbortSignal): LogRanges {
  let length: number = EVM_LIMITS.rangeBlocks
  let well = 0

  /** How many of these were told of, from the first on. */
  async function ask(headers: readonly EvmHeader[], into: Map<string, EvmLog[]>): Promise<number> {
    const part = headers.slice(0, length)
    const logs = await rpc.logsBetween(part[0]!.slot, part.at(-1)!.slot, { signal })
    signal.throwIfAborted()
    if (!logs.ok) {
      well = 0
      const wasOne = part.length === 1
      length = Math.max(1, part.length >> 1)
      return wasOne ? 1 : 0
    }
    if (++well % EVM_LIMITS.rangeGrowAfter === 0) length = Math.min(EVM_LIMITS.rangeBlocks, 2 * length)
    for (const { blockHash } of part) into.set(blockHash, [])
    for (const log of logs.value) into.get(log.blockHash)?.push(log)
    return part.length
  }

  return {
    async of(headers) {
      const found = new Map<string, EvmLog[]>()
      const withTransactions = headers.filter(({ transactionCount }) => transactionCount > 0)
      for (let at = 0; at < withTransactions.length; ) at += await ask(withTransactions.slice(at), found)
      for (const { blockHash, transactionCount } of headers) if (transactionCount === 0) found.set(blockHash, [])
      return found
    },
  }
}
