import {
  buildPumpSwapBuyExactQuoteIn,
  buildPumpSwapSell,
} from '../../../src/chain/solana/dexes/pumpswap/instructions.ts'
import { decodePool, type PumpSwapPool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import type { AccountUse } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { tokenProgramOf, tokensIn } from '../holdings.ts'
import { hookAccountsFor } from '../hook-accounts.ts'
import { aroundTrade } from './around-trade.ts'
import type { DexTrades, TradeRequest } from './dex-trades.ts'

export const pumpswapTrades: DexTrades = {
  dex: 'pumpswap',
  readPool(chain, { address }) {
    const account = chain.account(address)
    const state = account === null ? null : decodePool(account.data)
    if (state === null) return null
    const baseReserveRaw = tokensIn(chain, state.poolBaseTokenAccount)
    const quoteReserveRaw = tokensIn(chain, state.poolQuoteTokenAccount) + state.virtualQuoteReserves
    if (baseReserveRaw === 0n || quoteReserveRaw <= 0n) return null
    return { baseReserveRaw, quoteReserveRaw, quotePerBase: null, curveProgressPct: null }
  },
  readShares(chain, { address }) {
    const account = chain.account(address)
    const state = account === null ? null : decodePool(account.data)
    if (state === null) return null
    const { lpMint, lpSupply: lpSupplyRaw, poolBaseTokenAccount, poolQuoteTokenAccount, creator } = state
    return { lpMint, lpSupplyRaw, vaults: [poolBaseTokenAccount, poolQuoteTokenAccount], creator }
  },
  trade(chain, request) {
    const { pool: ref, wallet: user, side, amountRaw } = request
    const account = chain.account(ref.address)
    const pool = account === null ? null : decodePool(account.data)
    if (pool === null) return null
    const facts = {
      address: ref.address,
      pool,
      baseTokenProgram: tokenProgramOf(chain, pool.baseMint),
      quoteTokenProgram: tokenProgramOf(chain, pool.quoteMint),
      hookAccounts: hookAccountsOf(chain, request, pool),
      user,
    }
    const trade =
      side === 'buy'
        ? buildPumpSwapBuyExactQuoteIn({ ...facts, spendableQuoteRaw: amountRaw, minBaseRaw: 1n })
        : buildPumpSwapSell({ ...facts, baseRaw: amountRaw, minQuoteRaw: 0n })
    return aroundTrade(chain, request, [trade])
  },
}

/** What a transfer hook of the base mint wants of this trade. */
function hookAccountsOf(
  chain: SandboxChain,
  { wallet, side, amountRaw, pool }: TradeRequest,
  { baseMint, poolBaseTokenAccount }: PumpSwapPool,
): readonly AccountUse[] {
  const own = associatedTokenAddress(wallet, baseMint, tokenProgramOf(chain, baseMint))
  const [source, destination, authority] =
    side === 'sell' ? [own, poolBaseTokenAccount, wallet] : [poolBaseTokenAccount, own, pool.address]
  return hookAccountsFor(chain, { mint: baseMint, source, destination, authority, amountRaw })
}
