import Type from 'typebox'
import { WALLET_PNL } from '../../config/wallet-pnl.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { ADDRESS_PATTERN, clampedInt, isAddress, oneOf, type Rule } from '../../contract/params.ts'
import { WalletPnlReply } from '../../contract/wallet-pnl.ts'
import { getPnl } from '../../services/wallet-pnl/get-pnl.ts'
import { defineRoute } from '../define-route.ts'
import { WalletParams } from './wallet-params.ts'

const optionalMint: Rule<string> = {
  schema: Type.String({ pattern: ADDRESS_PATTERN, description: 'Of this token alone; the costs stay those of all.' }),
  required: false,
  aliases: [],
  parse(raw) {
    const text = (raw ?? '').trim()
    return text === '' || isAddress(text) ? ok(text) : fail('invalid_request', 'invalid mint')
  },
  canonical: (value) => value,
}

const ownWallets: Rule<readonly string[]> = {
  schema: Type.String({
    description: `Comma list of further wallets of the same owner, at most ${WALLET_PNL.ownWallets}: all count as one, and what they send each other is no sale and keeps its cost.`,
  }),
  required: false,
  aliases: [],
  parse(raw) {
    const texts = (raw ?? '').split(',').map((one) => one.trim())
    const wanted = [...new Set(texts.filter((one) => one !== ''))].sort()
    if (wanted.some((one) => !isAddress(one))) return fail('invalid_request', 'invalid wallet in own')
    if (wanted.length > WALLET_PNL.ownWallets)
      return fail('invalid_request', `own: at most ${WALLET_PNL.ownWallets} wallets`)
    return ok(wanted)
  },
  canonical: (value) => value.join(','),
}

export const walletPnl = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/{wallet}/pnl',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'walletPnl',
  summary: 'Profit and loss of a wallet that adds up, from the node alone.',
  description:
    'Over all swaps of the wallet’s own history, up to a bound. Costs follow the lots through all that was read; the period says which trades count. `strict` counts tokens whose every unit has a known cost; `adjusted` also the known part of others, with the share of proceeds that belongs to it. What came from outside has no known cost. Realised in SOL is exact; a token bought with another one takes over its cost in SOL, unless the route passed through SOL. In dollars a trade counts at the price of SOL at its moment (`prices`). A balance worth more than there is in the pool of its price (`thin` in `portfolio`) has no unrealised result and is in no sum; `coverage.missing` says of how many tokens. `assets` shows for each asset that opening, movements and closing add up, and compares the closing with the node’s balances; `identity.gaps` and `coverage.missing` say what is not explained.',
  params: WalletParams,
  query: {
    period: oneOf(['1d', '7d', '30d', '90d', 'all'], { default: '30d' }),
    mint: optionalMint,
    mode: oneOf(['strict', 'adjusted'], { default: 'strict' }),
    method: oneOf(['fifo', 'average'], { default: 'fifo' }),
    sort: oneOf(['realized', 'unrealized', 'invested', 'lastTrade'], {
      default: 'lastTrade',
      description:
        'Largest or newest first; `realized` is in dollars, where those of then are unknown in SOL at its present price. Other values count as the default.',
    }),
    limit: clampedInt(WALLET_PNL.positions),
    own: ownWallets,
  },
  reply: WalletPnlReply,
  failures: ['unconfigured', 'upstream_failed', 'upstream_timeout', 'cancelled'],
  deadlineMs: WALLET_PNL.deadlineMs,
  handle: (ctx, { params: { wallet }, query, request }) => getPnl(ctx, wallet, query, request.signal),
})
