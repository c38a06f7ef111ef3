import Type, { type Static, type TSchema } from 'typebox'

/** RugCheck's report, the members we read. Source: the provider's OpenAPI file and recorded answers of 2025 and 2026;
 *  nearly every array and object may be null. */

const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
/** Base units beyond 2^53 come unquoted. */
const Integer = Type.Union([Type.Number(), Type.BigInt()])

export const RugcheckReport = Type.Object({
  mint: Type.String(),
  tokenProgram: Maybe(Type.String()),
  creator: Maybe(Type.String()),
  token: Maybe(
    Type.Object({
      mintAuthority: Maybe(Type.String()),
      freezeAuthority: Maybe(Type.String()),
      supply: Maybe(Integer),
    }),
  ),
  token_extensions: Type.Optional(Type.Unknown()),
  tokenMeta: Maybe(Type.Object({ mutable: Maybe(Type.Boolean()) })),
  topHolders: Maybe(
    Type.Array(Type.Object({ address: Type.String(), owner: Maybe(Type.String()), pct: Maybe(Type.Number()) })),
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
  score: Maybe(Integer),
  score_normalised: Maybe(Type.Number()),
  markets: Maybe(
    Type.Array(
      Type.Object({
        pubkey: Type.String(),
        marketType: Maybe(Type.String()),
        lp: Maybe(
          Type.Object({
            lpLockedPct: Maybe(Type.Number()),
            lpLockedUSD: Maybe(Type.Number()),
            baseUSD: Maybe(Type.Number()),
            quoteUSD: Maybe(Type.Number()),
          }),
        ),
      }),
    ),
  ),
  totalMarketLiquidity: Maybe(Type.Number()),
  totalHolders: Maybe(Type.Number()),
  price: Maybe(Type.Number()),
  rugged: Maybe(Type.Boolean()),
  transferFee: Maybe(Type.Object({ pct: Maybe(Type.Number()), authority: Maybe(Type.String()) })),
  knownAccounts: Maybe(Type.Record(Type.String(), Type.Object({ type: Maybe(Type.String()) }))),
  graphInsidersDetected: Maybe(Type.Number()),
  creatorTokens: Maybe(Type.Array(Type.Unknown())),
  verification: Maybe(Type.Object({ jup_verified: Maybe(Type.Boolean()) })),
})
export type RugcheckReport = Static<typeof RugcheckReport>

/** Comes with status 400 and, seen by other clients, also where a report was expected. */
export const RugcheckError = Type.Object({ error: Type.String() })
export type RugcheckError = Static<typeof RugcheckError>
