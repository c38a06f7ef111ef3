import { PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import {
  decodeGlobalConfig,
  decodePool,
  type GlobalConfig,
  type PumpSwapPool,
} from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import type { EmulatorCall } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, isRefusal, type Refusal } from '../anchor-script.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned, onceForBytes } from '../pumpfun/pump-accounts.ts'
import { SWAP_ERRORS } from '../pumpfun/pump-errors.ts'
import type { PoolReserves } from './pool-math.ts'

const globalConfigOf = onceForBytes(decodeGlobalConfig)

/** The accounts every instruction on a pool names, and the state behind them. */
export type PoolAccounts = {
  readonly pool: string
  readonly globalConfig: string
  readonly baseMint: string
  readonly quoteMint: string
  readonly userBaseTokenAccount: string
  readonly userQuoteTokenAccount: string
  readonly poolBaseTokenAccount: string
  readonly poolQuoteTokenAccount: string
}
export type LoadedPool = {
  readonly pool: PumpSwapPool
  readonly poolBytes: number
  readonly globalConfig: GlobalConfig
  readonly base: LoadedMint
  readonly quote: LoadedMint
  readonly reserves: PoolReserves
  readonly userBase: bigint
  readonly userQuote: bigint
}

export function loadPool(call: EmulatorCall, at: PoolAccounts): LoadedPool | Refusal {
  const pool = loadOwned(call, at.pool, { name: 'pool', owner: PUMPSWAP_PROGRAM, decode: decodePool })
  if (isRefusal(pool)) return pool
  const globalConfig = loadOwned(call, at.globalConfig, {
    name: 'globalConfig',
    owner: PUMPSWAP_PROGRAM,
    decode: globalConfigOf,
  })
  if (isRefusal(globalConfig)) return globalConfig
  const fault = checkAddresses([
    ['globalConfig', at.globalConfig, PUMPSWAP_GLOBAL_CONFIG, ANCHOR.seeds],
    ['baseMint', at.baseMint, pool.baseMint, SWAP_ERRORS.wrongBaseMint],
    ['quoteMint', at.quoteMint, pool.quoteMint, SWAP_ERRORS.wrongQuoteMint],
    ['poolBaseTokenAccount', at.poolBaseTokenAccount, pool.poolBaseTokenAccount, SWAP_ERRORS.wrongBaseVault],
    ['poolQuoteTokenAccount', at.poolQuoteTokenAccount, pool.poolQuoteTokenAccount, SWAP_ERRORS.wrongQuoteVault],
  ])
  if (fault !== null) return fault
  const base = loadMint(call, at.baseMint, 'baseMint')
  if (isRefusal(base)) return base
  const quote = loadMint(call, at.quoteMint, 'quoteMint')
  if (isRefusal(quote)) return quote
  const balance = (name: keyof PoolAccounts, mint: string) => loadBalance(call, at[name], { name, mint })
  const baseReserve = balance('poolBaseTokenAccount', pool.baseMint)
  if (isRefusal(baseReserve)) return baseReserve
  const quoteReserve = balance('poolQuoteTokenAccount', pool.quoteMint)
  if (isRefusal(quoteReserve)) return quoteReserve
  const userBase = balance('userBaseTokenAccount', pool.baseMint)
  if (isRefusal(userBase)) return userBase
  const userQuote = balance('userQuoteTokenAccount', pool.quoteMint)
  if (isRefusal(userQuote)) return userQuote
  const reserves = { base: baseReserve, quote: quoteReserve, virtualQuote: pool.virtualQuoteReserves }
  const poolBytes = call.read(at.pool)!.data.length
  return { pool, poolBytes, globalConfig, base, quote, reserves, userBase, userQuote }
}
