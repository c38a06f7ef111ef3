import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'
import { type ChainClock, isActive } from '../chain-clock.ts'

/** Account of a Raydium AMM v4 pool. It has no discriminator: the owner program and the length tell it. */
export const AMM_INFO = {
  status: 'u64',
  nonce: 'u64',
  orderNum: 'u64',
  depth: 'u64',
  coinDecimals: 'u64',
  pcDecimals: 'u64',
  state: 'u64',
  resetFlag: 'u64',
  minSize: 'u64',
  volMaxCutRatio: 'u64',
  amountWave: 'u64',
  coinLotSize: 'u64',
  pcLotSize: 'u64',
  minPriceMultiplier: 'u64',
  maxPriceMultiplier: 'u64',
  sysDecimalValue: 'u64',
  minSeparateNumerator: 'u64',
  minSeparateDenominator: 'u64',
  tradeFeeNumerator: 'u64',
  tradeFeeDenominator: 'u64',
  pnlNumerator: 'u64',
  pnlDenominator: 'u64',
  swapFeeNumerator: 'u64',
  swapFeeDenominator: 'u64',
  /** Profit that still lies in the vaults and is not traded against. */
  needTakePnlCoin: 'u64',
  needTakePnlPc: 'u64',
  totalPnlPc: 'u64',
  totalPnlCoin: 'u64',
  poolOpenTimeSec: 'u64',
  padding0: { array: 'u64', length: 2 },
  orderbookToInitTimeSec: 'u64',
  swapCoinInAmount: 'u128',
  swapPcOutAmount: 'u128',
  swapAccPcFee: 'u64',
  swapPcInAmount: 'u128',
  swapCoinOutAmount: 'u128',
  swapAccCoinFee: 'u64',
  coinVault: 'pubkey',
  pcVault: 'pubkey',
  coinMint: 'pubkey',
  pcMint: 'pubkey',
  lpMint: 'pubkey',
  openOrders: 'pubkey',
  market: 'pubkey',
  marketProgram: 'pubkey',
  targetOrders: 'pubkey',
  padding1: { array: 'u64', length: 8 },
  ammOwner: 'pubkey',
  lpAmount: 'u64',
  clientOrderId: 'u64',
  recentEpoch: 'u64',
  padding2: 'u64',
} as const satisfies Layout

export type AmmInfo = LayoutValue<typeof AMM_INFO>

export const AMM_INFO_BYTES = 752
export const COIN_MINT_OFFSET = 400
export const PC_MINT_OFFSET = 432

/** `status` of pools that swap: initialised, and swap only. */
const SWAP_STATUSES: ReadonlySet<bigint> = new Set([1n, 6n])
/** Swaps from its open time on; the first one then changes the status. */
const STATUS_WAITING = 7n

/** Null for bytes of another length. The caller has checked the owner program. */
export function decodeAmmInfo(data: Uint8Array): AmmInfo | null {
  return data.length === AMM_INFO_BYTES ? (decodeLayout(AMM_INFO, data, 0)?.value ?? null) : null
}

/** Whether the pool swaps from its open time on only. */
export function isWaiting({ status }: Pick<AmmInfo, 'status'>): boolean {
  return status === STATUS_WAITING
}

/** A clock that could not be read closes nothing. */
export function isSwappable({ status, poolOpenTimeSec }: AmmInfo, clock: ChainClock | null): boolean {
  if (isWaiting({ status })) return isActive(clock, { activation: 'time', activationPoint: poolOpenTimeSec })
  return SWAP_STATUSES.has(status)
}
