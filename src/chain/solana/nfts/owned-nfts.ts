import { type Outcome, ok } from '../../../contract/outcome.ts'
import type { NftsFound, OwnedNft } from '../../holdings-port.ts'
import { decodeMintInfo, type MintInfo } from '../mint-info.ts'
import type { SolanaRpc } from '../rpc.ts'
import { readTokenHoldings } from '../token-holdings.ts'
import { metaplexMetadataAddress, resolveTokenMetadata, type TokenMetadata } from '../token-metadata.ts'
import { scanCoreAssets } from './core-assets.ts'

/** Token accounts with one unit whose mints are looked at. */
const MOST_LOOKED_AT = 5_000

type Asked = { readonly wallet: string; readonly page: number; readonly limit: number; readonly signal: AbortSignal }

/** NFTs as the chain itself shows them: tokens of which there is one and which do not divide, with what Token Metadata says
 *  of them, and Metaplex Core assets. Compressed ones have no account. In the order of their addresses; names are read
 *  for the page only. Fails as the node fails when token accounts or mints cannot be had. */
export async function readOwnedNfts(rpc: SolanaRpc, asked: Asked): Promise<Outcome<NftsFound>> {
  const { wallet, page, limit, signal } = asked
  const [holdings, core] = await Promise.all([
    readTokenHoldings(rpc, wallet, signal),
    scanCoreAssets(rpc, wallet, signal),
  ])
  if (!holdings.ok) return holdings
  const single = [...new Set(holdings.value.filter(({ amountRaw }) => amountRaw === 1n).map(({ mint }) => mint))]
  const looked = single.slice(0, MOST_LOOKED_AT)
  const read = await rpc.accounts(looked, { signal })
  if (!read.ok) return read
  const mints = new Map<string, MintInfo>()
  for (const view of read.value.accounts) {
    const info = view === null ? null : decodeMintInfo(view)
    if (info !== null && info.decimals === 0 && info.supplyRaw === 1n) mints.set(info.mint, info)
  }
  const assets = new Map((core.ok ? core.value : []).map((one) => [one.mint, one]))
  const all = [...new Set([...mints.keys(), ...assets.keys()])].sort()
  const shown = all.slice((page - 1) * limit, page * limit)
  const faces = await readFaces(
    rpc,
    shown.flatMap((mint) => mints.get(mint) ?? []),
    signal,
  )
  if (!faces.ok) return faces
  const missing = [
    ...(core.ok ? [] : ['Metaplex Core assets: the node did not list them.']),
    ...(looked.length < single.length ? [`Of ${single.length} tokens ${looked.length} were looked at.`] : []),
  ]
  const nfts = shown.map((mint) => assets.get(mint) ?? describe(mint, faces.value.get(mint) ?? null))
  return ok({ nfts, missing, isDegraded: !core.ok && core.code !== 'upstream_refused' })
}

async function readFaces(
  rpc: SolanaRpc,
  mints: readonly MintInfo[],
  signal: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, TokenMetadata | null>>> {
  const addresses = mints.map(({ mint }) => metaplexMetadataAddress(mint))
  const read = await rpc.accounts(addresses, { signal })
  if (!read.ok) return read
  const accounts = new Map(addresses.map((address, at) => [address, read.value.accounts[at]?.data ?? null]))
  return ok(
    new Map(
      mints.map(({ mint, data }) => [
        mint,
        resolveTokenMetadata(mint, data, (address) => accounts.get(address) ?? null),
      ]),
    ),
  )
}

function describe(mint: string, face: TokenMetadata | null): OwnedNft {
  return {
    mint,
    name: face?.name || null,
    symbol: face?.symbol || null,
    // Anyone can claim to be of a collection; its authority confirms it.
    collection: face?.nft?.collection?.verified ? face.nft.collection.key : null,
    interface: interfaceOf(face),
  }
}

/** In the words of the Digital Asset Standard. */
function interfaceOf(face: TokenMetadata | null): string {
  switch (face?.nft?.tokenStandard) {
    case 'ProgrammableNonFungible':
    case 'ProgrammableNonFungibleEdition':
      return 'ProgrammableNFT'
    case 'NonFungibleEdition':
      return 'V1_PRINT'
    case 'NonFungible':
      return 'V1_NFT'
    default:
      return face?.nft === undefined || face.nft === null ? 'Custom' : 'LEGACY_NFT'
  }
}
