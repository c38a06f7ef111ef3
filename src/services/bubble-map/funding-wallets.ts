import { knownAddress } from '../../chain/solana/labels.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { Batch, Money, Payee } from './batches.ts'
import type { FirstBuy, FundingWallet, MapView } from './map-view.ts'
import { FUNDING, HUB, PUBLIC } from './weights.ts'

export function isService(view: Pick<MapView, 'wallets'>, address: string): boolean {
  if (knownAddress(address) !== null) return true
  const wallet = view.wallets.get(address)
  if (wallet === undefined) return false
  const { identity, isBusy } = wallet
  return isBusy || isPublic(wallet) || (identity !== null && (identity.entityType !== 'wallet' || identity.isContract))
}

/** Whether most of those an unnamed address serves have nothing to do with this token, whatever it is: they are many,
 *  and came on several days. What one hand pays for its own tokens comes in bursts, each on a day. */
function isPublic({ customers, roles }: ObservedWallet): boolean {
  // Who has a part in the token is someone, whomever else it pays.
  if (customers === undefined || roles.some((role) => role !== 'funder')) return false
  const { people, peoplePaid = 0, others, mostOthersInADay } = customers
  // A sample misses most of a team among many strangers, but its payees are known anyway.
  if (Math.max(people, peoplePaid) >= HUB.members && isMostlyPeoples(customers)) return false
  return others >= Math.max(PUBLIC.others, people * PUBLIC.timesPeople) && mostOthersInADay <= others * PUBLIC.inADay
}

/** Whether nearly all that an address was seen to pay of some asset went to people of this token: specks that it strews
 *  among strangers make it no one's service. */
function isMostlyPeoples({ turnover = [] }: NonNullable<ObservedWallet['customers']>): boolean {
  return turnover.some(({ toPeopleRaw, toOthersRaw }) => isMost(BigInt(toPeopleRaw), BigInt(toOthersRaw)))
}

/** Whether what people of the token have of a sum is so much of it that it is theirs. */
export function isMost(peoples: bigint, others: bigint): boolean {
  return peoples > 0n && peoples * 100n >= (peoples + others) * HUB.sharePct
}

/** Whether so much goes through a wallet that what passes between it and one other says nothing. */
export function isTrading(view: Pick<MapView, 'wallets'>, address: string): boolean {
  return view.wallets.get(address)?.isBusy === true
}

export type Known = Pick<MapView, 'wallets' | 'isPerson' | 'firstBuys' | 'fedByWallets' | 'funding' | 'moves' | 'dev'>

export function gradeFundingWallet(view: Known, batch: Batch): FundingWallet {
  const { payer, paid, fromSec } = batch
  if (isService(view, payer)) return 'service'
  const wallet = view.wallets.get(payer)
  if (wallet === undefined || !wallet.traced || wallet.partial) return 'unread'
  const extra = wallet.signatureCount - paid.length
  const isNew = wallet.firstSeenSec !== null && fromSec - wallet.firstSeenSec <= FUNDING.purposeSecs
  // A host has a life beside its guests.
  const isForThem = isNew && paid.length >= FUNDING.crewWallets && extra <= FUNDING.purposeExtraSignatures
  if (!isForThem && isHost(view, batch)) return 'old'
  // An employer's first payday looks like a funding wallet, until it goes on paying and no one hurries to buy.
  const isShort = extra <= FUNDING.purposeExtraSignatures + paid.length
  const isHasty = extra <= FUNDING.purposeExtraSignatures + paid.length * FUNDING.newFundingWalletExtraPerPayee
  if (isNew && (isShort || (isHasty && !cameMuchLater(view, paid)))) return 'purpose'
  if (extra > FUNDING.purposeExtraSignatures) return 'old'
  return paid.length > 2 || isIdleFundingWallet(view, payer, paid.length) ? 'purpose' : 'old'
}

/** Whether a wallet does nothing but pass money on: it holds no token, has hardly more transactions than its
 *  `payments`, and paid three or was itself paid by a wallet. Someone with money from an exchange and two friends is
 *  none. */
export function isIdleFundingWallet(
  { wallets, isPerson, fedByWallets }: Known,
  address: string,
  payments: number,
): boolean {
  const wallet = wallets.get(address)
  if (wallet === undefined || !wallet.traced || wallet.partial || wallet.isBusy || isPerson.has(address)) return false
  if (payments < FUNDING.idlePayments && !fedByWallets.has(address)) return false
  return wallet.signatureCount <= payments + FUNDING.idleExtraSignatures
}

/** Someone who holds or trades the token, is not its creator, and gave the others less than half of what there was. */
function isHost(view: Known, { payer, paid }: Batch): boolean {
  if (payer === view.dev || !view.isPerson.has(payer)) return false
  const given = paid.reduce((sum, { money }) => sum + money.amountRaw, 0n)
  return !isMostOfMoney(view, payer, { ...paid.at(-1)!.money, amountRaw: given })
}

/** Whether what was given is at least half of all that is known to have come to the giver by then. */
export function isMostOfMoney(
  { funding, moves }: Pick<Known, 'funding' | 'moves'>,
  giver: string,
  given: Money,
): boolean {
  const start = funding.get(giver)
  const had = moves.reduce(
    (sum, move) =>
      move.to === giver && move.unit === given.unit && move.slot <= given.slot && move.signature !== start?.signature
        ? sum + move.amountRaw
        : sum,
    start?.unit === given.unit ? start.amountRaw : 0n,
  )
  return given.amountRaw * 100n >= had * FUNDING.mostPct
}

/** Whether most of those who bought did so long after they were paid. */
function cameMuchLater({ firstBuys }: Known, paid: readonly Payee[]): boolean {
  const buys = paid.flatMap(({ wallet, money }) => {
    const boughtSec = firstBuys.get(wallet)?.timeSec ?? null
    return boughtSec === null || money.timeSec === null ? [] : [boughtSec - money.timeSec]
  })
  return buys.filter((secs) => secs > FUNDING.forThisTokenSecs).length * 2 > buys.length
}

/** Whether a wallet's first money was for this token: it bought, or the token was launched, soon after. */
export function isForThisToken(view: MapView, wallet: string, money: Money): boolean {
  if (money.timeSec === null) return false
  const buy: FirstBuy | undefined = view.firstBuys.get(wallet)
  const thenSec = buy?.timeSec ?? (view.launch === null ? null : view.launch.createdAtSec)
  return thenSec !== null && Math.abs(thenSec - money.timeSec) <= FUNDING.forThisTokenSecs
}

export type Ancestor = {
  readonly address: string
  readonly hops: number
  /** Wallet the ancestor paid on the way down; the person itself at the first hop. */
  readonly branch: string
  readonly fundingWallet: FundingWallet
  readonly money: Money
}

/** The funders of a wallet's first money, nearest first, as far as it was carried on: each hop pays out less than it
 *  got, soon after it got it. Nothing is followed through services; the last one may be `old` or `unread`. */
export function ancestorsOf({ trace, funding }: MapView, wallet: string): readonly Ancestor[] {
  const { addresses, at, fundingWallets, traces } = trace
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
      fundingWallet: fundingWallets[branch]!,
      money: funding.get(addresses[branch]!)!,
    })
    branch = funder
  }
  return found
}
