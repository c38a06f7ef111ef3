import { AUDIT } from '../../config/audit.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type BoundedMap, createBoundedMap } from '../../runtime/bounded-map.ts'
import { askedBy } from '../custody/asked-by.ts'
import type { TradeParams } from '../trade-plan/trade-params.ts'
import { platformFeeOf } from './platform-fee.ts'

type Override = {
  readonly params: Pick<TradeParams, 'feeBps' | 'feeWallet'>
  /** Address of who trades. */
  readonly trader: string
  /** The server does not sign it. */
  readonly isBuilt: boolean
}

/** Writes into the audit log that trades of a key take another fee than the operator's: the first one of each recipient
 *  and share, and again after a day, so that the log shows who was paid and when without a row for each trade (those
 *  are in the ledger). On disk when it resolves; nothing is written, or waited for, where the fee is known. */
export async function noteFeeOverride(ctx: Context, caller: Caller, override: Override): Promise<void> {
  const { feeBps, feeWallet } = override.params
  if (feeBps === null || caller.kind !== 'key') return
  const { id: keyId } = caller.key
  const wallet = feeBps === 0 ? null : (feeWallet ?? platformFeeOf(ctx)?.wallet ?? null)
  const { fees, built } = ctx.parts.notedFees
  const name = `${keyId} ${wallet} ${feeBps}`
  const nowMs = ctx.clock.monotonicMs()
  const known = fees.get(name)
  if (known !== undefined && nowMs - known.atMs < AUDIT.feeAgainMs) return known.written
  if (override.isBuilt && !built.take(keyId, nowMs)) return
  const written = write(ctx, { keyId, feeBps, wallet, ...override })
  fees.set(name, { atMs: nowMs, written })
  written.catch(() => fees.delete(name))
  return written
}

async function write(
  ctx: Context,
  {
    keyId,
    feeBps,
    wallet,
    trader,
    isBuilt,
  }: Omit<Override, 'params'> & {
    readonly keyId: number
    readonly feeBps: number
    readonly wallet: string | null
  },
): Promise<void> {
  const { requestId, ...asked } = askedBy(ctx)
  const usual = platformFeeOf(ctx)
  await ctx.store.audit.append({
    ...asked,
    action: 'fee.override',
    // Not the key's own: the owner's changes of the fee wallet are read from there.
    subject: `fees:${keyId}`,
    before: { feeBps: usual?.bps ?? 0, feeWallet: usual?.wallet ?? null },
    after: { keyId, feeBps, feeWallet: wallet, trader, isBuilt, requestId },
  })
}

/** What this process has written. */
export type NotedFees = {
  /** By key, recipient and share. */
  readonly fees: BoundedMap<string, { readonly atMs: number; readonly written: Promise<void> }>
  readonly built: {
    /** Counts one more override of a key for which the server does not sign; false when the key has used its rows of
     *  the day. */
    take(keyId: number, nowMs: number): boolean
  }
}

export function createNotedFees(): NotedFees {
  const fees: NotedFees['fees'] = createBoundedMap(AUDIT.feesHeld)
  const ofKey = createBoundedMap<number, { sinceMs: number; count: number }>(AUDIT.feesHeld)
  const built = {
    take(keyId: number, nowMs: number): boolean {
      const known = ofKey.get(keyId)
      const own =
        known === undefined || nowMs - known.sinceMs >= AUDIT.feeAgainMs ? { sinceMs: nowMs, count: 0 } : known
      ofKey.set(keyId, own)
      return ++own.count <= AUDIT.builtFeesPerKey
    },
  }
  return { fees, built }
}
