import { WALLET_PROFILE as P } from '../../config/wallet-profile.ts'
import type { MoveFact, TxFact } from '../../contract/profile-evidence.ts'
import { pctOf, sumOf, toSol } from './figures.ts'

type Met = MoveFact & { readonly signature: string; readonly timeSec: number | null }

/** Whom it sends to and hears from outside of swaps: most transfers first, equal ones by address. */
export function counterpartiesOf(facts: readonly TxFact[]) {
  return [...Map.groupBy(metOf(facts), ({ other }) => other)]
    .map(([wallet, met]) => {
      const times = met.flatMap(({ timeSec }) => (timeSec === null ? [] : [timeSec]))
      return {
        wallet,
        transfers: met.length,
        inSol: solOf(met, 'in'),
        outSol: solOf(met, 'out'),
        firstTs: times.length === 0 ? null : Math.min(...times),
        lastTs: times.length === 0 ? null : Math.max(...times),
      }
    })
    .sort((a, b) => b.transfers - a.transfers || (a.wallet < b.wallet ? -1 : 1))
    .slice(0, P.counterparties)
}

export function transfersOf(facts: readonly TxFact[]) {
  const met = metOf(facts)
  const count = (wanted: MoveFact['direction']) => met.filter(({ direction }) => direction === wanted).length
  return {
    in: count('in'),
    out: count('out'),
    inSol: solOf(met, 'in'),
    outSol: solOf(met, 'out'),
    counterparties: new Set(met.map(({ other }) => other)).size,
  }
}

/** Dust: a speck of SOL from an address it never paid, or anything from one whose ends are those of an address that it
 *  did pay, made to be mistaken for it. `total`: all that came in. */
export function dustOf(facts: readonly TxFact[]) {
  const met = metOf(facts)
  const paid = new Set(met.filter(({ direction }) => direction === 'out').map(({ other }) => other))
  const ends = new Set([...paid].map(endsOf))
  const came = met.filter(({ direction }) => direction === 'in')
  const isPoison = ({ other }: Met) => !paid.has(other) && ends.has(endsOf(other))
  const isSpeck = ({ other, mint, amountRaw }: Met) => !paid.has(other) && mint === null && amountRaw < P.dustLamports
  const dust = came.filter((one) => isSpeck(one) || isPoison(one))
  return {
    index: { count: dust.length, total: came.length, pct: pctOf(dust.length, came.length) },
    signatures: dust.slice(0, P.evidenceSignatures).map(({ signature }) => signature),
    poisoned: [...new Set(came.filter(isPoison).map(({ other }) => other))].slice(0, P.counterparties),
  }
}

function metOf(facts: readonly TxFact[]): readonly Met[] {
  return facts.flatMap(({ moves, signature, timeSec, error }) =>
    error === null ? moves.map((move) => ({ ...move, signature, timeSec })) : [],
  )
}

function solOf(met: readonly Met[], wanted: MoveFact['direction']): number {
  const lamports = met.filter(({ direction, mint }) => direction === wanted && mint === null)
  return toSol(sumOf(lamports, ({ amountRaw }) => amountRaw))
}

function endsOf(address: string): string {
  return `${address.slice(0, P.poisonChars)}…${address.slice(-P.poisonChars)}`
}
