import { findExtension, isMint, readU64 } from '../../../hot-paths/account-layouts.ts'
import { TOKEN_2022_PROGRAM } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'

/** What a Token-2022 mint withholds of each transfer, before and from an epoch on. */
export type TransferFee = {
  readonly older: TransferFeeRate
  readonly newer: TransferFeeRate
  /** First epoch of `newer`. */
  readonly newerEpoch: bigint
}
export type TransferFeeRate = { readonly bps: bigint; readonly maxRaw: bigint }

const TRANSFER_FEE_CONFIG = 1
/** Two authorities and the withheld amount, then per schedule: epoch u64, maximum u64, rate u16. */
const OLDER_OFFSET = 72
const NEWER_OFFSET = 90
const CONFIG_BYTES = 108
const BPS = 10_000n

/** Null for mints that withhold nothing, now or later: classic ones, and those without the extension. */
export function readTransferFee(mint: AccountView | null | undefined): TransferFee | null {
  if (mint?.owner !== TOKEN_2022_PROGRAM || !isMint(mint.data)) return null
  const config = findExtension(mint.data, TRANSFER_FEE_CONFIG)
  if (config === null || config.length < CONFIG_BYTES) return null
  const rate = (at: number): TransferFeeRate => ({
    bps: BigInt(config[at + 16]! | (config[at + 17]! << 8)),
    maxRaw: readU64(config, at + 8),
  })
  return { older: rate(OLDER_OFFSET), newer: rate(NEWER_OFFSET), newerEpoch: readU64(config, NEWER_OFFSET) }
}

/** What is withheld when `amountRaw` is sent: ceil(amount x rate), at most the maximum. */
export function transferFeeOf(fee: TransferFee | null, amountRaw: bigint, epoch: number): bigint {
  if (fee === null || amountRaw <= 0n) return 0n
  const { bps, maxRaw } = BigInt(epoch) >= fee.newerEpoch ? fee.newer : fee.older
  const asked = (amountRaw * bps + BPS - 1n) / BPS
  return asked < maxRaw ? asked : maxRaw
}

/** What arrives when `amountRaw` is sent. */
export function afterTransferFee(fee: TransferFee | null, amountRaw: bigint, epoch: number): bigint {
  return amountRaw - transferFeeOf(fee, amountRaw, epoch)
}

/** The least that can be sent for `netRaw` to arrive, under the milder of the two schedules where they differ: what a
 *  program may be told as least output when it does not count what the mint withholds. */
export function leastSent(fee: TransferFee | null, netRaw: bigint): bigint {
  if (fee === null || netRaw <= 0n) return netRaw
  const [older, newer] = [fee.older, fee.newer].map((rate) => sentUnder(rate, netRaw)) as [bigint, bigint]
  return older < newer ? older : newer
}

/** The least that has to be sent in an epoch for `netRaw` to arrive. */
export function sentFor(fee: TransferFee | null, netRaw: bigint, epoch: number): bigint {
  if (fee === null || netRaw <= 0n) return netRaw
  return sentUnder(BigInt(epoch) >= fee.newerEpoch ? fee.newer : fee.older, netRaw)
}

function sentUnder({ bps, maxRaw }: TransferFeeRate, netRaw: bigint): bigint {
  const capped = netRaw + maxRaw
  if (bps >= BPS) return capped
  const sent = (netRaw * BPS + (BPS - bps) - 1n) / (BPS - bps)
  return sent < capped ? sent : capped
}
