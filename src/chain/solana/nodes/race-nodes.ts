import { fail, type Outcome } from '../../../contract/outcome.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { RpcOptions } from '../../../runtime/json-rpc.ts'
import type { Verdict } from './node-words.ts'

/** A node's answer and what it says of the node. */
type Answer<N, T> = { readonly node: N; readonly value: T; readonly verdict: Verdict }

type Race<N, T> = {
  /** In the order in which they are asked; at least one. */
  readonly nodes: readonly N[]
  readonly options: RpcOptions
  /** No answer for so long: the next is asked as well. */
  readonly slowMs: number
  ask(node: N, options: RpcOptions): Promise<T>
  judge(node: N, value: T): Verdict
  /** Another node's answer counted before this one said anything. */
  onOvertaken(node: N): void
}

/** Asks one node after the other until one settles the question: the next at once where one fails, and beside one that
 *  is slow. Gives all answers in the order in which they came; the last one settles it unless none did. */
export async function raceNodes<N, T>(
  { nodes, options, slowMs, ask, judge, onOvertaken }: Race<N, T>,
  clock: Pick<Clock, 'monotonicMs'>,
): Promise<readonly Answer<N, T>[]> {
  const endsMs = clock.monotonicMs() + options.timeoutMs
  const over = new AbortController()
  // A follower's signal lives as long as the process: `AbortSignal.any` would leave an entry at it for each question.
  const stopped = new AbortController()
  const stop = (): void => stopped.abort(options.signal?.reason)
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop, { once: true })
  const answers: Answer<N, T>[] = []
  const waiting = new Set<N>()
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      const askNext = (): void => {
        clearTimeout(timer)
        const node = nodes[next]
        const leftMs = endsMs - clock.monotonicMs()
        if (node === undefined || leftMs <= 0) {
          if (waiting.size === 0) resolve(answers)
          return
        }
        next++
        waiting.add(node)
        if (next < nodes.length) timer = setTimeout(askNext, slowMs)
        ask(node, { ...options, timeoutMs: leftMs, signal: stopped.signal }).then((value) => {
          waiting.delete(node)
          if (over.signal.aborted) return
          const verdict = judge(node, value)
          answers.push({ node, value, verdict })
          if (verdict !== 'settled') return askNext()
          // Those asked before it had more time and have said nothing.
          const winner = nodes.indexOf(node)
          for (const slow of waiting) if (nodes.indexOf(slow) < winner) onOvertaken(slow)
          resolve(answers)
        }, reject)
      }
      askNext()
    })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
    over.abort()
    stopped.abort()
  }
}

/** Of the answers to one question the one that counts: what settles it; else "there is none", unless a node that
 *  reaches further back failed; else the failure for which asking again may help. */
export function answerOf<N, T>(
  answers: readonly Answer<N, Outcome<T>>[],
  reachesFurther: (one: N, other: N) => boolean,
): Outcome<T> {
  const settled = answers.find(({ verdict }) => verdict === 'settled')
  if (settled !== undefined) return settled.value
  const faults = answers.filter(({ verdict }) => verdict === 'fault')
  const empty = answers.find(
    ({ verdict, node }) => verdict === 'empty' && !faults.some((fault) => reachesFurther(fault.node, node)),
  )
  const counts = empty ?? faults[0] ?? answers[0]
  return counts === undefined ? fail('upstream_timeout', 'no node answered in time') : counts.value
}
