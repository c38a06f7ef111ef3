import type { Gate } from '../runtime/gate.ts'

/** Bytes of request bodies under way, all of a kind together, and of each key or client address. */
export type BodyBudget = {
  bytes: number
  readonly maxBytes: number
  readonly maxBytesEach: number
  /** Who has bytes under way. */
  readonly byHolder: Map<string, number>
}

/** Apart, so that no crowd of one kind keeps the others out. */
export type BodyBudgets = {
  readonly keyed: BodyBudget
  /** Of callers known only by their address. */
  readonly keyless: BodyBudget
  /** Long bodies that go on to a node, from their first byte until they are answered: with a key, and without. */
  readonly relayed: BodyBudget
  readonly openProxies: BodyBudget
  /** Turns at parsing long bodies on compute threads. */
  readonly relayedTurns: Gate
  readonly openTurns: Gate
}

export function createBodyBudget(bounds: { readonly bytes: number; readonly bytesEach: number }): BodyBudget {
  return { bytes: 0, maxBytes: bounds.bytes, maxBytesEach: bounds.bytesEach, byHolder: new Map() }
}

/** Takes room for more bytes of a holder; false, and nothing taken, when all or this one would have too many. */
export function takeBytes(budget: BodyBudget, holder: string, bytes: number): boolean {
  const own = (budget.byHolder.get(holder) ?? 0) + bytes
  if (own > budget.maxBytesEach || budget.bytes + bytes > budget.maxBytes) return false
  addBytes(budget, holder, bytes)
  return true
}

/** Counts bytes that are there already. */
export function addBytes(budget: BodyBudget, holder: string, bytes: number): void {
  budget.bytes += bytes
  if (bytes > 0) budget.byHolder.set(holder, (budget.byHolder.get(holder) ?? 0) + bytes)
}

/** Gives room back that was taken. */
export function giveBytes(budget: BodyBudget, holder: string, bytes: number): void {
  budget.bytes -= bytes
  const own = (budget.byHolder.get(holder) ?? 0) - bytes
  if (own > 0) budget.byHolder.set(holder, own)
  else budget.byHolder.delete(holder)
}
