import { COHORT } from '../../config/cohort.ts'
import type { Context } from '../../context.ts'
import type { AddressSet } from '../../contract/address-set.ts'
import type { CohortAccepted } from '../../contract/cohort.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'

/** Text of an address's letters that decodes to none would be refused by the node. */
export function isRealAddress(text: string): boolean {
  return isBase58Of32(text)
}

/** Spec 4.2 POST cohort. Fails `invalid_request` for fewer than 2 or more than COHORT_MAX_WALLETS wallets, and
 *  `too_busy`. The job is on disk before it is acknowledged. */
export async function submitCohort(
  { config, parts }: Pick<Context, 'config' | 'parts'>,
  { addresses, ...given }: AddressSet,
  refresh: boolean,
): Promise<Outcome<CohortAccepted>> {
  const { cohortMaxWallets: most } = config
  if (addresses.length < COHORT.minWallets)
    return fail('invalid_request', `addresses: at least ${COHORT.minWallets} different valid addresses`)
  if (addresses.length > most)
    return fail('invalid_request', `addresses: at most ${most}, these are ${addresses.length}`)
  const submitted = await parts.cohortJobs.submit(addresses, refresh)
  if (!submitted.ok) return submitted
  const { job, cached, joined } = submitted.value
  return ok({
    jobId: job.id,
    status: job.status,
    cached,
    joined,
    wallets: job.wallets,
    parseInfo: { ...given, valid: addresses.length, invalid: given.invalid.map((one) => ({ ...one })) },
    progress: job.progress,
    expiresAt: job.expiresAtMs,
  })
}
