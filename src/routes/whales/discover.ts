import { MintParams } from '../../contract/params.ts'
import { DiscoverReply } from '../../contract/whales.ts'
import { discoverWhales } from '../../services/whales/discover.ts'
import { defineRoute } from '../define-route.ts'

export const whaleDiscover = defineRoute({
  method: 'GET',
  path: '/api/v2/whales/discover/{mint}',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'whaleDiscover',
  summary: 'Who owns the largest token accounts of a mint.',
  description:
    'Owners of its 20 largest accounts that have a label or a name, where this server has label packs or a provider of labels; without either all of them, with empty flags. Pools, lockers and programs are among them: `entityType` says so. Where the node does not list accounts, the answer is empty and `missing` says why.',
  params: MintParams,
  reply: DiscoverReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { mint }, request }) => discoverWhales(ctx, mint, request.signal),
})
