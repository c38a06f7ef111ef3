import Type from 'typebox'
import { CUSTODY } from '../../config/custody.ts'
import { CustodyWallet } from '../../contract/custody.ts'
import { clampedInt, text } from '../../contract/params.ts'
import { closed, NullableText } from '../../contract/shapes.ts'
import { listWallets } from '../../services/custody/list.ts'
import { defineRoute } from '../define-route.ts'

const MAX_CURSOR_CHARS = 64

export const walletList = defineRoute({
  method: 'GET',
  path: '/v1/wallets',
  auth: 'bearer',
  scope: 'read',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: "The key's wallets, oldest first.",
  query: {
    limit: clampedInt({ min: 1, max: CUSTODY.listMax, default: CUSTODY.listDefault }),
    cursor: text({ maxChars: MAX_CURSOR_CHARS, description: '`next_cursor` of the page before.' }),
  },
  reply: closed({ wallets: Type.Array(CustodyWallet), count: Type.Integer(), next_cursor: NullableText }),
  handle: async (ctx, { caller, query }) => listWallets(ctx, caller, query),
})
