import {
  findReclaimable,
  RECLAIM_CLASSES,
  readMoment,
  readReclaimable,
} from '../../chain/solana/reclaimable/find-reclaimable.ts'
import { findHeldMints, findHeldMultisigs, type HeldMint, readHeld } from '../../chain/solana/reclaimable/held-mints.ts'
import type { ChainMoment, Reclaimable, ReclaimKind } from '../../chain/solana/reclaimable/reclaimable.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { startDeadline } from '../../runtime/deadline.ts'

/** A class of accounts, or the reason why the node does not list them. */
export type Found<T> =
  | { readonly isAvailable: true; readonly rows: readonly T[] }
  | { readonly isAvailable: false; readonly reason: string }

export type FoundReclaimables = Readonly<Partial<Record<ReclaimKind, Found<Reclaimable>>>>

type Asked = {
  readonly wallet: string
  /** Only these, read directly: then nothing has to be listed. Empty for all. */
  readonly accounts: readonly string[]
}

/** The wallet's accounts of these kinds, each kind for itself: one that the node refuses, or takes too long for, leaves
 *  the others as they are. Fails only where the node does not even show its clock. */
export async function findReclaimables(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, accounts, kinds }: Asked & { readonly kinds: readonly ReclaimKind[] },
  signal: AbortSignal,
): Promise<Outcome<FoundReclaimables>> {
  const classes = RECLAIM_CLASSES.filter(({ kind }) => kinds.includes(kind))
  if (classes.length === 0) return ok({})
  const moment = await readMoment(rpc, signal)
  if (!moment.ok) return moment
  const now: ChainMoment = moment.value
  const found = await Promise.all(
    classes.map(async (one) => {
      const rows = await inTime(ctx, signal, (until) =>
        accounts.length > 0
          ? readReclaimable(rpc, one, { wallet, now, accounts, signal: until })
          : findReclaimable(rpc, one, { wallet, now, signal: until }),
      )
      return [one.kind, rows] as const
    }),
  )
  return ok(Object.fromEntries(found) as FoundReclaimables)
}

/** Mints and multisigs that hold too much and that the wallet alone decides on. */
export async function findHeld(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, accounts }: Asked,
  signal: AbortSignal,
): Promise<{ readonly mints: Found<HeldMint>; readonly multisigs: Found<HeldMint> }> {
  if (accounts.length > 0) {
    const read = await inTime(ctx, signal, (until) => readHeld(rpc, { wallet, accounts, signal: until }))
    const only = (kind: HeldMint['kind']): Found<HeldMint> =>
      read.isAvailable ? { ...read, rows: read.rows.filter((one) => one.kind === kind) } : read
    return { mints: only('mint'), multisigs: only('multisig') }
  }
  const [mints, multisigs] = await Promise.all([
    inTime(ctx, signal, (until) => findHeldMints(rpc, wallet, until)),
    inTime(ctx, signal, (until) => findHeldMultisigs(rpc, wallet, until)),
  ])
  return { mints, multisigs }
}

async function inTime<T>(
  ctx: Context,
  signal: AbortSignal,
  look: (until: AbortSignal) => Promise<Outcome<readonly T[]>>,
): Promise<Found<T>> {
  const deadline = startDeadline(ctx.clock, REFUND.classMs)
  try {
    const read = await look(AbortSignal.any([signal, deadline.signal]))
    return read.ok ? { isAvailable: true, rows: read.value } : { isAvailable: false, reason: reasonOf(read.code) }
  } finally {
    deadline.clear()
  }
}

function reasonOf(code: FailureCode): string {
  switch (code) {
    case 'upstream_timeout':
    case 'cancelled':
      return 'the node did not list these accounts in time'
    case 'upstream_refused':
      return 'the node refuses to list these accounts'
    case 'upstream_rate_limited':
      return 'the node limits the rate of calls'
    default:
      return 'the node did not list these accounts'
  }
}
