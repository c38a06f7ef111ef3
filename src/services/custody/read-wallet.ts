import { type OwnedTokens, readOwnedTokens } from '../../chain/solana/owned-tokens.ts'
import { CUSTODY } from '../../config/custody.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import type { CustodyBalances, CustodyLimits, CustodyWallet } from '../../contract/custody.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { readMint } from '../../hot-paths/account-layouts.ts'
import { atStage } from '../trade-plan/trade-stage.ts'
import { ownWallet } from './own-wallet.ts'
import { showWallet } from './show-wallet.ts'

type WalletView = { wallet: CustodyWallet; balances: CustodyBalances; limits: CustodyLimits }

/** A wallet with what it holds now. Fails `unknown_wallet`, `unconfigured` without a node, or as the node fails. */
export async function readWallet(
  ctx: Context,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<Outcome<WalletView>> {
  const record = ownWallet(ctx, caller, id)
  if (!record.ok) return atStage(record, 'validate')
  const balances = await readBalances(ctx, record.value.address, signal)
  if (!balances.ok) return atStage(balances, 'quote')
  const limits = { withdraw_to: [...record.value.withdrawTo] }
  return ok({ wallet: showWallet(record.value), balances: balances.value, limits })
}

async function readBalances(ctx: Context, address: string, signal: AbortSignal): Promise<Outcome<CustodyBalances>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'rpc is not configured')
  const owned = await readOwnedTokens(rpc, address, { signal })
  if (!owned.ok) return owned
  const shown = [...owned.value].sort(heldFirst).slice(0, CUSTODY.shownTokens)
  const mints = [...new Set(shown.map(({ mint }) => mint))]
  const read = await rpc.accounts([address, ...mints], { signal })
  if (!read.ok) return read
  const [own, ...accounts] = read.value.accounts
  const decimals = new Map(mints.map((mint, at) => [mint, readMint(accounts[at]?.data ?? new Uint8Array(0))?.decimals]))
  return ok({
    sol_lamports: exactInteger(own?.lamports ?? 0n),
    tokens: shown.map((tokens) => ({
      mint: tokens.mint,
      account: tokens.account,
      amount: String(tokens.amountRaw),
      decimals: decimals.get(tokens.mint) ?? null,
      token_program: tokens.tokenProgram,
      frozen: tokens.isFrozen,
    })),
    token_accounts: owned.value.length,
  })
}

/** Then by address, so that equal wallets give equal answers. */
function heldFirst(one: OwnedTokens, other: OwnedTokens): number {
  const isEmpty = Number(one.amountRaw === 0n) - Number(other.amountRaw === 0n)
  return isEmpty !== 0 ? isEmpty : one.account < other.account ? -1 : 1
}
