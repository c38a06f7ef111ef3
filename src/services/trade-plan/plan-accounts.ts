import { addressWithSeed, associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT, RENT_SYSVAR, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { rentLamports } from '../../chain/solana/rent-steps.ts'
import { readLamportsPerByte } from '../../chain/solana/sysvars.ts'
import { tokenOwnerOf } from '../../chain/solana/token-owner.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../hot-paths/account-layouts.ts'
import { hasAccount } from '../trade-pools/hot-chain.ts'
import { passedOnAccount } from './passed-on-account.ts'
import type { TradeMoney } from './trade-params.ts'
import type { Leg, OwnAccount, TradePlan } from './trade-plan.ts'

/** Anyone can put lamports at an address that does not exist yet, and then it cannot be made: there are others. */
const SCRATCH_SEEDS = ['scratch0', 'scratch1', 'scratch2', 'scratch3', 'scratch4', 'scratch5', 'scratch6', 'scratch7']

/** Lamports that make an account of so many bytes exempt from rent now. Fails as the node fails. */
export async function rentFor(ctx: Context, dataBytes: number): Promise<Outcome<bigint>> {
  const rate = await rentRate(ctx)
  return rate.ok ? ok(rentLamports(dataBytes, rate.value)) : rate
}

/** Lamports that a byte of an account costs now. Fails as the node fails. */
export async function rentRate(ctx: Context): Promise<Outcome<bigint>> {
  const read = await ctx.parts.hotAccounts.getOrRead([RENT_SYSVAR], 'slow')
  if (!read.ok) return read
  const perByte = readLamportsPerByte(read.value.accounts.get(RENT_SYSVAR)?.data ?? new Uint8Array(0))
  if (perByte === null) return fail('upstream_failed', 'the node does not show the rent of the chain')
  return ok(BigInt(perByte))
}

/** The wallet's associated token account. Fails `policy_blocked` for one that has passed to someone else (`whose` says
 *  whose it should be), or as the node fails. */
export async function ownAccount(
  ctx: Context,
  wallet: string,
  mint: string,
  tokenProgram: string = TOKEN_PROGRAM,
  whose: 'wallet' | 'fee_wallet' = 'wallet',
): Promise<Outcome<OwnAccount>> {
  const address = associatedTokenAddress(wallet, mint, tokenProgram)
  const read = await ctx.parts.hotAccounts.getOrRead([address], 'watched')
  if (!read.ok) return read
  const account = read.value.accounts.get(address) ?? null
  // Lamports that someone sent there make no account yet.
  const isNew = account === null || account.data.length === 0
  if (!isNew && tokenOwnerOf(account, { mint, tokenProgram }) !== wallet) return passedOnAccount(whose, address)
  return ok({ address, mint, tokenProgram, isNew })
}

/** Whether some swap takes or gives SOL on a token account: it needs one that the money passes through. */
export function needsScratch(legs: readonly Leg[], side: 'buy' | 'sell', money: TradeMoney): boolean {
  const ends = [legs[0]!.inputMint, legs.at(-1)!.outputMint]
  const moneyEnd = side === 'buy' ? ends[0] : ends[1]
  const moneyLeg = side === 'buy' ? legs[0]! : legs.at(-1)!
  // Between two swaps at least one of them wants a token account.
  if (legs.length === 2 && legs[0]!.outputMint === NATIVE_MINT) return true
  if (moneyEnd !== NATIVE_MINT) return false
  if (money === 'SOL') return !moneyLeg.pool.movesLamports
  // Wrapped SOL pays a curve that takes lamports by unwrapping what it takes.
  return side === 'buy' && moneyLeg.pool.movesLamports
}

/** A wrapped SOL account that is not there yet. Fails `conflict` when someone has occupied all of them. */
export async function planScratch(ctx: Context, wallet: string): Promise<Outcome<NonNullable<TradePlan['scratch']>>> {
  const rent = await rentFor(ctx, TOKEN_ACCOUNT_BYTES)
  if (!rent.ok) return rent
  for (const seed of SCRATCH_SEEDS) {
    const address = addressWithSeed(wallet, seed, TOKEN_PROGRAM)
    const isTaken = await hasAccount(ctx, address)
    if (!isTaken.ok) return isTaken
    if (!isTaken.value) return ok({ address, seed, rentLamports: rent.value })
  }
  return fail('conflict', 'all accounts that wrapped SOL could pass through are occupied')
}
