import { PositionsReply } from '../../contract/wallet-positions.ts'
import { getPositions } from '../../services/wallet-holdings/get-positions.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

export const walletDefiPositions = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/defi-positions',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletPositions',
  summary: 'What a wallet has in protocols: stake, liquid stake, LP tokens, positions in pools.',
  description:
    'Read from the accounts of the protocols themselves, each amount to the unit: what a withdrawal would bring now, before what the token itself takes of a transfer. Rewards beside fees are not read. `protocolsRead` names the protocols; a position in another one is not among these. A price that is unknown is null, and its position is in no total (`unpriced`). Nor is a token of which the positions together hold more than its pools could pay (`thin`, as in `portfolio`); `missing` says of how many.',
  params: WalletParams,
  reply: PositionsReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  handle: (ctx, { params: { wallet }, request }) => getPositions(ctx, wallet, request.signal),
})
