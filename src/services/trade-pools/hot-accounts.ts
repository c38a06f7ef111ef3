import type { Watch } from '../../chain/solana/node-subscriptions.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { inBackground } from '../../runtime/background.ts'
import { asServer } from '../../runtime/request-scope.ts'
import { createHeadSlot } from './head-slot.ts'

/** `watched`: accounts that trades change; the node sends their changes, and where it does not they are read again
 *  soon. `slow`: mints and configurations. */
export type Pace = 'watched' | 'slow'

/** Accounts kept in memory while requests use them. */
export type HotAccounts = {
  /** Null unless all of them are known and fresh. Never asks the node. */
  get(addresses: readonly string[], pace: Pace): Map<string, AccountView | null> | null
  /** Reads all of them from the node in one call, so that they are of one slot (`slot`), and keeps them. Fails as the
   *  node fails, `unconfigured` without one. */
  read(
    addresses: readonly string[],
  ): Promise<Outcome<{ readonly slot: number; readonly accounts: Map<string, AccountView | null> }>>
  /** Subscribes to their changes, where the node has room for it. */
  watch(addresses: readonly string[]): void
  /** From memory when all are fresh, else all of them read from the node; `watched` ones are watched from then on. */
  getOrRead(
    addresses: readonly string[],
    pace: Pace,
  ): Promise<Outcome<{ readonly accounts: Map<string, AccountView | null>; readonly isHit: boolean }>>
  /** Waits, some milliseconds at most, while changes of one block may still be coming in. */
  settled(addresses: readonly string[]): Promise<void> | null
  /** These were written in this slot: states from before it are not returned any more. */
  expectChange(addresses: readonly string[], slot: number): void
  /** The newest slot that one of them is known at. */
  slotOf(addresses: readonly string[]): number
  readonly size: number
  readonly watching: number
  /** Ends all subscriptions, that of slots included. */
  close(): void
}

type Entry = {
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

const SWEEP_EVERY_MS = 10_000
const CHECK_EVERY_MS = 1_000
const RENEWED_AT_ONCE = 500
/** When there is no more room, an eighth is evicted at once, so that eviction is rare. */
const EVICTED_SHARE = 8

type Needs = Pick<Context, 'chain' | 'clock' | 'log' | 'metrics'>

export function createHotAccounts({ chain, clock, log, metrics }: Needs): HotAccounts {
  const { rpc, subscriptions } = chain
  const entries = new Map<string, Entry>()
  const unverified = new Set<string>()
  let sweptAtMs = clock.monotonicMs()
  let checkedAtMs = sweptAtMs
  let verifying = false
  let isClosed = false
  const head = createHeadSlot(() => clock.monotonicMs())
  let notifiedSlot = 0
  let notifiedAtMs = Number.NEGATIVE_INFINITY

  const slotSubscription = subscriptions?.onSlot((slot) => {
    head.heard(slot)
    notifiedSlot = slot
    notifiedAtMs = clock.monotonicMs()
    if (notifiedAtMs - sweptAtMs >= SWEEP_EVERY_MS) {
      sweep()
      inBackground('hot accounts renew', asServer('reads', renewAging))
    }
    if (unverified.size > 0) inBackground('hot accounts verify', asServer('reads', verify))
    if (notifiedAtMs - checkedAtMs >= CHECK_EVERY_MS) inBackground('hot accounts check', asServer('reads', check))
  })
  const known = metrics.gauge('mintglass_trade_hot_accounts', 'Accounts kept warm for trading.', ['state'])
  metrics.onCollect(() => {
    known.set(entries.size, { state: 'known' })
    known.set(countWatched(entries), { state: 'watched' })
  })

  function isFresh(entry: Entry, pace: Pace, nowMs: number): boolean {
    if (entry.slot < entry.fromSlot && !isFalseChange(entry, nowMs)) return false
    const ageMs = nowMs - entry.readAtMs
    if (entry.isSure && nowMs - notifiedAtMs < TRADING.subscriptionSilenceMs && ageMs < TRADING.sureMs) return true
    return ageMs < (pace === 'slow' ? TRADING.slowAccountMs : TRADING.unwatchedMs)
  }

  /** Whether the expected change names a slot that the chain has not reached even after a long wait. */
  function isFalseChange({ fromSlot, fromSetAtMs }: Entry, nowMs: number): boolean {
    return nowMs - fromSetAtMs > TRADING.falseChangeMs && fromSlot > head.newest()
  }

  /** The slot of an account's state: the one the node reports or, when that is impossible, the one known before. A
   *  false slot far ahead would make every later true state look old. */
  function believed(entry: Entry | undefined, slot: number): number {
    const newest = head.newest()
    if (entry !== undefined && entry.slot > newest) entry.slot = 0
    const canBe = Number.isSafeInteger(slot) && slot >= 0 && slot <= newest
    return canBe ? slot : (entry?.slot ?? 0)
  }

  function put(address: string, view: AccountView | null, saidSlot: number): Entry {
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
    if (!isSame(entry.view, view)) entry.view = view
    return entry
  }

  function watch(address: string, entry: Entry): void {
    if (entry.watch !== null || subscriptions === undefined || isClosed) return
    entry.watch = subscriptions.watchAccount(address, {
      onChange(view, saidSlot) {
        const slot = believed(entry, saidSlot)
        if (slot < entry.slot) return
        entry.slot = slot
        entry.changedAtMs = entry.readAtMs = clock.monotonicMs()
        if (!isSame(entry.view, view)) entry.view = view
        entry.isSure = entry.isLive
      },
      onLive() {
        entry.isLive = true
        entry.liveFromSlot = Math.min(notifiedSlot, head.newest())
        // Something may have changed between the read and now. At the next slot all such are read in one call.
        unverified.add(address)
      },
      onUnsure() {
        entry.isLive = entry.isSure = false
      },
    })
  }

  /** Reads accounts that went live once more; after that their state is sure. */
  async function verify(): Promise<void> {
    if (verifying || rpc === null) return
    verifying = true
    const addresses = [...unverified].filter((address) => entries.get(address)?.isLive === true)
    unverified.clear()
    let read: Awaited<ReturnType<typeof rpc.accounts>>
    try {
      read = addresses.length === 0 ? ok({ slot: 0, accounts: [] }) : await rpc.accounts(addresses)
    } finally {
      verifying = false
    }
    if (!read.ok) {
      log.debug({ code: read.code }, 'watched accounts could not be verified')
      for (const address of addresses) unverified.add(address)
      return
    }
    for (const [at, address] of addresses.entries()) {
      const entry = entries.get(address)
      if (entry?.isLive !== true) continue
      put(address, read.value.accounts[at] ?? null, read.value.slot)
      // The node that answers may lag the one that sends changes.
      entry.liveFromSlot = Math.min(entry.liveFromSlot, head.newest())
      const slot = believed(entry, read.value.slot)
      // The known state may carry a slot that the chain has not reached.
      const isFarAhead = entry.slot > slot + TRADING.slotSlack
      if (isFarAhead || slot < entry.liveFromSlot) unverified.add(address)
      else entry.isSure = !unverified.has(address)
    }
  }

  const renewAging = (): Promise<void> => readAgain(agingOf(entries, clock.monotonicMs()))

  async function check(): Promise<void> {
    checkedAtMs = clock.monotonicMs()
    await readAgain(uncheckedOf(entries, checkedAtMs))
  }

  async function readAgain(addresses: readonly string[]): Promise<void> {
    const read = rpc === null || addresses.length === 0 ? null : await rpc.accounts(addresses)
    if (!read?.ok) return
    for (const [at, view] of read.value.accounts.entries())
      if (entries.has(addresses[at]!)) put(addresses[at]!, view, read.value.slot)
  }

  function drop(address: string, entry: Entry): void {
    entry.watch?.close()
    entry.watch = null
    entry.isLive = entry.isSure = false
    entries.delete(address)
    unverified.delete(address)
  }

  function sweep(): void {
    const nowMs = clock.monotonicMs()
    sweptAtMs = nowMs
    for (const [address, entry] of entries) if (nowMs - entry.usedAtMs >= TRADING.idleMs) drop(address, entry)
  }

  function makeRoom(): void {
    if (entries.size < TRADING.hotAccounts) return
    const oldest = [...entries].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs)
    for (const [address, entry] of oldest.slice(0, Math.ceil(TRADING.hotAccounts / EVICTED_SHARE))) drop(address, entry)
  }

  const hot: HotAccounts = {
    get(addresses, pace) {
      const nowMs = clock.monotonicMs()
      const found = new Map<string, AccountView | null>()
      for (const address of addresses) {
        const entry = entries.get(address)
        if (entry === undefined || !isFresh(entry, pace, nowMs)) return null
        entry.usedAtMs = nowMs
        found.set(address, entry.view)
      }
      return found
    },
    async read(addresses) {
      if (rpc === null) return fail('unconfigured', 'no Solana node is configured')
      const read = await rpc.accounts(addresses)
      if (!read.ok) return read
      const { slot, accounts } = read.value
      head.heard(slot)
      const found = new Map<string, AccountView | null>()
      for (const [at, address] of addresses.entries()) {
        const entry = put(address, accounts[at] ?? null, slot)
        entry.usedAtMs = clock.monotonicMs()
        found.set(address, entry.view)
      }
      return ok({ slot, accounts: found })
    },
    watch(addresses) {
      for (const address of addresses) {
        const entry = entries.get(address)
        if (entry !== undefined) watch(address, entry)
      }
    },
    async getOrRead(addresses, pace) {
      const found = hot.get(addresses, pace)
      if (found !== null) return ok({ accounts: found, isHit: true })
      const read = await hot.read(addresses)
      if (read.ok && pace === 'watched') hot.watch(addresses)
      return read.ok ? ok({ accounts: read.value.accounts, isHit: false }) : read
    },
    settled(addresses) {
      const sinceMs = clock.monotonicMs() - TRADING.settleMs
      for (const address of addresses) {
        const entry = entries.get(address)
        if (entry !== undefined && entry.changedAtMs > sinceMs) return clock.sleep(TRADING.settleMs)
      }
      return null
    },
    expectChange(addresses, slot) {
      for (const address of addresses) {
        const entry = entries.get(address)
        if (entry === undefined || slot <= entry.fromSlot) continue
        entry.fromSlot = slot
        entry.fromSetAtMs = clock.monotonicMs()
      }
    },
    slotOf(addresses) {
      let slot = 0
      for (const address of addresses) slot = Math.max(slot, entries.get(address)?.slot ?? 0)
      return slot
    },
    get size() {
      return entries.size
    },
    get watching() {
      return countWatched(entries)
    },
    close() {
      isClosed = true
      slotSubscription?.close()
      for (const [address, entry] of [...entries]) drop(address, entry)
    },
  }
  return hot
}

/** Accounts in use whose changes the node does not send: read again before they are too old, so that no trade waits. */
function agingOf(entries: ReadonlyMap<string, Entry>, nowMs: number): string[] {
  const aging: string[] = []
  for (const [address, { isSure, usedAtMs, readAtMs }] of entries)
    if (!isSure && nowMs - usedAtMs < TRADING.slowAccountMs && nowMs - readAtMs > TRADING.slowAccountMs / 2)
      aging.push(address)
  return aging.slice(0, RENEWED_AT_ONCE)
}

/** Accounts known only from notifications for too long, the oldest first. */
function uncheckedOf(entries: ReadonlyMap<string, Entry>, nowMs: number): string[] {
  return [...entries]
    .filter(([, { isSure, readAtMs }]) => isSure && nowMs - readAtMs >= TRADING.checkedMs)
    .sort(([, a], [, b]) => a.readAtMs - b.readAtMs)
    .slice(0, RENEWED_AT_ONCE)
    .map(([address]) => address)
}

function countWatched(entries: ReadonlyMap<string, Entry>): number {
  let watched = 0
  for (const { watch } of entries.values()) if (watch !== null) watched++
  return watched
}

function newEntry(view: AccountView | null, slot: number, nowMs: number): Entry {
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
function isSame(a: AccountView | null, b: AccountView | null): boolean {
  if (a === null || b === null) return a === b
  return a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0
}
