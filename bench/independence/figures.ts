import { memberAt } from './reply-members.ts'

/** The chain moves between two questions. */
const NEAR_SHARE = 0.03

/** Paths at which two replies contradict each other. What one does not know contradicts nothing. */
export function compareFigures(own: unknown, reference: unknown, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const [a, b] = [memberAt(own, path), memberAt(reference, path)]
    if (typeof a !== 'number' || typeof b !== 'number' || a === b) return []
    const share = b === 0 ? Number.POSITIVE_INFINITY : Math.abs(a / b - 1)
    return share <= NEAR_SHARE ? [] : [`${path.split('.').slice(-2).join('.')}: ${a} is ${b} by the chain`]
  })
}

type ListedTrade = {
  readonly hash: string
  readonly date: number
  readonly amount: number
  readonly sender: string | null
}

/** Trades that the chain does not have, that did not succeed, or in which no balance of the token moved. */
export async function foundFalse(
  nodeUrl: string,
  mint: string,
  trades: readonly ListedTrade[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const { hash, date } of trades) {
    const transaction = await readTransaction(nodeUrl, hash)
    const touches = (rows: readonly { mint: string }[]) => rows.some((row) => row.mint === mint)
    if (transaction === null) found.push(`${hash} does not exist`)
    else if (transaction.meta.err !== null) found.push(`${hash} failed`)
    else if (!touches([...transaction.meta.preTokenBalances, ...transaction.meta.postTokenBalances]))
      found.push(`${hash} is of another token`)
    else if (transaction.blockTime * 1_000 !== date) found.push(`${hash} happened at another time`)
  }
  return found
}

type Balances = readonly { readonly mint: string }[]
type Transaction = {
  readonly blockTime: number
  readonly meta: { readonly err: unknown; readonly preTokenBalances: Balances; readonly postTokenBalances: Balances }
}

async function readTransaction(nodeUrl: string, signature: string): Promise<Transaction | null> {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 1, commitment: 'confirmed' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params: [signature, options] })
  const reply = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await reply.json()) as { result: Transaction | null }).result
}
