import type { Block, ExecutedTransaction, SandboxChain, TokenBalanceRow } from '../chain/types.ts'

/** The sealed blocks from a slot on, each with what its transactions changed: read off the runtime's accounts, not off
 *  instructions or logs. Amounts as text. */
export function showLedger(chain: SandboxChain, fromSlot: number, slots: number) {
  return chain
    .blockSlots(fromSlot, chain.confirmedSlot(), slots)
    .flatMap((slot) => chain.banks(slot))
    .map((block) => showBlock(block))
}

function showBlock({ slot, bank = 0, blockhash, previousBlockhash, parentSlot, blockTimeSec, transactions }: Block) {
  const shown = transactions.map(showTransaction)
  return { slot, bank, blockhash, previousBlockhash, parentSlot, blockTimeSec, transactions: shown }
}

function showTransaction(transaction: ExecutedTransaction) {
  const { signature, err, isNoOp, feeLamports, preBalances, postBalances, accountKeys, loadedAddresses } = transaction
  const keys = [...accountKeys, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  return {
    signature,
    outcome: isNoOp ? 'not_executed' : err === null ? 'succeeded' : 'failed',
    err,
    feeLamports: String(feeLamports),
    lamports: keys.flatMap((address, at) => {
      const change = postBalances[at]! - preBalances[at]!
      return change === 0n ? [] : [{ address, change: String(change) }]
    }),
    tokens: tokenChanges(transaction, keys),
  }
}

function tokenChanges({ preTokenBalances, postTokenBalances }: ExecutedTransaction, keys: readonly string[]) {
  const before = new Map(preTokenBalances.map((row) => [row.accountIndex, row]))
  const after = new Map(postTokenBalances.map((row) => [row.accountIndex, row]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((at) => {
    const { mint, owner } = (after.get(at) ?? before.get(at)) as TokenBalanceRow
    const change = (after.get(at)?.amountRaw ?? 0n) - (before.get(at)?.amountRaw ?? 0n)
    return change === 0n ? [] : [{ account: keys[at]!, owner, mint, change: String(change) }]
  })
}
