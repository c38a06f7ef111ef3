import { buildPumpBuyExactSolIn, buildPumpSell } from '../../chain/solana/dexes/pumpfun/instructions.ts'
import { decodeBondingCurve } from '../../chain/solana/dexes/pumpfun/state.ts'
import {
  buildPumpSwapBuyExactQuoteIn,
  buildPumpSwapSell,
  type PoolRef,
  type PoolTradeInput,
} from '../../chain/solana/dexes/pumpswap/instructions.ts'
import { decodePool, type PumpSwapPool } from '../../chain/solana/dexes/pumpswap/state.ts'
import {
  type AccountUse,
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  syncNative,
  transferLamports,
} from '../../chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { extraMetasAddress, type HookedTransfer, resolveHookAccounts } from '../../chain/solana/transfer-hook.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import { hookProgramOf } from '../programs/transfer-hook-programs.ts'
import type { MarketPool } from '../providers/market.ts'

export type TradeRequest = {
  readonly pool: MarketPool
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  /** Quote to spend (buy) or base to give (sell), in base units. */
  readonly amountRaw: bigint
}

/** What a wallet signs to trade: token accounts made where needed, SOL wrapped and unwrapped. Takes any price. Null when
 *  the pool cannot be traded. */
export function tradeInstructions(chain: SandboxChain, request: TradeRequest): Instruction[] | null {
  const account = chain.account(request.pool.address)
  if (account === null) return null
  if (request.pool.dex === 'pumpfun') {
    const curve = decodeBondingCurve(account.data)
    return curve === null || curve.complete ? null : curveTrade(chain, request, curve)
  }
  const pool = decodePool(account.data)
  if (pool === null) return null
  const ref = {
    address: request.pool.address,
    pool,
    baseTokenProgram: tokenProgramOf(chain, pool.baseMint),
    quoteTokenProgram: tokenProgramOf(chain, pool.quoteMint),
  }
  return poolTrade(request, { ...ref, hookAccounts: hookAccountsOf(chain, request, pool) })
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

/** Extra accounts of a transfer; none for a mint without a hook, or with a list that cannot be followed. */
export function hookAccountsFor(
  chain: SandboxChain,
  transfer: Omit<HookedTransfer, 'program' | 'metas'>,
): readonly AccountUse[] {
  const program = hookProgramOf(chain.account(transfer.mint))
  if (program === null) return []
  const read = (address: string): Uint8Array | null => chain.account(address)?.data ?? null
  const metas = read(extraMetasAddress(transfer.mint, program))
  const resolved = resolveHookAccounts({ ...transfer, program, metas }, read)
  return resolved.done ? resolved.accounts : []
}

export function tokenProgramOf(chain: SandboxChain, mint: string): string {
  return chain.account(mint)?.owner ?? TOKEN_PROGRAM
}

/** Base units a wallet holds in its associated account. */
export function heldRaw(chain: SandboxChain, wallet: string, mint: string): bigint {
  const account = chain.account(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  return (account === null ? null : readTokenAccount(account.data))?.amountRaw ?? 0n
}

function curveTrade(
  chain: SandboxChain,
  { pool, wallet, side, amountRaw }: TradeRequest,
  curve: NonNullable<ReturnType<typeof decodeBondingCurve>>,
): Instruction[] {
  const tokenProgram = tokenProgramOf(chain, pool.baseMint)
  const facts = { mint: pool.baseMint, tokenProgram, curve, user: wallet }
  if (side === 'sell') return [buildPumpSell({ ...facts, tokensRaw: amountRaw, minQuoteRaw: 0n })]
  return [
    createAssociatedTokenAccount({ payer: wallet, owner: wallet, mint: pool.baseMint, tokenProgram }),
    buildPumpBuyExactSolIn({ ...facts, spendableQuoteRaw: amountRaw, minTokensRaw: 1n }),
  ]
}

function poolTrade(
  { wallet, side, amountRaw }: TradeRequest,
  ref: Required<PoolRef> & Pick<PoolTradeInput, 'hookAccounts'>,
): Instruction[] {
  const { baseMint, quoteMint } = ref.pool
  const paid = side === 'buy' ? quoteMint : baseMint
  const trade =
    side === 'buy'
      ? buildPumpSwapBuyExactQuoteIn({ ...ref, user: wallet, spendableQuoteRaw: amountRaw, minBaseRaw: 1n })
      : buildPumpSwapSell({ ...ref, user: wallet, baseRaw: amountRaw, minQuoteRaw: 0n })
  const usesSol = baseMint === NATIVE_MINT || quoteMint === NATIVE_MINT
  const wrapped = usesSol ? associatedTokenAddress(wallet, NATIVE_MINT) : ''
  const ensure = (mint: string, tokenProgram: string): Instruction =>
    createAssociatedTokenAccount({ payer: wallet, owner: wallet, mint, tokenProgram })
  return [
    ensure(baseMint, ref.baseTokenProgram),
    ensure(quoteMint, ref.quoteTokenProgram),
    ...(paid === NATIVE_MINT
      ? [transferLamports({ from: wallet, to: wrapped, lamports: amountRaw }), syncNative(wrapped)]
      : []),
    trade,
    ...(usesSol ? [closeTokenAccount({ account: wrapped, destination: wallet, authority: wallet })] : []),
  ]
}
