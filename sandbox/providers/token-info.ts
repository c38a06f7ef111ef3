import { readMint } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { HttpHandler } from '../http-handler.ts'
import type { TokenFaces } from '../world/token-faces.ts'
import type { Market } from './market.ts'
import type { ProviderReply } from './provider-reply.ts'

export type TokenInfoSources = {
  readonly chain: SandboxChain
  readonly market: Market
  readonly faces: TokenFaces
  imageUrl(mint: string): string
}

const MAX_MINTS = 500

/** A token-info service over the sandbox's own chain: `POST {"mints": [...]}` answers `{"tokens": {<mint>: {...}},
 *  "unknown": [...]}`. No provider of this kind is documented; the shape is ours. */
export function createTokenInfo(sources: TokenInfoSources): HttpHandler {
  return {
    prefix: '/token-info',
    handle({ method, path, body }) {
      if (path !== '/') return { status: 404, body: { error: 'not found' } }
      if (method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: { error: 'POST only' } }
      const mints = readMints(body)
      if (mints === null) return { status: 400, body: { error: 'mints must be a non-empty array of strings' } }
      if (mints.length > MAX_MINTS) return { status: 413, body: { error: `at most ${MAX_MINTS} mints` } }
      return describe(sources, mints)
    },
  }
}

function describe(sources: TokenInfoSources, mints: readonly string[]): ProviderReply {
  const tokens: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const mint of new Set(mints)) {
    const row = rowOf(sources, mint)
    if (row === null) unknown.push(mint)
    else tokens[mint] = row
  }
  return { status: 200, body: { tokens, unknown } }
}

/** Null for what is no mint. */
function rowOf({ chain, market, faces, imageUrl }: TokenInfoSources, mint: string): Record<string, unknown> | null {
  const face = faces.of(mint)
  const account = face === null ? null : chain.account(mint)
  const fields = account === null ? null : readMint(account.data)
  if (face === null || account === null || fields === null) return null
  return {
    mint,
    name: face.name,
    symbol: face.symbol,
    image: imageUrl(mint),
    decimals: fields.decimals,
    supply: fields.supplyRaw.toString(),
    tokenProgram: account.owner,
    verified: face.verified,
    priceUsd: market.priceUsd(mint),
  }
}

function readMints(body: Uint8Array): string[] | null {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const mints = typeof json === 'object' && json !== null ? (json as { mints?: unknown }).mints : undefined
  if (!Array.isArray(mints) || mints.length === 0) return null
  return mints.every((one) => typeof one === 'string') ? mints : null
}
