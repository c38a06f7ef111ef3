import type { Outcome } from '../contract/outcome.ts'

/** What can be done with transactions beside handing them to the node: bundles, and senders of their own. */

export type BundleStatus = {
  readonly bundleId: string
  /** Of its transactions, in order, base58. */
  readonly signatures: readonly string[]
  readonly slot: number
  readonly confirmation: 'processed' | 'confirmed' | 'finalized'
  /** JSON of what failed, null on success. */
  readonly err: unknown
}

/** `invalid`: never received, or longer ago than the engine looks back. */
export type InflightStatus = {
  readonly bundleId: string
  readonly status: 'invalid' | 'pending' | 'failed' | 'landed'
  readonly landedSlot: number | null
}

/** Lamports that landed bundles paid lately. */
export type TipFloor = {
  readonly p25: bigint
  readonly p50: bigint
  readonly p75: bigint
  readonly p95: bigint
  readonly p99: bigint
  /** Moving average of the median. */
  readonly emaP50: bigint
}

export type CallLimits = { readonly timeoutMs?: number; readonly signal?: AbortSignal }

/** A block engine: executes up to five transactions in order, in one slot, all or none. */
export type Bundles = {
  readonly provider: string
  /** The id of the bundle; it means received, not landed. */
  sendBundle(wires: readonly Uint8Array[], limits?: CallLimits): Promise<Outcome<string>>
  /** Landed bundles of the last minutes, by id; unknown ones are absent. Any number of ids. */
  bundleStatuses(ids: readonly string[], limits?: CallLimits): Promise<Outcome<ReadonlyMap<string, BundleStatus>>>
  /** Of the last five minutes, by id. Any number of ids. */
  inflightStatuses(ids: readonly string[], limits?: CallLimits): Promise<Outcome<ReadonlyMap<string, InflightStatus>>>
  tipAccounts(limits?: CallLimits): Promise<Outcome<readonly string[]>>
}

/** What tips are paid at the moment. */
export type TipPrices = { readonly provider: string; tipFloor(limits?: CallLimits): Promise<Outcome<TipFloor>> }

/** Takes signed transactions and hands them to leaders, without looking at them first. */
export type Sender = {
  readonly provider: string
  /** Resolves when it was taken over. */
  send(wire: Uint8Array, limits?: CallLimits): Promise<Outcome<void>>
}
