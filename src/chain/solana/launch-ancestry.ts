import { LIMITS } from '../../config/limits.ts'
import { LAMPORTS_PER_SOL } from '../../contract/units.ts'
import { type FundingTrace, isIndividualFunder, solTransfers, traceFunding } from './first-funding.ts'
import { knownAddress } from './labels.ts'
import type { Ancestry } from './launch-links.ts'
import type { SolanaRpc } from './rpc.ts'
import { readSignatures, readTransactions } from './signature-pages.ts'

/** Less is a fee, a tip or rent, and funds no one's purchase. */
const FUNDING_MIN_LAMPORTS = LAMPORTS_PER_SOL / 20n

/** Second hop of first funding: who funded the funders, of those behind most wallets `LIMITS.launchFundersTraced`. Known
 *  services and busy addresses are no one's ancestor, and nothing is followed through them. */
export async function ancestryOf(
  rpc: SolanaRpc,
  near: ReadonlyMap<string, FundingTrace>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Ancestry>> {
  const funded = new Map<string, number>()
  for (const { funding } of near.values())
    if (funding !== null && knownAddress(funding.from) === null)
      funded.set(funding.from, (funded.get(funding.from) ?? 0) + 1)
  const funders = [...funded].sort(([, a], [, b]) => b - a).map(([funder]) => funder)
  // Whom one funder joins already it need not be joined by another: of that one the page says whether it is busy.
  const isAsked = (funder: string): boolean => funded.get(funder) === 1
  const far = await traceFunding(rpc, funders.slice(0, LIMITS.launchFundersTraced), signal, isAsked)
  const ancestry = new Map<string, Ancestry>()
  for (const [wallet, { funding }] of near) ancestry.set(wallet, ancestryOfOne(funding, far))
  return ancestry
}

function ancestryOfOne(funding: FundingTrace['funding'], far: ReadonlyMap<string, FundingTrace>): Ancestry {
  if (funding === null) return { ancestors: [], withdrawal: null }
  const known = knownAddress(funding.from)
  if (known?.kind === 'cex' && funding.atSec !== null) {
    const { lamports, atSec } = funding
    return { ancestors: [], withdrawal: { exchange: known.entity, lamports, atSec } }
  }
  const trace = far.get(funding.from)
  if (!isIndividualFunder(funding.from, trace)) return { ancestors: [], withdrawal: null }
  const second = trace?.funding?.from ?? null
  return {
    ancestors: [funding.from, ...(second !== null && isIndividualFunder(second, undefined) ? [second] : [])],
    withdrawal: null,
  }
}

/** Wallets an address sent SOL to in its last transactions before one of them, without known services. `complete` is
 *  false when the node failed on some of it. */
export async function walletsFundedBefore(
  rpc: SolanaRpc,
  from: string,
  before: string,
  signal?: AbortSignal,
): Promise<{ readonly wallets: readonly string[]; readonly complete: boolean }> {
  const perPage = LIMITS.launchDevTransactions
  const history = await readSignatures(rpc, from, { maxPages: 1, perPage, before, ...(signal ? { signal } : {}) })
  if (!history.ok) return { wallets: [], complete: false }
  const sent = history.value.rows.filter(({ failed }) => !failed).map(({ signature }) => signature)
  const transactions = await readTransactions(rpc, sent, signal)
  const wallets = new Set<string>()
  for (const transaction of transactions) {
    for (const move of transaction === null ? [] : solTransfers(transaction)) {
      if (move.from !== from || move.to === from || move.lamports < FUNDING_MIN_LAMPORTS) continue
      if (knownAddress(move.to) === null) wallets.add(move.to)
    }
  }
  return { wallets: [...wallets].sort(), complete: !transactions.includes(null) }
}
