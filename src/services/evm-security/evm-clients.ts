import { EVM_CONTRACTS, type EvmContracts } from '../../chain/evm/contracts.ts'
import { type EvmNodes, openEvmNodes } from '../../chain/evm/evm-nodes.ts'
import { createEvmRpc, type EvmRpc } from '../../chain/evm/rpc.ts'
import type { Context } from '../../context.ts'
import { EVM_TAPE_CHAINS, type EvmTapeChain } from '../../contract/tape-event.ts'

/** The nodes of an EVM chain, for reads that callers ask for. */
export type EvmClient = {
  readonly node: Pick<EvmNodes, 'call' | 'callMany'>
  readonly rpc: EvmRpc
  readonly contracts: EvmContracts
}

export type EvmClients = {
  /** Null for a chain without configured nodes. Connections are opened by the first question. */
  of(chain: string): EvmClient | null
  close(): Promise<void>
}

/** Connections beside those of the follower: what callers ask never stands before its blocks. */
export function createEvmClients(ctx: Pick<Context, 'config' | 'clock' | 'log' | 'metrics'>): EvmClients {
  const opened = new Map<EvmTapeChain, EvmClient & { readonly node: EvmNodes }>()
  let isClosed = false
  return {
    of(name) {
      const chain = EVM_TAPE_CHAINS.find((one) => one === name)
      const own = chain === undefined ? null : ctx.config.evm[chain]
      if (chain === undefined || own === null || isClosed) return null
      const known = opened.get(chain)
      if (known !== undefined) return known
      const node = openEvmNodes({ chain: `${chain} calls`, urls: own.urls, ...partsOf(ctx) })
      const client = { node, rpc: createEvmRpc(node), contracts: EVM_CONTRACTS[chain] }
      opened.set(chain, client)
      return client
    },
    async close() {
      isClosed = true
      await Promise.all([...opened.values()].map(({ node }) => node.close()))
    },
  }
}

function partsOf({ clock, log, metrics }: Pick<Context, 'clock' | 'log' | 'metrics'>) {
  return { clock, log, metrics }
}
