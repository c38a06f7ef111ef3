import { createHash } from 'node:crypto'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import type { BrandingClaimKind, BrandingPayment } from '../store.ts'

/** Rows of branding payments in the durable environment. What writes is called inside a write transaction only. */
export type BrandingRows = {
  payment(signature: string): BrandingPayment | undefined
  putPayment(signature: string, payment: BrandingPayment): void
  /** The key whose amount has that many lamports beyond the price. */
  keyOfTail(tailLamports: number): number | undefined
  /** The key's own number of lamports when it has one and needs no new row yet. */
  freshTail(keyId: number, nowMs: number): number | undefined
  /** Gives it one, or keeps the one it has; undefined when all near it are taken. */
  takeTail(keyId: number, nowMs: number): number | undefined
}

export type TailLimits = {
  readonly maxLamports: number
  /** Places looked at for a key. */
  readonly probes: number
  /** A tail not requested in this time may be given to another key. */
  readonly keptMs: number
  /** A tail is written again when it is asked for after this time. */
  readonly renewedMs: number
}

type TailRow = { readonly keyId: number; readonly atMs: number }

export function openBrandingRows(env: Environment, limits: TailLimits): BrandingRows {
  const payments: Table<string> = env.table('brandingPayments.v1')
  const tails: Table<number> = env.table('brandingTails.v1')

  const rowAt = (tail: number): TailRow | undefined => {
    const bytes = tails.get(tail)
    return bytes === undefined ? undefined : decodeDurable<TailRow>(bytes)
  }
  const own = (keyId: number): { tail: number; row: TailRow } | undefined => {
    for (const tail of placesOf(keyId, limits)) {
      const row = rowAt(tail)
      if (row?.keyId === keyId) return { tail, row }
    }
    return undefined
  }

  return {
    payment(signature) {
      const bytes = payments.get(signature)
      if (bytes === undefined) return undefined
      // Older rows do not record who claimed: any wallet could.
      return { claim: 'open', ...decodeDurable<Omit<BrandingPayment, 'claim'> & { claim?: BrandingClaimKind }>(bytes) }
    },
    putPayment: (signature, payment) => {
      payments.put(signature, encodeDurable(payment))
    },
    keyOfTail: (tailLamports) => rowAt(tailLamports)?.keyId,
    freshTail(keyId, nowMs) {
      const found = own(keyId)
      return found !== undefined && nowMs - found.row.atMs < limits.renewedMs ? found.tail : undefined
    },
    takeTail(keyId, nowMs) {
      const isFree = (tail: number) => {
        const row = rowAt(tail)
        return row === undefined || nowMs - row.atMs >= limits.keptMs
      }
      const tail = own(keyId)?.tail ?? placesOf(keyId, limits).find(isFree)
      if (tail !== undefined) tails.put(tail, encodeDurable({ keyId, atMs: nowMs }))
      return tail
    },
  }
}

/** Where a key's tail may lie: neighbours, from a place that the id decides. */
function placesOf(keyId: number, { maxLamports, probes }: TailLimits): readonly number[] {
  const start = createHash('sha256').update(`branding ${keyId}`).digest().readUInt32LE(0)
  return Array.from({ length: probes }, (_, i) => ((start + i) % maxLamports) + 1)
}
