import Type, { type Static } from 'typebox'
import { Maybe, PriceUsd, RawAmount, Share100, Tally, ValueUsd } from '../runtime/reply-ranges.ts'
import { AddressOrNull } from './solana-address.ts'

/** RugCheck's report, the members we read. Source: the provider's OpenAPI file and recorded answers of 2025 and 2026;
 *  nearly every array and object may be null. */

export const RugcheckReport = Type.Object({
  mint: Type.String(),
  tokenProgram: Maybe(Type.String()),
  creator: Maybe(AddressOrNull),
  token: Maybe(
    Type.Object({
      mintAuthority: Maybe(Type.String()),
      freezeAuthority: Maybe(Type.String()),
      /** Beyond 2^53 unquoted. */
      supply: Maybe(RawAmount),
    }),
  ),
  token_extensions: Type.Optional(Type.Unknown()),
  tokenMeta: Maybe(Type.Object({ mutable: Maybe(Type.Boolean()) })),
  topHolders: Maybe(
    Type.Array(Type.Object({ address: Type.String(), owner: Maybe(Type.String()), pct: Maybe(Share100) })),
  ),
  risks: Maybe(
    Type.Array(
      Type.Object({
        name: Type.String(),
        value: Maybe(Type.String()),
        description: Maybe(Type.String()),
        level: Maybe(Type.String()),
      }),
    ),
  ),
  score: Maybe(RawAmount),
  score_normalised: Maybe(Share100),
  markets: Maybe(
    Type.Array(
      Type.Object({
        pubkey: Type.String(),
        marketType: Maybe(Type.String()),
        lp: Maybe(
          Type.Object({
            lpLockedPct: Maybe(Share100),
            lpLockedUSD: Maybe(ValueUsd),
            baseUSD: Maybe(ValueUsd),
            quoteUSD: Maybe(ValueUsd),
          }),
        ),
      }),
    ),
  ),
  totalMarketLiquidity: Maybe(ValueUsd),
  totalHolders: Maybe(Tally),
  price: Maybe(PriceUsd),
  rugged: Maybe(Type.Boolean()),
  transferFee: Maybe(Type.Object({ pct: Maybe(Share100), authority: Maybe(Type.String()) })),
  knownAccounts: Maybe(Type.Record(Type.String(), Type.Object({ type: Maybe(Type.String()) }))),
  graphInsidersDetected: Maybe(Tally),
  creatorTokens: Maybe(Type.Array(Type.Unknown())),
  verification: Maybe(Type.Object({ jup_verified: Maybe(Type.Boolean()) })),
})
export type RugcheckReport = Static<typeof RugcheckReport>

/** Comes with status 400 and, seen by other clients, also where a report was expected. */
export const RugcheckError = Type.Object({ error: Type.String() })
export type RugcheckError = Static<typeof RugcheckError>
