import { createRequire } from 'node:module'

/* The SDKs' builds for `import` do not load under Node; those for `require` do. */
const load = createRequire(import.meta.url)

export const { BN, BorshCoder } = load('@coral-xyz/anchor')
export const dlmm = load('@meteora-ag/dlmm')
export const dammV1 = load('@meteora-ag/dynamic-amm-sdk')
export const dammV2 = load('@meteora-ag/cp-amm-sdk')
export const dbc = load('@meteora-ag/dynamic-bonding-curve-sdk')
/** Of the time before `swap2`. */
export const olderDammV2 = load('cp-amm-sdk-older')
export const vaultMath = load('@meteora-ag/vault-sdk/dist/cjs/src/vault/helper/index.js')
export const pump = load('@pump-fun/pump-sdk')
export const pumpSwap = load('@pump-fun/pump-swap-sdk')
/** The Anchor that reads IDLs of the format before 0.30. */
export const OlderBorshCoder = createRequire(load.resolve('@meteora-ag/dynamic-amm-sdk'))(
  '@coral-xyz/anchor',
).BorshCoder
