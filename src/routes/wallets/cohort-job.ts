import { CohortJobReply } from '../../contract/cohort.ts'
import { text } from '../../contract/params.ts'
import { readCohort } from '../../services/cohort/read-cohort.ts'
import { defineRoute } from '../define-route.ts'

const JOB_ID_CHARS = 64

export const walletCohortJob = defineRoute({
  method: 'GET',
  path: '/api/v2/wallets/cohort/{jobId}',
  auth: 'apiKey',
  needs: [],
  cache: 'none',
  summary: 'Progress of a cohort analysis, and what it found.',
  description:
    'The rules are those of the Bubble Map (docs/engines.md), over the wallets’ own histories and the evidence of up to two tokens that most of them share. Each edge names transactions that show it. What is named a public service ties nobody.',
  params: { jobId: text({ maxChars: JOB_ID_CHARS, description: 'From the answer that began it.' }) },
  reply: CohortJobReply,
  failures: ['not_found'],
  handle: (ctx, { params }) => Promise.resolve(readCohort(ctx, params.jobId)),
})
