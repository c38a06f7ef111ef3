import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { CLOCK_SYSVAR, SLOT_HASHES_SYSVAR } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { readClock } from '../sysvars.ts'
import { lookupTables } from './lookup-tables.ts'
import { nonceAccounts } from './nonce-accounts.ts'
import { programBuffers } from './program-buffers.ts'
import type { ChainMoment, Reclaimable, ReclaimClass } from './reclaimable.ts'
import { readSlotHashSlots } from './slot-hashes.ts'
import { stakeAccounts } from './stake-accounts.ts'

export const RECLAIM_CLASSES: readonly ReclaimClass[] = [lookupTables, programBuffers, nonceAccounts, stakeAccounts]

/** Clock and newest slots as the node has them. Fails as the node fails. */
export async function readMoment(rpc: SolanaRpc, signal?: AbortSignal): Promise<Outcome<ChainMoment>> {
  const read = await rpc.accounts([CLOCK_SYSVAR, SLOT_HASHES_SYSVAR], signal ? { signal } : {})
  if (!read.ok) return read
  const [clockData, hashData] = read.value.accounts.map((account) => account?.data ?? new Uint8Array(0))
  const clock = readClock(clockData!)
  const recentSlots = readSlotHashSlots(hashData!)
  if (clock === null || recentSlots === null) return fail('upstream_failed', 'the node does not show its clock')
  return ok({ clock, recentSlots })
}

/** A wallet's accounts of one class, in the order of their addresses. Fails as the node fails: many refuse to list the
 *  accounts of some programs. */
export async function findReclaimable(
  rpc: SolanaRpc,
  one: ReclaimClass,
  asked: { readonly wallet: string; readonly now: ChainMoment; readonly signal?: AbortSignal },
): Promise<Outcome<readonly Reclaimable[]>> {
  const { wallet, now, signal } = asked
  const read = await rpc.programAccounts(one.program, {
    filters: one.filters(wallet).map((filter) => ({ ...filter })),
    dataSlice: { offset: 0, length: one.headBytes },
    ...(signal ? { signal } : {}),
  })
  return read.ok ? ok(describeAll(one, read.value, wallet, now)) : read
}

/** The same for accounts that someone names: what is not of the class, or not the wallet's, is left out. */
export async function readReclaimable(
  rpc: SolanaRpc,
  one: ReclaimClass,
  asked: {
    readonly wallet: string
    readonly now: ChainMoment
    readonly accounts: readonly string[]
    readonly signal?: AbortSignal
  },
): Promise<Outcome<readonly Reclaimable[]>> {
  const { wallet, now, accounts, signal } = asked
  const dataSlice = { offset: 0, length: one.headBytes }
  const read = await rpc.accounts(accounts, { dataSlice, ...(signal ? { signal } : {}) })
  if (!read.ok) return read
  const views = read.value.accounts.filter((view): view is AccountView => view !== null)
  return ok(describeAll(one, views, wallet, now))
}

function describeAll(
  one: ReclaimClass,
  views: readonly AccountView[],
  wallet: string,
  now: ChainMoment,
): readonly Reclaimable[] {
  return views
    .filter(({ owner, executable }) => owner === one.program && !executable)
    .flatMap((view) => one.describe(view, wallet, now) ?? [])
    .sort((a, b) => (a.account < b.account ? -1 : 1))
}
