import { TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { resolveTokenMetadata } from '../../src/chain/solana/token-metadata.ts'
import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { PlannedToken, TokenArchetype, TokenLinks } from './plan-types.ts'

/** What the providers say of a token beyond its numbers. */
export type TokenFace = {
  readonly mint: string
  readonly archetype: TokenArchetype | 'launched' | 'unknown'
  readonly name: string
  readonly symbol: string
  readonly description: string | null
  readonly links: TokenLinks
  readonly dev: string | null
  readonly createdSec: number | null
  readonly verified: boolean
  readonly boosts: { readonly total: number; readonly latest: number; readonly boughtSec: number } | null
  readonly profileSec: number | null
  readonly launchpad: 'pump.fun' | 'letsbonk.fun' | 'met-dbc' | null
  /** Which token program its launch uses. */
  readonly token2022: boolean
}

export type TokenFaces = {
  /** A face for every mint on the chain: the world's own, else what the mint's metadata says; null for no mint. */
  of(mint: string): TokenFace | null
  add(face: TokenFace): void
  all(): Iterable<TokenFace>
}

const MAX_FACES = 20_000
const NO_LINKS: TokenLinks = { website: null, twitter: null, telegram: null }

export function createTokenFaces(chain: SandboxChain): TokenFaces {
  const faces = new Map<string, TokenFace>()
  return {
    of(mint) {
      const known = faces.get(mint)
      if (known !== undefined) return known
      // Providers are asked about any text; the chain takes addresses only.
      if (decodeBase58Fixed(mint, 32) === null) return null
      const account = chain.account(mint)
      if (account === null) return null
      const metadata = resolveTokenMetadata(mint, account.data, (address) => chain.account(address)?.data ?? null)
      if (metadata === null) return null
      return {
        mint,
        archetype: 'unknown',
        name: metadata.name,
        symbol: metadata.symbol,
        description: null,
        links: NO_LINKS,
        dev: metadata.updateAuthority,
        createdSec: null,
        verified: false,
        boosts: null,
        profileSec: null,
        launchpad: null,
        token2022: account.owner === TOKEN_2022_PROGRAM,
      }
    },
    add(face) {
      if (faces.size >= MAX_FACES)
        for (const [mint, old] of faces) {
          if (old.archetype !== 'launched') continue
          faces.delete(mint)
          break
        }
      faces.set(face.mint, face)
    },
    all: () => faces.values(),
  }
}

export function faceOfPlan(token: PlannedToken, bootSec: number): TokenFace {
  return {
    mint: token.mint,
    archetype: token.archetype,
    name: token.name,
    symbol: token.symbol,
    description: token.description,
    links: token.links,
    dev: token.dev,
    createdSec: bootSec - token.createdSecsAgo,
    verified: token.verified,
    boosts:
      token.boosts === null
        ? null
        : { total: token.boosts.total, latest: token.boosts.latest, boughtSec: bootSec - token.boosts.secsAgo },
    profileSec: token.profileSecsAgo === null ? null : bootSec - token.profileSecsAgo,
    launchpad: token.launchpad ?? (token.origin === 'launch' ? 'pump.fun' : null),
    token2022: token.program === 'token-2022',
  }
}

/** Wrapped SOL has no metadata of its own in this world's plan. */
export function wrappedSolFace(mint: string): TokenFace {
  return {
    mint,
    archetype: 'native',
    name: 'Wrapped SOL',
    symbol: 'SOL',
    description: null,
    links: { ...NO_LINKS, website: 'https://solana.com' },
    dev: null,
    createdSec: null,
    verified: true,
    boosts: null,
    profileSec: null,
    launchpad: null,
    token2022: false,
  }
}
