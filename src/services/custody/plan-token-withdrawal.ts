import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  transferTokensChecked,
} from '../../chain/solana/instructions.ts'
import { decodeMintInfo, type MintInfo } from '../../chain/solana/mint-info.ts'
import { type OwnedTokens, readOwnedTokens } from '../../chain/solana/owned-tokens.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { readHookAccounts } from '../../chain/solana/read-hook-accounts.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import { tokenOwnerOf } from '../../chain/solana/token-owner.ts'
import { CUSTODY } from '../../config/custody.ts'
import { TRADE_UNITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readTokenAccount, TOKEN_ACCOUNT_BYTES } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { passedOnAccount } from '../trade-plan/passed-on-account.ts'
import { rentFor } from '../trade-plan/plan-accounts.ts'
import { lacking } from '../trade-plan/plan-tokens.ts'
import { budgetFor, type WithdrawalPlan, type WithdrawalRequest, withdrawalIntent } from './withdrawal-plan.ts'

/** Tokens for someone else, out of as many of the wallet's accounts as it takes; those that are emptied are closed.
 *  They go to the recipient's associated token account, which is made when it is not there, or to `to` itself when that
 *  is a token account of the mint. `max` closes empty accounts of the mint as well, so that nothing is left in them.
 *  Fails `invalid_mint`, `insufficient_balance`, `invalid_amount`, `invalid_request` for a recipient that cannot hold
 *  them, `policy_blocked` for a transfer hook that cannot be followed and for a recipient whose account is someone
 *  else's. */
export async function planTokenWithdrawal(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params }: WithdrawalRequest & { readonly params: { readonly mint: string } },
  signal: AbortSignal,
): Promise<Outcome<WithdrawalPlan>> {
  const read = await rpc.accounts([params.mint, params.to], { signal })
  if (!read.ok) return read
  const mint = decodeMintInfo(read.value.accounts[0] ?? null)
  if (mint === null) return fail('invalid_mint', 'no mint at this address')
  const taken = await chooseSources(rpc, wallet, params, signal)
  if (!taken.ok) return taken
  const amountRaw = taken.value.reduce((sum, { raw }) => sum + raw, 0n)
  const account = read.value.accounts[1] ?? null
  const destination = await findDestination(ctx, rpc, { mint, params, wallet, account, isUsed: amountRaw > 0n })
  if (!destination.ok) return destination
  const moved = await moveTokens(rpc, { wallet, mint, sources: taken.value, destination: destination.value }, signal)
  if (!moved.ok) return moved
  const { units, list, closes, programs } = moved.value
  const budget = budgetFor(ctx, units)
  const isNative = params.mint === NATIVE_MINT
  return ok({
    instructions: [...budget.instructions, ...list],
    intent: withdrawalIntent({
      priorityLamports: budget.priorityLamports,
      wallet,
      // Wrapped SOL counts as the lamports it is.
      leastLamports: -budget.feeLamports - destination.value.depositLamports - (isNative ? amountRaw : 0n),
      leastTokens: isNative ? new Map() : new Map([[params.mint, -amountRaw]]),
      payments: taken.value
        .filter(({ raw }) => raw > 0n)
        .map(({ raw }) => ({ to: destination.value.account, owner: destination.value.owner, mint: params.mint, raw })),
      programs: [mint.tokenProgram, ...programs],
      closes,
    }),
    amountRaw,
    recipient: destination.value.owner,
    closes,
    touches: [wallet, ...taken.value.map(({ from }) => from.account)],
  })
}

type Source = { readonly from: OwnedTokens; readonly raw: bigint }

/** The fullest accounts first, so that as few as possible are moved. */
async function chooseSources(
  rpc: SolanaRpc,
  wallet: string,
  { mint, amount }: { readonly mint: string; readonly amount: bigint | 'max' },
  signal: AbortSignal,
): Promise<Outcome<readonly Source[]>> {
  const owned = await readOwnedTokens(rpc, wallet, { mint, signal })
  if (!owned.ok) return owned
  const usable = owned.value
    .filter((one) => !one.isFrozen && (one.amountRaw > 0n || (amount === 'max' && isClosable(one, 0n, wallet))))
    .sort((a, b) => (a.amountRaw === b.amountRaw ? 0 : a.amountRaw > b.amountRaw ? -1 : 1))
  const heldRaw = usable.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
  if (usable.length === 0 || (amount !== 'max' && amount > heldRaw))
    return lacking({ mint, neededRaw: amount === 'max' ? 1n : amount, heldRaw })
  const sources: Source[] = []
  let left = amount === 'max' ? heldRaw : amount
  for (const from of usable.slice(0, CUSTODY.sourceAccounts)) {
    if (left === 0n && amount !== 'max') break
    const raw = from.amountRaw < left ? from.amountRaw : left
    sources.push({ from, raw })
    left -= raw
  }
  return left === 0n || amount === 'max'
    ? ok(sources)
    : fail(
        'invalid_amount',
        `amount: it is spread over more than ${CUSTODY.sourceAccounts} accounts; withdraw it in parts`,
      )
}

type Destination = {
  readonly account: string
  readonly owner: string
  /** Makes the account; null when it is there. */
  readonly creation: Instruction | null
  /** What that costs at most. */
  readonly depositLamports: bigint
}

async function findDestination(
  ctx: Context,
  rpc: SolanaRpc,
  asked: {
    readonly mint: MintInfo
    readonly params: { readonly to: string }
    readonly wallet: string
    /** At `to`. */
    readonly account: AccountView | null
    /** Whether anything goes there. */
    readonly isUsed: boolean
  },
): Promise<Outcome<Destination>> {
  const { mint, params, wallet, account, isUsed } = asked
  const { tokenProgram } = mint
  if (account?.owner === TOKEN_PROGRAM || account?.owner === TOKEN_2022_PROGRAM) {
    const fields = account.owner === tokenProgram ? readTokenAccount(account.data) : null
    if (fields === null || encodeBase58(fields.mint) !== mint.mint)
      return fail('invalid_request', 'to: neither a wallet nor a token account of this mint')
    const owner = encodeBase58(fields.owner)
    if (owner === wallet) return fail('invalid_request', 'to: an account of the wallet itself')
    return ok({ account: params.to, owner, creation: null, depositLamports: 0n })
  }
  if (account?.executable) return fail('invalid_request', 'to: a program is no wallet')
  const address = associatedTokenAddress(params.to, mint.mint, tokenProgram)
  const [read, deposit] = await Promise.all([rpc.accounts([address]), rentFor(ctx, accountBytes(tokenProgram))])
  if (!read.ok) return read
  if (!deposit.ok) return deposit
  const there = read.value.accounts[0] ?? null
  const isThere = there !== null && there.data.length > 0
  if (isUsed && isThere && tokenOwnerOf(there, mint) !== params.to) return passedOnAccount('to', address)
  const isReady = !isUsed || isThere
  return ok({
    account: address,
    owner: params.to,
    creation: isReady
      ? null
      : createAssociatedTokenAccount({ payer: wallet, owner: params.to, mint: mint.mint, tokenProgram }),
    depositLamports: isReady ? 0n : deposit.value,
  })
}

/** With every extension that a mint can ask of an account. */
function accountBytes(tokenProgram: string): number {
  return tokenProgram === TOKEN_PROGRAM ? TOKEN_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES + CUSTODY.extensionBytes
}

type Transferable = {
  readonly units: number
  readonly list: readonly Instruction[]
  readonly closes: readonly string[]
  /** Programs that a hook may run. */
  readonly programs: readonly string[]
}

async function moveTokens(
  rpc: SolanaRpc,
  parts: {
    readonly wallet: string
    readonly mint: MintInfo
    readonly sources: readonly Source[]
    readonly destination: Destination
  },
  signal: AbortSignal,
): Promise<Outcome<Transferable>> {
  const { wallet, mint, sources, destination } = parts
  const { tokenProgram, decimals } = mint
  const hook = mint.extensions.transferHookProgram
  const list: Instruction[] = []
  const closes: string[] = []
  const programs = new Set<string>()
  let units = TRADE_UNITS.budget
  if (destination.creation !== null) {
    list.push(destination.creation)
    units += TRADE_UNITS.createTokenAccount
  }
  for (const { from, raw } of sources) {
    if (raw > 0n) {
      const move = { mint: mint.mint, authority: wallet, amountRaw: raw }
      const hooked =
        hook === null
          ? ok([])
          : await readHookAccounts(
              rpc,
              { ...move, program: hook, source: from.account, destination: destination.account },
              signal,
            )
      if (!hooked.ok) return hooked
      for (const { address } of hooked.value) programs.add(address)
      list.push(
        transferTokensChecked({
          ...move,
          from: from.account,
          to: destination.account,
          decimals,
          tokenProgram,
          extraAccounts: hooked.value,
        }),
      )
      units += TRADE_UNITS.transferTokens + (hook === null ? 0 : CUSTODY.hookUnits)
    }
    if (!isClosable(from, raw, wallet)) continue
    list.push(closeTokenAccount({ account: from.account, destination: wallet, authority: wallet, tokenProgram }))
    closes.push(from.account)
    units += TRADE_UNITS.closeAccount
  }
  return ok({ units, list, closes, programs: [...programs] })
}

function isClosable({ amountRaw, withheldRaw, closeAuthority }: OwnedTokens, raw: bigint, wallet: string): boolean {
  return raw === amountRaw && withheldRaw === 0n && (closeAuthority === null || closeAuthority === wallet)
}
