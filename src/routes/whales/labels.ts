import { LABELS } from '../../config/labels.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { addressBatch } from '../../contract/list-members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { WhaleLabelsReply } from '../../contract/whales.ts'
import { getLabels } from '../../services/whales/get-labels.ts'
import { defineRoute } from '../define-route.ts'

const REQUIRED = `wallets[] required (max ${LABELS.wallets} valid wallets)`

export const whaleLabels = defineRoute({
  method: 'POST',
  path: '/api/v2/whales/labels',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Who up to 100 wallets belong to.',
  description:
    'Of each member the first source that says it counts: label packs of the operator in the order of their names, then the list of known addresses that comes with this server, then the provider. `sources` names it. Wallets of which nothing is known are absent. Without a provider the others still answer.',
  body: jsonBody(
    objectOf(
      { wallets: addressBatch({ max: LABELS.wallets, missing: REQUIRED, wrong: REQUIRED }) },
      { noObject: REQUIRED },
    ),
  ),
  reply: WhaleLabelsReply,
  handle: (ctx, { body, request }) => getLabels(ctx, body.wallets, request.signal),
})
