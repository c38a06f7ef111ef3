import type { AccountView } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { createHeadSlot } from './head-slot.ts'
import { createHotAccountTable, type HotEntry, type Pace, setView } from './hot-account-table.ts'
import { createHotAccountUpkeep } from './hot-account-upkeep.ts'

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

type Needs = Pick<Context, 'chain' | 'clock' | 'log' | 'metrics'>

export function createHotAccounts({ chain, clock, log, metrics }: Needs): HotAccounts {
  const { rpc, subscriptions } = chain
  const head = createHeadSlot(() => clock.monotonicMs())
  const table = createHotAccountTable(clock, head)
  const { entries, notified } = table
  const upkeep = createHotAccountUpkeep({ chain, clock, log }, table, head)
  let isClosed = false

  const slotSubscription = subscriptions?.onSlot((slot) => {
    head.heard(slot)
    notified.slot = slot
    notified.atMs = clock.monotonicMs()
    upkeep.atSlot()
  })
  const known = metrics.gauge('mintglass_trade_hot_accounts', 'Accounts kept warm for trading.', ['state'])
  metrics.onCollect(() => {
    known.set(entries.size, { state: 'known' })
    known.set(countWatched(entries), { state: 'watched' })
  })

  function watch(address: string, entry: HotEntry): void {
    if (entry.watch !== null || subscriptions === undefined || isClosed) return
    entry.watch = subscriptions.watchAccount(address, {
      onChange(view, saidSlot) {
        const slot = table.believed(entry, saidSlot)
        if (slot < entry.slot) return
        entry.slot = slot
        entry.changedAtMs = entry.readAtMs = clock.monotonicMs()
        setView(entry, view)
        entry.isSure = entry.isLive
      },
      onLive() {
        entry.isLive = true
        entry.liveFromSlot = Math.min(table.notified.slot, head.newest())
        // Something may have changed between the read and now. At the next slot all such are read in one call.
        table.unverified.add(address)
      },
      onUnsure() {
        entry.isLive = entry.isSure = false
      },
    })
  }

  const hot: HotAccounts = {
    get(addresses, pace) {
      const nowMs = clock.monotonicMs()
      const found = new Map<string, AccountView | null>()
      for (const address of addresses) {
        const entry = entries.get(address)
        if (entry === undefined || !table.isFresh(entry, pace, nowMs)) return null
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
        const entry = table.put(address, accounts[at] ?? null, slot)
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
      for (const [address, entry] of [...entries]) table.drop(address, entry)
    },
  }
  return hot
}

function countWatched(entries: ReadonlyMap<string, HotEntry>): number {
  let watched = 0
  for (const { watch } of entries.values()) if (watch !== null) watched++
  return watched
}
