import { AMM_PREFIX, type AmmVenue, UNKNOWN_AMM_PREFIX } from '../../../contract/tape-event.ts'
import type { DexTrade } from '../dexes/dex.ts'
import { DEXES } from '../dexes/index.ts'
import { orientTrade } from '../dexes/orient-trade.ts'
import { withheldOf } from '../dexes/swap-amounts.ts'
import {
  mayTransfer,
  readTransfers,
  type SeenTokenAccount,
  type TokenTransfer,
  tokenAccountsOf,
} from '../token-flows.ts'
import type { ChainInstruction, ChainTransaction } from '../transaction.ts'
import { KNOWN_VENUES, type KnownVenue, NO_VENUES } from './known-venues.ts'
import { type Call, type MovesOfCalls, movesOfCalls } from './moves-of-calls.ts'
import { type SwapParties, swapParties } from './swap-parties.ts'

const VENUES: ReadonlyMap<string, KnownVenue> = new Map(KNOWN_VENUES.map((one) => [one.programId, one]))
const DECODED: ReadonlySet<string> = new Set(DEXES.flatMap(({ programIds }) => programIds))

/** Swaps of a transaction in venues that have no decoder of their own: the innermost instruction whose token transfers
 *  are one payment and one delivery of another mint, fees aside. What a named DEX or a router did is left to them: an
 *  instruction above a swap is never one. Reads no program's data, so it works for programs without a published layout.
 *  Failed transactions have none. */
export function decodeGenericSwaps(transaction: ChainTransaction): readonly DexTrade<AmmVenue>[] {
  if (transaction.err !== null) return []
  const seen: Seen = { transaction, accounts: null, used: null }
  const swaps: DexTrade<AmmVenue>[] = []
  for (let top = 0; top < transaction.instructions.length; top++) {
    // Most instructions move no tokens by others, and are no swap.
    const calls = movesTokens(transaction.innerInstructions[top]) ? callsOfTop(transaction, top) : null
    if (calls !== null) swaps.push(...swapsOfTop(seen, { top, calls, moves: null }))
  }
  return swaps
}

function movesTokens(calls: readonly ChainInstruction[] | undefined): boolean {
  if (calls !== undefined) for (let at = 0; at < calls.length; at++) if (mayTransfer(calls[at]!)) return true
  return false
}

/** What is read of a transaction when it is first needed. */
type Seen = {
  readonly transaction: ChainTransaction
  accounts: ReadonlyMap<string, SeenTokenAccount> | null
  used: ReadonlyMap<string, number> | null
}
type Group = { readonly top: number; readonly calls: readonly Call[]; moves: MovesOfCalls | null }
/** A call whose own calls are being looked at. */
type OpenCall = { readonly at: number; hasSwap: boolean }

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

/** Looks at each call after all that it called: where one of those is a swap, this is what led to it. Without recursion:
 *  how deep calls go is for the chain to say, and for a node to lie about. */
function swapsOfTop(seen: Seen, group: Group): readonly DexTrade<AmmVenue>[] {
  const { calls } = group
  const swaps: DexTrade<AmmVenue>[] = []
  const open: OpenCall[] = []
  const closeDownTo = (height: number, end: number): void => {
    while (open.length > 0 && calls[open.at(-1)!.at]!.height >= height) {
      const { at, hasSwap } = open.pop()!
      const caller = open.at(-1)
      const { programId } = calls[at]!.instruction
      const swap = hasSwap || end === at + 1 || NO_VENUES.has(programId) ? null : swapOf(seen, group, { at, end })
      if (swap !== null) swaps.push(swap)
      if (caller !== undefined) caller.hasSwap ||= hasSwap || swap !== null
    }
  }
  for (let at = 0; at < calls.length; at++) {
    const { instruction, height } = calls[at]!
    closeDownTo(height, at)
    open.push({ at, hasSwap: DECODED.has(instruction.programId) })
  }
  closeDownTo(0, calls.length)
  return swaps
}

function swapOf(
  seen: Seen,
  group: Group,
  { at, end }: { readonly at: number; readonly end: number },
): DexTrade<AmmVenue> | null {
  const { transaction } = seen
  const { top, calls } = group
  const { instruction, height } = calls[at]!
  const venue = VENUES.get(instruction.programId)
  group.moves ??= movesOfCalls(calls, () => (seen.accounts ??= tokenAccountsOf(transaction)))
  const transfers = group.moves.between(
    { start: at + 1, end },
    { height, countsLamports: venue?.paysLamports === true },
  )
  if (transfers === null) return null
  const uses = countUses(transfers)
  const parties = swapParties(transfers, {
    isSigner: (owner) => transaction.signers.includes(owner),
    isUsedOutside: (account) => (usesIn(seen).get(account) ?? 0) > (uses.get(account) ?? 0),
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
  return { ...trade, pool: poolOf(transaction, instruction, parties, trade.baseMint) }
}

/** Token transfers of the whole transaction by account. */
function usesIn(seen: Seen): ReadonlyMap<string, number> {
  const { instructions, innerInstructions } = seen.transaction
  seen.used ??= countUses([instructions, ...innerInstructions].flat().flatMap(readTransfers))
  return seen.used
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

/** What stands for the pool: the owner of both vaults, when the instruction writes to it and it is no wallet, because then
 *  it is the account of the pool itself; else its vault of the token, which no other token shares. */
function poolOf(
  { accountKeys, writable, signers }: ChainTransaction,
  { accounts }: ChainInstruction,
  { other: { payer, payee, paid, paidMint, got } }: SwapParties,
  baseMint: string,
): string {
  const isOwn = payer === payee && accounts.includes(payer) && writable[accountKeys.indexOf(payer)] === true
  if (isOwn && !signers.includes(payer)) return payer
  return paidMint === baseMint ? paid : got
}
