import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { NODE_REPLY_BYTES, UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import { parseExact, parseWithBigMembers } from '../../runtime/exact-json.ts'
import { chunksOf, inParallel } from '../../runtime/in-parallel.ts'
import type { JsonRpc } from '../../runtime/json-rpc.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { createAccountCollector, createBase64Decoder, LAMPORTS_MEMBER, toAccountView } from './account-views.ts'
import { type BlockFault, createBlockCollector, isBlockFault } from './block-collector.ts'
import {
  AccountsReply,
  isTransaction,
  type RawBlock,
  type RawTransaction,
  type SignatureRow,
  SignaturesReply,
} from './rpc-replies.ts'

export type { RawBlock, RawTransaction, SignatureRow } from './rpc-replies.ts'

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }
export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal }
export type AccountsOptions = {
  readonly dataSlice?: { readonly offset: number; readonly length: number }
  readonly accountBytes?: number
  readonly signal?: AbortSignal
}
export type AccountView = {
  readonly address: string
  readonly lamports: bigint
  readonly owner: string
  readonly executable: boolean
  /** May be a view on a block that other accounts share: copy before transferring or changing it. */
  readonly data: Uint8Array
}

/** Version 1 is live since September 2026; asking for less fails on nearly every block (-32015). */
export const MAX_TRANSACTION_VERSION = 1
/** Everything is read at this commitment. */
export const COMMITMENT = 'confirmed'

/** A Solana node. Failures of the node itself carry `rpcCode`. Every call that can meet a versioned transaction asks
 *  with `maxSupportedTransactionVersion: 1`. */
export type SolanaRpc = {
  /** One call; the result is checked by the caller, who knows the method. Integers past 2^53 are rounded. */
  call<T>(
    method: string,
    params: readonly unknown[],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<Outcome<T>>
  /** Several calls in as few requests as the node takes; outcomes aligned with the calls. */
  callMany<T>(
    calls: readonly RpcCall[],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<readonly Outcome<T>[]>
  /** Accounts aligned with the addresses, null for missing ones; any number. `slot` is the oldest of the answers.
   *  `accountBytes`: what each holds at most (`NODE_REPLY_BYTES.account` by default). */
  accounts(
    addresses: readonly string[],
    options?: AccountsOptions,
  ): Promise<Outcome<{ slot: number; accounts: readonly (AccountView | null)[] }>>
  programAccounts(
    program: string,
    options: {
      filters: readonly ({ dataSize: number } | { memcmp: { offset: number; bytes: string } })[]
      dataSlice?: { offset: number; length: number }
      signal?: AbortSignal
    },
  ): Promise<Outcome<readonly AccountView[]>>
  /** All token accounts of a wallet under one token program, in the node's order: one call, read row by row. */
  tokenAccounts(
    owner: string,
    program: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Outcome<readonly AccountView[]>>
  /** Null when the node does not know it (yet) at this commitment. */
  transaction(signature: string, options?: CallOptions): Promise<Outcome<RawTransaction | null>>
  /** Outcomes aligned with the signatures. */
  transactions(signatures: readonly string[], options?: CallOptions): Promise<readonly Outcome<RawTransaction | null>[]>
  /** Newest first, at most 1,000 (the default); `before` and `until` are signatures, exclusive. A cursor of another
   *  node fails with -32020. */
  signaturesOf(
    address: string,
    options?: CallOptions & { readonly limit?: number; readonly before?: string; readonly until?: string },
  ): Promise<Outcome<readonly SignatureRow[]>>
  /** The newest of each address, in as few requests as the node takes; outcomes aligned with the addresses. */
  signaturesOfMany(
    addresses: readonly string[],
    options: CallOptions & { readonly limit: number },
  ): Promise<readonly Outcome<readonly SignatureRow[]>[]>
  /** Null for a slot without a block; fails for one that does not hold together (`block-collector.ts`). `wants` looks at
   *  the text of each transaction; those it does not want are left out unparsed, and the others keep their position in
   *  the block. */
  block(
    slot: number,
    options?: CallOptions & { readonly wants?: (transactionText: string) => boolean },
  ): Promise<Outcome<RawBlock | null>>
  /** The node's answer to a JSON-RPC body, byte for byte, a long one while it arrives and cut after `maxBytes`. */
  relay(
    body: Uint8Array,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal },
  ): Promise<Outcome<Relayed>>
}

/** Slot skipped, or missing from the ledger or from long-term storage: there is no such block. */
const NO_BLOCK = new Set([-32007, -32009])

const accountsCheck = compileReply(AccountsReply)
const signaturesCheck = compileReply(SignaturesReply)

/** Bytes of the reply to calls of these methods together. */
function replyBytesOf(...methods: readonly string[]): number {
  let bytes = 0
  for (const method of methods) bytes += NODE_REPLY_BYTES.byMethod[method] ?? NODE_REPLY_BYTES.call
  return Math.min(bytes, NODE_REPLY_BYTES.calls)
}

/** Bytes of the reply that holds so many accounts of so many bytes. */
function accountsReplyBytes(count: number, accountBytes: number): number {
  const { accounts, aroundAccount } = NODE_REPLY_BYTES
  return accounts + count * (Math.ceil((accountBytes * 4) / 3) + aroundAccount)
}

export function createSolanaRpc(node: JsonRpc): SolanaRpc {
  const unexpected = (method: string): Failure =>
    fail('upstream_failed', `the node answered ${method} in an unexpected shape`)

  async function accountsChunk(
    addresses: readonly string[],
    config: object,
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
      return unexpected(method)
    }
    const decode = createBase64Decoder()
    const { context, value } = outcome.value
    const accounts = value.map((account, at) => account && toAccountView(addresses[at]!, account, decode))
    return ok({ slot: context.slot, accounts })
  }

  return {
    async call<T>(method: string, params: readonly unknown[], options: CallOptions = {}) {
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(method) }
      return (await node.call({ method, params }, bounds)) as Outcome<T>
    },
    async callMany<T>(calls: readonly RpcCall[], options: CallOptions = {}) {
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(...calls.map(({ method }) => method)) }
      return (await node.callMany(calls, bounds)) as Outcome<T>[]
    },
    async accounts(addresses, { dataSlice, accountBytes, ...options } = {}) {
      const bytes = Math.min(dataSlice?.length ?? Number.POSITIVE_INFINITY, accountBytes ?? NODE_REPLY_BYTES.account)
      const config = { encoding: 'base64', commitment: COMMITMENT, ...(dataSlice === undefined ? {} : { dataSlice }) }
      const chunks = chunksOf(addresses, UPSTREAM_BATCHES.rpcAccounts)
      const answers = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) =>
        accountsChunk(chunk, config, { ...options, maxReplyBytes: accountsReplyBytes(chunk.length, bytes) }),
      )
      const accounts: (AccountView | null)[] = []
      let slot = Number.POSITIVE_INFINITY
      for (const answer of answers) {
        if (!answer.ok) return answer
        slot = Math.min(slot, answer.value.slot)
        for (const account of answer.value.accounts) accounts.push(account)
      }
      return ok({ slot: Number.isFinite(slot) ? slot : 0, accounts })
    },
    async programAccounts(program, { filters, dataSlice, signal }) {
      const config = {
        encoding: 'base64',
        commitment: COMMITMENT,
        filters,
        ...(dataSlice === undefined ? {} : { dataSlice }),
      }
      const method = 'getProgramAccounts'
      const outcome = await node.callRows(
        { method, params: [program, config] },
        {
          timeoutMs: TIMEOUTS.rpcScanMs,
          signal,
          path: ['result'],
          collect: () => {
            const collector = createAccountCollector(program, LIMITS.holderAccounts)
            return { row: collector.row, end: (rest) => (Array.isArray(rest) ? collector.views : null) }
          },
        },
      )
      if (!outcome.ok) return outcome
      return outcome.value === null ? unexpected(method) : ok(outcome.value)
    },
    async tokenAccounts(owner, program, { signal } = {}) {
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
      return outcome.value === null ? unexpected(method) : ok(outcome.value)
    },
    async transaction(signature, options = {}) {
      const request = transactionRequest(signature)
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(request.method), parse: parseExact }
      const outcome = await node.call(request, bounds)
      return outcome.ok ? transactionOutcome(signature, outcome.value, unexpected) : outcome
    },
    async transactions(signatures, options = {}) {
      const requests = signatures.map(transactionRequest)
      const maxReplyBytes = replyBytesOf(...requests.map(({ method }) => method))
      const outcomes = await node.callMany(requests, { ...timed(options), maxReplyBytes, parse: parseExact })
      return outcomes.map((outcome, at) =>
        outcome.ok ? transactionOutcome(signatures[at]!, outcome.value, unexpected) : outcome,
      )
    },
    async signaturesOf(address, { limit, before, until, ...options } = {}) {
      const method = 'getSignaturesForAddress'
      const config = {
        commitment: COMMITMENT,
        limit: limit ?? 1_000,
        ...(before === undefined ? {} : { before }),
        ...(until === undefined ? {} : { until }),
      }
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(method) }
      return signatureRows(await node.call({ method, params: [address, config] }, bounds), config.limit, unexpected)
    },
    async signaturesOfMany(addresses, { limit, ...options }) {
      const method = 'getSignaturesForAddress'
      const config = { commitment: COMMITMENT, limit }
      const outcomes = await node.callMany(
        addresses.map((address) => ({ method, params: [address, config] })),
        { ...timed(options), maxReplyBytes: replyBytesOf(...addresses.map(() => method)) },
      )
      return outcomes.map((outcome) => signatureRows(outcome, limit, unexpected))
    },
    async block(slot, { wants, ...options } = {}) {
      const outcome = await node.callRows<RawBlock | null | BlockFault>(blockRequest(slot), {
        ...timed(options),
        path: ['result', 'transactions'],
        collect: () => {
          const { row, end } = createBlockCollector(wants)
          return { row, end: (block) => end(block, slot) }
        },
      })
      if (!outcome.ok) return outcome.rpcCode !== undefined && NO_BLOCK.has(outcome.rpcCode) ? ok(null) : outcome
      const { value } = outcome
      if (isBlockFault(value))
        return fail('upstream_failed', `the node's block ${slot} does not hold together: ${value.fault}`)
      return ok(value)
    },
    relay: (body, options) => node.relay(body, { timeoutMs: TIMEOUTS.rpcMs, ...options }),
  }
}

/** What is left of an answer whose rows were taken out of `value`. */
function hasRows(rest: unknown): boolean {
  return typeof rest === 'object' && rest !== null && 'value' in rest && Array.isArray(rest.value)
}

function timed({ timeoutMs = TIMEOUTS.rpcMs, signal }: CallOptions) {
  return { timeoutMs, signal }
}

function transactionRequest(signature: string) {
  const config = { encoding: 'base64', commitment: COMMITMENT, maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION }
  return { method: 'getTransaction', params: [signature, config] }
}

function blockRequest(slot: number) {
  const config = {
    encoding: 'base64',
    transactionDetails: 'full',
    rewards: false,
    commitment: COMMITMENT,
    maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
  }
  return { method: 'getBlock', params: [slot, config] }
}

function signatureRows(
  outcome: Outcome<unknown>,
  limit: number,
  unexpected: (method: string) => Failure,
): Outcome<readonly SignatureRow[]> {
  if (!outcome.ok) return outcome
  if (!signaturesCheck.matches(outcome.value)) return unexpected('getSignaturesForAddress')
  const signatures = new Set(outcome.value.map(({ signature }) => signature))
  if (outcome.value.length > limit || signatures.size < outcome.value.length)
    return fail('upstream_failed', 'the node lists signatures twice, or more than were asked for')
  return ok(
    outcome.value.map(({ signature, slot, err, memo = null, blockTime = null }) => ({
      signature,
      slot,
      err: err ?? null,
      memo,
      blockTime,
    })),
  )
}

/** The transaction of another signature is no answer: whatever it pays or trades would count for this one. Bytes that
 *  cannot be read are for the decoder to refuse. */
function transactionOutcome(
  signature: string,
  value: unknown,
  unexpected: (method: string) => Failure,
): Outcome<RawTransaction | null> {
  if (value === null) return ok(null)
  if (!isTransaction(value)) return unexpected('getTransaction')
  const parsed = parseWireTransaction(Buffer.from(value.transaction[0], 'base64'))
  const own = parsed.ok ? parsed.transaction.signatures[0] : undefined
  if (own !== undefined && encodeBase58(own) !== signature)
    return fail('upstream_failed', 'the node answered getTransaction with another transaction')
  return ok(value)
}
