import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readSignatures } from '../../chain/solana/signature-pages.ts'
import { LIMITS } from '../../config/limits.ts'
import { counted } from '../../contract/counted.ts'
import type { ObservedTransaction, OtherCoinEvidence } from '../evidence-bundle/evidence.ts'

/** Two may be chance. */
const LEAST_TRADERS = 3

type Seen = {
  readonly mint: string
  readonly pool: string
  readonly buyers: Set<string>
  /** Of them. */
  readonly sellers: Set<string>
}

/** How much else happened in the other tokens that at least three of `wallets` bought and sold again: those with most
 *  of them first, at most `LIMITS.evidenceOtherCoins`, one call each. Sorted by mint; `gap`: why part of it is
 *  missing. */
export async function readOtherTokens(
  rpc: SolanaRpc,
  transactions: readonly ObservedTransaction[],
  wallets: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ readonly tokens: readonly OtherCoinEvidence[]; readonly gap: string | null }> {
  const seen = new Map<string, Seen>()
  for (const { otherTrades = [] } of transactions)
    for (const { wallet, side, mint, pool } of otherTrades) {
      if (!wallets.has(wallet)) continue
      const key = `${mint} ${pool}`
      const held = seen.get(key) ?? { mint, pool, buyers: new Set(), sellers: new Set() }
      seen.set(key, held)
      if (side === 'buy') held.buyers.add(wallet)
      else if (held.buyers.has(wallet)) held.sellers.add(wallet)
    }
  const wanted = [...seen.values()]
    .filter(({ sellers }) => sellers.size >= LEAST_TRADERS)
    .sort((a, b) => b.sellers.size - a.sellers.size || (`${a.mint} ${a.pool}` < `${b.mint} ${b.pool}` ? -1 : 1))
    .slice(0, LIMITS.evidenceOtherTokens)
  const perPage = LIMITS.evidenceOtherTokenSignatures
  const answers = await Promise.all(
    wanted.map(({ pool }) => readSignatures(rpc, pool, { maxPages: 1, perPage, signal })),
  )
  const tokens = wanted.flatMap(({ mint, pool }, i): OtherCoinEvidence[] => {
    const answer = answers[i]!
    if (!answer.ok) return []
    const { rows, complete } = answer.value
    return [{ mint, pool, signatureCount: rows.filter(({ failed }) => !failed).length, isWhole: complete }]
  })
  tokens.sort((a, b) => (`${a.mint} ${a.pool}` < `${b.mint} ${b.pool}` ? -1 : 1))
  const failed = wanted.length - tokens.length
  return { tokens, gap: failed === 0 ? null : `${counted(failed, 'other token was', 'other tokens were')} not read` }
}
