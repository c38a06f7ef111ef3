import {
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client'

/** Counters, gauges and histograms over prom-client. Label values are few and known; the names of a metric's labels
 *  are fixed when it is made. Hot paths count in plain numbers and hand them over in `onCollect`. */
export type Labels = Readonly<Record<string, string>>
export type Counter = { inc(labels?: Labels, by?: number): void }
export type Gauge = { set(value: number, labels?: Labels): void }
export type Histogram = { observe(value: number, labels?: Labels): void }

export type Metrics = {
  counter(name: string, help: string, labelNames?: readonly string[]): Counter
  gauge(name: string, help: string, labelNames?: readonly string[]): Gauge
  /** Bucket bounds in the unit the name ends with, ascending. */
  histogram(name: string, help: string, bounds: readonly number[], labelNames?: readonly string[]): Histogram
  /** Runs before each exposition, to set gauges that are read and not pushed. */
  onCollect(read: () => void): void
  /** Prometheus text exposition format. */
  expose(): Promise<string>
}

/** Seconds; from a warm read to a deep scan. */
export const LATENCY_BOUNDS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

const NO_LABELS: Labels = {}

/** `defaults` adds the process's own figures (memory, event-loop lag, garbage collection). */
export function createMetrics(options: { defaults?: boolean } = {}): Metrics {
  const registry = new Registry()
  const collectors: (() => void)[] = []
  if (options.defaults) collectDefaultMetrics({ register: registry, prefix: 'mintglass_' })
  const registers = [registry]
  const known = <T>(name: string, make: () => T): T => (registry.getSingleMetric(name) as T | undefined) ?? make()

  return {
    counter(name, help, labelNames = []) {
      const counter = known(name, () => new PromCounter({ name, help, labelNames: [...labelNames], registers }))
      return { inc: (labels = NO_LABELS, by = 1) => counter.inc(labels, by) }
    },
    gauge(name, help, labelNames = []) {
      const gauge = known(name, () => new PromGauge({ name, help, labelNames: [...labelNames], registers }))
      return { set: (value, labels = NO_LABELS) => gauge.set(labels, value) }
    },
    histogram(name, help, bounds, labelNames = []) {
      const histogram = known(
        name,
        () => new PromHistogram({ name, help, labelNames: [...labelNames], buckets: [...bounds], registers }),
      )
      return { observe: (value, labels = NO_LABELS) => histogram.observe(labels, value) }
    },
    onCollect(read) {
      collectors.push(read)
    },
    expose() {
      for (const read of collectors) read()
      return registry.metrics()
    },
  }
}
