import { SANDWICHES as S } from '../../../config/sandwiches.ts'
import { type Outcome, ok } from '../../../contract/outcome.ts'
import type { SignatureRow, SolanaRpc } from '../rpc.ts'

/** Transactions of a pool around one of them, oldest first on either side, those that failed left out; null where the
 *  node does not list them. */
export type Neighbours = {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The pool's last transactions before all of these, however long ago: they show in what state it was. */
  readonly earlier: readonly string[]
}

/** A page of a pool's newest signatures, however often it is asked for. */
export type PoolPages = Map<string, Promise<Outcome<readonly SignatureRow[]>>>

export async function neighboursOf(
  rpc: SolanaRpc,
  { pool, signature, slot }: { readonly pool: string; readonly signature: string; readonly slot: number },
  pages: PoolPages,
  signal: AbortSignal,
): Promise<Outcome<Neighbours | null>> {
  let page = pages.get(pool)
  if (page === undefined) {
    page = rpc.signaturesOf(pool, { limit: S.poolSignatures, signal })
    pages.set(pool, page)
  }
  const newest = await page
  if (!newest.ok) return newest
  if (newest.value.some((row) => row.signature === signature)) return ok(around(newest.value, signature, slot))
  const anchor = await signatureBehind(rpc, slot + S.slots, signal)
  if (anchor === null) return ok(null)
  const older = await rpc.signaturesOf(pool, { limit: S.anchoredSignatures, before: anchor, signal })
  if (!older.ok) return older
  const isListed = older.value.some((row) => row.signature === signature)
  return ok(isListed ? around(older.value, signature, slot) : null)
}

function around(newestFirst: readonly SignatureRow[], signature: string, slot: number): Neighbours {
  const rows = newestFirst.toReversed()
  const at = rows.findIndex((row) => row.signature === signature)
  const isNear = (row: SignatureRow): boolean => row.err === null && Math.abs(row.slot - slot) <= S.slots
  const name = (row: SignatureRow): string => row.signature
  const landed = rows.slice(0, at).filter(({ err }) => err === null)
  const before = landed.filter(isNear).slice(-S.neighbours)
  return {
    earlier: landed
      .slice(0, landed.length - before.length)
      .slice(-S.earlier)
      .map(name),
    before: before.map(name),
    after: rows
      .slice(at + 1)
      .filter(isNear)
      .slice(0, S.neighbours)
      .map(name),
  }
}

/** Any transaction of a block behind a slot: lists can begin at one that does not name the address. */
async function signatureBehind(rpc: SolanaRpc, slot: number, signal: AbortSignal): Promise<string | null> {
  for (let next = slot + 1; next <= slot + S.anchorSlots; next++) {
    const config = {
      transactionDetails: 'signatures',
      rewards: false,
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 1,
    }
    const block = await rpc.call<unknown>('getBlock', [next, config], { signal })
    const signatures = block.ok ? (block.value as { signatures?: unknown } | null)?.signatures : undefined
    const last = Array.isArray(signatures) ? signatures.at(-1) : undefined
    if (typeof last === 'string') return last
  }
  return null
}
