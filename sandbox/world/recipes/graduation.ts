import { addMoment, type PlanDraft, solAmount } from '../plan-draft.ts'
import { dressOf, type LaunchCast, peopleAt, spend } from '../plan-people.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { crowdTrades, type Token } from './launch-story.ts'

type TokenStage = {
  readonly draft: PlanDraft
  readonly cast: LaunchCast
  readonly random: SeededRandom
  readonly token: Token
}

/** A graduated token's pool takes any purchase. */
const POOL_ROOM_LAMPORTS = 60_000_000_000n
/** What a whale must have to be sure to finish a curve, and what that costs it at most. */
const FINISHER_LAMPORTS = 100_000_000_000n
const FINISHED_FOR_LAMPORTS = 60_000_000_000n

/** Part of the time since the launch after which every graduated token has left its curve. */
export const GRADUATED_BY = 0.72

/** Whales carry the token over the end of its curve; people go on trading on the pool. Returns who bought. */
export function carryOverCurve(
  { draft, cast, random, token }: TokenStage,
  { roomLamports, exclude }: { readonly roomLamports: bigint; readonly exclude: readonly string[] },
): { readonly wallets: readonly string[] } {
  const { mint, secsAgo } = token
  const after = secsAgo * random.between(0.42, 0.6)
  const stepSecs = (secsAgo * 0.1) / 7
  const bought: string[] = []
  let left = roomLamports
  random.sample(peopleAt(cast.whales, secsAgo, 10_000_000_000n), random.integer(4, 6)).forEach((whale, i) => {
    const quoteRaw = solAmount(random, 3, 7)
    if (quoteRaw > left || !spend(whale, quoteRaw)) return
    left -= quoteRaw
    bought.push(whale.address)
    const dress = dressOf(whale, random, quoteRaw)
    addMoment(draft, secsAgo - after - stepSecs * i, [{ do: 'buy', mint, wallet: whale.address, quoteRaw, dress }])
  })
  const finisher = random.sample(peopleAt(cast.whales, secsAgo, FINISHER_LAMPORTS), 1)[0]
  if (finisher === undefined) throw new Error('no whale can finish a curve: the cast needs more of them')
  spend(finisher, FINISHED_FOR_LAMPORTS)
  if (!bought.includes(finisher.address)) bought.push(finisher.address)
  const doneSecsAgo = Math.round(secsAgo - after - stepSecs * 7)
  // The curve takes what it lacks and no more; migration comes at once, by the same hand.
  addMoment(draft, doneSecsAgo, [
    { do: 'buy', mint, wallet: finisher.address, quoteRaw: 95_000_000_000n },
    { do: 'graduate', mint, wallet: finisher.address },
  ])
  // It bought far more than others and sells a good part of it soon.
  const sharePct = random.integer(55, 80)
  addMoment(draft, doneSecsAgo - 120, [{ do: 'sell', mint, wallet: finisher.address, sharePct }])
  const later = crowdTrades(draft, cast, random, {
    token: { mint, secsAgo: doneSecsAgo - 130 },
    buyers: random.integer(8, 16),
    roomLamports: POOL_ROOM_LAMPORTS,
    spanSecs: doneSecsAgo,
    exclude: [...exclude, ...bought],
  })
  return { wallets: [...bought, ...later.wallets] }
}

/** One to three rich people buy more than others do. Returns who bought. */
export function whaleBuys({ draft, cast, random, token }: TokenStage, roomLamports: bigint): readonly string[] {
  const { mint, secsAgo } = token
  const bought: string[] = []
  let left = roomLamports
  for (const whale of random.sample(peopleAt(cast.whales, secsAgo, 10_000_000_000n), random.integer(1, 3))) {
    const quoteRaw = solAmount(random, 1.2, 3.2)
    if (quoteRaw > left || !spend(whale, quoteRaw)) continue
    left -= quoteRaw
    bought.push(whale.address)
    const dress = dressOf(whale, random, quoteRaw)
    const after = secsAgo * random.between(0.05, 0.9)
    addMoment(draft, secsAgo - after, [{ do: 'buy', mint, wallet: whale.address, quoteRaw, dress }])
  }
  return bought
}
