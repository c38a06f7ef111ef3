import type { AccountFilter } from './account-filters.ts'
import { readFilters } from './account-filters.ts'
import { type BlockForm, readBlockForm } from './encode-block.ts'
import { isObject, type Json } from './json.ts'
import {
  type AccountConfig,
  type Commitment,
  expectCount,
  readAccountConfig,
  readAddress,
  readCommitment,
  readConfig,
  readFlag,
  readLedgerCommitment,
  readSignature,
} from './read-params.ts'
import { invalidParams, invalidType, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'

/** What a socket asked to hear of. */
export type Topic =
  | { readonly kind: 'slot' }
  | { readonly kind: 'root' }
  | { readonly kind: 'slotsUpdates' }
  /** `mentions` null: all transactions. */
  | { readonly kind: 'logs'; readonly mentions: string | null; readonly commitment: Commitment }
  | {
      readonly kind: 'signature'
      readonly signature: string
      readonly commitment: Commitment
      readonly wantsReceived: boolean
    }
  | { readonly kind: 'account'; readonly address: string; readonly config: AccountConfig }
  | {
      readonly kind: 'program'
      readonly program: string
      readonly config: AccountConfig
      readonly filters: readonly AccountFilter[]
    }
  | {
      readonly kind: 'block'
      readonly mentions: string | null
      readonly commitment: Commitment
      readonly form: BlockForm
    }

const READERS = new Map<string, (params: readonly Json[]) => Topic>([
  ['slotSubscribe', (params) => bare('slot', params)],
  ['rootSubscribe', (params) => bare('root', params)],
  ['slotsUpdatesSubscribe', (params) => bare('slotsUpdates', params)],
  ['logsSubscribe', readLogs],
  ['signatureSubscribe', readSignatureTopic],
  ['accountSubscribe', readAccount],
  ['programSubscribe', readProgram],
  ['blockSubscribe', readBlock],
])

/** The topic of a subscribe method. Throws RpcRefusal; -32601 for `voteSubscribe`, which nodes serve only on demand,
 *  and for anything unknown. */
export function readTopic(method: string, params: readonly Json[]): Topic {
  const read = READERS.get(method)
  if (read === undefined) throw new RpcRefusal(RPC_CODES.methodNotFound, 'Method not found')
  return read(params)
}

/** Whether `method` cancels subscriptions: `slotUnsubscribe` and its like. */
export function isUnsubscribe(method: string): boolean {
  return method.endsWith('Unsubscribe') && READERS.has(`${method.slice(0, -'Unsubscribe'.length)}Subscribe`)
}

function bare(kind: 'slot' | 'root' | 'slotsUpdates', params: readonly Json[]): Topic {
  expectCount(params, 0, 0)
  return { kind }
}

function readLogs(params: readonly Json[]): Topic {
  expectCount(params, 1, 2)
  const filter = params[0]
  const commitment = readCommitment(readConfig(params[1]))
  if (filter === 'all' || filter === 'allWithVotes') return { kind: 'logs', mentions: null, commitment }
  const mentions = isObject(filter) ? filter['mentions'] : undefined
  if (!Array.isArray(mentions)) throw invalidType(filter, 'enum RpcTransactionLogsFilter')
  if (mentions.length !== 1) throw invalidParams('Invalid Request: Only 1 address supported')
  return { kind: 'logs', mentions: readAddress(mentions[0]), commitment }
}

function readSignatureTopic(params: readonly Json[]): Topic {
  expectCount(params, 1, 2)
  const config = readConfig(params[1])
  return {
    kind: 'signature',
    signature: readSignature(params[0]),
    commitment: readCommitment(config),
    wantsReceived: readFlag(config, 'enableReceivedNotification', false),
  }
}

function readAccount(params: readonly Json[]): Topic {
  expectCount(params, 1, 2)
  return { kind: 'account', address: readAddress(params[0]), config: readAccountConfig(params[1], 'binary') }
}

function readProgram(params: readonly Json[]): Topic {
  expectCount(params, 1, 2)
  return {
    kind: 'program',
    program: readAddress(params[0]),
    config: readAccountConfig(params[1], 'binary'),
    filters: readFilters(readConfig(params[1])['filters']),
  }
}

function readBlock(params: readonly Json[]): Topic {
  expectCount(params, 1, 2)
  const filter = params[0]
  const config = readConfig(params[1])
  const commitment = readLedgerCommitment(config)
  const form = readBlockForm({ encoding: 'base64', ...config }, 'showRewards')
  if (filter === 'all') return { kind: 'block', mentions: null, commitment, form }
  if (!isObject(filter)) throw invalidType(filter, 'enum RpcBlockSubscribeFilter')
  return { kind: 'block', mentions: readAddress(filter['mentionsAccountOrProgram']), commitment, form }
}
