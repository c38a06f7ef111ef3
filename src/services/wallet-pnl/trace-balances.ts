import type { HeldNow, LedgerTx } from '../../contract/wallet-ledger.ts'

/** Units that came to an account, or went (below zero), between two transactions that were read. */
export type Gap = {
  readonly account: string
  readonly asset: string
  readonly raw: bigint
  /** The transaction that shows it; null: what the node holds now. */
  readonly before: string | null
}

export type Traced = {
  /** Held before the first transaction that was read, by asset. */
  readonly openings: ReadonlyMap<string, bigint>
  readonly gaps: readonly Gap[]
  /** What the node holds now, by asset. */
  readonly closings: ReadonlyMap<string, bigint>
}

/** Follows every account from transaction to transaction: each record says what it held before and after, so that
 *  whatever moved in between and was not read shows, to the base unit. `whole`: accounts of which every transaction was
 *  read, so that one that no transaction names has held since before what it holds now. */
export function traceBalances(txs: readonly LedgerTx[], held: HeldNow, whole: ReadonlySet<string>): Traced {
  const openings = new Map<string, bigint>()
  const closings = new Map<string, bigint>()
  const last = new Map<string, { readonly asset: string; raw: bigint }>()
  const gaps: Gap[] = []
  for (const { signature, balances } of txs)
    for (const { account, asset, beforeRaw, afterRaw } of balances) {
      const known = last.get(account)
      if (known === undefined) addTo(openings, asset, beforeRaw)
      else if (known.raw !== beforeRaw) gaps.push({ account, asset, raw: beforeRaw - known.raw, before: signature })
      last.set(account, { asset, raw: afterRaw })
    }
  const now = new Map(held.accounts.map((one) => [one.account, one]))
  for (const { asset, raw } of now.values()) addTo(closings, asset, raw)
  for (const account of new Set([...last.keys(), ...now.keys()])) {
    const [known, present] = [last.get(account), now.get(account)]
    const asset = (present ?? known)!.asset
    const raw = (present?.raw ?? 0n) - (known?.raw ?? 0n)
    if (raw === 0n) continue
    if (known === undefined && whole.has(account)) addTo(openings, asset, raw)
    else gaps.push({ account, asset, raw, before: null })
  }
  return { openings, gaps, closings }
}

function addTo(sums: Map<string, bigint>, asset: string, raw: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + raw)
}
