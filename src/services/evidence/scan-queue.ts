import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'
import { currentParty, isForFree } from '../../runtime/request-scope.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import { within } from './within.ts'

const RETRY_AFTER_SEC = 5

/** Gathers a token when there is a place for it (`TOKEN_SCANS`), for paid plans first, and of those for the key with
 *  the fewest places: deadlines of what `gather` does begin when its turn has come. A token that was read just now
 *  needs no turn. Must not be nested. Fails `too_busy` when too many wait already, of all or of this key, or its turn
 *  does not come within `waitMs`, and `cancelled` when the caller leaves before. */
export async function inScanQueue<T>(
  { scans, store }: Pick<Context, 'scans' | 'store'>,
  mint: string,
  signal: AbortSignal | undefined,
  gather: () => Promise<Outcome<T>>,
  waitMs: number = TIMEOUTS.scanTurnMs,
): Promise<Outcome<T>> {
  if (store.peek<TokenEvidence>('tokenEvidence', mint) !== undefined) return gather()
  const party = currentParty()
  const caller = signal ?? new AbortController().signal
  const entered = await scans.enter(within(caller, waitMs), party, isForFree())
  if (caller.aborted) {
    if (entered === 'entered') scans.leave(party)
    return fail('cancelled', 'the request was cancelled')
  }
  if (entered !== 'entered') return fail('too_busy', 'too many tokens are being scanned', RETRY_AFTER_SEC)
  try {
    return await gather()
  } finally {
    scans.leave(party)
  }
}
