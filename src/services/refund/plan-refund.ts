import type { HeldMint } from '../../chain/solana/reclaimable/held-mints.ts'
import { RECLAIM_KINDS } from '../../chain/solana/reclaimable/reclaimable.ts'
import { readRentFloors } from '../../chain/solana/rent-floors.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { RefundFailure } from '../../contract/refund.ts'
import { type ScannedHolding, type ScannedWallet, scanWallet } from '../recovery/scan-wallet.ts'
import { type Found, findHeld, findReclaimables } from './find-reclaimables.ts'
import { closeTokenAccountItem, deactivateItem, excessItem, type RefundItem, reclaimItem } from './refund-item.ts'
import type { RefundParams } from './refund-params.ts'
import { valueHoldings } from './value-holdings.ts'

/** What a request comes to, before anything was executed. */
export type RefundPlan = {
  readonly items: readonly RefundItem[]
  /** Asked for and not to be had. */
  readonly failed: readonly RefundFailure[]
  readonly unavailable: readonly { readonly kind: string; readonly reason: string }[]
}

type Asked = { readonly wallet: string; readonly params: RefundParams }

/** The accounts that a request takes something back from, kind by kind as it names them. Fails as the node fails. */
export function planRefund(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params }: Asked,
  signal: AbortSignal,
): Promise<Outcome<RefundPlan>> {
  return params.what.do === 'close'
    ? planClose(ctx, rpc, { wallet, params, what: params.what }, signal)
    : planExcess(ctx, rpc, { wallet, params }, signal)
}

type CloseParams = Extract<RefundParams['what'], { readonly do: 'close' }>

async function planClose(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params, what }: Asked & { readonly what: CloseParams },
  signal: AbortSignal,
): Promise<Outcome<RefundPlan>> {
  const { kinds, deactivateTables } = what
  const isWanted = wantedOf(params)
  const wantsTokens = kinds.some((kind) => kind === 'empty' || kind === 'dust' || kind === 'wsol')
  const [scanned, found] = await Promise.all([
    wantsTokens ? scanWallet(rpc, wallet, signal) : ok(null),
    findReclaimables(
      ctx,
      rpc,
      { wallet, accounts: params.accounts, kinds: RECLAIM_KINDS.filter((kind) => kinds.includes(kind)) },
      signal,
    ),
  ])
  if (!scanned.ok) return scanned
  if (!found.ok) return found
  const burns = await chooseBurns(ctx, scanned.value, what)
  const items: RefundItem[] = []
  const unavailable: { kind: string; reason: string }[] = []
  for (const kind of kinds) {
    if (kind === 'dust') items.push(...burns.taken.map((one) => closeTokenAccountItem('dust', one, wallet)))
    else if (kind === 'empty' || kind === 'wsol')
      for (const one of ofClass(scanned.value, kind)) items.push(closeTokenAccountItem(kind, one, wallet))
    else {
      const rows = found.value[kind]!
      if (!rows.isAvailable) unavailable.push({ kind, reason: rows.reason })
      else
        for (const one of rows.rows) {
          if (one.state === 'ready') items.push(reclaimItem(kind, one, wallet))
          else if (one.state === 'active' && deactivateTables) items.push(deactivateItem(one.account, wallet))
        }
    }
  }
  return ok({ items: items.filter(isWanted), failed: burns.refused.filter(isWanted), unavailable })
}

function ofClass(wallet: ScannedWallet | null, wanted: ScannedHolding['verdict']['class']): readonly ScannedHolding[] {
  return (wallet?.holdings ?? []).filter(({ verdict }) => verdict.class === wanted)
}

/** What may be burnt: of the mints that the caller names, and not worth anything by the prices there are. */
async function chooseBurns(
  ctx: Context,
  wallet: ScannedWallet | null,
  { kinds, mints }: CloseParams,
): Promise<{ readonly taken: readonly ScannedHolding[]; readonly refused: readonly RefundFailure[] }> {
  if (!kinds.includes('dust')) return { taken: [], refused: [] }
  const allowed = new Set(mints)
  const named = ofClass(wallet, 'burnable').filter(({ mint }) => allowed.has(mint))
  const { values } = await valueHoldings(ctx, named)
  const isDear = ({ account }: ScannedHolding): boolean => (values.get(account) ?? 0) > REFUND.dustUsdMax
  const reason = `worth more than ${REFUND.dustUsdMax} USD: not burnt`
  return {
    taken: named.filter((one) => !isDear(one)),
    refused: named.filter(isDear).map(({ account }) => ({ account, kind: 'dust', reason, signature: null })),
  }
}

/** A request that names accounts gets those that hold too much; mints and multisigs among them are read directly. */
async function planExcess(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params }: Asked,
  signal: AbortSignal,
): Promise<Outcome<RefundPlan>> {
  const [scanned, held] = await Promise.all([
    scanWallet(rpc, wallet, signal),
    findHeld(ctx, rpc, { wallet, accounts: params.accounts }, signal),
  ])
  if (!scanned.ok) return scanned
  const sources = excessSources(scanned.value, held)
  const floors = await floorsOf(rpc, sources, signal)
  if (!floors.ok) return floors
  const items = sources.flatMap((source) => {
    const lamports = source.lamports - floors.value.get(source.dataBytes)!
    return lamports > 0n ? [excessItem(source, lamports, wallet)] : []
  })
  const unavailable = (['mints', 'multisigs'] as const).flatMap((kind) => {
    const found = held[kind]
    return found.isAvailable ? [] : [{ kind, reason: found.reason }]
  })
  return ok({ items: items.filter(wantedOf(params)), failed: [], unavailable })
}

export type ExcessSource = Pick<HeldMint, 'account' | 'tokenProgram' | 'lamports' | 'dataBytes'> & {
  readonly kind: 'token' | HeldMint['kind']
}

/** Accounts that can give lamports and stay open: all but wrapped SOL, whose lamports are its tokens. */
export function excessSources(
  { holdings }: ScannedWallet,
  held: { readonly mints: Found<HeldMint>; readonly multisigs: Found<HeldMint> },
): readonly ExcessSource[] {
  const tokens = holdings.filter(({ isNative }) => !isNative).map((one) => ({ ...one, kind: 'token' as const }))
  const rowsOf = (found: Found<HeldMint>) => (found.isAvailable ? found.rows : [])
  return [...tokens, ...rowsOf(held.mints), ...rowsOf(held.multisigs)]
}

/** What accounts of these sizes have to hold now, by size. Fails as the node fails. */
export async function floorsOf(
  rpc: SolanaRpc,
  sources: readonly { readonly dataBytes: number }[],
  signal: AbortSignal,
): Promise<Outcome<ReadonlyMap<number, bigint>>> {
  const sizes = [...new Set(sources.map(({ dataBytes }) => dataBytes))]
  const floors = await readRentFloors(rpc, sizes, signal)
  return floors.ok ? ok(new Map(sizes.map((size, at) => [size, floors.value[at]!]))) : floors
}

function wantedOf({ accounts }: RefundParams): (one: { readonly account: string }) => boolean {
  const named = new Set(accounts)
  return ({ account }) => named.size === 0 || named.has(account)
}

/** Nothing to take back: says why. */
export function nothingToTake({ what }: RefundParams, { failed, unavailable }: RefundPlan) {
  if (unavailable.length > 0 && failed.length === 0) {
    const reasons = unavailable.map(({ kind, reason }) => `${kind}: ${reason}`).join('; ')
    return fail('upstream_refused', reasons)
  }
  return fail('conflict', what.do === 'excess' ? 'nothing above the rent floor' : 'nothing to close')
}
