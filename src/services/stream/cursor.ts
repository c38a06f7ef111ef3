import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { checkStreamChain } from '../chains/stream-coverage.ts'

type Parts = Parameters<typeof checkStreamChain>[0]

export type CursorPlace = {
  readonly chain: string
  readonly head: string
  readonly tail: string
  readonly windowSecs: number
  readonly tsToCursor: string | null
}

/** The ends of the tape and, for a time in epoch seconds, the cursor after which its events begin; null when no time
 *  was asked for. Fails `invalid_request` and `unsupported_on_chain`. */
export async function getStreamCursor(ctx: Parts, chainText: string, ts: string): Promise<Outcome<CursorPlace>> {
  const chain = checkStreamChain(ctx, chainText)
  if (!chain.ok) return chain
  if (ts !== '' && !/^\d{1,12}$/.test(ts)) return fail('invalid_request', 'invalid ts: epoch seconds expected')
  const { tape } = ctx.store
  tape.refresh()
  const { head, tail, headTimeSec, tailTimeSec } = tape.window()
  const windowSecs = headTimeSec === null || tailTimeSec === null ? 0 : Math.max(0, headTimeSec - tailTimeSec)
  const seq = ts === '' ? null : Math.max(tail.seq, tape.seqAt(Number(ts)) - 1)
  return ok({
    chain: chain.value,
    head: tape.formatCursor(head.seq),
    tail: tape.formatCursor(tail.seq),
    windowSecs,
    tsToCursor: seq === null ? null : tape.formatCursor(seq),
  })
}
