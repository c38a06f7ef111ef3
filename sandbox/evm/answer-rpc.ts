import { EVM_CONTRACTS } from '../../src/chain/evm/contracts.ts'
import { answerCall } from './contract-calls.ts'
import { quantity } from './hex.ts'
import { creationsBefore } from './history.ts'
import { blockJson, logsJson, receiptsJson } from './json.ts'
import type { EvmWorld, SandboxBlock } from './world.ts'

/** How a node of this world behaves badly. */
export type NodeFaults = {
  /** `eth_getLogs` over more blocks is refused. */
  maxRangeBlocks: number
  /** Logs are answered as none, as by a node that has the header and not yet the rest. */
  hidesLogs: boolean
  /** The position managers hold no key. */
  hasNoKeys: boolean
  /** No creation of a pool is among the logs that are asked for by id. */
  hidesCreations: boolean
  /** Knows no `eth_getBlockReceipts`, or no tag `finalized`. */
  hasNoReceipts: boolean
  hasNoFinalized: boolean
  /** Blocks that it does not know yet. */
  lag: number
}

export const NO_FAULTS: NodeFaults = {
  maxRangeBlocks: 10_000,
  hidesLogs: false,
  hasNoKeys: false,
  hidesCreations: false,
  hasNoReceipts: false,
  hasNoFinalized: false,
  lag: 0,
}

export type NodeView = { readonly world: EvmWorld; readonly faults: NodeFaults; readonly finalNumber: () => number }

/** A refusal as nodes write it. */
export class RpcRefusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The result of one call. Throws `RpcRefusal`. */
export function answerRpc(view: NodeView, method: string, params: readonly unknown[]): unknown {
  const { world, faults } = view
  const blocks = world.blocks().slice(0, faults.lag === 0 ? undefined : -faults.lag)
  switch (method) {
    case 'eth_chainId':
      return quantity(EVM_CONTRACTS[world.chain].chainId)
    case 'eth_blockNumber':
      return quantity(blocks.at(-1)?.number ?? 0)
    case 'eth_getBlockByNumber':
      return blockOrNull(byTag(view, blocks, params[0]), params[1] === true)
    case 'eth_getBlockByHash':
      return blockOrNull(
        blocks.find(({ hash }) => hash === params[0]),
        params[1] === true,
      )
    case 'eth_getLogs':
      return logs(view, blocks, params[0])
    case 'eth_getBlockReceipts': {
      if (faults.hasNoReceipts) throw new RpcRefusal(-32601, 'the method eth_getBlockReceipts does not exist')
      const block = byTag(view, blocks, params[0])
      return block === undefined ? null : receiptsJson(block)
    }
    case 'eth_call':
      return call(view, params[0])
    default:
      throw new RpcRefusal(-32601, `the method ${method} does not exist`)
  }
}

function byTag({ world, faults, finalNumber }: NodeView, blocks: readonly SandboxBlock[], tag: unknown) {
  if (tag === 'latest') return blocks.at(-1)
  if (tag === '0x0' || tag === 'earliest') return world.genesis
  if (tag === 'finalized' || tag === 'safe') {
    if (faults.hasNoFinalized) throw new RpcRefusal(-32602, 'invalid argument 0: unknown tag')
    return blocks.find(({ number }) => number === finalNumber())
  }
  if (typeof tag !== 'string' || !/^0x[0-9a-f]+$/.test(tag)) throw new RpcRefusal(-32602, 'invalid argument 0')
  if (tag.length === 66) return blocks.find(({ hash }) => hash === tag)
  return blocks.find(({ number }) => number === Number.parseInt(tag, 16))
}

function blockOrNull(block: SandboxBlock | undefined, isFull: boolean): unknown {
  return block === undefined ? null : blockJson(block, isFull)
}

type Filter = {
  readonly address?: string
  readonly blockHash?: string
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly topics?: readonly (readonly string[] | string | null)[]
}

function logs({ world, faults }: NodeView, blocks: readonly SandboxBlock[], filter: unknown): unknown {
  const { address, blockHash, fromBlock, toBlock, topics } = filter as Filter
  const first = topics?.[0]
  const wanted = typeof first === 'string' ? [first] : (first ?? null)
  const of = (block: SandboxBlock) => (faults.hidesLogs ? [] : logsJson(block, wanted))
  if (blockHash !== undefined) {
    const block = blocks.find(({ hash }) => hash === blockHash)
    if (block === undefined) throw new RpcRefusal(-32000, 'unknown block')
    return of(block)
  }
  const from = Number.parseInt(fromBlock ?? '', 16)
  const to = Number.parseInt(toBlock ?? '', 16)
  if (!(from <= to)) throw new RpcRefusal(-32602, 'invalid block range')
  if (to - from + 1 > faults.maxRangeBlocks)
    throw new RpcRefusal(-32005, `query exceeds max block range ${faults.maxRangeBlocks}`)
  const kept = blocks.filter(({ number }) => number >= from && number <= to)
  if (address === undefined) return kept.flatMap(of)
  if (faults.hidesCreations) return []
  const ids = topics?.[1] ?? []
  return [...creationsBefore(world, from, to), ...kept.flatMap((block) => logsJson(block, wanted))].filter(
    (log) => log.address === address && wanted?.includes(log.topics[0]!) && ids.includes(log.topics[1]!),
  )
}

function call({ world, faults }: NodeView, wish: unknown): string {
  const { to, data } = wish as { readonly to: string; readonly data: string }
  const returned = answerCall(world, to, data, faults)
  if (returned === null) throw new RpcRefusal(3, 'execution reverted')
  return returned
}
