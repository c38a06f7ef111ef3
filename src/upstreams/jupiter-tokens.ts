import Type, { type Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { type Outcome, ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { chunksOf, inParallel } from '../runtime/in-parallel.ts'
import { compileReply } from '../runtime/reply-check.ts'
import {
  Amount,
  ChangePct,
  isMarketTime,
  Maybe,
  PriceUsd,
  Tally,
  TokenDecimals,
  ValueUsd,
} from '../runtime/reply-ranges.ts'
import type { LabelledLink, Link, TokenFacts, Tokens } from './capabilities.ts'
import { readRows } from './read-rows.ts'
import { AddressOrNull, SolanaAddress } from './solana-address.ts'
import { contentUrl, webUrl } from './web-url.ts'

/** Everything but the mint may be missing; dates are ISO text. */
const TokenRow = Type.Object({
  id: SolanaAddress,
  name: Maybe(Type.String()),
  symbol: Maybe(Type.String()),
  icon: Maybe(Type.String()),
  decimals: Maybe(TokenDecimals),
  tokenProgram: Maybe(AddressOrNull),
  createdAt: Maybe(Type.String()),
  twitter: Maybe(Type.String()),
  telegram: Maybe(Type.String()),
  website: Maybe(Type.String()),
  discord: Maybe(Type.String()),
  instagram: Maybe(Type.String()),
  tiktok: Maybe(Type.String()),
  otherUrl: Maybe(Type.String()),
  dev: Maybe(AddressOrNull),
  circSupply: Maybe(Amount),
  totalSupply: Maybe(Amount),
  launchpad: Maybe(Type.String()),
  graduatedAt: Maybe(Type.String()),
  holderCount: Maybe(Tally),
  fdv: Maybe(ValueUsd),
  mcap: Maybe(ValueUsd),
  usdPrice: Maybe(PriceUsd),
  liquidity: Maybe(ValueUsd),
  stats24h: Maybe(
    Type.Object({
      priceChange: Maybe(ChangePct),
      buyVolume: Maybe(ValueUsd),
      sellVolume: Maybe(ValueUsd),
    }),
  ),
  isVerified: Maybe(Type.Boolean()),
})
type TokenRow = Static<typeof TokenRow>
/** Each row is looked at on its own. */
const Rows = Type.Array(Type.Unknown())
const isTokenRow = compileReply(TokenRow).matches

const SOCIALS = ['twitter', 'telegram', 'discord', 'instagram', 'tiktok'] as const

/** Token facts by mint (100 a call) and by text (20 rows). Source: Jupiter Tokens API v2. */
export function createJupiterTokens(http: HttpClient): Tokens {
  return {
    provider: http.provider,
    async tokensByMints(mints) {
      const chunks = chunksOf([...new Set(mints)], UPSTREAM_BATCHES.jupiterTokenMints)
      const answers = await inParallel(chunks, UPSTREAM_BATCHES.chunksInParallel, (chunk) =>
        search(http, chunk.join(',')),
      )
      const tokens = new Map<string, TokenFacts>()
      for (const [at, answer] of answers.entries()) {
        if (!answer.ok) return answer
        // The search ignores case and may name others: only what was asked for, exactly.
        const wanted = new Set(chunks[at])
        for (const token of answer.value) if (wanted.has(token.mint)) tokens.set(token.mint, token)
      }
      return ok(tokens)
    },
    // A comma would make it a list of mints.
    searchTokens: (text) => search(http, text.replaceAll(',', ' ')),
  }
}

async function search(http: HttpClient, query: string): Promise<Outcome<TokenFacts[]>> {
  const reply = await http.getJson({
    path: '/tokens/v2/search',
    query: { query },
    timeoutMs: PROVIDERS.jupiter.timeoutMs,
    schema: Rows,
  })
  return reply.ok ? readRows(http.provider, reply.value, isTokenRow, toTokenFacts) : reply
}

function toTokenFacts(row: TokenRow): TokenFacts {
  const { buyVolume, sellVolume, priceChange } = row.stats24h ?? {}
  // An absent side had no trade; a side that is no number makes no sum.
  const traded = buyVolume !== null && sellVolume !== null && (buyVolume !== undefined || sellVolume !== undefined)
  return {
    mint: row.id,
    name: row.name ?? '',
    symbol: row.symbol ?? '',
    decimals: row.decimals ?? null,
    imageUrl: contentUrl(row.icon),
    tokenProgram: row.tokenProgram ?? null,
    deployer: row.dev ?? null,
    createdAtMs: epochMs(row.createdAt),
    launchpad: row.launchpad ?? null,
    graduatedAtMs: epochMs(row.graduatedAt),
    holders: row.holderCount ?? null,
    totalSupply: row.totalSupply ?? null,
    circulatingSupply: row.circSupply ?? null,
    priceUsd: row.usdPrice ?? null,
    marketCapUsd: row.mcap ?? null,
    fdvUsd: row.fdv ?? null,
    liquidityUsd: row.liquidity ?? null,
    volume24hUsd: traded ? (buyVolume ?? 0) + (sellVolume ?? 0) : null,
    priceChange24hPct: priceChange ?? null,
    websites: [...website('Website', row.website), ...website('Other', row.otherUrl)],
    socials: SOCIALS.flatMap((type): Link[] => {
      const url = webUrl(row[type])
      return url === null ? [] : [{ type, url }]
    }),
    isVerified: row.isVerified ?? null,
  }
}

function website(label: string, address: string | null | undefined): LabelledLink[] {
  const url = webUrl(address)
  return url === null ? [] : [{ label, url }]
}

function epochMs(isoDate: string | null | undefined): number | null {
  const ms = Date.parse(isoDate ?? '')
  return isMarketTime(ms / 1_000) ? ms : null
}
