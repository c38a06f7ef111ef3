import Type from 'typebox'
import { fail, ok } from '../../contract/outcome.ts'
import type { Rule } from '../../contract/params.ts'

export type UdfBase = string

const TICKET = '^mgt_[\\w-]{1,200}$'

const ticketParam: Rule<string> = {
  schema: Type.String({ pattern: TICKET, description: 'Of `POST /api/v2/stream/ticket` with the purpose `charts`.' }),
  required: true,
  aliases: [],
  parse: (raw) => (new RegExp(TICKET).test(raw ?? '') ? ok(raw ?? '') : fail('invalid_request', 'invalid ticket')),
  canonical: () => '',
}

export function udfParams(base: UdfBase): Record<string, Rule<string>> {
  return base.includes('{ticket}') ? { ticket: ticketParam } : {}
}

/** Parts of the routes that read data. */
export const KEYED = {
  method: 'GET',
  auth: 'apiKeyOrTicket',
  ticket: 'charts',
  needs: [],
  cache: 'none',
  asksRoutes: true,
  reply: 'relay',
} as const

export const KEY_TEXT =
  'The key comes in its header; or a ticket of the purpose `charts` in the query or in the path (`/udf/<ticket>/...`), for libraries that only take an address. Failures are `{"s":"error","errmsg":...}` with the usual status.'
