import { FUNDING_STEP, type FundingForest, findPartings, traceFunders } from '../../hot-paths/funder-trace.ts'
import { type Batch, isMaterial, type Money } from './batches.ts'
import { compareText } from './compare-text.ts'
import { gradeFundingWallet, type Known } from './funding-wallets.ts'
import type { FundingTrace, FundingWallet, MapView } from './map-view.ts'
import { FUNDING } from './weights.ts'

const STEP_OF: Readonly<Record<FundingWallet, number>> = {
  purpose: FUNDING_STEP.follow,
  old: FUNDING_STEP.last,
  unread: FUNDING_STEP.last,
  service: FUNDING_STEP.refuse,
}
/** Money through services is not followed at all: no privacy hop is ever passed. */
const OPTIONS = {
  maxHops: FUNDING.maxHops,
  maxPrivacyHops: 0,
  minCarriedPct: FUNDING.carriedPct,
  maxHopSecs: FUNDING.hopSecs,
} as const

type TraceInput = Known &
  Pick<MapView, 'people' | 'batches'> & {
    /** The payment that is followed for each wallet; `batches` are of those payments. */
    readonly followed: ReadonlyMap<string, Money>
    readonly isIdle: (payer: string, payments: number) => boolean
  }

export function traceFunding(view: TraceInput): FundingTrace {
  const { people, followed, batches } = view
  const batchOf = new Map(batches.flatMap((batch) => batch.paid.map(({ wallet }) => [wallet, batch] as const)))
  const payments = new Map<string, number>()
  for (const { from } of followed.values()) payments.set(from, (payments.get(from) ?? 0) + 1)
  const ends = new Set(followed.keys())
  for (const { from } of followed.values()) ends.add(from)
  const addresses = [...ends].sort(compareText)
  const at = new Map(addresses.map((address, node) => [address, node]))
  const fundingWalletOf = new Map<Batch, FundingWallet>()
  const fundingWallets = addresses.map((address) => {
    const batch = batchOf.get(address)
    if (batch === undefined) return null
    const fundingWallet = fundingWalletOf.get(batch) ?? gradeFundingWallet(view, batch)
    fundingWalletOf.set(batch, fundingWallet)
    return fundingWallet
  })
  const paid = addresses.map((address): Money | null => followed.get(address) ?? null)
  const forest: FundingForest = {
    funder: Int32Array.from(paid, (money) => (money !== null && isMaterial(money) ? at.get(money.from)! : -1)),
    lamports: Float64Array.from(paid, (money) => Number(money?.amountRaw ?? 0n)),
    // What lies in a wallet that does nothing else is the same money however long it lies there: only the order counts.
    timesSec: Float64Array.from(addresses, (address, node) => {
      const isIdle = payments.has(address) && view.isIdle(address, payments.get(address)!)
      return isIdle ? Number.NaN : (paid[node]?.timeSec ?? Number.NaN)
    }),
    slots: Float64Array.from(paid, (money) => money?.slot ?? 0),
    step: Uint8Array.from(fundingWallets, (fundingWallet) =>
      fundingWallet === null ? FUNDING_STEP.refuse : STEP_OF[fundingWallet],
    ),
  }
  const targets = Uint32Array.from(people.flatMap((address) => at.get(address) ?? []))
  return {
    addresses,
    at,
    money: followed,
    fundingWallets,
    traces: traceFunders(forest, Uint32Array.from(addresses.keys()), OPTIONS),
    partings: findPartings(forest, targets, traceFunders(forest, targets, OPTIONS)),
  }
}
