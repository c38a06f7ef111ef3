import { readU64 } from '../../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../hot-paths/base58.ts'
import { startsWith } from '../../anchor-event.ts'

/** What is read of a DLMM pool account. */
export type LbPair = {
  /** Bin that trades run in now; its price is (1 + bin step / 10,000)^id, Y for X in base units. */
  readonly activeId: number
  readonly binStepBps: number
  readonly isEnabled: boolean
  /** What the activation point counts: slots, or seconds since 1970. */
  readonly activation: 'slot' | 'time'
  readonly activationPoint: bigint
  readonly mintX: string
  readonly mintY: string
  readonly reserveX: string
  readonly reserveY: string
  readonly creator: string
}

export const LB_PAIR_TAG = Buffer.from('210b3162b565b10d', 'hex')
export const LB_PAIR_BYTES = 904
export const LB_PAIR_MINT_X_OFFSET = 88
export const LB_PAIR_MINT_Y_OFFSET = 120
const ACTIVE_ID_OFFSET = 76
const BIN_STEP_OFFSET = 80
const STATUS_OFFSET = 82
const ACTIVATION_TYPE_OFFSET = 86
const RESERVE_X_OFFSET = 152
const RESERVE_Y_OFFSET = 184
const ACTIVATION_POINT_OFFSET = 816
const CREATOR_OFFSET = 848
/** Ids outside cannot be: their prices do not fit 64.64 bits. */
const MAX_BIN_ID = 443_636

/** Null for bytes that are no DLMM pool, among them values that the program cannot write. The caller has checked the
 *  owner. */
export function decodeLbPair(data: Uint8Array): LbPair | null {
  if (data.length !== LB_PAIR_BYTES || !startsWith(data, LB_PAIR_TAG)) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const activeId = view.getInt32(ACTIVE_ID_OFFSET, true)
  const binStepBps = view.getUint16(BIN_STEP_OFFSET, true)
  const status = data[STATUS_OFFSET]!
  const activationType = data[ACTIVATION_TYPE_OFFSET]!
  if (binStepBps === 0 || Math.abs(activeId) > MAX_BIN_ID || status > 1 || activationType > 1) return null
  const key = (at: number) => encodeBase58(data.subarray(at, at + 32))
  return {
    activeId,
    binStepBps,
    isEnabled: status === 0,
    activation: activationType === 0 ? 'slot' : 'time',
    activationPoint: readU64(data, ACTIVATION_POINT_OFFSET),
    mintX: key(LB_PAIR_MINT_X_OFFSET),
    mintY: key(LB_PAIR_MINT_Y_OFFSET),
    reserveX: key(RESERVE_X_OFFSET),
    reserveY: key(RESERVE_Y_OFFSET),
    creator: key(CREATOR_OFFSET),
  }
}
