import { addWallet } from '../../sandbox/world/plan-draft.ts'
import { leaveOperator } from './operator-exit.ts'
import { afterLaunch, type TokenStage } from './stage.ts'

export type PoolEnd = ReturnType<typeof leaveOperator> & { readonly victims: readonly string[] }

/** What the creator of a pool of its own does in the end to those who bought; sales of others are over by
 *  `afterSecs`. */
export function endPool(
  stage: TokenStage,
  way: string,
  leaving: Parameters<typeof leaveOperator>[2] & { readonly outsiders: readonly string[]; readonly afterSecs: number },
): PoolEnd {
  const { draft, random, label, token } = stage
  const { mint } = token
  const { outsiders, dev } = leaving
  const fromSecs = Math.max(leaving.fromSecs, leaving.afterSecs)
  const end = Math.max(fromSecs + 600, token.secsAgo * 0.9)
  if (way === 'pulls liquidity') {
    afterLaunch(stage, end, [{ do: 'pullLiquidity', mint, creator: dev! }])
    return { rugged: true, collector: null, joined: [], sellers: [], victims: [] }
  }
  const dump = (): ReturnType<typeof leaveOperator> => leaveOperator(stage, 'at once', { ...leaving, fromSecs })
  if (way === 'dumps') return { ...dump(), victims: [] }
  const victims = random.sample(outsiders, Math.ceil(outsiders.length * 0.6))
  const at = (): number => fromSecs - random.integer(20, 180)
  if (way === 'freezes buyers') {
    for (const owner of victims) afterLaunch(stage, at(), [{ do: 'freeze', mint, authority: dev!, owner }])
    return { ...dump(), victims }
  }
  const to = addWallet(draft, 'insider', `seized/${label}`, 300_000_000n)
  for (const from of victims) afterLaunch(stage, at(), [{ do: 'seize', mint, delegate: dev!, from, to, sharePct: 100 }])
  afterLaunch(stage, end, [{ do: 'sell', mint, wallet: to, sharePct: 100 }])
  return { rugged: true, collector: to, joined: [to], sellers: [to], victims }
}
