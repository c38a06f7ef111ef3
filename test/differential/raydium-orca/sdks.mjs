import { createRequire } from 'node:module'

/* The SDKs' builds for `require`, which load under Node. */
const load = createRequire(import.meta.url)

export const { BN, BorshCoder } = load('@coral-xyz/anchor')
export const raydium = load('@raydium-io/raydium-sdk-v2')
export const whirlpools = load('@orca-so/whirlpools-client')
export const whirlpoolIdl = load('@orca-so/whirlpools-sdk/dist/artifacts/whirlpool.json')
export const { createNoopSigner } = load('@solana/kit')
export const { createTransferCheckedInstruction, createTransferInstruction } = load('@solana/spl-token')
export const { PublicKey, TransactionInstruction } = load('@solana/web3.js')

export const bn = (value) => new BN(value.toString())
