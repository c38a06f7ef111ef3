import type { DexName } from '../../src/chain/solana/dexes/dex.ts'

type DexLabels = {
  /** DexScreener: `dexId`, and what it puts in `labels`. */
  readonly dexscreener: readonly [dexId: string, ...labels: string[]]
  /** RugCheck: `marketType`, and the name of its pools as accounts. */
  readonly rugcheck: readonly [marketType: string, name: string]
  readonly goplus: string
  readonly geckoterminal: string
}

/** What the market-data providers call each DEX. */
export const DEX_LABELS: Readonly<Record<DexName, DexLabels>> = {
  pumpfun: {
    dexscreener: ['pumpfun'],
    rugcheck: ['pump_fun', 'Pump Fun'],
    goplus: 'pump.fun',
    geckoterminal: 'pump-fun',
  },
  pumpswap: {
    dexscreener: ['pumpswap'],
    rugcheck: ['pump_fun_amm', 'Pump Fun AMM'],
    goplus: 'pumpswap',
    geckoterminal: 'pumpswap',
  },
  raydium: {
    dexscreener: ['raydium'],
    rugcheck: ['raydium', 'Raydium'],
    goplus: 'raydium',
    geckoterminal: 'raydium',
  },
  raydium_cpmm: {
    dexscreener: ['raydium', 'CPMM'],
    rugcheck: ['raydium_cpmm', 'Raydium CPMM'],
    goplus: 'raydium',
    geckoterminal: 'raydium-cpmm',
  },
  raydium_clmm: {
    dexscreener: ['raydium', 'CLMM'],
    rugcheck: ['raydium_clmm', 'Raydium CLMM'],
    goplus: 'raydium',
    geckoterminal: 'raydium-clmm',
  },
  bonk: {
    dexscreener: ['launchlab'],
    rugcheck: ['raydium_launchlab', 'Raydium LaunchLab'],
    goplus: 'launchlab',
    geckoterminal: 'raydium-launchlab',
  },
  meteora: {
    dexscreener: ['meteora', 'DLMM'],
    rugcheck: ['meteoraDlmm', 'Meteora DLMM'],
    goplus: 'meteora',
    geckoterminal: 'meteora',
  },
  meteora_damm_v2: {
    dexscreener: ['meteora', 'DYN2'],
    rugcheck: ['meteora_damm_v2', 'Meteora DAMM V2'],
    goplus: 'meteora',
    geckoterminal: 'meteora-damm-v2',
  },
  meteora_dbc: {
    dexscreener: ['meteoradbc'],
    rugcheck: ['meteora_dbc', 'Meteora DBC'],
    goplus: 'meteora',
    geckoterminal: 'meteora-dbc',
  },
  orca: {
    dexscreener: ['orca', 'wp'],
    rugcheck: ['orca', 'Orca Whirlpool'],
    goplus: 'orca',
    geckoterminal: 'orca',
  },
}
