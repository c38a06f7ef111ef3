import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { putInt, putKey } from '../byte-fields.ts'
import { runInitializePool, runInitializePoolV2, runInitializeTickArray } from './create-pool.ts'
import { CONFIG_TAG, FEE_TIER_TAG, feeTierPda, WHIRLPOOL_PROGRAM, WHIRLPOOLS_CONFIG } from './layout.ts'
import { runIncreaseLiquidityV2, runOpenPosition } from './liquidity.ts'
import { runWhirlpoolSwap, runWhirlpoolSwapV2 } from './swap.ts'

/** Orca Whirlpools with static fees: pools, tick arrays, positions and trades. */
export const whirlpoolEmulator = anchorEmulator(WHIRLPOOL_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: runWhirlpoolSwap },
  { tag: '2b04ed0b1ac91e62', name: 'SwapV2', run: runWhirlpoolSwapV2 },
  { tag: '5fb40aac54aee828', name: 'InitializePool', run: runInitializePool },
  { tag: 'cf2d57f21b3fcc43', name: 'InitializePoolV2', run: runInitializePoolV2 },
  { tag: '0bbcc1d68d5b95b8', name: 'InitializeTickArray', run: runInitializeTickArray },
  { tag: '87802f4d0f98f031', name: 'OpenPosition', run: runOpenPosition },
  { tag: '851d59df45eeb00a', name: 'IncreaseLiquidityV2', run: runIncreaseLiquidityV2 },
])

/** Stands for Orca's own keys, which no one here holds. */
const CONFIG_AUTHORITY = '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg'
/** Share of the fees that is the protocol's, per 10,000. */
const PROTOCOL_FEE_RATE = 1_300
/** Tick spacings that pools may have, with their fee in millionths. */
const FEE_TIERS: readonly (readonly [tickSpacing: number, feeRate: number])[] = [
  [1, 100],
  [2, 200],
  [4, 400],
  [8, 500],
  [16, 1_600],
  [64, 3_000],
  [96, 6_500],
  [128, 10_000],
  [256, 20_000],
  [32_896, 10_000],
]

/** Registers the program and writes its configuration and fee tiers. */
export function installWhirlpools(chain: SandboxChain): void {
  chain.registerEmulator(whirlpoolEmulator)
  const write = (address: string, data: Uint8Array): void =>
    chain.setAccount(address, {
      lamports: chain.minimumBalanceLamports(data.length),
      owner: WHIRLPOOL_PROGRAM,
      data,
      executable: false,
    })
  const config = new Uint8Array(108)
  config.set(CONFIG_TAG)
  for (const at of [8, 40, 72]) putKey(config, at, CONFIG_AUTHORITY)
  putInt(config, 104, 2, PROTOCOL_FEE_RATE)
  write(WHIRLPOOLS_CONFIG, config)
  for (const [tickSpacing, feeRate] of FEE_TIERS) {
    const tier = new Uint8Array(44)
    tier.set(FEE_TIER_TAG)
    putKey(tier, 8, WHIRLPOOLS_CONFIG)
    putInt(tier, 40, 2, tickSpacing)
    putInt(tier, 42, 2, feeRate)
    write(feeTierPda(tickSpacing).address, tier)
  }
}
