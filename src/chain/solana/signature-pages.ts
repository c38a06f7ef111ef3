import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { createTurnSlices } from '../../runtime/turn-slices.ts'
import { decodeTransaction } from './decode-transaction.ts'
import type { SolanaRpc } from './rpc.ts'
import type { ChainTransaction } from './transaction.ts'

export type SignatureRow = { readonly signature: string; readonly slot: number; readonly failed: boolean }
export type SignatureHistory = {
  /** Newest first. */
  readonly rows: readonly SignatureRow[]
  /** The oldest row is the first transaction that ever named the address. */
  readonly complete: boolean
}

/** Most rows a node gives at once. */
export const SIGNATURES_PER_PAGE = 1_000

/** Signatures of an address backwards from `before` (or now), page by page. One node answers all pages: a cursor of
 *  one is unknown to another. Fails as the node fails. */
export async function readSignatures(
  rpc: SolanaRpc,
  address: string,
  options: {
    readonly maxPages: number
    readonly perPage?: number
    readonly before?: string
    readonly signal?: AbortSignal
  },
): Promise<Outcome<SignatureHistory>> {
  const { maxPages, perPage = SIGNATURES_PER_PAGE, signal } = options
  const rows: SignatureRow[] = []
  const seen = new Set<string>()
  let { before } = options
  for (let page = 0; page < maxPages; page++) {
    const answer = await rpc.signaturesOf(address, {
      limit: perPage,
      ...(before === undefined ? {} : { before }),
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) return answer
    const read = answer.value
    for (const { signature, slot, err } of read) {
      if (seen.size === seen.add(signature).size)
        return fail('upstream_failed', 'the node repeats a page of signatures')
      rows.push({ signature, slot, failed: err !== null })
    }
    if (read.length < perPage) return ok({ rows, complete: true })
    before = read.at(-1)!.signature
  }
  return ok({ rows, complete: false })
}

/** Decoded transactions aligned with the signatures; null for those the node does not have or that are unreadable. */
export async function readTransactions(
  rpc: SolanaRpc,
  signatures: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (ChainTransaction | null)[]> {
  if (signatures.length === 0) return []
  const answers = await rpc.transactions(signatures, signal ? { signal } : {})
  const transactions: (ChainTransaction | null)[] = []
  const slices = createTurnSlices()
  for (const answer of answers) {
    await slices.next()
    const decoded = answer.ok ? decodeTransaction(answer.value) : answer
    transactions.push(decoded.ok ? decoded.value : null)
  }
  return transactions
}
