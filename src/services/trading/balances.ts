import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { exactInteger } from '../../contract/trading.ts'
import { lamportsToSol } from '../../contract/units.ts'
import { walletOf } from '../custody/signer.ts'
import { badMint, readFailure } from '../trade-plan/read-failure.ts'
import { tokenAccountsOf } from '../trade-plan/token-accounts.ts'
import { lamportsOf, mintFacts, tokenBalances } from '../trade-pools/hot-chain.ts'

export type Owner = { readonly caller: Caller; readonly userRef: string }

/** What a user's wallet holds of a token, in both of its accounts. Fails `invalid_mint` for an address that is no mint,
 *  as `walletOf`, or as the node fails. */
export async function readTokenBalance(ctx: Context, { caller, userRef }: Owner, mint: string) {
  const bad = badMint(mint)
  if (bad !== null) return bad
  const wallet = await walletOf(ctx, caller, userRef)
  if (!wallet.ok) return readFailure(wallet, 'validate')
  const facts = await mintFacts(ctx, mint)
  if (!facts.ok) return readFailure(facts)
  if (facts.value === null) return readFailure(fail('invalid_mint', 'no mint at this address'), 'validate')
  const accounts = tokenAccountsOf(wallet.value.address, mint, facts.value.tokenProgram)
  const held = await tokenBalances(ctx, [accounts.standard, accounts.seedDerived], wallet.value.address)
  if (!held.ok) return readFailure(held)
  const [standardRaw, seedRaw] = held.value.map((raw) => raw ?? 0n)
  return ok({
    mint,
    wallet: wallet.value.address,
    decimals: facts.value.decimals,
    total_balance: exactInteger(standardRaw! + seedRaw!),
    standard_balance: exactInteger(standardRaw!),
    seed_balance: exactInteger(seedRaw!),
    standard_account: accounts.standard,
    seed_account: accounts.seedDerived,
  })
}

/** What a user's wallet holds of SOL. Fails as `walletOf`, or as the node fails. */
export async function readSolBalance(ctx: Context, { caller, userRef }: Owner) {
  const wallet = await walletOf(ctx, caller, userRef)
  if (!wallet.ok) return readFailure(wallet, 'validate')
  const lamports = await lamportsOf(ctx, wallet.value.address)
  if (!lamports.ok) return readFailure(lamports)
  return ok({
    wallet: wallet.value.address,
    balance_lamports: exactInteger(lamports.value),
    balance_sol: lamportsToSol(lamports.value),
  })
}
