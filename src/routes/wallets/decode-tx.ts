import { WALLETS } from '../../config/wallets.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { signatureBatch } from '../../contract/list-members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { ParsedTransactionsReply } from '../../contract/parsed-transaction.ts'
import { decodeTransactions } from '../../services/wallets/decode-transactions.ts'
import { defineRoute } from '../define-route.ts'

const REQUIRED = `signatures[] required (max ${WALLETS.decodedSignatures} valid signatures)`

export const decodeTx = defineRoute({
  method: 'POST',
  path: '/api/v2/wallets/decode-tx',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  summary: 'Transactions explained: what kind, what moved, which swaps.',
  description:
    'Decoded by this server from what the node has of each transaction; no provider is asked. Each lamport and each unit of a token that moved is in exactly one transfer. A route through several pools is one swap with a leg for each. What is not known is `UNKNOWN` with all that moved, never a guess. Unknown signatures and unreadable records are left out; match by `signature`.',
  body: jsonBody(
    objectOf(
      { signatures: signatureBatch({ max: WALLETS.decodedSignatures, missing: REQUIRED, wrong: REQUIRED }) },
      { noObject: REQUIRED },
    ),
  ),
  reply: ParsedTransactionsReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout'],
  handle: (ctx, { body, request }) => decodeTransactions(ctx, body.signatures, request.signal),
})
