import { INGEST } from '../config/ingest.ts'
import type { Logger } from '../runtime/log.ts'
import { TapeEmptied } from '../store/tape/tape-emptied.ts'
import { NodeFailure } from './node-failure.ts'

/** Tells of a trouble when it begins, now and then while it lasts, and when it is over. */
export type TroubleLog = {
  /** How often in a row, 1 at the first. */
  failed(error: unknown): number
  /** All is well. */
  went(): void
}

/** A node that is away is a warning: nothing of ours is broken. */
export function createTroubleLog(log: Logger): TroubleLog {
  let failures = 0
  let kind = ''
  return {
    failed(error) {
      if (error instanceof TapeEmptied) {
        log.info('the node is on another chain: following restarts on an empty tape')
        return 1
      }
      const isOfNode = error instanceof NodeFailure
      const kindNow = isOfNode ? error.name : String(error)
      failures = kindNow === kind ? failures + 1 : 1
      kind = kindNow
      if (failures > 1 && failures % INGEST.logEvery !== 0) return failures
      if (isOfNode) log.warn({ reason: error.message, failures }, 'the node cannot be followed now')
      else log.error({ err: error, failures }, 'following the chain failed and resumes from the tape')
      return failures
    },
    went() {
      if (failures > 0) log.info({ failures }, 'the chain is followed again')
      failures = 0
      kind = ''
    },
  }
}
