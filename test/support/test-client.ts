import { pino } from 'pino'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../src/runtime/http-client.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'

/** The real clock, which a test can push forward. */
export type PushedClock = Clock & { push(ms: number): void }

export function pushedClock(): PushedClock {
  const clock = systemClock()
  let offsetMs = 0
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    monotonicMs: () => clock.monotonicMs() + offsetMs,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    push(ms) {
      offsetMs += ms
    },
  }
}

/** A log that keeps its lines, at the lowest level. */
export function keptLog() {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  return { log, lines }
}

/** A client of a local server; retries wait no time. */
export function testClient(
  baseUrl: string,
  overrides: Partial<HttpClientOptions> = {},
): { client: HttpClient; lines: string[]; metrics: HttpClientOptions['metrics'] } {
  const { log, lines } = keptLog()
  const metrics = createMetrics()
  const client = createHttpClient({
    provider: 'testProvider',
    baseUrl,
    apiKey: null,
    keyHeader: null,
    keyPrefix: '',
    maxConnections: 8,
    maxQueue: 64,
    clock: systemClock(),
    log,
    metrics,
    random: () => 0,
    ...overrides,
  })
  return { client, lines, metrics }
}
