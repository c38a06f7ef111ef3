import { knownAddress } from '../../chain/solana/labels.ts'
import { LIMITS } from '../../config/limits.ts'
import type { ObservedHolding, ObservedTransaction } from '../evidence-bundle/evidence.ts'

type Move = { readonly from: string; readonly to: string; readonly mint: string | null; readonly raw: bigint }

const HALF = 2n
/** More than anyone keeps for fees. */
const LEAST_LAMPORTS = BigInt(LIMITS.evidenceDustLamports) * 10n

/** Addresses no one has named that gave one of `wallets` half or more of what it then had of something, or got half or
 *  more of what it had: each may have but one wallet, and someone stand behind all of them. Those with most wallets
 *  first, then by address; at most `LIMITS.evidencePayees`. */
export function materialCounterparties(
  transactions: readonly ObservedTransaction[],
  wallets: ReadonlySet<string>,
): readonly string[] {
  const partners = new Map<string, Set<string>>()
  const note = (address: string, wallet: string): void => {
    if (wallets.has(address) || knownAddress(address) !== null) return
    const own = partners.get(address) ?? new Set<string>()
    partners.set(address, own.add(wallet))
  }
  for (const observed of transactions) {
    if (observed.trades.length > 0 || observed.holdings === undefined) continue
    const heldBy = new Map(observed.holdings.map((held) => [`${held.wallet} ${held.mint ?? ''}`, held]))
    for (const move of movesOf(observed)) {
      const heldOf = (wallet: string): ObservedHolding | undefined => heldBy.get(`${wallet} ${move.mint ?? ''}`)
      if (wallets.has(move.to) && isHalf(move.raw, heldOf(move.to)?.afterRaw)) note(move.from, move.to)
      if (wallets.has(move.from) && isHalf(move.raw, heldOf(move.from)?.beforeRaw)) note(move.to, move.from)
    }
  }
  return [...partners]
    .sort(([a, left], [b, right]) => right.size - left.size || (a < b ? -1 : 1))
    .slice(0, LIMITS.evidencePayees)
    .map(([address]) => address)
}

function movesOf({ solMoves, otherMoves = [] }: ObservedTransaction): readonly Move[] {
  return [
    ...solMoves.map(({ from, to, lamports }) => ({ from, to, mint: null, raw: BigInt(lamports) })),
    ...otherMoves.map(({ from, to, mint, amountRaw }) => ({ from, to, mint, raw: BigInt(amountRaw) })),
  ].filter(({ mint, raw }) => mint !== null || raw >= LEAST_LAMPORTS)
}

function isHalf(raw: bigint, wholeRaw: string | undefined): boolean {
  return wholeRaw !== undefined && raw * HALF >= BigInt(wholeRaw)
}
