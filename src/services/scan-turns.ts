import { SCAN_REQUESTS } from '../config/upstream-limits.ts'
import type { Context } from '../context.ts'
import type { Caller, Tier } from '../contract/api-key.ts'
import { fail, type Outcome } from '../contract/outcome.ts'
import { currentParty } from '../runtime/request-scope.ts'

/** Runs a request that scans wallets or programs on its caller's word, unless as many of the same key, or of the same
 *  address without one, are under way as its plan allows: fails `too_busy` then, at once, and no other key waits for
 *  it. */
export async function inScanTurn<T>(
  ctx: Context,
  caller: Caller,
  scan: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const underWay = ctx.parts.scansUnderWay
  const party = currentParty()
  const before = underWay.get(party) ?? 0
  const most = SCAN_REQUESTS.ofOne[tierOf(caller)]
  if (before >= most) return fail('too_busy', `at most ${most} scans of one key at a time`, SCAN_REQUESTS.retryAfterSec)
  underWay.set(party, before + 1)
  try {
    return await scan()
  } finally {
    const left = (underWay.get(party) ?? 1) - 1
    if (left === 0) underWay.delete(party)
    else underWay.set(party, left)
  }
}

function tierOf(caller: Caller): Tier {
  return caller.kind === 'key' || caller.kind === 'ticket' ? caller.key.tier : 'preview'
}

/** Scans under way, by who asked; who has none is absent. */
export type ScansUnderWay = Map<string, number>

export function createScansUnderWay(): ScansUnderWay {
  return new Map()
}
