import { knownAddress } from '../../chain/solana/labels.ts'
import type { Batch, Money } from './batches.ts'
import type { FirstBuy, MapView } from './evidence-view.ts'
import { FUNDING } from './weights.ts'

/** What a payer of first money is. `service`: named, owned by a program, or with a whole page of signatures: it pays
 *  strangers. `purpose`: made for this batch, or hardly used for anything else. `old`: a wallet that lived before and
 *  does other things too. `unread`: the trail was not followed that far. */
export type Purse = 'service' | 'purpose' | 'old' | 'unread'

export function isService(view: Pick<MapView, 'wallets'>, address: string): boolean {
  if (knownAddress(address) !== null) return true
  const wallet = view.wallets.get(address)
  if (wallet === undefined) return false
  const { identity, isBusy } = wallet
  return isBusy || (identity !== null && (identity.entityType !== 'wallet' || identity.isContract))
}

export function gradePurse(view: Pick<MapView, 'wallets'>, { payer, paid, fromSec }: Batch): Purse {
  if (isService(view, payer)) return 'service'
  const wallet = view.wallets.get(payer)
  if (wallet === undefined || !wallet.traced || wallet.partial) return 'unread'
  if (wallet.firstSeenSec !== null && fromSec - wallet.firstSeenSec <= FUNDING.purposeSecs) return 'purpose'
  return wallet.signatureCount <= paid.length + FUNDING.purposeExtraSignatures ? 'purpose' : 'old'
}

/** Whether a wallet's first money was for this coin: it bought, or the coin was launched, soon after. */
export function isForThisCoin(view: MapView, wallet: string, money: Money): boolean {
  if (money.timeSec === null) return false
  const buy: FirstBuy | undefined = view.firstBuys.get(wallet)
  const thenSec = buy?.timeSec ?? (view.launch === null ? null : view.launch.createdAtSec)
  return thenSec !== null && Math.abs(thenSec - money.timeSec) <= FUNDING.forThisCoinSecs
}

export type Ancestor = {
  readonly address: string
  readonly hops: number
  /** Wallet the ancestor paid on the way down; the person itself at the first hop. */
  readonly branch: string
  readonly purse: Purse
  readonly money: Money
}

/** Who stands behind a wallet's first money, nearest first, as far as it was carried on: each hop pays out less than it
 *  got, soon after it got it. Nothing is followed through services; the last one may be `old` or `unread`. */
export function ancestorsOf({ trace, funding }: MapView, wallet: string): readonly Ancestor[] {
  const { addresses, at, purses, traces } = trace
  const node = at.get(wallet)
  if (node === undefined) return []
  const found: Ancestor[] = []
  let branch = node
  for (let row = traces.offsets[node]!; row < traces.offsets[node + 1]!; row++) {
    const funder = traces.funders[row]!
    found.push({
      address: addresses[funder]!,
      hops: found.length + 1,
      branch: addresses[branch]!,
      purse: purses[branch]!,
      money: funding.get(addresses[branch]!)!,
    })
    branch = funder
  }
  return found
}
