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
export function rpcBody(maxCalls: number): BodyRule<{ readonly wire: Uint8Array }> {
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
      return ok({ wire: Buffer.from(JSON.stringify(json)) })
    },
  }
}
