import { type BodyRule, jsonBody } from './json-body.ts'
import { isObject, type Member, optional, Refusal } from './member.ts'
import { anything, oneOf } from './members.ts'
import { objectOf } from './object-member.ts'
import { isAddress } from './params.ts'

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

const call = objectOf({
  jsonrpc: optional(anything('`2.0`; the node judges it.'), null),
  id: optional(anything('Id of the call; a call without one is a notification, which a node does not answer.'), null),
  method: oneOf([...RPC_ALLOW_LIST], { description: 'A method that reads.' }),
  params: optional(anything('As the method wants them.'), null),
})

/** One JSON-RPC call or an array of 1 to `maxCalls`. What goes to the node is written again from the checked value, so
 *  that a repeated member cannot mean one method here and another there. */
export function rpcBody(maxCalls: number): BodyRule<RpcCalls> {
  return jsonBody(callsOf(maxCalls), {
    inWorker: 'rpc',
    finish: (calls, json) => ({
      wire: Buffer.from(JSON.stringify(json)),
      count: calls.length,
      listsWholeProgram: calls.some(listsWholeProgram),
      expectsAnswer: calls.some((one) => (one as { readonly id?: unknown }).id !== undefined),
    }),
  })
}

/** The calls as they came: they go on with every member. The sentences are those of spec 4.6. */
function callsOf(maxCalls: number): Member<readonly unknown[]> {
  return {
    schema: { anyOf: [call.schema, { type: 'array', items: call.schema, minItems: 1, maxItems: maxCalls }] },
    read(value) {
      if (typeof value !== 'object' || value === null) return new Refusal('json body required')
      const calls: readonly unknown[] = Array.isArray(value) ? value : [value]
      if (calls.length < 1 || calls.length > maxCalls) return new Refusal(`batch must hold 1 to ${maxCalls} calls`)
      for (const one of calls) {
        const method = isObject(one) ? one['method'] : undefined
        if (typeof method !== 'string' || method === '') return new Refusal('each call needs a string method')
        if (!RPC_ALLOW_LIST.has(method)) return new Refusal('method not allowed')
      }
      return calls
    },
  }
}

/** Most of what a chain holds belongs to these two: `dataSize` fits nearly every account, and a slice leaves the node
 *  the walk. */
const TOKEN_PROGRAMS: ReadonlySet<unknown> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
/** Where a token account names its mint and its owner: what nodes keep an index of. */
const MINT_OFFSET = 0
const OWNER_OFFSET = 32
const ADDRESS_BYTES = 32
const ZERO_ADDRESS = '1'.repeat(ADDRESS_BYTES)
/** Millions of accounts of a few lengths each, and no index of their own: a `dataSize`, a discriminator or a short
 *  slice leaves the node the walk. An address (a mint, an authority, a voter) picks the few of someone. */
const HUGE_PROGRAMS: ReadonlySet<unknown> = new Set([
  '11111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
])

/** Whether a call asks for all accounts of a program with all of their data, or for more than a mint's or an owner's
 *  accounts of a token program, or of another huge one without an address in the filter. */
function listsWholeProgram(call: unknown): boolean {
  const { method, params } = call as { readonly method: string; readonly params?: unknown }
  if (method !== 'getProgramAccounts') return false
  const [program, config] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof config !== 'object' || config === null) return true
  const { filters, dataSlice } = config as { readonly filters?: unknown; readonly dataSlice?: unknown }
  const given: readonly unknown[] = Array.isArray(filters) ? filters : []
  if (TOKEN_PROGRAMS.has(program)) return !given.some(namesMintOrOwner)
  if (HUGE_PROGRAMS.has(program)) return !given.some(namesAddress)
  return !given.some(isFilter) && !isShort(dataSlice)
}

type Memcmp = { readonly offset?: unknown; readonly bytes?: unknown; readonly encoding?: unknown }

function memcmpOf(filter: unknown): Memcmp | null {
  const memcmp = typeof filter === 'object' && filter !== null ? (filter as { readonly memcmp?: unknown }).memcmp : null
  return typeof memcmp === 'object' && memcmp !== null ? memcmp : null
}

function isFilter(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false
  if (typeof (filter as { readonly dataSize?: unknown }).dataSize === 'number') return true
  const bytes = memcmpOf(filter)?.bytes
  return (typeof bytes === 'string' || Array.isArray(bytes)) && bytes.length > 0
}

function namesMintOrOwner(filter: unknown): boolean {
  const memcmp = memcmpOf(filter)
  return (memcmp?.offset === MINT_OFFSET || memcmp?.offset === OWNER_OFFSET) && comparesAddress(memcmp)
}

/** An address of zeros is what unset fields hold: the custodian of nearly every stake account. */
function namesAddress(filter: unknown): boolean {
  const memcmp = memcmpOf(filter)
  return memcmp !== null && comparesAddress(memcmp) && !isZeros(memcmp)
}

function comparesAddress({ bytes, encoding }: Memcmp): boolean {
  if (Array.isArray(bytes)) return bytes.length === ADDRESS_BYTES
  if (typeof bytes !== 'string') return false
  return encoding === 'base64' ? Buffer.from(bytes, 'base64').length === ADDRESS_BYTES : isAddress(bytes)
}

function isZeros({ bytes, encoding }: Memcmp): boolean {
  if (Array.isArray(bytes)) return bytes.every((byte) => byte === 0)
  if (encoding === 'base64') return Buffer.from(String(bytes), 'base64').every((byte) => byte === 0)
  return bytes === ZERO_ADDRESS
}

function isShort(slice: unknown): boolean {
  const length = typeof slice === 'object' && slice !== null ? (slice as { readonly length?: unknown }).length : null
  return typeof length === 'number' && length >= 0 && length <= SHORT_SLICE_BYTES
}
