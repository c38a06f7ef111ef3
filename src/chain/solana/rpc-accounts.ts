import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { NODE_REPLY_BYTES, UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58 } from '../../hot-paths/base58.ts'
import { parseWithBigMembers } from '../../runtime/exact-json.ts'
import { chunksOf, inParallel } from '../../runtime/in-parallel.ts'
import type { JsonRpc } from '../../runtime/json-rpc.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { createAccountCollector, createBase64Decoder, LAMPORTS_MEMBER, toAccountView } from './account-views.ts'
import type { AccountsOptions, AccountView, SolanaRpc } from './rpc.ts'
import { type CallOptions, COMMITMENT, timed, unexpectedReply } from './rpc-call.ts'
import { AccountsReply } from './rpc-replies.ts'

type AccountReads = Pick<SolanaRpc, 'accounts' | 'programAccounts' | 'tokenAccounts'>

const accountsCheck = compileReply(AccountsReply)

/** The calls of a node that read accounts. */
export function accountReads(node: JsonRpc): AccountReads {
  return {
    accounts: (addresses, options = {}) => readAccounts(node, addresses, options),
    programAccounts: (program, options) => readProgramAccounts(node, program, options),
    tokenAccounts: (owner, program, options = {}) => readTokenAccounts(node, { owner, program }, options),
  }
}

async function readAccounts(
  node: JsonRpc,
  addresses: readonly string[],
  { dataSlice, accountBytes, ...options }: AccountsOptions,
): ReturnType<SolanaRpc['accounts']> {
  const bytes = Math.min(dataSlice?.length ?? Number.POSITIVE_INFINITY, accountBytes ?? NODE_REPLY_BYTES.account)
  const config = { encoding: 'base64', commitment: COMMITMENT, ...(dataSlice === undefined ? {} : { dataSlice }) }
  const chunks = chunksOf(addresses, UPSTREAM_BATCHES.rpcAccounts)
  const answers = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) =>
    readChunk(
      node,
      { addresses: chunk, config },
      { ...options, maxReplyBytes: accountsReplyBytes(chunk.length, bytes) },
    ),
  )
  const accounts: (AccountView | null)[] = []
  let slot = Number.POSITIVE_INFINITY
  for (const answer of answers) {
    if (!answer.ok) return answer
    slot = Math.min(slot, answer.value.slot)
    for (const account of answer.value.accounts) accounts.push(account)
  }
  return ok({ slot: Number.isFinite(slot) ? slot : 0, accounts })
}

async function readChunk(
  node: JsonRpc,
  { addresses, config }: { readonly addresses: readonly string[]; readonly config: object },
  options: CallOptions & { readonly maxReplyBytes: number },
) {
  const method = 'getMultipleAccounts'
  const outcome = await node.call(
    { method, params: [addresses, config] },
    {
      ...timed(options),
      maxReplyBytes: options.maxReplyBytes,
      parse: (text) => parseWithBigMembers(text, LAMPORTS_MEMBER),
    },
  )
  if (!outcome.ok) return outcome
  if (!accountsCheck.matches(outcome.value) || outcome.value.value.length !== addresses.length) {
    return unexpectedReply(method)
  }
  const decode = createBase64Decoder()
  const { context, value } = outcome.value
  const accounts = value.map((account, at) => account && toAccountView(addresses[at]!, account, decode))
  return ok({ slot: context.slot, accounts })
}

async function readProgramAccounts(
  node: JsonRpc,
  program: string,
  { filters, dataSlice, signal }: Parameters<SolanaRpc['programAccounts']>[1],
): Promise<Outcome<readonly AccountView[]>> {
  const config = {
    encoding: 'base64',
    commitment: COMMITMENT,
    filters,
    ...(dataSlice === undefined ? {} : { dataSlice }),
  }
  // Of a slice the filters speak of bytes that are not in it.
  const isAsked = dataSlice === undefined ? matcherOf(filters) : undefined
  const method = 'getProgramAccounts'
  const outcome = await node.callRows(
    { method, params: [program, config] },
    {
      timeoutMs: TIMEOUTS.rpcScanMs,
      signal,
      path: ['result'],
      collect: () => {
        const collector = createAccountCollector(program, LIMITS.holderAccounts, isAsked)
        return { row: collector.row, end: (rest) => (Array.isArray(rest) ? collector.views : null) }
      },
    },
  )
  if (!outcome.ok) return outcome
  return outcome.value === null ? unexpectedReply(method) : ok(outcome.value)
}

/** What the filters of a scan admit: a node that lists accounts of another owner is not believed. */
function matcherOf(filters: Parameters<SolanaRpc['programAccounts']>[1]['filters']): (data: Uint8Array) => boolean {
  const parts = filters.flatMap((filter) =>
    'memcmp' in filter
      ? [{ at: filter.memcmp.offset, bytes: decodeBase58(filter.memcmp.bytes) ?? new Uint8Array() }]
      : [],
  )
  const sizes = filters.flatMap((filter) => ('dataSize' in filter ? [filter.dataSize] : []))
  return (data) =>
    sizes.every((size) => data.length === size) &&
    parts.every(({ at, bytes }) => Buffer.compare(data.subarray(at, at + bytes.length), bytes) === 0)
}

async function readTokenAccounts(
  node: JsonRpc,
  { owner, program }: { readonly owner: string; readonly program: string },
  { signal }: { readonly signal?: AbortSignal },
): Promise<Outcome<readonly AccountView[]>> {
  const method = 'getTokenAccountsByOwner'
  const config = { encoding: 'base64', commitment: COMMITMENT }
  const outcome = await node.callRows(
    { method, params: [owner, { programId: program }, config] },
    {
      timeoutMs: TIMEOUTS.rpcScanMs,
      signal,
      path: ['result', 'value'],
      collect: () => {
        const collector = createAccountCollector(program, LIMITS.ownedAccounts)
        return { row: collector.row, end: (rest) => (hasRows(rest) ? collector.views : null) }
      },
    },
  )
  if (!outcome.ok) return outcome
  return outcome.value === null ? unexpectedReply(method) : ok(outcome.value)
}

/** Bytes of the reply that holds so many accounts of so many bytes. */
function accountsReplyBytes(count: number, accountBytes: number): number {
  const { accounts, aroundAccount } = NODE_REPLY_BYTES
  return accounts + count * (Math.ceil((accountBytes * 4) / 3) + aroundAccount)
}

/** What is left of an answer whose rows were taken out of `value`. */
function hasRows(rest: unknown): boolean {
  return typeof rest === 'object' && rest !== null && 'value' in rest && Array.isArray(rest.value)
}
