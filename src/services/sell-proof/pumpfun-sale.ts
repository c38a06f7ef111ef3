import {
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
} from '../../chain/solana/dexes/pumpfun/addresses.ts'
import { buildPumpBuy, buildPumpSell, buildPumpSellV2 } from '../../chain/solana/dexes/pumpfun/instructions.ts'
import {
  curveRates,
  quoteBuyExactQuote,
  quoteBuyExactTokens,
  quoteKindOf,
  quoteSell,
} from '../../chain/solana/dexes/pumpfun/quote.ts'
import { decodeBondingCurve, decodeFeeConfig, decodeGlobal } from '../../chain/solana/dexes/pumpfun/state.ts'
import { createAssociatedTokenAccount } from '../../chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { type PoolSale, type SaleToken, tokenChangeRaw, tradeLamports } from './pool-sale.ts'
import type { ProofPool } from './proof-subject.ts'

/** Sales into a pump.fun curve. */
export async function preparePumpfunSale(
  rpc: SolanaRpc,
  pool: ProofPool,
  token: SaleToken,
  signal?: AbortSignal,
): Promise<Outcome<PoolSale | null>> {
  const read = await rpc.accounts([pool.address, PUMP_GLOBAL, PUMP_FEE_CONFIG], signal ? { signal } : {})
  if (!read.ok) return read
  const [curveAccount, globalAccount, feeAccount] = read.value.accounts
  const curve = curveAccount?.owner === PUMP_PROGRAM ? decodeBondingCurve(curveAccount.data) : null
  const global = globalAccount?.owner === PUMP_PROGRAM ? decodeGlobal(globalAccount.data) : null
  if (curve === null || global === null || curve.complete) return ok(null)
  const feeConfig = feeAccount?.owner === PUMP_FEES_PROGRAM ? decodeFeeConfig(feeAccount.data) : null
  const rates = curveRates({ global, feeConfig, curve, mintSupplyRaw: token.supplyRaw })
  const { mint, tokenProgram } = token
  const isSol = quoteKindOf(curve.quoteMint) === 'sol'

  return ok({
    sell({ seller, payer, amountRaw }) {
      const quoted = quoteSell(curve, rates, amountRaw)
      if (quoted === null || quoted.traderQuote <= 0n) return null
      const sale = { mint, tokenProgram, curve, user: seller, tokensRaw: amountRaw, minQuoteRaw: 0n }
      const shared = { expectedRaw: quoted.traderQuote, atStakeRaw: quoted.traderQuote, paysInLamports: isSol }
      if (isSol)
        return {
          ...shared,
          instructions: [buildPumpSell(sale)],
          receivedRaw: (deltas) => tradeLamports(deltas, seller),
        }
      const quoteAccount = associatedTokenAddress(seller, curve.quoteMint)
      return {
        ...shared,
        instructions: [
          createAssociatedTokenAccount({ payer, owner: seller, mint: curve.quoteMint }),
          buildPumpSellV2(sale),
        ],
        receivedRaw: (deltas) => tokenChangeRaw(deltas, quoteAccount),
      }
    },
    roundTrip({ trader, lamports }) {
      const tokensRaw = isSol ? (quoteBuyExactQuote(curve, rates, lamports)?.tokens ?? 0n) : 0n
      const bought = tokensRaw > 0n ? quoteBuyExactTokens(curve, rates, tokensRaw) : null
      // The fee may change with the market cap, but not by so small a trade.
      const sold = bought === null ? null : quoteSell(bought.after, rates, bought.tokens)
      if (bought === null || sold === null) return null
      const trade = { mint, tokenProgram, curve, user: trader, tokensRaw: bought.tokens }
      return {
        instructions: [
          createAssociatedTokenAccount({ payer: trader, owner: trader, mint, tokenProgram }),
          buildPumpBuy({ ...trade, maxQuoteRaw: bought.traderQuote * 2n }),
          buildPumpSell({ ...trade, minQuoteRaw: 0n }),
        ],
        expectedRaw: sold.traderQuote - bought.traderQuote,
        atStakeRaw: bought.traderQuote,
        paysInLamports: true,
        receivedRaw: (deltas) => tradeLamports(deltas, trader),
      }
    },
  })
}
