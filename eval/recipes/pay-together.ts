import { addMoment, type PlanDraft } from '../../sandbox/world/plan-draft.ts'
import type { Payee } from '../../sandbox/world/recipes/team.ts'

/** One wallet pays several in one slot, in this order; kept in the truth as direct payments. */
export function payTogether(draft: PlanDraft, from: string, payees: readonly Payee[], secsAgo: number): void {
  const whole = Math.max(1, Math.round(secsAgo))
  for (const { wallet, lamports } of payees)
    draft.funding.push({ from, to: wallet, lamports, secsAgo: whole, kind: 'direct' })
  addMoment(
    draft,
    whole,
    payees.map(({ wallet, lamports }) => ({ do: 'sendSol', from, to: wallet, lamports })),
  )
}
