import { TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { LIMITS } from '../../config/limits.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { rawToNumber } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { loadMetadata } from '../tokens/metadata.ts'
import type { ScannedHolding } from './scan-wallet.ts'

export type NamedHolding = ScannedHolding & {
  readonly displayName: string
  /** As JSON-RPC nodes name the two programs. */
  readonly program: 'spl-token' | 'spl-token-2022'
  readonly uiAmount: number
}

const SHOWN_CHARS = 4

/** Accounts by address, with the names of their tokens where these are known: names of the first mints only are looked
 *  up, the others are told by their ends. */
export async function nameAccounts(
  ctx: Context,
  holdings: readonly ScannedHolding[],
): Promise<ReadonlyMap<string, NamedHolding>> {
  const mints = [...new Set(holdings.map(({ mint }) => mint))].slice(0, RECOVERY.namedMints)
  const names = new Map<string, string>()
  for (const chunk of chunksOf(mints, LIMITS.metadataMints)) {
    const known = await loadMetadata(ctx, chunk)
    if (!known.ok) continue
    for (const [mint, entry] of known.value) {
      const name = entry?.symbol || entry?.name
      if (name) names.set(mint, name)
    }
  }
  return new Map(
    holdings.map((holding) => [
      holding.account,
      {
        ...holding,
        displayName: names.get(holding.mint) ?? shortened(holding.mint),
        program: holding.tokenProgram === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022',
        uiAmount: rawToNumber(holding.amountRaw, holding.decimals ?? 0),
      },
    ]),
  )
}

function shortened(mint: string): string {
  return `${mint.slice(0, SHOWN_CHARS)}...${mint.slice(-SHOWN_CHARS)}`
}
