import { AMM_PREFIX, type AmmVenue, UNKNOWN_AMM_PREFIX } from '../../../contract/tape-event.ts'
import { readU64 } from '../../../hot-paths/account-layouts.ts'
import type { DexTrade } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { orientTrade } from '../dexes/orient-trade.ts'
import { withheldOf } from '../dexes/swap-amounts.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM } from '../program-ids.ts'
import { readTransfers, type SeenTokenAccount, type TokenTransfer, tokenAccountsOf } from '../token-flows.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { KNOWN_VENUES, type KnownVenue, NO_VENUES } from './known-venues.ts'
import { type PartyTransfer, type SwapParties, swapParties } from './swap-parties.ts'

/** A swap has two transfers; the others are fees. */
const MAX_TRANSFERS = 4
/** Layout of the system program's transfer. */
const SYSTEM_TRANSFER = 2
const SYSTEM_TRANSFER_BYTES = 12

const VENUES: ReadonlyMap<string, KnownVenue> = new Map(KNOWN_VENUES.map((one) => [one.programId, one]))
const DECODED: ReadonlySet<string> = new Set(DEXES.flatMap(({ programIds }) => programIds))

/** Swaps of a transaction in venues that have no decoder of their own: the innermost instruction whose token transfers
 *  are one payment and one delivery of another mint, fees aside. What a named DEX or a router did is left to them: an
 *  instruction above a swap is never one. Reads no program's data, so it works for programs that nobody has described.
 *  Failed transactions have none. */
export function decodeGenericSwaps(transaction: ChainTransaction): readonly DexTrade<AmmVenue>[] {
  if (transaction.err !== null) return []
  const swaps: DexTrade<AmmVenue>[] = []
  const state: Reading = { transaction, swaps, accounts: null, used: null }
  for (const top of transaction.instructions.keys()) {
    const calls = callsOfTop(transaction, top)
    if (calls !== null) visit(state, { top, calls }, 0)
  }
  return swaps
}

type Reading = {
  readonly transaction: ChainTransaction
  readonly swaps: DexTrade<AmmVenue>[]
  accounts: ReadonlyMap<string, SeenTokenAccount> | null
  used: ReadonlyMap<string, number> | null
}
type Call = { readonly instruction: ChainInstruction; readonly height: number }
type Group = { readonly top: number; readonly calls: readonly Call[] }
type Visited = { readonly next: number; readonly isTaken: boolean }

/** A top-level instruction and all it called. Records without stack heights show who called whom only where one program
 *  alone called the token programs, and itself to announce: null for others. */
function callsOfTop({ instructions, innerInstructions }: ChainTransaction, top: number): readonly Call[] | null {
  const inner = innerInstructions[top] ?? []
  if (inner.length < 1) return null
  const isOld = inner.some(({ stackHeight }) => stackHeight === null)
  const own = instructions[top]!.programId
  if (isOld && inner.some((call) => call.programId !== own && readTransfers(call).length === 0)) return null
  return [
    { instruction: instructions[top]!, height: 1 },
    ...inner.map((instruction) => ({ instruction, height: instruction.stackHeight ?? 2 })),
  ]
}

/** Looks at a call after all that it called: where one of those is a swap, this is what led to it. */
function visit(state: Reading, group: Group, at: number): Visited {
  const { calls } = group
  const { instruction, height } = calls[at]!
  let isTaken = DECODED.has(instruction.programId)
  let next = at + 1
  while (next < calls.length && calls[next]!.height > height) {
    const called = visit(state, group, next)
    isTaken ||= called.isTaken
    next = called.next
  }
  if (isTaken || next === at + 1 || NO_VENUES.has(instruction.programId)) return { next, isTaken }
  const swap = swapOf(state, group, { at, next })
  if (swap !== null) state.swaps.push(swap)
  return { next, isTaken: swap !== null }
}

function swapOf(
  state: Reading,
  { top, calls }: Group,
  { at, next }: { readonly at: number; readonly next: number },
): DexTrade<AmmVenue> | null {
  const { transaction } = state
  const { instruction, height } = calls[at]!
  const venue = VENUES.get(instruction.programId)
  const transfers = transfersIn(state, { calls: calls.slice(at + 1, next), height, venue })
  if (transfers === null) return null
  const uses = countUses(transfers)
  const parties = swapParties(transfers, {
    isSigner: (owner) => transaction.signers.includes(owner),
    isUsedOutside: (account) => (usesIn(state).get(account) ?? 0) > (uses.get(account) ?? 0),
    named: venue?.traderIndex === undefined ? null : (instruction.accounts[venue.traderIndex] ?? null),
  })
  if (parties === null) return null
  const { trader } = parties
  const inRaw = sumOf(transfers.filter(({ from }) => from === trader.paid))
  const sentRaw = sumOf(transfers.filter(({ to }) => to === trader.got))
  const outRaw = sentRaw - withheldOf(transaction, trader.got, sentRaw)
  if (outRaw <= 0n || isCollectible(transaction, trader, { inRaw, outRaw })) return null
  const isFirstIn = trader.paidMint < trader.gotMint
  const trade = orientTrade<AmmVenue>(transaction, {
    dex: venue === undefined ? `${UNKNOWN_AMM_PREFIX}${instruction.programId}` : `${AMM_PREFIX}${venue.name}`,
    programId: instruction.programId,
    pool: '',
    path: [top, at - 1],
    user: trader.owner,
    firstMint: isFirstIn ? trader.paidMint : trader.gotMint,
    secondMint: isFirstIn ? trader.gotMint : trader.paidMint,
    isFirstIn,
    inRaw,
    outRaw,
    reservesAfter: null,
  })
  return { ...trade, pool: poolOf(transaction, instruction, parties, { venue, baseMint: trade.baseMint }) }
}

/** What the calls of an instruction moved; null when that cannot be a swap. */
function transfersIn(
  state: Reading,
  { calls, height, venue }: { calls: readonly Call[]; height: number; venue: KnownVenue | undefined },
): readonly PartyTransfer[] | null {
  const transfers: PartyTransfer[] = []
  let isDirect = true
  for (const { instruction, height: own } of calls) {
    for (const transfer of readTransfers(instruction)) {
      if (transfer.amountRaw === 0n) continue
      const seen = partyTransfer(state, transfer)
      if (seen === null || transfers.length === MAX_TRANSFERS) return null
      if (seen.fromOwner === seen.toOwner) continue
      transfers.push(seen)
      isDirect &&= own === height + 1
    }
    if (venue?.paysLamports === true) transfers.push(...lamportsMoved(instruction))
  }
  // More than two at several depths are a route.
  return transfers.length < 2 || (transfers.length > 2 && !isDirect) ? null : transfers
}

function partyTransfer(state: Reading, transfer: TokenTransfer): PartyTransfer | null {
  state.accounts ??= tokenAccountsOf(state.transaction)
  const from = state.accounts.get(transfer.from)
  const to = state.accounts.get(transfer.to)
  const mint = from?.mint ?? to?.mint
  if (mint === undefined) return null
  return { ...transfer, mint, fromOwner: from?.owner ?? transfer.from, toOwner: to?.owner ?? transfer.to }
}

/** A wallet's lamports are counted as the wrapped SOL that they stand for. */
function lamportsMoved({ programId, accounts, data }: ChainInstruction): readonly PartyTransfer[] {
  const [from, to] = accounts
  const isTransfer =
    programId === SYSTEM_PROGRAM && data.length === SYSTEM_TRANSFER_BYTES && data[0] === SYSTEM_TRANSFER
  if (!isTransfer || from === undefined || to === undefined) return []
  return [{ from, to, amountRaw: readU64(data, 4), authority: from, mint: NATIVE_MINT, fromOwner: from, toOwner: to }]
}

/** Token transfers of the whole transaction by account. */
function usesIn(state: Reading): ReadonlyMap<string, number> {
  const { instructions, innerInstructions } = state.transaction
  state.used ??= countUses([instructions, ...innerInstructions].flat().flatMap(readTransfers))
  return state.used
}

function countUses(transfers: readonly Pick<TokenTransfer, 'from' | 'to'>[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { from, to } of transfers) for (const one of [from, to]) uses.set(one, (uses.get(one) ?? 0) + 1)
  return uses
}

function sumOf(transfers: readonly TokenTransfer[]): bigint {
  return transfers.reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
}

/** One unit of a token without decimals is a picture or a ticket that changed hands, not an amount with a price. */
function isCollectible(
  { preTokenBalances, postTokenBalances }: ChainTransaction,
  { paidMint, gotMint }: SwapParties['trader'],
  { inRaw, outRaw }: { readonly inRaw: bigint; readonly outRaw: bigint },
): boolean {
  const isWhole = (mint: string): boolean =>
    [...preTokenBalances, ...postTokenBalances].some((row) => row.mint === mint && row.decimals === 0)
  return (inRaw === 1n && isWhole(paidMint)) || (outRaw === 1n && isWhole(gotMint))
}

/** What stands for the pool: the account that the venue's row says; else the owner of both vaults, when the instruction writes to it and it is no wallet, because
 *  then it is the account of the pool itself; else its vault of the token, which no other token shares. */
function poolOf(
  { accountKeys, writable, signers }: ChainTransaction,
  { accounts }: ChainInstruction,
  { other }: SwapParties,
  { venue, baseMint }: { readonly venue: KnownVenue | undefined; readonly baseMint: string },
): string {
  const named = venue?.poolIndex === undefined ? undefined : accounts[venue.poolIndex]
  // Other instructions of the venue may name something else there: a pool is written to.
  if (named !== undefined && writable[accountKeys.indexOf(named)] === true && !signers.includes(named)) return named
  const { payer, payee, paid, paidMint, got } = other
  const isOwn = payer === payee && accounts.includes(payer) && writable[accountKeys.indexOf(payer)] === true
  if (isOwn && !signers.includes(payer)) return payer
  return paidMint === baseMint ? paid : got
}
