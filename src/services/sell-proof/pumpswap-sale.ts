import { PUMP_FEES_PROGRAM } from '../../chain/solana/dexes/pumpfun/addresses.ts'
import type { FeeRates } from '../../chain/solana/dexes/pumpfun/fees.ts'
import { decodeFeeConfig } from '../../chain/solana/dexes/pumpfun/state.ts'
import {
  PUMPSWAP_FEE_CONFIG,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
} from '../../chain/solana/dexes/pumpswap/addresses.ts'
import {
  buildPumpSwapBuy,
  buildPumpSwapBuyExactQuoteIn,
  buildPumpSwapSell,
  type PoolRef,
} from '../../chain/solana/dexes/pumpswap/instructions.ts'
import {
  type PoolReserves,
  poolRates,
  quoteBuyExactBase,
  quoteBuyExactQuote,
  quoteSellExactBase,
} from '../../chain/solana/dexes/pumpswap/quote.ts'
import { decodeGlobalConfig, decodePool } from '../../chain/solana/dexes/pumpswap/state.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  syncNative,
  transferLamports,
} from '../../chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { readMint, readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { type PlannedTrade, type PoolSale, type SaleToken, tokenChangeRaw } from './pool-sale.ts'
import type { ProofPool } from './proof-subject.ts'

/** Sales into a PumpSwap pool. Where the token is the pool's quote, selling it is buying the base. */
export async function preparePumpswapSale(
  rpc: SolanaRpc,
  { address, baseMint, quoteMint }: ProofPool,
  token: SaleToken,
  signal?: AbortSignal,
): Promise<Outcome<PoolSale | null>> {
  const abort = signal ? { signal } : {}
  const first = await rpc.accounts([address, PUMPSWAP_GLOBAL_CONFIG, PUMPSWAP_FEE_CONFIG, baseMint, quoteMint], abort)
  if (!first.ok) return first
  const [poolAccount, configAccount, feeAccount, ...mints] = first.value.accounts
  const pool = poolAccount?.owner === PUMPSWAP_PROGRAM ? decodePool(poolAccount.data) : null
  const globalConfig = configAccount?.owner === PUMPSWAP_PROGRAM ? decodeGlobalConfig(configAccount.data) : null
  if (pool === null || globalConfig === null) return ok(null)
  const vaults = await rpc.accounts([pool.poolBaseTokenAccount, pool.poolQuoteTokenAccount], abort)
  if (!vaults.ok) return vaults
  const [base, quote] = vaults.value.accounts.map((account) => (account ? readTokenAccount(account.data) : null))
  // The pool as it is written, whichever of its mints is shown as the token.
  const baseMintAccount = mints.find((account) => account?.address === pool.baseMint)
  const quoteMintAccount = mints.find((account) => account?.address === pool.quoteMint)
  const baseSupplyRaw = baseMintAccount ? readMint(baseMintAccount.data)?.supplyRaw : undefined
  if (!base || !quote || !baseMintAccount || !quoteMintAccount || baseSupplyRaw === undefined) return ok(null)
  const feeConfig = feeAccount?.owner === PUMP_FEES_PROGRAM ? decodeFeeConfig(feeAccount.data) : null
  const reserves = { base: base.amountRaw, quote: quote.amountRaw, virtualQuote: pool.virtualQuoteReserves }
  const state: PoolState = {
    reserves,
    rates: poolRates({ globalConfig, feeConfig, pool, reserves, baseSupplyRaw }),
    ref: { address, pool, baseTokenProgram: baseMintAccount.owner, quoteTokenProgram: quoteMintAccount.owner },
  }
  if (pool.baseMint === token.mint) return ok(saleOfBase(state))
  return ok(pool.quoteMint === token.mint ? saleOfQuote(state) : null)
}

type PoolState = {
  readonly reserves: PoolReserves
  readonly rates: FeeRates
  readonly ref: Required<PoolRef>
}
type Side = 'base' | 'quote'

function saleOfBase(state: PoolState): PoolSale {
  const { reserves, rates, ref } = state
  return {
    sell({ seller, payer, amountRaw, hookAccounts }) {
      const quoted = quoteSellExactBase(reserves, rates, amountRaw)
      if (quoted === null || quoted.traderQuote <= 0n) return null
      return {
        instructions: [
          ensure(ref, 'quote', payer, seller),
          buildPumpSwapSell({ ...ref, user: seller, baseRaw: amountRaw, minQuoteRaw: 0n, hookAccounts }),
        ],
        expectedRaw: quoted.traderQuote,
        atStakeRaw: quoted.traderQuote,
        paysInLamports: false,
        receivedRaw: (deltas) => tokenChangeRaw(deltas, accountOf(ref, 'quote', seller)),
      }
    },
    roundTrip: ({ trader, lamports }) => roundTrip(state, trader, lamports),
  }
}

function saleOfQuote({ reserves, rates, ref }: PoolState): PoolSale {
  return {
    sell({ seller, payer, amountRaw }) {
      const quoted = quoteBuyExactQuote(reserves, rates, amountRaw)
      if (quoted === null) return null
      return {
        instructions: [
          ensure(ref, 'base', payer, seller),
          buildPumpSwapBuyExactQuoteIn({ ...ref, user: seller, spendableQuoteRaw: amountRaw, minBaseRaw: 1n }),
        ],
        expectedRaw: quoted.base,
        atStakeRaw: quoted.base,
        paysInLamports: false,
        receivedRaw: (deltas) => tokenChangeRaw(deltas, accountOf(ref, 'base', seller)),
      }
    },
    roundTrip: () => null,
  }
}

function roundTrip({ reserves, rates, ref }: PoolState, trader: string, lamports: bigint): PlannedTrade | null {
  const isSol = ref.pool.quoteMint === NATIVE_MINT
  const baseRaw = isSol ? (quoteBuyExactQuote(reserves, rates, lamports)?.base ?? 0n) : 0n
  const bought = baseRaw > 0n ? quoteBuyExactBase(reserves, rates, baseRaw) : null
  const sold = bought === null ? null : quoteSellExactBase(bought.after, rates, baseRaw)
  if (bought === null || sold === null) return null
  const wrapped = accountOf(ref, 'quote', trader)
  // Twice the price, for the pool may have moved since it was read.
  const wrappedRaw = bought.traderQuote * 2n
  return {
    instructions: [
      ensure(ref, 'quote', trader, trader),
      transferLamports({ from: trader, to: wrapped, lamports: wrappedRaw }),
      syncNative(wrapped),
      ensure(ref, 'base', trader, trader),
      buildPumpSwapBuy({ ...ref, user: trader, baseRaw, maxQuoteRaw: wrappedRaw }),
      buildPumpSwapSell({ ...ref, user: trader, baseRaw, minQuoteRaw: 0n }),
    ],
    expectedRaw: sold.traderQuote - bought.traderQuote,
    atStakeRaw: bought.traderQuote,
    paysInLamports: false,
    receivedRaw: (deltas) => tokenChangeRaw(deltas, wrapped) - wrappedRaw,
  }
}

function ensure(ref: Required<PoolRef>, side: Side, payer: string, owner: string): Instruction {
  return createAssociatedTokenAccount({ payer, owner, ...mintOf(ref, side) })
}

function accountOf(ref: Required<PoolRef>, side: Side, owner: string): string {
  const { mint, tokenProgram } = mintOf(ref, side)
  return associatedTokenAddress(owner, mint, tokenProgram)
}

function mintOf({ pool, baseTokenProgram, quoteTokenProgram }: Required<PoolRef>, side: Side) {
  return side === 'base'
    ? { mint: pool.baseMint, tokenProgram: baseTokenProgram }
    : { mint: pool.quoteMint, tokenProgram: quoteTokenProgram }
}
