/** Questions to a server: `cpu` in microseconds so far, `memory` as resident bytes after a collection, or events to
 *  publish, `size` in each loop turn, on one topic after the other. */
export type ServerQuestion =
  | { readonly do: 'cpu' }
  | { readonly do: 'memory' }
  | { readonly do: 'buffered' }
  | {
      readonly do: 'publish'
      readonly bursts: number
      readonly size: number
      readonly topics: number
      readonly gapMs: number
    }

export function measureProcess(question: ServerQuestion): number | undefined {
  if (question.do === 'cpu') {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  if (question.do !== 'memory') return undefined
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().rss
}

/** Topics that have events in one turn, as a slot has trades of many tokens. */
const TOPICS_A_TURN = 30

/** The topic of each event, turn by turn: `size` events on each of its topics, mixed. */
function* turnsOf({ bursts, size, topics }: ServerQuestion & { do: 'publish' }): Generator<readonly number[]> {
  const width = Math.min(TOPICS_A_TURN, topics)
  for (let burst = 0; burst < bursts; ) {
    const turn = Array.from({ length: Math.min(width, bursts - burst) }, (_, i) => (burst + i) % topics)
    burst += turn.length
    yield Array.from({ length: size }, () => turn).flat()
  }
}

/** Publishes evenly. */
export async function inBursts(
  question: ServerQuestion & { do: 'publish' },
  publish: (topics: readonly number[]) => void,
): Promise<void> {
  for (const turn of turnsOf(question)) {
    publish(turn)
    await new Promise((resolve) => setTimeout(resolve, question.gapMs))
  }
}
