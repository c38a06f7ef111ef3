import { WSOL_MINT } from '../../contract/mints.ts'
import type { ParsedTransaction } from '../../contract/parsed-transaction.ts'
import type { MoveFact, SwapFact, TxFact } from '../../contract/profile-evidence.ts'

/** A transaction from the side of one wallet. */
export function toFact(wallet: string, parsed: ParsedTransaction): TxFact {
  const own = parsed.events.swaps.filter(({ trader }) => trader === wallet).map(swapFact)
  const swaps = withoutTokenFees(wallet, parsed, own)
  const rest = [...restOf(wallet, parsed, swaps)].map(([mint, raw]) => ({ mint, raw }))
  const isPayer = parsed.feePayer === wallet
  return {
    signature: parsed.signature,
    slot: parsed.slot,
    timeSec: parsed.timestamp,
    type: parsed.type,
    source: parsed.source,
    error: parsed.transactionError?.error ?? null,
    feeLamports: isPayer ? BigInt(parsed.fee) : 0n,
    priorityLamports: isPayer ? BigInt(parsed.priorityFee) : 0n,
    tipLamports: isPayer ? BigInt(parsed.tip) : 0n,
    swaps,
    flows: rest.filter(({ raw }) => raw !== 0n),
    // What moves beside a swap goes to pools, their fees and tips, which are no one's counterparties.
    moves: swaps.length > 0 ? [] : movesOf(wallet, parsed),
  }
}

function swapFact({ input, output, legs }: ParsedTransaction['events']['swaps'][number]): SwapFact {
  const dexes = [...new Set(legs.map(({ dex }) => dex))]
  const [paid, got] = [BigInt(input.rawAmount), BigInt(output.rawAmount)]
  const isBuy = input.mint === WSOL_MINT && output.mint !== WSOL_MINT
  if (isBuy) return { side: 'buy', mint: output.mint, tokenRaw: got, lamports: paid, dexes, given: null }
  const isSell = output.mint === WSOL_MINT && input.mint !== WSOL_MINT
  if (isSell) return { side: 'sell', mint: input.mint, tokenRaw: paid, lamports: got, dexes, given: null }
  const given = { mint: input.mint, tokenRaw: paid }
  return { side: 'exchange', mint: output.mint, tokenRaw: got, lamports: 0n, dexes, given }
}

/** Who bought a token that keeps a fee got less than the pool paid out. Of several purchases of it in one transaction no
 *  one says which the fee was of: it is a flow. As in the ledger of `pnl`. */
function withoutTokenFees(wallet: string, parsed: ParsedTransaction, swaps: readonly SwapFact[]): readonly SwapFact[] {
  const rest = restOf(wallet, parsed, swaps)
  const isPurchase = ({ side }: SwapFact): boolean => side !== 'sell'
  return swaps.map((swap) => {
    const lacking = -(rest.get(swap.mint) ?? 0n)
    if (!isPurchase(swap) || lacking <= 0n) return swap
    if (swaps.filter((other) => isPurchase(other) && other.mint === swap.mint).length > 1) return swap
    const kept = keptOf(wallet, parsed, swap.mint)
    const fee = kept < lacking ? kept : lacking
    return fee <= swap.tokenRaw ? { ...swap, tokenRaw: swap.tokenRaw - fee } : swap
  })
}

/** What a token itself kept of transfers to the wallet. */
function keptOf(wallet: string, { tokenTransfers }: ParsedTransaction, mint: string): bigint {
  return tokenTransfers
    .filter((one) => one.kind === 'withheld' && one.fromUserAccount === wallet && one.mint === mint)
    .reduce((sum, { rawAmount }) => sum + BigInt(rawAmount), 0n)
}

/** What the balances of the wallet changed by, without its swaps. */
function restOf(
  wallet: string,
  { balanceChanges }: ParsedTransaction,
  swaps: readonly SwapFact[],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (mint: string, raw: bigint): void => void sums.set(mint, (sums.get(mint) ?? 0n) + raw)
  for (const { owner, mint, rawAmount } of balanceChanges)
    if (owner === wallet && mint !== null) add(mint, BigInt(rawAmount))
  for (const { side, mint, tokenRaw, given } of swaps) {
    add(mint, side === 'sell' ? tokenRaw : -tokenRaw)
    if (given !== null) add(given.mint, given.tokenRaw)
  }
  return sums
}

function movesOf(wallet: string, parsed: ParsedTransaction): readonly MoveFact[] {
  const moves: MoveFact[] = []
  const add = (from: string, to: string, mint: string | null, amountRaw: bigint): void => {
    if (from === to || from === '' || to === '' || amountRaw === 0n) return
    if (from === wallet) moves.push({ direction: 'out', other: to, mint, amountRaw })
    if (to === wallet) moves.push({ direction: 'in', other: from, mint, amountRaw })
  }
  for (const { kind, fromOwner, toOwner, amount } of parsed.nativeTransfers)
    if (kind === 'transfer') add(fromOwner, toOwner, null, BigInt(amount))
  for (const { kind, fromUserAccount, toUserAccount, mint, rawAmount } of parsed.tokenTransfers)
    if (kind === 'transfer') add(fromUserAccount, toUserAccount, mint === WSOL_MINT ? null : mint, BigInt(rawAmount))
  return moves
}
