import { EVM_CONTRACTS } from '../../../src/chain/evm/contracts.ts'
import { poolIdOf } from '../../../src/chain/evm/pool-key.ts'
import { createEvmRpc } from '../../../src/chain/evm/rpc.ts'
import { toWord } from '../../../src/chain/evm/words.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import type { EvmTapeChain } from '../../../src/contract/tape-event.ts'
import type { JsonRpc, RpcRequest } from '../../../src/runtime/json-rpc.ts'
import type { EvmClient } from '../../../src/services/evm-security/evm-clients.ts'

export const TOKEN = `0x${'11'.repeat(20)}`
export const PAIR = `0x${'22'.repeat(20)}`
export const OWNER = `0x${'33'.repeat(20)}`
export const BUYER = `0x${'44'.repeat(20)}`
export const HEAD = 20_000_000
export const HEAD_SEC = 1_750_000_000
const COIN = 10n ** 18n

export type FakeNode = {
  readonly client: EvmClient
  readonly asked: RpcRequest[]
  /** The answer to a call with overrides. */
  executed: (request: RpcRequest) => Outcome<unknown>
  /** Stands before everything else; undefined goes on. */
  before: (request: RpcRequest) => Outcome<unknown> | undefined
  hasPair: boolean
  /** What lies in the pair of the quote. */
  pairWei: bigint
  /** Words of the storage of v4's manager. */
  readonly stored: Map<string, string>
}

/** At a price of 1: this much of both would lie in the pool. */
export function holdV4(node: FakeNode, key: string, amount: bigint): void {
  const slot = BigInt(poolIdOf(`${poolIdOf(key)}${toWord(6)}`))
  node.stored.set(toWord(slot), toWord(2n ** 96n))
  node.stored.set(toWord(slot + 3n), toWord(amount))
}

const REVERTED = { ...fail('upstream_refused', 'reverted'), rpcCode: 3 } as Outcome<unknown>

/** A node in which one pair of v2 holds `TOKEN`. It has no multicall. */
export function fakeNode(chain: EvmTapeChain = 'ethereum'): FakeNode {
  const asked: RpcRequest[] = []
  const contracts = EVM_CONTRACTS[chain]
  const factory = contracts.venues.find(({ dex }) => dex === 'uniswap_v2')!.address
  const call: JsonRpc['call'] = (request) => {
    asked.push(request)
    return Promise.resolve(node.before(request) ?? answer(request))
  }
  const callMany: JsonRpc['callMany'] = (requests, options) => Promise.all(requests.map((one) => call(one, options)))
  const client = { node: { call, callMany }, rpc: createEvmRpc({ call, callMany }), contracts }
  const node: FakeNode = {
    ...{ client, asked, executed: () => REVERTED, before: () => undefined, hasPair: true, pairWei: 40n * COIN },
    stored: new Map(),
  }

  function answer(request: RpcRequest): Outcome<unknown> {
    const params = request.params as readonly unknown[]
    if (request.method === 'eth_blockNumber') return ok(`0x${HEAD.toString(16)}`)
    if (request.method === 'eth_getCode') return ok(params[0] === OWNER || params[0] === BUYER ? '0x' : '0x6000')
    if (request.method === 'eth_getLogs') return ok([{ topics: ['0x', '0x', `0x${toWord(BUYER)}`] }, null, 7])
    if (request.method !== 'eth_call') return REVERTED
    if (params.length > 2) return node.executed(request)
    const { to, data } = params[0] as { readonly to: string; readonly data: string }
    if (to === factory && data.includes(TOKEN.slice(2)) && data.includes(contracts.wrappedNative.slice(2)))
      return ok(`0x${toWord(node.hasPair ? PAIR : 0)}`)
    if (data.startsWith('0x8da5cb5b')) return ok(`0x${toWord(OWNER)}`)
    if (data.startsWith('0x70a08231')) return ok(`0x${toWord(node.pairWei)}`)
    if (data.startsWith('0x1e2eaeaf')) return ok(`0x${node.stored.get(data.slice(10)) ?? toWord(0)}`)
    return REVERTED
  }
  return node
}

/** The rows of a call whose purchase and sale went through, or whose sale was refused. */
export function rowsOf(canSell: boolean, at = { block: HEAD, timeSec: HEAD_SEC }): string {
  const none = [0, 0, 0, 0]
  const rows = [
    [0, 0, 10n ** 27n, OWNER, 1, at.block, at.timeSec, 0, ...none],
    [1, 0, COIN, COIN, 0, 0, 0, 0, ...none],
    [2, 0, COIN, 1_000, 1_000, 1_000, 0, 0, ...none],
    [3, canSell ? 0 : 3, 1_000, canSell ? 970 : 0, 1_000, 500, canSell ? 485 : 0, 0, ...none],
    [8, canSell ? 0 : 3, 500, canSell ? 485 : 0, 500, 250, canSell ? 240 : 0, 0, ...none],
    [17, canSell ? 0 : 3, 500, canSell ? 485 : 0, 500, 250, canSell ? 240 : 0, 0, ...none],
  ]
  return `0x${[32, rows.flat().length, ...rows.flat()].map(toWord).join('')}`
}
