import Type, { type Static } from 'typebox'
import { compileReply } from '../runtime/reply-check.ts'
import { Maybe, Nullable, Slot, Sol } from '../runtime/reply-ranges.ts'
import type { BundleStatus, InflightStatus, TipFloor } from './landing-capabilities.ts'

const ListOf = <T extends Type.TSchema>(row: T) =>
  Nullable(Type.Object({ value: Type.Optional(Nullable(Type.Array(Nullable(row)))) }))

const Confirmation = Type.Union([Type.Literal('processed'), Type.Literal('confirmed'), Type.Literal('finalized')])
const BundleRow = Type.Object({
  bundle_id: Type.String(),
  transactions: Type.Array(Type.String()),
  slot: Slot,
  confirmation_status: Type.Optional(Nullable(Confirmation)),
  /** A Rust `Result`: `{"Ok":null}` is success. */
  err: Type.Optional(Type.Unknown()),
})
const InflightRow = Type.Object({
  bundle_id: Type.String(),
  status: Type.Union([
    Type.Literal('Invalid'),
    Type.Literal('Pending'),
    Type.Literal('Failed'),
    Type.Literal('Landed'),
  ]),
  landed_slot: Maybe(Slot),
})
const TipFloorRow = Type.Object({
  landed_tips_25th_percentile: Sol,
  landed_tips_50th_percentile: Sol,
  landed_tips_75th_percentile: Sol,
  landed_tips_95th_percentile: Sol,
  landed_tips_99th_percentile: Sol,
  ema_landed_tips_50th_percentile: Sol,
})

export const TipFloorReply = Type.Array(TipFloorRow)
export const BundleStatusesCheck = compileReply(ListOf(BundleRow))
export const InflightStatusesCheck = compileReply(ListOf(InflightRow))
export const TextCheck = compileReply(Type.String())
export const ListCheck = compileReply(Type.Array(Type.Unknown()))

const LAMPORTS_PER_SOL = 1e9

export function toBundleStatus(row: Static<typeof BundleRow>): BundleStatus {
  const { bundle_id: bundleId, transactions: signatures, slot, confirmation_status, err } = row
  return { bundleId, signatures, slot, confirmation: confirmation_status ?? 'processed', err: errorOf(err) }
}

export function toInflightStatus(row: Static<typeof InflightRow>): InflightStatus {
  const status = row.status.toLowerCase() as InflightStatus['status']
  return { bundleId: row.bundle_id, status, landedSlot: row.landed_slot ?? null }
}

export function toTipFloor(row: Static<typeof TipFloorRow>): TipFloor {
  return {
    p25: solToLamports(row.landed_tips_25th_percentile),
    p50: solToLamports(row.landed_tips_50th_percentile),
    p75: solToLamports(row.landed_tips_75th_percentile),
    p95: solToLamports(row.landed_tips_95th_percentile),
    p99: solToLamports(row.landed_tips_99th_percentile),
    emaP50: solToLamports(row.ema_landed_tips_50th_percentile),
  }
}

/** Their figures are statistics in SOL; a tip is whole lamports. */
function solToLamports(sol: number): bigint {
  return BigInt(Math.max(0, Math.round(sol * LAMPORTS_PER_SOL)))
}

function errorOf(err: unknown): unknown {
  if (err === undefined || err === null) return null
  if (typeof err === 'object' && 'Ok' in err) return null
  return typeof err === 'object' && 'Err' in err ? err.Err : err
}
