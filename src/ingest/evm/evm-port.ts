import { EVM_CONTRACTS, type EvmChain, type EvmContracts } from '../../chain/evm/contracts.ts'
import { openEvmNodes } from '../../chain/evm/evm-nodes.ts'
import { listenToHeads } from '../../chain/evm/new-heads.ts'
import { createEvmRpc } from '../../chain/evm/rpc.ts'
import type { ChainPort } from '../../chain/port.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import type { BaseContext } from '../../context.ts'
import { createEvmPools } from './evm-pools.ts'
import { createEvmPrices } from './evm-prices.ts'
import { createEvmReader } from './evm-reader.ts'
import { createEvmTokens } from './evm-tokens.ts'
import { createPoolKeys } from './pool-keys.ts'
import { createEvmFactReader, type EvmBlock } from './read-evm-facts.ts'

export type EvmPortParts = {
  readonly chain: EvmChain
  readonly config: {
    /** Of nodes, the preferred first; at least one. */
    readonly urls: readonly string[]
    /** Of a node that tells of its heads; without it they are asked for. */
    readonly wsUrl: string | null
  }
  readonly ctx: Pick<BaseContext, 'clock' | 'log' | 'metrics'> & {
    readonly store: Pick<BaseContext['store'], 'memo' | 'peek'>
  }
  /** Dollars that the native coin was worth at a time, from outside; asked when its pools do not tell. */
  readonly nativeUsd?: (timeSec: number) => number | null
  /** Those of the chain itself when absent. */
  readonly contracts?: EvmContracts
}

/** An EVM chain as the follower sees it. `close` ends its connections. */
export type EvmPort = ChainPort<EvmBlock> & {
  readonly chain: EvmChain
  /** Dollars that the native coin was worth at a time, by the reference pools of this chain; null when they do not tell. */
  nativeUsd(timeSec: number): number | null
  close(): Promise<void>
}

/** Ethereum or Base: heads by `newHeads`, blocks and logs by request, swaps and new pools of the DEXs that are listed for
 *  the chain (`chain/evm/contracts.ts`). */
export function createEvmPort(parts: EvmPortParts): EvmPort {
  const { chain, config, ctx } = parts
  const contracts = parts.contracts ?? EVM_CONTRACTS[chain]
  const { clock } = ctx
  const nodes = openEvmNodes({ chain, urls: config.urls, clock, log: ctx.log, metrics: ctx.metrics })
  const logged = new Set<string>()
  const rpc = createEvmRpc(nodes, (what) => {
    if (logged.has(what) || logged.size >= EVM_LIMITS.unprovenTold) return
    logged.add(what)
    ctx.log.warn({ chain, what }, 'blocks are believed that this version cannot check: look for a newer one')
  })
  const { wsUrl } = config
  const prices = createEvmPrices({
    contracts,
    ...(parts.nativeUsd === undefined ? {} : { nativeUsd: parts.nativeUsd }),
  })
  const facts = createEvmFactReader({
    chain,
    pools: createEvmPools({ contracts, rpc, clock, keys: createPoolKeys({ chain, rpc, clock, store: ctx.store }) }),
    tokens: createEvmTokens({ contracts, rpc, clock }),
    prices,
  })
  return {
    chain,
    ...(wsUrl === null ? {} : { follow: (listener) => listenToHeads(wsUrl, listener) }),
    read: ({ signal }) => createEvmReader({ rpc, chainId: contracts.chainId, clock, signal }),
    decode: (block) => facts.read(block),
    isEmpty: ({ transactionCount }) => transactionCount === 0,
    withTime: (block, blockTimeSec) => (blockTimeSec === null ? block : { ...block, blockTimeSec }),
    nativeUsd: prices.ownNativeUsd,
    close: () => nodes.close(),
  }
}
