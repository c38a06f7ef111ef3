import type { Watch } from '../../chain/solana/node-subscriptions.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { HeadSlot } from './head-slot.ts'

/** `watched`: accounts that trades change; the node sends their changes, and where it does not they are read again
 *  soon. `slow`: mints and configurations. */
export type Pace = 'watched' | 'slow'

/** One account as it is known. */
export type HotEntry = {
  view: AccountView | null
  slot: number
  readAtMs: number
  changedAtMs: number
  usedAtMs: number
  watch: Watch | null
  isLive: boolean
  liveFromSlot: number
  /** Live, and read or updated since it went live: no change was missed, unless the node was wrong. */
  isSure: boolean
  /** States from before this slot are not returned. */
  fromSlot: number
  fromSetAtMs: number
}

/** The accounts in memory, and what may be believed of them. */
export type HotAccountTable = {
  readonly entries: ReadonlyMap<string, HotEntry>
  /** Live accounts that are to be read once more. */
  readonly unverified: Set<string>
  /** The newest slot that the node sent, and when. */
  readonly notified: { slot: number; atMs: number }
  isFresh(entry: HotEntry, pace: Pace, nowMs: number): boolean
  /** The slot of an account's state: the one the node reports or, when that is impossible, the one known before. A
   *  false slot far ahead would make every later true state look old. */
  believed(entry: HotEntry | undefined, slot: number): number
  /** Keeps a state that was read, unless a newer one is known. */
  put(address: string, view: AccountView | null, saidSlot: number): HotEntry
  drop(address: string, entry: HotEntry): void
}

/** When there is no more room, an eighth is evicted at once, so that eviction is rare. */
const EVICTED_SHARE = 8

export function createHotAccountTable(clock: Clock, head: HeadSlot): HotAccountTable {
  const entries = new Map<string, HotEntry>()
  const unverified = new Set<string>()
  const notified = { slot: 0, atMs: Number.NEGATIVE_INFINITY }

  function isFresh(entry: HotEntry, pace: Pace, nowMs: number): boolean {
    if (entry.slot < entry.fromSlot && !isFalseChange(entry, nowMs)) return false
    const ageMs = nowMs - entry.readAtMs
    if (entry.isSure && nowMs - notified.atMs < TRADING.subscriptionSilenceMs && ageMs < TRADING.sureMs) return true
    return ageMs < (pace === 'slow' ? TRADING.slowAccountMs : TRADING.unwatchedMs)
  }

  /** Whether the expected change names a slot that the chain has not reached even after a long wait. */
  function isFalseChange({ fromSlot, fromSetAtMs }: HotEntry, nowMs: number): boolean {
    return nowMs - fromSetAtMs > TRADING.falseChangeMs && fromSlot > head.newest()
  }

  function believed(entry: HotEntry | undefined, slot: number): number {
    const newest = head.newest()
    if (entry !== undefined && entry.slot > newest) entry.slot = 0
    const canBe = Number.isSafeInteger(slot) && slot >= 0 && slot <= newest
    return canBe ? slot : (entry?.slot ?? 0)
  }

  function put(address: string, view: AccountView | null, saidSlot: number): HotEntry {
    const nowMs = clock.monotonicMs()
    let entry = entries.get(address)
    const slot = believed(entry, saidSlot)
    if (entry === undefined) {
      makeRoom()
      entry = newEntry(view, slot, nowMs)
      entries.set(address, entry)
      return entry
    }
    // An answer of a lagging node holds nothing new.
    if (slot < entry.slot) return entry
    entry.slot = slot
    entry.readAtMs = nowMs
    setView(entry, view)
    return entry
  }

  function drop(address: string, entry: HotEntry): void {
    entry.watch?.close()
    entry.watch = null
    entry.isLive = entry.isSure = false
    entries.delete(address)
    unverified.delete(address)
  }

  function makeRoom(): void {
    if (entries.size < TRADING.hotAccounts) return
    const oldest = [...entries].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs)
    for (const [address, entry] of oldest.slice(0, Math.ceil(TRADING.hotAccounts / EVICTED_SHARE))) drop(address, entry)
  }

  return { entries, unverified, notified, isFresh, believed, put, drop }
}

function newEntry(view: AccountView | null, slot: number, nowMs: number): HotEntry {
  return {
    view,
    slot,
    readAtMs: nowMs,
    changedAtMs: Number.NEGATIVE_INFINITY,
    usedAtMs: nowMs,
    watch: null,
    isLive: false,
    liveFromSlot: 0,
    isSure: false,
    fromSlot: 0,
    fromSetAtMs: 0,
  }
}

/** An unchanged account stays the same object, so that what was decoded from it stays valid. */
export function setView(entry: HotEntry, view: AccountView | null): void {
  if (!isSame(entry.view, view)) entry.view = view
}

function isSame(a: AccountView | null, b: AccountView | null): boolean {
  if (a === null || b === null) return a === b
  return a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0
}
