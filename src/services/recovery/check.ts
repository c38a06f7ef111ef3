import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { RECOVERY } from '../../config/recovery.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { inScanTurn } from '../scan-turns.ts'
import { type FeeShare, payableShares } from './fee-terms.ts'
import { addFigures, type Figures, figuresOf, NO_FIGURES, ofClass } from './figures.ts'
import { type NamedHolding, nameAccounts } from './name-accounts.ts'
import { rpcOf } from './rpc-of.ts'
import { type ScannedWallet, scanWallet } from './scan-wallet.ts'
import { readWalletList, type WalletList } from './wallet-list.ts'

export type CheckParams = { readonly wallets: readonly string[]; readonly includeAccounts: boolean }

export type CheckedWallet =
  | { readonly address: string; readonly error: string }
  | {
      readonly address: string
      readonly error: null
      readonly lamports: bigint
      readonly empty: Figures
      readonly burnable: Figures
      readonly wrappedSol: { readonly accounts: number; readonly lamports: bigint }
      /** Accounts that stay, by class. */
      readonly skipped: Readonly<Record<string, number>>
      readonly canProcess: boolean
      readonly accounts: {
        readonly empty: readonly NamedHolding[]
        readonly burnable: readonly NamedHolding[]
        readonly skipped: readonly NamedHolding[]
      } | null
    }
export type Checked = {
  readonly wallets: readonly CheckedWallet[]
  readonly totals: { readonly empty: Figures; readonly burnable: Figures; readonly wallets: number }
  readonly hasBrandingLicense: boolean
  readonly warnings: readonly string[]
}

const SKIPPED = ['frozen', 'foreign_authority', 'confidential_pending', 'not_burnable'] as const

/** What wallets would get back (spec 4.8 check). A wallet that fails is named with the reason and counts for nothing.
 *  Fails `invalid_request` when no wallet is an address; as the node fails only where nothing could be scanned at
 *  all. */
export async function checkWallets(
  ctx: Context,
  caller: Caller,
  params: CheckParams,
  signal: AbortSignal,
): Promise<Outcome<Checked>> {
  const list = readWalletList(params.wallets)
  if (!list.ok) return list
  return inScanTurn(ctx, caller, () => checkAll(ctx, caller, { params, list: list.value }, signal))
}

async function checkAll(
  ctx: Context,
  caller: Caller,
  { params, list }: { readonly params: CheckParams; readonly list: WalletList },
  signal: AbortSignal,
): Promise<Outcome<Checked>> {
  const rpc = rpcOf(ctx)
  const fees = await payableShares(ctx, rpc, caller, signal)
  if (!fees.ok) return fees
  const { shares } = fees.value
  const warnings = [...fees.value.warnings]
  // The answer is bounded for any caller and any number of wallets.
  const listed = Math.floor(RECOVERY.listedAccounts / list.length)
  const wallets = await inParallel(list, RECOVERY.walletsAtOnce, async ({ address, isValid }) =>
    isValid
      ? checkOne(ctx, rpc, { address, shares, listed: params.includeAccounts ? listed : 0, signal })
      : { address, error: 'invalid wallet' },
  )
  let [empty, burnable, count] = [NO_FIGURES, NO_FIGURES, 0]
  for (const wallet of wallets) {
    if (wallet.error !== null) continue
    if (wantsMore(wallet, params, listed))
      warnings.push(
        `${wallet.address}: the lists end at ${counted(listed, 'account')} of each kind; the figures count all`,
      )
    empty = addFigures(empty, wallet.empty)
    burnable = addFigures(burnable, wallet.burnable)
    count++
  }
  return ok({
    wallets,
    totals: { empty, burnable, wallets: count },
    hasBrandingLicense: caller.kind === 'key' && caller.key.hasBrandingLicense,
    warnings,
  })
}

function wantsMore(
  { empty, burnable, skipped }: Extract<CheckedWallet, { readonly error: null }>,
  { includeAccounts }: CheckParams,
  listed: number,
): boolean {
  const stay = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  return includeAccounts && Math.max(empty.accounts, burnable.accounts, stay) > listed
}

async function checkOne(
  ctx: Context,
  rpc: SolanaRpc,
  asked: {
    readonly address: string
    readonly shares: readonly FeeShare[]
    /** Accounts of each kind that are listed; 0 for no lists. */
    readonly listed: number
    readonly signal: AbortSignal
  },
): Promise<CheckedWallet> {
  const { address, shares, listed, signal } = asked
  const scan = await scanWallet(rpc, address, signal)
  if (!scan.ok) return { address, error: scan.message }
  const wallet = scan.value
  const [empty, burnable] = [ofClass(wallet, 'empty'), ofClass(wallet, 'burnable')]
  const wrapped = ofClass(wallet, 'wsol')
  return {
    address,
    error: null,
    lamports: wallet.lamports,
    empty: figuresOf(empty, shares),
    burnable: figuresOf(burnable, shares),
    wrappedSol: { accounts: wrapped.length, lamports: wrapped.reduce((sum, { lamports }) => sum + lamports, 0n) },
    skipped: countSkipped(wallet),
    // Spec 4.8, word for word.
    canProcess: wallet.lamports > RECOVERY.processLamports || empty.length === 0,
    accounts: listed > 0 ? await listAccounts(ctx, rpc, wallet, { listed, signal }) : null,
  }
}

async function listAccounts(
  ctx: Context,
  rpc: SolanaRpc,
  wallet: ScannedWallet,
  { listed, signal }: { readonly listed: number; readonly signal: AbortSignal },
) {
  const skipped = SKIPPED.flatMap((kind) => ofClass(wallet, kind)).slice(0, listed)
  const [empty, burnable] = [ofClass(wallet, 'empty').slice(0, listed), ofClass(wallet, 'burnable').slice(0, listed)]
  const named = await nameAccounts(ctx, rpc, [...burnable, ...empty, ...skipped], signal)
  const pick = (holdings: readonly { readonly account: string }[]) =>
    holdings.flatMap(({ account }) => named.get(account) ?? [])
  return { empty: pick(empty), burnable: pick(burnable), skipped: pick(skipped) }
}

function countSkipped(wallet: ScannedWallet): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const kind of SKIPPED) {
    const count = ofClass(wallet, kind).length
    if (count > 0) counts[kind] = count
  }
  return counts
}
