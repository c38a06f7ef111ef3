import { SandboxDescription } from '../../contract/sandbox.ts'
import { describeSandbox } from '../../services/sandbox/describe.ts'
import { defineRoute } from '../define-route.ts'

export const sandboxDescription = defineRoute({
  method: 'GET',
  path: '/api/sandbox',
  auth: 'public',
  needs: [],
  cache: 'none',
  summary: 'Keys, tokens and wallets of the embedded world. 404 in live mode.',
  reply: SandboxDescription,
  failures: ['not_found', 'not_ready'],
  handle: (ctx) => describeSandbox(ctx),
})
