import { WalletTapePnl } from '../../contract/first-party.ts'
import { text } from '../../contract/params.ts'
import { checkSubject } from '../../services/first-party/check-subject.ts'
import { getWalletPnl } from '../../services/first-party/wallet-pnl.ts'
import { defineRoute } from '../define-route.ts'
import { COVERAGE_TEXT, TapeWalletParams, tapeRows } from './tape-params.ts'

export const walletTapePnl = defineRoute({
  method: 'GET',
  path: '/api/v2/first-party/wallets/{chain}/{wallet}/pnl',
  auth: 'apiKey',
  needs: [],
  cache: 'firstParty',
  summary: 'What a wallet made of its trades on the tape, first in, first out.',
  description: `Of each token opening + bought - sold = closing, in base units. Sold units whose purchase is not in the window have no cost: they are \`openingRaw\`, listed in \`openingUnknown\`, and realise nothing. Lamports are exact over trades paid in SOL; dollars are those of each trade at its moment, in millionths. Network fees and transfers are not on the tape, nor what a token itself keeps of a transfer: amounts are those of the pool, so that of such a token closing and profit are too high; the wallet’s own \`pnl\` counts what came in. What is held counts at the newest price whose pool could pay it, as far as trades say what is in pools; where none could, it is \`thin\` and no gain. ${COVERAGE_TEXT}`,
  params: TapeWalletParams,
  query: { token: text({ maxChars: 44, description: 'Only this token.' }), limit: tapeRows },
  reply: WalletTapePnl,
  failures: ['not_found', 'unsupported_on_chain'],
  async handle(ctx, { params: { chain, wallet }, query, request }) {
    const subject = checkSubject(ctx, chain, { by: 'wallet', address: wallet })
    return subject.ok ? getWalletPnl(ctx, subject.value, query, request.signal) : subject
  },
})
