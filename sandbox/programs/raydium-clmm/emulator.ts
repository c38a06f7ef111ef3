import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { putInt, putKey } from '../byte-fields.ts'
import { runCreatePool } from './create-pool.ts'
import { CLMM_PROGRAM, CONFIG_AT, CONFIG_BYTES, CONFIG_TAG, configPda } from './layout.ts'
import { runOpenPosition } from './open-position.ts'
import { runClmmSwap, runClmmSwapV2 } from './swap.ts'

/** Raydium CLMM: pools, positions and trades, with orders and moving fees where a pool has them. */
export const clmmEmulator = anchorEmulator(CLMM_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: runClmmSwap },
  { tag: '2b04ed0b1ac91e62', name: 'SwapV2', run: runClmmSwapV2 },
  { tag: 'e992d18ecf6840bc', name: 'CreatePool', run: runCreatePool },
  { tag: '4dffae527d1dc92e', name: 'OpenPositionWithToken22Nft', run: runOpenPosition },
])

/** Stands for Raydium's own keys, which no one here holds. */
const OWNER = 'rayvTLcCMDs7P5tgpuoNA6ZYeLERegeCphdqLSgdKms'
/** Fee tiers by number: tick spacing, and fee in millionths. */
const TIERS: readonly (readonly [tickSpacing: number, tradeFeeRate: number])[] = [
  [120, 10_000],
  [60, 2_500],
  [10, 500],
  [1, 100],
]
/** Parts of the fee, in millionths. */
const PROTOCOL_FEE_RATE = 120_000
const FUND_FEE_RATE = 40_000

/** Registers the program and writes its fee tiers. */
export function installClmm(chain: SandboxChain): void {
  chain.registerEmulator(clmmEmulator)
  for (const [index, [tickSpacing, tradeFeeRate]] of TIERS.entries()) {
    const { address, seeds } = configPda(index)
    const data = new Uint8Array(CONFIG_BYTES)
    data.set(CONFIG_TAG)
    data[CONFIG_AT.bump] = seeds.at(-1)![0]!
    putInt(data, CONFIG_AT.index, 2, index)
    putKey(data, CONFIG_AT.owner, OWNER)
    putInt(data, CONFIG_AT.protocolFeeRate, 4, PROTOCOL_FEE_RATE)
    putInt(data, CONFIG_AT.tradeFeeRate, 4, tradeFeeRate)
    putInt(data, CONFIG_AT.tickSpacing, 2, tickSpacing)
    putInt(data, CONFIG_AT.fundFeeRate, 4, FUND_FEE_RATE)
    putKey(data, CONFIG_AT.fundOwner, OWNER)
    const lamports = chain.minimumBalanceLamports(data.length)
    chain.setAccount(address, { lamports, owner: CLMM_PROGRAM, data, executable: false })
  }
}
