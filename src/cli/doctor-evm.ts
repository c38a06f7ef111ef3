import { EVM_CONTRACTS } from '../chain/evm/contracts.ts'
import { openEvmNodes } from '../chain/evm/evm-nodes.ts'
import { createEvmRpc } from '../chain/evm/rpc.ts'
import type { Config } from '../config/env.ts'
import { EVM_TAPE_CHAINS, type EvmTapeChain } from '../contract/tape-event.ts'
import type { ClientParts } from '../runtime/provider-client.ts'
import type { Finding } from './finding.ts'

type Parts = Pick<ClientParts, 'clock' | 'log' | 'metrics'> & { readonly config: Pick<Config, 'evm'> }

/** Whether each node of the chains beside Solana answers, is of its chain, and how far it is. */
export async function askEvmNodes(parts: Parts): Promise<Finding[]> {
  const asked = EVM_TAPE_CHAINS.map(async (chain): Promise<Finding[]> => {
    const own = parts.config.evm[chain]
    if (own === null) return [{ name: chain, state: 'off', why: `set ${chain.toUpperCase()}_RPC_URLS to follow it` }]
    const nodes = await Promise.all(own.urls.map((url) => askNode(parts, chain, url)))
    return nodes.map((finding, at) => ({ ...finding, name: at === 0 ? chain : `${chain} ${at + 1}` }))
  })
  return (await Promise.all(asked)).flat()
}

async function askNode(parts: Parts, chain: EvmTapeChain, url: string): Promise<Omit<Finding, 'name'>> {
  const { clock, log, metrics } = parts
  const nodes = openEvmNodes({ chain, urls: [url], clock, log, metrics })
  try {
    const rpc = createEvmRpc(nodes)
    const shown = await rpc.chainId()
    if (!shown.ok) return { state: 'degraded', why: shown.message }
    const { chainId } = EVM_CONTRACTS[chain]
    if (shown.value !== chainId)
      return { state: 'degraded', why: `it is a node of chain ${shown.value}, and ${chain} is ${chainId}` }
    const [head, final] = await Promise.all([rpc.blockNumber(), rpc.header('finalized')])
    if (!head.ok) return { state: 'degraded', why: head.message }
    if (!final.ok || final.value === null)
      return { state: 'degraded', why: `at block ${head.value}; it does not tell which blocks are final` }
    return { state: 'live', why: `at block ${head.value}, final up to ${final.value.slot}` }
  } finally {
    await nodes.close()
  }
}
