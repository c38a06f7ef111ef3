import type { TradeClock } from '../../chain/solana/dexes/trading.ts'
import { readLatestBlockhash } from '../../chain/solana/latest-blockhash.ts'
import { decodeMintInfo, type MintInfo } from '../../chain/solana/mint-info.ts'
import { CLOCK_SYSVAR, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AccountView } from '../../chain/solana/rpc.ts'
import { readClock } from '../../chain/solana/sysvars.ts'
import { TRADING } from '../../config/trading.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { inBackground } from '../../runtime/background.ts'
import { asServer } from '../../runtime/request-scope.ts'

export type Blockhash = {
  readonly blockhash: string
  readonly lastValidBlockHeight: number
  /** Since it was read. */
  readonly ageMs: number
}

/** The newest confirmed blockhash; while someone trades it is renewed in the background. Fails as the node fails. */
export function latestBlockhash(ctx: Context): Promise<Outcome<Blockhash>> {
  return ctx.parts.hotChain.blockhash()
}

/** Current time of the chain: its own clock, advanced by ours since it was read. Fails as the node fails. */
export function tradeClock(ctx: Context): Promise<Outcome<TradeClock>> {
  return ctx.parts.hotChain.clock()
}

/** Milliseconds of a slot as the node’s notifications show them, over the last minute or so; null before some were
 *  heard. */
export function measuredSlotMs(ctx: Context): number | null {
  return ctx.parts.hotChain.slotMs()
}

/** Whether an account exists. Warm by subscription. Fails as the node fails. */
export async function hasAccount(ctx: Context, address: string): Promise<Outcome<boolean>> {
  const read = await ctx.parts.hotAccounts.getOrRead([address], 'watched')
  return read.ok ? ok(read.value.accounts.get(address) !== null) : read
}

/** What a token account holds; null where there is none of either token program. Warm by subscription. */
export async function tokenBalance(ctx: Context, address: string): Promise<Outcome<bigint | null>> {
  const read = await tokenBalances(ctx, [address])
  return read.ok ? ok(read.value[0] ?? null) : read
}

/** Several at once and of one moment, aligned with the addresses. With `owner` what has passed to someone else counts
 *  as not there. */
export async function tokenBalances(
  ctx: Context,
  addresses: readonly string[],
  owner?: string,
): Promise<Outcome<readonly (bigint | null)[]>> {
  const hot = ctx.parts.hotAccounts
  await hot.settled(addresses)
  const read = await hot.getOrRead(addresses, 'watched')
  if (!read.ok) return read
  return ok(
    addresses.map((address) => {
      const account = read.value.accounts.get(address)
      if (account?.owner !== TOKEN_PROGRAM && account?.owner !== TOKEN_2022_PROGRAM) return null
      const fields = readTokenAccount(account.data)
      if (fields === null || (owner !== undefined && encodeBase58(fields.owner) !== owner)) return null
      return fields.amountRaw
    }),
  )
}

/** Lamports of an account, 0 where there is none. Warm by subscription. */
export async function lamportsOf(ctx: Context, address: string): Promise<Outcome<bigint>> {
  const read = await accountOf(ctx, address)
  return read.ok ? ok(read.value?.lamports ?? 0n) : read
}

/** An account, null where there is none. Warm by subscription. */
export async function accountOf(ctx: Context, address: string): Promise<Outcome<AccountView | null>> {
  const hot = ctx.parts.hotAccounts
  await hot.settled([address])
  const read = await hot.getOrRead([address], 'watched')
  return read.ok ? ok(read.value.accounts.get(address) ?? null) : read
}

/** A mint as its account states it, half a minute old at most; null for an address that is no mint. */
export async function mintFacts(ctx: Context, mint: string): Promise<Outcome<MintInfo | null>> {
  const read = await ctx.parts.hotAccounts.getOrRead([mint], 'slow')
  return read.ok ? ok(decodeMintInfo(read.value.accounts.get(mint) ?? null)) : read
}

/** The blockhash and the clock of the chain, renewed while trades come in. */
export type HotChain = {
  blockhash(): Promise<Outcome<Blockhash>>
  clock(): Promise<Outcome<TradeClock>>
  slotMs(): number | null
  /** Ends the slot subscription. */
  close(): void
}
type Known<T> = { readonly value: T; readonly readAtMs: number }
const SLOT_WINDOW_MS = 60_000

export function createHotChain(ctx: Pick<Context, 'chain' | 'clock'>): HotChain {
  const { chain, clock } = ctx
  let blockhash: Known<Omit<Blockhash, 'ageMs'>> | null = null
  let chainClock: Known<TradeClock> | null = null
  let usedAtMs = Number.NEGATIVE_INFINITY
  let readingHash: Promise<Outcome<Known<Omit<Blockhash, 'ageMs'>>>> | null = null
  let readingClock: Promise<Outcome<Known<TradeClock>>> | null = null
  const slots = slotMeter()

  const heard = chain.subscriptions?.onSlot((slot) => {
    const nowMs = clock.monotonicMs()
    slots.heard(slot, nowMs)
    if (nowMs - usedAtMs > TRADING.blockhashIdleMs) return
    if (blockhash === null || nowMs - blockhash.readAtMs >= TRADING.blockhashRenewMs)
      inBackground('blockhash renew', renewHash())
    if (chainClock === null || nowMs - chainClock.readAtMs >= TRADING.clockRenewMs)
      inBackground('clock renew', renewClock())
  })

  function renewHash(): Promise<Outcome<Known<Omit<Blockhash, 'ageMs'>>>> {
    readingHash ??= asServer('trading', readHash).finally(() => {
      readingHash = null
    })
    return readingHash
  }

  async function readHash(): Promise<Outcome<Known<Omit<Blockhash, 'ageMs'>>>> {
    if (chain.rpc === null) return fail('unconfigured', 'no Solana node is configured')
    const askedAtMs = clock.monotonicMs()
    const read = await readLatestBlockhash(chain.rpc)
    if (!read.ok) return read
    blockhash = { value: read.value, readAtMs: askedAtMs }
    return ok(blockhash)
  }

  function renewClock(): Promise<Outcome<Known<TradeClock>>> {
    readingClock ??= asServer('trading', readChainClock).finally(() => {
      readingClock = null
    })
    return readingClock
  }

  async function readChainClock(): Promise<Outcome<Known<TradeClock>>> {
    if (chain.rpc === null) return fail('unconfigured', 'no Solana node is configured')
    const askedAtMs = clock.monotonicMs()
    const read = await chain.rpc.accounts([CLOCK_SYSVAR])
    if (!read.ok) return read
    const account = read.value.accounts[0]
    const fields = account ? readClock(account.data) : null
    if (fields === null) return fail('upstream_failed', 'the node does not show its clock')
    chainClock = {
      value: { slot: fields.slot, unixSec: fields.unixTimeSec, epoch: fields.epoch },
      readAtMs: askedAtMs,
    }
    return ok(chainClock)
  }

  return {
    async blockhash() {
      const nowMs = clock.monotonicMs()
      usedAtMs = nowMs
      const isWarm = blockhash !== null && nowMs - blockhash.readAtMs < TRADING.blockhashMaxAgeMs
      const known = isWarm ? ok(blockhash!) : await renewHash()
      if (!known.ok) return known
      return ok({ ...known.value.value, ageMs: Math.max(0, clock.monotonicMs() - known.value.readAtMs) })
    },
    async clock() {
      const nowMs = clock.monotonicMs()
      usedAtMs = nowMs
      const isWarm = chainClock !== null && nowMs - chainClock.readAtMs < TRADING.clockMaxAgeMs
      const known = isWarm ? ok(chainClock!) : await renewClock()
      if (!known.ok) return known
      const { value, readAtMs } = known.value
      const passedSec = Math.floor((clock.monotonicMs() - readAtMs) / 1_000)
      return ok({
        slot: Math.max(value.slot, slots.last() ?? 0),
        unixSec: value.unixSec + passedSec,
        epoch: value.epoch,
      })
    },
    slotMs: () => slots.msPerSlot(),
    close: () => heard?.close(),
  }
}

/** How fast slots come, over a window of time. */
function slotMeter() {
  let from: { slot: number; atMs: number } | null = null
  let to: { slot: number; atMs: number } | null = null
  let before: number | null = null
  return {
    heard(slot: number, atMs: number): void {
      if (to !== null && slot <= to.slot) {
        // A fork, or another world: what was measured says nothing of it.
        if (slot < to.slot - 32) from = to = { slot, atMs }
        return
      }
      to = { slot, atMs }
      from ??= to
      if (atMs - from.atMs < SLOT_WINDOW_MS) return
      before = (to.atMs - from.atMs) / (to.slot - from.slot)
      from = to
    },
    last: () => to?.slot ?? null,
    msPerSlot: () =>
      from !== null && to !== null && to.slot - from.slot >= 4 ? (to.atMs - from.atMs) / (to.slot - from.slot) : before,
  }
}
