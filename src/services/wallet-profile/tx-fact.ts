import { WSOL_MINT } from '../../contract/mints.ts'
import type { ParsedTransaction } from '../../contract/parsed-transaction.ts'
import type { MoveFact, SwapFact, TxFact } from '../../contract/profile-evidence.ts'

/** A transaction from the side of one wallet. */
export function toFact(wallet: string, parsed: ParsedTransaction): TxFact {
  const swaps = parsed.events.swaps.filter(({ trader }) => trader === wallet).map(swapFact)
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
