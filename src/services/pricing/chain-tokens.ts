import { decodeMintInfo } from '../../chain/solana/mint-info.ts'
import { TOKEN_2022_PROGRAM } from '../../chain/solana/program-ids.ts'
import {
  decodeMetadataPointer,
  metaplexMetadataAddress,
  resolveTokenMetadata,
} from '../../chain/solana/token-metadata.ts'
import { readUiScale, type UiScale } from '../../chain/solana/ui-multiplier.ts'
import type { Context } from '../../context.ts'
import { WSOL_MINT } from '../../contract/mints.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

/** A mint as its own accounts describe it. */
export type ChainToken = {
  readonly mint: string
  readonly tokenProgram: string
  readonly decimals: number
  readonly supplyRaw: bigint
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  readonly name: string | null
  readonly symbol: string | null
  readonly uri: string | null
  /** How wallets show its amounts; null for base units and decimals alone. */
  readonly uiScale: UiScale | null
}

/** Mints read from the chain, 30 s each; an address that is no mint maps to null. Two reads: mints with their Metaplex
 *  accounts, then what metadata pointers name elsewhere. Fails as the node fails. */
export async function readChainTokens(
  ctx: Context,
  mints: readonly string[],
): Promise<Outcome<ReadonlyMap<string, ChainToken | null>>> {
  const { rpc } = ctx.chain
  if (rpc === null || mints.length === 0) return ok(new Map())
  return ctx.store.memoMany<ChainToken>('chainTokens', mints, async (missing) => {
    const addresses = missing.flatMap((mint) => [mint, metaplexMetadataAddress(mint)])
    const read = await rpc.accounts(addresses)
    if (!read.ok) return read
    const byAddress = new Map(read.value.accounts.map((account, index) => [addresses[index]!, account]))

    const pointed = missing.flatMap((mint) => {
      const data = byAddress.get(mint)?.data
      const pointer = data === undefined ? null : decodeMetadataPointer(data)
      return pointer !== null && !byAddress.has(pointer) ? [pointer] : []
    })
    if (pointed.length > 0) {
      const more = await rpc.accounts(pointed)
      if (!more.ok) return more
      for (const [index, account] of more.value.accounts.entries()) byAddress.set(pointed[index]!, account)
    }

    const tokens = new Map<string, ChainToken>()
    for (const mint of missing) {
      const info = decodeMintInfo(byAddress.get(mint) ?? null)
      if (info === null) continue
      const metadata = resolveTokenMetadata(mint, info.data, (address) => byAddress.get(address)?.data ?? null)
      tokens.set(mint, {
        mint,
        tokenProgram: info.tokenProgram,
        decimals: info.decimals,
        supplyRaw: info.supplyRaw,
        mintAuthority: info.mintAuthority,
        freezeAuthority: info.freezeAuthority,
        // The native mint has no metadata account of its own on chain.
        name: metadata?.name ?? (mint === WSOL_MINT ? 'Wrapped SOL' : null),
        symbol: metadata?.symbol ?? (mint === WSOL_MINT ? 'SOL' : null),
        uri: metadata?.uri || null,
        uiScale: info.tokenProgram === TOKEN_2022_PROGRAM ? readUiScale(info.data) : null,
      })
    }
    return ok(tokens)
  })
}
