import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { inBackground } from '../../runtime/background.ts'
import { inLane } from '../../runtime/request-scope.ts'
import { type Followed, follow, pendingOf } from './follow.ts'
import type { LandInput, Landing, SubmittedVia } from './landing.ts'

/** Brings a signed transaction onto the chain and waits until it is known what became of it, at most `deadlineMs`. The
 *  answer is definite (`landed`, `not_landed`) or `pending`; what is pending is followed further, and the next call
 *  with the same signature joins. An aborted signal ends the waiting, never the sending. Never rejects. Without a node,
 *  or with too many transactions on their way, nothing is sent and the answer is `not_landed`; `pending` for one that
 *  may have been sent before. */
export async function land(ctx: Context, input: LandInput, signal?: AbortSignal): Promise<Landing> {
  const startedMs = ctx.clock.monotonicMs()
  const followed = ctx.parts.landings.join(input)
  if (followed === null) {
    if (input.sentBeforeMs !== undefined) {
      const going = { submittedVia: null, bundleId: null, takenAtMs: null, isUnclear: true, onOffered: () => {} }
      return pendingOf(input, going, null, 'it cannot be followed now')
    }
    const reason = 'no node accepts it now; nothing was sent'
    return { status: 'not_landed', signature: input.signature, reason, submittedVia: null, bundleId: null }
  }
  const waiting = new AbortController()
  const given = signal === undefined ? waiting.signal : AbortSignal.any([waiting.signal, signal])
  const outOfTime = ctx.clock.sleep(input.deadlineMs, given).then(
    () => 'not confirmed in time',
    () => 'request cancelled by client',
  )
  try {
    return await Promise.race([
      followed.end,
      outOfTime.then((reason) => pendingOf(input, followed.going, startedMs, reason)),
    ])
  } finally {
    waiting.abort()
  }
}

/** The outcome of a transaction that `land` was called with; null when it is not being followed. @internal Tests wait
 *  for it. */
export function landingUnderWay(ctx: Context, signature: string): Promise<Landing> | null {
  return ctx.parts.landings.underWay(signature)
}

/** Offers a signed transaction to everyone once and answers who took it; it is followed to its end all the same. When
 *  no one took it, it is given up: `isTaken` is false. Never rejects. */
export async function submit(ctx: Context, input: Omit<LandInput, 'deadlineMs'>): Promise<Submission> {
  const following = ctx.parts.landings
  const isFirst = following.underWay(input.signature) === null
  const followed = following.join({ ...input, deadlineMs: 0 })
  if (followed === null) return { isTaken: false, isUnclear: false, submittedVia: null, bundleId: null }
  const isTaken = await followed.offered
  if (!isTaken && isFirst) followed.giveUp()
  const { submittedVia, bundleId, isUnclear } = followed.going
  return { isTaken, isUnclear, submittedVia, bundleId }
}

export type Submission = {
  readonly isTaken: boolean
  /** No one said yes, and not everyone said no: it may land. */
  readonly isUnclear: boolean
  readonly submittedVia: SubmittedVia | null
  readonly bundleId: string | null
}

/** The transactions on their way. */
export type Landings = {
  join(input: LandInput): Followed | null
  underWay(signature: string): Promise<Landing> | null
  /** Stops following: open outcomes are `pending`, and the next start looks them up. */
  close(): Promise<void>
}

/** One follower each. */
export function createLandings(ctx: Context): Landings {
  const bySignature = new Map<string, Followed>()
  /** Those that no one here sends: one with its bytes does not join them. */
  const lookedFor = new Map<string, Followed>()
  let isClosed = false
  return {
    join(input) {
      const { signature, wire } = input
      const known = bySignature.get(signature) ?? (wire === null ? lookedFor.get(signature) : undefined)
      if (known !== undefined) return known
      if (isClosed || ctx.chain.rpc === null || bySignature.size + lookedFor.size >= LANDING.followed) return null
      const { rpc } = ctx.chain
      const followed = inLane('trading', () => follow(ctx, rpc, input))
      const group = wire === null ? lookedFor : bySignature
      group.set(signature, followed)
      const forget = (): void => {
        if (group.get(signature) === followed) group.delete(signature)
      }
      inBackground('landing', followed.end.finally(forget))
      return followed
    },
    underWay: (signature) => (bySignature.get(signature) ?? lookedFor.get(signature))?.end ?? null,
    async close() {
      isClosed = true
      const all = [...bySignature.values(), ...lookedFor.values()]
      for (const followed of all) followed.giveUp()
      await Promise.all(all.map(({ end }) => end))
    },
  }
}
