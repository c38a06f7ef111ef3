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

/** One label set of a histogram that was counted elsewhere. */
export type HistogramRow = {
  readonly labels: Labels
  /** Not cumulative; the last one is above all bounds. */
  readonly buckets: ArrayLike<number>
  readonly sum: number
}

export type Metrics = {
  counter(name: string, help: string, labelNames?: readonly string[]): Counter
  gauge(name: string, help: string, labelNames?: readonly string[]): Gauge
  /** Bucket bounds in the unit the name ends with, ascending. */
  histogram(name: string, help: string, bounds: readonly number[], labelNames?: readonly string[]): Histogram
  /** A histogram whose numbers are kept by the caller in buckets already, and read at each exposition. */
  readHistogram(name: string, help: string, bounds: readonly number[], read: () => Iterable<HistogramRow>): void
  /** Runs before each exposition, to set gauges that are read and not pushed. */
  onCollect(read: () => void): void
  /** Prometheus text exposition format. */
  expose(): Promise<string>
  /** The present values of all metrics. */
  read(): Promise<readonly MetricValue[]>
}

/** One value of one metric; of a histogram each bucket, the sum and the count. */
export type MetricValue = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
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
    readHistogram(name, help, bounds, read) {
      const metric = {
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: valuesOf(name, bounds, read()) }),
      }
      // The registry asks a metric for nothing but this; its type names the classes of the library.
      registry.registerMetric(metric as unknown as PromHistogram)
    },
    onCollect(read) {
      collectors.push(read)
    },
    expose() {
      for (const read of collectors) read()
      return registry.metrics()
    },
    async read() {
      for (const collect of collectors) collect()
      const metrics = await registry.getMetricsAsJSON()
      return metrics.flatMap(({ name, values }) =>
        (values as readonly { metricName?: string; labels: Record<string, string | number>; value: number }[]).map(
          ({ metricName, labels, value }) => ({ name: metricName ?? name, labels: texts(labels), value }),
        ),
      )
    },
  }
}

function texts(labels: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}

/** The lines of the text format: cumulative buckets, sum and count. */
function valuesOf(name: string, bounds: readonly number[], rows: Iterable<HistogramRow>) {
  const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = []
  for (const { labels, buckets, sum } of rows) {
    let count = 0
    for (let i = 0; i < buckets.length; i++) {
      count += buckets[i]!
      const le = i < bounds.length ? bounds[i]! : '+Inf'
      values.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: count })
    }
    values.push({ metricName: `${name}_sum`, labels, value: sum })
    values.push({ metricName: `${name}_count`, labels, value: count })
  }
  return values
}
