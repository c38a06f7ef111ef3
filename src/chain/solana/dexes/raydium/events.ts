import { decodeLayout, type Layout, type LayoutValue } from '../../borsh-layout.ts'

/** Where AMM v4 announces a swap: a log line, then base64 of a type byte and packed numbers. It names no pool. */
export const RAY_LOG_PREFIX = 'Program log: ray_log: '

const SWAP_BASE_IN_LOG = {
  logType: 'u8',
  amountIn: 'u64',
  minimumOut: 'u64',
  direction: 'u64',
  userSource: 'u64',
  poolCoin: 'u64',
  poolPc: 'u64',
  outAmount: 'u64',
} as const satisfies Layout

const SWAP_BASE_OUT_LOG = {
  logType: 'u8',
  maxIn: 'u64',
  amountOut: 'u64',
  direction: 'u64',
  userSource: 'u64',
  poolCoin: 'u64',
  poolPc: 'u64',
  deductIn: 'u64',
} as const satisfies Layout

const SWAP_LOG_BYTES = 57
const SWAP_BASE_IN = 3
const SWAP_BASE_OUT = 4
const PC_TO_COIN = 1n
const COIN_TO_PC = 2n

export type SwapBaseInLog = LayoutValue<typeof SWAP_BASE_IN_LOG>
export type SwapBaseOutLog = LayoutValue<typeof SWAP_BASE_OUT_LOG>
export type SwapLog = {
  readonly inRaw: bigint
  readonly outRaw: bigint
  readonly isCoinIn: boolean
  /** What the swap ran against: balances before it. */
  readonly coinBeforeRaw: bigint
  readonly pcBeforeRaw: bigint
}

/** Null for the logs of other instructions and for bytes of another length. */
export function decodeSwapLog(bytes: Uint8Array): SwapLog | null {
  if (bytes.length !== SWAP_LOG_BYTES) return null
  if (bytes[0] === SWAP_BASE_IN) {
    const log = decodeLayout(SWAP_BASE_IN_LOG, bytes, 0)?.value
    return log === undefined ? null : toSwapLog(log, log.amountIn, log.outAmount)
  }
  if (bytes[0] !== SWAP_BASE_OUT) return null
  const log = decodeLayout(SWAP_BASE_OUT_LOG, bytes, 0)?.value
  return log === undefined ? null : toSwapLog(log, log.deductIn, log.amountOut)
}

function toSwapLog(log: SwapBaseInLog | SwapBaseOutLog, inRaw: bigint, outRaw: bigint): SwapLog | null {
  if (log.direction !== PC_TO_COIN && log.direction !== COIN_TO_PC) return null
  return {
    inRaw,
    outRaw,
    isCoinIn: log.direction === COIN_TO_PC,
    coinBeforeRaw: log.poolCoin,
    pcBeforeRaw: log.poolPc,
  }
}
