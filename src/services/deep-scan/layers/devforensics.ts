import type { Layer } from '../../checks/layer.ts'
import { DEV_RULES } from '../../forensics/dev-checks.ts'

/** What the creator did before, and where its money comes from. */
export const layer: Layer = {
  name: 'devforensics',
  needs: ['dev'],
  deadlineMs: 25_000,
  behavioural: true,
  maxPenalty: 60,
  rules: Object.values(DEV_RULES),
  judge: ({ devHistory }) => devHistory.checks,
}
