import { RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { keyAt, uintAt } from '../byte-fields.ts'

/* Raydium AMM v4: where its pools and configuration keep what, and where they are. Accounts carry no discriminator. */

export const AMM_BYTES = 752
/** Byte offsets in a pool; eight bytes each where nothing else is said. */
export const AMM_AT = {
  status: 0,
  nonce: 8,
  orderNum: 16,
  depth: 24,
  coinDecimals: 32,
  pcDecimals: 40,
  state: 48,
  resetFlag: 56,
  volMaxCutRatio: 72,
  amountWave: 80,
  minPriceMultiplier: 104,
  maxPriceMultiplier: 112,
  sysDecimalValue: 120,
  minSeparateNumerator: 128,
  minSeparateDenominator: 136,
  tradeFeeNumerator: 144,
  tradeFeeDenominator: 152,
  pnlNumerator: 160,
  pnlDenominator: 168,
  swapFeeNumerator: 176,
  swapFeeDenominator: 184,
  needTakePnlCoin: 192,
  needTakePnlPc: 200,
  poolOpenTime: 224,
  /** Keys from here to the market program's, 32 bytes each. */
  coinVault: 336,
  pcVault: 368,
  coinMint: 400,
  pcMint: 432,
  lpMint: 464,
  openOrders: 496,
  market: 528,
  marketProgram: 560,
  targetOrders: 592,
  ammOwner: 688,
  lpAmount: 720,
  recentEpoch: 736,
} as const

export const AMM_STATUS = { initialized: 1, swapOnly: 6, waitingTrade: 7 } as const

export const AMM_CONFIG_BYTES = 544
export const AMM_CONFIG_AT = { pnlOwner: 0, cancelOwner: 32, createPoolFee: 536 } as const
export const TARGET_ORDERS_BYTES = 2_208
export const TARGET_ORDERS_AT = { owner: 0, calcPnlX: 1_024, calcPnlY: 1_040 } as const

export const RAYDIUM_OWNER = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'
/** A wrapped SOL account. */
export const RAYDIUM_CREATE_FEE_ACCOUNT = '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5'
export const OPENBOOK_PROGRAM = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX'

export const RAYDIUM_AUTHORITY_SEED = Buffer.from('amm authority')
export const raydiumConfigPda = () => findProgramAddress([Buffer.from('amm_config_account_seed')], RAYDIUM_PROGRAM)
export const raydiumAuthorityPda = () => findProgramAddress([RAYDIUM_AUTHORITY_SEED], RAYDIUM_PROGRAM)

export type MarketPart = 'amm' | 'target' | 'open_order' | 'coin_vault' | 'pc_vault' | 'lp_mint'

/** What belongs to the pool of a market, with the seeds (bump included) its address is derived by. */
export function marketPart(market: string, part: MarketPart): { address: string; seeds: readonly Uint8Array[] } {
  const seeds = [addressBytes(RAYDIUM_PROGRAM), addressBytes(market), Buffer.from(`${part}_associated_seed`)]
  const { address, bump } = findProgramAddress(seeds, RAYDIUM_PROGRAM)
  return { address, seeds: [...seeds, Uint8Array.of(bump)] }
}

export type AmmKeys = {
  readonly coinVault: string
  readonly pcVault: string
  readonly coinMint: string
  readonly pcMint: string
  readonly lpMint: string
  readonly openOrders: string
  readonly market: string
  readonly marketProgram: string
  readonly targetOrders: string
}

export function ammKeys(bytes: Uint8Array): AmmKeys {
  return {
    coinVault: keyAt(bytes, AMM_AT.coinVault),
    pcVault: keyAt(bytes, AMM_AT.pcVault),
    coinMint: keyAt(bytes, AMM_AT.coinMint),
    pcMint: keyAt(bytes, AMM_AT.pcMint),
    lpMint: keyAt(bytes, AMM_AT.lpMint),
    openOrders: keyAt(bytes, AMM_AT.openOrders),
    market: keyAt(bytes, AMM_AT.market),
    marketProgram: keyAt(bytes, AMM_AT.marketProgram),
    targetOrders: keyAt(bytes, AMM_AT.targetOrders),
  }
}

export function ammU64(bytes: Uint8Array, field: keyof typeof AMM_AT): bigint {
  return uintAt(bytes, AMM_AT[field], 8)
}
