import { EXCHANGES } from './exchanges.ts'
import { addMoment, addWallet, type PlanDraft, solAmount } from './plan-draft.ts'
import type { FundingKind } from './plan-types.ts'
import type { SeededRandom } from './seeded-random.ts'

export type FundingRequest = {
  readonly label: string
  readonly wallets: readonly string[]
  readonly minSol: number
  readonly maxSol: number
  /** When the last of them has its money. */
  readonly secsAgo: number
}
export type FundingTrail = {
  readonly rootFunder: string
  readonly relays: readonly string[]
  readonly kind: FundingKind
}

const HOP_FEE_LAMPORTS = 1_000_000n

/** Money reaches the wallets in one of four ways; the trail is the truth that forensics should find again. */
export function fundWallets(
  draft: PlanDraft,
  random: SeededRandom,
  kind: FundingKind,
  request: FundingRequest,
): FundingTrail {
  if (kind === 'exchange') return fundThroughExchange(draft, random, request)
  if (kind === 'peel') return fundByPeelChain(draft, random, request)
  return fundThroughHops(draft, random, request, kind === 'direct' ? 1 : 3)
}

/** One payment of a trail, kept in the truth. */
export function pay(
  draft: PlanDraft,
  kind: FundingKind,
  from: string,
  to: string,
  lamports: bigint,
  secsAgo: number,
): void {
  draft.funding.push({ from, to, lamports, secsAgo, kind })
  addMoment(draft, secsAgo, [{ do: 'sendSol', from, to, lamports }])
}

/** Withdrawals of nearly one size within minutes: no common wallet, but a fingerprint. */
function fundThroughExchange(draft: PlanDraft, random: SeededRandom, request: FundingRequest): FundingTrail {
  const exchange = random.pick(EXCHANGES).address
  const size = solAmount(random, request.minSol, request.maxSol)
  request.wallets.forEach((wallet, i) => {
    const lamports = size - BigInt(random.integer(0, 40)) * 100_000n
    pay(draft, 'exchange', exchange, wallet, lamports, request.secsAgo + (request.wallets.length - i) * 47)
  })
  return { rootFunder: exchange, relays: [], kind: 'exchange' }
}

/** Exchange, then `hops` relays one after the other, and the last one pays every wallet. */
function fundThroughHops(draft: PlanDraft, random: SeededRandom, request: FundingRequest, hops: number): FundingTrail {
  const kind: FundingKind = hops === 1 ? 'direct' : 'multi_hop'
  const shares = request.wallets.map(() => solAmount(random, request.minSol, request.maxSol))
  const total = shares.reduce((sum, share) => sum + share, 0n)
  const relays = Array.from({ length: hops }, (_, i) => addWallet(draft, 'relay', `relay/${request.label}/${i}`))
  let from: string = random.pick(EXCHANGES).address
  const startSecsAgo = request.secsAgo + request.wallets.length * 20 + hops * 400
  relays.forEach((relay, i) => {
    const lamports = total + BigInt(request.wallets.length + (hops - i) * 2) * HOP_FEE_LAMPORTS
    pay(draft, kind, from, relay, lamports, startSecsAgo - i * 380)
    from = relay
  })
  request.wallets.forEach((wallet, i) => {
    pay(draft, kind, from, wallet, shares[i]!, request.secsAgo + (request.wallets.length - i) * 19)
  })
  return { rootFunder: relays[0]!, relays, kind }
}

/** Each relay pays one wallet and passes the rest on to the next relay. */
function fundByPeelChain(draft: PlanDraft, random: SeededRandom, request: FundingRequest): FundingTrail {
  const shares = request.wallets.map(() => solAmount(random, request.minSol, request.maxSol))
  const relays = request.wallets.map((_, i) => addWallet(draft, 'relay', `peel/${request.label}/${i}`))
  let rest = shares.reduce((sum, share) => sum + share, 0n) + BigInt(relays.length * 3) * HOP_FEE_LAMPORTS
  let from: string = random.pick(EXCHANGES).address
  let secsAgo = request.secsAgo + relays.length * 90 + 60
  relays.forEach((relay, i) => {
    pay(draft, 'peel', from, relay, rest, secsAgo)
    pay(draft, 'peel', relay, request.wallets[i]!, shares[i]!, secsAgo - 40)
    rest -= shares[i]! + 2n * HOP_FEE_LAMPORTS
    secsAgo -= 90
    from = relay
  })
  return { rootFunder: relays[0]!, relays, kind: 'peel' }
}
