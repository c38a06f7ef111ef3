import { knownAddress } from '../../chain/solana/labels.ts'
import type { ObservedTransaction, ObservedWallet, TokenEvidence } from '../evidence-bundle/evidence.ts'
import { compareText } from './compare-text.ts'
import type { Act, FirstBuy, MapView } from './map-view.ts'
import { usesOf } from './uses.ts'
import { viewMoney } from './view-money.ts'

export function viewEvidence(evidence: TokenEvidence): MapView {
  const wallets = new Map(
    [...evidence.wallets].sort((a, b) => compareText(a.address, b.address)).map((one) => [one.address, one]),
  )
  const balances = new Map<string, bigint>()
  for (const { owner, amountRaw } of evidence.holders?.largest ?? []) balances.set(owner, BigInt(amountRaw))
  const launch = evidence.launch?.status === 'found' ? evidence.launch : null
  const dev = evidence.launch?.dev ?? null
  const transactions = [...evidence.transactions].sort(inChainOrder)
  const trades = transactions.filter((one) => one.trades.length > 0)
  const vaults = new Set(evidence.pools.flatMap(({ address, vaultOwners }) => [address, ...vaultOwners]))
  const candidates = new Set<string>([...balances.keys(), ...(dev === null ? [] : [dev])])
  for (const { address, roles } of wallets.values())
    if (roles.some((role) => role !== 'funder')) candidates.add(address)
  for (const { trades: own } of trades) for (const { wallet } of own) candidates.add(wallet)
  for (const { tokenMoves } of transactions)
    for (const { from, to } of tokenMoves) {
      candidates.add(from)
      candidates.add(to)
    }
  const people = [...candidates]
    .filter((one) => !vaults.has(one) && isPersonal(one, wallets.get(one)))
    .sort(compareText)
  const isPerson = new Set(people)
  const firstBuys = firstBuysOf(trades)
  const supplyRaw = BigInt(evidence.holders?.supplyRaw ?? evidence.mintInfo?.supplyRaw ?? '0')
  const uses = usesOf({ firstBuys, transactions, isPerson, supplyRaw, launch, dev })

  return {
    evidence,
    supplyRaw,
    launch,
    dev,
    wallets,
    balances,
    people,
    isPerson,
    transactions,
    trades,
    acts: actsOf(transactions, isPerson, launch?.creationSignature ?? null, dev),
    firstBuys,
    uses,
    ...viewMoney({ wallets, people, isPerson, firstBuys, uses, transactions, dev }),
  }
}

/** Whether an address can stand for a person: no one has named it, and no program owns it. */
export function isPersonal(address: string, wallet: ObservedWallet | undefined): boolean {
  if (knownAddress(address) !== null) return false
  const identity = wallet?.identity ?? null
  return identity === null || (identity.entityType === 'wallet' && !identity.isContract)
}

function inChainOrder(a: ObservedTransaction, b: ObservedTransaction): number {
  const last = Number.MAX_SAFE_INTEGER
  return a.slot - b.slot || (a.indexInBlock ?? last) - (b.indexInBlock ?? last) || compareText(a.signature, b.signature)
}

/** Actors are people, sorted; acts of no one are left out. */
function actsOf(
  transactions: readonly ObservedTransaction[],
  isPerson: ReadonlySet<string>,
  creationSignature: string | null,
  dev: string | null,
): readonly Act[] {
  return transactions.flatMap((transaction) => {
    const traders = transaction.trades.map(({ wallet }) => wallet)
    const creator = transaction.signature === creationSignature && dev !== null ? [dev] : []
    const actors = [...new Set([...creator, ...traders])].filter((one) => isPerson.has(one)).sort(compareText)
    return actors.length === 0 ? [] : [{ transaction, actors }]
  })
}

function firstBuysOf(trades: readonly ObservedTransaction[]): ReadonlyMap<string, FirstBuy> {
  const first = new Map<string, FirstBuy>()
  let slot = -1
  let place = 0
  for (const transaction of trades) {
    place = transaction.slot === slot ? place + 1 : 0
    slot = transaction.slot
    for (const { wallet, side } of transaction.trades) {
      if (side !== 'buy' || first.has(wallet)) continue
      const { timeSec, signature } = transaction
      first.set(wallet, { wallet, slot, timeSec, signature, place, transaction })
    }
  }
  return first
}
