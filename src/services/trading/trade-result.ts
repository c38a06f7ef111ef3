import type { Landed } from '../landing/landing.ts'
import type { ShownManifest } from '../manifest/show-manifest.ts'

/** Times of a trade's stages, null for those it did not come to. */
export type TradeTimes = {
  readonly plan_ms: number | null
  readonly fetch_ms: number | null
  readonly detect_ms: number | null
  readonly build_ms: number | null
  readonly manifest_ms: number | null
  readonly sign_ms: number | null
  readonly send_ms: number | null
  readonly confirm_ms: number | null
  readonly total_ms: number | null
  readonly cache_hit: boolean
  readonly confirm_method: Landed['confirmMethod'] | null
  readonly mev_service: 'jito' | null
  readonly submitted_via: Landed['submittedVia'] | null
  readonly bundle_id: string | null
  readonly dex_name: string
  readonly landed_slot: number | null
}

/** The answer to a trade (`TradeReply`) with its amounts as text: it may be written down and read again. */
export type TradeResult = {
  readonly signature?: string | null
  readonly amount_received?: string
  readonly amount_spent?: string
  readonly min_received?: string
  readonly platform_fee?: string
  readonly fee_lamports?: string | null
  readonly tip_lamports?: string
  readonly timing?: TradeTimes
  readonly simulated?: true
  readonly compute_units?: number
  readonly logs?: readonly string[]
  readonly data?: {
    readonly unsigned_tx_base64: string
    readonly recent_blockhash: string
    readonly last_valid_block_height: number | null
  }
  readonly manifest: ShownManifest | null
}

/** Milliseconds to the thousandth. */
export function toMs(ms: number): number {
  return Math.max(0, Math.round(ms * 1_000) / 1_000)
}
