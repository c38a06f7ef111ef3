import { fail, type Outcome, ok } from '../contract/outcome.ts'
import type { PieceSource } from '../contract/streamed.ts'
import type { Clock } from './clock.ts'
import type { OpenBody } from './http-attempt.ts'

export type PieceSourceOptions = {
  readonly provider: string
  readonly clock: Clock
  /** All bytes of the answer, those that were read before among them. */
  readonly maxBytes: number
  readonly bytesBefore: number
  /** The other side sends nothing for so long although we read. */
  readonly stallMs: number
  /** No one asks for the next piece for so long. */
  readonly unreadMs: number
  readonly totalMs: number
}

/** Reads a body on demand: nothing is taken from the connection until `next` is called, so that a slow reader slows the
 *  other side. Releases the connection on its own when either side stalls. `next` fails `upstream_timeout` |
 *  `upstream_failed`. */
export function createPieceSource(body: OpenBody, options: PieceSourceOptions): PieceSource {
  const { provider, clock, maxBytes, stallMs, unreadMs, totalMs } = options
  let bytes = options.bytesBefore
  let why: Outcome<never> | null = null
  let isOver = false
  let resolveEnd = (): void => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnd = resolve
  })
  const whole = new AbortController()
  let waiting = new AbortController()

  function end(failure: Outcome<never> | null): void {
    if (isOver) return
    isOver = true
    why = failure
    whole.abort()
    waiting.abort()
    body.destroy()
    resolveEnd()
  }

  /** Ends everything after `ms`, unless someone moves before. */
  function watch(ms: number, says: string): void {
    waiting.abort()
    waiting = new AbortController()
    endAfter(ms, waiting.signal, says)
  }

  function endAfter(ms: number, signal: AbortSignal, says: string): void {
    clock.sleep(ms, signal).then(
      () => end(fail('upstream_timeout', says)),
      (error: unknown) => {
        if (!signal.aborted) throw error
      },
    )
  }

  endAfter(totalMs, whole.signal, `the answer of ${provider} took longer than ${totalMs} ms`)
  watch(unreadMs, `the reader of the answer of ${provider} stalled`)
  const gone = (): Outcome<never> => why ?? fail('cancelled', 'cancelled')

  return {
    async next() {
      if (isOver) return why ?? ok(null)
      watch(stallMs, `${provider} stopped sending`)
      let step: IteratorResult<Buffer>
      try {
        step = await body.pieces.next()
      } catch (error) {
        if (!(error instanceof Error)) throw error
        end(fail('upstream_failed', `${provider} broke off`))
        return gone()
      }
      if (isOver) return gone()
      if (step.done) {
        end(null)
        return ok(null)
      }
      bytes += step.value.length
      if (bytes > maxBytes) {
        end(fail('upstream_failed', `${provider} sent more than ${maxBytes} bytes`))
        return gone()
      }
      watch(unreadMs, `the reader of the answer of ${provider} stalled`)
      return ok(step.value)
    },
    drop: () => end(fail('cancelled', 'cancelled')),
    ended,
  }
}
