import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { BlockHead } from '../../contract/tape-event.ts'
import type { JsonRpc, RpcOptions, RpcRequest } from '../../runtime/json-rpc.ts'
import { MAX_SLOT } from '../../runtime/reply-ranges.ts'
import { checkHeaderHash } from './header-hash.ts'
import { type EvmLog, hexOf, readAddress, readBytes, readHash, readHex, readLog, readQuantity } from './log.ts'
import { type EvmReceipts, isEvmReceipts, parseAndHashReceipts, parseReceiptsReply } from './scan-receipts.ts'
import { WANTED_TOPICS } from './topics.ts'

export type EvmTransaction = { readonly hash: string; readonly from: string }

/** A header with the hashes and senders of its transactions, where they were asked for. */
export type EvmHeader = BlockHead & {
  readonly blockTimeSec: number
  /** 256 bytes in hex. */
  readonly logsBloom: string
  readonly receiptsRoot: string | null
  /** Whether the hash is that of these members; not where the header has some that came after this program. */
  readonly isProven: boolean
  readonly transactionCount: number
  readonly transactions: readonly EvmTransaction[] | null
}

export type EthCall = { readonly to: string; readonly data: string }
/** Which pools, and in which blocks, both numbers included. */
export type CreationSearch = {
  readonly manager: string
  readonly topic: string
  readonly ids: readonly string[]
  readonly from: number
  readonly to: number
}
type Options = { readonly signal?: AbortSignal }

/** Nodes of one EVM chain. Fails as `JsonRpc` does; an answer that cannot be true is `upstream_failed`. */
export type EvmRpc = {
  chainId(options?: Options): Promise<Outcome<number>>
  blockNumber(options?: Options): Promise<Outcome<number>>
  /** Null when the node does not know the block (yet). */
  header(block: number | 'finalized', options?: Options): Promise<Outcome<EvmHeader | null>>
  /** The same with its transactions. */
  block(number: number, options?: Options): Promise<Outcome<EvmHeader | null>>
  /** Logs with a topic of ours, ascending. A node that does not know the block fails. */
  logsOf(blockHash: string, options?: Options): Promise<Outcome<readonly EvmLog[]>>
  /** The same of a range of numbers; the caller looks at their block hashes. */
  logsBetween(fromNumber: number, toNumber: number, options?: Options): Promise<Outcome<readonly EvmLog[]>>
  /** Creations of pools of a manager, by their ids. */
  creationsOf(search: CreationSearch, options?: Options): Promise<Outcome<readonly EvmLog[]>>
  /** With their root where the header can prove it. */
  receipts(header: EvmHeader, options?: Options): Promise<Outcome<EvmReceipts>>
  /** Bytes that a contract answers, at the newest block. */
  ethCall(call: EthCall, options?: Options): Promise<Outcome<string>>
  /** Outcomes aligned with the calls. */
  ethCalls(calls: readonly EthCall[], options?: Options): Promise<readonly Outcome<string>[]>
}

/** `onUnproven` hears of what this program does not know and so cannot check; the block is believed. */
export function createEvmRpc(
  node: Pick<JsonRpc, 'call' | 'callMany'>,
  onUnproven: (what: string) => void = () => undefined,
): EvmRpc {
  async function quantity(method: string, options: Options): Promise<Outcome<number>> {
    const reply = await node.call({ method, params: [] }, within(EVM_LIMITS.callBytes, EVM_LIMITS.callMs, options))
    if (!reply.ok) return reply
    const value = readQuantity(reply.value)
    return value === null || value > MAX_SLOT ? unexpected(method) : ok(value)
  }
  async function readBlock(block: number | 'finalized', isFull: boolean, options: Options) {
    const params = [typeof block === 'number' ? hexOf(block) : block, isFull]
    const bounds = within(EVM_LIMITS.blockBytes, EVM_LIMITS.replyMs, options)
    const reply = await node.call({ method: 'eth_getBlockByNumber', params }, bounds)
    if (!reply.ok) return reply
    if (reply.value === null) return ok(null)
    const header = readHeader(reply.value, isFull)
    if (header === null || (typeof block === 'number' && header.slot !== block))
      return unexpected('eth_getBlockByNumber')
    const checked = checkHeaderHash(reply.value as Readonly<Record<string, unknown>>, header.blockHash)
    if (checked === 'false') return fail('upstream_failed', `the header of block ${header.slot} has another hash`)
    if (checked === 'true') return ok(header)
    onUnproven(`headers have members that are not known: ${checked.unknown.join(', ')}`)
    return ok({ ...header, isProven: false })
  }
  async function logs(
    filter: Readonly<Record<string, unknown>>,
    options: Options,
    timeoutMs: number = EVM_LIMITS.replyMs,
  ) {
    const params = [{ topics: [WANTED_TOPICS], ...filter }]
    const bounds = within(EVM_LIMITS.logsBytes, timeoutMs, options)
    const reply = await node.call({ method: 'eth_getLogs', params }, bounds)
    if (!reply.ok) return reply
    const found = readLogs(reply.value)
    return found === null ? unexpected('eth_getLogs') : ok(found)
  }
  return {
    chainId: (options = {}) => quantity('eth_chainId', options),
    blockNumber: (options = {}) => quantity('eth_blockNumber', options),
    header: (block, options = {}) => readBlock(block, false, options),
    block: (number, options = {}) => readBlock(number, true, options),
    logsOf: (blockHash, options = {}) => logs({ blockHash }, options),
    logsBetween: (from, to, options = {}) => logs({ fromBlock: hexOf(from), toBlock: hexOf(to) }, options),
    creationsOf({ manager, topic, ids, from, to }, options = {}) {
      const range = { fromBlock: hexOf(from), toBlock: hexOf(to) }
      return logs({ ...range, address: manager, topics: [[topic], ids] }, options, EVM_LIMITS.creationCallMs)
    },
    async receipts({ blockHash, isProven }, options = {}) {
      const bounds = within(EVM_LIMITS.receiptsBytes, EVM_LIMITS.replyMs, options)
      const request = { method: 'eth_getBlockReceipts', params: [blockHash] }
      const reply = await node.call(request, { ...bounds, parse: isProven ? parseAndHashReceipts : parseReceiptsReply })
      if (!reply.ok) return reply
      return isEvmReceipts(reply.value) ? ok(reply.value) : unexpected('eth_getBlockReceipts')
    },
    ...contractCalls(node),
  }
}

function within(maxReplyBytes: number, timeoutMs: number, { signal }: Options): RpcOptions {
  return { maxReplyBytes, timeoutMs, signal }
}

function contractCalls(node: Pick<JsonRpc, 'call' | 'callMany'>): Pick<EvmRpc, 'ethCall' | 'ethCalls'> {
  return {
    async ethCall(call, options = {}) {
      const reply = await node.call(callRequest(call), within(EVM_LIMITS.callBytes, EVM_LIMITS.callMs, options))
      return reply.ok ? readReturned(reply.value) : reply
    },
    async ethCalls(calls, options = {}) {
      const bounds = within(EVM_LIMITS.callBytes, EVM_LIMITS.callMs, options)
      const replies = await node.callMany(calls.map(callRequest), bounds)
      return replies.map((reply) => (reply.ok ? readReturned(reply.value) : reply))
    },
  }
}

function callRequest({ to, data }: EthCall): RpcRequest {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

function readReturned(value: unknown): Outcome<string> {
  const bytes = readBytes(value)
  return bytes === null ? unexpected('eth_call') : ok(bytes)
}

function unexpected(method: string) {
  return fail('upstream_failed', `the node answered ${method} in an unexpected shape`)
}

/** Null for what is no block. */
function readHeader(value: unknown, isFull: boolean): EvmHeader | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Readonly<Record<string, unknown>>
  const slot = readQuantity(raw.number)
  const blockHash = readHash(raw.hash)
  const parentHash = readHash(raw.parentHash)
  const blockTimeSec = readQuantity(raw.timestamp)
  const logsBloom = readHex(raw.logsBloom, 256)
  const receiptsRoot = readHash(raw.receiptsRoot)
  if (slot === null || slot > MAX_SLOT || blockHash === null || parentHash === null) return null
  if (blockTimeSec === null || blockTimeSec > MAX_SLOT || logsBloom === null) return null
  if (!Array.isArray(raw.transactions) || raw.transactions.length > EVM_LIMITS.maxTransactions) return null
  const transactions = isFull ? readTransactions(raw.transactions) : null
  if (isFull && transactions === null) return null
  return {
    ...{ slot, blockHash, parentHash, blockTimeSec, logsBloom, receiptsRoot, transactions },
    isProven: true,
    parentSlot: Math.max(0, slot - 1),
    transactionCount: raw.transactions.length,
  }
}

/** Null when one of them is none, or stands twice. */
function readTransactions(values: readonly unknown[]): readonly EvmTransaction[] | null {
  const found: EvmTransaction[] = []
  const hashes = new Set<string>()
  for (const value of values) {
    if (typeof value !== 'object' || value === null) return null
    const raw = value as Readonly<Record<string, unknown>>
    const hash = readHash(raw.hash)
    const from = readAddress(raw.from)
    if (hash === null || from === null || hashes.has(hash)) return null
    hashes.add(hash)
    found.push({ hash, from })
  }
  return found
}

/** Ascending by block and index; null when one of them is no log. */
function readLogs(value: unknown): readonly EvmLog[] | null {
  if (!Array.isArray(value) || value.length > EVM_LIMITS.maxLogs) return null
  const found: EvmLog[] = []
  for (const one of value) {
    const log = readLog(one, found.at(-1))
    if (log === null) return null
    found.push(log)
  }
  return found
}
