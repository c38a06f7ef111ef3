import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'

/** Transactions that one answer may read: fewer where the node allows few calls. */
export function pastBudget(ctx: Pick<Context, 'config'>): number {
  return within(ctx, PAST.transactions)
}

/** The same where only the whole life of a pool answers the question. */
export function lifeBudget(ctx: Pick<Context, 'config'>): number {
  return within(ctx, PAST.lifeTransactions)
}

function within({ config }: Pick<Context, 'config'>, most: number): number {
  const { per10s } = config.node
  return per10s === null ? most : Math.min(most, Math.max(PAST.limitedLeast, Math.floor(per10s * PAST.limitedShare)))
}
