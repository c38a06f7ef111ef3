import Type from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { fail, ok } from '../contract/outcome.ts'
import { parseExact } from '../runtime/exact-json.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { Maybe, Nullable, Slot, Sol, U64, UnixSec } from '../runtime/reply-ranges.ts'
import type { Funding } from './capabilities.ts'
import { SolanaAddress } from './solana-address.ts'

/** `amountRaw` is documented as the amount in lamports; whether as text or number is not. */
const FundedBy = Type.Object({
  funder: SolanaAddress,
  funderName: Maybe(Type.String()),
  funderType: Maybe(Type.String()),
  amount: Maybe(Sol),
  amountRaw: Maybe(U64),
  signature: Type.String(),
  timestamp: Nullable(UnixSec),
  slot: Maybe(Slot),
})
const FundedByOrNone = Type.Union([FundedBy, Type.Null()])
const LAMPORTS_PER_SOL = 1e9

/** First funding of a wallet. Source: Helius Wallet API, `funded-by` (beta; 404 means that none was found; not in
 *  the free plan: 403 is `upstream_refused`). */
export function createHeliusFunding(http: HttpClient): Funding {
  const { provider } = http
  return {
    provider,
    async firstFunding(wallet) {
      const reply = await http.getJson({
        path: `/v1/wallet/${encodeURIComponent(wallet)}/funded-by`,
        timeoutMs: PROVIDERS.helius.timeoutMs,
        label: 'funded-by',
        schema: FundedByOrNone,
        parse: parseExact,
        whenMissing: null,
      })
      if (!reply.ok) return reply
      const body = reply.value
      if (body === null) return ok(null)
      const lamports = body.amountRaw == null ? solToLamports(body.amount ?? null) : BigInt(body.amountRaw)
      if (lamports === null) return fail('upstream_failed', `${provider} names no amount`)
      if (body.timestamp === null) return fail('upstream_failed', `${provider} names no time`)
      return ok({
        funder: body.funder,
        funderName: body.funderName ?? null,
        funderType: body.funderType ?? null,
        lamports,
        signature: body.signature,
        blockTimeSec: body.timestamp,
        slot: body.slot ?? null,
      })
    },
  }
}

function solToLamports(sol: number | null): bigint | null {
  return sol === null ? null : BigInt(Math.round(sol * LAMPORTS_PER_SOL))
}
