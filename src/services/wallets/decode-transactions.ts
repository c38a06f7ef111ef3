import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ParsedTransactionsReply } from '../../contract/parsed-transaction.ts'

/** Spec 4.2 `decode-tx`. The body's rule (`signatureBatch` of `contract/list-members.ts`) keeps the first 100 valid
 *  signatures; the chain (`chain/solana/wallet-reads.ts`) explains them and leaves out what cannot be read. Fails
 *  `unconfigured` without a node, `upstream_failed` when it does not answer. */
export async function decodeTransactions(
  { chain: { wallets } }: Pick<Context, 'chain'>,
  signatures: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<ParsedTransactionsReply>> {
  if (wallets === undefined) return fail('unconfigured', 'no node configured')
  const explained = await wallets.explain(signatures, signal)
  return explained.ok ? ok({ count: explained.value.length, transactions: [...explained.value] }) : explained
}
