import { type ActionFamily, byName } from './family.ts'

/** Metaplex candy machines and their guards: sales of new pictures. Source: the programs' published interfaces. */
export const candyMachines: ActionFamily = {
  sources: {
    cndy3Z4yapfJBmL3ShUp5exZKqR3z33thTzeNMm2gRZ: 'CANDY_MACHINE_V2',
    CndyV3LdqHUfDLmE5naZjVN8rBZz4tqhdefbAnjHG3JR: 'CANDY_MACHINE_V3',
    Guard1JwRhJkVH6XZhzoYxeBVQe872VH6QggF4BWmS9g: 'CANDY_MACHINE_V3',
  },
  typeOf: byName({ NFT_MINT: ['mint_nft', 'mint', 'mint_v2'] }),
}
