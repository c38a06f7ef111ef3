import { readU64 } from '../../../hot-paths/account-layouts.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM } from '../program-ids.ts'
import { readTransfers, type SeenTokenAccount, type TokenTransfer } from '../token-flows.ts'
import type { ChainInstruction } from '../transaction.ts'
import type { PartyTransfer } from './swap-parties.ts'

/** An instruction and how deep it was called: 1 at the top. */
export type Call = { readonly instruction: ChainInstruction; readonly height: number }

/** What the calls of a top-level instruction moved from one owner to another, read once for all that ask. */
export type MovesOfCalls = {
  /** Of the calls from `start` up to `end`: null when that cannot be a swap, because too much moved or an account is not
   *  known. `height`: of the instruction that made the calls. */
  between(
    range: { readonly start: number; readonly end: number },
    options: { readonly height: number; readonly countsLamports: boolean },
  ): readonly PartyTransfer[] | null
}
type Move = { readonly height: number; readonly isLamports: boolean; readonly transfer: PartyTransfer | null }

/** A swap has two transfers; the others are fees. */
const MAX_TRANSFERS = 4
/** The same where lamports pay: fees go to several, and new accounts get their rent. */
const MAX_LAMPORT_TRANSFERS = 12
/** Layout of the system program's transfer. */
const SYSTEM_TRANSFER = 2
const SYSTEM_TRANSFER_BYTES = 12

export function movesOfCalls(
  calls: readonly Call[],
  accounts: () => ReadonlyMap<string, SeenTokenAccount>,
): MovesOfCalls {
  const moves: Move[] = []
  /** Number of moves before each call. */
  const movesBefore = new Uint32Array(calls.length + 1)
  for (let at = 0; at < calls.length; at++) {
    const { instruction, height } = calls[at]!
    movesBefore[at] = moves.length
    for (const transfer of readTransfers(instruction)) {
      if (transfer.amountRaw === 0n) continue
      const seen = withOwners(transfer, accounts())
      if (seen === null || seen.fromOwner !== seen.toOwner) moves.push({ height, isLamports: false, transfer: seen })
    }
    const paid = lamportsMoved(instruction)
    if (paid !== null) moves.push({ height, isLamports: true, transfer: paid })
  }
  movesBefore[calls.length] = moves.length
  return {
    between({ start, end }, { height, countsLamports }) {
      const transfers: PartyTransfer[] = []
      let tokenTransfers = 0
      let isDirect = true
      for (let at = movesBefore[start]!; at < movesBefore[end]!; at++) {
        const move = moves[at]!
        if (move.isLamports && !countsLamports) continue
        if (move.transfer === null) return null
        if (!move.isLamports) {
          if (++tokenTransfers > MAX_TRANSFERS) return null
          isDirect &&= move.height === height + 1
        } else if (transfers.length - tokenTransfers >= MAX_LAMPORT_TRANSFERS) return null
        transfers.push(move.transfer)
      }
      // More than two at several depths are a route.
      return transfers.length < 2 || (transfers.length > 2 && !isDirect) ? null : transfers
    },
  }
}

function withOwners(transfer: TokenTransfer, accounts: ReadonlyMap<string, SeenTokenAccount>): PartyTransfer | null {
  const from = accounts.get(transfer.from)
  const to = accounts.get(transfer.to)
  const mint = from?.mint ?? to?.mint
  if (mint === undefined) return null
  return { ...transfer, mint, fromOwner: from?.owner ?? transfer.from, toOwner: to?.owner ?? transfer.to }
}

/** A wallet's lamports are counted as the wrapped SOL that they stand for. */
function lamportsMoved(instruction: ChainInstruction): PartyTransfer | null {
  // Other programs' data is not read at all: to turn it into bytes is what costs.
  if (instruction.programId !== SYSTEM_PROGRAM) return null
  const { accounts, data } = instruction
  const [from, to] = accounts
  const isTransfer = data.length === SYSTEM_TRANSFER_BYTES && data[0] === SYSTEM_TRANSFER
  if (!isTransfer || from === undefined || to === undefined) return null
  return { from, to, amountRaw: readU64(data, 4), authority: from, mint: NATIVE_MINT, fromOwner: from, toOwner: to }
}
