import { callsOf } from '../instruction-at.ts'
import { TOKEN_2022_PROGRAM } from '../program-ids.ts'
import { readTransfers } from '../token-flows.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'
import { movedWithin, type ProgramCall } from './program-calls.ts'

/** What a swap's own announcement says of its amounts, in base units: what left the payer, what left the pool, and what
 *  a Token-2022 mint withheld of the latter, null where it does not say. */
export type AnnouncedAmounts = { readonly inRaw: bigint; readonly outRaw: bigint; readonly outFeeRaw: bigint | null }
/** What left the paying account, transfer fees included, and what reached the receiving one. */
export type SwapAmounts = { readonly inRaw: bigint; readonly outRaw: bigint }

/** Amounts of one swap. The token transfers of the instruction decide, because logs can be cut off; where none were
 *  recorded the announcement does. Null when neither shows it, and for a swap that gave nothing: it has no price. */
export function swapAmounts(
  transaction: ChainTransaction,
  call: Pick<ProgramCall, 'path' | 'instruction'>,
  accounts: { readonly from: string; readonly to: string },
  announced: AnnouncedAmounts | null,
): SwapAmounts | null {
  const moved = movedWithin(transaction, call, accounts) ?? movedBelow(transaction, call, accounts)
  const isSeen = moved.sentRaw > 0n && moved.receivedRaw > 0n
  if (!isSeen && announced === null) return null
  const inRaw = isSeen ? moved.sentRaw : announced!.inRaw
  const grossOutRaw = isSeen ? moved.receivedRaw : announced!.outRaw
  const feeRaw = announced?.outFeeRaw ?? withheldOf(transaction, accounts.to, grossOutRaw)
  const outRaw = grossOutRaw - feeRaw
  return inRaw <= 0n || outRaw <= 0n ? null : { inRaw, outRaw }
}

/** For records without stack heights. */
function movedBelow(
  transaction: ChainTransaction,
  { path }: Pick<ProgramCall, 'path'>,
  { from, to }: { readonly from: string; readonly to: string },
): { readonly sentRaw: bigint; readonly receivedRaw: bigint } {
  let sentRaw = 0n
  let receivedRaw = 0n
  for (const call of callsOf(transaction, path)) {
    for (const transfer of readTransfers(call)) {
      if (transfer.from === from) sentRaw += transfer.amountRaw
      if (transfer.to === to) receivedRaw += transfer.amountRaw
    }
  }
  return { sentRaw, receivedRaw }
}

/** What a Token-2022 mint withheld of a transfer, where the swap does not announce it: a plain checked transfer does
 *  not state the fee, but the balance of an account that nothing else touched does. */
export function withheldOf(transaction: ChainTransaction, account: string, sentRaw: bigint): bigint {
  const index = transaction.accountKeys.indexOf(account)
  const ofAccount = (rows: readonly TokenBalance[]) => rows.find((row) => row.accountIndex === index)
  const after = ofAccount(transaction.postTokenBalances)
  if (after?.programId !== TOKEN_2022_PROGRAM) return 0n
  const touching = [transaction.instructions, ...transaction.innerInstructions]
    .flat()
    .flatMap(readTransfers)
    .filter((transfer) => transfer.from === account || transfer.to === account)
  if (touching.length !== 1) return 0n
  const gainedRaw = after.amountRaw - (ofAccount(transaction.preTokenBalances)?.amountRaw ?? 0n)
  return gainedRaw > 0n && gainedRaw < sentRaw ? sentRaw - gainedRaw : 0n
}

/** Mint of a token account as the record's balances show it; null when they do not. */
export function mintOfAccount(transaction: ChainTransaction, account: string): string | null {
  const index = transaction.accountKeys.indexOf(account)
  const isIt = (row: TokenBalance) => row.accountIndex === index
  const row = transaction.preTokenBalances.find(isIt) ?? transaction.postTokenBalances.find(isIt)
  return row?.mint ?? null
}

/** Reserves after a swap; null for what no pool can hold, which a log that another build wrote might lead to. */
export function reservesOrNull(
  firstRaw: bigint,
  secondRaw: bigint,
): { readonly firstRaw: bigint; readonly secondRaw: bigint } | null {
  return firstRaw < 0n || secondRaw < 0n ? null : { firstRaw, secondRaw }
}
