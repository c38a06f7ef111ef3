import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { NftsReply } from '../../contract/wallet-nfts.ts'
import type { OwnedAsset } from '../../upstreams/capabilities.ts'
import { degradedNow } from '../degraded-now.ts'

const FUNGIBLE = new Set(['FungibleToken', 'FungibleAsset'])
const UNLISTED = 'Compressed NFTs: only an asset index (DAS_URL) can list them.'

export type NftsRequest = { readonly page: number; readonly limit: number }

/** Spec 4.2 `nfts`: from the asset index, else what the chain itself shows. Fails `unconfigured` without both, and as the
 *  node fails where the index did not answer either. */
export async function getNfts(
  ctx: Context,
  wallet: string,
  request: NftsRequest,
  signal: AbortSignal,
): Promise<Outcome<NftsReply>> {
  const { holdings } = ctx.chain
  const { assets } = ctx.upstreams
  if (holdings !== undefined && !holdings.isAddress(wallet)) return fail('invalid_request', 'invalid wallet address')
  const indexed = assets === null ? null : await assets.assetsOfOwner(wallet, request)
  if (indexed?.ok) return ok(fromIndex(ctx, { wallet, request, ...indexed.value }))
  if (holdings === undefined) return indexed ?? fail('unconfigured', 'no node configured')
  const read = await holdings.nftsOf(wallet, { ...request, signal })
  if (!read.ok) return read
  const { nfts, missing, isDegraded } = read.value
  const reply: NftsReply = {
    wallet,
    ...request,
    nfts: nfts.map((nft) => ({ ...nft, image: null, compressed: false })),
    count: nfts.length,
    total: null,
    source: 'node',
    compressedNfts: 'not_established',
    ...missingOf([UNLISTED, ...missing]),
    generatedAt: ctx.clock.nowMs(),
  }
  return indexed === null && !isDegraded ? ok(reply) : ok(reply, degradedNow(ctx))
}

type Indexed = {
  readonly wallet: string
  readonly request: NftsRequest
  readonly assets: readonly OwnedAsset[]
  readonly total: number | null
}

function fromIndex({ clock }: Pick<Context, 'clock'>, { wallet, request, assets, total }: Indexed): NftsReply {
  const nfts = assets.filter(isNft)
  return {
    wallet,
    ...request,
    nfts: nfts.map(({ mint, name, symbol, imageUrl, collection, isCompressed, interface: kind }) => ({
      mint,
      name,
      symbol,
      image: imageUrl,
      collection,
      compressed: isCompressed,
      interface: kind,
    })),
    count: nfts.length,
    total,
    source: 'das',
    compressedNfts: 'included',
    generatedAt: clock.nowMs(),
  }
}

/** Spec 4.2: fungible assets and those that divide are filtered out; burnt ones nobody owns. */
function isNft({ interface: kind, decimals, isBurnt }: OwnedAsset): boolean {
  return !FUNGIBLE.has(kind) && (decimals ?? 0) === 0 && !isBurnt
}
