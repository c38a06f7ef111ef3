import { TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import { rawToNumber } from '../../contract/units.ts'
import { chunksOf } from '../../runtime/in-parallel.ts'
import { loadMetadata } from '../tokens/metadata.ts'
import { readMintFacts } from './mint-facts.ts'
import type { ScannedHolding } from './scan-wallet.ts'

export type NamedHolding = ScannedHolding & {
  readonly displayName: string
  /** As JSON-RPC nodes name the two programs. */
  readonly program: 'spl-token' | 'spl-token-2022'
  readonly uiAmount: number
}

const SHOWN_CHARS = 4

/** Accounts by address, with decimals and names of their tokens where these are known: names of the first mints only
 *  are looked up, the others are recognised by their suffixes. */
export async function nameAccounts(
  ctx: Context,
  rpc: SolanaRpc,
  holdings: readonly ScannedHolding[],
  signal: AbortSignal,
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
  const unread = holdings.filter(({ decimals }) => decimals === null).map(({ mint }) => mint)
  const facts = await readMintFacts(rpc, unread, signal)
  const decimalsOf = ({ decimals, mint }: ScannedHolding): number | null =>
    decimals ?? (facts.ok ? (facts.value.get(mint)?.mint?.decimals ?? null) : null)
  return new Map(
    holdings.map((holding) => [
      holding.account,
      {
        ...holding,
        decimals: decimalsOf(holding),
        displayName: names.get(holding.mint) ?? shortened(holding.mint),
        program: holding.tokenProgram === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022',
        uiAmount: rawToNumber(holding.amountRaw, decimalsOf(holding) ?? 0),
      },
    ]),
  )
}

function shortened(mint: string): string {
  return `${mint.slice(0, SHOWN_CHARS)}...${mint.slice(-SHOWN_CHARS)}`
}
