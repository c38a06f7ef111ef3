import type { TradeVenue } from '../../../contract/tape-event.ts'
import type { DexTrade } from '../dexes/dex.ts'
import { isMoney } from '../dexes/quote-mints.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import { unbatched } from '../token-batch.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'

/** Token units that a transaction's signers lost and gained beyond what its trades explain. */
export type UnreadSwap = {
  readonly paidMint: string
  readonly paidRaw: bigint
  readonly gotMint: string
  readonly gotRaw: bigint
}

/** First bytes of the token programs' instructions that make and destroy tokens. */
const SUPPLY_CHANGES: ReadonlySet<number> = new Set([7, 8, 14, 15])
/** What is left over by rounding, rents and tips is below a part of what moved, and below this many lamports. */
const DUST_DIVISOR = 20n
const DUST_LAMPORTS = 20_000_000n

/** A swap that no decoder has read: the signers of a transaction together gave one mint away and got another, neither of
 *  which was made or destroyed there, and its trades do not account for it. Null when everything is accounted for. An
 *  estimate for the coverage figures: payments for other things may look the same, and several swaps count as one. */
export function unreadSwap(transaction: ChainTransaction, trades: readonly DexTrade<TradeVenue>[]): UnreadSwap | null {
  const gains = signersGains(transaction)
  const left = new Map(gains)
  const moved = new Map<string, bigint>([...left].map(([mint, raw]) => [mint, abs(raw)]))
  const explain = (mint: string, raw: bigint): void => {
    left.set(mint, (left.get(mint) ?? 0n) - raw)
    moved.set(mint, (moved.get(mint) ?? 0n) + abs(raw))
  }
  for (const { side, baseMint, baseAmountRaw, quoteMint, quoteAmountRaw } of trades) {
    explain(baseMint, side === 'buy' ? baseAmountRaw : -baseAmountRaw)
    explain(quoteMint, side === 'buy' ? -quoteAmountRaw : quoteAmountRaw)
  }
  let paid: readonly [string, bigint] | null = null
  let got: readonly [string, bigint] | null = null
  for (const [mint, raw] of left) {
    if (abs(raw) * DUST_DIVISOR <= moved.get(mint)!) continue
    if (mint === NATIVE_MINT && abs(raw) < DUST_LAMPORTS) continue
    if (raw < 0n) paid = paid === null || isMoney(mint) ? [mint, -raw] : paid
    else got = got === null || isMoney(mint) ? [mint, raw] : got
  }
  if (paid === null || got === null) return null
  // Trades of programs for themselves leave the signers as they were.
  const [paidGain, gotGain] = [gains.get(paid[0]) ?? 0n, gains.get(got[0]) ?? 0n]
  if ((paidGain >= 0n && gotGain <= 0n) || changesSupply(transaction, [paid[0], got[0]])) return null
  return { paidMint: paid[0], paidRaw: paid[1], gotMint: got[0], gotRaw: got[1] }
}

/** What the signers own more than before, by mint; their lamports, without the fee, as wrapped SOL. */
function signersGains(transaction: ChainTransaction): Map<string, bigint> {
  const { accountKeys, signers, preBalances, postBalances, feeLamports } = transaction
  const isSigner = new Set(signers)
  const gains = new Map<string, bigint>()
  const add = (mint: string, raw: bigint): void => {
    gains.set(mint, (gains.get(mint) ?? 0n) + raw)
  }
  const addRows = (rows: readonly TokenBalance[], sign: bigint): void => {
    for (const { owner, mint, amountRaw } of rows)
      if (owner !== null && isSigner.has(owner)) add(mint, sign * amountRaw)
  }
  addRows(transaction.preTokenBalances, -1n)
  addRows(transaction.postTokenBalances, 1n)
  add(NATIVE_MINT, feeLamports)
  for (const [index, key] of accountKeys.entries())
    if (isSigner.has(key)) add(NATIVE_MINT, (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n))
  return gains
}

function changesSupply({ instructions, innerInstructions }: ChainTransaction, mints: readonly string[]): boolean {
  return [instructions, ...innerInstructions].flat().some((call) => {
    if (call.programId !== TOKEN_PROGRAM && call.programId !== TOKEN_2022_PROGRAM) return false
    return unbatched(call).some(
      ({ data, accounts }) =>
        SUPPLY_CHANGES.has(data[0] ?? 0) && accounts.slice(0, 2).some((one) => mints.includes(one)),
    )
  })
}

function abs(raw: bigint): bigint {
  return raw < 0n ? -raw : raw
}
