import { COHORT } from '../../config/cohort.ts'
import { addressSet } from '../../contract/address-set.ts'
import { CohortAccepted } from '../../contract/cohort.ts'
import { jsonBody } from '../../contract/json-body.ts'
import { optional } from '../../contract/member.ts'
import { boolean } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import { isRealAddress, submitCohort } from '../../services/cohort/submit-cohort.ts'
import { defineRoute } from '../define-route.ts'

export const walletCohort = defineRoute({
  method: 'POST',
  path: '/api/v2/wallets/cohort',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  summary: 'Begins an analysis of what ties a set of wallets to each other.',
  description: `At least 2 different valid addresses, at most 100 unless the operator says otherwise (COHORT_MAX_WALLETS); \`parseInfo\` reports what was dropped. Read progress and result at the other route under \`jobId\` for 20 minutes; a restart of the server begins an unfinished job again under the same id. The same set, in any order, within 10 minutes is the same job (\`cached\`), unless \`refresh\` is true; one that is under way is joined.`,
  body: jsonBody(
    objectOf(
      {
        addresses: addressSet({
          entries: COHORT.entries,
          entryChars: COHORT.entryChars,
          namedEntries: COHORT.namedEntries,
          isReal: isRealAddress,
        }),
        refresh: optional(boolean(), false),
      },
      { noObject: 'addresses required' },
    ),
  ),
  reply: CohortAccepted,
  status: 202,
  failures: ['unconfigured', 'too_busy', 'shutting_down'],
  handle: (ctx, { body }) => submitCohort(ctx, body.addresses, body.refresh),
})
