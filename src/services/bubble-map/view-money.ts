import type { ObservedTransaction, ObservedWallet } from '../evidence-bundle/evidence.ts'
import { batchPayments, isMaterial, type Money } from './batches.ts'
import { compareText } from './compare-text.ts'
import { fillingsOf, type Use } from './fillings.ts'
import { isIdleFundingWallet, isService } from './funding-wallets.ts'
import type { FirstBuy, FundingTrace, MoneyView } from './map-view.ts'
import { type MoneyMove, moneyMovesOf, soldTokenMoves } from './money-moves.ts'
import { traceFunding } from './trace-funding.ts'
import { FUNDING } from './weights.ts'

type Input = {
  readonly wallets: ReadonlyMap<string, ObservedWallet>
  readonly people: readonly string[]
  readonly isPerson: ReadonlySet<string>
  readonly firstBuys: ReadonlyMap<string, FirstBuy>
  readonly transactions: readonly ObservedTransaction[]
  readonly uses: ReadonlyMap<string, Use>
  readonly dev: string | null
}

export function viewMoney({ people, transactions, uses, dev, ...known }: Input): MoneyView {
  const { wallets, firstBuys } = known
  const funding = new Map<string, Money>()
  /** Got the token and never bought any: all its SOL is for fees. */
  const needsGas = (wallet: string): boolean => uses.has(wallet) && !firstBuys.has(wallet) && wallet !== dev
  for (const { address, funding: first } of wallets.values())
    if (first !== null && first.from !== address) funding.set(address, toMoney(first, needsGas(address)))
  const moves = moneyMovesOf(transactions)
  const fedByWallets = fedByWalletsOf(wallets, funding, moves)
  const money = { ...known, dev, funding, moves, fedByWallets }
  const isIdle = (payer: string, payments: number): boolean => isIdleFundingWallet(money, payer, payments)
  const traceOf = (followed: ReadonlyMap<string, Money>): FundingTrace =>
    traceFunding({ ...money, people, followed, batches: batchPayments(followed, isIdle), isIdle })
  const fillings = fillAll(transactions, moves, uses, known)
  return {
    funding,
    batches: batchPayments(funding, isIdle),
    topUps: [
      ...batchPayments(topUpsOf(moves, firstBuys, funding), isIdle),
      ...batchPayments(fillings.stablecoins, isIdle),
      ...fillings.others.flatMap((money) => batchPayments(money, isIdle)),
    ],
    trace: traceOf(funding),
    usedTraces: [new Map([...funding, ...fillings.sol]), fillings.stablecoins, ...fillings.others].map(traceOf),
    moves,
    fedByWallets,
  }
}

function fedByWalletsOf(
  wallets: ReadonlyMap<string, ObservedWallet>,
  funding: ReadonlyMap<string, Money>,
  moves: readonly MoneyMove[],
): ReadonlySet<string> {
  const inflows = [...[...funding].map(([to, money]) => ({ ...money, to })), ...moves]
  return new Set(inflows.flatMap((one) => (isMaterial(one) && !isService({ wallets }, one.from) ? [one.to] : [])))
}

function toMoney(
  { from, lamports, timeSec, slot, signature }: NonNullable<ObservedWallet['funding']>,
  isGas: boolean,
): Money {
  const money: Money = { from, amountRaw: BigInt(lamports), unit: 'lamports', timeSec, slot, signature }
  return isGas ? { ...money, isGas } : money
}

type Fillings = {
  readonly sol: ReadonlyMap<string, Money>
  readonly stablecoins: ReadonlyMap<string, Money>
  /** Of each other token. */
  readonly others: readonly ReadonlyMap<string, Money>[]
}

function fillAll(
  transactions: readonly ObservedTransaction[],
  moves: readonly MoneyMove[],
  uses: ReadonlyMap<string, Use>,
  known: Pick<Input, 'wallets'>,
): Fillings {
  const isEnd = (address: string): boolean => isService(known, address)
  const others = [...soldTokenMoves(transactions, FUNDING.forThisTokenSecs)].sort(([a], [b]) => compareText(a, b))
  return {
    sol: fillingsOf(moves, 'lamports', uses, isEnd),
    stablecoins: fillingsOf(moves, 'stablecoin', uses, isEnd),
    others: others.map(([, own]) => fillingsOf(own, 'other', uses, isEnd)),
  }
}

/** The largest payment that came to each buyer within two days before its first purchase, unless it was its first money
 *  ever. */
function topUpsOf(
  moves: readonly MoneyMove[],
  firstBuys: ReadonlyMap<string, FirstBuy>,
  funding: ReadonlyMap<string, Money>,
): ReadonlyMap<string, Money> {
  const topUps = new Map<string, Money>()
  for (const { to, ...money } of moves) {
    const buy = firstBuys.get(to)
    if (money.unit !== 'lamports' || money.timeSec === null || buy === undefined || buy.timeSec === null) continue
    if (buy.slot <= money.slot || buy.timeSec - money.timeSec > FUNDING.forThisTokenSecs) continue
    if (funding.get(to)?.signature === money.signature) continue
    if (money.amountRaw > (topUps.get(to)?.amountRaw ?? 0n)) topUps.set(to, money)
  }
  return topUps
}
