import { RegisterReply } from '../../contract/account.ts'
import { registerKey } from '../../services/account/register-key.ts'
import { defineRoute } from '../define-route.ts'
import { registerBody } from './account-body.ts'

export const accountRegisterKey = defineRoute({
  method: 'POST',
  path: '/api/register-key',
  auth: 'public',
  needs: [],
  cache: 'none',
  status: 201,
  summary: 'A key of the free plan for a wallet that signed a challenge for it.',
  description:
    'Request the challenge with the purpose `register`. 409 for a wallet that has a key; 429 after five registrations from one address in an hour.',
  body: registerBody,
  reply: RegisterReply,
  failures: ['unauthorized', 'conflict', 'too_busy', 'internal'],
  handle: (ctx, { body, request: { clientIp } }) => registerKey(ctx, body, clientIp),
})
