import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { StartedSandbox } from './start-sandbox.ts'

export type PublishedToken = {
  readonly mint: string
  readonly symbol: string
  readonly archetype: string
  readonly dex: string | null
  readonly pool: string | null
}

/** The tokens a sandbox shows its users. */
export async function publishedTokens(sandbox: StartedSandbox): Promise<readonly PublishedToken[]> {
  const reply = await fetch(`${sandbox.urls['rpc']}/info`)
  return ((await reply.json()) as { tokens: PublishedToken[] }).tokens
}

/** The `index`th of endless addresses that nothing lives at. */
export function strangerAddress(index: number): string {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(28, index)
  return encodeBase58(bytes)
}

/** Base58 text of an address's length that is no address: it does not decode to 32 bytes. */
export const NO_ADDRESS = 'z'.repeat(44)
