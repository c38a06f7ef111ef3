import { ChallengeReply } from '../../contract/account.ts'
import { ok } from '../../contract/outcome.ts'
import { createChallenge } from '../../services/account/create-challenge.ts'
import { defineRoute } from '../define-route.ts'
import { challengeBody } from './account-body.ts'

export const accountChallenge = defineRoute({
  method: 'POST',
  path: '/api/auth/challenge',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'A text for a wallet to sign, to sign in or to register a key.',
  description:
    'It lives five minutes, is good for one try, one wallet and one purpose. Five are live for a wallet and a client address; the sixth ends the oldest.',
  body: challengeBody,
  reply: ChallengeReply,
  failures: ['internal'],
  handle: async (ctx, { body, request: { clientIp } }) => ok(createChallenge(ctx, body, clientIp)),
})
