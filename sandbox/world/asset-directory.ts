import type { AssetDirectory } from '../das/asset-directory.ts'
import { tokenUri } from './token-uri.ts'
import type { World } from './world.ts'

/** What DAS may say of the world's tokens beyond the chain: description, picture, price. */
export function createAssetDirectory(world: World, imageUrl: (mint: string) => string): AssetDirectory {
  const nfts = new Map(world.plan.nfts.map((nft) => [nft.mint, nft]))
  return {
    metadata(mint) {
      const nft = nfts.get(mint)
      if (nft !== undefined) {
        const { name, symbol } = nft
        const description = `${name}, a picture of the sandbox world.`
        return { name, symbol, description, image: imageUrl(mint), uri: tokenUri(mint) }
      }
      const face = world.faces.of(mint)
      if (face === null || face.archetype === 'unknown') return null
      const { name, symbol, description } = face
      return { name, symbol, description, image: imageUrl(mint), uri: tokenUri(mint) }
    },
    priceUsd: (mint) => world.market.priceUsd(mint),
  }
}
