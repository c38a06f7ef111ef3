import { readLatestBlockhash } from '../../chain/solana/latest-blockhash.ts'
import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { inScanTurn } from '../scan-turns.ts'
import { type BuiltWallet, buildWallet } from './build-wallet.ts'
import type { BurnParams, SparedHolding } from './burn-guard.ts'
import { type FeePayer, feePayerOf } from './fee-payer.ts'
import { type FeeShare, payableShares } from './fee-terms.ts'
import { type ClosingTransaction, finishTransactions } from './finish-transactions.ts'
import { type PlannedWallet, planWallet } from './plan-wallet.ts'
import { rpcOf } from './rpc-of.ts'
import { isKey, readWalletList, type WalletList } from './wallet-list.ts'

export type CloseParams = BurnParams & {
  readonly wallets: readonly string[]
  /** Null: each owner. */
  readonly refundWallet: string | null
  readonly version: 0 | 1
}
export type ClosedWallet = {
  readonly address: string
  readonly outcome: Outcome<readonly ClosingTransaction[]>
  /** Accounts that stay, with the reason. */
  readonly spared: readonly SparedHolding[]
}
export type Closing = {
  readonly wallets: readonly ClosedWallet[]
  /** After this block none of the transactions can land. Null when there are none. */
  readonly lastValidBlockHeight: number | null
  readonly warnings: readonly string[]
}

/** Unsigned transactions that close the empty accounts of wallets and burn what was chosen (spec 4.8 close). A wallet
 *  that fails is named with the reason. Fails `invalid_request` when no wallet is an address or the refund wallet is
 *  none; as the node fails only where nothing could be built at all. */
export async function closeWallets(
  ctx: Context,
  caller: Caller,
  params: CloseParams,
  signal: AbortSignal,
): Promise<Outcome<Closing>> {
  const list = readWalletList(params.wallets)
  if (!list.ok) return list
  return inScanTurn(ctx, caller, () => closeAll(ctx, caller, { params, list: list.value }, signal))
}

async function closeAll(
  ctx: Context,
  caller: Caller,
  { params, list }: { readonly params: CloseParams; readonly list: WalletList },
  signal: AbortSignal,
): Promise<Outcome<Closing>> {
  const rpc = rpcOf(ctx)
  const refund = await checkRefundWallet(rpc, params.refundWallet, signal)
  if (refund !== null) return refund
  const fees = await payableShares(ctx, rpc, caller, signal)
  if (!fees.ok) return fees
  const feePayer = feePayerOf(ctx, caller)
  if (!feePayer.ok) return feePayer
  const warnings = [...fees.value.warnings, ...warningsOf(params)]
  const planned = await planAll(ctx, rpc, list, { params, warnings, signal })
  const { shares, floorLamports } = fees.value
  const parts = { rpc, params, shares, feePayer: feePayer.value, floorLamports, signal }
  const built = await inParallel(planned, RECOVERY.walletsAtOnce, (one) => buildOne(one, parts))
  const finished = await finishAll(ctx, built, parts)
  if (!finished.ok) return finished
  for (const { address, built: one } of built)
    if (one?.ok && one.value.later !== null)
      warnings.push(
        `${address}: ${counted(one.value.later.accounts, 'account is', 'accounts are')} left for another call: ${one.value.later.why}`,
      )
  return ok({
    wallets: finished.value.wallets,
    lastValidBlockHeight: finished.value.lastValidBlockHeight,
    warnings,
  })
}

function warningsOf({ burnAccounts, selectedTokens }: CloseParams): readonly string[] {
  if (burnAccounts && selectedTokens.length === 0)
    return ['burnAccounts without selectedTokens burns nothing: name the mints to be burnt']
  if (!burnAccounts && selectedTokens.length > 0)
    return ['selectedTokens count only with burnAccounts: nothing is burnt']
  return []
}

/** Lamports can be sent to any account and are lost in most: a refund wallet is one of the System program's, or no
 *  one's yet. */
async function checkRefundWallet(
  rpc: SolanaRpc,
  refundWallet: string | null,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (refundWallet === null) return null
  if (!isKey(refundWallet)) return fail('invalid_request', 'invalid refundWallet')
  const read = await rpc.accounts([refundWallet], { signal, dataSlice: { offset: 0, length: 0 } })
  if (!read.ok) return read
  const account = read.value.accounts[0] ?? null
  if (account === null || (account.owner === SYSTEM_PROGRAM && !account.executable)) return null
  return fail('invalid_request', 'invalid refundWallet: it belongs to a program and is no wallet')
}

type Parts = {
  readonly rpc: SolanaRpc
  readonly params: CloseParams
  readonly shares: readonly FeeShare[]
  readonly feePayer: FeePayer | null
  readonly floorLamports: bigint
  readonly signal: AbortSignal
}
type Planned = { readonly address: string; readonly plan: Outcome<PlannedWallet> }
type BuiltOne = Planned & { readonly built: Outcome<BuiltWallet> | null }

/** Plans of all wallets, cut where a wallet or the call has too many accounts. */
async function planAll(
  ctx: Context,
  rpc: SolanaRpc,
  wallets: WalletList,
  {
    params,
    warnings,
    signal,
  }: { readonly params: CloseParams; readonly warnings: string[]; readonly signal: AbortSignal },
): Promise<readonly Planned[]> {
  const planned = await inParallel(wallets, RECOVERY.walletsAtOnce, async ({ address, isValid }) => ({
    address,
    plan: !isValid
      ? fail('invalid_request', 'invalid wallet')
      : await planWallet(ctx, rpc, { address, refundWallet: params.refundWallet ?? address, burn: params }, signal),
  }))
  let room: number = RECOVERY.accountsPerCall
  return planned.map(({ address, plan }) => {
    if (!plan.ok) return { address, plan }
    const most = Math.min(RECOVERY.accountsPerWallet, room)
    const { closes } = plan.value
    room -= Math.min(most, closes.length)
    if (closes.length <= most) return { address, plan }
    warnings.push(
      `${address}: ${counted(closes.length - most, 'account is', 'accounts are')} left for another call: too many for one`,
    )
    return { address, plan: ok({ ...plan.value, closes: closes.slice(0, most) }) }
  })
}

async function buildOne({ address, plan }: Planned, parts: Parts): Promise<BuiltOne> {
  if (!plan.ok || plan.value.closes.length === 0) return { address, plan, built: null }
  const { rpc, params, shares, feePayer, floorLamports, signal } = parts
  const terms = {
    refundWallet: params.refundWallet ?? address,
    shares,
    feePayer: feePayer?.address ?? null,
    advanced: feePayer?.transactionsFor(address) ?? 0,
    version: params.version,
    floorLamports,
  }
  return { address, plan, built: await buildWallet(rpc, plan.value, terms, signal) }
}

async function finishAll(
  ctx: Context,
  built: readonly BuiltOne[],
  { rpc, shares, feePayer }: Parts,
): Promise<Outcome<{ readonly wallets: readonly ClosedWallet[]; readonly lastValidBlockHeight: number | null }>> {
  const isAny = built.some(({ built: one }) => one?.ok && one.value.proven.length > 0)
  // The last thing that is read: its life is short.
  const latest = isAny ? await readLatestBlockhash(rpc) : null
  if (latest !== null && !latest.ok) return latest
  const wallets: ClosedWallet[] = []
  for (const { address, plan, built: one } of built) {
    if (!plan.ok || one === null || !one.ok) {
      wallets.push({
        address,
        outcome: failureOf(plan) ?? failureOf(one) ?? ok([]),
        spared: plan.ok ? plan.value.spared : [],
      })
      continue
    }
    const { usesFeePayer, leftOut } = one.value
    const outcome =
      latest === null
        ? ok([])
        : await finishTransactions(ctx, one.value, {
            wallet: address,
            blockhash: latest.value.blockhash,
            lastValidBlockHeight: latest.value.lastValidBlockHeight,
            shares,
            feePayer: usesFeePayer ? feePayer : null,
          })
    const failed = leftOut.map(({ item, why }) => ({ holding: item.holding, why }))
    const isNothing = one.value.proven.length === 0 && failed.length > 0
    wallets.push({
      address,
      outcome: isNothing ? fail('simulation_failed', failed[0]!.why) : outcome,
      spared: [...plan.value.spared, ...failed],
    })
  }
  return ok({ wallets, lastValidBlockHeight: latest?.value.lastValidBlockHeight ?? null })
}

function failureOf(outcome: Outcome<unknown> | null): Failure | null {
  return outcome === null || outcome.ok ? null : outcome
}
