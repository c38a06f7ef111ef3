import { knownAddress } from '../../src/chain/solana/labels.ts'
import { WSOL_MINT } from '../../src/contract/mints.ts'
import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import { firstPaymentTo } from './first-payment.ts'
import type { Provider } from './provider-reply.ts'

const ROUTE = /^\/v1\/wallet\/([^/]+)\/funded-by$/
const LAMPORTS_PER_SOL = 1e9

/** Helius' Wallet API: who first paid a wallet. Source: its published documentation. Names come from the public list of
 *  known addresses. */
export function createHelius({ chain }: { readonly chain: SandboxChain }): Provider {
  return {
    prefix: '/helius',
    handle({ path }) {
      const wallet = ROUTE.exec(path)?.[1]
      if (wallet === undefined) return { status: 404, body: { error: 'Not Found' } }
      if (decodeBase58Fixed(wallet, 32) === null) return { status: 400, body: { error: 'Invalid wallet address' } }
      const payment = firstPaymentTo(chain, wallet)
      if (payment === null) return { status: 404, body: { error: 'No funding transaction found' } }
      const known = knownAddress(payment.from)
      return {
        status: 200,
        body: {
          funder: payment.from,
          funderName: known?.label ?? null,
          funderType: known === null ? null : known.kind === 'cex' ? 'exchange' : known.kind,
          mint: WSOL_MINT,
          symbol: 'SOL',
          amount: Number(payment.lamports) / LAMPORTS_PER_SOL,
          amountRaw: payment.lamports.toString(),
          decimals: 9,
          signature: payment.signature,
          timestamp: payment.atSec,
          date: new Date(payment.atSec * 1_000).toISOString(),
          slot: payment.slot,
          explorerUrl: `https://orbmarkets.io/tx/${payment.signature}`,
        },
      }
    },
  }
}
