import type { SandboxChain } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { putInt } from '../byte-fields.ts'
import { runInitializeBinArray, runInitializeLbPair2 } from './dlmm-create-pair.ts'
import { DLMM_PROGRAM, PRESET_BYTES, PRESET_TAG, presetPda } from './dlmm-layout.ts'
import { runAddLiquidityByStrategy2, runInitializePosition2 } from './dlmm-liquidity.ts'
import { runDlmmSwap } from './dlmm-swap.ts'

/** Meteora DLMM without limit orders: pairs of a preset, bin arrays, positions and trades. */
export const dlmmEmulator = anchorEmulator(DLMM_PROGRAM, [
  { tag: 'f8c69e91e17587c8', name: 'Swap', run: (call) => runDlmmSwap(call, 'swap') },
  { tag: '414b3f4ceb5b5b88', name: 'Swap2', run: (call) => runDlmmSwap(call, 'swap2') },
  { tag: '2bd7f784893cf351', name: 'SwapExactOut2', run: (call) => runDlmmSwap(call, 'swapExactOut2') },
  { tag: '493b2478ed536cc6', name: 'InitializeLbPair2', run: runInitializeLbPair2 },
  { tag: '235613b94ed44bd3', name: 'InitializeBinArray', run: runInitializeBinArray },
  { tag: '8f13f291d50f6873', name: 'InitializePosition2', run: runInitializePosition2 },
  { tag: '03dd95da6f8d76d5', name: 'AddLiquidityByStrategy2', run: runAddLiquidityByStrategy2 },
])

/** Parameters that a pair is made from. Periods in seconds, factor and share in basis points. */
type Preset = {
  readonly index: number
  readonly binStep: number
  readonly baseFactor: number
  readonly filterPeriodSec: number
  readonly decayPeriodSec: number
  readonly variableFeeControl: number
  readonly maxVolatility: number
  readonly collectFeeMode: 0 | 1
}
const REDUCTION_BPS = 5_000
const PROTOCOL_SHARE_BPS = 1_000
const LIQUIDITY_MINING = 1

/** Steps of 0.1, 0.25 and 1 %, with base fees of 0.2, 0.25 and 1 %; the last collects its fees in Y only. */
export const DLMM_PRESETS: readonly Preset[] = [
  preset(0, 10, 20_000, {
    filterPeriodSec: 30,
    decayPeriodSec: 600,
    variableFeeControl: 40_000,
    maxVolatility: 350_000,
  }),
  preset(1, 25, 10_000, {
    filterPeriodSec: 30,
    decayPeriodSec: 600,
    variableFeeControl: 15_000,
    maxVolatility: 250_000,
  }),
  preset(2, 100, 10_000, {
    filterPeriodSec: 300,
    decayPeriodSec: 1_200,
    variableFeeControl: 7_500,
    maxVolatility: 150_000,
  }),
  {
    ...preset(3, 100, 10_000, {
      filterPeriodSec: 300,
      decayPeriodSec: 1_200,
      variableFeeControl: 7_500,
      maxVolatility: 150_000,
    }),
    collectFeeMode: 1,
  },
]

function preset(
  index: number,
  binStep: number,
  baseFactor: number,
  rest: Omit<Preset, 'index' | 'binStep' | 'baseFactor' | 'collectFeeMode'>,
): Preset {
  return { index, binStep, baseFactor, ...rest, collectFeeMode: 0 }
}

/** Registers the program and writes its presets. */
export function installDlmm(chain: SandboxChain): void {
  chain.registerEmulator(dlmmEmulator)
  for (const one of DLMM_PRESETS) {
    const data = new Uint8Array(PRESET_BYTES)
    data.set(PRESET_TAG)
    putInt(data, 8, 2, one.binStep)
    putInt(data, 10, 2, one.baseFactor)
    putInt(data, 12, 2, one.filterPeriodSec)
    putInt(data, 14, 2, one.decayPeriodSec)
    putInt(data, 16, 4, one.variableFeeControl)
    putInt(data, 20, 4, one.maxVolatility)
    putInt(data, 24, 2, REDUCTION_BPS)
    putInt(data, 26, 2, PROTOCOL_SHARE_BPS)
    putInt(data, 28, 2, one.index)
    data[31] = LIQUIDITY_MINING
    data[32] = one.collectFeeMode
    const lamports = chain.minimumBalanceLamports(PRESET_BYTES)
    chain.setAccount(presetPda(one.index).address, { lamports, owner: DLMM_PROGRAM, data, executable: false })
  }
}
