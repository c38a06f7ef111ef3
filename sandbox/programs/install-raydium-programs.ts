import { LAUNCHLAB_PROGRAM } from '../../src/chain/solana/dexes/bonk/addresses.ts'
import { RAYDIUM_PROGRAM } from '../../src/chain/solana/dexes/raydium/addresses.ts'
import { ammConfigPda, CPMM_PROGRAM } from '../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { addressBytes, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import { launchlabEmulator } from './bonk/emulator.ts'
import {
  CONSTANT_PRODUCT,
  GLOBAL_AT,
  GLOBAL_BYTES,
  GLOBAL_TAG,
  globalConfigPda,
  PLATFORM_AT,
  PLATFORM_BYTES,
  PLATFORM_TAG,
} from './bonk/layout.ts'
import { putInt, putKey } from './byte-fields.ts'
import { raydiumEmulator } from './raydium/emulator.ts'
import {
  AMM_CONFIG_AT,
  AMM_CONFIG_BYTES,
  RAYDIUM_CREATE_FEE_ACCOUNT,
  RAYDIUM_OWNER,
  raydiumConfigPda,
} from './raydium/layout.ts'
import { cpmmEmulator } from './raydium-cpmm/emulator.ts'
import { CPMM_CONFIG_AT, CPMM_CONFIG_BYTES, CPMM_CONFIG_TAG, CPMM_CREATE_FEE_ACCOUNT } from './raydium-cpmm/layout.ts'

/** The wallet that may move full curves into CPMM pools. */
export const CPMM_MIGRATION_WALLET = 'RAYpQbFNq9i3mu6cKpTKKRwwHFDeK5AuZz8xvxUrCgw'
const AMM_MIGRATION_WALLET = 'RAYzrepoBdjSFg7MZj2vy4XBSv2azKRXC72ztUMZMJB'
const PROTOCOL_FEE_OWNER = 'rayvTLcCMDs7P5tgpuoNA6ZYeLERegeCphdqLSgdKms'
const MIGRATE_FEE_OWNER = 'rayHQtJKrtvqUs3HnhDW9RKubHRbu87eESKEYD5xosa'
/** The one whose coins `bonk` is named after. */
export const BONK_PLATFORM = 'FfYek5vEz23cMkWsdJwG2oa6EphsvXSHrGpdALN4g6W1'
export const LAUNCH_GLOBAL_CONFIG = globalConfigPda(NATIVE_MINT, CONSTANT_PRODUCT, 0).address

const AMM_CREATE_FEE_LAMPORTS = 400_000_000n
const CPMM_CREATE_FEE_LAMPORTS = 150_000_000n
const WALLET_LAMPORTS = 5_000_000_000n
/** Index and trade fee in millionths; a fourth of it is shared between the protocol and the fund. */
const CPMM_TIERS = [
  { index: 0, tradeFeeRate: 2_500 },
  { index: 1, tradeFeeRate: 10_000 },
  { index: 2, tradeFeeRate: 20_000 },
  { index: 3, tradeFeeRate: 40_000 },
] as const
const CPMM_PROTOCOL_SHARE = 120_000
const CPMM_FUND_SHARE = 40_000
const CPMM_CREATOR_FEE_RATE = 500

/** Registers the three Raydium programs and writes the configuration they expect, with the accounts that take the fees
 *  of new pools and the wallet that moves full curves. Once, before the first pool. */
export function installRaydiumPrograms(chain: SandboxChain): void {
  for (const emulator of [raydiumEmulator, cpmmEmulator, launchlabEmulator]) chain.registerEmulator(emulator)
  const write = (address: string, owner: string, data: Uint8Array, moreLamports = 0n): void => {
    const lamports = chain.minimumBalanceLamports(data.length) + moreLamports
    chain.setAccount(address, { lamports, owner, data, executable: false })
  }
  write(raydiumConfigPda().address, RAYDIUM_PROGRAM, ammConfigBytes())
  for (const tier of CPMM_TIERS) write(ammConfigPda(tier.index), CPMM_PROGRAM, cpmmConfigBytes(tier))
  write(LAUNCH_GLOBAL_CONFIG, LAUNCHLAB_PROGRAM, launchGlobalBytes())
  write(BONK_PLATFORM, LAUNCHLAB_PROGRAM, platformBytes())
  const rent = chain.minimumBalanceLamports(TOKEN_ACCOUNT_BYTES)
  for (const account of [RAYDIUM_CREATE_FEE_ACCOUNT, CPMM_CREATE_FEE_ACCOUNT])
    write(account, TOKEN_PROGRAM, wrappedSolBytes(RAYDIUM_OWNER, rent))
  write(CPMM_MIGRATION_WALLET, SYSTEM_PROGRAM, new Uint8Array(0), WALLET_LAMPORTS)
}

function ammConfigBytes(): Uint8Array {
  const bytes = new Uint8Array(AMM_CONFIG_BYTES)
  putKey(bytes, AMM_CONFIG_AT.pnlOwner, RAYDIUM_OWNER)
  putKey(bytes, AMM_CONFIG_AT.cancelOwner, RAYDIUM_OWNER)
  putInt(bytes, AMM_CONFIG_AT.createPoolFee, 8, AMM_CREATE_FEE_LAMPORTS)
  return bytes
}

function cpmmConfigBytes({ index, tradeFeeRate }: (typeof CPMM_TIERS)[number]): Uint8Array {
  const bytes = new Uint8Array(CPMM_CONFIG_BYTES)
  bytes.set(CPMM_CONFIG_TAG)
  bytes[CPMM_CONFIG_AT.bump] = findProgramAddress(
    [Buffer.from('amm_config'), Uint8Array.of(index >> 8, index & 255)],
    CPMM_PROGRAM,
  ).bump
  putInt(bytes, CPMM_CONFIG_AT.index, 2, index)
  putInt(bytes, CPMM_CONFIG_AT.tradeFeeRate, 8, tradeFeeRate)
  putInt(bytes, CPMM_CONFIG_AT.protocolFeeRate, 8, CPMM_PROTOCOL_SHARE)
  putInt(bytes, CPMM_CONFIG_AT.fundFeeRate, 8, CPMM_FUND_SHARE)
  putInt(bytes, CPMM_CONFIG_AT.createPoolFee, 8, CPMM_CREATE_FEE_LAMPORTS)
  putKey(bytes, CPMM_CONFIG_AT.protocolOwner, RAYDIUM_OWNER)
  putKey(bytes, CPMM_CONFIG_AT.fundOwner, RAYDIUM_OWNER)
  putInt(bytes, CPMM_CONFIG_AT.creatorFeeRate, 8, CPMM_CREATOR_FEE_RATE)
  return bytes
}

/** The figures of the SOL curve on mainnet. */
function launchGlobalBytes(): Uint8Array {
  const bytes = new Uint8Array(GLOBAL_BYTES)
  bytes.set(GLOBAL_TAG)
  bytes[GLOBAL_AT.curveType] = CONSTANT_PRODUCT
  const words: readonly (readonly [keyof typeof GLOBAL_AT, number])[] = [
    ['migrateFee', 0],
    ['tradeFeeRate', 2_500],
    ['maxShareFeeRate', 10_000],
    ['minSupply', 10_000_000],
    ['maxLockRate', 800_000],
    ['minSellRate', 200_000],
    ['minMigrateRate', 150_000],
    ['minFundRaising', 24_000_000_000],
  ]
  for (const [field, value] of words) putInt(bytes, GLOBAL_AT[field], 8, value)
  putKey(bytes, GLOBAL_AT.quoteMint, NATIVE_MINT)
  putKey(bytes, GLOBAL_AT.protocolFeeOwner, PROTOCOL_FEE_OWNER)
  putKey(bytes, GLOBAL_AT.migrateFeeOwner, MIGRATE_FEE_OWNER)
  putKey(bytes, GLOBAL_AT.migrateToAmmWallet, AMM_MIGRATION_WALLET)
  putKey(bytes, GLOBAL_AT.migrateToCpmmWallet, CPMM_MIGRATION_WALLET)
  return bytes
}

const PLATFORM_FEE_RATE = 7_500
const PLATFORM_CREATOR_FEE_RATE = 1_000

/** All LP tokens of its graduated coins are burned. */
function platformBytes(): Uint8Array {
  const bytes = new Uint8Array(PLATFORM_BYTES)
  bytes.set(PLATFORM_TAG)
  putKey(bytes, PLATFORM_AT.feeWallet, PROTOCOL_FEE_OWNER)
  putKey(bytes, PLATFORM_AT.nftWallet, PROTOCOL_FEE_OWNER)
  putInt(bytes, PLATFORM_AT.burnScale, 8, 1_000_000)
  putInt(bytes, PLATFORM_AT.feeRate, 8, PLATFORM_FEE_RATE)
  bytes.set(Buffer.from('letsbonk.fun'), PLATFORM_AT.name)
  bytes.set(Buffer.from('https://letsbonk.fun'), PLATFORM_AT.web)
  putKey(bytes, PLATFORM_AT.cpmmConfig, ammConfigPda(0))
  putInt(bytes, PLATFORM_AT.creatorFeeRate, 8, PLATFORM_CREATOR_FEE_RATE)
  return bytes
}

/** A token account of wrapped SOL with nothing in it. */
function wrappedSolBytes(owner: string, rentLamports: bigint): Uint8Array {
  const bytes = new Uint8Array(TOKEN_ACCOUNT_BYTES)
  bytes.set(addressBytes(NATIVE_MINT), 0)
  bytes.set(addressBytes(owner), 32)
  bytes[108] = 1
  bytes[109] = 1
  putInt(bytes, 113, 8, rentLamports)
  return bytes
}
