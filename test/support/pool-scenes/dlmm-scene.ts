import { binPriceQ64 } from '../../../src/chain/solana/dexes/meteora/bin-price.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  type Draw,
  drawFrom,
  drawMintFee,
  type HeldBytes,
  type MintFee,
  mintBytesOf,
  put,
  putKey,
  SCENE_CLOCK,
  SCENE_MINTS,
  type Scene,
  tokenBytes,
} from './scene.ts'

const PROGRAM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'
const BASE = keypairFromText('scene dlmm preset').address
const IN_RESERVE = 2n ** 62n
const PERMISSIONLESS_V2 = 3

/** Id, X, Y, open orders, older orders, and whether the orders sell X. */
export type BinFields = readonly [id: number, x: bigint, y: bigint, open: bigint, older: bigint, sellsX: number]
export type DlmmFields = {
  readonly activeId: number
  readonly binStep: number
  readonly baseFactor: number
  readonly baseFeePower: number
  readonly filterPeriod: number
  readonly decayPeriod: number
  readonly reductionFactor: number
  readonly variableFeeControl: number
  readonly maxVolatility: number
  readonly protocolShare: number
  readonly functionType: number
  readonly collectFeeMode: number
  readonly hasRewards: boolean
  readonly volatilityAccumulator: number
  readonly volatilityReference: number
  readonly indexReference: number
  readonly updatedSecsAgo: number
  readonly bins: readonly BinFields[]
  readonly fees: readonly [MintFee | null, MintFee | null]
  readonly isXIn: boolean
  readonly amountInRaw: bigint
}

export function drawDlmm(seed: number): DlmmFields {
  const draw = drawFrom(seed)
  const binStep = draw.pick([1, 4, 10, 20, 80, 100, 250])
  const reach = Math.floor(40_000 / binStep / 5)
  // Now and then beyond the pool's own bitmap.
  const isFar = binStep <= 4 && draw.chance(0.25)
  const activeId = isFar
    ? draw.pick([-1, 1]) * (35_840 + draw.between(-200, 200))
    : draw.between(-Math.min(reach, 8_000), Math.min(reach, 8_000))
  const maxVolatility = draw.between(50_000, 400_000)
  return {
    activeId,
    binStep,
    baseFactor: draw.between(0, 20_000),
    baseFeePower: draw.chance(0.1) ? 1 : 0,
    filterPeriod: 300,
    decayPeriod: 1_200,
    reductionFactor: 5_000,
    variableFeeControl: draw.pick([0, 7_500, 40_000, 500_000]),
    maxVolatility,
    protocolShare: draw.pick([0, 500, 1_000, 2_000]),
    functionType: draw.below(3),
    collectFeeMode: draw.below(2),
    hasRewards: draw.chance(0.3),
    volatilityAccumulator: draw.below(maxVolatility),
    volatilityReference: draw.below(maxVolatility),
    indexReference: activeId + draw.between(-30, 30),
    updatedSecsAgo: draw.pick([draw.below(300), draw.between(300, 1_199), draw.between(1_200, 90_000)]),
    bins: drawBins(draw, activeId),
    fees: [drawMintFee(draw), drawMintFee(draw)],
    isXIn: draw.chance(0.5),
    amountInRaw: draw.big(36),
  }
}

function drawBins(draw: Draw, activeId: number): readonly BinFields[] {
  const bins: BinFields[] = []
  const size = draw.between(12, 34)
  const orders = (id: number): readonly [bigint, bigint, number] => {
    if (!draw.chance(0.3)) return [0n, 0n, draw.below(2)]
    // At the active bin either side may have orders.
    const sellsX = id === activeId ? draw.below(2) : id > activeId ? 1 : 0
    return [draw.chance(0.7) ? draw.big(size) : 0n, draw.chance(0.5) ? draw.big(size) : 0n, sellsX]
  }
  const add = (id: number): void => {
    const x = id >= activeId && draw.chance(0.9) ? draw.big(size) : 0n
    const y = id <= activeId && draw.chance(0.9) ? draw.big(size) : 0n
    bins.push([id, x, y, ...orders(id)])
  }
  if (draw.chance(0.9)) add(activeId)
  for (const step of [-1, 1]) {
    let id = activeId
    for (let count = draw.between(0, 16); count > 0; count--) {
      id += step * draw.pick([1, 1, 1, 2, draw.between(1, 40), draw.between(70, 200)])
      add(id)
    }
  }
  return bins
}

const arrayOf = (id: number): number => Math.floor(id / 70)

export function dlmmScene(fields: DlmmFields, storesPrices = true): Scene {
  const [mintX, mintY] = SCENE_MINTS
  const pair = findProgramAddress([addressBytes(BASE), addressBytes(mintX), addressBytes(mintY)], PROGRAM)
  const key = addressBytes(pair.address)
  const reserve = (mint: string) => findProgramAddress([key, addressBytes(mint)], PROGRAM).address
  const oracle = findProgramAddress([Buffer.from('oracle'), key], PROGRAM).address
  const [reserveX, reserveY] = [reserve(mintX), reserve(mintY)]
  const arrays = new Map<number, Uint8Array>()
  for (const bin of fields.bins) {
    const index = arrayOf(bin[0])
    const array = arrays.get(index) ?? emptyArray(pair.address, index, storesPrices ? fields.binStep : null)
    arrays.set(index, array)
    writeBin(array, bin)
  }
  const filled = [...arrays.keys()]
  const accounts = new Map<string, HeldBytes>([
    [
      pair.address,
      { owner: PROGRAM, data: pairBytes(fields, { ...pair, mintX, mintY, reserveX, reserveY, oracle }, filled) },
    ],
    [mintX, mintBytesOf(fields.fees[0])],
    [mintY, mintBytesOf(fields.fees[1])],
    [reserveX, tokenBytes(mintX, pair.address, IN_RESERVE, fields.fees[0])],
    [reserveY, tokenBytes(mintY, pair.address, IN_RESERVE, fields.fees[1])],
    [oracle, { owner: PROGRAM, data: oracleBytes() }],
  ])
  for (const [index, data] of arrays) {
    const seed = Buffer.alloc(8)
    seed.writeBigInt64LE(BigInt(index))
    accounts.set(findProgramAddress([Buffer.from('bin_array'), key, seed], PROGRAM).address, { owner: PROGRAM, data })
  }
  if (filled.some((index) => index < -512 || index > 511))
    accounts.set(findProgramAddress([Buffer.from('bitmap'), key], PROGRAM).address, {
      owner: PROGRAM,
      data: extensionBytes(pair.address, filled),
    })
  return {
    accounts,
    pool: pair.address,
    mints: SCENE_MINTS,
    isFirstIn: fields.isXIn,
    amountInRaw: fields.amountInRaw,
    clock: SCENE_CLOCK,
  }
}

function emptyArray(pair: string, index: number, binStep: number | null): Uint8Array {
  const data = new Uint8Array(10_136)
  data.set(Buffer.from('5c8e5cdc059446b5', 'hex'))
  put(data, 8, 8, index)
  put(data, 16, 1, 2)
  putKey(data, 24, pair)
  for (let at = 0; at < 70 && binStep !== null; at++)
    put(data, 56 + at * 144 + 16, 16, binPriceQ64(binStep, index * 70 + at))
  return data
}

function writeBin(array: Uint8Array, [id, x, y, open, older, sellsX]: BinFields): void {
  const at = 56 + (id - arrayOf(id) * 70) * 144
  put(array, at, 8, x)
  put(array, at + 8, 8, y)
  put(array, at + 32, 16, (x + y + 1n) << 64n)
  put(array, at + 112, 8, open)
  put(array, at + 120, 8, older)
  put(array, at + 128, 8, older)
  put(array, at + 140, 1, sellsX)
}

type Places = {
  readonly address: string
  readonly bump: number
  readonly mintX: string
  readonly mintY: string
  readonly reserveX: string
  readonly reserveY: string
  readonly oracle: string
}

function pairBytes(fields: DlmmFields, at: Places, filled: readonly number[]): Uint8Array {
  const data = new Uint8Array(904)
  data.set(Buffer.from('210b3162b565b10d', 'hex'))
  put(data, 8, 2, fields.baseFactor)
  put(data, 10, 2, fields.filterPeriod)
  put(data, 12, 2, fields.decayPeriod)
  put(data, 14, 2, fields.reductionFactor)
  put(data, 16, 4, fields.variableFeeControl)
  put(data, 20, 4, fields.maxVolatility)
  put(data, 24, 4, -443_636)
  put(data, 28, 4, 443_636)
  put(data, 32, 2, fields.protocolShare)
  put(data, 34, 1, fields.baseFeePower)
  put(data, 35, 1, fields.functionType)
  put(data, 36, 1, fields.collectFeeMode)
  put(data, 40, 4, fields.volatilityAccumulator)
  put(data, 44, 4, fields.volatilityReference)
  put(data, 48, 4, fields.indexReference)
  put(data, 56, 8, SCENE_CLOCK.unixSec - fields.updatedSecsAgo)
  put(data, 72, 1, at.bump)
  put(data, 73, 2, fields.binStep)
  put(data, 75, 1, PERMISSIONLESS_V2)
  put(data, 76, 4, fields.activeId)
  put(data, 80, 2, fields.binStep)
  put(data, 84, 2, fields.baseFactor)
  putKey(data, 88, at.mintX)
  putKey(data, 120, at.mintY)
  putKey(data, 152, at.reserveX)
  putKey(data, 184, at.reserveY)
  if (fields.hasRewards) putKey(data, 264, at.mintX)
  putKey(data, 552, at.oracle)
  for (const index of filled) if (index >= -512 && index < 512) setBit(data, 584, index + 512)
  putKey(data, 784, BASE)
  put(data, 880, 1, fields.fees[0] === null ? 0 : 1)
  put(data, 881, 1, fields.fees[1] === null ? 0 : 1)
  put(data, 882, 1, 1)
  return data
}

function extensionBytes(pair: string, filled: readonly number[]): Uint8Array {
  const data = new Uint8Array(1_576)
  data.set(Buffer.from('506f7c7137ed1205', 'hex'))
  putKey(data, 8, pair)
  for (const index of filled) {
    if (index > 511) setBit(data, 40, index - 512)
    if (index < -512) setBit(data, 808, -index - 513)
  }
  return data
}

/** Index, active size and length, then room for observations. */
function oracleBytes(): Uint8Array {
  const data = new Uint8Array(32 + 100 * 32)
  data.set(Buffer.from('8bc283b38cb3e5f4', 'hex'))
  put(data, 24, 8, 100)
  return data
}

function setBit(data: Uint8Array, offset: number, bit: number): void {
  data[offset + (bit >> 3)]! |= 1 << (bit & 7)
}
