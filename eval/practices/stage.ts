import { addMoment, type PlanDraft } from '../../sandbox/world/plan-draft.ts'
import type { LaunchCast } from '../../sandbox/world/plan-people.ts'
import type { Action, Dress, Moment } from '../../sandbox/world/plan-types.ts'
import type { Token } from '../../sandbox/world/recipes/launch-story.ts'
import type { SeededRandom } from '../../sandbox/world/seeded-random.ts'

/** What a part of a practice may look at and write to. */
export type Stage = {
  readonly draft: PlanDraft
  readonly cast: LaunchCast
  readonly random: SeededRandom
  /** Keeps wallets of practices apart. */
  readonly label: string
}
export type TokenStage = Stage & { readonly token: Token }

export type Buy = Action & { do: 'buy' }
/** Purchases in the launch slot and in the slots after it; what comes later is a moment of its own. */
export type Placed = { readonly opening: readonly Action[]; readonly following: NonNullable<Moment['following']> }
export const NOTHING_PLACED: Placed = { opening: [], following: [] }

/** Something that happens so many seconds after the launch, never later than boot. */
export function afterLaunch({ draft, token }: TokenStage, secs: number, actions: readonly Action[]): void {
  addMoment(draft, Math.max(3, token.secsAgo - secs), actions)
}

export function joinDress(...parts: readonly Dress[]): Dress {
  const memos = parts.flatMap(({ memo }) => (memo === undefined ? [] : [memo]))
  const dress = Object.assign({}, ...parts) as Dress
  if (memos.length < 2) return dress
  return {
    ...dress,
    memo: { text: memos.map(({ text }) => text).join(' '), signers: memos.flatMap(({ signers = [] }) => signers) },
  }
}

/** Seconds after the launch at which someone sold it so far, ascending. */
export function salesOf({ draft, token }: TokenStage): number[] {
  const sales = draft.moments.flatMap(({ secsAgo, actions }) =>
    actions.some((action) => action.do === 'sell' && action.mint === token.mint) ? [token.secsAgo - secsAgo] : [],
  )
  return sales.sort((a, b) => a - b)
}
