import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMetrics } from '../../src/runtime/metrics.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RULES = readFileSync(join(ROOT, 'ops/prometheus-rules.yml'), 'utf8')

type Target = { readonly expr: string }
type Panel = {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly Target[]
}
const DASHBOARD = JSON.parse(readFileSync(join(ROOT, 'ops/grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] }
}

type Declared = { readonly labels: ReadonlySet<string> | null; readonly isHistogram: boolean }

/** Metrics by the declarations in `src`, and those of the process itself. Labels that a variable holds are not known
 *  here. */
async function declaredMetrics(): Promise<ReadonlyMap<string, Declared>> {
  const declared = new Map<string, Declared>()
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(join(ROOT, 'src', file), 'utf8')
    if (!text.includes("'mintglass_")) continue
    const named = text.replace(/(const name = ('mintglass_\w+')\n[\s\S]*?readHistogram\()name\b/g, '$1$2')
    for (const part of named.split(/(?=\b(?:counter|gauge|histogram|readHistogram)\()/)) {
      const [, kind, name, rest] = /^(\w+)\(\s*'(mintglass_\w+)',([\s\S]*)/.exec(part) ?? []
      if (name === undefined) continue
      const list = /\[((?:\s*'\w+',?\s*)*)\],?\s*\)/.exec(rest!)?.[1]
      const labels = list === undefined ? null : new Set([...list.matchAll(/'(\w+)'/g)].map(([, label]) => label!))
      declared.set(name!, { labels, isHistogram: /istogram/.test(kind!) })
    }
  }
  for (const [, name, kind] of (await createMetrics({ defaults: true }).expose()).matchAll(/^# TYPE (\w+) (\w+)$/gm))
    declared.set(name!, { labels: null, isHistogram: kind === 'histogram' })
  return declared
}

/** PromQL functions and words, and labels that Prometheus adds. */
const OWN_LABELS = ['instance', 'job', 'le', 'exported_job']

test('every metric that the dashboard and the alert rules name is exported, with the labels they use', async () => {
  const declared = await declaredMetrics()
  assert(declared.size > 60, `${declared.size} metrics found`)
  const expressions = [
    ...DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...DASHBOARD.templating.list.map(({ query }) => JSON.stringify(query).replaceAll('\\"', '"')),
    ...[...RULES.matchAll(/expr: (?:>-\n)?((?:.|\n {10})*)/g)].map(([, expr]) => expr!),
  ]
  assert(expressions.length > 50)
  let checked = 0
  for (const expr of expressions) {
    for (const [, name, selector = ''] of expr.matchAll(/\b(mintglass_\w+)(?:\{([^}]*)\})?/g)) {
      const histogram = /_(bucket|sum|count)$/.test(name!) ? declared.get(name!.replace(/_\w[^_]*$/, '')) : undefined
      const metric = histogram?.isHistogram ? histogram : declared.get(name!)
      assert(metric, `no metric ${name}: ${expr}`)
      assert.equal(metric.isHistogram, /_bucket$/.test(name!), `${name}: ${expr}`)
      for (const [, label] of selector.matchAll(/(\w+)(?:=~|!~|!=|=)/g))
        assert(OWN_LABELS.includes(label!) || (metric.labels?.has(label!) ?? true), `${name} has no ${label}`)
      for (const [, by] of expr.matchAll(/by \(([^)]*)\)/g)) {
        // Several metrics in one expression: each label belongs to one of them at least.
        for (const label of by!.split(/, */))
          if (!OWN_LABELS.includes(label)) assert(hasLabel(declared, expr, label), `${label}: ${expr}`)
      }
      checked++
    }
  }
  assert(checked > 50, `${checked} names`)
})

function hasLabel(declared: ReadonlyMap<string, Declared>, expr: string, label: string): boolean {
  return [...expr.matchAll(/\b(mintglass_\w+)/g)].some(([, name]) => {
    const metric = declared.get(name!) ?? declared.get(name!.replace(/_bucket$/, ''))
    return metric?.labels?.has(label) ?? true
  })
}

test('the panels of the dashboard do not overlap, and each asks for something', () => {
  const taken = new Set<string>()
  const ids = new Set<number>()
  for (const { id, title, type, gridPos, targets = [] } of DASHBOARD.panels) {
    assert(!ids.has(id), `${title}: id ${id} twice`)
    ids.add(id)
    assert.equal(targets.length > 0, type !== 'row', title)
    const { x, y, w, h } = gridPos
    assert(x + w <= 24, title)
    for (let column = x; column < x + w; column++) {
      for (let line = y; line < y + h; line++) {
        assert(!taken.has(`${column} ${line}`), `${title} lies over another panel`)
        taken.add(`${column} ${line}`)
      }
    }
  }
})

test('each alert has an expression, a severity and what to do', () => {
  const alerts = RULES.split(/\n {6}- alert: /).slice(1)
  assert(alerts.length >= 10)
  for (const alert of alerts) {
    const name = alert.split('\n')[0]!
    assert.match(name, /^Mintglass[A-Za-z]+$/)
    assert.match(alert, /\n {8}expr: /, name)
    assert.match(alert, /severity: (warning|critical)/, name)
    assert.match(alert, /summary: \S/, name)
    assert.match(alert, /description: "\{\{ \$labels\.\w+ \}\}/, name)
  }
  assert.equal(new Set(alerts.map((alert) => alert.split('\n')[0])).size, alerts.length)
})
