import { RegenerateReply } from '../../contract/account.ts'
import { regenerateKey } from '../../services/account/regenerate-key.ts'
import { defineRoute } from '../define-route.ts'
import { regenerateBody } from './account-body.ts'

const SESSION_HEADER = 'x-session-token'

export const accountRegenerateKey = defineRoute({
  method: 'POST',
  path: '/api/regenerate-key',
  auth: 'session',
  needs: [],
  cache: 'none',
  readsCaller: true,
  headers: { [SESSION_HEADER]: 'The session, which stays; the others of the owner end.' },
  summary: "Puts a new key in the place of the signed-in owner's.",
  description:
    'Id, totals and license stay. The old key stays good for `graceSeconds`; one that an earlier regeneration left ends at once.',
  body: regenerateBody,
  reply: RegenerateReply,
  failures: ['not_found', 'internal'],
  handle: (ctx, { caller, body: { graceSeconds }, request: { clientIp, headers } }) =>
    regenerateKey(ctx, {
      caller,
      sessionToken: headers[SESSION_HEADER] ?? '',
      graceSecs: graceSeconds,
      clientIp,
    }),
})
