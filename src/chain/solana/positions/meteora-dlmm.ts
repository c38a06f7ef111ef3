import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { startsWith } from '../anchor-event.ts'
import { binArrayPda, DLMM_PROGRAM } from '../dexes/meteora/addresses.ts'
import { binPriceQ64 } from '../dexes/meteora/bin-price.ts'
import { decodeLbPair } from '../dexes/meteora/dlmm-state.ts'
import { arrayIndexOf, BINS_PER_ARRAY, readBinArray } from '../dexes/meteora/dlmm-swap-state.ts'
import type { AccountView } from '../rpc.ts'
import { readU128 } from './read-u128.ts'
import { type PositionReader, type Reading, viewOf } from './reader.ts'

const POSITION_TAG = Buffer.from('75b0d4c7f5b485b6', 'hex')
const POSITION_BYTES = 8_120
const OWNER_AT = 40
const AT = { pool: 8, shares: 72, fees: 4_552, lower: 7_912, upper: 7_916 }
const FEE_BYTES = 48
/** Bins that the account's fixed part has room for; further ones follow behind it. */
const FIXED_BINS = 70
/** Of a further bin: shares, two rewards, fees. */
const MORE_BIN_BYTES = 112
const MORE_FEES_AT = 64
const MAX_BINS = 1_400
/** Offsets in a bin of an array. */
const BIN = { first: 56, bytes: 144, amountX: 0, amountY: 8, supply: 32, feeX: 80, feeY: 96 }
const MASK_U128 = 2n ** 128n - 1n

/** Positions of DLMM. Rewards beside fees, and limit orders, are not read. */
export const dlmmPositions: PositionReader = {
  protocol: 'meteora_dlmm',
  programs: [DLMM_PROGRAM],
  scanOf: (wallet) => ({
    program: DLMM_PROGRAM,
    filters: [
      { memcmp: { offset: 0, bytes: encodeBase58(POSITION_TAG) } },
      { memcmp: { offset: OWNER_AT, bytes: wallet } },
    ],
  }),
  read: ({ data, ...view }) =>
    startsWith(data, POSITION_TAG) && data.length >= POSITION_BYTES ? readPosition({ ...view, data }) : null,
}

type Totals = { x: bigint; y: bigint; feeX: bigint; feeY: bigint }

function* readPosition({ address, data: head }: AccountView): Reading {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const [lower, upper] = [bytes.getInt32(AT.lower, true), bytes.getInt32(AT.upper, true)]
  const width = upper - lower + 1
  const mostBins = FIXED_BINS + Math.floor((head.length - POSITION_BYTES) / MORE_BIN_BYTES)
  if (width < 1 || width > mostBins || width > MAX_BINS) return []
  const poolAddress = encodeBase58(head.subarray(AT.pool, AT.pool + 32))
  const indexes: number[] = []
  for (let index = arrayIndexOf(lower); index <= arrayIndexOf(upper); index++) indexes.push(index)
  const addresses = indexes.map((index) => binArrayPda(poolAddress, index).address)
  // All of one moment: a swap between two reads would make fees out of nothing.
  const accounts = yield [address, poolAddress, ...addresses]
  const data = viewOf(accounts, address, DLMM_PROGRAM)?.data
  const pairData = viewOf(accounts, poolAddress, DLMM_PROGRAM)?.data
  const pair = pairData === undefined ? null : decodeLbPair(pairData)
  if (data === undefined || data.length < head.length || pair === null) return []
  const total: Totals = { x: 0n, y: 0n, feeX: 0n, feeY: 0n }
  for (const [at, index] of indexes.entries()) {
    const array = readBinArray(viewOf(accounts, addresses[at]!, DLMM_PROGRAM)?.data ?? new Uint8Array(0), index)
    const first = Math.max(lower, index * BINS_PER_ARRAY)
    const last = Math.min(upper, (index + 1) * BINS_PER_ARRAY - 1)
    for (let bin = first; bin <= last; bin++) addBin(total, data, bin - lower, array, bin - index * BINS_PER_ARRAY)
  }
  const { mintX, mintY, activeId, binStepBps } = pair
  const ratio = (bin: number) => Number(binPriceQ64(binStepBps, bin)) / 2 ** 64
  return [
    {
      kind: 'dlmm',
      protocol: 'meteora_dlmm',
      program: DLMM_PROGRAM,
      address,
      mint: null,
      pool: poolAddress,
      sharesRaw: null,
      tokens: [
        { mint: mintX, amountRaw: total.x },
        { mint: mintY, amountRaw: total.y },
      ],
      debts: [],
      fees: [
        { mint: mintX, amountRaw: total.feeX },
        { mint: mintY, amountRaw: total.feeY },
      ],
      range: {
        unit: 'bin',
        lower,
        upper,
        current: activeId,
        isInRange: lower <= activeId && activeId <= upper,
        ratios: { lower: ratio(lower), upper: ratio(upper), current: ratio(activeId) },
      },
      lockedBps: 0,
    },
  ]
}

/** What one bin adds: a share of what lies in it, and of the fees that it took since the position was last touched. */
function addBin(total: Totals, position: Uint8Array, at: number, array: Uint8Array | null, slot: number): void {
  const isFixed = at < FIXED_BINS
  const more = POSITION_BYTES + (at - FIXED_BINS) * MORE_BIN_BYTES
  const shares = readU128(position, isFixed ? AT.shares + at * 16 : more)
  const fees = isFixed ? AT.fees + at * FEE_BYTES : more + MORE_FEES_AT
  total.feeX += readU64(position, fees + 32)
  total.feeY += readU64(position, fees + 40)
  if (array === null || shares === 0n) return
  const bin = BIN.first + slot * BIN.bytes
  const supply = readU128(array, bin + BIN.supply)
  if (supply === 0n) return
  total.x += (shares * readU64(array, bin + BIN.amountX)) / supply
  total.y += (shares * readU64(array, bin + BIN.amountY)) / supply
  const grown = (stored: number, seen: number): bigint =>
    ((shares >> 64n) * ((readU128(array, stored) - readU128(position, seen)) & MASK_U128)) >> 64n
  total.feeX += grown(bin + BIN.feeX, fees)
  total.feeY += grown(bin + BIN.feeY, fees + 16)
}
