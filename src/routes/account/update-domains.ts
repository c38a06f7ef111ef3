import { DomainsReply } from '../../contract/account.ts'
import { updateDomains } from '../../services/account/update-domains.ts'
import { defineRoute } from '../define-route.ts'
import { domainsBody } from './account-body.ts'

export const accountUpdateDomains = defineRoute({
  method: 'POST',
  path: '/api/update-domains',
  auth: 'session',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'Sets the hosts that browsers may use the key from.',
  description:
    'Entries are trimmed and lower-cased; entries that are not host names are dropped. A list without a valid entry removes the restriction.',
  body: domainsBody,
  reply: DomainsReply,
  failures: ['not_found', 'internal'],
  handle: (ctx, { caller, body, request: { clientIp } }) => updateDomains(ctx, { caller, entries: body, clientIp }),
})
