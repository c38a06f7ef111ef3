import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import type { Measured, SandwichReads, Suspected, Suspicion, SwapInPool } from '../../sandwich-port.ts'
import { DEXES } from '../dexes/index.ts'
import type { ReadAccounts } from '../dexes/trading.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { readTransactions } from '../signature-pages.ts'
import type { ChainTransaction } from '../transaction.ts'
import { type Attack, findAttack } from './find-attack.ts'
import { measureLoss } from './measure-loss.ts'
import { type PlacedTrade, tradesIn } from './placed-trade.ts'
import { neighboursOf, type PoolPages } from './pool-neighbours.ts'

/** Rounds of reading accounts that a DEX may ask for (`DexTrading.wants`). */
const MOST_ROUNDS = 4

type Scene = {
  readonly trades: readonly PlacedTrade[]
  readonly victimAt: number
  readonly attack: Attack
  /** Transactions of the pool before all of these. */
  readonly earlier: readonly string[]
}

/** Reads for one answer: pages of signatures are asked for once. */
export function createSandwichReads(rpc: SolanaRpc): SandwichReads {
  const pages: PoolPages = new Map()
  return {
    async suspect(swap, signal) {
      const neighbours = await neighboursOf(rpc, swap, pages, signal)
      if (!neighbours.ok) return neighbours
      if (neighbours.value === null) return ok({ kind: 'unread' })
      const { before, after, earlier: older } = neighbours.value
      if (before.length === 0 || after.length === 0) return ok({ kind: 'clear' })
      const earlier = await readTransactions(rpc, [...before, swap.signature], signal)
      if (signal.aborted) return fail('cancelled', 'the request was cancelled')
      const [own, first] = [earlier.at(-1) ?? null, readable(earlier)]
      if (own === null) return ok({ kind: 'unread' })
      const trades = await tradesIn(swap.pool, first)
      if (!hasFrontRun(swap, trades)) return ok({ kind: 'clear' })
      const later = await tradesIn(swap.pool, readable(await readTransactions(rpc, after, signal)))
      return ok(judge(rpc, swap, [...trades, ...later], older))
    },
  }
}

function readable(list: readonly (ChainTransaction | null)[]): readonly ChainTransaction[] {
  return list.filter((one) => one !== null)
}

/** Somebody else traded the same way before: without that, what comes after need not be read. */
function hasFrontRun(swap: SwapInPool, trades: readonly PlacedTrade[]): boolean {
  const victim = victimOf(swap, trades)
  if (victim < 0) return false
  const { side } = trades[victim]!.trade
  return trades.slice(0, victim).some(({ trade, wallets }) => trade.side === side && !wallets.includes(swap.wallet))
}

function victimOf({ signature }: SwapInPool, trades: readonly PlacedTrade[]): number {
  return trades.findIndex(({ trade }) => trade.signature === signature)
}

function judge(
  rpc: SolanaRpc,
  victim: SwapInPool,
  trades: readonly PlacedTrade[],
  earlier: readonly string[],
): Suspicion {
  const victimAt = victimOf(victim, trades)
  const attack = victimAt < 0 ? null : findAttack(trades, victimAt)
  if (attack === null) return { kind: 'clear' }
  return { kind: 'suspected', suspected: describe(rpc, victim, { trades, victimAt, attack, earlier }) }
}

function describe(rpc: SolanaRpc, victim: SwapInPool, scene: Scene): Suspected {
  const { trades, victimAt, attack } = scene
  const { trade } = trades[victimAt]!
  const isBuy = trade.side === 'buy'
  const of = (places: readonly number[]) => places.map((place) => trades[place]!.trade)
  return {
    victim,
    side: trade.side,
    attacker: trades[attack.fronts[0]!]!.trade.trader,
    attackers: attack.wallets,
    frontRuns: of(attack.fronts).map(({ signature }) => signature),
    backRuns: of(attack.backs).map(({ signature }) => signature),
    slots: [of(attack.fronts)[0]!.slot, of(attack.backs).at(-1)!.slot],
    baseMint: trade.baseMint,
    quoteMint: trade.quoteMint,
    attackerProfitRaw: attack.profitRaw,
    inputMint: isBuy ? trade.quoteMint : trade.baseMint,
    inRaw: isBuy ? trade.quoteAmountRaw : trade.baseAmountRaw,
    outRaw: isBuy ? trade.baseAmountRaw : trade.quoteAmountRaw,
    measure: (signal) => measure(rpc, victim, scene, signal),
  }
}

async function measure(
  rpc: SolanaRpc,
  { dex: name, pool }: SwapInPool,
  { trades, victimAt, attack, earlier }: Scene,
  signal: AbortSignal,
): Promise<Outcome<Measured>> {
  const dex = DEXES.find((one) => one.name === name)
  const { replay, trading } = dex ?? {}
  if (replay === undefined)
    return ok({ isProved: false, reason: 'what the chain records of this kind of pool does not show its state' })
  const read = new Map<string, AccountView | null>()
  for (let round = 0; round < MOST_ROUNDS && trading !== undefined; round++) {
    const wanted = trading.wants(pool, read, trades[victimAt]!.trade.baseMint)
    if (wanted.length === 0) break
    const answer = await rpc.accounts(wanted, { signal })
    if (!answer.ok) return answer
    for (const [at, view] of answer.value.accounts.entries()) read.set(wanted[at]!, view)
  }
  const accounts: ReadAccounts = read
  // Only where the attack is the first that was read, and its own record does not show the pool before it.
  const isFirst = replay.after !== undefined && attack.fronts[0] === 0
  const older = isFirst ? await tradesIn(pool, readable(await readTransactions(rpc, earlier, signal))) : []
  const shifted = { fronts: attack.fronts.map((at) => at + older.length), victimAt: victimAt + older.length }
  return ok(measureLoss(replay, [...older, ...trades], shifted, accounts))
}
