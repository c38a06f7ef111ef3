import { jsonBody } from '../../contract/json-body.ts'
import { neverNull, optional } from '../../contract/member.ts'
import { oneOf } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { TICKET_PURPOSES, TicketReply } from '../../contract/stream-ticket.ts'
import { issueTicket } from '../../services/stream/tickets.ts'
import { defineRoute } from '../define-route.ts'

/** No body, or one that names the purpose. */
const body = jsonBody(objectOf({ purpose: neverNull(optional(oneOf(TICKET_PURPOSES), 'events')) }), {
  isOptional: true,
})

export const streamTicket = defineRoute({
  method: 'POST',
  path: '/api/v2/stream/ticket',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  readsCaller: true,
  cacheControl: 'no-store',
  summary: 'A ticket that replaces the key on one stream or chart, for what cannot set headers there.',
  description:
    'A key never goes into an address; a ticket may. `websocket`: opens one connection, within 60 s. `events`: first opened within 60 s and from then on bound to the channels of that first use; accepted again for the reconnects of that one stream, also after a restart of the server, until it is 24 h old or its key is revoked. It never feeds two connections at once: a second one without `Last-Event-ID` is refused with 409, one with it (a reconnect whose forerunner is not known to be dead yet) takes the place of the first. `charts`: the routes under `/udf`, in their path or query, for 24 h. The preview key has no record and gets none: 401.',
  body,
  reply: TicketReply,
  handle: (ctx, { caller, body }) => issueTicket(ctx, caller, body.purpose),
})
