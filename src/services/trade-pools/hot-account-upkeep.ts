import type { AccountView } from '../../chain/solana/rpc.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { ok } from '../../contract/outcome.ts'
import { inBackground } from '../../runtime/background.ts'
import { asServer } from '../../runtime/request-scope.ts'
import type { HeadSlot } from './head-slot.ts'
import type { HotAccountTable, HotEntry } from './hot-account-table.ts'

const SWEEP_EVERY_MS = 10_000
const CHECK_EVERY_MS = 1_000
const RENEWED_AT_ONCE = 500

type Needs = Pick<Context, 'chain' | 'clock' | 'log'>

/** Reads accounts in memory again at slots, so that what is returned of them stays true: those that went live, those
 *  that the node sends no changes of, and now and then those that it does. Forgets idle ones. */
export function createHotAccountUpkeep(
  { chain, clock, log }: Needs,
  table: HotAccountTable,
  head: HeadSlot,
): { atSlot(): void } {
  const { rpc } = chain
  const { entries, unverified, notified, drop } = table
  let sweptAtMs = clock.monotonicMs()
  let checkedAtMs = sweptAtMs
  let verifying = false

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
    noteVerified(table, head, addresses, read.value)
  }

  async function check(): Promise<void> {
    checkedAtMs = clock.monotonicMs()
    await readAgain(rpc, table, uncheckedOf(entries, checkedAtMs))
  }

  function sweep(): void {
    const nowMs = clock.monotonicMs()
    sweptAtMs = nowMs
    for (const [address, entry] of entries) if (nowMs - entry.usedAtMs >= TRADING.idleMs) drop(address, entry)
  }

  return {
    atSlot() {
      if (notified.atMs - sweptAtMs >= SWEEP_EVERY_MS) {
        sweep()
        inBackground(
          'hot accounts renew',
          asServer('reads', () => readAgain(rpc, table, agingOf(entries, sweptAtMs))),
        )
      }
      if (unverified.size > 0) inBackground('hot accounts verify', asServer('reads', verify))
      if (notified.atMs - checkedAtMs >= CHECK_EVERY_MS) inBackground('hot accounts check', asServer('reads', check))
    },
  }
}

async function readAgain(
  rpc: Needs['chain']['rpc'],
  { entries, put }: HotAccountTable,
  addresses: readonly string[],
): Promise<void> {
  const read = rpc === null || addresses.length === 0 ? null : await rpc.accounts(addresses)
  if (!read?.ok) return
  for (const [at, view] of read.value.accounts.entries())
    if (entries.has(addresses[at]!)) put(addresses[at]!, view, read.value.slot)
}

/** Accounts of one answer: sure from now on, unless it is older than their subscription or their state is impossible. */
function noteVerified(
  table: HotAccountTable,
  head: HeadSlot,
  addresses: readonly string[],
  { slot: saidSlot, accounts }: { readonly slot: number; readonly accounts: readonly (AccountView | null)[] },
): void {
  for (const [at, address] of addresses.entries()) {
    const entry = table.entries.get(address)
    if (entry?.isLive !== true) continue
    table.put(address, accounts[at] ?? null, saidSlot)
    // The node that answers may lag the one that sends changes.
    entry.liveFromSlot = Math.min(entry.liveFromSlot, head.newest())
    const slot = table.believed(entry, saidSlot)
    // The known state may carry a slot that the chain has not reached.
    const isFarAhead = entry.slot > slot + TRADING.slotSlack
    if (isFarAhead || slot < entry.liveFromSlot) table.unverified.add(address)
    else entry.isSure = !table.unverified.has(address)
  }
}

/** Accounts in use whose changes the node does not send: read again before they are too old, so that no trade waits. */
function agingOf(entries: ReadonlyMap<string, HotEntry>, nowMs: number): string[] {
  const aging: string[] = []
  for (const [address, { isSure, usedAtMs, readAtMs }] of entries)
    if (!isSure && nowMs - usedAtMs < TRADING.slowAccountMs && nowMs - readAtMs > TRADING.slowAccountMs / 2)
      aging.push(address)
  return aging.slice(0, RENEWED_AT_ONCE)
}

/** Accounts known only from notifications for too long, the oldest first. */
function uncheckedOf(entries: ReadonlyMap<string, HotEntry>, nowMs: number): string[] {
  return [...entries]
    .filter(([, { isSure, readAtMs }]) => isSure && nowMs - readAtMs >= TRADING.checkedMs)
    .sort(([, a], [, b]) => a.readAtMs - b.readAtMs)
    .slice(0, RENEWED_AT_ONCE)
    .map(([address]) => address)
}
