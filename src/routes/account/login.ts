import { LoginReply } from '../../contract/account.ts'
import { login } from '../../services/account/login.ts'
import { defineRoute } from '../define-route.ts'
import { loginBody } from './account-body.ts'

export const accountLogin = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Opens a session for a wallet that signed its challenge.',
  description:
    'The token is shown once and is good for 24 hours, until the server restarts, or until the key is regenerated from another session. A wallet without a key is answered `apiKeyId: null`. 401 `invalid signature` or `challenge expired`; every attempt consumes the challenge.',
  body: loginBody,
  reply: LoginReply,
  failures: ['unauthorized', 'too_busy', 'internal'],
  handle: async (ctx, { body, request: { clientIp } }) => login(ctx, body, clientIp),
})
