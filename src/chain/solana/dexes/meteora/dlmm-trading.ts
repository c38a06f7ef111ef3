import { fail, type Outcome, ok } from '../../../../contract/outcome.ts'
import { CLOCK_SYSVAR } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { type HookOf, hookWants, readHook } from '../hooked-transfer.ts'
import { orientMints } from '../quote-mints.ts'
import { quoteThrough } from '../swap-quote.ts'
import { readTradableMint, type TradableMint } from '../tradable-mint.ts'
import type { DexTrading, ReadAccounts, SwapAccounts, TradablePool } from '../trading.ts'
import { binArrayPda, bitmapExtensionPda, DLMM_PROGRAM } from './addresses.ts'
import { binPriceQ64 } from './bin-price.ts'
import { type DlmmRef, dlmmSwapAccounts, dlmmSwapData } from './dlmm-instructions.ts'
import { arraysAhead } from './dlmm-path.ts'
import { type DlmmBook, tradeDlmm } from './dlmm-quote.ts'
import { decodeLbPair, type LbPair } from './dlmm-state.ts'
import {
  arrayIndexOf,
  BINS_PER_ARRAY,
  binAt,
  type DlmmRules,
  readBinArray,
  readBitmapExtension,
  readDlmmRules,
} from './dlmm-swap-state.ts'

/** Arrays with liquidity that are read, and named in a swap, each way; each takes 33 bytes of a transaction. */
const PATH_ARRAYS = 3
/** So near the edge of its array the active bin may leave it against the trade's direction before the trade lands. */
const EDGE_BINS = 12
/** Enough for some sixty bins; a trade that passes more has no quote. */
const COMPUTE_UNITS = 500_000

/** DLMM pools. What a trade comes to hangs on the bins it passes, of which only those near the active one are read: a
 *  trade that runs past them has no quote. */
export const dlmmTrading: DexTrading = {
  wants(address, read) {
    const found = pairAt(address, read)
    if (found === undefined) return [address]
    if (found === null) return []
    const { mintX, mintY } = found.pair
    const extension = bitmapExtensionPda(address).address
    const arrays = arrayIndexes(found, extensionAt(extension, read)).map((index) => binArrayPda(address, index).address)
    const hooks = [mintX, mintY].flatMap((mint) => {
      const known = readTradableMint(read, mint)
      return known.ok ? hookWants(known.value) : []
    })
    return [mintX, mintY, CLOCK_SYSVAR, extension, ...arrays, ...hooks].filter((one) => !read.has(one))
  },
  readPool(address, read, mint) {
    const found = pairAt(address, read)
    if (found === undefined || found === null) return fail('no_route', 'not a DLMM pool')
    const { pair } = found
    if (mint !== pair.mintX && mint !== pair.mintY) return fail('no_route', 'the pool does not trade this mint')
    if (!pair.isEnabled) return fail('no_route', 'the pool is disabled')
    if (!isActive(readClock(read.get(CLOCK_SYSVAR)), pair)) return fail('no_route', 'the pool is not open yet')
    return tradablePool(address, found, read)
  },
}

type Found = { readonly pair: LbPair; readonly rules: DlmmRules }

/** Undefined when it has not been read, null when there is no such pool. */
function pairAt(address: string, read: ReadAccounts): Found | null | undefined {
  const account = read.get(address)
  if (account === undefined) return undefined
  if (account?.owner !== DLMM_PROGRAM) return null
  const pair = decodeLbPair(account.data)
  const rules = pair === null ? null : readDlmmRules(account.data)
  return pair === null || rules === null ? null : { pair, rules }
}

function extensionAt(address: string, read: ReadAccounts): Uint8Array | null {
  const account = read.get(address)
  return account?.owner === DLMM_PROGRAM ? readBitmapExtension(account.data) : null
}

function paths({ pair, rules }: Found, extension: Uint8Array | null): Pick<DlmmBook, 'pathDown' | 'pathUp'> {
  const bitmap = { own: rules.bitmap, extension }
  const { activeId } = pair
  return {
    pathDown: arraysAhead(bitmap, { activeId, isForY: true }, PATH_ARRAYS),
    pathUp: arraysAhead(bitmap, { activeId, isForY: false }, PATH_ARRAYS),
  }
}

function arrayIndexes(found: Found, extension: Uint8Array | null): readonly number[] {
  const { pathDown, pathUp } = paths(found, extension)
  return [...new Set([...pathDown, ...pathUp])]
}

function readBook(address: string, found: Found, read: ReadAccounts, extension: Uint8Array | null): DlmmBook {
  const arrays = new Map<number, Uint8Array>()
  for (const index of arrayIndexes(found, extension)) {
    const account = read.get(binArrayPda(address, index).address)
    const array = account?.owner === DLMM_PROGRAM ? readBinArray(account.data, index) : null
    if (array !== null) arrays.set(index, array)
  }
  return { activeId: found.pair.activeId, rules: found.rules, ...paths(found, extension), arrays }
}

type Sides = { readonly x: TradableMint; readonly y: TradableMint; readonly hookX: HookOf; readonly hookY: HookOf }

function readSides({ mintX, mintY }: LbPair, read: ReadAccounts): Outcome<Sides> {
  const x = readTradableMint(read, mintX)
  if (!x.ok) return x
  const y = readTradableMint(read, mintY)
  if (!y.ok) return y
  const hookX = readHook(x.value, read)
  if (!hookX.ok) return hookX
  const hookY = readHook(y.value, read)
  return hookY.ok ? ok({ x: x.value, y: y.value, hookX: hookX.value, hookY: hookY.value }) : hookY
}

function tradablePool(address: string, found: Found, read: ReadAccounts): Outcome<TradablePool> {
  const { pair, rules } = found
  const sides = readSides(pair, read)
  if (!sides.ok) return sides
  const { x, y, hookX, hookY } = sides.value
  const extensionAddress = bitmapExtensionPda(address).address
  const extension = extensionAt(extensionAddress, read)
  const book = readBook(address, found, read, extension)
  const priceQ64 = binPriceQ64(pair.binStepBps, pair.activeId)
  const depthYRaw = depthInY(book, priceQ64)
  if (priceQ64 === 0n || depthYRaw === 0n) return fail('no_route', 'the pool is empty near its price')
  const { baseMint, quoteMint, isFlipped } = orientMints(pair.mintX, pair.mintY)
  const [base, quote] = isFlipped ? [y, x] : [x, y]
  const [yPerX, xPerY] = [[priceQ64, 1n << 64n] as const, [1n << 64n, priceQ64] as const]
  const ref: DlmmRef = {
    address,
    pair,
    oracle: rules.oracle,
    bitmapExtension: extension === null ? null : extensionAddress,
    tokenProgramX: x.tokenProgram,
    tokenProgramY: y.tokenProgram,
  }
  const hooksOf = (isForY: boolean, { user, inputAccount, outputAccount }: SwapAccounts) => {
    const [reserveIn, reserveOut] = isForY ? [pair.reserveX, pair.reserveY] : [pair.reserveY, pair.reserveX]
    const paid = { source: inputAccount, destination: reserveIn, authority: user }
    const got = { source: reserveOut, destination: outputAccount, authority: address }
    return { x: hookX(isForY ? paid : got), y: hookY(isForY ? got : paid) }
  }
  const arraysOf = (isForY: boolean) => namedArrays(book, isForY).map((index) => binArrayPda(address, index).address)
  const named = { forY: arraysOf(true), forX: arraysOf(false) }
  const hookCounts = hooksOf(true, { user: address, inputAccount: pair.reserveX, outputAccount: pair.reserveY })
  const counts = { x: hookCounts.x.length, y: hookCounts.y.length }
  return ok({
    dex: 'meteora',
    programId: DLMM_PROGRAM,
    address,
    baseMint,
    quoteMint,
    baseTokenProgram: base.tokenProgram,
    quoteTokenProgram: quote.tokenProgram,
    movesLamports: false,
    quoteDepthRaw: isFlipped ? (depthYRaw << 64n) / priceQ64 : depthYRaw,
    spotPrice: isFlipped ? xPerY : yPerX,
    isCurve: false,
    curveProgressPct: null,
    creator: null,
    watch: [address, ...[...book.arrays.keys()].map((index) => binArrayPda(address, index).address)],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, clock) {
      const isForY = inputMint === pair.mintX
      if (!isForY && inputMint !== pair.mintY) return null
      const point = { slot: BigInt(clock.slot), timeSec: BigInt(Math.floor(clock.unixSec)) }
      if (!isActive(point, pair)) return null
      const order = { amountInRaw, epoch: clock.epoch, spot: isForY ? yPerX : xPerY }
      return quoteThrough(isForY ? { input: x, output: y } : { input: y, output: x }, order, (inRaw) =>
        tradeDlmm(book, { inRaw, isForY, nowSec: point.timeSec }, COMPUTE_UNITS),
      )
    },
    accounts(inputMint, accounts) {
      const isForY = inputMint === pair.mintX
      const arrays = isForY ? named.forY : named.forX
      return dlmmSwapAccounts(ref, accounts, { hooks: hooksOf(isForY, accounts), arrays })
    },
    data: (_inputMint, amountInRaw, minOutRaw) => dlmmSwapData(amountInRaw, minOutRaw, counts),
  })
}

/** The arrays ahead in their order, and behind them the one on the other side where the active bin is so near its edge
 *  that others' trades may push it over. */
function namedArrays({ activeId, pathDown, pathUp, arrays }: DlmmBook, isForY: boolean): readonly number[] {
  const [ahead, behind] = isForY ? [pathDown, pathUp] : [pathUp, pathDown]
  const toEdge = isForY
    ? (arrayIndexOf(activeId) + 1) * BINS_PER_ARRAY - 1 - activeId
    : activeId - arrayIndexOf(activeId) * BINS_PER_ARRAY
  const next = behind.find((index) => !ahead.includes(index))
  const named = next === undefined || toEdge >= EDGE_BINS ? ahead : [...ahead, next]
  return named.filter((index) => arrays.has(index))
}

/** Half of what the bins that were read are worth at the active price, in Y: the Y of a constant product as deep. */
function depthInY({ arrays, rules }: DlmmBook, priceQ64: bigint): bigint {
  let [xRaw, yRaw] = [0n, 0n]
  for (const [index, array] of arrays)
    for (let id = index * BINS_PER_ARRAY; arrayIndexOf(id) === index; id++) {
      const { amountX, amountY, openOrderRaw, olderOrderRaw, ordersSellX } = binAt(array, id)
      const orders = rules.hasLimitOrders ? openOrderRaw + olderOrderRaw : 0n
      xRaw += amountX + (ordersSellX ? orders : 0n)
      yRaw += amountY + (ordersSellX ? 0n : orders)
    }
  return (((xRaw * priceQ64) >> 64n) + yRaw) / 2n
}
