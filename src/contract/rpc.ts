import Type from 'typebox'
import { fail, ok } from './outcome.ts'
import type { BodyRule } from './params.ts'

/** Read-only methods that `POST /api/v2/rpc` relays: those spec 4.6 shows, then further reads of nodes and DAS.
 *  Submission, signing and subscriptions are not here. */
export const RPC_ALLOW_LIST: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getBalance',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenAccountsByDelegate',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getSlot',
  'getBlockHeight',
  'getBlock',
  'getEpochInfo',
  'getLatestBlockhash',
  'getRecentBlockhash',
  'getMinimumBalanceForRentExemption',
  'getSignatureStatuses',
  'getTransaction',
  'getTransactionCount',
  'getInflationReward',
  'getStakeActivation',
  'getVoteAccounts',
  'getClusterNodes',
  'getHealth',
  'getVersion',
  'getGenesisHash',
  'getBlocks',
  'getBlocksWithLimit',
  'getBlockTime',
  'getSignaturesForAddress',
  'getRecentPrioritizationFees',
  'getFeeForMessage',
  'isBlockhashValid',
  'getSupply',
  'getEpochSchedule',
  'getLeaderSchedule',
  'getSlotLeader',
  'getSlotLeaders',
  'getFirstAvailableBlock',
  'getInflationRate',
  'getInflationGovernor',
  'getIdentity',
  'getStakeMinimumDelegation',
  'getRecentPerformanceSamples',
  'minimumLedgerSlot',
  'getHighestSnapshotSlot',
  'getLargestAccounts',
  'getAsset',
  'getAssets',
  'getAssetBatch',
  'getAssetProof',
  'getAssetProofBatch',
  'getAssetsByOwner',
  'getAssetsByCreator',
  'getAssetsByGroup',
  'getAssetsByAuthority',
  'searchAssets',
  'getTokenAccounts',
  'getSignaturesForAsset',
  'getNftEditions',
])

/** Checked calls. `wire` goes to the node. */
export type RpcCalls = {
  readonly wire: Uint8Array
  readonly count: number
  /** One of them asks for every account of a program without a filter and with its data. */
  readonly listsWholeProgram: boolean
  /** False where all are notifications, calls without an id: a node answers those with nothing. */
  readonly expectsAnswer: boolean
}

/** A slice of the data that needs no filter beside it. */
const SHORT_SLICE_BYTES = 256

const RpcCall = Type.Object(
  {
    jsonrpc: Type.Optional(Type.Literal('2.0')),
    id: Type.Optional(Type.Unknown()),
    method: Type.String(),
    params: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: true },
)

/** One JSON-RPC call or an array of 1 to `maxCalls`. What goes to the node is written anew from the checked value, so
 *  that a repeated member cannot mean one method here and another there. */
export function rpcBody(maxCalls: number): BodyRule<RpcCalls> {
  return {
    inWorker: 'rpc',
    schema: Type.Union([RpcCall, Type.Array(RpcCall, { minItems: 1, maxItems: maxCalls })]),
    parse: (json) => {
      if (typeof json !== 'object' || json === null) return fail('invalid_request', 'json body required')
      const calls: readonly unknown[] = Array.isArray(json) ? json : [json]
      if (calls.length < 1 || calls.length > maxCalls)
        return fail('invalid_request', `batch must hold 1 to ${maxCalls} calls`)
      for (const call of calls) {
        const method = typeof call === 'object' && call !== null ? (call as { method?: unknown }).method : undefined
        if (typeof method !== 'string' || method === '')
          return fail('invalid_request', 'each call needs a string method')
        if (!RPC_ALLOW_LIST.has(method)) return fail('invalid_request', 'method not allowed')
      }
      return ok({
        wire: Buffer.from(JSON.stringify(json)),
        count: calls.length,
        listsWholeProgram: calls.some(listsWholeProgram),
        expectsAnswer: calls.some((call) => (call as { readonly id?: unknown }).id !== undefined),
      })
    },
  }
}

/** Whether a call asks for all accounts of a program with all of their data. */
function listsWholeProgram(call: unknown): boolean {
  const { method, params } = call as { readonly method: string; readonly params?: unknown }
  if (method !== 'getProgramAccounts') return false
  const config = Array.isArray(params) ? (params as readonly unknown[])[1] : undefined
  if (typeof config !== 'object' || config === null) return true
  const { filters, dataSlice } = config as { readonly filters?: unknown; readonly dataSlice?: unknown }
  return !(Array.isArray(filters) && filters.some(isFilter)) && !isShort(dataSlice)
}

function isFilter(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false
  const { dataSize, memcmp } = filter as { readonly dataSize?: unknown; readonly memcmp?: unknown }
  if (typeof dataSize === 'number') return true
  if (typeof memcmp !== 'object' || memcmp === null) return false
  const { bytes } = memcmp as { readonly bytes?: unknown }
  return (typeof bytes === 'string' || Array.isArray(bytes)) && bytes.length > 0
}

function isShort(slice: unknown): boolean {
  const length = typeof slice === 'object' && slice !== null ? (slice as { readonly length?: unknown }).length : null
  return typeof length === 'number' && length >= 0 && length <= SHORT_SLICE_BYTES
}
