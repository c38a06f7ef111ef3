import { ZERO_KEY, zeroOf } from '../../src/chain/solana/borsh-layout.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  FEE_RECIPIENTS,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
  PUMP_VOLUME_ACCUMULATOR,
  RESERVED_FEE_RECIPIENTS,
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  encodeFeeConfig,
  encodeGlobal,
  type FeeConfig,
  GLOBAL,
  sized,
} from '../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  PUMPSWAP_VOLUME_ACCUMULATOR,
} from '../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { encodeGlobalConfig, GLOBAL_CONFIG } from '../../src/chain/solana/dexes/pumpswap/state.ts'
import { addressBytes, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { Emulator, SandboxChain } from '../chain/types.ts'
import { metadataEmulator } from './metadata-emulator.ts'
import { pumpfunEmulator } from './pumpfun/emulator.ts'
import type { FeeRates, FeeTier } from './pumpfun/fee-schedule.ts'
import { pumpFeesEmulator } from './pumpfun/fees-emulator.ts'
import { pumpswapEmulator } from './pumpswap/emulator.ts'

/** Takes what a curve pays for its graduation beyond the pool's rent. */
export const PUMP_WITHDRAW_AUTHORITY = '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg'
const MIGRATION_FEE_LAMPORTS = 15_000_001n
/** Half of the protocol's fee goes to the buyback recipients, as seen on mainnet in 2026. */
const BUYBACK_BPS = 5_000n
const VOLUME_ACCUMULATOR_TAG = Buffer.from('ca2af62b8ebe1eff', 'hex')
const VOLUME_ACCUMULATOR_BYTES = 544
/** Fee takers must be above the rent minimum before the first fee reaches them. */
const RECIPIENT_LAMPORTS = 1_000_000_000n

/** PumpSwap's tiers in SOL and in USDC as captured on mainnet on 2026-09-08: threshold, lp, protocol and creator
 *  bps. */
const SWAP_SOL_TIERS: readonly FeeTier[] = tiers([
  [0n, 2, 93, 30],
  [420_000_000_000n, 20, 5, 95],
  [1_470_000_000_000n, 20, 5, 90],
  [2_460_000_000_000n, 20, 5, 85],
  [3_440_000_000_000n, 20, 5, 80],
  [4_420_000_000_000n, 20, 5, 75],
  [9_820_000_000_000n, 20, 5, 70],
  [14_740_000_000_000n, 20, 5, 65],
  [19_650_000_000_000n, 20, 5, 60],
  [24_560_000_000_000n, 20, 5, 55],
  [29_470_000_000_000n, 20, 5, 50],
  [34_380_000_000_000n, 20, 5, 45],
  [39_300_000_000_000n, 20, 5, 40],
  [44_210_000_000_000n, 20, 5, 35],
  [49_120_000_000_000n, 20, 5, 30],
  [54_030_000_000_000n, 20, 5, 28],
  [58_940_000_000_000n, 20, 5, 25],
  [63_860_000_000_000n, 20, 5, 23],
  [68_770_000_000_000n, 20, 5, 20],
  [73_681_000_000_000n, 20, 5, 18],
  [78_590_000_000_000n, 20, 5, 15],
  [83_500_000_000_000n, 20, 5, 13],
  [88_400_000_000_000n, 20, 5, 10],
  [93_330_000_000_000n, 20, 5, 8],
  [98_240_000_000_000n, 20, 5, 5],
])
const SWAP_STABLE_TIERS: readonly FeeTier[] = tiers([
  [0n, 2, 93, 30],
  [59_000_000_000n, 20, 5, 95],
  [300_000_000_000n, 20, 5, 90],
  [500_000_000_000n, 20, 5, 85],
  [700_000_000_000n, 20, 5, 80],
  [900_000_000_000n, 20, 5, 75],
  [2_000_000_000_000n, 20, 5, 70],
  [3_000_000_000_000n, 20, 5, 65],
  [4_000_000_000_000n, 20, 5, 60],
  [5_000_000_000_000n, 20, 5, 55],
  [6_000_000_000_000n, 20, 5, 50],
  [7_000_000_000_000n, 20, 5, 45],
  [8_000_000_000_000n, 20, 5, 40],
  [9_000_000_000_000n, 20, 5, 35],
  [10_000_000_000_000n, 20, 5, 30],
  [11_000_000_000_000n, 20, 5, 28],
  [12_000_000_000_000n, 20, 5, 25],
  [13_000_000_000_000n, 20, 5, 23],
  [14_000_000_000_000n, 20, 5, 20],
  [15_000_000_000_000n, 20, 5, 18],
  [16_000_000_000_000n, 20, 5, 15],
  [17_000_000_000_000n, 20, 5, 13],
  [18_000_000_000_000n, 20, 5, 10],
  [19_000_000_000_000n, 20, 5, 8],
  [20_000_000_000_000n, 20, 5, 5],
])
/** The curve's own table is another account, which no one captured; one tier with the documented first rates. */
const CURVE_TIERS: readonly FeeTier[] = tiers([[0n, 0, 95, 30]])

export const PUMP_EMULATORS: readonly Emulator[] = [
  pumpfunEmulator,
  pumpswapEmulator,
  pumpFeesEmulator,
  metadataEmulator,
]

/** Registers the pump.fun, PumpSwap, fee and metadata programs and writes the accounts they expect: both programs'
 *  configuration, fee tables, volume accumulators and funded fee takers. Once, before the first launch. */
export function installPumpPrograms(chain: SandboxChain): void {
  for (const emulator of PUMP_EMULATORS) chain.registerEmulator(emulator)
  const write = (address: string, owner: string, data: Uint8Array) =>
    chain.setAccount(address, {
      lamports: chain.minimumBalanceLamports(data.length),
      owner,
      data,
      executable: false,
    })
  write(PUMP_GLOBAL, PUMP_PROGRAM, pumpGlobalBytes())
  write(PUMP_FEE_CONFIG, PUMP_FEES_PROGRAM, feeConfigBytes(PUMP_PROGRAM, rates(0, 95, 5), CURVE_TIERS, []))
  write(PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM, swapGlobalConfigBytes())
  write(
    PUMPSWAP_FEE_CONFIG,
    PUMP_FEES_PROGRAM,
    feeConfigBytes(PUMPSWAP_PROGRAM, rates(25, 5, 0), SWAP_SOL_TIERS, SWAP_STABLE_TIERS),
  )
  const accumulator = sized(VOLUME_ACCUMULATOR_TAG, new Uint8Array(0), VOLUME_ACCUMULATOR_BYTES)
  write(PUMP_VOLUME_ACCUMULATOR, PUMP_PROGRAM, accumulator)
  write(PUMPSWAP_VOLUME_ACCUMULATOR, PUMPSWAP_PROGRAM, accumulator)
  const takers = [...FEE_RECIPIENTS, ...RESERVED_FEE_RECIPIENTS, ...BUYBACK_FEE_RECIPIENTS, PUMP_WITHDRAW_AUTHORITY]
  for (const taker of takers) {
    if (chain.account(taker) !== null) continue
    const empty = { owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }
    chain.setAccount(taker, { ...empty, lamports: RECIPIENT_LAMPORTS })
  }
}

function pumpGlobalBytes(): Uint8Array {
  const [feeRecipient, ...feeRecipients] = FEE_RECIPIENTS
  const [reservedFeeRecipient, ...reservedFeeRecipients] = RESERVED_FEE_RECIPIENTS
  return encodeGlobal({
    ...zeroOf(GLOBAL),
    initialized: true,
    authority: PUMP_WITHDRAW_AUTHORITY,
    feeRecipient: feeRecipient!,
    initialVirtualTokenReserves: 1_073_000_000_000_000n,
    initialVirtualSolReserves: 30_000_000_000n,
    initialRealTokenReserves: 793_100_000_000_000n,
    tokenTotalSupply: 1_000_000_000_000_000n,
    feeBasisPoints: 100n,
    withdrawAuthority: PUMP_WITHDRAW_AUTHORITY,
    enableMigrate: true,
    poolMigrationFee: MIGRATION_FEE_LAMPORTS,
    feeRecipients,
    createV2Enabled: true,
    reservedFeeRecipient: reservedFeeRecipient!,
    reservedFeeRecipients,
    isCashbackEnabled: true,
    buybackFeeRecipients: BUYBACK_FEE_RECIPIENTS,
    buybackBasisPoints: BUYBACK_BPS,
    whitelistedQuoteMints: [ZERO_KEY],
  })
}

function swapGlobalConfigBytes(): Uint8Array {
  const [reservedFeeRecipient, ...reservedFeeRecipients] = RESERVED_FEE_RECIPIENTS
  return encodeGlobalConfig({
    ...zeroOf(GLOBAL_CONFIG),
    admin: PUMP_WITHDRAW_AUTHORITY,
    lpFeeBasisPoints: 20n,
    protocolFeeBasisPoints: 5n,
    protocolFeeRecipients: FEE_RECIPIENTS,
    coinCreatorFeeBasisPoints: 5n,
    reservedFeeRecipient: reservedFeeRecipient!,
    reservedFeeRecipients,
    isCashbackEnabled: true,
    buybackFeeRecipients: BUYBACK_FEE_RECIPIENTS,
    buybackBasisPoints: BUYBACK_BPS,
  })
}

function feeConfigBytes(
  program: string,
  flatFees: FeeRates,
  feeTiers: readonly FeeTier[],
  stableFeeTiers: readonly FeeTier[],
): Uint8Array {
  const { bump } = findProgramAddress([Buffer.from('fee_config'), addressBytes(program)], PUMP_FEES_PROGRAM)
  const config: FeeConfig = {
    bump,
    admin: PUMP_WITHDRAW_AUTHORITY,
    flatFees,
    feeTiers,
    stableFeeTiers,
    exoticFlatFees: rates(0, 0, 0),
  }
  return encodeFeeConfig(config)
}

function tiers(
  rows: readonly (readonly [threshold: bigint, lp: number, protocol: number, creator: number])[],
): FeeTier[] {
  return rows.map(([marketCapLamportsThreshold, lp, protocol, creator]) => ({
    marketCapLamportsThreshold,
    fees: rates(lp, protocol, creator),
  }))
}

function rates(lp: number, protocol: number, creator: number): FeeRates {
  return { lpFeeBps: BigInt(lp), protocolFeeBps: BigInt(protocol), creatorFeeBps: BigInt(creator) }
}
