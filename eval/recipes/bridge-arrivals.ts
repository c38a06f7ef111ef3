import { addMoment, addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf, type Person } from '../../sandbox/world/plan-people.ts'
import { type HonestStage, planHonestLaunch } from '../../sandbox/world/recipes/honest-launch.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import { SOL_OPENING_USD } from '../../sandbox/world/well-known.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'

/** People who come over from another chain. Source: the documentation of Mayan, "Gas drop on destination", and its
 *  cross- chain swaps. A relayer of the bridge sends what someone swapped (here: USDC) to their wallet on Solana and,
 *  when the wallet has no SOL, a gas drop with it: 0.01 SOL unless the user asks for more, 0.1 at most. A clip about
 *  this token goes round on the other chain, and a dozen holders of nothing come by that bridge in the same hours, swap
 *  their dollars for SOL and buy. So one wallet that is on no list of exchanges gave all of them their first SOL,
 *  mostly one small sum, and their dollars; but it has done so for everyone else who came by that way, for weeks. */
export const bridgeArrivals: Recipe = {
  name: 'bridge-arrivals',
  kind: 'healthy',
  archetype: 'healthy',
  evidence:
    "a bridge's wallet gives new buyers their first hundredths of a SOL and dollars, which they swap and spend within the hour; it does so for many others",
  plan: (draft, cast, random, index) =>
    planHonestLaunch(draft, cast, random, index, bridgeArrivals, { buyers: [16, 34], after: arrive }),
}

/** Who means to trade asks for more than the hundredth: accounts have to be paid for. */
const GAS_LAMPORTS = [20_000_000n, 20_000_000n, 20_000_000n, 20_000_000n, 50_000_000n, 100_000_000n] as const
const BRIDGED_USD = [40, 300] as const
const SINCE_SECS = 14 * DAY_SECS
/** Of a sum, what a swap surely brings while others move the price. */
const SURE = 0.9
const KEPT_LAMPORTS = 25_000_000n
/** What the relayer has beyond what it sends. */
const FLOAT = 1.15
const SELLS = 0.35

type Arrival = {
  readonly wallet: string
  readonly usd: number
  readonly secsAgo: number
  readonly buysAfterSecs: number
}

function arrive(stage: HonestStage): readonly string[] {
  const { random, token } = stage
  const heardAfter = Math.min(random.integer(5, 80) * MINUTE_SECS, token.secsAgo * 0.3)
  const spanSecs = Math.min(token.secsAgo * 0.35, 4 * HOUR_SECS)
  const viewers = Array.from({ length: random.integer(11, 16) }, (_, i) =>
    drawArrival(stage, `viewer/${i}`, token.secsAgo - heardAfter - spanSecs * random.next() ** 1.4),
  )
  const others = Array.from({ length: random.integer(30, 46) }, (_, i) =>
    drawArrival(stage, `other/${i}`, random.integer(2 * HOUR_SECS, SINCE_SECS)),
  )
  deliver(stage, [...viewers, ...others])
  for (const other of others) buyOther(stage, other)
  for (const viewer of viewers) buyToken(stage, viewer)
  return viewers.map(({ wallet }) => wallet)
}

function drawArrival({ draft, random, label, token }: HonestStage, who: string, secsAgo: number): Arrival {
  const [least, most] = BRIDGED_USD
  return {
    wallet: addWallet(draft, 'crowd', `arrival/${label}/${who}`),
    usd: Math.round(random.between(least, most) * 100) / 100,
    secsAgo: Math.round(secsAgo),
    buysAfterSecs: Math.min(random.integer(3 * MINUTE_SECS, 50 * MINUTE_SECS), Math.round(token.secsAgo * 0.06)),
  }
}

/** Dollars and gas, in the order in which people come. The relayer got its stock from exchanges, and swapped it. */
function deliver({ draft, cast, random, label }: HonestStage, arrivals: readonly Arrival[]): void {
  const relayer = addWallet(draft, 'service', `bridge-relayer/${label}`)
  const totalUsd = arrivals.reduce((sum, { usd }) => sum + usd, 0) * FLOAT
  const stock = BigInt(Math.round((totalUsd / SURE / SOL_OPENING_USD) * 1e9))
  const forGas = BigInt(arrivals.length) * 110_000_000n
  const stockedSecsAgo = SINCE_SECS + 2 * HOUR_SECS
  pay(draft, 'exchange', random.pick(cast.exchanges), relayer, stock + forGas, stockedSecsAgo)
  const sharePct = (Number(stock) / Number(stock + forGas)) * 100
  addMoment(draft, stockedSecsAgo - HOUR_SECS, [{ do: 'sell', mint: WSOL_MINT, wallet: relayer, sharePct }])
  let leftUsd = totalUsd
  for (const { wallet, usd, secsAgo } of [...arrivals].sort((a, b) => b.secsAgo - a.secsAgo)) {
    pay(draft, 'direct', relayer, wallet, random.pick(GAS_LAMPORTS), secsAgo)
    addMoment(draft, secsAgo - 1, [
      { do: 'sendToken', mint: USDC_MINT, from: relayer, to: wallet, sharePct: (usd / leftUsd) * 100 },
    ])
    leftUsd -= usd
  }
}

/** Most of the dollars become SOL; returns the SOL it surely is. */
function swapDollars({ draft, random }: HonestStage, { wallet, usd }: Arrival, secsAgo: number): bigint {
  const swappedUsd = usd * random.between(0.75, 0.95)
  const quoteRaw = BigInt(Math.round(swappedUsd * 1e6))
  addMoment(draft, secsAgo, [{ do: 'buy', mint: WSOL_MINT, wallet, quoteRaw, dress: ordinaryDress(wallet, random) }])
  return BigInt(Math.round((swappedUsd * SURE * Number(LAMPORTS)) / SOL_OPENING_USD)) - KEPT_LAMPORTS
}

function ordinaryDress(address: string, random: HonestStage['random']) {
  const person: Person = { address, fundedSecsAgo: 0, freeLamports: 0n, bot: null, fixedBudget: null }
  return dressOf(person, random, 0n)
}

function buyToken(stage: HonestStage, arrival: Arrival): void {
  const { draft, random, token } = stage
  const { wallet, secsAgo, buysAfterSecs } = arrival
  const swappedSecsAgo = secsAgo - buysAfterSecs * random.between(0.3, 0.8)
  const had = swapDollars(stage, arrival, swappedSecsAgo)
  const quoteRaw = (had * BigInt(random.integer(25, 70))) / 100n
  const boughtSecsAgo = secsAgo - buysAfterSecs - 5
  const dress = ordinaryDress(wallet, random)
  addMoment(draft, boughtSecsAgo, [{ do: 'buy', mint: token.mint, wallet, quoteRaw, dress }])
  if (!random.chance(SELLS)) return
  addMoment(draft, boughtSecsAgo * random.between(0.2, 0.9), [
    { do: 'sell', mint: token.mint, wallet, sharePct: random.pick([50, 100]), dress },
  ])
}

/** What brought the others here. */
function buyOther(stage: HonestStage, arrival: Arrival): void {
  const { draft, cast, random } = stage
  const { wallet, secsAgo } = arrival
  const at = (part: number): number => secsAgo * (1 - part)
  const had = swapDollars(stage, arrival, at(random.between(0.02, 0.15)))
  if (cast.otherMints.length === 0 || !random.chance(0.75)) return
  const quoteRaw = (had * BigInt(random.integer(10, 40))) / 100n
  const dress = ordinaryDress(wallet, random)
  addMoment(draft, at(random.between(0.2, 0.9)), [
    { do: 'buy', mint: random.pick(cast.otherMints), wallet, quoteRaw, dress },
  ])
}
