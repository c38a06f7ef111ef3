import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import { parseExact } from '../../runtime/exact-json.ts'
import type { JsonRpc } from '../../runtime/json-rpc.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { type BlockFault, createBlockCollector, isBlockFault } from './block-collector.ts'
import type { SolanaRpc } from './rpc.ts'
import { COMMITMENT, MAX_TRANSACTION_VERSION, replyBytesOf, timed, unexpectedReply } from './rpc-call.ts'
import { isTransaction, type RawBlock, type RawTransaction, type SignatureRow, SignaturesReply } from './rpc-replies.ts'

type TransactionReads = Pick<SolanaRpc, 'transaction' | 'transactions' | 'signaturesOf' | 'signaturesOfMany' | 'block'>

/** Slot skipped, or missing from the ledger or from long-term storage: there is no such block. */
const NO_BLOCK = new Set([-32007, -32009])

const signaturesCheck = compileReply(SignaturesReply)

/** The calls of a node that read transactions, their signatures and whole blocks. */
export function transactionReads(node: JsonRpc): TransactionReads {
  return {
    async transaction(signature, options = {}) {
      const request = transactionRequest(signature)
      const bounds = { ...timed(options), maxReplyBytes: replyBytesOf(request.method), parse: parseExact }
      const outcome = await node.call(request, bounds)
      return outcome.ok ? transactionOutcome(signature, outcome.value) : outcome
    },
    async transactions(signatures, options = {}) {
      const requests = signatures.map(transactionRequest)
      const maxReplyBytes = replyBytesOf(...requests.map(({ method }) => method))
      const outcomes = await node.callMany(requests, { ...timed(options), maxReplyBytes, parse: parseExact })
      return outcomes.map((outcome, at) => (outcome.ok ? transactionOutcome(signatures[at]!, outcome.value) : outcome))
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
      return signatureRows(await node.call({ method, params: [address, config] }, bounds), config.limit)
    },
    async signaturesOfMany(addresses, { limit, ...options }) {
      const method = 'getSignaturesForAddress'
      const config = { commitment: COMMITMENT, limit }
      const outcomes = await node.callMany(
        addresses.map((address) => ({ method, params: [address, config] })),
        { ...timed(options), maxReplyBytes: replyBytesOf(...addresses.map(() => method)) },
      )
      return outcomes.map((outcome) => signatureRows(outcome, limit))
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
  }
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

function signatureRows(outcome: Outcome<unknown>, limit: number): Outcome<readonly SignatureRow[]> {
  if (!outcome.ok) return outcome
  if (!signaturesCheck.matches(outcome.value)) return unexpectedReply('getSignaturesForAddress')
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
function transactionOutcome(signature: string, value: unknown): Outcome<RawTransaction | null> {
  if (value === null) return ok(null)
  if (!isTransaction(value)) return unexpectedReply('getTransaction')
  const parsed = parseWireTransaction(Buffer.from(value.transaction[0], 'base64'))
  const own = parsed.ok ? parsed.transaction.signatures[0] : undefined
  if (own !== undefined && encodeBase58(own) !== signature)
    return fail('upstream_failed', 'the node answered getTransaction with another transaction')
  return ok(value)
}
