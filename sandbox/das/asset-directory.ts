import { resolveTokenMetadata } from '../../src/chain/solana/token-metadata.ts'
import type { SandboxChain } from '../chain/types.ts'

/** What an asset's off-chain JSON and the market say of it; every member may be unknown. */
export type AssetFace = {
  readonly name: string | null
  readonly symbol: string | null
  readonly description: string | null
  readonly image: string | null
  readonly uri: string | null
}

/** How DAS gets data of the world that is not on chain. What it does not know is read from the chain. */
export type AssetDirectory = {
  metadata(mint: string): AssetFace | null
  /** USD of one whole token; null when no one trades it. */
  priceUsd?(mint: string): number | null
}

/** A directory that knows nothing: names come from the chain, images from nowhere. @internal For tests. */
export const EMPTY_DIRECTORY: AssetDirectory = { metadata: () => null }

/** Metadata on chain for a mint, in the order wallets look for it. */
export function chainMetadata(chain: SandboxChain, mint: string, mintData: Uint8Array) {
  return resolveTokenMetadata(mint, mintData, (address) => chain.account(address)?.data ?? null)
}
