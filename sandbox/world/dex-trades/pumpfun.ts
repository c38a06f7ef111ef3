import { buildPumpBuyExactSolIn, buildPumpSell } from '../../../src/chain/solana/dexes/pumpfun/instructions.ts'
import { decodeBondingCurve } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { createAssociatedTokenAccount } from '../../../src/chain/solana/instructions.ts'
import { tokenProgramOf } from '../holdings.ts'
import type { DexTrades } from './dex-trades.ts'

const REAL_CURVE_TOKENS = 793_100_000_000_000n

export const pumpfunTrades: DexTrades = {
  dex: 'pumpfun',
  readPool(chain, { address }) {
    const account = chain.account(address)
    const curve = account === null ? null : decodeBondingCurve(account.data)
    if (curve === null || curve.complete || curve.virtualTokenReserves === 0n) return null
    const leftPct = Number((curve.realTokenReserves * 1_000_000n) / REAL_CURVE_TOKENS) / 10_000
    return {
      baseReserveRaw: curve.virtualTokenReserves,
      quoteReserveRaw: curve.virtualQuoteReserves,
      quotePerBase: null,
      curveProgressPct: Math.max(0, 100 - leftPct),
    }
  },
  trade(chain, { pool: { address, baseMint }, wallet, side, amountRaw }) {
    const account = chain.account(address)
    const curve = account === null ? null : decodeBondingCurve(account.data)
    if (curve === null || curve.complete) return null
    const tokenProgram = tokenProgramOf(chain, baseMint)
    const facts = { mint: baseMint, tokenProgram, curve, user: wallet }
    if (side === 'sell') return [buildPumpSell({ ...facts, tokensRaw: amountRaw, minQuoteRaw: 0n })]
    return [
      createAssociatedTokenAccount({ payer: wallet, owner: wallet, mint: baseMint, tokenProgram }),
      buildPumpBuyExactSolIn({ ...facts, spendableQuoteRaw: amountRaw, minTokensRaw: 1n }),
    ]
  },
}
