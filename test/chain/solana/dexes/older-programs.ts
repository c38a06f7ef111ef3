import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { CPMM_AT } from '../../../../sandbox/programs/raydium-cpmm/layout.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { decodeAmmInfo } from '../../../../src/chain/solana/dexes/raydium/state.ts'
import type { ReadAccounts, TradablePool } from '../../../../src/chain/solana/dexes/trading.ts'
import { type AccountUse, readonlyAccount, writableAccount } from '../../../../src/chain/solana/instructions.ts'
import { ok } from '../../../../src/contract/outcome.ts'
import type { TradingVector } from './trading-vectors.ts'

/* Builds of the real programs that are public are older than what runs on mainnet now. Where that shows in a swap, the
 * swap is made as they knew it; the quote stays ours. */

/** Statuses of AMM v4 pools: both trade, the second without the order book. */
const SWAP_ONLY = 6
const STATUS_OFFSET = 0
/** What pays a unit at 0.25 %. */
const FEE_UNIT_RAW = 400n
const SWAP_BASE_IN = 9
const AMM_UNITS = 200_000
const OLDER_MARKET_ACCOUNTS = 5

/** AMM v4 as it was before `swap_base_in_v2`: `swap_base_in` names the order book's accounts, which a pool that only
 *  swaps does not look at. */
export function withOlderSwap(dex: Dex): Dex {
  const { trading } = dex
  return {
    ...dex,
    trading: {
      wants: trading!.wants,
      readPool(address, read, mint) {
        const found = trading!.readPool(address, read, mint)
        return found.ok ? ok(olderPool(found.value, read)) : found
      },
    },
  }
}

function olderPool(pool: TradablePool, read: ReadAccounts): TradablePool {
  const { openOrders, market, marketProgram } = decodeAmmInfo(read.get(pool.address)!.data)!
  return {
    ...pool,
    computeUnits: AMM_UNITS,
    accounts(inputMint, swap) {
      const [token, amm, authority, coinVault, pcVault, ...ends] = pool.accounts(inputMint, swap) as [
        AccountUse,
        AccountUse,
        AccountUse,
        AccountUse,
        AccountUse,
        ...AccountUse[],
      ]
      const book = [market, ...Array<string>(OLDER_MARKET_ACCOUNTS).fill(market)].map(writableAccount)
      const orders = writableAccount(openOrders)
      const program = readonlyAccount(marketProgram)
      return [token, amm, authority, orders, coinVault, pcVault, program, ...book, readonlyAccount(market), ...ends]
    },
    data(inputMint, amountInRaw, minOutRaw) {
      const data = Buffer.from(pool.data(inputMint, amountInRaw, minOutRaw))
      data[0] = SWAP_BASE_IN
      return data
    },
  }
}

/** The same pool of AMM v4, swapping without an order book; without dust, whose fee of less than a unit older builds
 *  round to the nearest. */
export function swapOnly(vector: TradingVector): TradingVector {
  const pool = withPool(vector, (data) => {
    data.writeBigUInt64LE(BigInt(SWAP_ONLY), STATUS_OFFSET)
  })
  return { ...pool, swaps: vector.swaps.filter(({ amountInRaw }) => BigInt(amountInRaw) >= FEE_UNIT_RAW) }
}

/** The same CPMM pool without what creators take, and with nothing put by for them. */
export function withoutCreatorFee(vector: TradingVector): TradingVector {
  return withPool(vector, (data) => {
    data[CPMM_AT.enableCreatorFee] = 0
    data.fill(0, CPMM_AT.creatorFees0, CPMM_AT.creatorFees1 + 8)
  })
}

/** Whether a CLMM pool is without what newer builds brought: fees that move or are of one token, and orders. */
export function isOlderClmm({ name }: TradingVector): boolean {
  return !/fee|orders/.test(name)
}

function withPool(vector: TradingVector, change: (data: Buffer) => void): TradingVector {
  const held = vector.accounts[vector.pool]!
  const data = Buffer.from(inflateRawSync(Buffer.from(held.data, 'base64')))
  change(data)
  const changed = { owner: held.owner, data: deflateRawSync(data).toString('base64') }
  return { ...vector, accounts: { ...vector.accounts, [vector.pool]: changed } }
}

/** What a build of AMM v4, CLMM or CPMM has in its texts since it knows `swap_base_in_v2`, orders, or what creators
 *  take. */
export const NEWER_AMM_TEXT = 'swap_base_in_v2'
export const NEWER_CLMM_TEXT = 'OpenLimitOrder'
export const NEWER_CPMM_TEXT = 'CollectCreatorFee'
